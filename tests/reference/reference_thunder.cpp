// Thunder Chess.
#include "rules.h"

namespace reference {

namespace {

/// Compounds, and the two simple pieces each is made of.
struct Compound {
    std::string letter, one, two;
};
const std::vector<Compound> compounds = {
    {"Q", "B", "R"}, {"A", "B", "N"}, {"M", "R", "N"},  //
    {"O", "K", "B"}, {"D", "K", "R"}, {"E", "K", "N"},  // royal
};

/// nullptr if it is not a compound.
const Compound* compound(const std::string& unit) {
    for (const Compound& candidate : compounds)
        if (candidate.letter == typeOf(unit)) return &candidate;
    return nullptr;
}

std::string fused(const std::string& one, const std::string& two) {
    for (const Compound& candidate : compounds)
        if ((candidate.one == one && candidate.two == two) || (candidate.one == two && candidate.two == one))
            return candidate.letter;
    return "";
}

/// Simple and not royal.
bool isSimple(const std::string& unit) {
    std::string type = typeOf(unit);
    return type == "N" || type == "B" || type == "R";
}

bool simpleReaches(const Position& position, const std::string& simple, int from, int to) {
    return reaches(position, simple == "K" ? "WF" : simple, from, to);
}

bool attacks(const Position& position, int from, int to) {
    if (const Compound* whole = compound(position.board[from]))
        return simpleReaches(position, whole->one, from, to) || simpleReaches(position, whole->two, from, to);
    return simpleReaches(position, typeOf(position.board[from]), from, to);
}

void addSimpleMoves(const Position& position, int from, std::vector<Move>& moves) {
    std::string type = typeOf(position.board[from]);
    for (int to = 0; to < int(position.board.size()); ++to) {
        if (!attacks(position, from, to)) continue;
        const std::string& target = position.board[to];
        std::string plain = text(position, from, to);
        // Two simple pieces of different types make a compound: an enemy is assimilated, a friend fused with. So does
        // the king with either.
        std::string both = isSimple(target) ? fused(type, typeOf(target)) : "";
        if (!both.empty()) {
            moves.emplace_back(plain, moved(position, from, to, both));
            continue;
        }
        // Otherwise a friend is in the way; a piece of the same type, a pawn or a compound is captured plainly.
        if (sideOf(target) == position.side) continue;
        moves.emplace_back(plain, moved(position, from, to));

        // Going to an empty square, N B and R may promote if an enemy piece attacks the square they leave.
        if (target.empty() && isSimple(type) && attacked(thunder, position, from, otherSide(position.side))) {
            std::string grown = type == "N" ? "Q" : type == "B" ? "A" : "M";
            moves.emplace_back(plain + lower(grown), moved(position, from, to, grown));
        }
    }
}

void addCompoundMoves(const Position& position, int from, const Compound& whole, std::vector<Move>& moves) {
    bool royal = whole.one == "K";
    for (int to = 0; to < int(position.board.size()); ++to) {
        if (!attacks(position, from, to)) continue;
        const std::string& target = position.board[to];
        std::string plain = text(position, from, to);

        // Never fuses.
        if (sideOf(target) == position.side) continue;

        if (!target.empty()) {
            // A capture demotes to the simple piece it moved as; a royal always to the king.
            std::string movedAs = simpleReaches(position, whole.one, from, to) ? whole.one : whole.two;
            moves.emplace_back(plain, moved(position, from, to, royal ? "K" : movedAs));
            continue;
        }

        // Moves whole to an empty square, by either component.
        moves.emplace_back(plain, moved(position, from, to));

        // Splits: one component goes to the empty square by its own move; the other stays behind.
        auto split = [&](const std::string& leaving, const std::string& staying) {
            if (!simpleReaches(position, leaving, from, to)) return;
            Position next = moved(position, from, to, leaving);
            next.board[from] = unitOf(staying, position.side);
            moves.emplace_back(plain + lower(leaving), next);
        };
        split(whole.one, whole.two);
        split(whole.two, whole.one);
    }
}

void addMoves(const Position& position, int from, std::vector<Move>& moves) {
    if (const Compound* whole = compound(position.board[from]))
        addCompoundMoves(position, from, *whole, moves);
    else
        addSimpleMoves(position, from, moves);
}

}  // namespace

// Each side has exactly one royal piece, of four kinds. Pawns promote to R, B or N only. No castling.
const Game thunder{"thunder", 8,       8,       {"P", "N", "B", "R", "K", "Q", "A", "M", "O", "D", "E"},
                   "KODE",    1,       2,       "RBN",
                   false,     attacks, addMoves};

}  // namespace reference
