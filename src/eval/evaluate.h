// Static evaluation, one code for all games, from each room's piece table: the position's running piece-square sums,
// and what is worked out afresh at every call: mobility, attacks near royals, pawn structure, drawishness.
#pragma once

#include <algorithm>
#include <array>

#include "fusilier/position.h"

namespace fusilier {

/// Having the move, in centipawns.
inline constexpr int tempo = 12;

/// Material other than pawns and royals at the start, both sides, in centipawns.
template <Rules R>
inline constexpr int startPhase = [] {
    int sum = 0;
    for (const char c : R::startFen) {
        if (c == ' ') break;
        const char letter[] = {static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c), '\0'};
        const PieceType t = Traits<R>::byLetter(letter);
        if (t != noType && !R::pieces[t].royal && !R::pieces[t].pawn()) sum += R::pieces[t].value;
    }
    return sum;
}();

/// What the terms are worth, in centipawns. Plain numbers for now, the same for every game.
struct EvalWeights {
    Tapered isolated{-8, -12};
    Tapered doubled{-6, -14};
    Tapered supported{7, 7};
    Tapered passed{45, 110};  ///< one step before promotion, to a queen; less for less
    int ringHit = 5;          ///< middle game only, by hits of the squares around royals and by attackers
    int mostDanger = 260;
};
inline constexpr EvalWeights evalWeights;

template <Rules R>
class Evaluator {
  public:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    explicit Evaluator(const Position<R>& position) : position_(position), board_(position.board()) {}

    /// White's advantage in centipawns.
    int white() {
        markPawnsAndRoyals();
        Tapered sum = position_.score();
        sum += side(Color::White);
        sum -= side(Color::Black);
        const int phase = std::min(position_.phase(), startPhase<R>);
        const int score = (sum.middle() * phase + sum.end() * (startPhase<R> - phase)) / startPhase<R>;
        return drawish(score) ? score / 4 : score;
    }

  private:
    // What is known of a square: a bit a colour each.
    static constexpr std::uint8_t nearRoyal(Color c) { return c == Color::White ? 1 : 2; }
    static constexpr std::uint8_t pawnTakes(Color c) { return c == Color::White ? 4 : 8; }

    struct Reach {
        int squares = 0;   ///< that it can go to and no enemy pawn guards
        int ringHits = 0;  ///< of them or others, next to enemy royals
    };
    using ReachFunction = Reach (*)(const Evaluator&, Square, Color);

    /// Not the guard: the frame's squares are shared by both edges of the board.
    void mark(Square s, std::uint8_t bit) {
        if (board_[s] != guardPiece) marks_[s] = static_cast<std::uint8_t>(marks_[s] | bit);
    }

    void markPawnsAndRoyals() {
        marks_.fill(0);
        for (const Color c : {Color::White, Color::Black}) {
            auto& files = pawns_[static_cast<std::size_t>(index(c))];
            files.fill({R::ranks, -1, 0});
            for (int i = 0; i < position_.royalCount(c); ++i) {
                for (const int d : offsets<Geo, W>)
                    mark(Geo::step(position_.royal(c, i), d), nearRoyal(c));
                for (const int d : offsets<Geo, F>)
                    mark(Geo::step(position_.royal(c, i), d), nearRoyal(c));
            }
            for (int i = 0; i < position_.count(c); ++i) {
                const Square s = position_.unit(c, i);
                if (typeOf(board_[s]) != T::pawn) continue;
                for (const int side : {-1, 1})
                    mark(Geo::step(s, Geo::forward(c) + side), pawnTakes(c));
                PawnFile& file = files[static_cast<std::size_t>(Geo::fileOf(s) + 1)];
                const int rank = Geo::rankOf(s);
                file = {std::min(file.lowest, rank), std::max(file.highest, rank), file.count + 1};
            }
        }
    }

    Tapered side(Color us) {
        Tapered sum;
        int hits = 0;
        int attackers = 0;
        for (int i = 0; i < position_.count(us); ++i) {
            const Square s = position_.unit(us, i);
            const PieceType t = typeOf(board_[s]);
            if (t == T::pawn) {
                sum += pawn(s, us);
                continue;
            }
            const Reach reach = reaches[t](*this, s, us);
            if (T::royal(t)) continue;
            sum += mobility[t] * (reach.squares - expected[t]);
            hits += reach.ringHits;
            attackers += reach.ringHits > 0;
        }
        if (attackers > 1) {
            const int danger = evalWeights.ringHit * hits * (attackers + 1) / (2 * position_.royalCount(~us));
            sum += Tapered(std::min(danger, evalWeights.mostDanger), 0);
        }
        return sum;
    }

    Tapered pawn(Square s, Color us) const {
        const auto& own = pawns_[static_cast<std::size_t>(index(us))];
        const auto& other = pawns_[static_cast<std::size_t>(index(~us))];
        const auto file = static_cast<std::size_t>(Geo::fileOf(s) + 1);  // a file of nothing on each side
        const int rank = Geo::rankOf(s);
        Tapered sum;
        if (own[file - 1].count + own[file + 1].count == 0) sum += evalWeights.isolated;
        if (own[file].count > 1) sum += evalWeights.doubled;
        if (marks_[s] & pawnTakes(us)) sum += evalWeights.supported;
        bool passed = true;
        for (std::size_t f = file - 1; f <= file + 1; ++f)
            passed = passed && (us == Color::White ? other[f].highest <= rank : other[f].lowest >= rank);
        if (passed) {
            const int advance = std::max(0, Geo::relativeRank(us, s) - R::pawnStartRank + 1);
            Tapered bonus = passedBy[static_cast<std::size_t>(advance)];
            if (board_[Geo::step(s, Geo::forward(us))] != noPiece) bonus = {bonus.middle() / 2, bonus.end() / 2};
            sum += bonus;
        }
        return sum;
    }

