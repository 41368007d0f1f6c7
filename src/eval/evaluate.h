// Static evaluation, one code for all games: the position's running piece-square sums, and what is worked out afresh at
// every call: mobility, attacks near royals, pawn structure, threats, a room's own terms, drawishness.
//
// Every term is a count times a parameter. The same code that sums them up tells a `Record` what it counted, for the
// tuner and for people; without one nothing of that is left after compilation.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "eval/mating.h"
#include "fusilier/position.h"

namespace fusilier {

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

/// Share of the middle game, out of startPhase.
template <Rules R>
int phaseOf(const Position<R>& position) {
    return std::min(position.phase(), startPhase<R>);
}

/// Centipawns of a sum at a phase.
template <Rules R>
int between(Tapered sum, int phase) {
    return static_cast<int>((std::int64_t{sum.middle()} * phase + std::int64_t{sum.end()} * (startPhase<R> - phase)) /
                            (centipawn * startPhase<R>));
}

/// Keeps nothing.
struct NoRecord {
    static constexpr bool wanted = false;
    static constexpr void count(int /*parameter*/, Color /*us*/, int /*n*/) {}
};

/// How often each parameter counts for each side.
template <Rules R>
struct CountRecord {
    static constexpr bool wanted = true;
    void count(int parameter, Color us, int n) {
        counts[static_cast<std::size_t>(parameter)][static_cast<std::size_t>(index(us))] += n;
    }
    std::array<std::array<int, 2>, static_cast<std::size_t>(Layout<R>::count)> counts{};
};

template <Rules R, class Record = NoRecord>
class Evaluator {
  public:
    using T = Traits<R>;
    using L = Layout<R>;
    using Geo = typename T::Geo;

    explicit Evaluator(const Position<R>& position, Record record = {})
        : position_(position), board_(position.board()), record_(record) {}

    /// White's advantage in centipawns.
    int white() {
        marks_.fill(0);
        markPawnsAndRoyals<Color::White>();
        markPawnsAndRoyals<Color::Black>();
        sum_ = position_.score();
        if constexpr (Record::wanted) recordPieces();
        if (position_.sideToMove() == Color::White)
            add<Color::White>(L::tempo, 1);
        else
            add<Color::Black>(L::tempo, 1);
        units<Color::White>();
        units<Color::Black>();
        terms<Color::White>();
        terms<Color::Black>();
        const int score = between<R>(sum_, phase());
        divisor_ = drawishness(score);
        return score / divisor_;
    }

    // --- What is known after `white` ---

    const Record& record() const { return record_; }
    /// Share of the middle game, out of startPhase.
    int phase() const { return phaseOf(position_); }
    /// What the score was divided by because it will hardly be won; 1 if it may be.
    int divisor() const { return divisor_; }

    // --- For the rooms' terms ---

    const Position<R>& position() const { return position_; }
    const Board<R>& board() const { return board_; }
    /// Is an on-board square attacked, pawns and royals included? Attackers that are pinned count.
    bool attackedBy(Color c, Square s) const { return (marks_[s] & (reachedBy(c) | pawnTakes(c))) != 0; }
    /// Calls `visit(square, type)` for every unit of a side.
    template <class Visit>
    void eachUnit(Color c, Visit visit) const {
        for (int i = 0; i < position_.count(c); ++i) {
            const Square s = position_.unit(c, i);
            visit(s, typeOf(board_[s]));
        }
    }

  private:
    // What is known of a square: a bit a colour each. Not bytes, which may alias everything.
    using Marks = std::uint16_t;
    static constexpr Marks nearRoyal(Color c) { return c == Color::White ? 1 : 2; }
    static constexpr Marks pawnTakes(Color c) { return c == Color::White ? 4 : 8; }
    static constexpr Marks reachedBy(Color c) { return c == Color::White ? 16 : 32; }

    struct Reach {
        int squares = 0;   ///< that it can go to and no enemy pawn guards
        int ringHits = 0;  ///< of them or others, next to enemy royals
        int joins = 0;     ///< friends that it can combine with in one move
    };
    using ReachFunction = Reach (*)(Evaluator&, Square);

