// Which pieces need help to win.
#pragma once

#include <array>
#include <bit>

#include "fusilier/parameters.h"

namespace fusilier {

/// Can one unit of this type and its only royal force mate on a lone royal? False where it certainly cannot, because
/// the unit makes a single kind of leap or is bound to a part of the board, and never becomes anything else. True of
/// all others. tests/test_mating.cpp works it out square by square.
template <Rules R>
inline constexpr auto matesAlone = [] {
    std::array<bool, static_cast<std::size_t>(Traits<R>::types)> table{};
    for (PieceType t = 1; t < Traits<R>::types; ++t) {
        const PieceInfo& piece = R::pieces[t];
        const bool changes = !piece.promotesTo.empty() || R::hasSpecials(t) || R::components(t)[0] != noType;
        const bool oneLeap = (piece.atoms & RR) == 0 && std::has_single_bit(static_cast<unsigned>(piece.atoms));
        const bool weak = oneLeap || Layout<R>::bindings[t].classes > 1;
        table[t] = R::maxRoyals > 1 || piece.royal || changes || !weak;
    }
    return table;
}();

}  // namespace fusilier
