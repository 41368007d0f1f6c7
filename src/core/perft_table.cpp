#include "core/perft_table.h"

#include <algorithm>
#include <atomic>
#include <new>

namespace fusilier {

namespace {

constexpr std::size_t cacheLine = 64;

// Relaxed is enough: a pair of words that do not belong together is recognised.
std::uint64_t load(std::uint64_t& word) {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
}
void save(std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

}  // namespace

PerftTable::PerftTable(std::size_t mebibytes) {
    // calloc, because the system hands out great blocks as pages that are zero without being written.
    for (std::size_t size = std::max<std::size_t>(mebibytes, 1); size > 0 && !memory_; size /= 2) {
        count_ = size * (mebibyte / sizeof(Cluster));
        memory_.reset(std::calloc(count_ + 1, sizeof(Cluster)));
    }
    if (!memory_) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    const auto aligned = (address + cacheLine - 1) / cacheLine * cacheLine;
    clusters_ = reinterpret_cast<Cluster*>(static_cast<char*>(memory_.get()) + (aligned - address));
}

std::optional<std::uint64_t> PerftTable::find(Key key, int depth) const {
    for (Entry& e : cluster(key).entries) {
        const std::uint64_t data = load(e.data);
        if ((load(e.check) ^ data) == key && (data & ((1U << depthBits) - 1)) == static_cast<std::uint64_t>(depth))
            return data >> depthBits;
    }
    return std::nullopt;
}

void PerftTable::store(Key key, int depth, std::uint64_t leaves) {
    if (leaves >> (64 - depthBits) != 0) return;
    Entry* victim = nullptr;
    std::uint64_t least = 0;
    for (Entry& e : cluster(key).entries) {
        // The leaves are the upper bits, so that this compares the work that an entry saves.
        const std::uint64_t data = load(e.data);
        if (victim == nullptr || data < least) {
            victim = &e;
            least = data;
        }
    }
    const std::uint64_t data = leaves << depthBits | static_cast<std::uint64_t>(depth);
    save(victim->data, data);
    save(victim->check, key ^ data);
}

}  // namespace fusilier
