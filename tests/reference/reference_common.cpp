// What all games share: FEN, pawns, castling, safety of the royals, the end of the game.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "rules.h"

namespace reference {

namespace {

const Game& find(const std::string& name) {
    for (const Game* game : {&chess, &sentai, &sentinel, &fourkings, &thunder})
        if (game->name == name) return *game;
    throw std::invalid_argument("no such game: " + name);
}

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument(what);
}

bool isRoyal(const Game& game, const std::string& unit) {
    return !unit.empty() && game.royals.find(typeOf(unit)) != std::string::npos;
}

bool isPawn(const std::string& unit) {
    return typeOf(unit) == "P";
}

/// The way a side's pawns go, in squares.
int forward(const Position& position, char side) {
    return side == 'w' ? position.files : -position.files;
}

/// A rank as `side` counts it, from 1.
int ownRank(const Position& position, int square, char side) {
    int rank = rankOf(position, square);
    return side == 'w' ? rank + 1 : position.ranks - rank;
}

bool pawnAttacks(const Position& position, int from, int to) {
    int up = sideOf(position.board[from]) == 'w' ? 1 : -1;
    return rankOf(position, to) - rankOf(position, from) == up &&
           std::abs(fileOf(position, to) - fileOf(position, from)) == 1;
}

bool royalsAttacked(const Game& game, const Position& position, char side) {
    for (int square = 0; square < int(position.board.size()); ++square)
        if (sideOf(position.board[square]) == side && isRoyal(game, position.board[square]) &&
            attacked(game, position, square, otherSide(side)))
            return true;
    return false;
}

/// The capturing pawn goes to the square passed over, and the pawn that made the double step leaves the board.
Position enPassantCapture(const Position& position, int from) {
    int to = position.enPassant;
    Position next = moved(position, from, to);
    next.board[to - forward(position, position.side)] = "";
    next.halfmoves = 0;
    return next;
}

/// May some pawn of the side to move capture en passant legally?
bool enPassantPlayable(const Game& game, const Position& position) {
    for (int from = 0; from < int(position.board.size()); ++from)
        if (isPawn(position.board[from]) && sideOf(position.board[from]) == position.side &&
            pawnAttacks(position, from, position.enPassant) &&
            !royalsAttacked(game, enPassantCapture(position, from), position.side))
            return true;
    return false;
}

/// En passant is kept only when it can be played.
void dropIdleEnPassant(const Game& game, Position& position) {
    if (position.enPassant >= 0 && !enPassantPlayable(game, position)) position.enPassant = -1;
}

/// A right that has lost its king or its rook is gone: one of them moved, or the rook was captured on its corner.
void dropLostCastling(Position& position) {
    std::string kept;
    for (char right : position.castling) {
        bool white = std::isupper(right);
        int home = white ? 0 : 56;
        int corner = home + (right == 'K' || right == 'k' ? 7 : 0);
        if (position.board[home + 4] == (white ? "K" : "k") && position.board[corner] == (white ? "R" : "r"))
            kept += right;
    }
    position.castling = kept;
}

void addPawnMoves(const Game& game, const Position& position, int from, std::vector<Move>& moves) {
    int step = forward(position, position.side);

    // Promotion on the last rank is compulsory.
    auto add = [&](int to) {
        Position next = moved(position, from, to);
        next.halfmoves = 0;
        if (ownRank(position, to, position.side) < position.ranks) {
            moves.emplace_back(text(position, from, to), next);
            return;
        }
        for (char type : game.promotions) {
            next.board[to] = unitOf(std::string(1, type), position.side);
            moves.emplace_back(text(position, from, to) + lower(std::string(1, type)), next);
        }
    };

    int one = from + step;
    if (position.board[one].empty()) {
        add(one);
        // The double step from the start rank, over an empty square to an empty square.
        if (ownRank(position, from, position.side) == game.pawnRank && position.board[one + step].empty()) {
            Position next = moved(position, from, one + step);
            next.halfmoves = 0;
            next.enPassant = one;
            moves.emplace_back(text(position, from, one + step), next);
        }
    }
    for (int to = 0; to < int(position.board.size()); ++to) {
        if (!pawnAttacks(position, from, to)) continue;
        if (sideOf(position.board[to]) == otherSide(position.side)) add(to);
        if (to == position.enPassant) moves.emplace_back(text(position, from, to), enPassantCapture(position, from));
    }
}

void addCastling(const Game& game, const Position& position, std::vector<Move>& moves) {
    int home = position.side == 'w' ? 0 : 56;
    char enemy = otherSide(position.side);
    int king = home + 4;
    auto empty = [&](int square) { return position.board[square].empty(); };
    // Not out of check, not through an attacked square, not into check, and nothing between king and rook.
    auto safe = [&](int square) { return !attacked(game, position, square, enemy); };
    auto has = [&](char right) { return position.castling.find(right) != std::string::npos; };
    auto castle = [&](int to, int rookFrom, int rookTo) {
        Position next = moved(moved(position, rookFrom, rookTo), king, to);
        next.side = enemy;
        next.halfmoves = position.halfmoves + 1;
        next.fullmoves = turned(position).fullmoves;
        moves.emplace_back(text(position, king, to), next);
    };
    if (has(position.side == 'w' ? 'K' : 'k') && empty(home + 5) && empty(home + 6) && safe(king) && safe(home + 5) &&
        safe(home + 6))
        castle(home + 6, home + 7, home + 5);
    if (has(position.side == 'w' ? 'Q' : 'q') && empty(home + 3) && empty(home + 2) && empty(home + 1) && safe(king) &&
        safe(home + 3) && safe(home + 2))
        castle(home + 2, home, home + 3);
}

// FEN.

std::vector<std::string> splitAt(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

void parseRank(const Game& game, const std::string& row, int rank, Position& position) {
    int file = 0;
    for (std::size_t i = 0; i < row.size();) {
        std::string run;
        while (i < row.size() && std::isdigit(row[i]))
            run += row[i++];
        if (!run.empty()) {
            if (run[0] == '0') refuse("empty run with a leading zero");
            if (run.size() > 2) refuse("too many files");
            file += std::stoi(run);
            continue;
        }
        std::string unit;
        if (row[i] == '+') unit += row[i++];
        if (i < row.size()) unit += row[i++];
        if (std::find(game.types.begin(), game.types.end(), typeOf(unit)) == game.types.end())
            refuse("unknown letter " + unit);
        if (file >= game.files) refuse("too many files");
        position.board[rank * game.files + file++] = unit;
    }
    if (file != game.files) refuse("wrong number of files");
}

std::uint64_t parseCounter(const std::string& text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) refuse("counter not a number");
    return std::stoull(text);
}

int parseEnPassant(const Game& game, const Position& position, const std::string& field) {
    if (field == "-") return -1;
    int square = -1;
    for (int candidate = 0; candidate < int(position.board.size()); ++candidate)
        if (nameOf(position, candidate) == field) square = candidate;
    if (square < 0) refuse("malformed en-passant square");
    char enemy = otherSide(position.side);
    int step = forward(position, enemy);
    if (ownRank(position, square, enemy) != game.pawnRank + 1) refuse("en-passant square on the wrong rank");
    if (position.board[square + step] != unitOf("P", enemy)) refuse("no pawn in front of the en-passant square");
    if (!position.board[square].empty() || !position.board[square - step].empty()) refuse("en passant over a unit");
    return square;
}

}  // namespace

