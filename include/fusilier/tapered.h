// A pair of values, middle game and end game, added, subtracted and multiplied as one integer.
#pragma once

#include <cstdint>

namespace fusilier {

/// Two 32-bit values in one 64-bit integer. The evaluation's unit is a tenth of a centipawn.
class Tapered {
  public:
    constexpr Tapered() = default;
    constexpr Tapered(int middle, int end)
        : packed_(static_cast<std::int64_t>(static_cast<std::uint64_t>(end) << 32) + middle) {}

    constexpr int middle() const { return static_cast<std::int32_t>(static_cast<std::uint32_t>(packed_)); }
    constexpr int end() const { return static_cast<std::int32_t>((packed_ + 0x80000000) >> 32); }

    constexpr Tapered& operator+=(Tapered o) { return packed_ += o.packed_, *this; }
    constexpr Tapered& operator-=(Tapered o) { return packed_ -= o.packed_, *this; }
    friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
    friend constexpr Tapered operator*(Tapered a, int n) { return a.packed_ *= n, a; }
    friend constexpr bool operator==(Tapered, Tapered) = default;

  private:
    std::int64_t packed_ = 0;
};

}  // namespace fusilier
