// Remembers what positions are worth: a search sees most of its positions more than once.
#pragma once

#include <cstdint>
#include <vector>

#include "fusilier/types.h"

namespace fusilier {

/// One thread's cache of White's advantage, in centipawns. A new value replaces the old one of its place.
class EvalCache {
  public:
    EvalCache() : entries_(size) {}

    /// The remembered value of `key`; worked out by `evaluate` where there is none.
    template <class Evaluate>
    int of(Key key, Evaluate&& evaluate) {
        std::uint64_t& entry = entries_[key % size];
        if ((entry ^ key) >> scoreBits == 0) return static_cast<std::int16_t>(entry & scoreMask);
        const int score = evaluate();
        entry = (key & ~scoreMask) | static_cast<std::uint16_t>(score);
        return score;
    }

  private:
    static constexpr std::size_t size = std::size_t{1} << 15;
    // The key's low bits name the place, so that its high 48 tell positions apart, but for one chance in 2^48.
    static constexpr int scoreBits = 16;
    static constexpr std::uint64_t scoreMask = (1 << scoreBits) - 1;

    std::vector<std::uint64_t> entries_;
};

}  // namespace fusilier
