// A small random generator with the same numbers on every platform, for openings and benchmark positions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fusilier {

/// Scatters the bits of a counter (the finalizer of SplitMix64).
constexpr std::uint64_t scatter(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}
inline constexpr std::uint64_t splitMixStep = 0x9E3779B97F4A7C15;

/// SplitMix64 by Sebastiano Vigna (public domain): any seed is a good one.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return scatter(state_ += splitMixStep); }

    /// A number from 0 to `count - 1`. The bias of the remainder is far below anything these uses could notice.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

  private:
    std::uint64_t state_;
};

}  // namespace fusilier
