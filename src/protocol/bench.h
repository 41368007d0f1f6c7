// The search benchmark: fixed positions of all games at fixed depth, for speed and as a signature of the search.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "fusilier/registry.h"

namespace fusilier {

struct Bench {
    const Game* game = nullptr;  ///< nullptr means all games
    int depth = 0;
};

inline constexpr int defaultBenchDepth = 10;

/// Reads `[GAME] [DEPTH]`. Throws InputError naming what is wrong.
Bench readBench(std::span<const std::string_view> words);

/// Runs it and hands over its report line by line. The last line is `N nodes N nps`, as OpenBench reads it.
/// The node count depends on the search and the rules alone, not on the machine.
void runBench(const Bench& bench, const std::function<void(std::string_view)>& line);

}  // namespace fusilier
