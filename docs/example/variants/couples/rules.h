// Couples: a toy game on six by six squares. Ferz and wazir join into a man, and part again.
#pragma once

#include <array>

#include "fusilier/rules.h"

namespace fusilier::couples {

enum : PieceType { pawn = 1, ferz, wazir, man, king };

struct Couples : DefaultRules {
    static constexpr std::string_view name = "couples";
    static constexpr std::string_view title = "Couples";
    static constexpr std::string_view inventor = "The Fusilier authors";
    static constexpr std::string_view page = "docs/adding-a-variant.md";
    static constexpr std::string_view startFen = "wfkmfw/pppppp/6/6/PPPPPP/WFKMFW w - - 0 1";
    static constexpr int files = 6;
    static constexpr int ranks = 6;

    static constexpr std::array<PieceInfo, 6> pieces{{
        {},
        {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "M"},
        {.letter = "F", .name = "Ferz", .atoms = F, .value = 150},
        {.letter = "W", .name = "Wazir", .atoms = W, .value = 150},
        {.letter = "M", .name = "Man", .atoms = W | F, .value = 330},
        {.letter = "K", .name = "King", .atoms = W | F, .royal = true},
    }};

    /// A ferz and a wazir become a man.
    static constexpr PieceType join(PieceType mover, PieceType other) {
        if ((mover == ferz && other == wazir) || (mover == wazir && other == ferz)) return man;
        return noType;
    }
    static constexpr MoveWords words{.join = "marry", .split = "part"};

    /// Either part of a man may leave for an empty square.
    static constexpr Components components(PieceType whole) {
        return whole == man ? Components{ferz, wazir} : Components{};
    }
    static constexpr PieceType remainder(PieceType /*man*/, PieceType part) { return part == ferz ? wazir : ferz; }
};

}  // namespace fusilier::couples
