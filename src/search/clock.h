// How long a search may think.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "fusilier/session.h"

namespace fusilier {

/// Times in milliseconds from the start of the search. Absent means no limit.
struct TimeBudget {
    std::optional<std::int64_t> soft;  ///< start no further iteration after this
    std::optional<std::int64_t> hard;  ///< break off
};

/// `overhead`: what the way to the GUI and back may cost a move, in milliseconds. A time for the move is used up, save
/// where the clock, if there is one, has less to give.
TimeBudget budget(const Limits& limits, Color us, std::int64_t overhead);

class Stopwatch {
  public:
    std::int64_t elapsedMs() const {
        using namespace std::chrono;
        return duration_cast<milliseconds>(steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fusilier
