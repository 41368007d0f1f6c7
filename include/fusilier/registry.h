// The games in this binary. The table's source is generated from variants/CMakeLists.txt, one name a line.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "fusilier/session.h"

namespace fusilier {

struct Game {
    GameInfo info;
    std::unique_ptr<Session> (*open)();  ///< a new Session at the start position
    GameParameters parameters;
};

/// Every game, in the order of the registry.
std::span<const Game> games();

/// The game of that name, or nullptr.
const Game* findGame(std::string_view name);

}  // namespace fusilier
