// Reversible moves by what they change in a position's key, so that a search knows without trying them all whether some
// move leads back to an earlier position (the idea: Marcel van Kervinck, "upcoming repetitions", 2013; hashed openly
// here, and with the fusions and splits that undo each other).
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "fusilier/movegen.h"

namespace fusilier {

template <Rules R>
class Cycles {
  public:
    /// Worked out at the first call.
    static const Cycles& instance() {
        static const Cycles cycles;
        return cycles;
    }

    /// The legal move that changes the position's key by `difference`, the side to move included; no move if there is
    /// none among those that can be taken back.
    Move find(Position<R>& position, const Safety<R>& safety, Key difference) const {
        for (std::size_t i = difference & mask_; entries_[i].key != 0; i = (i + 1) & mask_) {
            if (entries_[i].key != difference) continue;
            for (const Move m : entries_[i].moves)
                if (isLegal(position, safety, m)) return m;
        }
        return Move();
    }

  private:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    /// A move and the one that takes it back. Key 0: a free place.
    struct Entry {
        Key key = 0;
        std::array<Move, 2> moves;
    };

    Cycles() {
        std::vector<Entry> found;
        for (const Color c : {Color::White, Color::Black})
            for (PieceType t = 1; t < T::types; ++t)
                if (!R::pieces[t].pawn()) collect(c, t, found);
        entries_.resize(std::bit_ceil(2 * found.size()));
        mask_ = entries_.size() - 1;
        for (const Entry& entry : found) {
            std::size_t i = entry.key & mask_;
            while (entries_[i].key != 0)
                i = (i + 1) & mask_;
            entries_[i] = entry;
        }
    }

    static void collect(Color c, PieceType type, std::vector<Entry>& found) {
        const auto key = [c](PieceType t, Square s) { return Tables<R>::of(makePiece(c, t), s).key; };
        const auto add = [&](Square from, Square to) {
            const Key changed = key(type, from) ^ Tables<R>::sideKey;
            if (from < to) found.push_back({changed ^ key(type, to), {Move(from, to, type), Move(to, from, type)}});
            for (PieceType other = 1; other < T::types; ++other) {
                const PieceType whole = R::join(type, other);
                if (whole == noType || !leaves(type, whole) || R::remainder(whole, type) != other) continue;
                found.push_back({changed ^ key(other, to) ^ key(whole, to),
                                 {Move(from, to, whole), Move(to, from, type, MoveKind::Split)}});
            }
        };
        [&]<std::size_t... i>(std::index_sequence<i...>) {
            (eachMove<movementAtoms[i]>(type, add), ...);
        }
        (std::make_index_sequence<movementAtoms.size()>{});
    }

    static bool leaves(PieceType part, PieceType whole) {
        const Components parts = R::components(whole);
        return std::find(parts.begin(), parts.end(), part) != parts.end();
    }

    /// From and to of every move by the atom on the empty board.
    template <Atom atom, class Add>
    static void eachMove(PieceType type, Add& add) {
        if ((T::wholeAtoms(type) & atom) == 0) return;
        for (const Square from : Geo::squares)
            for (const int d : offsets<Geo, atom>)
                for (Square to = Geo::step(from, d); Geo::onBoard[to]; to = Geo::step(to, d)) {
                    add(from, to);
                    if ((atom & slideAtoms) == 0) break;
                }
    }

    std::vector<Entry> entries_;
    std::size_t mask_ = 0;
};

}  // namespace fusilier
