#include "search/clock.h"

#include <algorithm>

namespace fusilier {
namespace {

/// For a move out of what the clock of `side` has left.
TimeBudget ofClock(const Limits& limits, std::size_t side, std::int64_t overhead) {
    const std::int64_t increment = std::max<std::int64_t>(0, limits.increment[side]);
    const std::int64_t left = std::max<std::int64_t>(1, *limits.time[side] - overhead);
    const std::int64_t moves = std::clamp(limits.movesToGo.value_or(40), 1, 40);
    // What would be left per move, if every one of the moves to go cost the overhead and gained the increment. Not
    // quite all that is gained is planned for: in a long game the clock then comes to rest at some increments, not at
    // none, and a machine that stalls for a moment does not lose the game.
    const std::int64_t gained = increment > overhead ? (increment - overhead) * 3 / 4 : increment - overhead;
    const std::int64_t total = std::max<std::int64_t>(1, left + gained * (moves - 1));
    const std::int64_t share = total / moves;
    const std::int64_t most = moves == 1 ? left * 9 / 10 : std::min(left * 6 / 10, share * 5);
    return {std::clamp<std::int64_t>(share * 7 / 10, 1, std::max<std::int64_t>(1, most)),
            std::max<std::int64_t>(1, most)};
}

}  // namespace

TimeBudget budget(const Limits& limits, Color us, std::int64_t overhead) {
    if (limits.infinite) return {};
    const auto side = static_cast<std::size_t>(index(us));
    TimeBudget limit = limits.time[side] ? ofClock(limits, side, overhead) : TimeBudget{};
    if (limits.moveTime) {
        const std::int64_t t =
            std::max<std::int64_t>(1, *limits.moveTime - std::min<std::int64_t>(overhead, *limits.moveTime / 10));
        limit = {{}, std::min(t, limit.hard.value_or(t))};
    }
    return limit;
}

}  // namespace fusilier
