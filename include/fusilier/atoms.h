// Betza atoms: the movements that every unit of every game is made of.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/types.h"

namespace fusilier {

/// One kind of movement; a set of them is an `Atoms`.
enum Atom : std::uint8_t {
    W = 1,           ///< one square orthogonally
    F = 2,           ///< one square diagonally
    D = 4,           ///< leap of two squares orthogonally
    A = 8,           ///< leap of two squares diagonally
    N = 16,          ///< knight's leap
    BB = 32,         ///< slide diagonally
    RR = 64,         ///< slide orthogonally
    PawnTake = 128,  ///< a pawn's capture, one square diagonally forward; its moves are the generator's
};
using Atoms = std::uint8_t;

inline constexpr Atoms leapAtoms = W | F | D | A | N;
inline constexpr Atoms slideAtoms = BB | RR;
inline constexpr std::array<Atom, 7> movementAtoms{W, F, D, A, N, BB, RR};

/// The displacements of an atom on a board, or the directions of a slide.
template <class Geo, Atom atom>
inline constexpr auto offsets = [] {
    constexpr auto at = [](int f, int r) { return Geo::offset(f, r); };
    if constexpr (atom == N) {
        return std::array<int, 8>{at(1, 2),   at(2, 1),   at(2, -1), at(1, -2),
                                  at(-1, -2), at(-2, -1), at(-2, 1), at(-1, 2)};
    } else if constexpr (atom == W || atom == RR || atom == D) {
        constexpr int n = atom == D ? 2 : 1;
        return std::array<int, 4>{at(0, n), at(n, 0), at(0, -n), at(-n, 0)};
    } else {
        constexpr int n = atom == A ? 2 : 1;
        return std::array<int, 4>{at(n, n), at(n, -n), at(-n, -n), at(-n, n)};
    }
}();

}  // namespace fusilier
