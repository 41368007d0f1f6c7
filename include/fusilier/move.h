// A move in 32 bits, small enough for the transposition table, killers and history.
#pragma once

#include <cstdint>

#include "fusilier/types.h"

namespace fusilier {

/// What a move does beside going from one square to another. `arg` means the type that lands on the target, save
/// where noted.
enum class MoveKind : std::uint8_t {
    Plain,       ///< move, capture, fuse, assimilate, demote
    Promotion,   ///< the same, where the player chose the type
    DoubleStep,  ///< a pawn's first step of two
    EnPassant,
    Split,     ///< `arg` leaves for the target, what remains of the unit stays
    Castling,  ///< the king's two-square step; the rook follows
    Room,      ///< first of the kinds that a room defines for itself
};

//   31      24 23      16 15       8 7        0
//  |   kind   |   arg    |    to    |   from   |
class Move {
  public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, PieceType arg, MoveKind kind = MoveKind::Plain)
        : bits_(static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 8 |
                static_cast<std::uint32_t>(arg) << 16 | static_cast<std::uint32_t>(kind) << 24) {}
    static constexpr Move fromBits(std::uint32_t bits) {
        Move m;
        m.bits_ = bits;
        return m;
    }

    constexpr Square from() const { return static_cast<Square>(bits_); }
    constexpr Square to() const { return static_cast<Square>(bits_ >> 8); }
    constexpr PieceType arg() const { return static_cast<PieceType>(bits_ >> 16); }
    constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 24); }
    constexpr std::uint32_t bits() const { return bits_; }

    /// False for the default move, which means "no move".
    constexpr explicit operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint32_t bits_ = 0;
};

}  // namespace fusilier