    template <Color us>
    void add(int parameter, int n) {
        record_.count(parameter, us, n);
        const Tapered value = parameters<R>[parameter] * n;
        sum_ = us == Color::White ? sum_ + value : sum_ - value;
    }

    /// Material and places, which the position has summed up already.
    void recordPieces() {
        for (const Color c : {Color::White, Color::Black})
            eachUnit(c, [&](Square s, PieceType t) {
                const int file = Geo::fileOf(s);
                const int rank = Geo::relativeRank(c, s);
                if (L::blocks[t].value >= 0) record_.count(L::blocks[t].value, c, 1);
                if (L::wholeTable(t)) {
                    record_.count(L::wholeCell(t, file, rank), c, 1);
                } else {
                    record_.count(L::rankCell(t, rank), c, 1);
                    record_.count(L::fileCell(t, file), c, 1);
                }
            });
    }

    /// Not the guard: the frame's squares are shared by both edges of the board.
    void mark(Square s, Marks bit) {
        if (board_[s] != guardPiece) marks_[s] = static_cast<Marks>(marks_[s] | bit);
    }

    template <Color us>
    void markPawnsAndRoyals() {
        auto& files = pawns_[at(us)];
        files.fill({R::ranks, -1, 0});
        pieces_[at(us)] = position_.count(us) - position_.royalCount(us);
        for (int i = 0; i < position_.royalCount(us); ++i) {
            for (const int d : offsets<Geo, W>)
                mark(Geo::step(position_.royal(us, i), d), nearRoyal(us));
            for (const int d : offsets<Geo, F>)
                mark(Geo::step(position_.royal(us, i), d), nearRoyal(us));
        }
        eachUnit(us, [&](Square s, PieceType t) {
            if (t != T::pawn) return;
            --pieces_[at(us)];
            for (const int side : {-1, 1})
                mark(Geo::step(s, Geo::forward(us) + side), pawnTakes(us));
            PawnFile& file = files[static_cast<std::size_t>(Geo::fileOf(s) + 1)];
            const int rank = Geo::rankOf(s);
            file = {std::min(file.lowest, rank), std::max(file.highest, rank), file.count + 1};
        });
    }

    template <Color us>
    void units() {
        int hits = 0;
        int attackers = 0;
        int joins = 0;
        std::array<std::uint8_t, static_cast<std::size_t>(T::types)> covered;
        if constexpr (anyBound) covered.fill(0);
        eachUnit(us, [&](Square s, PieceType t) {
            if (t == T::pawn) return pawn<us>(s);
            const Reach reach = reaches<us>[t](*this, s);
            joins += reach.joins;
            if (T::royal(t)) return;
            add<us>(L::blocks[t].mobility, reach.squares - expectedReach<R>[t]);
            hits += reach.ringHits;
            attackers += reach.ringHits > 0;
            if constexpr (anyBound)
                covered[t] = static_cast<std::uint8_t>(covered[t] | 1U << L::bindings[t].classOf[s]);
        });
        if (attackers > 0) add<us>(L::danger(std::min(attackers, L::mostAttackers)), hits);
        if constexpr (joinsAny) add<us>(L::joins, joins);
        if constexpr (anyBound)
            for (const PieceType t : boundTypes)
                if (const int parts = std::popcount(covered[t]); parts > 1) add<us>(L::blocks[t].cover, parts - 1);
    }

    template <Color us>
    void pawn(Square s) {
        const auto& own = pawns_[at(us)];
        const auto& other = pawns_[at(~us)];
        const auto file = static_cast<std::size_t>(Geo::fileOf(s) + 1);  // a file of nothing on each side
        const int rank = Geo::rankOf(s);
        if (own[file - 1].count + own[file + 1].count == 0) add<us>(L::isolated, 1);
        if (own[file].count > 1) add<us>(L::doubled, 1);
        if (marks_[s] & pawnTakes(us)) add<us>(L::supported, 1);
        bool passed = true;
        for (std::size_t f = file - 1; f <= file + 1; ++f)
            passed = passed && (us == Color::White ? other[f].highest <= rank : other[f].lowest >= rank);
        if (passed) passedPawn<us>(s);
    }

