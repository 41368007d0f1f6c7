// What a move changes in material: the search's view of fusing, splitting, demoting and exploding.
#pragma once

#include "fusilier/position.h"

namespace fusilier {

/// Does the move change material or promote? Agrees with the generator's stages.
template <Rules R>
bool isNoisy(const Position<R>& position, Move m) {
    return isOf(position[m.to()], ~position.sideToMove()) || m.kind() == MoveKind::Promotion ||
           m.kind() == MoveKind::EnPassant || m.kind() >= MoveKind::Room;
}

/// Material gained by the mover, in centipawns of the room's base values.
template <Rules R>
int gain(const Position<R>& position, Move m) {
    const auto value = [](PieceType t) { return R::pieces[t].value; };
    const PieceType mover = typeOf(position[m.from()]);
    const Piece there = position[m.to()];
    switch (m.kind()) {
        case MoveKind::Split:
            return value(m.arg()) + value(R::remainder(mover, m.arg())) - value(mover);
        case MoveKind::EnPassant:
            return value(Traits<R>::pawn);
        case MoveKind::Plain:
        case MoveKind::Promotion:
        case MoveKind::DoubleStep: {
            const int change = value(m.arg()) - value(mover);
            return isOf(there, position.sideToMove()) ? change - value(typeOf(there)) : change + value(typeOf(there));
        }
        default:
            return R::gain(position.board(), position.sideToMove(), m);
    }
}

}  // namespace fusilier
