// Completion scripts for shells, made from the table of subcommands.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/arguments.h"

namespace fusilier {

/// The script for "bash" or "zsh". Throws UsageError for another shell.
std::string completionScript(std::string_view shell, std::span<const Subcommand> commands);

}  // namespace fusilier
