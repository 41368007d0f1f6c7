// Move generation: legal moves only, one unit at a time, by the same code for perft and search.
//
// A unit that is neither royal nor pinned, while nobody is in check, moves freely: none of its moves needs a test.
// Every other move is tested by Generator::legal. The movements of each type are folded in at compile time.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/position.h"
#include "fusilier/safety.h"

namespace fusilier {

/// Which moves are wanted. Noisy and Quiet share nothing and make up All.
enum class Stage : std::uint8_t { All, Noisy, Quiet };

/// Appends moves to an array that has room for R::maxMoves.
struct ListSink {
    static constexpr bool counts = false;
    Move* end;
    void add(Move m) { *end++ = m; }
};

/// Only counts: the last ply of perft.
struct CountSink {
    static constexpr bool counts = true;
    std::uint64_t total = 0;
    void add(Move) { ++total; }
    void add(std::uint64_t n) { total += n; }
};

template <Rules R, Stage stage, class Sink>
class Generator {
  public:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    /// `position` is as it was when generation ends; legality tests write to its board in between.
    Generator(Position<R>& position, const Safety<R>& safety, Sink& sink)
        : position_(position), safety_(safety), sink_(sink), us_(position.sideToMove()) {}

    void all() {
        for (int i = 0, n = position_.count(us_); i < n; ++i)
            from(position_.unit(us_, i));
    }

    /// The moves of the unit on one square, which must be the mover's.
    void from(Square s) {
        const PieceType t = typeOf(position_[s]);
        const bool free = !safety_.inCheck() && !safety_.pinned(s) && !T::royal(t);
        (free ? freeUnits : guardedUnits)[t](*this, s);
    }

    Position<R>& position() const { return position_; }
    const Safety<R>& safety() const { return safety_; }
    Color us() const { return us_; }

    template <Noise noise, bool guarded>
    void emit(Move m) {
        if constexpr (stage == Stage::All || (stage == Stage::Noisy) == (noise == Noise::Noisy)) {
            if constexpr (guarded)
                if (!legal(m)) return;
            sink_.add(m);
        }
    }

    /// Whether a pseudo-legal move leaves every royal safe.
    bool legal(Move m) const {
        const Square from = m.from();
        const bool royal = T::royalPiece[position_[from]];
        const bool changesTwoSquaresOnly = m.kind() <= MoveKind::DoubleStep || m.kind() == MoveKind::Split;
        if (!royal && changesTwoSquaresOnly) {
            if (safety_.inCheck() && !safety_.answersAll(m.to())) return false;
            // What splits still stands where it stood, so it opens no line.
            if (!safety_.pinned(from) || m.kind() == MoveKind::Split) return true;
        }
        if constexpr (T::leapersOnly)
            if (royal && !safety_.inCheck() && changesTwoSquaresOnly)
                return !attacked<R>(position_.board(), m.to(), ~us_);
        return position_.safeAfter(m, us_);
    }

  private:
    using UnitFunction = void (*)(Generator&, Square);

    /// What a room's `specials` sees of the unit it makes moves for.
    template <bool guarded>
    struct Unit {
        Generator& generator;
        Square from;

        Position<R>& position() const { return generator.position_; }
        const Safety<R>& safety() const { return generator.safety_; }
        Color us() const { return generator.us_; }
        /// For a move that changes no more than a plain one: the unit's freedom holds for it.
        template <Noise noise>
        void emit(Move m) const {
            generator.template emit<noise, guarded>(m);
        }
        /// For a move that changes more, and so may open lines that have nothing to do with the unit.
        template <Noise noise>
        void emitTested(Move m) const {
            generator.template emit<noise, true>(m);
        }
        /// Is there an empty square that a leap or slide of `atoms` reaches?
        template <Atoms atoms>
        bool anyEmpty() const {
            const auto& board = generator.position_.board();
            bool any = false;
            for_each_atom<atoms>([&]<Atom atom>() {
                for (const int d : offsets<Geo, atom>)
                    any |= board[Geo::step(from, d)] == noPiece;
            });
            return any;
        }
        /// Calls `visit(to)` for every empty square that a leap or slide of `atoms` reaches.
        template <Atoms atoms, class Visit>
        void eachEmpty(Visit visit) const {
            const auto& board = generator.position_.board();
            for_each_atom<atoms>([&]<Atom atom>() {
                for (const int d : offsets<Geo, atom>) {
                    for (Square to = Geo::step(from, d); board[to] == noPiece; to = Geo::step(to, d)) {
                        visit(to);
                        if constexpr ((atom & slideAtoms) == 0) break;
                    }
                }
            });
        }
    };

