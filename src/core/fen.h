// FEN: `board side castling en-passant halfmoves fullmoves`. The counters may be missing together (0 1), nothing else.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/squares.h"
#include "core/text.h"
#include "fusilier/movegen.h"
#include "fusilier/position.h"
#include "fusilier/session.h"

namespace fusilier {

/// Counters above this are read as this.
inline constexpr int mostMovesCounted = 1'000'000'000;

template <Rules R>
std::string pieceLetter(Piece p) {
    std::string text(R::pieces[typeOf(p)].letter);
    if (colorOf(p) == Color::Black)
        for (char& c : text)
            c = lower(c);
    return text;
}

template <Rules R>
class FenReader {
  public:
    using T = Traits<R>;
    using Geo = typename T::Geo;

    /// Throws InputError naming the first thing that is wrong.
    static Position<R> read(std::string_view fen) {
        FenReader reader;
        reader.readFields(fen);
        return reader.position_;
    }

  private:
    void readFields(std::string_view fen) {
        const auto fields = splitWords(fen);
        if (fields.size() < 4)
            throw InputError(
                fmt::format("FEN has {} fields, needs board, side, castling and en passant", fields.size()));
        if (fields.size() == 5) throw InputError("FEN has a halfmove counter but no fullmove counter");
        if (fields.size() > 6) throw InputError(fmt::format("FEN has trailing text {}", quoted(fields[6])));
        readBoard(fields[0]);
        readSide(fields[1]);
        checkUnits();
        readCastling(fields[2]);
        if (fields.size() == 6) readCounters(fields[4], fields[5]);
        position_.refreshKey();
        if (!opponentSafe()) throw InputError("FEN has the side to move able to capture a royal");
        readEnPassant(fields[3]);
        position_.refreshKey();
    }

    void readBoard(std::string_view text) {
        const auto count = 1 + std::count(text.begin(), text.end(), '/');
        if (count != R::ranks) throw InputError(fmt::format("FEN board has {} ranks, needs {}", count, R::ranks));
        int rank = R::ranks;
        for (std::size_t start = 0; start <= text.size();) {
            const std::size_t end = std::min(text.find('/', start), text.size());
            readRank(text.substr(start, end - start), --rank);
            start = end + 1;
        }
    }

    void readRank(std::string_view text, int rank) {
        int file = 0;
        for (std::size_t i = 0; i < text.size();) {
            std::size_t length = 1;
            if (allDigits(text.substr(i, 1))) {
                while (i + length < text.size() && allDigits(text.substr(i + length, 1)))
                    ++length;
                if (text[i] == '0')
                    throw InputError(fmt::format("FEN rank {} has an empty run {}, which starts with 0", rank + 1,
                                                 quoted(text.substr(i, length))));
                file += toNumber(text.substr(i, length), 1000);
            } else {
                if (text[i] == '+' && i + 1 < text.size()) length = 2;
                if (file < R::files) putUnit(text.substr(i, length), Geo::square(file, rank));
                ++file;
            }
            i += length;
        }
        if (file != R::files)
            throw InputError(fmt::format("FEN rank {} has {} files, needs {}", rank + 1, file, R::files));
    }

    void putUnit(std::string_view text, Square s) {
        std::string letter(text);
        for (char& c : letter)
            c = upper(c);
        const PieceType type = T::byLetter(letter);
        if (type == noType) throw InputError(fmt::format("FEN has an unknown letter {}", quoted(text)));
        const Color color = isUpper(text.back()) ? Color::White : Color::Black;
        if (type == T::pawn && (Geo::onLastRank(Color::White, s) || Geo::onLastRank(Color::Black, s)))
            throw InputError(fmt::format("FEN has a pawn on the first or last rank, at {}", squareText<Geo>(s)));
        if (T::royal(type) && position_.royalCount(color) == R::maxRoyals)
            throw InputError(fmt::format("FEN has too many royals for {}, at most {}", colorName(color), R::maxRoyals));
        position_.put(s, makePiece(color, type));
    }

