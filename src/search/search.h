// Iterative deepening alpha-beta over one position, written once for every game.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <vector>

#include "core/notation.h"
#include "eval/evaluate.h"
#include "fusilier/movegen.h"
#include "search/clock.h"
#include "search/gain.h"
#include "search/history.h"
#include "search/picker.h"
#include "search/score.h"
#include "search/table.h"

namespace fusilier {

/// What a search is asked, in the search's own terms.
struct SearchTask {
    Limits limits;
    TimeBudget time;
    std::vector<Move> rootMoves;  ///< legal, at least one
};

/// What others tell a running search, from any thread.
struct SearchSignals {
    std::atomic<bool> stop{false};
    std::atomic<bool> pondering{false};         ///< limits of time do not hold yet
    std::atomic<std::int64_t> clockStartMs{0};  ///< when they began to, counted from the start of the search
};

/// Nothing but units of letter K on the board.
template <Rules R>
bool bareKings(const Position<R>& position) {
    constexpr PieceType king = Traits<R>::byLetter("K");
    for (const Color c : {Color::White, Color::Black})
        for (int i = 0; i < position.count(c); ++i)
            if (typeOf(position[position.unit(c, i)]) != king) return false;
    return true;
}

template <Rules R>
class Searcher {
  public:
    /// `keys`: of every position of the game so far, the one searched last.
    Searcher(const Position<R>& position, std::vector<Key> keys, TranspositionTable& table,
             const SearchSignals& signals)
        : position_(position),
          keys_(std::move(keys)),
          table_(table),
          signals_(signals),
          buffer_(new ScoredMove[static_cast<std::size_t>(R::maxMoves) * (maxPly + 1)]) {
        rootPly_ = keys_.size();
    }

    struct Result {
        Move best, ponder;
    };
    Result run(const SearchTask& task, SearchListener& listener);

  private:
    struct Frame {
        typename Picker<R>::Killers killers{};
        int reversible = 0;  ///< plies since a null move
        int staticScore = noScore;
        std::vector<Move> pv;
    };
    struct RootMove {
        Move move;
        int score = -infinite;
        std::vector<Move> pv;
    };

    void iterate(int depth);
    int searchRoot(int alpha, int beta, int depth);
    template <bool pvNode>
    int search(int alpha, int beta, int depth, int ply);
    int quiesce(int alpha, int beta, int ply);

    bool outOfTime();
    bool past(std::optional<std::int64_t> limitMs) const;
    bool drawn(int ply) const;
    void play(Move m, Undo<R>& undo, int ply);
    void takeBack(const Undo<R>& undo);
    void rewardQuiet(Move best, const std::vector<Move>& tried, int depth, int ply);
    bool hasPieces(Color c) const;
    ScoredMove* buffer(int ply) {
        return buffer_.get() + static_cast<std::size_t>(R::maxMoves) * static_cast<std::size_t>(ply);
    }
    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    void report(Score::Bound bound);
    void setPv(int ply, Move m);

