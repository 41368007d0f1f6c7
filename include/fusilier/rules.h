// What a game says of itself: the Rules concept, and the defaults for a game that has nothing special.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "fusilier/atoms.h"
#include "fusilier/geometry.h"
#include "fusilier/move.h"
#include "fusilier/types.h"
#include "fusilier/xboard.h"

namespace fusilier {

/// A row of a game's piece table; the row's index is the PieceType, row 0 is left empty.
struct PieceInfo {
    std::string_view letter;  ///< in FEN, upper case; a leading '+' is part of it
    std::string_view name;
    Atoms atoms = 0;  ///< all that it attacks by
    int value = 0;    ///< centipawns, for exchanges; the evaluation has its own. 0 for a royal
    bool royal = false;
    std::string_view promotesTo = {};  ///< letters; on arriving on its last rank it must become one of these

    constexpr bool pawn() const { return atoms == PawnTake; }
};

/// What the inventor calls his moves, for people.
struct MoveWords {
    std::string_view join = "fuse";    ///< going onto a friendly unit
    std::string_view split = "split";  ///< a part leaves
    std::string_view own = "special";  ///< moves of the room's own kind
};

/// Noisy moves change material or promote: captures, promotions, and what a room calls so.
enum class Noise : bool { Quiet, Noisy };

/// What every game's state holds. A room with more to remember derives from it.
struct PawnState {
    Square enPassant = noSquare;  ///< the square passed over, only while some pawn may legally capture there
    friend constexpr bool operator==(const PawnState&, const PawnState&) = default;
};

inline constexpr int maxComponents = 5;
using Components = std::array<PieceType, maxComponents>;

/// Base of a room's rules. A room redefines what differs; these are orthodox answers.
struct DefaultRules {
    using State = PawnState;

    /// See GameInfo::guiTemplate.
    static constexpr std::string_view guiTemplate = "fairy";

    /// Its `pieces` is filled in from the piece table.
    static constexpr XboardFacts xboard = {};

    static constexpr MoveWords words = {};

    static constexpr int minRoyals = 1;  ///< a side
    static constexpr int maxRoyals = 1;
    static constexpr int maxChanges = 2;     ///< most writes of one move, see Undo
    static constexpr int maxMoves = 512;     ///< most moves of any position that a FEN can set up
    static constexpr int pawnStartRank = 1;  ///< relative, from 0: where the double step is allowed

    /// What stands on the target after `mover`, going by `by`, captured `victim`.
    static constexpr PieceType capture(PieceType mover, Atom /*by*/, PieceType /*victim*/) { return mover; }
    /// What stands on the target after `mover` went onto the friendly `other`; noType if it may not.
    static constexpr PieceType join(PieceType /*mover*/, PieceType /*other*/) { return noType; }
    /// The parts of `whole` that may leave by their own move for an empty square; noType ends the list.
    static constexpr Components components(PieceType /*whole*/) { return {}; }
    /// What stays behind when `part` leaves.
    static constexpr PieceType remainder(PieceType /*whole*/, PieceType /*part*/) { return noType; }

    /// Whose the base values in the piece table are, where they are the inventor's.
    static constexpr std::string_view valuesBy = {};
    /// Values of the evaluation, see parameter_text.h; empty: those made by hand.
    static constexpr std::string_view params = {};
    /// Centipawns: what the evaluation's terms beside material and places come to at most, but for one position in
    /// a thousand of those near to games.
    static constexpr int lazyMargin = 300;
    /// Terms of the evaluation that a room has of its own.
    static constexpr std::array<std::string_view, 0> termNames{};
    /// Counts them for one side, by `count(term, n)`. `view` says what stands where and what is attacked; see
    /// EvalView in evaluate.h.
    template <class View, class Count>
    static void terms(const View& /*view*/, Color /*us*/, Count /*count*/) {}

    /// Does this type have moves that `specials` makes?
    static constexpr bool hasSpecials(PieceType /*type*/) { return false; }
    /// Makes them. See Unit in movegen.h.
    template <PieceType T, class Unit>
    static void specials(const Unit& /*unit*/) {}
    /// Carries out a move of a kind from Castling on, through the one writer.
    template <class Board, class Edit>
    static void apply(const Board& /*board*/, Color /*us*/, Move /*move*/, Edit& /*edit*/) {}
    /// Brings the state up to date, before the move is carried out. En passant is not its business.
    template <class Board>
    static void update(State& /*state*/, const Board& /*board*/, Move /*move*/) {}
    /// Does a move of a room's own kind set the 50-move count back?
    static constexpr bool irreversible(MoveKind /*kind*/) { return false; }

