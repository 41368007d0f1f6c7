// What a game's evaluation is made of: which parameters there are, in which order, and their values.
//
// Every term of the evaluation is a count times a parameter, so that the tuner can fit them. A room's file `params`
// holds the values as text; a game without one has values made by hand, from which tuning also starts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "fusilier/rules.h"
#include "fusilier/tapered.h"

namespace fusilier {

/// Tenths of a centipawn, the evaluation's unit.
inline constexpr int centipawn = 10;

/// To how many parts of the board is a type bound? Neither pawns nor royals count as bound, whatever they move like.
template <Rules R>
struct Binding {
    using Geo = typename Traits<R>::Geo;
    int classes = 1;
    std::array<std::uint8_t, Geo::size> classOf{};  ///< by square, from 0
};

template <Rules R>
constexpr Binding<R> bindingOf(PieceType t) {
    using Geo = typename Traits<R>::Geo;
    Binding<R> binding;
    const Atoms atoms = R::pieces[t].atoms;
    if (R::pieces[t].pawn() || R::pieces[t].royal || (atoms & (W | RR | N))) return binding;  // N and W reach all
    std::array<bool, Geo::size> seen{};
    std::array<Square, Geo::squares.size()> queue{};
    binding.classes = 0;
    for (const Square start : Geo::squares) {
        if (seen[start]) continue;
        std::size_t end = 0;
        queue[end++] = start;
        seen[start] = true;
        for (std::size_t i = 0; i < end; ++i) {
            binding.classOf[queue[i]] = static_cast<std::uint8_t>(binding.classes);
            const auto spread = [&](const auto& directions) {
                for (const int d : directions) {
                    const Square to = Geo::step(queue[i], d);
                    if (!Geo::onBoard[to] || seen[to]) continue;
                    seen[to] = true;
                    queue[end++] = to;
                }
            };
            if (atoms & (F | BB)) spread(offsets<Geo, F>);
            if (atoms & D) spread(offsets<Geo, D>);
            if (atoms & A) spread(offsets<Geo, A>);
        }
        ++binding.classes;
    }
    return binding;
}

/// Squares that a type reaches on the empty board, the mean over the board, in tenths.
template <Rules R>
constexpr int meanReach(PieceType t) {
    using Geo = typename Traits<R>::Geo;
    int total = 0;
    const auto count = [&](Square s, const auto& directions, bool slides) {
        for (const int d : directions)
            for (Square to = Geo::step(s, d); Geo::onBoard[to]; to = Geo::step(to, d)) {
                ++total;
                if (!slides) break;
            }
    };
    const Atoms atoms = Traits<R>::wholeAtoms(t);
    for (const Square s : Geo::squares) {
        if (atoms & W) count(s, offsets<Geo, W>, false);
        if (atoms & F) count(s, offsets<Geo, F>, false);
        if (atoms & D) count(s, offsets<Geo, D>, false);
        if (atoms & A) count(s, offsets<Geo, A>, false);
        if (atoms & N) count(s, offsets<Geo, N>, false);
        if (atoms & BB) count(s, offsets<Geo, BB>, true);
        if (atoms & RR) count(s, offsets<Geo, RR>, true);
    }
    return 10 * total / static_cast<int>(Geo::squares.size());
}

/// Squares that mobility is counted from: three fifths of what the empty board offers.
template <Rules R>
inline constexpr auto expectedReach = [] {
    std::array<int, static_cast<std::size_t>(Traits<R>::types)> table{};
    for (PieceType t = 1; t < Traits<R>::types; ++t)
        table[t] = meanReach<R>(t) * 6 / 100;
    return table;
}();

/// The parameters of a game by number. Names and order are those of its file.
template <Rules R>
struct Layout {
    using T = Traits<R>;
    using Geo = typename T::Geo;

    enum General : int {
        tempo,
        isolated,
        doubled,
        supported,
        unstoppable,  ///< a passed pawn that no royal catches, where the enemy has nothing else
        ownRoyalFar,  ///< steps from the square before a passed pawn to the nearest royal, for each step it has made
        enemyRoyalFar,
        pawnThreat,  ///< units that an enemy pawn attacks
        hanging,     ///< units attacked and not protected
        joins,       ///< pairs of unit and move that would combine or fuse
        generals
    };
    static constexpr std::array<std::string_view, generals> generalNames{
        "tempo",         "isolated",        "doubled",     "supported", "unstoppable",
        "own-royal-far", "enemy-royal-far", "pawn-threat", "hanging",   "joins"};

