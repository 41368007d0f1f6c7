// Iterative deepening alpha-beta over one position, written once for every game.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/notation.h"
#include "eval/cache.h"
#include "eval/evaluate.h"
#include "fusilier/movegen.h"
#include "search/clock.h"
#include "search/cycles.h"
#include "search/exchange.h"
#include "search/gain.h"
#include "search/history.h"
#include "search/picker.h"
#include "search/score.h"
#include "search/table.h"

namespace fusilier {

/// What a search is asked, in the search's own terms.
struct SearchTask {
    Limits limits;
    int multiPv = 1;
    std::vector<Move> rootMoves;  ///< legal, at least one
};

/// What others tell a running search, from any thread.
struct SearchSignals {
    std::atomic<bool> stop{false};
    std::atomic<bool> finished{false};          ///< by the thread that obeys the limits: the others need not go on
    std::atomic<bool> pondering{false};         ///< limits of time do not hold yet, and may yet change
    std::atomic<std::int64_t> clockStartMs{0};  ///< when they began to, counted from the start of the search
    TimeBudget time;                            ///< not to be looked at while pondering
    Stopwatch watch;                            ///< running since the search was asked for
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

/// One thread of a search. What it has learned stays for the next search of the game.
template <Rules R>
class Searcher {
  public:
    Searcher(TranspositionTable& table, const SearchSignals& signals)
        : table_(table),
          signals_(signals),
          buffer_(new ScoredMove[static_cast<std::size_t>(R::maxMoves) * (maxPly + 1)]) {}

    struct Result {
        Move best, ponder;
        int score = 0;
        int depth = 0;  ///< of the last iteration finished
    };
    /// Searches until a limit or the signal says stop. `keys`: of every position of the game so far, the one searched
    /// last. Only the thread with a listener obeys limits other than depth and reports; `others` count into its nodes.
    Result run(const Position<R>& position, const std::vector<Key>& keys, const SearchTask& task,
               SearchListener* listener, const std::vector<std::unique_ptr<Searcher>>& others);