    /// A side that is ahead by little and has no pawns left will hardly win.
    bool drawish(int score) const {
        constexpr int hardlyEnough = 400;
        if (score == 0 || std::abs(score) > hardlyEnough) return false;
        const auto& files = pawns_[score > 0 ? 0 : 1];
        return std::all_of(files.begin(), files.end(), [](const PawnFile& f) { return f.count == 0; });
    }

    template <PieceType type>
    static Reach reachOf(const Evaluator& e, Square from, Color us) {
        Reach reach;
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            (e.template walk<type, movementAtoms[i]>(from, us, reach), ...);
        }
        (std::make_index_sequence<movementAtoms.size()>{});
        return reach;
    }

    template <PieceType type, Atom atom>
    void walk(Square from, Color us, Reach& reach) const {
        if constexpr ((T::wholeAtoms(type) & atom) != 0) {
            for (const int d : offsets<Geo, atom>) {
                Square to = Geo::step(from, d);
                if constexpr ((atom & slideAtoms) != 0)
                    for (; board_[to] == noPiece; to = Geo::step(to, d))
                        visit(to, us, reach);
                visit(to, us, reach);
            }
        }
    }
    void visit(Square to, Color us, Reach& reach) const {
        const std::uint8_t marks = marks_[to];
        reach.squares += !blocks(board_[to], us) && !(marks & pawnTakes(~us));
        reach.ringHits += (marks & nearRoyal(~us)) != 0;
    }

    static constexpr auto reaches = []<std::size_t... t>(std::index_sequence<t...>) {
        return std::array<ReachFunction, sizeof...(t)>{&reachOf<static_cast<PieceType>(t)>...};
    }
    (std::make_index_sequence<static_cast<std::size_t>(T::types)>{});

    /// Squares that a type reaches on the empty board, the mean over the board, in tenths.
    static constexpr int meanReach(PieceType t) {
        int total = 0;
        const auto count = [&](Square s, const auto& directions, bool slides) {
            for (const int d : directions)
                for (Square to = Geo::step(s, d); Geo::onBoard[to]; to = Geo::step(to, d)) {
                    ++total;
                    if (!slides) break;
                }
        };
        const Atoms atoms = T::wholeAtoms(t);
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
    static constexpr std::array<int, static_cast<std::size_t>(T::types)> expected = [] {
        std::array<int, static_cast<std::size_t>(T::types)> table{};
        for (PieceType t = 1; t < T::types; ++t)
            table[t] = meanReach(t) * 6 / 100;
        return table;
    }();
    static constexpr std::array<Tapered, static_cast<std::size_t>(T::types)> mobility = [] {
        std::array<Tapered, static_cast<std::size_t>(T::types)> table{};
        // Among leapers alone the piece-square values say it all: counting squares beside them cost 60 Elo and more.
        if (T::leapersOnly) return table;
        for (PieceType t = 1; t < T::types; ++t)
            table[t] = {250 / (expected[t] * 10 + 10), 310 / (expected[t] * 10 + 10)};
        return table;
    }();
    static constexpr std::array<Tapered, static_cast<std::size_t>(R::ranks) + 1> passedBy = [] {
        int best = 0;
        for (const char c : R::pieces[T::pawn].promotesTo)
            best = std::max(best, R::pieces[T::byLetter(std::string_view(&c, 1))].value);
        const int share = 40 + 60 * std::min(best, 975) / 975;  // percent of a queen's
        constexpr int last = R::ranks - 1 - R::pawnStartRank;   // advance of a pawn about to promote, from 1
        std::array<Tapered, static_cast<std::size_t>(R::ranks) + 1> table{};
        for (int a = 1; a <= R::ranks; ++a) {
            const int far = std::min(a, last) * std::min(a, last);
            table[static_cast<std::size_t>(a)] = {evalWeights.passed.middle() * share * far / (100 * last * last),
                                                  evalWeights.passed.end() * share * far / (100 * last * last)};
        }
        return table;
    }();

    struct PawnFile {
        int lowest = R::ranks;
        int highest = -1;
        int count = 0;
    };

    const Position<R>& position_;
    const Board<R>& board_;
    std::array<std::uint8_t, Geo::size> marks_;
    std::array<std::array<PawnFile, static_cast<std::size_t>(R::files) + 2>, 2> pawns_;
};

/// White's advantage as the side to move sees it: centipawns, never a mate.
template <Rules R>
int fromMoversView(const Position<R>& position, int white) {
    const int own = (position.sideToMove() == Color::White ? white : -white) + tempo;
    // The nearer the 50-move draw, the less an advantage is worth.
    return own * (200 - std::min(position.halfmoves(), 100)) / 200;
}

/// Centipawns from the side to move's point of view; never a mate.
template <Rules R>
int evaluate(const Position<R>& position) {
    return fromMoversView(position, Evaluator<R>(position).white());
}

}  // namespace fusilier
