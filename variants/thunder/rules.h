// Thunder Chess, by Fergus Duniho: simple pieces fuse, assimilate and grow when attacked; compounds split and shrink.
// Page: "Thunder Chess" at The Chess Variant Pages.
#pragma once

#include <array>
#include <string>

#include "fusilier/attacks.h"
#include "fusilier/rules.h"

namespace fusilier::thunder {

enum : PieceType { pawn = 1, knight, bishop, rook, queen, paladin, marshall, king, pope, dragonKing, equesRex };

constexpr bool isSimple(PieceType t) {
    return t == knight || t == bishop || t == rook;
}

/// The parts of each type; noType where it is not a compound.
struct Parts {
    PieceType first = noType, second = noType;
};
constexpr Parts partsOf(PieceType t) {
    switch (t) {
        case queen:
            return {bishop, rook};
        case paladin:
            return {bishop, knight};
        case marshall:
            return {rook, knight};
        case pope:
            return {king, bishop};
        case dragonKing:
            return {king, rook};
        case equesRex:
            return {king, knight};
        default:
            return {};
    }
}
/// The compound of two types; noType if there is none.
constexpr PieceType fuse(PieceType a, PieceType b) {
    for (PieceType t = queen; t <= equesRex; ++t) {
        const Parts p = partsOf(t);
        if (p.first != noType && ((p.first == a && p.second == b) || (p.first == b && p.second == a))) return t;
    }
    return noType;
}

inline constexpr std::string_view tunedParams =
#include "thunder/params"
    ;

struct Thunder : DefaultRules {
    static constexpr std::string_view name = "thunder";
    static constexpr std::string_view title = "Thunder Chess";
    static constexpr std::string_view inventor = "Fergus Duniho";
    static constexpr std::string_view page = "Thunder Chess, The Chess Variant Pages";
    static constexpr std::string_view startFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    /// The Rook has not XBoard's rook for its image: a king that steps onto that one castles.
    static constexpr XboardFacts xboard{
        .table = "PNB.Q..AM...EOD..........RKpnb.q..am...eod..........rk", .parent = "bughouse", .legalityOff = true};
    static constexpr int files = 8;
    static constexpr int ranks = 8;
    static constexpr int maxMoves = 2048;

    static constexpr std::array<PieceInfo, 12> pieces{{
        {},
        {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "RBN"},
        {.letter = "N", .name = "Knight", .atoms = N, .value = 340},
        {.letter = "B", .name = "Bishop", .atoms = BB, .value = 350},
        {.letter = "R", .name = "Rook", .atoms = RR, .value = 490},
        {.letter = "Q", .name = "Queen", .atoms = BB | RR, .value = 890},
        {.letter = "A", .name = "Paladin", .atoms = BB | N, .value = 780},
        {.letter = "M", .name = "Marshall", .atoms = RR | N, .value = 860},
        {.letter = "K", .name = "King", .atoms = W | F, .royal = true},
        {.letter = "O", .name = "Pope", .atoms = W | F | BB, .value = 300, .royal = true},
        {.letter = "D", .name = "Dragon King", .atoms = W | F | RR, .value = 400, .royal = true},
        {.letter = "E", .name = "Eques Rex", .atoms = W | F | N, .value = 300, .royal = true},
    }};

    /// Simple pieces and the king assimilate a simple piece of another type; compounds demote to what they moved as.
    static constexpr PieceType capture(PieceType mover, Atom by, PieceType victim) {
        if (partsOf(mover).first == noType)
            return isSimple(victim) && fuses[mover][victim] ? fuses[mover][victim] : mover;
        if (pieces[mover].royal) return king;
        return by == N ? knight : by == BB ? bishop : rook;
    }
    /// Fusing, with a simple piece only: never onto the king.
    static constexpr PieceType join(PieceType mover, PieceType other) {
        return isSimple(other) ? fuses[mover][other] : noType;
    }
    static constexpr Components components(PieceType whole) { return {partsOf(whole).first, partsOf(whole).second}; }
    static constexpr PieceType remainder(PieceType whole, PieceType part) {
        const Parts p = partsOf(whole);
        return p.first == part ? p.second : p.first;
    }

    /// What an attacked simple piece may promote to as it moves away.
    static constexpr PieceType grown(PieceType simple) {
        return simple == knight ? queen : simple == bishop ? paladin : marshall;
    }
    static constexpr bool hasSpecials(PieceType type) { return isSimple(type); }
    template <PieceType T, class Unit>
    static void specials(const Unit& unit) {
        // Many units have nowhere to go, and an empty square is quicker found than an attacker.
        if (!unit.template anyEmpty<pieces[T].atoms>()) return;
        if (!attacked<Thunder>(unit.position().board(), unit.from, ~unit.us())) return;
        unit.template eachEmpty<pieces[T].atoms>(
            [&](Square to) { unit.template emit<Noise::Noisy>(Move(unit.from, to, grown(T), MoveKind::Promotion)); });
    }

    static constexpr std::string_view params = tunedParams;
    static constexpr std::array<std::string_view, 9> termNames{
        "grow-n-to-move", "grow-n-waiting",       "grow-b-to-move",       "grow-b-waiting",  "grow-r-to-move",
        "grow-r-waiting", "shrinker-hit-to-move", "shrinker-hit-waiting", "shrinker-hanging"};
    /// An attacked simple piece with somewhere to go is a threat of its own side, most of all if it is to move.
    /// Compounds lose half of themselves in every capture, and so are poor defenders of each other.
    template <class View, class Count>
    static void terms(const View& view, Color us, Count count) {
        const int waiting = view.position().sideToMove() == us ? 0 : 1;
        std::array<int, 3> growing{};
        int attackedCompounds = 0;
        int hangingCompounds = 0;
        view.eachUnit(us, [&](Square s, PieceType t) {
            if (t == pawn || pieces[t].royal || !view.attackedBy(~us, s)) return;
            if (isSimple(t)) {
                growing[static_cast<std::size_t>(t - knight)] += hasExit(view.board(), s, t);
            } else {
                ++attackedCompounds;
                hangingCompounds += !view.attackedBy(us, s);
            }
        });
        for (int i = 0; i < 3; ++i)
            count(2 * i + waiting, growing[static_cast<std::size_t>(i)]);
        count(6 + waiting, attackedCompounds);
        count(8, hangingCompounds);
    }

    static std::string longName(PieceType type) {
        return type == pawn ? "" : type == paladin ? "P" : std::string(pieces[type].letter);
    }

  private:
    using Geo = Geometry<files, ranks>;

    /// Has a simple piece an empty square to go to?
    template <class Board>
    static bool hasExit(const Board& board, Square s, PieceType t) {
        const auto any = [&](const auto& directions) {
            for (const int d : directions)
                if (board[Geo::step(s, d)] == noPiece) return true;
            return false;
        };
        return t == knight ? any(offsets<Geo, N>) : t == bishop ? any(offsets<Geo, F>) : any(offsets<Geo, W>);
    }

    static constexpr std::array<std::array<PieceType, 12>, 12> fuses = [] {
        std::array<std::array<PieceType, 12>, 12> table{};
        for (PieceType a = 1; a < 12; ++a)
            for (PieceType b = 1; b < 12; ++b)
                table[a][b] = fuse(a, b);
        return table;
    }();
};

}  // namespace fusilier::thunder