    void readSide(std::string_view text) {
        if (text != "w" && text != "b")
            throw InputError(fmt::format("FEN side to move is {}, needs w or b", quoted(text)));
        position_.setSideToMove(text == "w" ? Color::White : Color::Black);
    }

    void checkUnits() const {
        for (const Color c : {Color::White, Color::Black})
            if (position_.royalCount(c) < R::minRoyals)
                throw InputError(fmt::format("FEN has no royal for {}", colorName(c)));
    }

    void readCastling(std::string_view text) {
        if (text == "-") return;
        if constexpr (!HasCastling<R>) {
            throw InputError(fmt::format("FEN castling field is {}, but this game has no castling", quoted(text)));
        } else {
            auto state = position_.state();
            std::size_t used = 0;
            for (const auto& side : R::Castles::sides) {
                if (used == text.size() || text[used] != side.letter) continue;
                if (!R::Castles::inPlace(position_.board(), side))
                    throw InputError(
                        fmt::format("FEN castling right {} without king and rook on their squares", side.letter));
                state.castling = static_cast<std::uint8_t>(state.castling | side.bit);
                ++used;
            }
            if (used == 0 || used != text.size())
                throw InputError(
                    fmt::format("FEN castling field is {}, needs - or letters of KQkq in that order", quoted(text)));
            position_.setState(state);
        }
    }

    void readCounters(std::string_view half, std::string_view full) {
        if (!allDigits(half)) throw InputError(fmt::format("FEN halfmove counter {} is not a number", quoted(half)));
        if (!allDigits(full)) throw InputError(fmt::format("FEN fullmove counter {} is not a number", quoted(full)));
        position_.setCounters(toNumber(half, mostMovesCounted), toNumber(full, mostMovesCounted));
    }

    bool opponentSafe() const { return !position_.anyRoyalAttacked(~position_.sideToMove()); }

    /// A square that nobody can use is dropped; one that no double step can have passed is an error.
    void readEnPassant(std::string_view text) {
        if (text == "-") return;
        const Square passed = parseSquare<Geo>(text);
        if (passed == noSquare) throw InputError(fmt::format("FEN en-passant square {} is malformed", quoted(text)));
        const Color us = position_.sideToMove();
        const int ahead = Geo::forward(~us);
        const Square pawn = Geo::step(passed, ahead);
        const bool possible = Geo::relativeRank(~us, passed) == R::pawnStartRank + 1 &&
                              position_[pawn] == makePiece(~us, T::pawn) && position_[passed] == noPiece &&
                              position_[Geo::step(passed, -ahead)] == noPiece;
        if (!possible)
            throw InputError(
                fmt::format("FEN en-passant square {} is impossible: no pawn can just have passed it", quoted(text)));
        position_.allowEnPassant(passed);
    }

    Position<R> position_;
};

template <Rules R>
Position<R> readFen(std::string_view fen) {
    return FenReader<R>::read(fen);
}

template <Rules R>
std::string writeFen(const Position<R>& position) {
    using Geo = typename Traits<R>::Geo;
    std::string out;
    for (int rank = R::ranks - 1; rank >= 0; --rank) {
        int run = 0;
        const auto endRun = [&] {
            if (run > 0) out += std::to_string(run);
            run = 0;
        };
        for (int file = 0; file < R::files; ++file) {
            const Piece p = position[Geo::square(file, rank)];
            if (p == noPiece) {
                ++run;
                continue;
            }
            endRun();
            out += pieceLetter<R>(p);
        }
        endRun();
        out += rank > 0 ? '/' : ' ';
    }
    std::string castling;
    if constexpr (HasCastling<R>)
        for (const auto& side : R::Castles::sides)
            if (position.state().castling & side.bit) castling += side.letter;
    const Square passed = position.state().enPassant;
    return out + fmt::format("{} {} {} {} {}", position.sideToMove() == Color::White ? 'w' : 'b',
                             castling.empty() ? "-" : castling, passed == noSquare ? "-" : squareText<Geo>(passed),
                             position.halfmoves(), position.fullmoves());
}

}  // namespace fusilier