    /// Steps that a pawn has made, from 1 on its start rank; 0 for one behind it.
    static constexpr int lastAdvance = R::ranks - 1 - R::pawnStartRank;
    static constexpr int advance(int relativeRank) { return std::max(0, relativeRank - R::pawnStartRank + 1); }
    static constexpr int passed(int steps) { return generals + steps - 1; }
    static constexpr int blocked(int steps) { return passed(lastAdvance) + steps; }
    /// Units that attack squares next to enemy royals; more than that count as so many.
    static constexpr int mostAttackers = 5;
    static constexpr int danger(int attackers) { return blocked(lastAdvance) + attackers; }
    static constexpr int room(int term) { return danger(mostAttackers) + 1 + term; }

    /// Board halves are mirrored: a table has the files from the edge to the middle.
    static constexpr int halfFiles = (R::files + 1) / 2;
    static constexpr int halfFile(int file) { return std::min(file, R::files - 1 - file); }

    /// With many types each is rare, and its table is the sum of a value for the rank and one for the file.
    static constexpr bool wholeTable(PieceType t) {
        return T::types <= 16 || R::pieces[t].pawn() || R::pieces[t].royal;
    }

    /// First number of each kind for a type; -1 where it has none.
    struct Block {
        int value = -1;
        int mobility = -1;
        int cover = -1;  ///< for each part of the board covered beyond the first, by types that are bound to parts
        int table = -1;
    };
    static constexpr std::array<Binding<R>, static_cast<std::size_t>(T::types)> bindings = [] {
        std::array<Binding<R>, static_cast<std::size_t>(T::types)> all{};
        for (PieceType t = 1; t < T::types; ++t)
            all[t] = bindingOf<R>(t);
        return all;
    }();

  private:
    struct Blocks {
        std::array<Block, static_cast<std::size_t>(T::types)> of{};
        int count = 0;
    };
    static constexpr Blocks made = [] {
        Blocks b;
        b.count = room(static_cast<int>(R::termNames.size()));
        for (PieceType t = 1; t < T::types; ++t) {
            Block& block = b.of[t];
            const bool piece = !R::pieces[t].royal && !R::pieces[t].pawn();
            // Of royals only those that differ in kind have a value.
            if (!R::pieces[t].royal || R::pieces[t].value != 0) block.value = b.count++;
            if (piece) block.mobility = b.count++;
            if (bindings[t].classes > 1) block.cover = b.count++;
            block.table = b.count;
            b.count += wholeTable(t) ? R::ranks * halfFiles : R::ranks + halfFiles;
        }
        return b;
    }();

  public:
    static constexpr const std::array<Block, static_cast<std::size_t>(T::types)>& blocks = made.of;
    static constexpr int count = made.count;

    static constexpr int wholeCell(PieceType t, int file, int rank) {
        return blocks[t].table + rank * halfFiles + halfFile(file);
    }
    static constexpr int rankCell(PieceType t, int rank) { return blocks[t].table + rank; }
    static constexpr int fileCell(PieceType t, int file) { return blocks[t].table + R::ranks + halfFile(file); }

    /// Calls `visit.one(index, group, detail)` for single parameters and `visit.grid(index, group, detail, rows,
    /// columns)` for tables, in order of their numbers. Rows of a grid count from the side's own first rank.
    template <class Visitor>
    static constexpr void each(Visitor& visit) {
        for (int i = 0; i < generals; ++i)
            visit.one(i, generalNames[static_cast<std::size_t>(i)], {});
        for (int a = 1; a <= lastAdvance; ++a)
            visit.one(passed(a), "passed", digits(a));
        for (int a = 1; a <= lastAdvance; ++a)
            visit.one(blocked(a), "blocked", digits(a));
        for (int n = 1; n <= mostAttackers; ++n)
            visit.one(danger(n), "attackers", digits(n));
        for (std::size_t i = 0; i < R::termNames.size(); ++i)
            visit.one(room(static_cast<int>(i)), R::termNames[i], {});
        for (PieceType t = 1; t < T::types; ++t) {
            const Block& b = blocks[t];
            const std::string_view letter = R::pieces[t].letter;
            if (b.value >= 0) visit.one(b.value, "value", letter);
            if (b.mobility >= 0) visit.one(b.mobility, "mobility", letter);
            if (b.cover >= 0) visit.one(b.cover, "cover", letter);
            if (wholeTable(t)) {
                visit.grid(b.table, "table", letter, R::ranks, halfFiles);
            } else {
                visit.grid(b.table, "ranks", letter, 1, R::ranks);
                visit.grid(b.table + R::ranks, "files", letter, 1, halfFiles);
            }
        }
    }

  private:
    static constexpr std::string_view digits(int n) {
        return std::string_view("123456789").substr(static_cast<std::size_t>(n - 1), 1);
    }
    static_assert(lastAdvance < 10);
};

/// Values by number, in the evaluation's unit, and for single parameters the errors that the tuner estimated.
template <Rules R>
struct Parameters {
    std::array<Tapered, static_cast<std::size_t>(Layout<R>::count)> values{};
    std::array<Tapered, static_cast<std::size_t>(Layout<R>::count)> errors{};