    void clear() { history_.clear(); }
    /// Reports the best line of the last search, as the thread with the listener does by itself.
    void show(SearchListener& listener) {
        listener_ = &listener;
        report(0, Score::Bound::Exact);
    }
    /// Before any thread of a search runs, since the first of them shows the nodes of all.
    void resetNodes() { nodes_.store(0, std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    static constexpr int mostQuietsTried = 64;
    /// Centipawns, from which on only mates matter: there no static score may end a search.
    static constexpr int decided = 2000;

    struct Frame {
        std::array<Move, 2> killers{};
        Move current;                     ///< the move made here; no move for a null move
        std::int16_t* replies = nullptr;  ///< history row of what may follow it
        Move excluded;                    ///< left out, to see whether it is the only good one
        int reversible = 0;               ///< plies since a null move or the start of the game
        int staticScore = noScore;
        std::vector<Move> pv;
    };
    struct RootMove {
        Move move;
        int score = -infinite;
        std::vector<Move> pv;
        int previous = -infinite;  ///< the last iteration's score
        int depth = 0;             ///< of the iteration that gave the score
    };

    void iterate(std::size_t line);
    int searchRoot(int alpha, int beta, int depth, std::size_t line);
    template <bool pvNode>
    int search(int alpha, int beta, int depth, int ply, bool cutNode);
    template <bool pvNode>
    int quiesce(int alpha, int beta, int ply, int after = 0);
    int singularExtension(const TableData& entry, Move m, int beta, int depth, int ply, bool cutNode);
    int nullMove(int beta, int depth, int ply, bool cutNode);

    bool enter(int ply);
    bool outOfTime();
    bool clockRuns() const { return !signals_.pondering.load(std::memory_order_acquire); }
    bool past(std::optional<std::int64_t> limitMs) const;
    bool enough(int depth);
    int evaluation();
    int standPatScore(int alpha, int beta);
    bool drawn(int ply) const;
    bool canRepeat(const Safety<R>& safety, int ply);
    int drawOrMated(int ply, bool inCheck);
    void play(Move m, Undo<R>& undo, int ply);
    void takeBack(const Undo<R>& undo);
    void rewardQuiet(Move best, const Move* tried, int count, int depth, int ply);
    void bumpQuiet(Move m, int bonus, int ply);
    bool hasPieces(Color c) const;
    void report(std::size_t line, Score::Bound bound);
    void setPv(int ply, Move m);

    ScoredMove* buffer(int ply) {
        return buffer_.get() + static_cast<std::size_t>(R::maxMoves) * static_cast<std::size_t>(ply);
    }
    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + framesBeforeRoot)]; }
    const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply + framesBeforeRoot)]; }

    /// Plies saved on a late quiet move.
    static int reduction(int depth, int number) {
        static const auto table = [] {
            std::array<std::array<std::int8_t, 64>, 64> t{};
            for (int d = 1; d < 64; ++d)
                for (int n = 1; n < 64; ++n)
                    t[static_cast<std::size_t>(d)][static_cast<std::size_t>(n)] =
                        static_cast<std::int8_t>(0.8 + std::log(d) * std::log(n) / 2.2);
            return t;
        }();
        return table[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
    }

    static constexpr int framesBeforeRoot = 2;  // so that "two plies ago" exists everywhere

    Position<R> position_;
    std::vector<Key> keys_;
    std::size_t rootPly_ = 0;
    TranspositionTable& table_;
    const SearchSignals& signals_;
    std::unique_ptr<ScoredMove[]> buffer_;
    History<R> history_;
    EvalCache evaluations_;
    const Cycles<R>& cycles_ = Cycles<R>::instance();
    std::array<Frame, maxPly + 2 + framesBeforeRoot> frames_;
    std::vector<RootMove> rootMoves_;

    const SearchTask* task_ = nullptr;
    SearchListener* listener_ = nullptr;
    const std::vector<std::unique_ptr<Searcher>>* others_ = nullptr;
    std::atomic<std::uint64_t> nodes_{0};
    int depth_ = 0;
    int selDepth_ = 0;
    int passFrom_ = 0;   ///< no null move before this ply
    int stableFor_ = 0;  ///< iterations since the best move changed
    int lastScore_ = 0;
    bool stopped_ = false;
};

template <Rules R>
typename Searcher<R>::Result Searcher<R>::run(const Position<R>& position, const std::vector<Key>& keys,
                                              const SearchTask& task, SearchListener* listener,
                                              const std::vector<std::unique_ptr<Searcher>>& others) {
    position_ = position;
    keys_ = keys;
    rootPly_ = keys.size();
    task_ = &task;
    listener_ = listener;
    others_ = &others;
    stopped_ = false;
    stableFor_ = 0;
    frames_.fill(Frame{});
    for (Frame& f : frames_)
        f.replies = history_.repliesTo(Move());
    frame(0).reversible = static_cast<int>(keys.size()) - 1;
    rootMoves_.clear();
    for (const Move m : task.rootMoves)
        rootMoves_.push_back({m, -infinite, {m}, -infinite, 0});

    const std::size_t lines = std::min(static_cast<std::size_t>(task.multiPv), rootMoves_.size());
    const int last = std::min(task.limits.depth.value_or(maxPly - 1), maxPly - 1);
    Result result;
    for (depth_ = 1; depth_ <= last; ++depth_) {
        const Move before = rootMoves_.front().move;
        for (RootMove& root : rootMoves_)
            root.previous = root.score;
        for (std::size_t line = 0; line < lines && !stopped_; ++line)
            iterate(line);
        if (stopped_) break;
        for (std::size_t line = 0; line < lines; ++line)
            report(line, Score::Bound::Exact);
        result.depth = depth_;
        stableFor_ = rootMoves_.front().move == before ? stableFor_ + 1 : 0;
        if (listener_ != nullptr && enough(depth_)) break;
        lastScore_ = rootMoves_.front().score;
    }
    if (stopped_) {  // what it comes to, with the nodes of the iteration that was cut short
        if (rootMoves_.front().depth == 0) rootMoves_.front().score = evaluation();
        for (std::size_t line = 0; line < lines; ++line)
            if (rootMoves_[line].score > -infinite) report(line, Score::Bound::Exact);
    }
    const auto& pv = rootMoves_.front().pv;
    result.best = pv[0];
    if (pv.size() > 1) result.ponder = pv[1];
    result.score = rootMoves_.front().score;
    return result;
}

