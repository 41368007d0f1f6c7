// The position: mailbox, unit lists, and the sums kept up to date by one writer. One generic unmake serves every game.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "fusilier/attacks.h"
#include "fusilier/move.h"
#include "fusilier/rules.h"
#include "fusilier/tables.h"

namespace fusilier {

/// One write of a move. `from` is noSquare where a square was set in place.
struct Change {
    Square to;
    Square from;
    Piece before;             ///< what stood on `to`
    Piece mover;              ///< what left `from`
    std::uint8_t beforeSlot;  ///< its place in its side's list, if `before` was a unit
};

/// All that unmake needs; fixed in size, kept on the caller's stack.
template <Rules R>
struct Undo {
    Key key;
    Tapered score;
    int phase;
    int halfmoves;
    typename R::State state;
    Square arrived;
    std::uint8_t changes;
    std::array<Change, R::maxChanges> log;
};

template <Rules R>
class Position {
  public:
    using Rule = R;
    using T = Traits<R>;
    using Geo = typename T::Geo;
    using State = typename R::State;

    Position() {
        board_.fill(guardPiece);
        for (const Square s : Geo::squares)
            board_[s] = noPiece;
    }

    // --- What stands where ---

    const Board<R>& board() const { return board_; }
    Piece operator[](Square s) const { return board_[s]; }
    int count(Color c) const { return count_[at(c)]; }
    Square unit(Color c, int slot) const { return list_[at(c)][static_cast<std::size_t>(slot)]; }
    int royalCount(Color c) const { return royalCount_[at(c)]; }
    Square royal(Color c, int n) const { return royals_[at(c)][static_cast<std::size_t>(n)]; }

    // --- What is known of it ---

    Color sideToMove() const { return sideToMove_; }
    const State& state() const { return state_; }
    Key key() const { return key_; }
    Tapered score() const { return score_; }      ///< White's piece-square sum minus Black's
    int phase() const { return phase_; }          ///< see Contribution
    int halfmoves() const { return halfmoves_; }  ///< plies since a pawn move or a capture
    int fullmoves() const { return fullmoves_; }

    /// In games of leapers only the unit that came here last can give check: its square, or 0 if unknown.
    Square arrived() const { return arrived_; }

    // --- Setting up: for FEN reading and tests ---

    void put(Square s, Piece p) { writeSet(s, p); }
    void setSideToMove(Color c) { sideToMove_ = c; }
    void setState(const State& s) { state_ = s; }
    void setCounters(int half, int full) { halfmoves_ = half, fullmoves_ = full; }
    /// Sets the en-passant square if some pawn of the side to move may legally capture there.
    void allowEnPassant(Square passed) {
        if (enPassantPlayable(passed, Geo::step(passed, Geo::forward(~sideToMove_)))) state_.enPassant = passed;
    }
    /// Brings the key up to date after setting up.
    void refreshKey() { key_ = computeKey(); }

    /// The key from scratch; always equal to key().
    Key computeKey() const {
        Key k = stateKey();
        for (const Square s : Geo::squares)
            if (board_[s] != noPiece) k ^= Tables<R>::of(board_[s], s).key;
        return sideToMove_ == Color::Black ? k ^ Tables<R>::sideKey : k;
    }

    // --- Moves ---

    /// Plays a legal move. `undo` takes what `unmake` needs.
    void make(Move move, Undo<R>& undo);
    /// Takes back the move made last, with the `undo` that it filled.
    void unmake(const Undo<R>& undo);
    /// Passes; only where no royal of the side to move is attacked.
    void makeNull(Undo<R>& undo);
    void unmakeNull(const Undo<R>& undo);

    /// Would the side to move have its royals safe after this pseudo-legal move? Plays it on the bare board and looks.
    /// The position is as before when it returns.
    bool safeAfter(Move move, Color us);

    bool anyRoyalAttacked(Color c) const {
        for (int i = 0; i < royalCount(c); ++i)
            if (attacked<R>(board_, royal(c, i), ~c)) return true;
        return false;
    }

    friend bool operator==(const Position& a, const Position& b) { return a.sameUnits(b) && a.sameRest(b); }

  private:
    static constexpr std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }
    static constexpr std::size_t squareCount = Geo::squares.size();

