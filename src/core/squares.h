// Squares and colours as text.
#pragma once

#include <string>
#include <string_view>

#include "core/text.h"
#include "fusilier/types.h"

namespace fusilier {

inline std::string_view colorName(Color c) {
    return c == Color::White ? "White" : "Black";
}

template <class Geo>
std::string squareText(Square s) {
    return static_cast<char>('a' + Geo::fileOf(s)) + std::to_string(Geo::rankOf(s) + 1);
}

/// The square that `text` starts with, and its length in `used`; noSquare if none.
template <class Geo>
Square parseSquarePrefix(std::string_view text, std::size_t& used) {
    if (text.empty() || text[0] < 'a' || text[0] >= 'a' + Geo::files) return noSquare;
    used = 1;
    while (used < text.size() && used < 3 && allDigits(text.substr(used, 1)))
        ++used;
    if (used == 1 || text[1] == '0') return noSquare;
    const int rank = toNumber(text.substr(1, used - 1), 100);
    return rank <= Geo::ranks ? Geo::square(text[0] - 'a', rank - 1) : noSquare;
}

/// The square that `text` names; noSquare if it names none.
template <class Geo>
Square parseSquare(std::string_view text) {
    std::size_t used = 0;
    const Square s = parseSquarePrefix<Geo>(text, used);
    return used == text.size() ? s : noSquare;
}

}  // namespace fusilier