/// After a finished iteration: is another one not worth starting?
template <Rules R>
bool Searcher<R>::enough(int depth) {
    const int score = rootMoves_.front().score;
    if (task_->limits.mate && score >= mateBound && (mateScore - score + 1) / 2 <= *task_->limits.mate) return true;
    // A mate that many deeper looks have not shortened; where depth, nodes or a shorter mate were asked for, they are
    // given.
    const bool bounded = task_->limits.depth || task_->limits.nodes || task_->limits.mate;
    if (!bounded && task_->multiPv == 1 && isMate(score) && depth > 2 * (mateScore - std::abs(score)) + 8) return true;
    if (!clockRuns() || !signals_.time.soft) return false;
    if (rootMoves_.size() == 1) return past(0);
    // The longer a move has been the best, the less there is to find; a falling score is worth a longer look.
    const int steady = 150 - 8 * std::min(stableFor_, 10);
    const int falling = depth > 4 ? std::clamp(lastScore_ - score, 0, 60) : 0;
    return past(*signals_.time.soft * (steady + falling) / 100);
}

/// One line of an iteration, in a window around its last score that is widened until it holds.
template <Rules R>
void Searcher<R>::iterate(std::size_t line) {
    selDepth_ = 0;
    int window = 15;
    const int guess = rootMoves_[line].previous;
    const bool narrow = depth_ >= 5 && guess > -infinite;
    int alpha = narrow ? std::max(guess - window, -infinite) : -infinite;
    int beta = narrow ? std::min(guess + window, +infinite) : infinite;
    int depth = depth_;
    const bool single = task_->multiPv == 1;  // several lines are shown when all are known
    const auto better = [](const RootMove& a, const RootMove& b) { return a.score > b.score; };
    for (;;) {
        const int score = searchRoot(alpha, beta, depth, line);
        std::stable_sort(rootMoves_.begin() + static_cast<std::ptrdiff_t>(line), rootMoves_.end(), better);
        if (stopped_) {
            std::stable_sort(rootMoves_.begin(), rootMoves_.end(), better);
            return;
        }
        if (score <= alpha) {
            if (single) report(line, Score::Bound::Upper);
            beta = (alpha + beta) / 2;
            alpha = std::max(score - window, -infinite);
            depth = depth_;
        } else if (score >= beta) {
            if (single) report(line, Score::Bound::Lower);
            beta = std::min(score + window, +infinite);
            depth = std::max(depth - 1, depth_ - 2);
        } else {
            std::stable_sort(rootMoves_.begin(), rootMoves_.begin() + static_cast<std::ptrdiff_t>(line) + 1, better);
            return;
        }
        window += window / 2;
        if (window > 600) alpha = -infinite, beta = infinite;
    }
}