std::string lower(const std::string& type) {
    std::string result = type;
    for (char& c : result)
        c = char(std::tolower(c));
    return result;
}

std::string typeOf(const std::string& unit) {
    std::string result = unit;
    for (char& c : result)
        c = char(std::toupper(c));
    return result;
}

std::string unitOf(const std::string& type, char side) {
    return side == 'w' ? typeOf(type) : lower(type);
}

char sideOf(const std::string& unit) {
    if (unit.empty()) return ' ';
    return std::isupper(unit.back()) ? 'w' : 'b';
}

char otherSide(char side) {
    return side == 'w' ? 'b' : 'w';
}

int fileOf(const Position& position, int square) {
    return square % position.files;
}
int rankOf(const Position& position, int square) {
    return square / position.files;
}

std::string nameOf(const Position& position, int square) {
    return char('a' + fileOf(position, square)) + std::to_string(rankOf(position, square) + 1);
}

std::string text(const Position& position, int from, int to) {
    return nameOf(position, from) + nameOf(position, to);
}

bool reaches(const Position& position, const std::string& atoms, int from, int to) {
    int dx = fileOf(position, to) - fileOf(position, from);
    int dy = rankOf(position, to) - rankOf(position, from);
    int longer = std::max(std::abs(dx), std::abs(dy));
    int shorter = std::min(std::abs(dx), std::abs(dy));
    if (longer == 0) return false;

    auto clear = [&] {
        int step = dx / longer + dy / longer * position.files;
        for (int square = from + step; square != to; square += step)
            if (!position.board[square].empty()) return false;
        return true;
    };
    for (char atom : atoms) {
        switch (atom) {
            case 'W':
                if (longer == 1 && shorter == 0) return true;
                break;
            case 'F':
                if (longer == 1 && shorter == 1) return true;
                break;
            case 'D':
                if (longer == 2 && shorter == 0) return true;
                break;
            case 'A':
                if (longer == 2 && shorter == 2) return true;
                break;
            case 'N':
                if (longer == 2 && shorter == 1) return true;
                break;
            case 'R':
                if (shorter == 0 && clear()) return true;
                break;
            case 'B':
                if (shorter == longer && clear()) return true;
                break;
            default:
                throw std::logic_error("no such atom");
        }
    }
    return false;
}

