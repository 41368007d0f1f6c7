// Orthodox castling, for the rooms that have it: the king on the e file, rooks in the corners of an 8x8 board.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/movegen.h"
#include "fusilier/rules.h"

namespace fusilier {

/// Rights as bits in FEN's order: K 1, Q 2, k 4, q 8.
struct CastlingState : PawnState {
    std::uint8_t castling = 0;
    friend constexpr bool operator==(const CastlingState&, const CastlingState&) = default;
};

/// One right: what must stand where, and where both go.
struct CastlingSide {
    char letter;
    std::uint8_t bit;
    Color color;
    Square king, rook, kingTo, rookTo;
};

template <PieceType king, PieceType rook>
struct Castling {
    using Geo = Geometry<8, 8>;

    static constexpr std::array<CastlingSide, 4> sides{{
        {'K', 1, Color::White, Geo::square(4, 0), Geo::square(7, 0), Geo::square(6, 0), Geo::square(5, 0)},
        {'Q', 2, Color::White, Geo::square(4, 0), Geo::square(0, 0), Geo::square(2, 0), Geo::square(3, 0)},
        {'k', 4, Color::Black, Geo::square(4, 7), Geo::square(7, 7), Geo::square(6, 7), Geo::square(5, 7)},
        {'q', 8, Color::Black, Geo::square(4, 7), Geo::square(0, 7), Geo::square(2, 7), Geo::square(3, 7)},
    }};

    /// Whatever leaves or arrives on a king's or rook's square ends its rights.
    static constexpr void update(CastlingState& state, Move move) {
        state.castling = static_cast<std::uint8_t>(state.castling & keeps[move.from()] & keeps[move.to()]);
    }

    /// Rights that survive something leaving or arriving on a square.
    static constexpr std::array<std::uint8_t, Geo::size> keeps = [] {
        std::array<std::uint8_t, Geo::size> mask{};
        mask.fill(15);
        for (const auto& side : sides)
            for (const Square s : {side.king, side.rook})
                mask[s] = static_cast<std::uint8_t>(mask[s] & ~side.bit);
        return mask;
    }();

    /// Do king and rook stand where this right says?
    template <class Board>
    static bool inPlace(const Board& board, const CastlingSide& side) {
        return board[side.king] == makePiece(side.color, king) && board[side.rook] == makePiece(side.color, rook);
    }

    /// Not out of check nor through an attacked square; whether the target is safe is tested as for every king's move.
    template <class Unit>
    static void generate(const Unit& unit) {
        const auto& position = unit.position();
        if (unit.safety().inCheck()) return;
        for (const auto& side : sides) {
            if (side.color != unit.us() || !(position.state().castling & side.bit)) continue;
            if (!emptyBetween(position.board(), side)) continue;
            if (attacked<typename std::remove_cvref_t<decltype(position)>::Rule>(position.board(), side.rookTo,
                                                                                 ~unit.us()))
                continue;
            unit.template emit<Noise::Quiet>(Move(side.king, side.kingTo, king, MoveKind::Castling));
        }
    }

    template <class Edit>
    static void apply(Color us, Move move, Edit& edit) {
        for (const auto& side : sides) {
            if (side.color != us || side.kingTo != move.to()) continue;
            edit.move(move.from(), move.to(), makePiece(us, king));
            edit.move(side.rook, side.rookTo, makePiece(us, rook));
        }
    }

  private:
    template <class Board>
    static bool emptyBetween(const Board& board, const CastlingSide& side) {
        const int towardsKing = side.rook < side.king ? 1 : -1;
        for (Square s = Geo::step(side.rook, towardsKing); s != side.king; s = Geo::step(s, towardsKing))
            if (board[s] != noPiece) return false;
        return true;
    }
};

}  // namespace fusilier
