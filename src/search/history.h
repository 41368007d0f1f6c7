// What the search has learned about quiet moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "fusilier/position.h"

namespace fusilier {

/// A score that moves towards +-limit, ever slower the nearer it is.
inline void bump(std::int16_t& entry, int bonus) {
    constexpr int limit = 16384;
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / limit);
}

/// How often a quiet move caused a cutoff, by side, what lands, where, and whether it came whole or by a split.
template <Rules R>
class History {
  public:
    std::int16_t& of(Color c, Move m) {
        const std::size_t split = m.kind() == MoveKind::Split ? 1 : 0;
        return table_[static_cast<std::size_t>(index(c))][split][m.arg()][m.to()];
    }
    int get(Color c, Move m) const { return const_cast<History*>(this)->of(c, m); }
    void clear() {
        for (auto& side : table_)
            for (auto& kind : side)
                for (auto& row : kind)
                    row.fill(0);
    }

  private:
    using Row = std::array<std::int16_t, Traits<R>::Geo::size>;
    std::array<std::array<std::array<Row, static_cast<std::size_t>(Traits<R>::types)>, 2>, 2> table_{};
};

}  // namespace fusilier
