// Squares without a game's geometry: indexes into Session::board(), a1 first, then along the rank.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "fusilier/session.h"

namespace fusilier {

/// The square that `text` starts with, and the length of its name in `used`; -1 if none.
inline int gridSquare(const GameInfo& game, std::string_view text, std::size_t& used) {
    if (text.empty() || text[0] < 'a' || text[0] >= 'a' + game.files) return -1;
    used = 1;
    while (used < text.size() && used < 3 && allDigits(text.substr(used, 1)))
        ++used;
    if (used == 1 || text[1] == '0') return -1;
    const int rank = toNumber(text.substr(1, used - 1), 100);
    return rank <= game.ranks ? (rank - 1) * game.files + text[0] - 'a' : -1;
}

/// The square that `text` is the name of; -1 if it is none.
inline int gridSquare(const GameInfo& game, std::string_view text) {
    std::size_t used = 0;
    const int square = gridSquare(game, text, used);
    return used == text.size() ? square : -1;
}

/// The two squares of a move in coordinate text; -1 for what is not there.
inline std::pair<int, int> gridSquares(const GameInfo& game, std::string_view move) {
    std::size_t used = 0;
    const int from = gridSquare(game, move, used);
    if (from < 0) return {-1, -1};
    move.remove_prefix(used);
    return {from, gridSquare(game, move, used)};
}

/// Letter of a unit in its colour's case.
inline std::string unitLetter(const GameInfo& game, Piece piece) {
    std::string letter(game.units[typeOf(piece)].letter);
    if (colorOf(piece) == Color::Black) std::transform(letter.begin(), letter.end(), letter.begin(), lower);
    return letter;
}

}  // namespace fusilier
