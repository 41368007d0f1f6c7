// How long a search may think: never more than the clock has, never less than a millisecond.

#include <cstdint>
#include <optional>

#include "catch2.h"
#include "search/clock.h"

using namespace fusilier;

namespace {

Limits clock(std::int64_t time, std::int64_t increment = 0, std::optional<int> movesToGo = {}) {
    Limits limits;
    limits.time = {time, time};
    limits.increment = {increment, increment};
    limits.movesToGo = movesToGo;
    return limits;
}

}  // namespace

TEST_CASE("Clock: without a clock there is no limit", "[clock]") {
    const TimeBudget none = budget(Limits{}, Color::White, 10);
    CHECK_FALSE(none.soft);
    CHECK_FALSE(none.hard);
    Limits depth;
    depth.depth = 5;
    CHECK_FALSE(budget(depth, Color::Black, 10).hard);
    Limits others = clock(1000);
    others.time[0].reset();
    CHECK_FALSE(budget(others, Color::White, 10).hard);
    CHECK(budget(others, Color::Black, 10).hard);
}

TEST_CASE("Clock: an infinite search knows no clock", "[clock]") {
    Limits limits = clock(1000, 10);
    limits.moveTime = 100;
    limits.infinite = true;
    CHECK_FALSE(budget(limits, Color::White, 10).soft);
    CHECK_FALSE(budget(limits, Color::White, 10).hard);
}

TEST_CASE("Clock: a budget is at least a millisecond and at most what is left", "[clock]") {
    const auto time = GENERATE(values<std::int64_t>({-1'000'000, -50, 0, 1, 2, 5, 9, 10, 11, 20, 50, 100, 1000, 10'000,
                                                     300'000, 7'200'000, std::int64_t{1} << 40}));
    const auto increment = GENERATE(values<std::int64_t>({0, 1, 10, 100, 1000, 60'000, std::int64_t{1} << 40}));
    const auto overhead = GENERATE(values<std::int64_t>({0, 1, 10, 100, 5000}));
    for (const std::optional<int> movesToGo : {std::optional<int>(), std::optional(1), std::optional(2),
                                               std::optional(5), std::optional(40), std::optional(1000)}) {
        CAPTURE(time, increment, overhead, movesToGo.value_or(0));
        const TimeBudget b = budget(clock(time, increment, movesToGo), Color::White, overhead);
        REQUIRE(b.soft);
        REQUIRE(b.hard);
        REQUIRE(*b.soft >= 1);
        REQUIRE(*b.hard >= *b.soft);
        REQUIRE(*b.hard <= std::max<std::int64_t>(1, time - overhead));
    }
}

TEST_CASE("Clock: sudden death leaves enough for the moves to come", "[clock]") {
    std::int64_t left = 60'000;
    for (int move = 0; move < 150; ++move) {
        const TimeBudget b = budget(clock(left), Color::White, 10);
        CHECK(*b.hard < std::max<std::int64_t>(left, 2));
        left -= *b.soft + 10;
        if (left < 100) break;
        CHECK(left > 0);
    }
    // The same share early in a long game and in a short one.
    CHECK(*budget(clock(600'000), Color::White, 0).soft == 10 * *budget(clock(60'000), Color::White, 0).soft);
}

TEST_CASE("Clock: increments and near time controls let a move take longer", "[clock]") {
    const auto soft = [](const Limits& limits) { return *budget(limits, Color::White, 10).soft; };
    CHECK(soft(clock(10'000, 500)) > soft(clock(10'000)));
    CHECK(soft(clock(10'000, 0, 10)) > soft(clock(10'000, 0, 30)));
    CHECK(soft(clock(10'000, 0, 2)) > soft(clock(10'000, 0, 10)));
    CHECK(soft(clock(10'000, 0, 1)) > soft(clock(10'000, 0, 2)));
    // The clock may run down to nothing before the control, but not through it.
    CHECK(*budget(clock(10'000, 0, 1), Color::White, 10).hard < 10'000 - 10);
    // More moves to go than any plan looks ahead: as in sudden death.
    CHECK(soft(clock(10'000, 0, 500)) == soft(clock(10'000)));
}

TEST_CASE("Clock: a long game comes to rest at a reserve of several increments", "[clock]") {
    constexpr std::int64_t increment = 100;
    std::int64_t left = 10'000;
    for (int move = 0; move < 400; ++move) {
        // A move takes up to half more than the soft limit, and the GUI its share.
        left += increment - *budget(clock(left, increment), Color::White, 10).soft * 3 / 2 - 5;
        REQUIRE(left > 4 * increment);
    }
    CHECK(left < 20 * increment);
}

TEST_CASE("Clock: each side has its own", "[clock]") {
    Limits limits;
    limits.time = {1000, 100'000};
    limits.increment = {0, 1000};
    CHECK(*budget(limits, Color::Black, 10).soft > 10 * *budget(limits, Color::White, 10).soft);
}

TEST_CASE("Clock: time for a move is a hard limit alone", "[clock]") {
    const auto hard = [](std::int64_t moveTime, std::int64_t overhead) {
        Limits limits;
        limits.moveTime = moveTime;
        const TimeBudget b = budget(limits, Color::White, overhead);
        CHECK_FALSE(b.soft);
        REQUIRE(b.hard);
        return *b.hard;
    };
    for (const std::int64_t t : {0, 1, 5, 10, 100, 1000, 100'000})
        for (const std::int64_t overhead : {0, 10, 100, 5000}) {
            CAPTURE(t, overhead);
            CHECK(hard(t, overhead) >= 1);
            CHECK(hard(t, overhead) <= std::max<std::int64_t>(1, t));
        }
    CHECK(hard(1000, 0) == 1000);
    CHECK(hard(1000, 10) == 990);
    // The overhead never eats up the move.
    CHECK(hard(100, 5000) == 90);

    // With a clock beside it, no more than that has to give.
    Limits both = clock(100);
    both.moveTime = 700;
    CHECK(*budget(both, Color::White, 10).hard < 90);
    CHECK_FALSE(budget(both, Color::White, 10).soft);
    both.time = {100'000, 100'000};
    CHECK(*budget(both, Color::White, 10).hard == 690);
}
