// One game between two engines, refereed by the game's own rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "match/engine.h"
#include "match/pgn.h"

namespace fusilier::match {

/// Give up a game for an engine that has seen itself lost for long.
struct ResignRule {
    int moveCount = 3;      ///< of its own moves in a row
    int score = 500;        ///< centipawns below zero, at least
    bool twoSided = false;  ///< the other side must agree
};

/// Call a game drawn that both sides have seen level for long.
struct DrawRule {
    int moveNumber = 40;  ///< not before this many full moves have been played
    int moveCount = 8;    ///< of both sides in a row
    int score = 10;       ///< centipawns from zero, at most
};

struct Adjudication {
    std::optional<ResignRule> resign;
    std::optional<DrawRule> draw;
    std::optional<int> maxMoves;  ///< full moves; then the game is a draw
};

/// How a game ended, in Cute Chess's words.
struct Verdict {
    std::string result;       ///< "1-0", "0-1", "1/2-1/2"
    std::string reason;       ///< "White mates", "Black loses on time", "Draw by 3-fold repetition"
    std::string termination;  ///< value of PGN's Termination tag
};

/// What one side searched in a game.
struct SearchTotals {
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    std::uint64_t depth = 0;  ///< sum over its moves
    std::int64_t timeUs = 0;  ///< microseconds, since short searches are shorter than a clock's tick
};

/// "moves 40 nodes 123456 depth 345 us 1234567": a tag of our own, so that tables can be made from game files.
std::string toString(const SearchTotals& totals);
SearchTotals parseSearchTotals(std::string_view text);

/// Loss of `side` for what its engine did.
Verdict lossFor(Color side, std::string_view what, std::string_view termination);
Verdict lossFor(Color side, const EngineFailure& failure);

/// Plays from `fen` (empty for the usual array) until the referee, a failure or an adjudication ends the game.
/// `referee` is a session of the game, left anywhere. The record has its moves, result, and the tags FEN, SetUp,
/// Variant, TimeControl, PlyCount, Termination and WhiteSearch/BlackSearch. Engines that failed are no longer `usable`.
/// Throws Stopped.
GameRecord playGame(Session& referee, Engine& white, Engine& black, std::string_view fen,
                    const Adjudication& adjudication);
/// The record of a game that could not begin.
GameRecord unplayedGame(const Session& referee, std::string_view fen, const Verdict& verdict);

}  // namespace fusilier::match