    static int reduction(int depth, int number) {
        static const auto table = [] {
            std::array<std::array<std::int8_t, 64>, 64> t{};
            for (int d = 1; d < 64; ++d)
                for (int n = 1; n < 64; ++n)
                    t[static_cast<std::size_t>(d)][static_cast<std::size_t>(n)] =
                        static_cast<std::int8_t>(0.75 + std::log(d) * std::log(n) / 2.25);
            return t;
        }();
        return table[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
    }

    Position<R> position_;
    std::vector<Key> keys_;
    std::size_t rootPly_;
    TranspositionTable& table_;
    const SearchSignals& signals_;
    std::unique_ptr<ScoredMove[]> buffer_;
    History<R> history_;
    std::array<Frame, maxPly + 2> frames_;
    std::vector<RootMove> rootMoves_;

    const SearchTask* task_ = nullptr;
    SearchListener* listener_ = nullptr;
    Stopwatch watch_;
    std::uint64_t nodes_ = 0;
    int depth_ = 0;
    int selDepth_ = 0;
    bool stopped_ = false;
};

template <Rules R>
typename Searcher<R>::Result Searcher<R>::run(const SearchTask& task, SearchListener& listener) {
    task_ = &task;
    listener_ = &listener;
    for (const Move m : task.rootMoves)
        rootMoves_.push_back({m, -infinite, {m}});
    const int last = std::min(task.limits.depth.value_or(maxPly - 1), maxPly - 1);
    for (depth_ = 1; depth_ <= last; ++depth_) {
        iterate(depth_);
        if (stopped_) break;
        const int score = rootMoves_.front().score;
        if (task.limits.mate && score >= mateBound && (mateScore - score + 1) / 2 <= *task.limits.mate) break;
        const bool forced = rootMoves_.size() == 1;
        if (past(forced && task.time.soft ? 0 : task.time.soft)) break;
    }
    const auto& pv = rootMoves_.front().pv;
    return {pv[0], pv.size() > 1 ? pv[1] : Move()};
}

/// One iteration, in a window around the last score that is widened until it holds.
template <Rules R>
void Searcher<R>::iterate(int depth) {
    selDepth_ = 0;
    int window = 20;
    const int guess = rootMoves_.front().score;
    int alpha = depth < 5 ? -infinite : std::max(guess - window, -infinite);
    int beta = depth < 5 ? infinite : std::min(guess + window, +infinite);
    for (;;) {
        const int score = searchRoot(alpha, beta, depth);
        std::stable_sort(rootMoves_.begin(), rootMoves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        if (stopped_) {
            if (score > -infinite) report(Score::Bound::Exact);
            return;
        }
        if (score <= alpha) {
            report(Score::Bound::Upper);
            alpha = std::max(score - window, -infinite);
        } else if (score >= beta) {
            report(Score::Bound::Lower);
            beta = std::min(score + window, +infinite);
        } else {
            report(Score::Bound::Exact);
            return;
        }
        window *= 2;
        if (window > 1000) alpha = -infinite, beta = infinite;
    }
}

template <Rules R>
int Searcher<R>::searchRoot(int alpha, int beta, int depth) {
    int best = -infinite;
    int number = 0;
    for (RootMove& root : rootMoves_) {
        ++number;
        if (watch_.elapsedMs() > 3000) listener_->onCurrentMove(depth, moveText<R>(root.move), number);
        Undo<R> undo;
        play(root.move, undo, 0);
        int score = -infinite;
        if (number > 1) score = -search<false>(-alpha - 1, -alpha, depth - 1, 1);
        if (number == 1 || (score > alpha && score < beta)) score = -search<true>(-beta, -alpha, depth - 1, 1);
        takeBack(undo);
        if (stopped_) {
            for (RootMove* r = &root; r != rootMoves_.data() + rootMoves_.size(); ++r)
                r->score = -infinite;
            return best;
        }
        if (number == 1 || score > alpha) {
            root.score = score;
            root.pv.assign(1, root.move);
            root.pv.insert(root.pv.end(), frame(1).pv.begin(), frame(1).pv.end());
        } else {
            root.score = -infinite;
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return best;
}

template <Rules R>
template <bool pvNode>
int Searcher<R>::search(int alpha, int beta, int depth, int ply) {
    // 1. Leaves.
    if (depth <= 0) return quiesce(alpha, beta, ply);
    frame(ply).pv.clear();
    ++nodes_;
    if (outOfTime()) return 0;
    selDepth_ = std::max(selDepth_, ply);

    // 2. Draws by rule, and mates that are nearer already.
    const Safety<R> safety(position_);
    const bool inCheck = safety.inCheck();
    if (drawn(ply)) {
        const bool mated = position_.halfmoves() >= 100 && inCheck && legalMoves(position_).empty();
        return mated ? matedIn(ply) : drawScore;
    }
    if (ply >= maxPly) return inCheck ? drawScore : evaluate(position_);
    alpha = std::max(alpha, matedIn(ply));
    beta = std::min(beta, mateIn(ply + 1));
    if (alpha >= beta) return alpha;

    // 3. Transposition table.
    const auto entry = table_.probe(position_.key());
    if (entry && !pvNode && entry->depth >= depth) {
        const int score = fromTable(entry->score, ply);
        if (entry->bound == Bound::Exact || (entry->bound == Bound::Lower ? score >= beta : score <= alpha))
            return score;
    }

    // 4. Static evaluation, and what follows from it alone.
    Frame& here = frame(ply);
    here.staticScore = inCheck ? noScore : evaluate(position_);
    if (!pvNode && !inCheck && !isMate(beta)) {
        if (depth <= 6 && here.staticScore - 80 * depth >= beta) return here.staticScore;

        // 5. Null move: if passing is good enough, so is some move.
        if (depth >= 3 && here.staticScore >= beta && here.reversible > 0 && hasPieces(position_.sideToMove())) {
            Undo<R> undo;
            position_.makeNull(undo);
            keys_.push_back(position_.key());
            frame(ply + 1).reversible = 0;
            const int score = -search<false>(-beta, -beta + 1, depth - 3 - depth / 4, ply + 1);
            keys_.pop_back();
            position_.unmakeNull(undo);
            if (stopped_) return 0;
            if (score >= beta) return isMate(score) ? beta : score;
        }
    }

    // 6. The moves.
    Picker<R> picker(position_, safety, history_, entry ? entry->move : Move(), here.killers, buffer(ply));
    std::vector<Move> quiets;
    Move bestMove;
    int best = -infinite;
    int number = 0;
    const int oldAlpha = alpha;
    while (const Move m = picker.next()) {
        ++number;
        const bool noisy = isNoisy(position_, m);
        if (!pvNode && !inCheck && !noisy && best > -mateBound && depth <= 4 && number > 4 + 3 * depth * depth)
            continue;
        if (!noisy) quiets.push_back(m);

        Undo<R> undo;
        play(m, undo, ply);
        table_.prefetch(position_.key());
        const int newDepth = depth - 1 + (inCheck ? 1 : 0);
        int score = -infinite;
        if (number > 1) {
            int less = 0;
            if (depth >= 3 && number > 3 && !noisy)
                less = std::clamp(reduction(depth, number) - (pvNode ? 1 : 0), 0, newDepth - 1);
            score = -search<false>(-alpha - 1, -alpha, newDepth - less, ply + 1);
            if (less > 0 && score > alpha) score = -search<false>(-alpha - 1, -alpha, newDepth, ply + 1);
        }
        if (pvNode && (number == 1 || (score > alpha && score < beta)))
            score = -search<true>(-beta, -alpha, newDepth, ply + 1);
        else if (number == 1)
            score = -search<false>(-beta, -alpha, newDepth, ply + 1);
        takeBack(undo);
        if (stopped_) return 0;

        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        bestMove = m;
        alpha = score;
        if (pvNode) setPv(ply, m);
        if (alpha >= beta) {
            if (!noisy) rewardQuiet(m, quiets, depth, ply);
            break;
        }
    }

    // 7. No moves: mate or stalemate.
    if (number == 0) return inCheck ? matedIn(ply) : drawScore;

    // 8. Remember.
    const Bound bound = best >= beta ? Bound::Lower : alpha > oldAlpha ? Bound::Exact : Bound::Upper;
    table_.store(position_.key(), {bestMove, toTable(best, ply), depth, bound});
    return best;
}

/// Only noisy moves, until the position is calm; in check, every move.
template <Rules R>
int Searcher<R>::quiesce(int alpha, int beta, int ply) {
    frame(ply).pv.clear();
    ++nodes_;
    if (outOfTime()) return 0;
    selDepth_ = std::max(selDepth_, ply);
    const Safety<R> safety(position_);
    const bool inCheck = safety.inCheck();
    if (drawn(ply) && !inCheck) return drawScore;
    if (ply >= maxPly) return inCheck ? drawScore : evaluate(position_);

    const auto entry = table_.probe(position_.key());
    if (entry && beta - alpha == 1) {
        const int score = fromTable(entry->score, ply);
        if (entry->bound == Bound::Exact || (entry->bound == Bound::Lower ? score >= beta : score <= alpha))
            return score;
    }

    int best = -infinite;
    if (!inCheck) {
        best = evaluate(position_);
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }
    const int standPat = best;
    Picker<R> picker(position_, safety, history_, entry ? entry->move : Move(), buffer(ply));
    Move bestMove;
    int number = 0;
    const int oldAlpha = alpha;
    while (const Move m = picker.next()) {
        ++number;
        if (!inCheck) {
            const int gained = gain(position_, m);
            if (gained < 0 || standPat + gained + 150 <= alpha) continue;
        }
        Undo<R> undo;
        play(m, undo, ply);
        const int score = -quiesce(-beta, -alpha, ply + 1);
        takeBack(undo);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        bestMove = m;
        alpha = score;
        setPv(ply, m);
        if (alpha >= beta) break;
    }
    if (inCheck && number == 0) return matedIn(ply);
    const Bound bound = best >= beta ? Bound::Lower : alpha > oldAlpha ? Bound::Exact : Bound::Upper;
    table_.store(position_.key(), {bestMove, toTable(best, ply), 0, bound});
    return best;
}

template <Rules R>
bool Searcher<R>::outOfTime() {
    if (stopped_) return true;
    if (task_->limits.nodes && nodes_ >= *task_->limits.nodes) stopped_ = true;
    if ((nodes_ & 511) == 0) {
        if (signals_.stop.load(std::memory_order_relaxed)) stopped_ = true;
        if (past(task_->time.hard)) stopped_ = true;
    }
    return stopped_;
}

/// Has the clock, if it runs, passed this limit, if there is one?
template <Rules R>
bool Searcher<R>::past(std::optional<std::int64_t> limitMs) const {
    return limitMs && !signals_.pondering.load(std::memory_order_relaxed) &&
           watch_.elapsedMs() - signals_.clockStartMs.load(std::memory_order_relaxed) >= *limitMs;
}

/// Repetition (once within the search, twice with the game before it), 50 moves, bare kings.
template <Rules R>
bool Searcher<R>::drawn(int ply) const {
    if (position_.halfmoves() >= 100) return true;
    if (bareKings(position_)) return true;
    const std::size_t last = keys_.size() - 1;
    const auto back =
        static_cast<std::size_t>(std::min(position_.halfmoves(), frames_[static_cast<std::size_t>(ply)].reversible));
    int before = 0;
    for (std::size_t i = 4; i <= std::min(back, last); i += 2) {
        if (keys_[last - i] != keys_[last]) continue;
        if (last - i >= rootPly_ || ++before == 2) return true;
    }
    return false;
}

template <Rules R>
void Searcher<R>::play(Move m, Undo<R>& undo, int ply) {
    position_.make(m, undo);
    keys_.push_back(position_.key());
    frame(ply + 1).reversible = frame(ply).reversible + 1;
}

template <Rules R>
void Searcher<R>::takeBack(const Undo<R>& undo) {
    keys_.pop_back();
    position_.unmake(undo);
}

template <Rules R>
void Searcher<R>::rewardQuiet(Move best, const std::vector<Move>& tried, int depth, int ply) {
    auto& killers = frame(ply).killers;
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    const int bonus = std::min(16 * depth * depth + 32 * depth, 1600);
    const Color us = position_.sideToMove();
    for (const Move m : tried)
        bump(history_.of(us, m), m == best ? bonus : -bonus);
}

/// Anything but pawns and royals: without it, having to move may be a burden.
template <Rules R>
bool Searcher<R>::hasPieces(Color c) const {
    for (int i = 0; i < position_.count(c); ++i) {
        const PieceType t = typeOf(position_[position_.unit(c, i)]);
        if (t != Traits<R>::pawn && !Traits<R>::royal(t)) return true;
    }
    return false;
}

template <Rules R>
void Searcher<R>::setPv(int ply, Move m) {
    auto& pv = frame(ply).pv;
    const auto& rest = frame(ply + 1).pv;
    pv.assign(1, m);
    pv.insert(pv.end(), rest.begin(), rest.end());
}

template <Rules R>
void Searcher<R>::report(Score::Bound bound) {
    const RootMove& first = rootMoves_.front();
    SearchInfo info;
    info.depth = depth_;
    info.selDepth = selDepth_;
    info.score = toScore(first.score, bound);
    info.nodes = nodes_;
    info.timeMs = watch_.elapsedMs();
    info.hashFull = table_.fullness();
    for (const Move m : first.pv)
        info.pv.push_back(moveText<R>(m));
    listener_->onInfo(info);
}

}  // namespace fusilier
