// `fusilier pgn`: game files checked, converted, added up.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fusilier::match {

/// Runs `check`, `convert` or `merge` with the words that follow it. Returns the exit code: 0, or 1 where a check
/// failed. Throws InputError for a bad command line or an unreadable file.
int runPgnTool(std::span<const std::string> words);

/// `fusilier openings GAME ...`: prints random positions. Throws InputError.
int runOpeningsTool(std::span<const std::string> words);

std::string_view pgnHelp();
std::string_view openingsHelp();

}  // namespace fusilier::match
