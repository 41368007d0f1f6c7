// From files of games to a game's parameters.
#pragma once

#include <string>
#include <vector>

#include "fusilier/registry.h"
#include "tune/data.h"
#include "tune/fit.h"

namespace fusilier::tune {

/// The quiet positions of these games, replayed. Throws InputError where a game cannot be replayed.
Dataset positionsOf(const Game& game, const std::vector<DataGame>& games);

/// Takes the mean of each piece's table into its value, so that the value is what the piece is worth where it usually
/// stands. A royal without a value is what other royals' values count from: they lose what it would gain. No score
/// changes, since both sides have equally many royals. `uses`: how often each parameter counted.
void centreTables(std::vector<Pair>& values, const ParameterSheet& sheet, const GameInfo& game,
                  const std::vector<double>& uses);

/// How far a parameter may well be from where tuning starts, in centipawns.
double spreadOf(const ParameterSheet::Row& row);

struct TuneSettings {
    std::vector<std::string> files;
    double resultShare = 0.7;
    int resamples = 8;  ///< for the errors; 0 leaves them out
};

struct Tuned {
    ParameterSheet sheet;
    std::vector<std::string> remarks;  ///< where it comes from
};

/// Fits the sheet to the games. Says on standard error what it does. Throws InputError for files that do not fit.
Tuned tune(const Game& game, const ParameterSheet& start, const TuneSettings& settings);

}  // namespace fusilier::tune
