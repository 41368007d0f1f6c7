// Phrases for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fusilier/atoms.h"

namespace fusilier {

/// What completes "it moves": "one square in any direction, or by a knight's leap".
std::string movementText(Atoms atoms);

/// "a, b and c" with " and " for `last`.
std::string listText(const std::vector<std::string>& words, std::string_view last);

}  // namespace fusilier
