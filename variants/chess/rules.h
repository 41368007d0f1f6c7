// Orthodox chess: FIDE's Laws. The yardstick, measurable against every engine there is.
#pragma once

#include <array>

#include "fusilier/castling.h"
#include "fusilier/rules.h"

namespace fusilier::chess {

enum : PieceType { pawn = 1, knight, bishop, rook, queen, king };

inline constexpr std::string_view tunedParams =
#include "chess/params"
    ;

struct Chess : DefaultRules {
    using State = CastlingState;
    using Castles = Castling<king, rook>;

    static constexpr std::string_view name = "chess";
    static constexpr std::string_view title = "Chess";
    static constexpr std::string_view inventor = "FIDE Laws of Chess";
    static constexpr std::string_view page = "FIDE Handbook, E01";
    static constexpr std::string_view startFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static constexpr std::string_view guiTemplate = "chess";
    static constexpr XboardFacts xboard{.variant = "normal"};
    static constexpr std::string_view params = tunedParams;
    static constexpr int files = 8;
    static constexpr int ranks = 8;

    static constexpr std::array<PieceInfo, 7> pieces{{
        {},
        {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "QRBN"},
        {.letter = "N", .name = "Knight", .atoms = N, .value = 320},
        {.letter = "B", .name = "Bishop", .atoms = BB, .value = 335},
        {.letter = "R", .name = "Rook", .atoms = RR, .value = 510},
        {.letter = "Q", .name = "Queen", .atoms = BB | RR, .value = 975},
        {.letter = "K", .name = "King", .atoms = W | F, .royal = true},
    }};

    static constexpr bool hasSpecials(PieceType type) { return type == king; }
    template <PieceType T, class Unit>
    static void specials(const Unit& unit) {
        Castles::generate(unit);
    }
    template <class Board, class Edit>
    static void apply(const Board&, Color us, Move move, Edit& edit) {
        Castles::apply(us, move, edit);
    }
    template <class Board>
    static void update(State& state, const Board&, Move move) {
        Castles::update(state, move);
    }
};

}  // namespace fusilier::chess