    template <Color us>
    void passedPawn(Square s) {
        const int steps = L::advance(Geo::relativeRank(us, s));
        if (steps == 0) return;
        const Square ahead = Geo::step(s, Geo::forward(us));
        const bool free = board_[ahead] == noPiece;
        add<us>(free ? L::passed(steps) : L::blocked(steps), 1);
        add<us>(L::ownRoyalFar, steps * royalDistance(us, ahead));
        add<us>(L::enemyRoyalFar, steps * royalDistance(~us, ahead));
        if (pieces_[at(~us)] > 0 || !free) return;
        // The royals' race with the pawn, the double step forgotten.
        const int last = us == Color::White ? R::ranks - 1 : 0;
        const int toGo = R::ranks - 1 - Geo::relativeRank(us, s);
        const int chase = royalDistance(~us, Geo::square(Geo::fileOf(s), last)) - (position_.sideToMove() == ~us);
        if (chase > toGo) add<us>(L::unstoppable, 1);
    }

    /// King's steps from the nearest royal; a royal that slides is near to everything.
    int royalDistance(Color c, Square to) const {
        int nearest = std::max(R::files, R::ranks);
        for (int i = 0; i < position_.royalCount(c); ++i) {
            const Square s = position_.royal(c, i);
            if constexpr ((T::allAtoms & slideAtoms) != 0)
                if (R::pieces[typeOf(board_[s])].atoms & slideAtoms) return 1;
            const int files = std::abs(Geo::fileOf(s) - Geo::fileOf(to));
            const int ranks = std::abs(Geo::rankOf(s) - Geo::rankOf(to));
            nearest = std::min(nearest, std::max(files, ranks));
        }
        return nearest;
    }

    template <Color us>
    void terms() {
        threats<us>();
        R::terms(*this, us, [&](int term, int n) { add<us>(L::room(term), n); });
    }

    template <Color us>
    void threats() {
        const Marks takes = pawnTakes(~us);
        const Marks reached = reachedBy(~us);
        const Marks guarded = reachedBy(us) | pawnTakes(us);
        int byPawns = 0;
        int hanging = 0;
        eachUnit(us, [&](Square s, PieceType t) {
            const Marks marks = marks_[s];
            byPawns += (marks & takes) != 0 && t != T::pawn;
            hanging += (marks & reached) != 0 && (marks & guarded) == 0;
        });
        add<us>(L::pawnThreat, byPawns);
        add<us>(L::hanging, hanging);
    }

    /// Without pawns a side that is ahead by little will hardly win, and with one weak piece not at all.
    int drawishness(int score) const {
        constexpr int hardlyEnough = 400;
        constexpr int hardly = 4;
        constexpr int never = 32;  // not a plain draw, so that whoever is ahead stays there
        const Color ahead = score > 0 ? Color::White : Color::Black;
        const auto& files = pawns_[at(ahead)];
        if (std::any_of(files.begin(), files.end(), [](const PawnFile& f) { return f.count > 0; })) return 1;
        if (pieces_[at(ahead)] == 1) {
            bool mates = false;
            eachUnit(ahead, [&](Square, PieceType t) { mates = mates || (!T::royal(t) && matesAlone<R>[t]); });
            if (!mates) return never;
        }
        return std::abs(score) > hardlyEnough ? 1 : hardly;
    }

    template <PieceType type, Color us>
    static Reach reachOf(Evaluator& e, Square from) {
        Reach reach;
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            (e.template walk<type, movementAtoms[i], us>(from, reach), ...);
        }
        (std::make_index_sequence<movementAtoms.size()>{});
        return reach;
    }