    /// The one writer. Moves are made of its two operations, each of which logs what unmake needs.
    class Writer {
      public:
        Writer(Position& position, Undo<R>& undo) : position_(position), undo_(undo) {}
        /// Puts `p` (or nothing) on `s` in place of what is there.
        void set(Square s, Piece p) {
            log() = {s, noSquare, position_.board_[s], noPiece, position_.slot_[s]};
            position_.writeSet(s, p);
        }
        /// Takes the unit on `from` to `to`, where it stands as `lands`; what was on `to` is gone.
        void move(Square from, Square to, Piece lands) {
            log() = {to, from, position_.board_[to], position_.board_[from], position_.slot_[to]};
            position_.writeMove(from, to, lands);
        }

      private:
        Change& log() {
            assert(undo_.changes < R::maxChanges);
            return undo_.log[undo_.changes++];
        }
        Position& position_;
        Undo<R>& undo_;
    };

    /// Writer to the bare board, for legality: no lists, no sums; undone by its destructor.
    class Trial;

    template <class Edit>
    void carryOut(Move move, Color us, Edit& edit) const;

    void remember(Undo<R>& undo) const {
        undo.key = key_;
        undo.score = score_;
        undo.phase = phase_;
        undo.halfmoves = halfmoves_;
        undo.state = state_;
        undo.arrived = arrived_;
        undo.changes = 0;
    }

    Key stateKey() const {
        Key k = Tables<R>::enPassantKey(state_.enPassant);
        if constexpr (HasCastling<R>) k ^= Tables<R>::castlingKey(state_.castling);
        return k;
    }
    bool enPassantPlayable(Square passed, Square pawn);

    // Lists: dense; a lifted unit's place is taken by the last.
    void addUnit(Square s, Piece p) {
        const std::size_t c = at(colorOf(p));
        slot_[s] = count_[c];
        list_[c][count_[c]++] = s;
        if (T::royalPiece[p]) addRoyal(s, c);
    }
    void liftUnit(Square s, Piece p) {
        const std::size_t c = at(colorOf(p));
        const Square last = list_[c][--count_[c]];
        list_[c][slot_[s]] = last;
        slot_[last] = slot_[s];
        if (T::royalPiece[p]) dropRoyal(s, c);
    }
    void unliftUnit(Square s, Piece p, std::uint8_t slot) {
        const std::size_t c = at(colorOf(p));
        if (slot != count_[c]) {
            const Square displaced = list_[c][slot];
            slot_[displaced] = count_[c];
            list_[c][count_[c]] = displaced;
        }
        ++count_[c];
        list_[c][slot] = s;
        slot_[s] = slot;
        if (T::royalPiece[p]) addRoyal(s, c);
    }
    void addRoyal(Square s, std::size_t c) {
        assert(royalCount_[c] < R::maxRoyals);
        royals_[c][royalCount_[c]++] = s;
    }
    std::size_t royalIndex(Square s, std::size_t c) const {
        if constexpr (R::maxRoyals == 1) return 0;
        std::size_t i = 0;
        while (royals_[c][i] != s)
            ++i;
        return i;
    }
    void dropRoyal(Square s, std::size_t c) { royals_[c][royalIndex(s, c)] = royals_[c][--royalCount_[c]]; }

    void addSums(Square s, Piece p) {
        const Contribution& x = Tables<R>::of(p, s);
        key_ ^= x.key;
        score_ += x.score;
        phase_ += x.phase;
    }
    void dropSums(Square s, Piece p) {
        const Contribution& x = Tables<R>::of(p, s);
        key_ ^= x.key;
        score_ -= x.score;
        phase_ -= x.phase;
    }

    static bool sameSide(Piece a, Piece b) { return a != noPiece && b != noPiece && ((a ^ b) & guardPiece) == 0; }