    template <Atoms atoms, class Visit>
    static void for_each_atom(Visit visit) {
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            ((void)((atoms & movementAtoms[i]) ? (visit.template operator()<movementAtoms[i]>(), 0) : 0), ...);
        }
        (std::make_index_sequence<movementAtoms.size()>{});
    }

    template <PieceType type, bool guarded>
    static void unit(Generator& g, Square from) {
        if constexpr (type == noType) {
            return;
        } else if constexpr (R::pieces[type].pawn()) {
            if (g.us_ == Color::White)
                g.template pawn<Color::White, guarded>(from);
            else
                g.template pawn<Color::Black, guarded>(from);
        } else {
            [&]<std::size_t... i>(std::index_sequence<i...>) {
                (g.template walk<type, movementAtoms[i], guarded>(from), ...);
            }
            (std::make_index_sequence<movementAtoms.size()>{});
        }
        if constexpr (R::hasSpecials(type)) R::template specials<type>(Unit<guarded>{g, from});
    }

    template <bool guarded>
    static constexpr auto unitTable = []<std::size_t... t>(std::index_sequence<t...>) {
        return std::array<UnitFunction, sizeof...(t)>{&unit<static_cast<PieceType>(t), guarded>...};
    }
    (std::make_index_sequence<static_cast<std::size_t>(T::types)>{});
    static constexpr auto& freeUnits = unitTable<false>;
    static constexpr auto& guardedUnits = unitTable<true>;

    /// All squares that one atom of a type reaches.
    template <PieceType type, Atom atom, bool guarded>
    void walk(Square from) {
        constexpr bool whole = (T::wholeAtoms(type) & atom) != 0;
        constexpr bool parts = T::leavingBy(type, atom)[0] != noType;
        if constexpr (whole || parts) {
            for (const int d : offsets<Geo, atom>) {
                Square to = Geo::step(from, d);
                if constexpr ((atom & slideAtoms) != 0) {
                    for (; position_[to] == noPiece; to = Geo::step(to, d))
                        toEmpty<type, atom, guarded>(from, to);
                    if constexpr (whole) toUnit<type, atom, guarded>(from, to);
                } else if constexpr (!whole) {
                    if (position_[to] == noPiece) toEmpty<type, atom, guarded>(from, to);
                } else if constexpr (Sink::counts && stage == Stage::All && !guarded && simple<type>) {
                    sink_.add(!blocks(position_[to], us_));
                } else if (position_[to] == noPiece) {
                    toEmpty<type, atom, guarded>(from, to);
                } else {
                    toUnit<type, atom, guarded>(from, to);
                }
            }
        }
    }

    /// Exactly one move to every square not held by its own side, whatever stands there.
    template <PieceType type>
    static constexpr bool simple =
        !T::joinsAny(type) && R::components(type)[0] == noType && R::pieces[type].promotesTo.empty();

    template <PieceType type, Atom atom, bool guarded>
    void toEmpty(Square from, Square to) {
        if constexpr ((T::wholeAtoms(type) & atom) != 0) arrive<type, Noise::Quiet, guarded>(from, to, type);
        constexpr Components parts = T::leavingBy(type, atom);
        for (const PieceType part : parts) {
            if (part == noType) break;
            emit<Noise::Quiet, guarded>(Move(from, to, part, MoveKind::Split));
        }
    }

    template <PieceType type, Atom atom, bool guarded>
    void toUnit(Square from, Square to) {
        const Piece other = position_[to];
        if (!blocks(other, us_)) {
            arrive<type, Noise::Noisy, guarded>(from, to, R::capture(type, atom, typeOf(other)));
        } else if constexpr (T::joinsAny(type)) {
            // The guard's type is noType, which nothing joins.
            if (const PieceType joined = R::join(type, typeOf(other)); joined != noType)
                emit<Noise::Quiet, guarded>(Move(from, to, joined));
        }
    }

