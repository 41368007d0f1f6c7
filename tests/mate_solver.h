// Proves and refutes forced mates by trying every move: move generation alone, nothing of the search or the evaluation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "fusilier/movegen.h"

namespace fusilier::mates {

/// Draws by repetition and by the fifty-move rule are none of its business: a shortest mate repeats nothing, and the
/// suites keep away from the fifty moves.
template <Rules R>
class MateSolver {
  public:
    struct GaveUp {};

    static constexpr int most = 8;  ///< moves to mate

    /// Throws GaveUp once it has made more than `budget` moves.
    explicit MateSolver(std::uint64_t budget = std::numeric_limits<std::uint64_t>::max()) : budget_(budget) {}

    /// A move by which the side to move forces mate in at most `moves` (at least 1) of its own; no move if it cannot.
    Move mate(Position<R> position, int moves) { return findMate(position, moves); }
    /// Is the side to move mated, or will it be within `moves` (at least 0) of the other side's, whatever it plays?
    bool lost(Position<R> position, int moves) { return isLost(position, moves, Safety<R>(position).inCheck()); }
    /// The least number of moves in which the side to move forces mate; 0 if `limit` are too few.
    int shortest(const Position<R>& position, int limit) {
        for (int moves = 1; moves <= limit; ++moves)
            if (mate(position, moves)) return moves;
        return 0;
    }
    /// Moves made so far.
    std::uint64_t tried() const { return tried_; }

  private:
    void make(Position<R>& position, Move m, Undo<R>& undo) {
        if (++tried_ > budget_) throw GaveUp{};
        position.make(m, undo);
    }

    Move findMate(Position<R>& position, int moves) {
        auto rest = legalMoves(position);
        Move* keep = rest.begin();
        // Checks first: they leave few replies, and the last move must be one.
        for (const Move m : rest) {
            Undo<R> undo;
            make(position, m, undo);
            const bool check = Safety<R>(position).inCheck();
            const bool mates = check && isLost(position, moves - 1, true);
            position.unmake(undo);
            if (mates) return m;
            if (!check) *keep++ = m;
        }
        if (moves == 1) return Move();
        rest.setEnd(keep);
        for (const Move m : rest) {
            Undo<R> undo;
            make(position, m, undo);
            const bool mates = isLost(position, moves - 1, false);
            position.unmake(undo);
            if (mates) return m;
        }
        return Move();
    }

    bool isLost(Position<R>& position, int moves, bool inCheck) {
        if (moves == 0) return inCheck && countMoves(position) == 0;
        auto replies = legalMoves(position);
        if (replies.empty()) return inCheck;
        // What saved the side from another try is likely to save it from this one.
        Move& saviour = saviours_[static_cast<std::size_t>(moves)];
        for (Move& reply : replies)
            if (reply == saviour) std::swap(reply, *replies.begin());
        for (const Move reply : replies) {
            Undo<R> undo;
            make(position, reply, undo);
            const bool saved = !findMate(position, moves);
            position.unmake(undo);
            if (!saved) continue;
            saviour = reply;
            return false;
        }
        return true;
    }

    std::uint64_t budget_;
    std::uint64_t tried_ = 0;
    std::array<Move, most + 1> saviours_{};
};

}  // namespace fusilier::mates
