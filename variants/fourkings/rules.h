// 4 Kings Quasi-Shatranj, by Kevin Pacey: leapers on 10x10, four royal kings a side.
// Page: "4 Kings Quasi-Shatranj" at The Chess Variant Pages. The array is a reconstruction, see README.md.
#pragma once

#include <array>

#include "fusilier/rules.h"

namespace fusilier::fourkings {

inline constexpr std::string_view tunedParams =
#include "fourkings/params"
    ;

struct FourKings : DefaultRules {
    static constexpr std::string_view name = "fourkings";
    static constexpr std::string_view title = "4 Kings Quasi-Shatranj";
    static constexpr std::string_view inventor = "Kevin Pacey";
    static constexpr std::string_view page = "4 Kings Quasi-Shatranj, The Chess Variant Pages";
    static constexpr std::string_view startFen =
        "kzekiikezk/anfgaagfna/pppppppppp/10/10/10/10/PPPPPPPPPP/ANFGAAGFNA/KZEKIIKEZK w - - 0 1";
    static constexpr XboardFacts xboard{.table = "PN....E..ZGA/.....FIKpn....e..zga/.....fik"};
    static constexpr std::string_view params = tunedParams;
    static constexpr int lazyMargin = 170;
    static constexpr int files = 10;
    static constexpr int ranks = 10;
    static constexpr int maxRoyals = 4;
    static constexpr int maxMoves = 1024;
    static constexpr int pawnStartRank = 2;

    static constexpr std::string_view valuesBy = "Kevin Pacey";
    static constexpr std::array<PieceInfo, 10> pieces{{
        {},
        {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "NAEFIZG"},
        {.letter = "A", .name = "Alibaba", .atoms = A | D, .value = 200},
        {.letter = "I", .name = "Kirin", .atoms = D | F, .value = 225},
        {.letter = "E", .name = "Modern Elephant", .atoms = A | F, .value = 225},
        {.letter = "F", .name = "Waffle", .atoms = A | W, .value = 225},
        {.letter = "Z", .name = "Wazaba", .atoms = D | W, .value = 225},
        {.letter = "N", .name = "Knight", .atoms = N, .value = 300},
        {.letter = "G", .name = "Guard", .atoms = F | W, .value = 250},
        {.letter = "K", .name = "King", .atoms = F | W, .royal = true},
    }};
};

}  // namespace fusilier::fourkings
