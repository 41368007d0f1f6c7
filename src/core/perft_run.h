// A whole perft: the tree below a root, cut into tasks that threads take in turn.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/helpers.h"
#include "core/notation.h"
#include "core/perft.h"
#include "fusilier/session.h"

namespace fusilier {

/// A task is a move at the root with one reply, so that a few heavy moves do not leave a thread without work.
template <Rules R>
class PerftRun {
  public:
    PerftRun(const Position<R>& position, int depth, const PerftOptions& options)
        : position_(position), depth_(depth), options_(options), aids_{options.table, options.stop} {
        if (depth_ <= 0) return;
        auto scratch = position_;
        for (const Move m : legalMoves(scratch)) {
            addTasks(scratch, m);
            ++soFar_.moves;
        }
    }

    PerftResult run() {
        if (depth_ <= 0) return {.nodes = 1};
        deliver();
        // Below the least depth a thread costs more than it saves.
        auto helpers = startHelpers(depth_ >= splitDepth ? options_.threads - 1 : 0, [this](int) { work(); });
        work();
        for (auto& helper : helpers)
            helper.join();
        return conclude();
    }

  private:
    static constexpr int splitDepth = 4;  ///< from here on tasks go two plies down

    struct Root {
        Move move;
        std::uint64_t nodes = 0;
        std::size_t open = 0;  ///< tasks not finished yet
        bool told = false;
    };
    struct Task {
        std::size_t root;
        Move reply;  ///< none where the task is all that is below the root move
    };

    void addTasks(Position<R>& scratch, Move m) {
        Root root{.move = m};
        if (depth_ < splitDepth) {
            tasks_.push_back({roots_.size(), Move()});
            root.open = 1;
        } else {
            Undo<R> undo;
            scratch.make(m, undo);
            for (const Move reply : legalMoves(scratch)) {
                tasks_.push_back({roots_.size(), reply});
                ++root.open;
            }
            scratch.unmake(undo);
        }
        roots_.push_back(root);
    }

    void work() {
        auto position = position_;
        for (std::size_t n = next_++; n < tasks_.size(); n = next_++) {
            const std::uint64_t nodes = count(position, tasks_[n]);
            if (aids_.stopped()) return;
            finish(tasks_[n], nodes);
        }
    }

    std::uint64_t count(Position<R>& position, const Task& task) const {
        Undo<R> undo;
        position.make(roots_[task.root].move, undo);
        std::uint64_t nodes = 0;
        if (task.reply) {
            Undo<R> inner;
            position.make(task.reply, inner);
            nodes = perft(position, depth_ - 2, aids_);
            position.unmake(inner);
        } else {
            nodes = perft(position, depth_ - 1, aids_);
        }
        position.unmake(undo);
        return nodes;
    }

    void finish(const Task& task, std::uint64_t nodes) {
        const std::lock_guard lock(mutex_);
        Root& root = roots_[task.root];
        root.nodes += nodes;
        soFar_.nodes += nodes;
        if (--root.open == 0) deliver();
        if (options_.listener != nullptr) options_.listener->onProgress(soFar_);
    }

    /// Tells of finished root moves in their order: of those before the first that is unfinished.
    void deliver() {
        while (firstUntold_ < roots_.size() && roots_[firstUntold_].open == 0)
            tell(roots_[firstUntold_++]);
        soFar_.finished = std::count_if(roots_.begin(), roots_.end(), [](const Root& r) { return r.open == 0; });
    }
    void tell(Root& root) {
        root.told = true;
        if (options_.listener != nullptr) options_.listener->onRootMove(moveText<R>(root.move), root.nodes);
    }

    /// Where it was stopped, what counts is the root moves that were finished in time.
    PerftResult conclude() {
        deliver();
        soFar_.nodes = 0;
        for (Root& root : roots_) {
            if (root.open != 0) continue;
            if (!root.told) tell(root);
            soFar_.nodes += root.nodes;
        }
        return soFar_;
    }

    const Position<R> position_;
    const int depth_;
    const PerftOptions options_;
    const PerftAids aids_;
    std::vector<Task> tasks_;
    std::atomic<std::size_t> next_{0};

    std::mutex mutex_;  ///< for all that follows
    std::vector<Root> roots_;
    std::size_t firstUntold_ = 0;
    PerftResult soFar_;
};

}  // namespace fusilier
