// Plays a match: several games at once, results to a file and a table, until it is done, decided or interrupted.
#pragma once

#include <cstdint>

#include "match/options.h"

namespace fusilier::match {

struct MatchResult {
    std::size_t games = 0;     ///< in the table, games read by `resume` included
    std::uint64_t digest = 0;  ///< of the games in their order; see digest() of pgn.h
    bool interrupted = false;  ///< by SIGINT or SIGTERM
};

/// Plays the match that `options` describe. The table goes to standard output; with `json`, standard output gets the
/// JSON object alone and standard error the rest. While it runs, SIGINT and SIGTERM end the match cleanly and SIGPIPE
/// is ignored.
///
/// Games are written to the file whole, as each of them ends, so that a killed match leaves a file to resume from. At
/// the end the file is put into the schedule's order. Throws InputError for a bad book or file, std::runtime_error
/// where an engine cannot be started at all; games finished until then are in the file.
MatchResult runMatch(const MatchOptions& options);

}  // namespace fusilier::match
