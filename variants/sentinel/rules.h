// Sentinel Chess, by Michael J. Farris, 2004: a Sentinel may leave the board for a corps of pawns.
// Page: "Sentinel Chess" at The Chess Variant Pages.
#pragma once

#include <algorithm>
#include <array>

#include "fusilier/attacks.h"
#include "fusilier/castling.h"
#include "fusilier/rules.h"

namespace fusilier::sentinel {

enum : PieceType { pawn = 1, knight, bishop, rook, queen, king, theSentinel, guard };

/// The Sentinel goes from `from` to `to` (the same square: in place; its own king's: thrown upon the king) and deploys
/// around it.
inline constexpr MoveKind deploy = MoveKind::Room;

struct Sentinel : DefaultRules {
    using State = CastlingState;
    using Castles = Castling<king, rook>;
    using Geo = Geometry<8, 8>;

    static constexpr std::string_view name = "sentinel";
    static constexpr std::string_view title = "Sentinel Chess";
    static constexpr std::string_view inventor = "Michael J. Farris, 2004";
    static constexpr std::string_view page = "Sentinel Chess, The Chess Variant Pages";
    static constexpr std::string_view startFen = "rnbskbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBSKBNR w KQkq - 0 1";
    static constexpr XboardFacts xboard{
        .table = "PNBRQ.....SGKpnbrq.....sgk", .parent = "bughouse", .legalityOff = true};
    static constexpr MoveWords words{.own = "deploy"};
    static constexpr int files = 8;
    static constexpr int ranks = 8;
    static constexpr int maxChanges = 10;  // the square left, the square deployed on, eight around it
    static constexpr int maxMoves = 1024;

    static constexpr std::array<PieceInfo, 9> pieces{{
        {},
        {.letter = "P", .name = "Pawn", .atoms = PawnTake, .value = 100, .promotesTo = "QRBN"},
        {.letter = "N", .name = "Knight", .atoms = N, .value = 320},
        {.letter = "B", .name = "Bishop", .atoms = BB, .value = 335},
        {.letter = "R", .name = "Rook", .atoms = RR, .value = 510},
        {.letter = "Q", .name = "Queen", .atoms = BB | RR, .value = 975},
        {.letter = "K", .name = "King", .atoms = W | F, .royal = true},
        {.letter = "S", .name = "Sentinel", .atoms = W | F, .value = 700, .promotesTo = "QRBNG"},
        {.letter = "G", .name = "Guard", .atoms = W | F, .value = 300},
    }};

    static constexpr bool hasSpecials(PieceType type) { return type == king || type == theSentinel; }

    template <PieceType T, class Unit>
    static void specials(const Unit& unit) {
        if constexpr (T == king)
            Castles::generate(unit);
        else
            deployments(unit);
    }

    template <class Board, class Edit>
    static void apply(const Board& board, Color us, Move move, Edit& edit) {
        if (move.kind() == MoveKind::Castling) return Castles::apply(us, move, edit);
        const Square centre = move.to();
        edit.set(move.from(), noPiece);
        if (isOf(board[centre], ~us)) edit.set(centre, noPiece);
        eachCorpsSquare(board, us, move, [&](Square s) { edit.set(s, makePiece(us, pawn)); });
    }

    template <class Board>
    static void update(State& state, const Board& board, Move move) {
        // A king that is deployed around has not moved.
        if (move.kind() == deploy && isOf(board[move.to()], colorOf(board[move.from()]))) return;
        Castles::update(state, move);
    }

    static constexpr bool irreversible(MoveKind kind) { return kind == deploy; }
    static constexpr char suffix(Move move) { return move.kind() == deploy ? 'p' : '\0'; }

    template <class Board>
    static int gain(const Board& board, Color us, Move move) {
        if (move.kind() != deploy) return 0;
        int sum = -pieces[theSentinel].value;
        if (isOf(board[move.to()], ~us)) sum += pieces[typeOf(board[move.to()])].value;
        eachCorpsSquare(board, us, move, [&](Square s) {
            sum += pieces[pawn].value;
            if (isOf(board[s], ~us)) sum += pieces[typeOf(board[s])].value;
        });
        return sum;
    }

  private:
    static constexpr std::array<int, 8> around{Geo::offset(-1, 1), Geo::offset(0, 1), Geo::offset(1, 1),
                                               Geo::offset(-1, 0), Geo::offset(1, 0), Geo::offset(-1, -1),
                                               Geo::offset(0, -1), Geo::offset(1, -1)};

    /// Would a deployment give this square a pawn? If it is not on a back rank, and empty (as the square just left is)
    /// or held by an enemy other than the king. The guard frame is neither.
    template <class Board>
    static bool takesPawn(const Board& board, Color us, Square from, Square s) {
        const Piece there = board[s];
        if (s != from && (blocks(there, us) || there == makePiece(~us, king))) return false;
        return !Geo::onLastRank(us, s) && !Geo::onLastRank(~us, s);
    }

    /// Calls `visit` for each square around the centre that a deployment would give a pawn.
    template <class Board, class Visit>
    static void eachCorpsSquare(const Board& board, Color us, Move move, Visit visit) {
        for (const int d : around)
            if (const Square s = Geo::step(move.to(), d); takesPawn(board, us, move.from(), s)) visit(s);
    }

    template <class Unit>
    static void deployments(const Unit& unit) {
        const Board<Sentinel>& board = unit.position().board();
        const Color us = unit.us();
        const auto places = [&](Square centre) {
            return std::any_of(around.begin(), around.end(),
                               [&](int d) { return takesPawn(board, us, unit.from, Geo::step(centre, d)); });
        };
        const auto deployAt = [&](Square centre) {
            if (places(centre)) unit.template emit<Noise::Noisy>(Move(unit.from, centre, theSentinel, deploy));
        };
        // New pawns open no line, nor does an enemy replaced by one: the Sentinel's own freedom is enough. But an enemy
        // at the centre leaves a hole.
        deployAt(unit.from);
        for (const int d : around) {
            const Square centre = Geo::step(unit.from, d);
            const Piece there = board[centre];
            if (there == noPiece || there == makePiece(us, king))
                deployAt(centre);
            else if (isOf(there, ~us) && places(centre))
                unit.template emitTested<Noise::Noisy>(Move(unit.from, centre, theSentinel, deploy));
        }
    }
};

}  // namespace fusilier::sentinel
