// The command line of `fusilier match`, in the words of cutechess-cli and fastchess.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/registry.h"
#include "match/engine.h"
#include "match/game.h"
#include "match/openings.h"
#include "match/schedule.h"
#include "match/stats.h"

namespace fusilier::match {

struct MatchOptions {
    const Game* game = nullptr;
    std::vector<EngineConfig> engines;  ///< at least two, names distinct
    ScheduleSettings schedule;
    int concurrency = 1;
    bool affinity = false;  ///< each worker and its engines on a processor of their own
    std::optional<BookSettings> book;
    std::optional<RandomOpeningSettings> random;
    std::optional<Sprt> sprt;  ///< only with two engines
    Adjudication adjudication;
    std::string out;  ///< game file; empty for none
    bool resume = false;
    Notation notation = Notation::Coordinate;
    std::string event = "Fusilier match";
    std::string site = "?";
    std::string log;  ///< file for what engines say and are told; empty for none
    bool json = false;
    std::FILE* text = stdout;  ///< where people read
    bool quiet = false;
    int progressInterval = 10;  ///< games between two progress lines; 0 for none
};

/// Throws InputError naming the word that is wrong. `self` is the path of this program, the default engine.
MatchOptions parseMatchOptions(std::span<const std::string> words, const std::string& self);

/// "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized": what follows --sprt. Throws InputError.
Sprt parseSprt(std::span<const std::string> settings);

/// Help text of `fusilier match`.
std::string_view matchHelp();

}  // namespace fusilier::match