    template <PieceType type, Noise noise, bool guarded>
    void arrive(Square from, Square to, PieceType lands) {
        constexpr std::string_view choices = R::pieces[type].promotesTo;
        if constexpr (!choices.empty()) {
            if (Geo::onLastRank(us_, to)) {
                promote<type, guarded>(from, to);
                return;
            }
        }
        emit<noise, guarded>(Move(from, to, lands));
    }

    template <PieceType type, bool guarded>
    void promote(Square from, Square to) {
        static constexpr auto choices = [] {
            std::array<PieceType, R::pieces[type].promotesTo.size()> list{};
            for (std::size_t i = 0; i < list.size(); ++i)
                list[i] = T::byLetter(R::pieces[type].promotesTo.substr(i, 1));
            return list;
        }();
        for (const PieceType choice : choices)
            emit<Noise::Noisy, guarded>(Move(from, to, choice, MoveKind::Promotion));
    }

    template <Color us, bool guarded>
    void pawn(Square from) {
        constexpr int ahead = Geo::forward(us);
        const Square to = Geo::step(from, ahead);
        if (position_[to] == noPiece) {
            arrive<T::pawn, Noise::Quiet, guarded>(from, to, T::pawn);
            const Square twoAhead = Geo::step(to, ahead);
            if (Geo::relativeRank(us, from) == R::pawnStartRank && position_[twoAhead] == noPiece)
                emit<Noise::Quiet, guarded>(Move(from, twoAhead, T::pawn, MoveKind::DoubleStep));
        }
        for (const int side : {-1, 1}) {
            const Square target = Geo::step(to, side);
            if (isOf(position_[target], ~us))
                arrive<T::pawn, Noise::Noisy, guarded>(from, target, T::pawn);
            else if (target == position_.state().enPassant && target != noSquare)
                emit<Noise::Noisy, true>(Move(from, target, T::pawn, MoveKind::EnPassant));
        }
    }

    Position<R>& position_;
    const Safety<R>& safety_;
    Sink& sink_;
    const Color us_;
};

/// Moves in an array on the stack. Only what has been written is initialised: a list is made per node, and most of it
/// is never used.
template <Rules R>
class MoveList {
  public:
    MoveList() {}
    Move* begin() { return moves_.data(); }
    Move* end() { return begin() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return begin() + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    /// After something has been written from begin() on.
    void setEnd(const Move* end) {
        size_ = static_cast<std::size_t>(end - begin());
        assert(size_ <= moves_.size());
    }

  private:
    union {
        std::array<Move, R::maxMoves> moves_;
    };
    std::size_t size_ = 0;
};

/// Writes the legal moves of a stage from `out` on and returns their end.
template <Rules R, Stage stage = Stage::All>
inline Move* generate(Position<R>& position, const Safety<R>& safety, Move* out) {
    ListSink sink{out};
    Generator<R, stage, ListSink>(position, safety, sink).all();
    return sink.end;
}

template <Rules R>
inline MoveList<R> legalMoves(Position<R>& position) {
    MoveList<R> list;
    list.setEnd(generate<R>(position, Safety<R>(position), list.begin()));
    return list;
}

template <Rules R>
inline std::uint64_t countMoves(Position<R>& position) {
    CountSink sink;
    Generator<R, Stage::All, CountSink>(position, Safety<R>(position), sink).all();
    return sink.total;
}

/// Is `move`, which may come from a table and be anything, legal here?
template <Rules R>
inline bool isLegal(Position<R>& position, const Safety<R>& safety, Move move) {
    if (!isOf(position[move.from()], position.sideToMove())) return false;
    MoveList<R> list;
    ListSink sink{list.begin()};
    Generator<R, Stage::All, ListSink>(position, safety, sink).from(move.from());
    for (const Move* m = list.begin(); m != sink.end; ++m)
        if (*m == move) return true;
    return false;
}

}  // namespace fusilier
