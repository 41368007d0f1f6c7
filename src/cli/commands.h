// The subcommands. Each returns its exit code and may throw UsageError and InputError.
#pragma once

#include <span>
#include <string>

#include "cli/arguments.h"

namespace fusilier {

/// Everything the program does with `words`, its arguments without its own name. Returns the exit code:
/// 0 for success, 1 where a check failed, 2 for a wrong command line or bad input.
int runCommandLine(std::span<const std::string> words);

int runPerft(const Arguments& arguments);
int runMoves(const Arguments& arguments);
int runShow(const Arguments& arguments);
int runGames(const Arguments& arguments);
int runSelfPlay(const Arguments& arguments);
int runBenchmark(const Arguments& arguments);
int runMatch(std::span<const std::string> words);

}  // namespace fusilier
