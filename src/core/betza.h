// Movement of a game's types in Betza's notation, as XBoard's `piece` command reads it.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "fusilier/rules.h"

namespace fusilier {

template <Rules R>
std::string betza(PieceType type) {
    if (type == Traits<R>::pawn) return "fmWfceFifmnD";  // the last part: the double step, straight on, not yet moved
    constexpr std::array<std::pair<Atom, char>, 7> letters{
        {{N, 'N'}, {F, 'F'}, {A, 'A'}, {W, 'W'}, {D, 'D'}, {BB, 'B'}, {RR, 'R'}}};
    const Atoms atoms = Traits<R>::wholeAtoms(type);
    std::string text;
    for (const auto& [atom, letter] : letters)
        if (atoms & atom) text += letter;
    if constexpr (HasCastling<R>)
        if (Traits<R>::royal(type)) text += "isO2";
    return text;
}

/// A line for each type: `N& N`.
template <Rules R>
std::string betzaLines() {
    std::string text;
    for (PieceType type = 1; type < Traits<R>::types; ++type)
        text += std::string(R::pieces[type].letter) + "& " + betza<R>(type) + "\n";
    return text;
}

}  // namespace fusilier
