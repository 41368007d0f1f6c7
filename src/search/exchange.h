// Static exchange evaluation: what a move is worth if both sides go on capturing on its target, cheapest unit first.
// Right also where a capture fuses, demotes or assimilates: what stands on the square is whatever the rules put there.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "fusilier/attacks.h"
#include "search/gain.h"

namespace fusilier {

template <Rules R>
class Exchange {
  public:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    /// Material the mover is left with, in centipawns of the room's base values. A room's own kind of move is taken at
    /// its gain: it does not stand on one square.
    static int of(const Position<R>& position, Move move) {
        const int first = gain(position, move);
        if (move.kind() >= MoveKind::Castling) return first;
        return Exchange(position, move).settle(first, move);
    }

  private:
    struct Attacker {
        Square from = noSquare;
        Atom by = W;
        PieceType type = noType;
    };
    static constexpr int mostCaptures = 32;
    static constexpr int royalPrice = 1 << 20;

    Exchange(const Position<R>& position, Move move)
        : board_(position.board()), target_(move.to()), side_(position.sideToMove()) {
        const Piece mover = board_[move.from()];
        board_[move.from()] =
            move.kind() == MoveKind::Split ? makePiece(side_, R::remainder(typeOf(mover), move.arg())) : noPiece;
        if (move.kind() == MoveKind::EnPassant) board_[Geo::step(target_, -Geo::forward(side_))] = noPiece;
        board_[target_] = makePiece(side_, move.arg());
    }

    int settle(int first, Move move) {
        // The king has moved here legally, so nobody can take it.
        if (T::royal(move.arg())) return first;
        std::array<int, mostCaptures> gains;
        gains[0] = first;
        std::size_t n = 1;
        for (; n < gains.size(); ++n) {
            side_ = ~side_;
            const Attacker a = cheapest();
            if (a.from == noSquare) break;
            board_[a.from] = noPiece;
            if (T::royal(a.type) && attackedBy(~side_)) break;
            const PieceType victim = typeOf(board_[target_]);
            const PieceType lands = R::capture(a.type, a.by, victim);
            gains[n] = value(victim) + value(lands) - value(a.type);
            board_[target_] = makePiece(side_, lands);
        }
        // Each side may stop before its capture.
        int result = 0;
        for (std::size_t i = n; --i > 0;)
            result = std::max(0, gains[i] - result);
        return first - result;
    }

    static int value(PieceType t) { return R::pieces[t].value; }
    static int price(PieceType t) { return T::royal(t) ? royalPrice : value(t); }
    bool attackedBy(Color c) const { return attacked<R>(board_, target_, c); }

    void consider(Square s, Atom by, Attacker& best, int& bestPrice) const {
        const PieceType t = typeOf(board_[s]);
        if (price(t) >= bestPrice) return;
        bestPrice = price(t);
        best = {s, by, t};
    }

    template <Atom atom>
    void scan(const std::array<Atoms, 256>& attackers, Attacker& best, int& bestPrice) const {
        if constexpr ((T::allAtoms & atom) != 0) {
            for (const int d : offsets<Geo, atom>) {
                Square s = Geo::step(target_, d);
                if constexpr ((atom & slideAtoms) != 0)
                    while (board_[s] == noPiece)
                        s = Geo::step(s, d);
                if (attackers[board_[s]] & atom) consider(s, atom, best, bestPrice);
            }
        }
    }

    Attacker cheapest() const {
        const auto& attackers = T::attacks[static_cast<std::size_t>(index(side_))];
        Attacker best;
        int bestPrice = std::numeric_limits<int>::max();
        for (const int side : {-1, 1}) {
            const Square s = Geo::step(target_, side - Geo::forward(side_));
            if (attackers[board_[s]] & PawnTake) consider(s, PawnTake, best, bestPrice);
        }
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            (scan<movementAtoms[i]>(attackers, best, bestPrice), ...);
        }
        (std::make_index_sequence<movementAtoms.size()>{});
        return best;
    }

    Board<R> board_;
    Square target_;
    Color side_;
};

}  // namespace fusilier
