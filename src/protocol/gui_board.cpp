#include "protocol/gui_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/text.h"

namespace fusilier {

namespace {

Color colorOf(const std::string& unit) {
    return isUpper(unit.back()) ? Color::White : Color::Black;
}

bool promoted(const std::string& unit) {
    return unit.size() == 2;
}

/// The unit's letter in capitals, without its `+`.
char letterOf(const std::string& unit) {
    return upper(unit.back());
}

std::string inColor(std::string unit, Color color) {
    for (char& c : unit)
        c = color == Color::White ? upper(c) : lower(c);
    return unit;
}

}  // namespace

GuiBoard::GuiBoard(std::string_view fen, int files, int ranks)
    : files_(files), ranks_(ranks), units_(static_cast<std::size_t>(files * ranks)) {
    const auto fields = splitWords(fen);
    if (fields.size() > 1 && fields[1] == "b") side_ = Color::Black;
    const std::string_view board = fields.empty() ? std::string_view() : fields[0];
    int rank = ranks - 1;
    int file = 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
        if (board[i] == '/') {
            --rank;
            file = 0;
        } else if (allDigits(board.substr(i, 1))) {
            std::size_t length = 1;
            while (allDigits(board.substr(i, length + 1)) && i + length < board.size())
                ++length;
            file += toNumber(board.substr(i, length), files);
            i += length - 1;
        } else {
            const std::size_t length = board[i] == '+' && i + 1 < board.size() ? 2 : 1;
            if (rank >= 0 && file < files) unit(rank * files + file) = std::string(board.substr(i, length));
            ++file;
            i += length - 1;
        }
    }
}

bool GuiBoard::holds(int square, Color color) const {
    return !at(square).empty() && colorOf(at(square)) == color;
}

bool GuiBoard::onLastRank(int square) const {
    return square < files_ || square >= files_ * (ranks_ - 1);
}

int GuiBoard::square(std::string_view text, std::size_t& used) const {
    used = 0;
    if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + files_) return -1;
    std::size_t end = 1;
    while (end < text.size() && end < 3 && allDigits(text.substr(end, 1)))
        ++end;
    const auto rank = parseNumber<int>(text.substr(1, end - 1));
    if (!rank || *rank < 1 || *rank > ranks_ || text[1] == '0') return -1;
    used = end;
    return (*rank - 1) * files_ + (text[0] - 'a');
}

std::string GuiBoard::guiName(int square) const {
    return fmt::format("{}{}", static_cast<char>('a' + square % files_), square / files_ + (ranks_ == 10 ? 0 : 1));
}

std::string GuiBoard::command(const GuiPly& ply) const {
    if (ply.to < 0) return "move @@@@";
    if (ply.from < 0) return fmt::format("move {}@{}", ply.letter, guiName(ply.to));
    const std::string suffix = ply.letter ? std::string(1, lower(ply.letter)) : "";
    const auto from = guiName(ply.from);
    const auto to = guiName(ply.to);
    if (ply.via < 0) return fmt::format("move {}{}{}", from, to, suffix);
    const auto via = guiName(ply.via);
    return fmt::format("move {}{},\nmove {}{}{}", from, via, via, to, suffix);
}

/// XBoard's king goes two files and takes the nearest unit with it.
void GuiBoard::castle(const GuiPly& ply) {
    const int step = ply.to > ply.from ? 1 : -1;
    int rook = ply.from + step;
    while (at(rook).empty() && rook % files_ != 0 && rook % files_ != files_ - 1)
        rook += step;
    unit(ply.to - step) = at(rook);
    unit(rook).clear();
}

void GuiBoard::play(const GuiPly& ply) {
    const Color color = side_;
    side_ = ~side_;
    if (ply.to < 0) return;
    if (ply.from < 0) {
        unit(ply.to) = inColor(std::string(1, ply.letter), color);
        return;
    }
    if (ply.from == ply.to && ply.via < 0) return;  // XBoard takes no notice, not even of the letter
    std::string mover = at(ply.from);
    if (mover.empty()) return;
    if (ply.via >= 0) unit(ply.via).clear();
    const int across = ply.to % files_ - ply.from % files_;
    const bool sameRank = ply.to / files_ == ply.from / files_;
    if (ply.main && mover.size() == 1 && letterOf(mover) == 'K' && sameRank && std::abs(across) == 2) castle(ply);
    if (ply.main && mover.size() == 1 && letterOf(mover) == 'P' && across != 0 && at(ply.to).empty())
        unit(ply.to + (colorOf(mover) == Color::White ? -files_ : files_)).clear();
    unit(ply.from).clear();
    if (ply.letter == '+')
        mover = "+" + mover;
    else if (ply.letter)
        mover = inColor(std::string(1, ply.letter), colorOf(mover));
    unit(ply.to) = mover;
}

