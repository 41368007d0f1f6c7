// Moves in words: what a legal one does, and why another cannot be played.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"
#include "core/words.h"

namespace fusilier {

/// "Knight c6".
template <Rules R>
std::string unitText(const Position<R>& position, Square s) {
    return fmt::format("{} {}", R::pieces[typeOf(position[s])].name, squareText<typename Traits<R>::Geo>(s));
}

/// What a move of a room's own kind changes: "deploy: 6 Pawns, captures Knight c6".
template <Rules R>
std::string describeChanges(const Position<R>& position, Move move) {
    const Color us = position.sideToMove();
    auto after = position;
    Undo<R> undo;
    after.make(move, undo);
    std::map<PieceType, int> placed;
    std::vector<std::string> captured;
    for (const Square s : Traits<R>::Geo::squares) {
        if (position[s] == after[s]) continue;
        if (isOf(after[s], us)) ++placed[typeOf(after[s])];
        if (isOf(position[s], ~us)) captured.push_back(unitText(position, s));
    }
    std::vector<std::string> parts;
    for (const auto& [type, count] : placed)
        parts.push_back(fmt::format("{} {}{}", count, R::pieces[type].name, count == 1 ? "" : "s"));
    if (!captured.empty()) parts.push_back("captures " + listText(captured, " and "));
    return fmt::format("{}: {}", R::words.own, listText(parts, ", "));
}

/// What a legal move does beside going from one square to another: "capture Pawn", "disengage R4, R33 stays".
template <Rules R>
std::string describe(const Position<R>& position, Move move) {
    const PieceType mover = typeOf(position[move.from()]);
    const Piece target = position[move.to()];
    const auto name = [](PieceType t) { return R::pieces[t].name; };
    switch (move.kind()) {
        case MoveKind::Castling:
            return "castle";
        case MoveKind::EnPassant:
            return "capture en passant";
        case MoveKind::Split:
            return fmt::format("{} {}, {} stays", R::words.split, name(move.arg()),
                               name(R::remainder(mover, move.arg())));
        case MoveKind::Plain:
        case MoveKind::Promotion:
        case MoveKind::DoubleStep:
            break;
        default:
            return describeChanges(position, move);
    }
    if (isOf(target, position.sideToMove()))
        return fmt::format("{} with {}: {}", R::words.join, name(typeOf(target)), name(move.arg()));
    std::string text = target == noPiece ? "move" : fmt::format("capture {}", name(typeOf(target)));
    if (move.arg() != mover) text += fmt::format(", become {}", name(move.arg()));
    return text;
}

/// How a unit with some atoms fares on its way over the bare board.
struct Route {
    bool there = false;           ///< it gets there, or would if it were not blocked
    Square blockedBy = noSquare;  ///< the first unit in its way
};

template <Rules R>
Route route(const Board<R>& board, Square from, Square to, Atoms atoms, Color color) {
    using Geo = typename Traits<R>::Geo;
    const auto distance = static_cast<std::size_t>(to - from + Geo::size);
    if (leapsOver<R>[static_cast<std::size_t>(index(color))][distance] & atoms) return {true, noSquare};
    const int files = Geo::fileOf(to) - Geo::fileOf(from);
    const int ranks = Geo::rankOf(to) - Geo::rankOf(from);
    const bool straight = (atoms & RR) && (files == 0) != (ranks == 0);
    const bool diagonal = (atoms & BB) && files != 0 && (files == ranks || files == -ranks);
    if (!straight && !diagonal) return {};
    const int step = Geo::offset((files > 0) - (files < 0), (ranks > 0) - (ranks < 0));
    Square s = Geo::step(from, step);
    while (s != to && board[s] == noPiece)
        s = Geo::step(s, step);
    return {true, s == to ? noSquare : s};
}

/// A move that only the safety of a royal forbids: which, and from whom. Empty if they are all safe.
template <Rules R>
std::string exposure(const Position<R>& position, Move move) {
    using Geo = typename Traits<R>::Geo;
    const Color us = position.sideToMove();
    auto after = position;
    Undo<R> undo;
    after.make(move, undo);
    for (int i = 0; i < after.royalCount(us); ++i) {
        const Square royal = after.royal(us, i);
        for (int j = 0; j < after.count(~us); ++j) {
            const Square s = after.unit(~us, j);
            const Route way = route<R>(after.board(), s, royal, R::pieces[typeOf(after[s])].atoms, ~us);
            if (way.there && way.blockedBy == noSquare)
                return fmt::format("it would leave the {} on {} attacked by the {} on {}",
                                   R::pieces[typeOf(after[royal])].name, squareText<Geo>(royal),
                                   R::pieces[typeOf(after[s])].name, squareText<Geo>(s));
        }
    }
    return "";
}

/// Why the unit on `from` cannot go to `to` at all.
template <Rules R>
std::string whyNotThere(const Position<R>& position, Square from, Square to) {
    using Geo = typename Traits<R>::Geo;
    const Color us = position.sideToMove();
    const PieceType type = typeOf(position[from]);
    const PieceInfo& unit = R::pieces[type];
    const Piece target = position[to];
    if (unit.pawn() && Geo::fileOf(from) == Geo::fileOf(to)) {
        const int ahead = Geo::relativeRank(us, to) - Geo::relativeRank(us, from);
        if (ahead != 1 && !(ahead == 2 && Geo::relativeRank(us, from) == R::pawnStartRank))
            return fmt::format("a {} here moves one square forward", unit.name);
        for (Square s = from; s != to;) {
            s = Geo::step(s, Geo::forward(us));
            if (position[s] != noPiece) return fmt::format("{} is in the way", unitText(position, s));
        }
    } else {
        const Route way = route<R>(position.board(), from, to, unit.atoms, us);
        if (!way.there) return fmt::format("{} moves {}", unit.name, movementText(unit.atoms));
        if (way.blockedBy != noSquare) return fmt::format("{} is in the way", unitText(position, way.blockedBy));
        if (unit.pawn() && target == noPiece)
            return fmt::format("there is nothing to capture on {}", squareText<Geo>(to));
        if (isOf(target, us)) {
            const PieceType joined = R::join(type, typeOf(target));
            if (joined == noType)
                return fmt::format(
                    "{} is your own{}", unitText(position, to),
                    Traits<R>::joinsAny(type) ? fmt::format(", and the two do not {}", R::words.join) : "");
            return exposure(position, Move(from, to, joined));
        }
    }
    return exposure(position, Move(from, to, type));
}

/// Why `text` cannot be played; empty if it can.
template <Rules R>
std::string whyNot(Position<R>& position, std::string_view text) {
    using Geo = typename Traits<R>::Geo;
    std::size_t used = 0;
    const Square from = parseSquarePrefix<Geo>(text, used);
    const std::string_view rest = text.substr(std::min(used, text.size()));
    const Square to = from == noSquare ? noSquare : parseSquarePrefix<Geo>(rest, used);
    if (to == noSquare)
        return fmt::format("{} is not a move: write the square it comes from and the square it goes to, as in e2e4",
                           quoted(text));
    if (position[from] == noPiece) return fmt::format("{} is empty", squareText<Geo>(from));
    if (!isOf(position[from], position.sideToMove()))
        return fmt::format("{} is your opponent's", unitText(position, from));

    std::vector<std::string> near;
    for (const Move m : legalMoves(position))
        if (m.from() == from && m.to() == to) near.push_back(moveText<R>(m));
    try {
        parseMove(position, text);
        return "";
    } catch (const InputError&) {
    }
    if (!near.empty()) return fmt::format("there is {}", listText(near, " and "));
    if (from == to) return fmt::format("the {} would have nothing to do there", R::pieces[typeOf(position[from])].name);
    const std::string reason = whyNotThere(position, from, to);
    return reason.empty() ? fmt::format("the {} cannot do that here", R::pieces[typeOf(position[from])].name) : reason;
}

}  // namespace fusilier