template <Rules R>
int Searcher<R>::searchRoot(int alpha, int beta, int depth, std::size_t line) {
    constexpr std::int64_t quietMs = 3000;  // a short search names no current move
    int best = -infinite;
    for (std::size_t i = line; i < rootMoves_.size(); ++i) {
        RootMove& root = rootMoves_[i];
        if (listener_ != nullptr && signals_.watch.elapsedMs() > quietMs)
            listener_->onCurrentMove(depth_, moveText<R>(root.move), static_cast<int>(i + 1));
        const bool first = i == line;
        const bool noisy = isNoisy(position_, root.move);
        Undo<R> undo;
        play(root.move, undo, 0);
        int score = -infinite;
        if (!first) {
            const int number = static_cast<int>(i - line) + 1;
            const int less = depth >= 3 && number > 3 && !noisy ? std::max(0, reduction(depth, number) - 1) : 0;
            score = -search<false>(-alpha - 1, -alpha, depth - 1 - less, 1, true);
            if (less > 0 && score > alpha) score = -search<false>(-alpha - 1, -alpha, depth - 1, 1, true);
        }
        if (first || score > alpha) score = -search<true>(-beta, -alpha, depth - 1, 1, false);
        takeBack(undo);
        if (stopped_) return best;
        if (first || score > alpha) {
            root.score = score;
            root.depth = depth_;
            root.pv.assign(1, root.move);
            root.pv.insert(root.pv.end(), frame(1).pv.begin(), frame(1).pv.end());
        } else {
            root.score = -infinite;  // no better than what is known; the order of the rest stays
        }
        best = std::max(best, score);
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return best;
}

template <Rules R>
template <bool pvNode>
int Searcher<R>::search(int alpha, int beta, int depth, int ply, bool cutNode) {
    // 1. Leaves.
    if (depth <= 0) return quiesce<pvNode>(alpha, beta, ply);
    if (!enter(ply)) return 0;

    // 2. Draws by rule and at will, the longest line, and mates that are nearer already.
    Frame& here = frame(ply);
    const Safety<R> safety(position_);
    const bool inCheck = safety.inCheck();
    if (drawn(ply)) return drawOrMated(ply, inCheck);
    if (ply >= maxPly) return inCheck ? drawScore : evaluation();
    alpha = std::max(alpha, matedIn(ply));
    beta = std::min(beta, mateIn(ply + 1));
    if (alpha < drawScore && canRepeat(safety, ply)) alpha = drawScore;
    if (alpha >= beta) return alpha;

    // 3. Transposition table.
    const Key key = position_.key();
    const bool whole = !here.excluded;  // not a search for the second best
    const TableData entry = whole ? table_.probe(key) : TableData{};
    const int tableScore = entry ? fromTable(entry.score, ply) : noScore;
    if (entry && !pvNode && entry.depth >= depth && entry.decides(tableScore, alpha, beta)) return tableScore;

    // 4. Static evaluation; better, what the table says of it.
    int expected = noScore;
    if (!inCheck) {
        if (whole) here.staticScore = evaluation();
        expected = here.staticScore;
        if (entry && !isMate(tableScore) &&
            (entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (tableScore > expected)))
            expected = tableScore;
    } else {
        here.staticScore = noScore;
    }
    const int before = frame(ply - 2).staticScore;
    const bool improving = !inCheck && before != noScore && here.staticScore > before;

    if (!pvNode && !inCheck && whole && std::abs(beta) < decided) {
        // 5. Razoring: hopeless, unless captures say otherwise.
        if (depth <= 3 && expected + 180 + 170 * depth * depth <= alpha) {
            const int score = quiesce<false>(alpha, alpha + 1, ply);
            if (score <= alpha) return score;
        }
        // 6. Reverse futility: so good that a few plies will not spoil it.
        if (depth <= 8 && expected - 75 * (depth - (improving ? 1 : 0)) >= beta) return expected;
        // 7. Null move.
        if (depth >= 3 && expected >= beta && here.staticScore >= beta - 20 * depth + 120 && ply >= passFrom_ &&
            frame(ply - 1).current && hasPieces(position_.sideToMove())) {
            const int score = nullMove(beta, depth, ply, cutNode);
            if (stopped_) return 0;
            if (score >= beta) return isMate(score) ? beta : score;
        }
    }

    // 8. Without a move from the table, a shallower search finds one first.
    if (depth >= 4 && whole && !entry.move) --depth;

    // 9. The moves.
    QuietHints<R> hints;
    hints.refutations = {here.killers[0], here.killers[1], history_.counterOf(frame(ply - 1).current)};
    hints.replies = {frame(ply - 1).replies, frame(ply - 2).replies};
    frame(ply + 1).killers = {};
    Picker<R> picker(position_, safety, history_, entry.move, hints, false, buffer(ply));
    std::array<Move, mostQuietsTried> quiets;
    int quietCount = 0;
    Move bestMove;
    int best = -infinite;
    int number = 0;
    const int oldAlpha = alpha;
    bool skipQuiets = false;
    while (const Move m = picker.next()) {
        if (m == here.excluded) continue;
        const bool noisy = isNoisy(position_, m);
        if (!noisy && skipQuiets) continue;
        ++number;
        const int late = reduction(depth, number);

        // 10. Pruning at low depth, once there is a move that does not lose.
        if (best > -mateBound && hasPieces(position_.sideToMove())) {
            if (!noisy) {
                const int left = std::max(depth - late, 0);
                if (!pvNode && number > (4 + depth * depth) / (improving ? 1 : 2)) skipQuiets = true;
                if (!inCheck && left <= 6 && here.staticScore + 110 + 90 * left <= alpha) {
                    skipQuiets = true;
                    continue;
                }
                if (left <= 6 && m.kind() != MoveKind::Castling &&
                    Exchange<R>::of(position_, m) < -25 * left * left - 20)
                    continue;
            } else if (depth <= 6 && picker.onlyBadLeft() && Exchange<R>::of(position_, m) < -100 * depth) {
                continue;
            }
        }

        // 11. Extensions: a table move that all others fall short of, and check.
        int extension = 0;
        if (whole && depth >= 7 && entry && m == entry.move && entry.bound != Bound::Upper &&
            entry.depth >= depth - 3 && !isMate(tableScore)) {
            extension = singularExtension(entry, m, beta, depth, ply, cutNode);
            if (stopped_) return 0;
            if (extension == noScore) return tableScore;  // several moves beat beta
        } else if (inCheck) {
            extension = 1;
        }

        Undo<R> undo;
        const int quietScore = noisy ? 0 : picker.quietScore(m);
        play(m, undo, ply);
        table_.prefetch(position_.key());
        const int newDepth = depth - 1 + extension;
        int score = -infinite;

        // 12. Late moves are searched less deep first, and all but the first in a null window.
        if (depth >= 3 && number > 1 + (pvNode ? 2 : 0) && (!noisy || picker.onlyBadLeft())) {
            int less = late;
            if (pvNode) --less;
            if (cutNode) ++less;
            if (!improving) ++less;
            if (inCheck || noisy) --less;
            less -= std::clamp(quietScore / 8000, -2, 2);
            less = std::clamp(less, 0, std::max(newDepth - 1, 0));
            score = -search<false>(-alpha - 1, -alpha, newDepth - less, ply + 1, true);
            if (less > 0 && score > alpha) score = -search<false>(-alpha - 1, -alpha, newDepth, ply + 1, !cutNode);
        } else if (!pvNode || number > 1) {
            score = -search<false>(-alpha - 1, -alpha, newDepth, ply + 1, !cutNode);
        }
        if (pvNode && (number == 1 || score > alpha)) score = -search<true>(-beta, -alpha, newDepth, ply + 1, false);
        takeBack(undo);
        if (stopped_) return 0;

        if (!noisy && quietCount < mostQuietsTried) quiets[static_cast<std::size_t>(quietCount++)] = m;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        bestMove = m;
        alpha = score;
        if (pvNode) setPv(ply, m);
        if (alpha >= beta) {
            if (!noisy) rewardQuiet(m, quiets.data(), quietCount, depth, ply);
            break;
        }
    }

    // 13. No moves: mate or stalemate; or only the move left out.
    if (number == 0) return !whole ? alpha : inCheck ? matedIn(ply) : drawScore;

    // 14. Remember.
    if (whole) {
        const Bound bound = best >= beta ? Bound::Lower : alpha > oldAlpha ? Bound::Exact : Bound::Upper;
        table_.store(key, {bestMove, toTable(best, ply), depth, bound});
    }
    return best;
}

/// Searches the other moves to a lower bar. Returns plies to extend by, or noScore where they too beat beta.
template <Rules R>
int Searcher<R>::singularExtension(const TableData& entry, Move m, int beta, int depth, int ply, bool cutNode) {
    const int tableScore = fromTable(entry.score, ply);
    const int bar = tableScore - 2 * depth;
    frame(ply).excluded = m;
    const int score = search<false>(bar - 1, bar, (depth - 1) / 2, ply, cutNode);
    frame(ply).excluded = Move();
    if (score < bar) return 1;
    if (bar >= beta) return noScore;
    return tableScore >= beta ? -1 : 0;
}

/// If passing is good enough, so is some move; at high depth, unless a search without passing disagrees.
template <Rules R>
int Searcher<R>::nullMove(int beta, int depth, int ply, bool cutNode) {
    const int less = 4 + depth / 4 + std::clamp((frame(ply).staticScore - beta) / 200, 0, 3);
    Undo<R> undo;
    position_.makeNull(undo);
    keys_.push_back(position_.key());
    frame(ply).current = Move();
    frame(ply).replies = history_.repliesTo(Move());
    frame(ply + 1).reversible = 0;
    int score = -search<false>(-beta, -beta + 1, depth - less, ply + 1, !cutNode);
    keys_.pop_back();
    position_.unmakeNull(undo);
    if (stopped_ || score < beta || depth < 12) return score;
    const int passFrom = std::exchange(passFrom_, ply + 1);
    score = search<false>(beta - 1, beta, depth - less, ply, false);
    passFrom_ = passFrom;
    return score;
}

/// Only noisy moves, until the position is calm; in check, every move. `after`: plies since the leaf.
template <Rules R>
template <bool pvNode>
int Searcher<R>::quiesce(int alpha, int beta, int ply, int after) {
    constexpr int promoting = 2;
    if (!enter(ply)) return 0;
    const Safety<R> safety(position_);
    const bool inCheck = safety.inCheck();
    if (drawn(ply)) return drawOrMated(ply, inCheck);
    if (ply >= maxPly) return inCheck ? drawScore : evaluation();

    const TableData entry = table_.probe(position_.key());
    if (entry && !pvNode) {
        const int score = fromTable(entry.score, ply);
        if (entry.decides(score, alpha, beta)) return score;
    }

    int best = -infinite;
    if (!inCheck) {
        best = standPatScore(alpha, beta);
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }
    const int standPat = best;
    QuietHints<R> hints;
    hints.replies = {frame(ply - 1).replies, frame(ply - 2).replies};
    Picker<R> picker(position_, safety, history_, entry.move, hints, true, buffer(ply));
    Move bestMove;
    bool any = false;
    const int oldAlpha = alpha;
    while (const Move m = picker.next()) {
        if (inCheck) {
            // One defence that does not lose at once is enough to leave quiet ones aside.
            if (any && best > -mateBound && !isNoisy(position_, m)) continue;
        } else {
            // Where most units may promote when attacked, promotions could follow each other nearly without end.
            if (after >= promoting && m.kind() == MoveKind::Promotion && position_[m.to()] == noPiece) continue;
            const int hope = standPat + gain(position_, m) + 160;
            if (hope <= alpha) {
                best = std::max(best, hope);
                continue;
            }
        }
        any = true;
        Undo<R> undo;
        play(m, undo, ply);
        const int score = -quiesce<pvNode>(-beta, -alpha, ply + 1, after + 1);
        takeBack(undo);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        bestMove = m;
        alpha = score;
        if (pvNode) setPv(ply, m);
        if (alpha >= beta) break;
    }
    if (inCheck && !any) return matedIn(ply);
    const Bound bound = best >= beta ? Bound::Lower : alpha > oldAlpha ? Bound::Exact : Bound::Upper;
    table_.store(position_.key(), {bestMove, toTable(best, ply), 0, bound});
    return best;
}

/// Counts a node; or false, and none is counted, if the search is over.
template <Rules R>
bool Searcher<R>::enter(int ply) {
    frame(ply).pv.clear();
    if (outOfTime()) return false;
    selDepth_ = std::max(selDepth_, ply);
    nodes_.store(nodes() + 1, std::memory_order_relaxed);
    return true;
}

template <Rules R>
bool Searcher<R>::outOfTime() {
    if (stopped_) return true;
    const std::uint64_t n = nodes();
    if (listener_ != nullptr && task_->limits.nodes && n >= *task_->limits.nodes) stopped_ = true;
    if ((n & 511) == 511) {
        if (signals_.stop.load(std::memory_order_relaxed) || signals_.finished.load(std::memory_order_relaxed))
            stopped_ = true;
        if (listener_ != nullptr && clockRuns() && past(signals_.time.hard)) stopped_ = true;
    }
    return stopped_;
}

/// Has the clock, which runs, passed this limit, if there is one?
template <Rules R>
bool Searcher<R>::past(std::optional<std::int64_t> limitMs) const {
    return limitMs && signals_.watch.elapsedMs() - signals_.clockStartMs.load(std::memory_order_relaxed) >= *limitMs;
}

template <Rules R>
int Searcher<R>::evaluation() {
    return forMover(evaluations_.of(position_.key(), [&] { return evaluateWhite(position_); }), position_);
}

/// Where material and places leave no doubt on which side of the window the evaluation is, they are enough.
template <Rules R>
int Searcher<R>::standPatScore(int alpha, int beta) {
    if (quickHolds(position_)) {
        const int quick = forMover(quickWhite(position_), position_);
        if (quick - R::lazyMargin >= beta || quick + R::lazyMargin <= alpha) return quick;
    }
    return evaluation();
}

/// Repetition (once within the search, twice with the game before it), 50 moves, bare kings.
template <Rules R>
bool Searcher<R>::drawn(int ply) const {
    if (position_.halfmoves() >= 100 || bareKings(position_)) return true;
    const std::size_t last = keys_.size() - 1;
    const auto back = static_cast<std::size_t>(std::min(position_.halfmoves(), frame(ply).reversible));
    int before = 0;
    for (std::size_t i = 4; i <= std::min(back, last); i += 2) {
        if (keys_[last - i] != keys_[last]) continue;
        if (last - i >= rootPly_ || ++before == 2) return true;
    }
    return false;
}

/// Does some move lead back to a position of this search, so that the side to move has a draw at least?
template <Rules R>
bool Searcher<R>::canRepeat(const Safety<R>& safety, int ply) {
    const int back = std::min({position_.halfmoves(), frame(ply).reversible, ply - 1});
    const Key* last = &keys_.back();
    for (int i = 3; i <= back; i += 2)
        if (cycles_.find(position_, safety, last[0] ^ last[-i])) return true;
    return false;
}

/// The move that completes the fifty may mate.
template <Rules R>
int Searcher<R>::drawOrMated(int ply, bool inCheck) {
    return inCheck && legalMoves(position_).empty() ? matedIn(ply) : drawScore;
}

template <Rules R>
void Searcher<R>::play(Move m, Undo<R>& undo, int ply) {
    frame(ply).current = m;
    frame(ply).replies = history_.repliesTo(m);
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
void Searcher<R>::rewardQuiet(Move best, const Move* tried, int count, int depth, int ply) {
    auto& killers = frame(ply).killers;
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    if (const Move before = frame(ply - 1).current) history_.counterOf(before) = best;
    const int bonus = std::min(16 * depth * depth + 32 * depth, 1600);
    bumpQuiet(best, bonus, ply);
    for (int i = 0; i < count; ++i)
        if (tried[i] != best) bumpQuiet(tried[i], -bonus, ply);
}

template <Rules R>
void Searcher<R>::bumpQuiet(Move m, int bonus, int ply) {
    bump(history_.quiet(position_.sideToMove(), m), bonus);
    for (const int back : {1, 2})
        bump(frame(ply - back).replies[History<R>::unitIndex(m)], bonus);
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
void Searcher<R>::report(std::size_t line, Score::Bound bound) {
    if (listener_ == nullptr) return;
    const RootMove& root = rootMoves_[line];
    SearchInfo info;
    info.depth = std::max(root.depth, 1);
    info.selDepth = selDepth_;
    info.multiPv = static_cast<int>(line) + 1;
    info.score = toScore(root.score, bound);
    info.wdl = chances(root.score);
    info.nodes = nodes();
    for (const auto& other : *others_)
        if (other.get() != this) info.nodes += other->nodes();
    info.timeMs = signals_.watch.elapsedMs();
    info.hashFull = table_.fullness();
    for (const Move m : root.pv)
        info.pv.push_back(moveText<R>(m));
    listener_->onInfo(info);
}

}  // namespace fusilier
