// Static evaluation: the position's running sums, tapered by what is left on the board.
#pragma once

#include <algorithm>

#include "fusilier/position.h"

namespace fusilier {

/// Having the move, in centipawns.
inline constexpr int tempo = 12;

/// Material other than pawns and royals at the start, both sides, in centipawns.
template <Rules R>
inline constexpr int startPhase = [] {
    int sum = 0;
    for (const char c : R::startFen) {
        if (c == ' ') break;
        const char letter[] = {static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c), '\0'};
        const PieceType t = Traits<R>::byLetter(letter);
        if (t != noType && !R::pieces[t].royal && !R::pieces[t].pawn()) sum += R::pieces[t].value;
    }
    return sum;
}();

/// Centipawns from the side to move's point of view; never a mate.
template <Rules R>
int evaluate(const Position<R>& position) {
    const int phase = std::min(position.phase(), startPhase<R>);
    const Tapered sum = position.score();
    const int white = (sum.middle() * phase + sum.end() * (startPhase<R> - phase)) / startPhase<R>;
    const int own = (position.sideToMove() == Color::White ? white : -white) + tempo;
    // The nearer the 50-move draw, the less an advantage is worth.
    return own * (200 - std::min(position.halfmoves(), 100)) / 200;
}

}  // namespace fusilier