    void writeSet(Square s, Piece p) {
        const Piece before = board_[s];
        if (before != noPiece) dropSums(s, before);
        if (p != noPiece) addSums(s, p);
        if (sameSide(before, p)) {
            const std::size_t c = at(colorOf(p));
            if (T::royalPiece[before] && !T::royalPiece[p]) dropRoyal(s, c);
            if (!T::royalPiece[before] && T::royalPiece[p]) addRoyal(s, c);
        } else {
            if (before != noPiece) liftUnit(s, before);
            if (p != noPiece) addUnit(s, p);
        }
        board_[s] = p;
    }
    void writeMove(Square from, Square to, Piece lands) {
        const Piece victim = board_[to];
        const Piece mover = board_[from];
        if (victim != noPiece) {
            dropSums(to, victim);
            liftUnit(to, victim);
        }
        dropSums(from, mover);
        addSums(to, lands);
        relocate(from, to, mover);
        board_[from] = noPiece;
        board_[to] = lands;
    }
    void relocate(Square from, Square to, Piece mover) {
        const std::size_t c = at(colorOf(mover));
        const std::uint8_t slot = slot_[from];
        slot_[to] = slot;
        list_[c][slot] = to;
        if (T::royalPiece[mover]) royals_[c][royalIndex(from, c)] = to;
    }
    void restore(const Change& x);

    bool sameUnits(const Position& o) const;
    bool sameRest(const Position& o) const {
        return key_ == o.key_ && score_ == o.score_ && phase_ == o.phase_ && state_ == o.state_ &&
               sideToMove_ == o.sideToMove_ && halfmoves_ == o.halfmoves_ && fullmoves_ == o.fullmoves_ &&
               arrived_ == o.arrived_;
    }

    Board<R> board_;
    std::array<std::uint8_t, Geo::size> slot_{};  ///< place in its side's list, by square; stale where nothing stands
    std::array<std::array<Square, squareCount>, 2> list_{};
    std::array<std::array<Square, R::maxRoyals>, 2> royals_{};
    std::array<std::uint8_t, 2> count_{};
    std::array<std::uint8_t, 2> royalCount_{};
    Color sideToMove_ = Color::White;
    Square arrived_ = noSquare;
    State state_{};
    Key key_ = 0;
    Tapered score_;
    int phase_ = 0;
    int halfmoves_ = 0;
    int fullmoves_ = 1;
};

