// The mailbox: a board of files x ranks inside a guard frame wide enough for leaps of two.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/types.h"

namespace fusilier {

/// Two guard ranks below and above; two guard files that the end of one rank and the start of the next share.
/// `Square` is an index into the whole, so a step is the addition of a constant and never needs a range check.
template <int Files, int Ranks>
struct Geometry {
    static constexpr int files = Files;
    static constexpr int ranks = Ranks;
    static constexpr int stride = Files + 2;
    static constexpr int size = stride * (Ranks + 4) + 2;
    static_assert(size <= 256, "a square must fit eight bits");

    /// `file` and `rank` count from 0.
    static constexpr Square square(int file, int rank) { return static_cast<Square>((rank + 2) * stride + file + 2); }
    static constexpr int fileOf(Square s) { return (s - 2) % stride; }
    static constexpr int rankOf(Square s) { return (s - 2) / stride - 2; }
    static constexpr int offset(int dFile, int dRank) { return dRank * stride + dFile; }
    static constexpr Square step(Square s, int offset) { return static_cast<Square>(s + offset); }

    /// One rank ahead for `c`.
    static constexpr int forward(Color c) { return c == Color::White ? stride : -stride; }
    /// Rank 0 is the side's own first.
    static constexpr int relativeRank(Color c, Square s) {
        return c == Color::White ? rankOf(s) : Ranks - 1 - rankOf(s);
    }
    static constexpr bool onLastRank(Color c, Square s) {
        return c == Color::White ? s >= square(0, Ranks - 1) : s <= square(Files - 1, 0);
    }

    static constexpr std::array<Square, Files* Ranks> squares = [] {
        std::array<Square, Files * Ranks> all{};
        for (int i = 0; i < Files * Ranks; ++i)
            all[static_cast<std::size_t>(i)] = square(i % Files, i / Files);
        return all;
    }();
    static constexpr std::array<bool, size> onBoard = [] {
        std::array<bool, size> on{};
        for (const Square s : squares)
            on[s] = true;
        return on;
    }();
};

}  // namespace fusilier
