#include "cli/suite.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "core/text.h"
#include "fusilier/session.h"

namespace fusilier {

namespace {

/// `D3 8902`
std::optional<std::pair<int, std::uint64_t>> readCount(std::string_view field) {
    const auto words = splitWords(field);
    if (words.size() != 2 || words[0].front() != 'D') return std::nullopt;
    const auto depth = parseNumber<int>(words[0].substr(1));
    const auto count = parseNumber<std::uint64_t>(words[1]);
    if (!depth || *depth < 1 || *depth > 99 || !count) return std::nullopt;
    return std::pair(*depth, *count);
}

SuiteEntry readEntry(std::string_view text, const std::string& place) {
    SuiteEntry entry;
    auto end = text.find(';');
    entry.fen = joinWords(splitWords(text.substr(0, end)));
    if (entry.fen.empty()) throw InputError(fmt::format("{}: the FEN is missing", place));
    if (end == std::string_view::npos) throw InputError(fmt::format("{}: no count, such as ;D1 20", place));
    while (end != std::string_view::npos) {
        text.remove_prefix(end + 1);
        end = text.find(';');
        const auto field = text.substr(0, end);
        const auto count = readCount(field);
        if (!count) throw InputError(fmt::format("{}: expected a count such as D1 20, not {}", place, quoted(field)));
        entry.counts.push_back(*count);
    }
    return entry;
}

}  // namespace

std::vector<SuiteEntry> readSuite(std::istream& in, const std::string& file) {
    std::vector<SuiteEntry> suite;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const auto words = splitWords(line);
        if (words.empty() || words.front().front() == '#') continue;
        suite.push_back(readEntry(line, fmt::format("{}:{}", file, number)));
        suite.back().line = number;
    }
    if (suite.empty()) throw InputError(fmt::format("{}: no position in it", file));
    return suite;
}

}  // namespace fusilier
