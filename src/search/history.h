// What the search has learned about quiet moves.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "fusilier/position.h"

namespace fusilier {

/// A score that moves towards +-limit, ever slower the nearer it is.
inline void bump(std::int16_t& entry, int bonus) {
    constexpr int limit = 16384;
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit);
}

/// How often quiet moves caused a cutoff: each by itself, and as an answer to the move before it or two before it.
template <Rules R>
class History {
  public:
    using Geo = typename Traits<R>::Geo;

    History() : replies_(units * units, 0), counters_(units) {}

    /// By side, what lands, where, and whether it came whole or by a split.
    std::int16_t& quiet(Color c, Move m) {
        const std::size_t split = m.kind() == MoveKind::Split ? 1 : 0;
        return quiets_[static_cast<std::size_t>(index(c))][split][unitIndex(m)];
    }
    int quiet(Color c, Move m) const { return const_cast<History*>(this)->quiet(c, m); }

    /// Scores of what may follow `m`; index them with unitIndex. The row for "no move" is that of Move().
    std::int16_t* repliesTo(Move m) { return replies_.data() + unitIndex(m) * units; }
    Move& counterOf(Move m) { return counters_[unitIndex(m)]; }

    /// What lands where, as one number.
    static std::size_t unitIndex(Move m) { return m.arg() * Geo::squares.size() + number[m.to()]; }

    void clear() {
        for (auto& side : quiets_)
            for (auto& kind : side)
                kind.fill(0);
        std::fill(replies_.begin(), replies_.end(), std::int16_t{0});
        std::fill(counters_.begin(), counters_.end(), Move());
    }

  private:
    static constexpr std::size_t units = static_cast<std::size_t>(Traits<R>::types) * Geo::squares.size();
    static constexpr std::array<std::uint8_t, Geo::size> number = [] {
        std::array<std::uint8_t, Geo::size> n{};
        for (std::size_t i = 0; i < Geo::squares.size(); ++i)
            n[Geo::squares[i]] = static_cast<std::uint8_t>(i);
        return n;
    }();

    std::array<std::array<std::array<std::int16_t, units>, 2>, 2> quiets_{};
    std::vector<std::int16_t> replies_;
    std::vector<Move> counters_;
};

}  // namespace fusilier