bool attacked(const Game& game, const Position& position, int square, char side) {
    for (int from = 0; from < int(position.board.size()); ++from) {
        if (sideOf(position.board[from]) != side) continue;
        if (isPawn(position.board[from]) ? pawnAttacks(position, from, square) : game.attacks(position, from, square))
            return true;
    }
    return false;
}

Position turned(const Position& position) {
    Position next = position;
    next.side = otherSide(position.side);
    next.enPassant = -1;
    next.halfmoves = position.halfmoves + 1;
    if (position.side == 'b') ++next.fullmoves;
    return next;
}

Position moved(const Position& position, int from, int to) {
    Position next = turned(position);
    // A capture resets the 50-move count; so does a pawn move, which its maker sees to.
    if (sideOf(position.board[to]) == otherSide(position.side)) next.halfmoves = 0;
    next.board[to] = position.board[from];
    next.board[from] = "";
    return next;
}

Position moved(const Position& position, int from, int to, const std::string& type) {
    Position next = moved(position, from, to);
    next.board[to] = unitOf(type, position.side);
    return next;
}

Position parse(const std::string& name, const std::string& fen) {
    const Game& game = find(name);
    std::vector<std::string> fields = splitAt(fen, ' ');
    // The two counters may be missing, and nothing else.
    if (fields.size() != 4 && fields.size() != 6) refuse("wrong number of fields");

    Position position;
    position.files = game.files;
    position.ranks = game.ranks;
    position.board.resize(std::size_t(game.files * game.ranks));
    std::vector<std::string> rows = splitAt(fields[0], '/');
    if (int(rows.size()) != game.ranks) refuse("wrong number of ranks");
    for (int i = 0; i < game.ranks; ++i)
        parseRank(game, rows[i], game.ranks - 1 - i, position);

    if (fields[1] != "w" && fields[1] != "b") refuse("side to move");
    position.side = fields[1][0];

    if (fields[2] != "-") {
        // Castling letters stand in the order KQkq; in games without castling anything but - is refused.
        position.castling = fields[2];
        std::string rest = game.castling ? "KQkq" : "";
        for (char right : fields[2]) {
            std::size_t at = rest.find(right);
            if (at == std::string::npos) refuse("castling");
            rest = rest.substr(at + 1);
        }
        if (position.castling.empty()) refuse("castling");
        // A castling right without king and rook on their squares is refused.
        dropLostCastling(position);
        if (position.castling != fields[2]) refuse("castling right without king and rook");
    }

    for (char side : {'w', 'b'}) {
        int royals = 0;
        for (const std::string& unit : position.board)
            royals += sideOf(unit) == side && isRoyal(game, unit);
        if (royals < 1 || royals > game.maxRoyals) refuse("number of royals");
    }
    for (int square = 0; square < int(position.board.size()); ++square)
        if (isPawn(position.board[square]) &&
            (rankOf(position, square) == 0 || rankOf(position, square) == position.ranks - 1))
            refuse("pawn on the first or last rank");
    if (royalsAttacked(game, position, otherSide(position.side))) refuse("side to move can capture a royal");

    position.enPassant = parseEnPassant(game, position, fields[3]);
    dropIdleEnPassant(game, position);

    if (fields.size() == 6) {
        position.halfmoves = parseCounter(fields[4]);
        position.fullmoves = parseCounter(fields[5]);
    }
    return position;
}