/// A square, other than two, whose unit must go: an enemy one if there is such.
int GuiBoard::toEmpty(const GuiBoard& target, int from, int to) const {
    int found = -1;
    for (int s = 0; s < static_cast<int>(units_.size()); ++s) {
        if (s == from || s == to || at(s).empty() || at(s) == target.at(s)) continue;
        // What only changes its type is its own side's business.
        if (!target.at(s).empty() && colorOf(target.at(s)) == colorOf(at(s))) continue;
        if (holds(s, ~side_)) return s;
        found = s;
    }
    return found;
}

/// A unit that is too much goes where one is missing, emptying a third square on its way if one must be.
std::optional<GuiPly> GuiBoard::travel(const GuiBoard& target) const {
    for (int from = 0; from < static_cast<int>(units_.size()); ++from) {
        if (!holds(from, side_) || at(from) == target.at(from)) continue;
        if (letterOf(at(from)) == 'K' || (at(from).size() == 1 && letterOf(at(from)) == 'P')) continue;
        for (int to = 0; to < static_cast<int>(units_.size()); ++to) {
            if (to == from || !target.holds(to, side_) || at(to) == target.at(to)) continue;
            const bool same = at(from) == target.at(to);
            if (promoted(target.at(to)) && !same) continue;
            return GuiPly{from, toEmpty(target, from, to), to, same ? '\0' : letterOf(target.at(to)), false};
        }
    }
    return std::nullopt;
}

std::optional<GuiPly> GuiBoard::put(const GuiBoard& target) const {
    for (int to = 0; to < static_cast<int>(units_.size()); ++to) {
        if (!target.holds(to, side_) || !at(to).empty()) continue;
        if (letterOf(target.at(to)) == 'P' && onLastRank(to)) continue;
        return GuiPly{-1, -1, to, letterOf(target.at(to)), false};
    }
    return std::nullopt;
}

/// A unit changes its type where it stands, by way of a square that is empty or must become so.
std::optional<GuiPly> GuiBoard::change(const GuiBoard& target) const {
    for (int s = 0; s < static_cast<int>(units_.size()); ++s) {
        if (!holds(s, side_) || !target.holds(s, side_) || at(s) == target.at(s)) continue;
        int via = toEmpty(target, s, s);
        for (int empty = 0; via < 0 && empty < static_cast<int>(units_.size()); ++empty)
            if (at(empty).empty()) via = empty;
        if (via < 0) return std::nullopt;
        const bool step = promoted(target.at(s)) && at(s) == target.at(s).substr(1);
        return GuiPly{s, via, s, step ? '+' : letterOf(target.at(s)), false};
    }
    return std::nullopt;
}

/// Some unit goes to a square and back and empties it. Castling rights go with a unit that moves on the last ranks.
std::optional<GuiPly> GuiBoard::removal(const GuiBoard& target) const {
    std::optional<GuiPly> best;
    for (int s = 0; s < static_cast<int>(units_.size()); ++s) {
        if (!holds(s, side_) || at(s) != target.at(s)) continue;
        const int via = toEmpty(target, s, s);
        if (via < 0) return std::nullopt;
        if (letterOf(at(s)) == 'K' && holds(via, side_)) continue;  // XBoard would castle
        const GuiPly ply{s, via, s, '\0', false};
        if (letterOf(at(s)) != 'K' && !onLastRank(s)) return ply;
        if (!best || letterOf(at(s)) != 'K') best = ply;
    }
    return best;
}

std::optional<GuiPly> GuiBoard::nextPly(const GuiBoard& target) const {
    for (const auto find : {&GuiBoard::travel, &GuiBoard::put, &GuiBoard::change, &GuiBoard::removal})
        if (const auto ply = (this->*find)(target)) return ply;
    return std::nullopt;
}

std::optional<std::vector<GuiPly>> GuiBoard::pliesTo(const GuiBoard& target) const {
    std::vector<GuiPly> plies;
    GuiBoard board = *this;
    const std::size_t most = 4 * units_.size() + 2;
    while (!(board == target)) {
        if (plies.size() == most) return std::nullopt;
        plies.push_back(board.units_ == target.units_ ? GuiPly{} : board.nextPly(target).value_or(GuiPly{}));
        board.play(plies.back());
    }
    return plies;
}

}  // namespace fusilier
