// The rules of all five games a second time: slow and plain, written from the rules text alone. It shares no code with
// the engine, so that where the two agree, neither is likely to be wrong.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace reference {

/// Everything a FEN says.
struct Position {
    int files = 0;
    int ranks = 0;
    std::vector<std::string>
        board;  ///< from a1 along the ranks; "" is an empty square, otherwise the FEN text of a unit
    char side = 'w';
    std::string castling;  ///< letters of "KQkq"; "" is none
    int enPassant = -1;    ///< the square passed over, only if some pawn may legally capture there
    std::uint64_t halfmoves = 0;
    std::uint64_t fullmoves = 1;
};

using Move = std::pair<std::string, Position>;  ///< move text, and the position after it

/// Throws std::invalid_argument for a FEN that the rules refuse.
Position parse(const std::string& game, const std::string& fen);
std::string fen(const Position& position);

std::vector<Move> legalMoves(const std::string& game, const Position& position);
std::uint64_t perft(const std::string& game, const Position& position, int depth);
/// Is any royal of the side to move attacked?
bool inCheck(const std::string& game, const Position& position);
/// Every ending that the position itself shows, whatever came before it: "checkmate" alone, or any of "stalemate",
/// "fifty-move rule" and "bare kings".
std::vector<std::string> endings(const std::string& game, const Position& position);

}  // namespace reference
