// Per piece and square: the numbers that a position keeps a running sum of.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/parameter_text.h"
#include "fusilier/splitmix.h"

namespace fusilier {

/// Number `n` of a pseudo-random sequence.
constexpr Key randomKey(std::uint64_t n) {
    return scatter((n + 1) * splitMixStep);
}

/// What one unit on one square adds to a position's sums.
struct Contribution {
    Key key = 0;
    Tapered score;  ///< White's minus Black's, in the evaluation's unit
    int phase = 0;  ///< base values of all but pawns and royals, in centipawns, both sides
};

template <Rules R>
struct Tables {
    using Geo = typename Traits<R>::Geo;
    static constexpr std::size_t pieces = 2 * static_cast<std::size_t>(Traits<R>::types);
    using Row = std::array<Contribution, Geo::size>;

    static constexpr Key sideKey = randomKey(0);
    static constexpr Key enPassantKey(Square s) { return s == noSquare ? 0 : randomKey(64 + s); }
    static constexpr Key castlingKey(unsigned rights) { return rights == 0 ? 0 : randomKey(rights); }

    static constexpr std::array<Row, pieces> rows = [] {
        std::array<Row, pieces> all{};
        for (PieceType t = 1; t < Traits<R>::types; ++t) {
            const bool counts = !R::pieces[t].royal && !R::pieces[t].pawn();
            for (const Square s : Geo::squares) {
                const int file = Geo::fileOf(s);
                const int rank = Geo::rankOf(s);
                for (int c = 0; c < 2; ++c) {
                    const std::size_t row = 2 * std::size_t{t} + static_cast<std::size_t>(c);
                    const Tapered own = parameters<R>.pieceSquare(t, file, c == 0 ? rank : R::ranks - 1 - rank);
                    all[row][s] = {randomKey(1024 + row * 256 + s), c == 0 ? own : Tapered{} - own,
                                   counts ? R::pieces[t].value : 0};
                }
            }
        }
        return all;
    }();

    static constexpr const Contribution& of(Piece p, Square s) {
        return rows[2 * std::size_t{typeOf(p)} + static_cast<std::size_t>(index(colorOf(p)))][s];
    }
};

}  // namespace fusilier
