// Piece values as a picture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fusilier/evaluation.h"

namespace fusilier {

/// A number and its standard error, 0 where unknown.
struct Measured {
    double value = 0;
    double error = 0;
};

/// In pawns of the same phase of the game.
struct PieceWorth {
    std::string letter;
    std::string name;
    Measured opening;
    Measured end;
    double given = 0;  ///< by the inventor, or by hand before tuning
};

/// Every type that has a value, the least first.
std::vector<PieceWorth> worthOfPieces(const GameParameters& parameters, const ParameterSheet& sheet);

/// Bars for opening and end game with their errors, and a mark for the value given: an SVG file's text.
std::string valueChart(std::string_view title, const std::vector<PieceWorth>& pieces, std::string_view givenBy);

}  // namespace fusilier
