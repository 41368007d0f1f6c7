// What stands between the side to move and its royals, worked out once per node: checks and pins.
#pragma once

#include <array>
#include <cstdint>

#include "fusilier/attacks.h"
#include "fusilier/position.h"

namespace fusilier {

/// A check is a pair of royal and attacker. A move of a unit that is neither royal nor pinned answers all of them if
/// and only if it lands on a square that answers each: the attacker's, or one between.
template <Rules R>
class Safety {
  public:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    explicit Safety(const Position<R>& position) : board_(position.board()), us_(position.sideToMove()) {
        if constexpr (T::leapersOnly) {
            // Nothing is discovered among leapers, so only the unit that moved last can have given check.
            if (position.arrived() != noSquare) {
                checkFrom(position, position.arrived());
                return;
            }
        } else {
            pins_.fill(0);
        }
        for (int i = 0; i < position.royalCount(us_); ++i)
            scan(position.royal(us_, i));
    }

    bool inCheck() const { return checks_ != 0; }
    int checks() const { return checks_; }
    /// In check: does a unit landing here answer every check?
    bool answersAll(Square s) const { return answers_[s] == checks_; }
    bool pinned(Square s) const {
        if constexpr (T::leapersOnly) return false;
        return pins_[s] != 0;
    }

  private:
    const std::array<Atoms, 256>& attackers() const { return T::attacks[static_cast<std::size_t>(index(~us_))]; }

    void addCheck() {
        if (checks_++ == 0) answers_.fill(0);
    }

    /// Leapers only: does the unit on `s` attack royals?
    void checkFrom(const Position<R>& position, Square s) {
        const Atoms atoms = attackers()[board_[s]];
        const auto& over = leapsOver<R>[static_cast<std::size_t>(index(~us_))];
        for (int i = 0; i < position.royalCount(us_); ++i) {
            if (over[static_cast<std::size_t>(position.royal(us_, i) - s + Geo::size)] & atoms) {
                addCheck();
                ++answers_[s];
            }
        }
    }

    template <Atom atom>
    void leapChecks(Square royal) {
        for (const int d : offsets<Geo, atom>) {
            const Square s = Geo::step(royal, d);
            if (attackers()[board_[s]] & atom) {
                addCheck();
                ++answers_[s];
            }
        }
    }

    template <Atom slide>
    void slideChecks(Square royal) {
        constexpr Atom step = slide == RR ? W : F;
        for (const int d : offsets<Geo, slide>) {
            Square s = Geo::step(royal, d);
            Atoms by = slide | step;
            while (board_[s] == noPiece) {
                s = Geo::step(s, d);
                by = slide;
            }
            const Piece first = board_[s];
            if (attackers()[first] & by) {
                addCheck();
                for (Square t = s; t != royal; t = Geo::step(t, -d))
                    ++answers_[t];
            } else if (isOf(first, us_)) {
                Square behind = s;
                do {
                    behind = Geo::step(behind, d);
                } while (board_[behind] == noPiece);
                if (attackers()[board_[behind]] & slide) pins_[s] = static_cast<std::int8_t>(d);
            }
        }
    }

    void scan(Square royal) {
        constexpr Atoms all = T::allAtoms;
        if constexpr (all & N) leapChecks<N>(royal);
        if constexpr (all & D) leapChecks<D>(royal);
        if constexpr (all & A) leapChecks<A>(royal);
        if constexpr (all & RR) {
            slideChecks<RR>(royal);
        } else if constexpr (all & W) {
            leapChecks<W>(royal);
        }
        if constexpr (all & BB) {
            slideChecks<BB>(royal);
        } else if constexpr (all & F) {
            leapChecks<F>(royal);
        }
        for (const int side : {-1, 1}) {
            const Square s = Geo::step(royal, Geo::forward(us_) + side);
            if (attackers()[board_[s]] & PawnTake) {
                addCheck();
                ++answers_[s];
            }
        }
    }

    const Board<R>& board_;
    Color us_;
    std::uint8_t checks_ = 0;
    std::array<std::uint8_t, Geo::size> answers_;  ///< checks that landing here answers; only filled in check
    std::array<std::int8_t, Geo::size> pins_;      ///< direction of the pin, 0 for none; not in games of leapers
};

}  // namespace fusilier
