// Counting the leaves of the legal move tree.
#pragma once

#include <cstdint>

#include "fusilier/movegen.h"

namespace fusilier {

/// Leaves `depth` plies below; the last ply is counted, not listed.
template <Rules R>
std::uint64_t perft(Position<R>& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return countMoves(position);
    std::uint64_t total = 0;
    for (const Move m : legalMoves(position)) {
        Undo<R> undo;
        position.make(m, undo);
        total += perft(position, depth - 1);
        position.unmake(undo);
    }
    return total;
}

}  // namespace fusilier
