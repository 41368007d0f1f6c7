// Words that every part uses: colours, squares, pieces, keys.
#pragma once

#include <cstdint>

namespace fusilier {

enum class Color : std::uint8_t { White, Black };

constexpr Color operator~(Color c) {
    return c == Color::White ? Color::Black : Color::White;
}
constexpr int index(Color c) {
    return static_cast<int>(c);
}

/// Position key: equal positions (board, side, castling rights, playable en passant) have equal keys.
using Key = std::uint64_t;

/// An index into the mailbox, guard frame included (see geometry.h). 0 is always a guard and stands for "none".
using Square = std::uint8_t;
inline constexpr Square noSquare = 0;

/// A kind of unit, colourless; its meaning is the game's. 0 is "none", the highest is 63.
using PieceType = std::uint8_t;
inline constexpr PieceType noType = 0;

/// What stands on a square: 0 for nothing, otherwise a type (bits 0-5) and its colour (bit 6 White, bit 7 Black).
/// The guard frame has both colour bits, so that "mine or off the board" is one test of one bit.
using Piece = std::uint8_t;
inline constexpr Piece noPiece = 0;
inline constexpr Piece guardPiece = 0xC0;
inline constexpr Piece typeMask = 0x3F;

constexpr Piece colorBit(Color c) {
    return c == Color::White ? 0x40 : 0x80;
}
constexpr Piece makePiece(Color c, PieceType t) {
    return static_cast<Piece>(colorBit(c) | t);
}
constexpr PieceType typeOf(Piece p) {
    return p & typeMask;
}
/// Only for a piece, not for nothing or the guard.
constexpr Color colorOf(Piece p) {
    return (p & colorBit(Color::Black)) ? Color::Black : Color::White;
}
/// True for a unit of colour `c`; false for nothing, the other side and the guard.
constexpr bool isOf(Piece p, Color c) {
    return (p & guardPiece) == colorBit(c);
}
/// True for a unit of colour `c` and for the guard.
constexpr bool blocks(Piece p, Color c) {
    return (p & colorBit(c)) != 0;
}

}  // namespace fusilier
