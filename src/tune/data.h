// Files of self-played games for the tuner: small, checked, and continued where they broke off.
//
// A line of text says what the file holds. Then come the games in the order of their numbers, each a record of its
// length, the length's complement and a checksum (CRC-32) before its body; all numbers are little-endian. So a length
// that is damaged is not taken for a record that was cut short.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/file.h"

namespace fusilier::tune {

/// What a file of games was made by.
struct DataHeader {
    std::string game;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 1000;  ///< of each search
    std::uint32_t shard = 0;     ///< which share of the games, from 0
    std::uint32_t shardCount = 1;

    bool operator==(const DataHeader&) const = default;
};

struct DataPly {
    std::uint16_t move = 0;  ///< place among the legal moves in alphabetical order
    bool quiet = false;      ///< see Session::quiet
    std::int16_t score = 0;  ///< of the search, in centipawns for the side to move; a mate counts as mateScore
    bool operator==(const DataPly&) const = default;
};
inline constexpr std::int16_t mateScore = 30000;

struct DataGame {
    std::uint32_t number = 0;
    std::uint8_t result = 1;  ///< halves of a point for White: 0, 1 or 2
    std::string fen;          ///< where it began
    std::vector<DataPly> plies;
    bool operator==(const DataGame&) const = default;
};

std::string headerLine(const DataHeader& header);
std::string encode(const DataGame& game);
/// A record with this body, whatever that is.
std::string record(std::string_view body);

struct DataFile {
    DataHeader header;
    std::vector<DataGame> games;
    std::size_t goodBytes = 0;  ///< header and whole records
    std::size_t size = 0;       ///< more than goodBytes if the last record is incomplete
};

/// Reads a file's bytes. An incomplete last record, as an interruption leaves it, is left out. Throws InputError for
/// anything else that is wrong; `name` is the file's in the message.
DataFile decode(std::string_view bytes, const std::string& name);

/// Throws InputError if the folder that the file would be in is not there.
void requireFolderOf(const std::string& file);

}  // namespace fusilier::tune
