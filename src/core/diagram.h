// The board for people to read in a terminal.
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>

#include "core/fen.h"

namespace fusilier {

/// Ranks from the top, then a legend of the letters on the board.
template <Rules R>
std::string diagram(const Position<R>& position) {
    using Geo = typename Traits<R>::Geo;
    std::string border = "    +";
    for (int file = 0; file < R::files; ++file)
        border += "----+";
    std::string out = border + "\n";
    std::set<PieceType> present;
    for (int rank = R::ranks - 1; rank >= 0; --rank) {
        out += fmt::format(" {:2} |", rank + 1);
        for (int file = 0; file < R::files; ++file) {
            const Piece p = position[Geo::square(file, rank)];
            out += fmt::format(" {:>2} |", p == noPiece ? "" : pieceLetter<R>(p));
            if (p != noPiece) present.insert(typeOf(p));
        }
        out += "\n" + border + "\n";
    }
    out += "     ";
    for (int file = 0; file < R::files; ++file)
        out += fmt::format("  {}  ", static_cast<char>('a' + file));
    out += "\n\n";
    for (const PieceType type : present)
        out += fmt::format("  {:>2}  {}\n", R::pieces[type].letter, R::pieces[type].name);
    return out + fmt::format("{} to move\n", colorName(position.sideToMove()));
}

}  // namespace fusilier