    template <PieceType type, Atom atom, Color us>
    void walk(Square from, Reach& reach) {
        if constexpr ((T::wholeAtoms(type) & atom) != 0) {
            for (const int d : offsets<Geo, atom>) {
                Square to = Geo::step(from, d);
                if constexpr ((atom & slideAtoms) != 0)
                    for (; board_[to] == noPiece; to = Geo::step(to, d))
                        visit<type, us>(to, reach);
                visit<type, us>(to, reach);
            }
        }
    }
    template <PieceType type, Color us>
    void visit(Square to, Reach& reach) {
        const Marks marks = marks_[to];
        const Piece there = board_[to];
        marks_[to] = static_cast<Marks>(marks | reachedBy(us));
        reach.squares += !blocks(there, us) && !(marks & pawnTakes(~us));
        reach.ringHits += (marks & nearRoyal(~us)) != 0;
        if constexpr (T::joinsAny(type)) reach.joins += isOf(there, us) && joinable<type>[typeOf(there)];
    }

    static constexpr std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }

    template <Color us>
    static constexpr auto reaches = []<std::size_t... t>(std::index_sequence<t...>) {
        return std::array<ReachFunction, sizeof...(t)>{&reachOf<static_cast<PieceType>(t), us>...};
    }
    (std::make_index_sequence<static_cast<std::size_t>(T::types)>{});

    template <PieceType type>
    static constexpr auto joinable = [] {
        std::array<bool, static_cast<std::size_t>(T::types)> table{};
        for (PieceType other = 1; other < T::types; ++other)
            table[other] = R::join(type, other) != noType;
        return table;
    }();
    static constexpr bool joinsAny = [] {
        for (PieceType t = 1; t < T::types; ++t)
            if (T::joinsAny(t)) return true;
        return false;
    }();

    static constexpr std::size_t boundCount = [] {
        std::size_t n = 0;
        for (PieceType t = 1; t < T::types; ++t)
            n += L::blocks[t].cover >= 0;
        return n;
    }();
    static constexpr bool anyBound = boundCount > 0;
    static constexpr auto boundTypes = [] {
        std::array<PieceType, boundCount> types{};
        std::size_t n = 0;
        for (PieceType t = 1; t < T::types; ++t)
            if (L::blocks[t].cover >= 0) types[n++] = t;
        return types;
    }();

    struct PawnFile {
        int lowest = R::ranks;
        int highest = -1;
        int count = 0;
    };

    const Position<R>& position_;
    const Board<R>& board_;
    Record record_;
    Tapered sum_;
    int divisor_ = 1;
    std::array<int, 2> pieces_;  ///< units other than pawns and royals
    std::array<Marks, Geo::size> marks_;
    std::array<std::array<PawnFile, static_cast<std::size_t>(R::files) + 2>, 2> pawns_;
};

/// The nearer the 50-move draw, the less an advantage is worth: percent that are left of it, times two.
inline int fiftyMoveScale(int halfmoves) {
    return 200 - std::min(halfmoves, 100);
}

/// Boards that only a FEN sets up may hold more than any score: this many centipawns are the most there are.
inline int withinScores(int score) {
    constexpr int most = 30000;
    return std::clamp(score, -most, most);
}

/// Centipawns of advantage for White, before the 50-move count; never a mate.
template <Rules R>
int evaluateWhite(const Position<R>& position) {
    return withinScores(Evaluator<R>(position).white());
}

/// Are so many units left that material and places are nearly all there is to the evaluation? With few there is more to
/// it than they know, and little to look at.
template <Rules R>
bool quickHolds(const Position<R>& position) {
    return 4 * position.phase() >= startPhase<R>;
}

/// White's advantage by material and places alone, which cost nothing: where `quickHolds`, nearly always within
/// R::lazyMargin of the whole.
template <Rules R>
int quickWhite(const Position<R>& position) {
    return withinScores(between<R>(position.score(), phaseOf(position)));
}

/// `white` from the side to move's point of view, less when the 50-move draw is near.
template <Rules R>
int forMover(int white, const Position<R>& position) {
    return (position.sideToMove() == Color::White ? white : -white) * fiftyMoveScale(position.halfmoves()) / 200;
}

/// Centipawns from the side to move's point of view; never a mate.
template <Rules R>
int evaluate(const Position<R>& position) {
    return forMover(evaluateWhite(position), position);
}

}  // namespace fusilier
