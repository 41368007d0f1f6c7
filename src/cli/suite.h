// Perft suites: text files of positions with the known sizes of their move trees.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <utility>
#include <vector>

namespace fusilier {

struct SuiteEntry {
    int line = 0;  ///< in the file, from 1
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> counts;  ///< depth and leaves
};

/// Reads lines `FEN ;D1 n ;D2 n`; blank lines and lines that begin with # are skipped.
/// Throws InputError naming `file` and the line for a line of any other form, and for a suite without positions.
std::vector<SuiteEntry> readSuite(std::istream& in, const std::string& file);

}  // namespace fusilier
