// Sentinel Chess.
#include "rules.h"

namespace reference {

namespace {

std::string atomsOf(const std::string& unit) {
    std::string type = typeOf(unit);
    // Only the sentinel's one-step capture attacks, never its deployment.
    if (type == "K" || type == "S" || type == "G") return "WF";
    if (type == "Q") return "RB";
    return type;  // R, B and N are atoms themselves
}

bool attacks(const Position& position, int from, int to) {
    return reaches(position, atomsOf(position.board[from]), from, to);
}

/// Puts the corps around `center` into `next`, a position in which the sentinel has left the board already. False if
/// no pawn would be placed, which is no deployment.
bool deploy(Position& next, int center, char side) {
    bool placed = false;
    for (int square = 0; square < int(next.board.size()); ++square) {
        if (!reaches(next, "WF", center, square)) continue;
        // No pawn goes onto rank 1 or rank 8. Nothing on those ranks changes.
        if (rankOf(next, square) == 0 || rankOf(next, square) == 7) continue;
        // A friendly unit stays, and so does the enemy king.
        if (sideOf(next.board[square]) == side || typeOf(next.board[square]) == "K") continue;
        // An empty square gets a pawn; an enemy unit is captured and replaced by one.
        next.board[square] = unitOf("P", side);
        placed = true;
    }
    // A deployment resets the 50-move count.
    next.halfmoves = 0;
    return placed;
}

void addSentinelMoves(const Position& position, int from, std::vector<Move>& moves) {
    // Deploy in place.
    Position inPlace = turned(position);
    inPlace.board[from] = "";
    if (deploy(inPlace, from, position.side)) moves.emplace_back(text(position, from, from) + "p", inPlace);

    int farRank = position.side == 'w' ? 7 : 0;
    for (int to = 0; to < int(position.board.size()); ++to) {
        if (!attacks(position, from, to)) continue;

        if (sideOf(position.board[to]) == position.side) {
            // It may throw itself upon its own king: the king stays, the sentinel is gone. Upon no other friend.
            if (typeOf(position.board[to]) != "K") continue;
            Position upon = turned(position);
            upon.board[from] = "";
            if (deploy(upon, to, position.side)) moves.emplace_back(text(position, from, to) + "p", upon);
            continue;
        }

        // Step or capture. On its far rank it is promoted, or stays and becomes a guard.
        if (rankOf(position, to) != farRank)
            moves.emplace_back(text(position, from, to), moved(position, from, to));
        else
            for (const char* type : {"Q", "R", "B", "N", "G"})
                moves.emplace_back(text(position, from, to) + lower(type), moved(position, from, to, type));

        // Step or capture, then deploy around the square it reached, which is left empty.
        Position after = moved(position, from, to);
        after.board[to] = "";
        if (deploy(after, to, position.side)) moves.emplace_back(text(position, from, to) + "p", after);
    }
}

void addMoves(const Position& position, int from, std::vector<Move>& moves) {
    if (typeOf(position.board[from]) == "S") {
        addSentinelMoves(position, from, moves);
        return;
    }
    for (int to = 0; to < int(position.board.size()); ++to)
        if (attacks(position, from, to) && sideOf(position.board[to]) != position.side)
            moves.emplace_back(text(position, from, to), moved(position, from, to));
}

}  // namespace

// Pawns promote to Q R B N, never to sentinel or guard.
const Game sentinel{"sentinel", 8,       8,       {"P", "N", "B", "R", "Q", "K", "S", "G"}, "K", 1, 2, "QRBN",
                    true,       attacks, addMoves};

}  // namespace reference
