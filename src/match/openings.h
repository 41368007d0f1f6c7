// Where games start: the usual array, a file of positions, or seeded random positions.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "fusilier/registry.h"
#include "fusilier/splitmix.h"

namespace fusilier::match {

/// How to make random openings.
struct RandomOpeningSettings {
    int plies = 8;               ///< random legal moves from the usual array, all equally likely
    int bound = 100;             ///< centipawns: positions that a shallow search scores beyond are left out
    std::uint64_t nodes = 5000;  ///< of that search
    std::uint64_t seed = 1;
};

/// Makes positions one after another: distinct, still going on, balanced. The same settings give the same positions.
class RandomOpenings {
  public:
    RandomOpenings(const Game& game, const RandomOpeningSettings& settings);

    /// FEN of the next position. Throws InputError when no new one turns up in 10 000 attempts.
    std::string next();

  private:
    bool playRandomMoves();
    bool balanced();

    RandomOpeningSettings settings_;
    SplitMix random_;
    std::unique_ptr<Session> session_;
    std::set<std::uint64_t> seen_;
};

/// Openings by number. Safe to call from several threads.
class Openings {
  public:
    /// Every game from the usual array.
    Openings() = default;
    /// These positions in turn, over and over.
    explicit Openings(std::vector<std::string> fens) : fens_(std::move(fens)) {}
    /// Made as they are asked for.
    explicit Openings(std::unique_ptr<RandomOpenings> source) : source_(std::move(source)) {}

    /// FEN, or "" for the usual array. Throws as RandomOpenings does.
    std::string at(std::size_t number);

  private:
    std::mutex mutex_;
    std::vector<std::string> fens_;
    std::unique_ptr<RandomOpenings> source_;
};

struct BookSettings {
    std::string file;
    bool pgn = false;       ///< games instead of positions: the position after `plies` of each
    int plies = 16;         ///< of a PGN book
    bool shuffled = false;  ///< by `seed`, instead of in the order of the file
    std::size_t start = 0;  ///< first position to use, from 0, in that order
    std::uint64_t seed = 1;
};

/// Reads a book: FEN or EPD, one a line; blank lines, lines that begin with # and what follows ; or the counters are
/// skipped. Every position is set up once. Throws InputError with file and line.
std::vector<std::string> readBook(const Game& game, const BookSettings& settings);

}  // namespace fusilier::match
