// The transposition table: shared by all threads of a search without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "fusilier/move.h"
#include "fusilier/types.h"

namespace fusilier {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

/// What is remembered of a node. Scores as in score.h, mates counted from the node.
struct TableData {
    Move move;
    int score = 0;
    int depth = 0;              ///< plies; at most 255
    Bound bound = Bound::None;  ///< None: nothing is known

    explicit operator bool() const { return bound != Bound::None; }
    /// Does what is known, with `at` the score as counted from the root, decide a search of this window?
    bool decides(int at, int alpha, int beta) const {
        return bound == Bound::Exact || (bound == Bound::Lower ? at >= beta : at <= alpha);
    }
};

class TranspositionTable {
  public:
    /// Throws std::bad_alloc if not even the least is to be had.
    explicit TranspositionTable(std::size_t mebibytes) {
        if (resize(mebibytes) == 0) throw std::bad_alloc();
    }

    /// Empties the table and gives it at most this many MiB, fewer if memory is short; returns what it got.
    /// If not even the least is to be had, the old table stays.
    std::size_t resize(std::size_t mebibytes);
    void clear();
    /// Entries of earlier searches are the first to be replaced from now on.
    void newSearch() { generation_ = static_cast<std::uint8_t>((generation_ + 1) & generationMask); }

    TableData probe(Key key) const;
    void store(Key key, const TableData& data);
    void prefetch(Key key) const { __builtin_prefetch(&cluster(key)); }
    /// Share of entries written by this search, in permille, from a sample.
    int fullness() const;

  private:
    static constexpr std::size_t clusterSize = 4;
    static constexpr std::uint8_t generationMask = 63;

    /// Key and data are stored xor-ed, so that a torn write looks like another position (Hyatt and Mann 2002).
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Cluster {
        std::array<Entry, clusterSize> entries;
    };

    Cluster& cluster(Key key) const {
        return clusters_[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count_) >> 64)];
    }

    std::unique_ptr<Cluster[]> clusters_;
    std::size_t count_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace fusilier
