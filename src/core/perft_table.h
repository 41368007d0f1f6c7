// What perft remembers: leaves below positions already counted, shared by its threads without locks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "fusilier/types.h"

namespace fusilier {

/// A count is found again only for the same key, all 64 bits of it, and the same depth. What is left to chance is that
/// two different positions have the same key. Among n positions the chance that any two do is about n * n / 2^65: one
/// in 32768 for 2^25 of them, one in 32 for 2^30; and only a pair that meets in the table at one depth does harm.
class PerftTable {
  public:
    /// Takes at most this many MiB, fewer if memory is short. Untouched pages cost nothing.
    explicit PerftTable(std::size_t mebibytes);

    std::size_t mebibytes() const { return count_ * sizeof(Cluster) / mebibyte; }

    std::optional<std::uint64_t> find(Key key, int depth) const;
    /// Puts it in place of the least work in reach. A count too great to be held is dropped.
    void store(Key key, int depth, std::uint64_t leaves);

  private:
    static constexpr std::size_t mebibyte = 1024 * 1024;
    static constexpr int depthBits = 7;

    /// Key and data are stored xor-ed, so that a torn write looks like another position (Hyatt and Mann 2002).
    struct Entry {
        std::uint64_t check;
        std::uint64_t data;  ///< leaves and depth, see pack; 0 if empty
    };
    struct Cluster {
        std::array<Entry, 4> entries;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Cluster& cluster(Key key) const {
        return clusters_[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count_) >> 64)];
    }

    std::unique_ptr<void, Free> memory_;
    Cluster* clusters_ = nullptr;  ///< in memory_, on a cache line
    std::size_t count_ = 0;
};

}  // namespace fusilier
