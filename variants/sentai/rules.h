// Sentai Chess, by Fergus Duniho, 1999, rules of November 2001: Rangers combine and disengage.
// Page: "Sentai Chess" at The Chess Variant Pages.
#pragma once

#include <array>
#include <bit>
#include <string>

#include "fusilier/rules.h"

namespace fusilier::sentai {

/// A Ranger's type is its set of powers: 1 D1, 2 D2, 4 Kn, 8 O1, 16 O2, which the page writes in octal.
inline constexpr PieceType allPowers = 31;
inline constexpr PieceType king = 32;
inline constexpr PieceType pawn = 33;
constexpr bool isRanger(PieceType t) {
    return t != noType && t <= allPowers;
}

/// The movement of each power, lowest bit first. All of them leap.
inline constexpr std::array<Atom, 5> powerAtoms{F, A, N, W, D};

/// Letters of the Rangers by set of powers: the singles have their Betza letters, all but one power "+" that power's.
inline constexpr std::array<std::string_view, 32> letters{"",  "F",  "A", "B", "N",  "C",  "E",  "G",  "W",  "Q", "H",
                                                          "I", "J",  "L", "M", "+D", "D",  "O",  "S",  "T",  "U", "V",
                                                          "X", "+W", "R", "Y", "Z",  "+N", "+C", "+A", "+F", "+P"};

/// Names in the page's octal.
inline constexpr std::array<std::string_view, 32> names{
    "",    "R1",  "R2",  "R3",  "R4",  "R5",  "R6",  "R7",  "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17",
    "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37"};

inline constexpr std::string_view tunedParams =
#include "sentai/params"
    ;

struct Sentai : DefaultRules {
    static constexpr std::string_view name = "sentai";
    static constexpr std::string_view title = "Sentai Chess";
    static constexpr std::string_view inventor = "Fergus Duniho, 1999";
    static constexpr std::string_view page = "Sentai Chess, The Chess Variant Pages";
    static constexpr std::string_view startFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    /// XBoard has 33 images that differ if the bases of all `+` types stand among the first eleven.
    static constexpr XboardFacts xboard{
        .table = "PNBRQFACMWDEGHIJL...O.SZTUVXY..^N^F^A^W^D^P^CKpnbrqfacmwdeghijl...o.sztuvxy..^n^f^a^w^d^p^ck",
        .parent = "bughouse",
        .legalityOff = true};
    static constexpr MoveWords words{.join = "combine", .split = "disengage"};
    static constexpr int files = 8;
    static constexpr int ranks = 8;
    static constexpr int maxMoves = 2048;

    static constexpr std::array<PieceInfo, 34> pieces = [] {
        constexpr std::array<int, 5> powerValues{140, 110, 310, 150, 130};
        std::array<PieceInfo, 34> table{};
        for (PieceType powers = 1; powers <= allPowers; ++powers) {
            PieceInfo& p = table[powers];
            p.letter = letters[powers];
            p.name = names[powers];
            int parts = 0;
            for (std::size_t i = 0; i < powerAtoms.size(); ++i) {
                if (!(powers >> i & 1)) continue;
                p.atoms |= powerAtoms[i];
                p.value += powerValues[i];
                ++parts;
            }
            p.value += 25 * (parts - 1);  // parts that move together are worth more than they are apart
        }
        table[king] = {.letter = "K", .name = "King", .atoms = W | F, .royal = true};
        table[pawn] = {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "NWFDA"};
        return table;
    }();

    /// Combine: with a friendly Ranger that shares no power.
    static constexpr PieceType join(PieceType mover, PieceType other) {
        return isRanger(mover) && isRanger(other) && (mover & other) == 0 ? mover | other : noType;
    }
    /// Disengage: one power of several leaves.
    static constexpr Components components(PieceType whole) {
        Components parts{};
        if (!isRanger(whole) || std::has_single_bit(whole)) return parts;
        std::size_t n = 0;
        for (PieceType power = 1; power <= allPowers; power = static_cast<PieceType>(power << 1))
            if (whole & power) parts[n++] = power;
        return parts;
    }
    static constexpr PieceType remainder(PieceType whole, PieceType part) {
        return whole & static_cast<PieceType>(~part);
    }

    static constexpr std::string_view params = tunedParams;
    static constexpr int lazyMargin = 500;
    static constexpr std::array<std::string_view, 3> termNames{"mega-attacked", "mega-hanging", "exits"};
    /// Rangers of three powers and more are what a game turns on; and parts that could leave now are as many resources.
    template <class View, class Count>
    static void terms(const View& view, Color us, Count count) {
        int attackedMegas = 0;
        int hangingMegas = 0;
        int exits = 0;
        view.eachUnit(us, [&](Square s, PieceType t) {
            if (!isRanger(t) || std::has_single_bit(t)) return;
            exits += exitsOf(view.board(), s, t);
            if (std::popcount(t) < 3 || !view.attackedBy(~us, s)) return;
            ++attackedMegas;
            hangingMegas += !view.attackedBy(us, s);
        });
        count(0, attackedMegas);
        count(1, hangingMegas);
        count(2, exits);
    }

    static std::string longName(PieceType type) {
        return type == pawn ? "" : type == king ? "K" : std::string(names[type]);
    }

  private:
    using Geo = Geometry<files, ranks>;

    /// Parts of a Ranger that have an empty square to leave for.
    template <class Board>
    static int exitsOf(const Board& board, Square s, PieceType whole) {
        const auto leaves = [&](const auto& directions) {
            for (const int d : directions)
                if (board[Geo::step(s, d)] == noPiece) return 1;
            return 0;
        };
        int n = 0;
        if (whole & 1) n += leaves(offsets<Geo, F>);
        if (whole & 2) n += leaves(offsets<Geo, A>);
        if (whole & 4) n += leaves(offsets<Geo, N>);
        if (whole & 8) n += leaves(offsets<Geo, W>);
        if (whole & 16) n += leaves(offsets<Geo, D>);
        return n;
    }
};

}  // namespace fusilier::sentai