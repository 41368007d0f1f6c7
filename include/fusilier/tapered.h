// A pair of centipawn values, middle game and end game, added and subtracted as one integer.
#pragma once

#include <cstdint>

namespace fusilier {

/// Packs two 16-bit values; sums stay exact while each half stays within +-32767 centipawns.
class Tapered {
  public:
    constexpr Tapered() = default;
    constexpr Tapered(int middle, int end)
        : packed_(static_cast<std::int32_t>(static_cast<std::uint32_t>(end) << 16) + middle) {}

    constexpr int middle() const { return static_cast<std::int16_t>(static_cast<std::uint16_t>(packed_)); }
    constexpr int end() const {
        return static_cast<std::int16_t>(
            static_cast<std::uint16_t>(static_cast<std::uint32_t>(packed_ + 0x8000) >> 16));
    }

    constexpr Tapered& operator+=(Tapered o) { return packed_ += o.packed_, *this; }
    constexpr Tapered& operator-=(Tapered o) { return packed_ -= o.packed_, *this; }
    friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
    friend constexpr Tapered operator*(Tapered a, int n) { return {a.middle() * n, a.end() * n}; }
    friend constexpr bool operator==(Tapered, Tapered) = default;

  private:
    std::int32_t packed_ = 0;
};

}  // namespace fusilier
