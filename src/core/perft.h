// Counting the leaves of the legal move tree.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/perft_table.h"
#include "fusilier/movegen.h"

namespace fusilier {

/// What a count may use. Once `stop` is set it ends soon, and what it returns is worthless.
struct PerftAids {
    PerftTable* table = nullptr;
    const std::atomic<bool>* stop = nullptr;

    bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// Leaves `depth` plies below; the last ply is counted, not listed.
template <Rules R>
std::uint64_t perft(Position<R>& position, int depth, const PerftAids& aids = {}) {
    constexpr int watchful = 3;  // plies from which on a look at the flag costs nothing against the work below
    if (depth <= 0) return 1;
    if (depth == 1) return countMoves(position);
    if (depth >= watchful && aids.stopped()) return 0;
    if (aids.table != nullptr)
        if (const auto known = aids.table->find(position.key(), depth)) return *known;
    std::uint64_t total = 0;
    for (const Move m : legalMoves(position)) {
        Undo<R> undo;
        position.make(m, undo);
        total += perft(position, depth - 1, aids);
        position.unmake(undo);
    }
    if (aids.table != nullptr && !aids.stopped()) aids.table->store(position.key(), depth, total);
    return total;
}

}  // namespace fusilier
