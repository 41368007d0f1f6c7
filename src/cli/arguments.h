// The command line: each subcommand declares what it takes in a table, which also makes its help text.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"

namespace fusilier {

/// The command line is wrong. The text says what, in one line.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Positional {
    std::string_view name;  ///< upper case
    std::string_view help;
    bool required = true;
    bool rest = false;  ///< takes all words that are left, so that a FEN needs no quotes; last one only
};

struct Flag {
    std::string_view name;   ///< with its two hyphens
    std::string_view value;  ///< what its value is called; empty if it takes none
    std::string_view help;
};

class Arguments;

struct Subcommand {
    std::string_view name;
    std::string_view summary;
    std::vector<Positional> positionals;
    std::vector<Flag> flags;
    std::string_view notes;        ///< closes the help text
    int (*run)(const Arguments&);  ///< returns the exit code; may throw UsageError and InputError
    /// In place of `run`: takes the words as they are, for a grammar that this table cannot say. The notes are then the
    /// whole help text.
    int (*runWords)(std::span<const std::string>) = nullptr;
};

/// What was given to one subcommand, by the names in its table.
class Arguments {
  public:
    /// Throws UsageError.
    Arguments(const Subcommand& command, std::span<const std::string> words);

    bool has(std::string_view name) const { return values_.contains(name); }
    /// Nothing if it was not given.
    std::optional<std::string> text(std::string_view name) const;
    /// Throws UsageError if it was given and is not a number from `lowest` to `highest`.
    template <typename T>
    std::optional<T> number(std::string_view name, T lowest, T highest = std::numeric_limits<T>::max()) const {
        const auto given = text(name);
        if (!given) return std::nullopt;
        const auto value = parseNumber<T>(*given);
        if (!value || *value < lowest || *value > highest)
            throw UsageError(
                fmt::format("{} is a number from {} to {}, not {}", name, lowest, highest, fusilier::quoted(*given)));
        return value;
    }

  private:
    void takeFlag(const Subcommand& command, std::span<const std::string>& words);

    std::map<std::string_view, std::string> values_;  ///< names point into the table
};

/// `perft GAME [DEPTH] [--fen FEN] ...`
std::string usage(const Subcommand& command);
/// Usage, what each word means, notes.
std::string help(const Subcommand& command);

}  // namespace fusilier
