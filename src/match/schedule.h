// Who plays whom, in which order, from which opening. A pure function of its settings: no state, no chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fusilier::match {

enum class Tournament : std::uint8_t { RoundRobin, Gauntlet };

struct ScheduleSettings {
    std::size_t engines = 2;
    Tournament tournament = Tournament::RoundRobin;  ///< a gauntlet: the first engine against each of the others
    std::size_t gamesPerPairing = 1;
    bool repeat = false;    ///< each opening twice in a row, with colours reversed
    std::size_t shard = 0;  ///< which share of the match to play, from 0
    std::size_t shardCount = 1;
};

struct ScheduledGame {
    std::size_t unit = 0;  ///< number of the encounter (a pair of games with `repeat`, else a game) in the whole match
    std::size_t leg = 0;   ///< 0 or 1: which game of the pair
    std::size_t white = 0;
    std::size_t black = 0;
    std::size_t opening = 0;  ///< the same for all pairings of a round
    std::string round;        ///< PGN's Round: "12" or, for a game of a pair, "12.2"
};

/// The games of one shard, in order. Shards take whole pairs in turn, so that together they are the whole match.
class Schedule {
  public:
    explicit Schedule(const ScheduleSettings& settings);

    std::size_t size() const { return games_.size(); }
    const ScheduledGame& operator[](std::size_t i) const { return games_[i]; }

  private:
    std::vector<ScheduledGame> games_;
};

/// "12.2" as {12, 2}, "12" as {12, 0}; {0, 0} for anything else. Sorts a match's games into their order.
std::pair<std::uint64_t, std::uint64_t> parseRound(std::string_view round);

/// Has the second of two engines White in a game of this round?
bool secondHasWhite(std::string_view round);

}  // namespace fusilier::match
