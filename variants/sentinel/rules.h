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

inline constexpr std::string_view tunedParams =
#include "sentinel/params"
    ;

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

    static constexpr std::string_view params = tunedParams;
    static constexpr std::array<std::string_view, 3> termNames{"deploy-to-move", "deploy-waiting", "pawn-mass"};
    /// What the best deployment would gain now, in quarters of a pawn; and pairs of pawns beyond the middle, of which
    /// one more easily gets through.
    template <class View, class Count>
    static void terms(const View& view, Color us, Count count) {
        constexpr int quarterPawn = 25;
        int best = 0;
        int far = 0;
        view.eachUnit(us, [&](Square s, PieceType t) {
            if (t == pawn)
                far += Geo::relativeRank(us, s) > 3;
            else if (t == theSentinel)
                best = std::max(best, bestGain(view.board(), us, s));
        });
        count(view.position().sideToMove() == us ? 0 : 1, best / quarterPawn);
        count(2, std::min(far * (far - 1) / 2, 10));
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

    /// The most that `gain` says of any deployment of the Sentinel on `from`.
    template <class Board>
    static int bestGain(const Board& board, Color us, Square from) {
        // What each square of the neighbourhood would bring, summed up over three squares in a row, and then over three
        // such rows for each centre.
        constexpr int reach = 2, width = 2 * reach + 1;
        std::array<int, width * width> brings;
        for (int i = 0; i < width * width; ++i) {
            const Square s = Geo::step(from, Geo::offset(i % width - reach, i / width - reach));
            const int value = takesPawn(board, us, from, s) ? pieces[pawn].value + captured(board, us, s) : 0;
            brings[static_cast<std::size_t>(i)] = value;
        }
        const auto row = [&](std::size_t i) { return brings[i - 1] + brings[i] + brings[i + 1]; };
        int best = 0;
        for (std::size_t rank = 1; rank <= 3; ++rank)
            for (std::size_t file = 1; file <= 3; ++file) {
                const std::size_t i = rank * width + file;
                const Square centre =
                    Geo::step(from, Geo::offset(static_cast<int>(file) - reach, static_cast<int>(rank) - reach));
                const Piece there = board[centre];
                if (centre != from && blocks(there, us) && there != makePiece(us, king)) continue;
                best = std::max(best, row(i - width) + row(i) + row(i + width) - brings[i] +
                                          captured(board, us, centre) - pieces[theSentinel].value);
            }
        return best;
    }
    template <class Board>
    static int captured(const Board& board, Color us, Square s) {
        return isOf(board[s], ~us) ? pieces[typeOf(board[s])].value : 0;
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
