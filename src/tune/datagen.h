// Games of the engine against itself, for the tuner.
#pragma once

#include <functional>
#include <string>

#include "fusilier/registry.h"
#include "tune/data.h"

namespace fusilier::tune {

struct DatagenSettings {
    DataHeader header;
    std::uint32_t games = 4000;  ///< of all shards
    int threads = 1;
    std::string file;
};

/// Plays the games that the file lacks and appends them in order, so that a file that was interrupted and continued is
/// the same as one made at one go. `progress(done, all)` is called after each game. Throws InputError if the file is
/// another game's, was made with other settings, or is damaged; it is then left as it was.
void generate(const Game& game, const DatagenSettings& settings,
              const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace fusilier::tune
