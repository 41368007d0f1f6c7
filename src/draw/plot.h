// The course of a game as a curve.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/svg.h"

namespace fusilier::draw {

/// A position of a game.
struct PlotPoint {
    double white = 0.5;  ///< points that White may expect, 0 to 1
    std::string mark;    ///< of the move that led here: "?!", "?", "??"
};

/// White's expectation from the first position to the last. The first position is that before move `firstMove`, with
/// Black to move if `blackFirst`.
std::string scorePlot(std::string_view title, const std::vector<PlotPoint>& points, int firstMove, bool blackFirst,
                      const Theme& theme);

}  // namespace fusilier::draw