    /// Letter that a move of a room's own kind ends with in coordinate text.
    static constexpr char suffix(Move /*move*/) { return '\0'; }

    /// Material that a move of a room's own kind gains for the mover, in centipawns. Captured units included.
    template <class Board>
    static int gain(const Board& /*board*/, Color /*us*/, Move /*move*/) {
        return 0;
    }
};

template <class R>
concept HasCastling = requires(typename R::State s) {
    s.castling;
};

/// A game's rules: data and static functions only. A room asserts this of itself, so that what is missing is named.
template <class R>
concept Rules = std::derived_from<R, DefaultRules> && std::is_trivially_copyable_v<typename R::State> &&
    std::derived_from<typename R::State, PawnState> && requires(PieceType t, Atom a, MoveKind k, Move m) {
    { R::name } -> std::convertible_to<std::string_view>;
    { R::title } -> std::convertible_to<std::string_view>;
    { R::inventor } -> std::convertible_to<std::string_view>;
    { R::page } -> std::convertible_to<std::string_view>;
    { R::startFen } -> std::convertible_to<std::string_view>;
    { R::files } -> std::convertible_to<int>;
    { R::ranks } -> std::convertible_to<int>;
    { R::pieces[t] } -> std::convertible_to<PieceInfo>;
    { R::capture(t, a, t) } -> std::same_as<PieceType>;
    { R::join(t, t) } -> std::same_as<PieceType>;
    { R::components(t) } -> std::same_as<Components>;
    { R::remainder(t, t) } -> std::same_as<PieceType>;
    { R::irreversible(k) } -> std::same_as<bool>;
    { R::suffix(m) } -> std::same_as<char>;
};

/// Facts that follow from a room's piece table, worked out once at compile time.
template <Rules R>
struct Traits {
    using Geo = Geometry<R::files, R::ranks>;
    static constexpr int types = static_cast<int>(R::pieces.size());  ///< row 0 included
    static_assert(types <= 64, "a type must fit six bits");

    static constexpr Atoms allAtoms = [] {
        Atoms all = 0;
        for (const auto& p : R::pieces)
            all |= p.atoms;
        return all;
    }();
    /// Leapers only: nothing is ever pinned, discovered or blocked.
    static constexpr bool leapersOnly = (allAtoms & slideAtoms) == 0;

    static constexpr PieceType pawn = [] {
        for (PieceType t = 1; t < types; ++t)
            if (R::pieces[t].pawn()) return t;
        return noType;
    }();

    static constexpr PieceType byLetter(std::string_view letter) {
        for (PieceType t = 1; t < types; ++t)
            if (R::pieces[t].letter == letter) return t;
        return noType;
    }

    static constexpr bool royal(PieceType t) { return R::pieces[t].royal; }

    /// Atoms of what moves as a whole: a step that a slide of the same unit covers would double its moves.
    static constexpr Atoms wholeAtoms(PieceType t) {
        Atoms a = R::pieces[t].atoms;
        if (a & RR) a &= static_cast<Atoms>(~W);
        if (a & BB) a &= static_cast<Atoms>(~F);
        return a;
    }
    static constexpr bool joinsAny(PieceType t) {
        for (PieceType other = 1; other < types; ++other)
            if (R::join(t, other) != noType) return true;
        return false;
    }
    /// The parts of `t` that leave by atom `a`; noType ends the list.
    static constexpr Components leavingBy(PieceType t, Atom a) {
        Components parts{};
        std::size_t n = 0;
        for (const PieceType c : R::components(t))
            if (c != noType && (R::pieces[c].atoms & a)) parts[n++] = c;
        return parts;
    }

    /// What each piece code of colour c attacks by: 0 for the other side, for nothing and for the guard.
    static constexpr std::array<std::array<Atoms, 256>, 2> attacks = [] {
        std::array<std::array<Atoms, 256>, 2> table{};
        for (PieceType t = 1; t < types; ++t)
            for (const Color c : {Color::White, Color::Black})
                table[static_cast<std::size_t>(index(c))][makePiece(c, t)] = R::pieces[t].atoms;
        return table;
    }();
    static constexpr std::array<bool, 256> royalPiece = [] {
        std::array<bool, 256> table{};
        for (PieceType t = 1; t < types; ++t)
            for (const Color c : {Color::White, Color::Black})
                table[makePiece(c, t)] = royal(t);
        return table;
    }();
};

}  // namespace fusilier