std::string fen(const Position& position) {
    std::ostringstream out;
    for (int rank = position.ranks - 1; rank >= 0; --rank) {
        int run = 0;
        for (int file = 0; file < position.files; ++file) {
            const std::string& unit = position.board[rank * position.files + file];
            if (unit.empty()) {
                ++run;
                continue;
            }
            if (run) out << run;
            run = 0;
            out << unit;
        }
        if (run) out << run;
        if (rank > 0) out << '/';
    }
    out << ' ' << position.side << ' ' << (position.castling.empty() ? "-" : position.castling) << ' '
        << (position.enPassant < 0 ? "-" : nameOf(position, position.enPassant)) << ' ' << position.halfmoves << ' '
        << position.fullmoves;
    return out.str();
}

std::vector<Move> legalMoves(const std::string& name, const Position& position) {
    const Game& game = find(name);
    std::vector<Move> moves;
    for (int from = 0; from < int(position.board.size()); ++from) {
        if (sideOf(position.board[from]) != position.side) continue;
        if (isPawn(position.board[from]))
            addPawnMoves(game, position, from, moves);
        else
            game.addMoves(position, from, moves);
    }
    if (game.castling) addCastling(game, position, moves);

    // A move is legal only if none of the mover's royals is attacked after it.
    std::vector<Move> legal;
    for (auto& [move, next] : moves) {
        if (royalsAttacked(game, next, position.side)) continue;
        dropLostCastling(next);
        dropIdleEnPassant(game, next);
        legal.emplace_back(move, next);
    }
    return legal;
}

std::uint64_t perft(const std::string& name, const Position& position, int depth) {
    if (depth == 0) return 1;
    std::vector<Move> moves = legalMoves(name, position);
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const auto& [move, next] : moves)
        leaves += perft(name, next, depth - 1);
    return leaves;
}

bool inCheck(const std::string& name, const Position& position) {
    return royalsAttacked(find(name), position, position.side);
}

std::vector<std::string> endings(const std::string& name, const Position& position) {
    std::vector<std::string> result;
    if (legalMoves(name, position).empty()) {
        // The 50-move rule gives way to a mate.
        if (inCheck(name, position)) return {"checkmate"};
        result.push_back("stalemate");
    }
    if (position.halfmoves >= 100) result.push_back("fifty-move rule");
    // Nothing but units of letter K on the board.
    bool bare = true;
    for (const std::string& unit : position.board)
        bare = bare && (unit.empty() || typeOf(unit) == "K");
    if (bare) result.push_back("bare kings");
    return result;
}

}  // namespace reference
