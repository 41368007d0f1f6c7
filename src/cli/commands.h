// The subcommands. Each returns its exit code and may throw UsageError and InputError.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "cli/arguments.h"
#include "fusilier/session.h"

namespace fusilier {

/// Everything the program does with `words`, its arguments without its own name. Returns the exit code:
/// 0 for success, 1 where a check failed, 2 for a wrong command line or bad input.
int runCommandLine(std::span<const std::string> words);

/// A session of the argument GAME with the position of the argument FEN. Throws InputError.
std::unique_ptr<Session> openPosition(const Arguments& arguments);

int runPerft(const Arguments& arguments);
int runMoves(const Arguments& arguments);
int runPlay(const Arguments& arguments);
int runShow(const Arguments& arguments);
int runAnalyze(const Arguments& arguments);
int runPieces(const Arguments& arguments);
int runEval(const Arguments& arguments);
int runValues(const Arguments& arguments);
int runGames(const Arguments& arguments);
int runSelfPlay(const Arguments& arguments);
int runBenchmark(const Arguments& arguments);
int runDatagen(const Arguments& arguments);
int runTune(const Arguments& arguments);
int runMatch(std::span<const std::string> words);

}  // namespace fusilier
