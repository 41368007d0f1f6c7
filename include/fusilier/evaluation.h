// The evaluation as data, whichever game it is: for the tuner, and for tables that people read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fusilier {

/// A row of the table of terms: centipawns for White and for Black, each in the middle game and the end game.
struct EvalTerm {
    std::string_view name;
    std::array<std::array<double, 2>, 2> centipawns{};  ///< [colour][0 middle, 1 end]
};

/// How a position's static evaluation comes about.
struct EvalReport {
    std::vector<EvalTerm> terms;  ///< those that counted
    double middle = 0;            ///< share of the middle game, 0 to 1; the rest is the end game's
    double scale = 1;             ///< what is left of the sum in a drawish position and near the 50-move draw
    int white = 0;                ///< the outcome: White's advantage in centipawns
};

/// The same for the tuner: White's count of each parameter minus Black's, where they differ.
struct EvalFeatures {
    std::vector<std::pair<std::uint16_t, std::int16_t>> counts;
    double middle = 0;
    double scale = 1;
};

/// A game's parameters in the order of their numbers, in centipawns.
struct ParameterSheet {
    struct Row {
        std::string group;   ///< "value", "mobility", "table", ...
        std::string detail;  ///< letter of the piece, or a number; may be empty
        bool single = true;  ///< not a square of a table
        double middle = 0;
        double end = 0;
        double middleError = 0;  ///< one standard deviation, 0 where unknown
        double endError = 0;
    };
    std::vector<Row> rows;
};

/// A type of piece beside its value, for people.
struct PieceFacts {
    std::string_view letter;
    std::string_view name;
    int baseValue = 0;  ///< see PieceInfo
    bool royal = false;
    bool pawn = false;
};

/// What a game offers to the tuner.
struct GameParameters {
    std::string_view valuesBy;  ///< whose the base values are, if the inventor's; or empty
    std::vector<PieceFacts> (*pieces)();
    ParameterSheet (*shipped)();   ///< what the game is played with
    ParameterSheet (*handMade)();  ///< what it would be played with before any tuning
    /// Reads the text of a file `params`. Throws InputError naming the line.
    ParameterSheet (*read)(std::string_view text);
    /// Writes one, values rounded to tenths. `remarks`: lines for its head.
    std::string (*write)(const ParameterSheet& sheet, const std::vector<std::string>& remarks);
};

}  // namespace fusilier
