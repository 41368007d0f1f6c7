#include "search/table.h"

#include <algorithm>
#include <new>

namespace fusilier {

namespace {

// data: move 0-31, score 32-47, depth 48-55, bound 56-57, generation 58-63
std::uint64_t pack(const TableData& d, std::uint8_t generation) {
    return std::uint64_t{d.move.bits()} | std::uint64_t{static_cast<std::uint16_t>(d.score)} << 32 |
           std::uint64_t{static_cast<std::uint8_t>(d.depth)} << 48 |
           std::uint64_t{static_cast<std::uint8_t>(d.bound)} << 56 | std::uint64_t{generation} << 58;
}
int depthOf(std::uint64_t data) {
    return static_cast<int>(data >> 48 & 255);
}
Bound boundOf(std::uint64_t data) {
    return static_cast<Bound>(data >> 56 & 3);
}
std::uint8_t generationOf(std::uint64_t data) {
    return static_cast<std::uint8_t>(data >> 58);
}
TableData unpack(std::uint64_t data) {
    return {Move::fromBits(static_cast<std::uint32_t>(data)),
            static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 32)), depthOf(data), boundOf(data)};
}

}  // namespace

std::size_t TranspositionTable::resize(std::size_t mebibytes) {
    constexpr std::size_t mebibyte = 1024 * 1024;
    for (std::size_t size = std::max<std::size_t>(mebibytes, 1); size > 0; size /= 2) {
        const std::size_t count = size * (mebibyte / sizeof(Cluster));
        if (std::unique_ptr<Cluster[]> fresh{new (std::nothrow) Cluster[count]}) {
            clusters_ = std::move(fresh);
            count_ = count;
            return size;
        }
    }
    return count_ * sizeof(Cluster) / mebibyte;
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < count_; ++i) {
        for (Entry& e : clusters_[i].entries) {
            e.check.store(0, std::memory_order_relaxed);
            e.data.store(0, std::memory_order_relaxed);
        }
    }
    generation_ = 0;
}

TableData TranspositionTable::probe(Key key) const {
    for (const Entry& e : cluster(key).entries) {
        const std::uint64_t data = e.data.load(std::memory_order_relaxed);
        if ((e.check.load(std::memory_order_relaxed) ^ data) == key && boundOf(data) != Bound::None)
            return unpack(data);
    }
    return {};
}

void TranspositionTable::store(Key key, const TableData& fresh) {
    Entry* victim = nullptr;
    int least = 0;
    TableData d = fresh;
    for (Entry& e : cluster(key).entries) {
        const std::uint64_t data = e.data.load(std::memory_order_relaxed);
        if ((e.check.load(std::memory_order_relaxed) ^ data) == key) {
            if (!d.move) d.move = unpack(data).move;
            // A much deeper result of this search is worth more than a bound from a shallow one.
            if (d.bound != Bound::Exact && generationOf(data) == generation_ && depthOf(data) > d.depth + 3) return;
            victim = &e;
            break;
        }
        const int age = (generation_ - generationOf(data)) & generationMask;
        const int worth = boundOf(data) == Bound::None ? -1024 : depthOf(data) - 8 * age;
        if (victim == nullptr || worth < least) {
            victim = &e;
            least = worth;
        }
    }
    const std::uint64_t data = pack(d, generation_);
    victim->data.store(data, std::memory_order_relaxed);
    victim->check.store(key ^ data, std::memory_order_relaxed);
}

int TranspositionTable::fullness() const {
    const std::size_t sample = std::min<std::size_t>(count_, 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Entry& e : clusters_[i].entries) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            if (boundOf(data) != Bound::None && generationOf(data) == generation_) ++used;
        }
    }
    return static_cast<int>(used * 1000 / (sample * clusterSize));
}

}  // namespace fusilier
