// Attack detection on the bare mailbox: looks outward from the square, at what could reach it.
#pragma once

#include <array>

#include "fusilier/rules.h"

namespace fusilier {

template <Rules R>
using Board = std::array<Piece, Traits<R>::Geo::size>;

/// Do any of the squares that `atom` reaches from `s` hold a unit of the attack table that moves by it?
template <Rules R, Atom atom>
inline bool leapAttacked(const Board<R>& board, Square s, const std::array<Atoms, 256>& attackers) {
    unsigned seen = 0;
    for (const int d : offsets<typename Traits<R>::Geo, atom>)
        seen |= attackers[board[static_cast<Square>(s + d)]];
    return (seen & atom) != 0;
}

/// Looks along the rays of a slide; the first unit met attacks by the slide, or by `step` from next door.
template <Rules R, Atom slide>
inline bool slideAttacked(const Board<R>& board, Square s, const std::array<Atoms, 256>& attackers) {
    constexpr Atom step = slide == RR ? W : F;
    for (const int d : offsets<typename Traits<R>::Geo, slide>) {
        Square t = static_cast<Square>(s + d);
        Piece p = board[t];
        if (p != noPiece) {
            if (attackers[p] & (slide | step)) return true;
            continue;
        }
        do {
            t = static_cast<Square>(t + d);
            p = board[t];
        } while (p == noPiece);
        if (attackers[p] & slide) return true;
    }
    return false;
}

/// Is `s`, whatever stands there, attacked by a unit of `by`?
template <Rules R>
inline bool attacked(const Board<R>& board, Square s, Color by) {
    using Geo = typename Traits<R>::Geo;
    constexpr Atoms all = Traits<R>::allAtoms;
    const auto& attackers = Traits<R>::attacks[static_cast<std::size_t>(index(by))];
    if constexpr (all & N)
        if (leapAttacked<R, N>(board, s, attackers)) return true;
    if constexpr (all & RR) {
        if (slideAttacked<R, RR>(board, s, attackers)) return true;
    } else if constexpr (all & W) {
        if (leapAttacked<R, W>(board, s, attackers)) return true;
    }
    if constexpr (all & BB) {
        if (slideAttacked<R, BB>(board, s, attackers)) return true;
    } else if constexpr (all & F) {
        if (leapAttacked<R, F>(board, s, attackers)) return true;
    }
    if constexpr (all & D)
        if (leapAttacked<R, D>(board, s, attackers)) return true;
    if constexpr (all & A)
        if (leapAttacked<R, A>(board, s, attackers)) return true;
    const Square pawnRow = static_cast<Square>(s - Geo::forward(by));
    return ((attackers[board[static_cast<Square>(pawnRow - 1)]] | attackers[board[static_cast<Square>(pawnRow + 1)]]) &
            PawnTake) != 0;
}

/// By how much does a unit with these atoms attack over a displacement, leaps and pawn captures only?
/// Indexed by (target - origin) + Geo::size; bit PawnTake of a White pawn in [0], of a Black one in [1].
template <Rules R>
inline constexpr auto leapsOver = [] {
    using Geo = typename Traits<R>::Geo;
    std::array<std::array<Atoms, 2 * Geo::size>, 2> table{};
    for (std::size_t c = 0; c < 2; ++c) {
        const auto mark = [&](int d, Atom a) {
            auto& entry = table[c][static_cast<std::size_t>(d + Geo::size)];
            entry = static_cast<Atoms>(entry | a);
        };
        for (const int d : offsets<Geo, W>)
            mark(d, W);
        for (const int d : offsets<Geo, F>)
            mark(d, F);
        for (const int d : offsets<Geo, D>)
            mark(d, D);
        for (const int d : offsets<Geo, A>)
            mark(d, A);
        for (const int d : offsets<Geo, N>)
            mark(d, N);
        const int ahead = Geo::forward(static_cast<Color>(c));
        mark(ahead - 1, PawnTake);
        mark(ahead + 1, PawnTake);
    }
    return table;
}();

}  // namespace fusilier