    constexpr Tapered operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
    constexpr Tapered& operator[](int i) { return values[static_cast<std::size_t>(i)]; }

    /// Material and place of a unit; `rank` is its side's own.
    constexpr Tapered pieceSquare(PieceType t, int file, int rank) const {
        using L = Layout<R>;
        Tapered sum;
        if (L::blocks[t].value >= 0) sum += (*this)[L::blocks[t].value];
        if (L::wholeTable(t)) return sum + (*this)[L::wholeCell(t, file, rank)];
        return sum + (*this)[L::rankCell(t, rank)] + (*this)[L::fileCell(t, file)];
    }
};

/// The values before any tuning.
template <Rules R>
class HandMade {
    using T = Traits<R>;
    using L = Layout<R>;

  public:
    static constexpr Parameters<R> parameters() {
        Parameters<R> p;
        p[L::tempo] = cp(12, 12);
        p[L::isolated] = cp(-8, -12);
        p[L::doubled] = cp(-6, -14);
        p[L::supported] = cp(7, 7);
        pawns(p);
        for (int n = 2; n <= L::mostAttackers; ++n)
            p[L::danger(n)] = {5 * centipawn * (n + 1) / (2 * R::maxRoyals), 0};
        for (PieceType t = 1; t < T::types; ++t)
            type(p, t);
        return p;
    }

  private:
    static constexpr Tapered cp(int middle, int end) { return {middle * centipawn, end * centipawn}; }
    static constexpr int distance(int a, int b) { return std::max(a - b, b - a); }

    static constexpr void pawns(Parameters<R>& p) {
        constexpr int queen = 975;
        int best = 0;
        for (const char c : R::pieces[T::pawn].promotesTo)
            best = std::max(best, R::pieces[T::byLetter(std::string_view(&c, 1))].value);
        const int share = 40 + 60 * std::min(best, queen) / queen;  // percent of what a queen is worth having
        for (int a = 1; a <= L::lastAdvance; ++a) {
            const int far = share * a * a;
            const Tapered bonus{45 * centipawn * far / (100 * L::lastAdvance * L::lastAdvance),
                                110 * centipawn * far / (100 * L::lastAdvance * L::lastAdvance)};
            p[L::passed(a)] = bonus;
            p[L::blocked(a)] = {bonus.middle() / 2, bonus.end() / 2};
        }
    }

    static constexpr void type(Parameters<R>& p, PieceType t) {
        const auto& b = L::blocks[t];
        if (b.value >= 0) p[b.value] = cp(R::pieces[t].value, R::pieces[t].value);
        // Among leapers alone the tables say it all: counting squares beside them, by hand-made numbers, cost 60 Elo.
        if (b.mobility >= 0 && !T::leapersOnly)
            p[b.mobility] = {250 * centipawn / (expectedReach<R>[t] * 10 + 10),
                             310 * centipawn / (expectedReach<R>[t] * 10 + 10)};
        if (L::wholeTable(t)) {
            for (int rank = 0; rank < R::ranks; ++rank)
                for (int file = 0; file < L::halfFiles; ++file)
                    p[L::wholeCell(t, file, rank)] = place(t, file, rank);
        } else {
            // The formula is such a sum already, but for a constant.
            for (int rank = 0; rank < R::ranks; ++rank)
                p[L::rankCell(t, rank)] = place(t, 0, rank);
            for (int file = 0; file < L::halfFiles; ++file)
                p[L::fileCell(t, file)] = place(t, file, 1) - place(t, 0, 1);
        }
    }

    /// Units are drawn to the centre, pawns forward, royals to their own corners until the end game.
    static constexpr Tapered place(PieceType t, int file, int rank) {
        const PieceInfo& piece = R::pieces[t];
        const int fromCentre = distance(2 * file, R::files - 1) + distance(2 * rank, R::ranks - 1);
        const int centre = R::files + R::ranks - 2 - fromCentre;  // 0 in a corner
        if (piece.pawn()) {
            const int steps = std::max(0, rank - R::pawnStartRank);
            return cp(2 * steps + (centre - 4), 8 * steps + 4 * steps * steps / R::ranks);
        }
        if (piece.royal) return cp(-3 * centre - 6 * rank, 2 * centre);
        const int reach = std::popcount(static_cast<unsigned>(piece.atoms & leapAtoms)) + ((piece.atoms & N) ? 1 : 0);
        return cp(centre * (1 + reach) - (rank == 0 ? 6 : 0), centre * (1 + reach) / 2);
    }
};

}  // namespace fusilier
