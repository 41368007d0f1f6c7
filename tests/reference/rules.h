// What the five games and their common part know of each other.
#pragma once

#include <string>
#include <vector>

#include "reference.h"

namespace reference {

struct Game {
    std::string name;
    int files;
    int ranks;
    std::vector<std::string> types;  ///< upper case, "P" among them
    std::string royals;              ///< the types that are royal
    int maxRoyals;                   ///< a side has 1 to so many
    int pawnRank;                    ///< White's rank of the double step, counted from 1; Black's mirrors it
    std::string promotions;          ///< what a pawn becomes
    bool castling;
    /// Could the unit on `from`, which is not a pawn, capture a unit of the other side on `to`?
    bool (*attacks)(const Position& position, int from, int to);
    /// Adds the moves of the unit on `from`, which is not a pawn, without regard to the safety of the mover's royals.
    void (*addMoves)(const Position& position, int from, std::vector<Move>& moves);
};

extern const Game chess, sentai, sentinel, fourkings, thunder;

// Units. A type is a unit in upper case.
std::string typeOf(const std::string& unit);
std::string unitOf(const std::string& type, char side);
std::string lower(const std::string& type);
/// 'w', 'b', or ' ' for an empty square.
char sideOf(const std::string& unit);
char otherSide(char side);

// Squares.
int fileOf(const Position& position, int square);
int rankOf(const Position& position, int square);
std::string nameOf(const Position& position, int square);
/// From-square and to-square.
std::string text(const Position& position, int from, int to);

/// Does one of the Betza atoms W F D A N (leaps) R B (sliders, stopped by what stands between) go from `from` to `to`?
/// What stands on the two squares does not matter.
bool reaches(const Position& position, const std::string& atoms, int from, int to);
/// Does some unit of `side` attack the square?
bool attacked(const Game& game, const Position& position, int square, char side);

/// The position with the turn passed on and one more half-move counted: every move begins with it and then
/// rearranges the board.
Position turned(const Position& position);
/// The plain move: what stands on `from` goes to `to`, a capture if an enemy stands there.
Position moved(const Position& position, int from, int to);
/// The same, and the unit that lands is of this type.
Position moved(const Position& position, int from, int to, const std::string& type);

}  // namespace reference