template <Rules R>
class Position<R>::Trial {
  public:
    Trial(Position& position, Color us) : position_(position), us_(us), royals_(position.royals_[at(us)]) {
        royalCount_ = position.royalCount_[at(us)];
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    ~Trial() {
        while (changes_ > 0) {
            const auto& [s, before] = log_[--changes_];
            position_.board_[s] = before;
        }
    }

    void set(Square s, Piece p) {
        const Piece before = position_.board_[s];
        log_[changes_++] = {s, before};
        position_.board_[s] = p;
        if (isOf(before, us_) && T::royalPiece[before]) drop(s);
        if (isOf(p, us_) && T::royalPiece[p]) royals_[royalCount_++] = s;
    }
    void move(Square from, Square to, Piece lands) {
        set(from, noPiece);
        set(to, lands);
    }

    bool safe() const {
        for (std::size_t i = 0; i < royalCount_; ++i)
            if (attacked<R>(position_.board_, royals_[i], ~us_)) return false;
        return true;
    }

  private:
    void drop(Square s) {
        std::size_t i = 0;
        while (royals_[i] != s)
            ++i;
        royals_[i] = royals_[--royalCount_];
    }

    Position& position_;
    Color us_;
    std::uint8_t royalCount_;
    std::uint8_t changes_ = 0;
    std::array<Square, R::maxRoyals> royals_;
    std::array<std::pair<Square, Piece>, 2 * R::maxChanges> log_;
};

template <Rules R>
template <class Edit>
inline void Position<R>::carryOut(Move move, Color us, Edit& edit) const {
    const Square from = move.from();
    const Square to = move.to();
    const Piece lands = makePiece(us, move.arg());
    switch (move.kind()) {
        case MoveKind::Plain:
        case MoveKind::Promotion:
        case MoveKind::DoubleStep:
            edit.move(from, to, lands);
            break;
        case MoveKind::EnPassant:
            edit.move(from, to, lands);
            edit.set(Geo::step(to, -Geo::forward(us)), noPiece);
            break;
        case MoveKind::Split:
            edit.set(from, makePiece(us, R::remainder(typeOf(board_[from]), move.arg())));
            edit.set(to, lands);
            break;
        default:
            R::apply(board_, us, move, edit);
            break;
    }
}

template <Rules R>
inline bool Position<R>::safeAfter(Move move, Color us) {
    Trial trial(*this, us);
    carryOut(move, us, trial);
    return trial.safe();
}

template <Rules R>
inline void Position<R>::make(Move move, Undo<R>& undo) {
    const Color us = sideToMove_;
    remember(undo);

    key_ ^= stateKey() ^ Tables<R>::sideKey;
    const bool reset = typeOf(board_[move.from()]) == T::pawn || isOf(board_[move.to()], ~us) ||
                       (move.kind() >= MoveKind::Room && R::irreversible(move.kind()));
    halfmoves_ = reset ? 0 : halfmoves_ + 1;
    state_.enPassant = noSquare;
    R::update(state_, board_, move);

    Writer writer(*this, undo);
    carryOut(move, us, writer);

    arrived_ = move.to();
    fullmoves_ += index(us);
    sideToMove_ = ~us;
    if (move.kind() == MoveKind::DoubleStep) {
        const Square passed = Geo::step(move.to(), -Geo::forward(us));
        if (enPassantPlayable(passed, move.to())) state_.enPassant = passed;
    }
    key_ ^= stateKey();
}

template <Rules R>
inline void Position<R>::unmake(const Undo<R>& undo) {
    for (std::size_t i = undo.changes; i-- > 0;)
        restore(undo.log[i]);
    unmakeNull(undo);
    fullmoves_ -= index(sideToMove_);
}

template <Rules R>
inline void Position<R>::makeNull(Undo<R>& undo) {
    remember(undo);
    key_ ^= Tables<R>::enPassantKey(state_.enPassant) ^ Tables<R>::sideKey;
    state_.enPassant = noSquare;
    ++halfmoves_;
    // The unit that arrived last is the mover's own now, and harmless to it: nobody gives check.
    sideToMove_ = ~sideToMove_;
}

template <Rules R>
inline void Position<R>::unmakeNull(const Undo<R>& undo) {
    sideToMove_ = ~sideToMove_;
    key_ = undo.key;
    score_ = undo.score;
    phase_ = undo.phase;
    halfmoves_ = undo.halfmoves;
    state_ = undo.state;
    arrived_ = undo.arrived;
}

template <Rules R>
inline void Position<R>::restore(const Change& x) {
    const Piece now = board_[x.to];
    if (x.from != noSquare) {
        relocate(x.to, x.from, x.mover);
        board_[x.from] = x.mover;
        if (x.before != noPiece) unliftUnit(x.to, x.before, x.beforeSlot);
    } else if (sameSide(now, x.before)) {
        const std::size_t c = at(colorOf(now));
        if (T::royalPiece[now] && !T::royalPiece[x.before]) dropRoyal(x.to, c);
        if (!T::royalPiece[now] && T::royalPiece[x.before]) addRoyal(x.to, c);
    } else {
        if (now != noPiece) liftUnit(x.to, now);
        if (x.before != noPiece) unliftUnit(x.to, x.before, x.beforeSlot);
    }
    board_[x.to] = x.before;
}

/// Called with the capturing side to move and the pawn on its new square.
template <Rules R>
inline bool Position<R>::enPassantPlayable(Square passed, Square pawn) {
    const Color us = sideToMove_;
    const Piece taker = makePiece(us, T::pawn);
    for (const int side : {-1, 1}) {
        const Square from = Geo::step(pawn, side);
        if (board_[from] == taker && safeAfter(Move(from, passed, T::pawn, MoveKind::EnPassant), us)) return true;
    }
    return false;
}

template <Rules R>
bool Position<R>::sameUnits(const Position& o) const {
    if (board_ != o.board_ || count_ != o.count_ || royalCount_ != o.royalCount_) return false;
    for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t i = 0; i < count_[c]; ++i) {
            const Square s = list_[c][i];
            if (s != o.list_[c][i] || slot_[s] != o.slot_[s]) return false;
        }
        for (std::size_t i = 0; i < royalCount_[c]; ++i)
            if (royals_[c][i] != o.royals_[c][i]) return false;
    }
    return true;
}

}  // namespace fusilier
