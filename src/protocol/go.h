// The arguments of UCI's `go`.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "fusilier/session.h"

namespace fusilier {

struct GoCommand {
    Limits limits;
    std::optional<int> perft;  ///< count the move tree this deep instead of searching
};

/// Reads what follows `go`. Throws InputError naming the first word that is wrong.
GoCommand readGo(std::span<const std::string_view> words);

}  // namespace fusilier
