// Moves as text: coordinates everywhere (e2e4, e7e8q, c3c7r), and the inventors' long algebraic.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/squares.h"
#include "core/text.h"
#include "fusilier/movegen.h"
#include "fusilier/position.h"
#include "fusilier/session.h"

namespace fusilier {

/// The suffix letter of a move, upper case; '\0' where the player had no choice.
template <Rules R>
char moveSuffix(Move move) {
    if (move.kind() == MoveKind::Promotion || move.kind() == MoveKind::Split)
        return R::pieces[move.arg()].letter.back();
    return upper(R::suffix(move));
}

template <Rules R>
std::string moveText(Move move) {
    using Geo = typename Traits<R>::Geo;
    std::string text = squareText<Geo>(move.from()) + squareText<Geo>(move.to());
    if (const char suffix = moveSuffix<R>(move)) text += lower(suffix);
    return text;
}

/// Name of a unit in long notation: its letter, nothing for a pawn, or what the inventor writes.
template <Rules R>
std::string longName(PieceType type) {
    if constexpr (requires { R::longName(type); }) return R::longName(type);
    return type == Traits<R>::pawn ? "" : std::string(R::pieces[type].letter);
}

/// `R10 g1-h1 = R30`, `R4 a4-b6; a4=R33`, `S d5-e6*`. Separator x for a capture; O-O and O-O-O for castling.
template <Rules R>
std::string longText(const Position<R>& position, Move move) {
    using Geo = typename Traits<R>::Geo;
    const PieceType mover = typeOf(position[move.from()]);
    const std::string from = squareText<Geo>(move.from());
    const std::string to = squareText<Geo>(move.to());
    const auto named = [](PieceType type, const std::string& rest) {
        const std::string name = longName<R>(type);
        return name.empty() ? rest : name + " " + rest;
    };
    const bool captures = isOf(position[move.to()], ~position.sideToMove()) || move.kind() == MoveKind::EnPassant;
    const std::string path = from + (captures ? "x" : "-") + to;
    switch (move.kind()) {
        case MoveKind::Castling:
            return Geo::fileOf(move.to()) > Geo::fileOf(move.from()) ? "O-O" : "O-O-O";
        case MoveKind::Split:
            return fmt::format("{}; {}={}", named(move.arg(), path), from,
                               longName<R>(R::remainder(mover, move.arg())));
        case MoveKind::Plain:
        case MoveKind::Promotion:
        case MoveKind::DoubleStep:
        case MoveKind::EnPassant:
            return named(mover, path) + (move.arg() != mover ? " = " + longName<R>(move.arg()) : "");
        default:
            return named(mover, move.from() == move.to() ? from : path) + "*";
    }
}

/// The legal move that `text` means. A suffix that is redundant but true is accepted.
/// Throws InputError, saying whether the text is malformed or the move illegal.
template <Rules R>
Move parseMove(Position<R>& position, std::string_view text) {
    using Geo = typename Traits<R>::Geo;
    std::size_t used = 0;
    const Square from = parseSquarePrefix<Geo>(text, used);
    std::string_view rest = text.substr(std::min(used, text.size()));
    used = 0;
    const Square to = from == noSquare ? noSquare : parseSquarePrefix<Geo>(rest, used);
    rest = rest.substr(std::min(used, rest.size()));
    const bool formed = to != noSquare && (rest.empty() || (rest.size() == 1 && rest[0] >= 'a' && rest[0] <= 'z'));
    if (!formed) throw InputError(fmt::format("malformed move {}", quoted(text)));
    const char suffix = rest.empty() ? '\0' : upper(rest[0]);

    Move redundant;
    for (const Move m : legalMoves(position)) {
        if (m.from() != from || m.to() != to) continue;
        const char own = moveSuffix<R>(m);
        if (own == suffix) return m;
        const std::string_view landing = R::pieces[m.arg()].letter;
        if (own == '\0' && landing.size() == 1 && landing[0] == suffix) redundant = m;
    }
    if (!redundant) throw InputError(fmt::format("illegal move {}", quoted(text)));
    return redundant;
}

/// The legal move that `text`, in long notation, means; blanks do not matter. Throws as parseMove does.
template <Rules R>
Move parseLong(Position<R>& position, std::string_view text) {
    const auto squeeze = [](std::string_view t) {
        std::string out;
        std::copy_if(t.begin(), t.end(), std::back_inserter(out), [](char c) { return c != ' ' && c != '\t'; });
        return out;
    };
    const std::string wanted = squeeze(text);
    for (const Move m : legalMoves(position))
        if (squeeze(longText(position, m)) == wanted) return m;
    throw InputError(fmt::format("illegal or malformed move {}", quoted(text)));
}

}  // namespace fusilier
