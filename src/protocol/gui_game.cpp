#include "protocol/gui_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace fusilier {

GuiGame::GuiGame(const Game& game, bool plies)
    : plies_(plies), frame_("", game.info.files, game.info.ranks), rules_(game.open()) {
    rules_->setHash(1);  // it never searches
    begin(rules_->fen());
}

GuiBoard GuiGame::ours() const {
    return GuiBoard(rules_->fen(), info().files, info().ranks);
}

void GuiGame::begin(std::string fen) {
    base_ = std::move(fen);
    line_.assign(1, Entry{{}, ours(), {}});
    at_ = 0;
}

void GuiGame::restart() {
    rules_->setPosition("", {});
    begin(rules_->fen());
}

void GuiGame::go(std::size_t index) {
    const bool same = line_[index].moves == line_[at_].moves;
    at_ = index;
    if (!same) rules_->setPosition(base_, moves());
}

/// A ply that XBoard has made, after which the rules stand where they do.
void GuiGame::record(const GuiPly& ply) {
    line_.resize(at_ + 1);
    Entry next{ply, line_[at_].board, line_[at_].moves};
    next.board.play(ply);
    line_.push_back(std::move(next));
    ++at_;
}

/// A move that the rules have just made.
void GuiGame::recordMove(const GuiPly& ply, std::string_view move) {
    record(ply);
    line_[at_].moves.emplace_back(move);
    if (!plies_) line_[at_].board = ours();
}

GuiPly GuiGame::readPly(std::string_view text) const {
    GuiPly ply;
    if (text == "@@@@") return ply;
    const GuiBoard& here = board();
    std::size_t used = 0;
    if (text.size() > 2 && text[1] == '@') {
        ply.to = here.square(text.substr(2), used);
        ply.letter = upper(text[0]);
        ply.main = false;
        return ply;
    }
    ply.from = here.square(text, used);
    text.remove_prefix(used);
    if (text.empty()) return GuiPly{};
    ply.to = here.square(text, used);
    text.remove_prefix(used);
    if (!text.empty() && text[0] == ',') {  // by way of a square: a1b1,b1a1x
        text.remove_prefix(1);
        ply.via = ply.to;
        ply.main = false;
        const int again = here.square(text, used);
        text.remove_prefix(used);
        ply.to = again == ply.via ? here.square(text, used) : -1;
        text.remove_prefix(std::min(used, text.size()));
    }
    if (!text.empty()) ply.letter = upper(text[0]);
    return ply;
}

GuiGame::Lines GuiGame::mend() {
    Lines lines;
    const auto plies = board().pliesTo(ours());
    if (!plies) {
        // Not known to happen. XBoard starts a new game from the position then.
        lines.push_back("setboard " + rules_->fen());
        begin(rules_->fen());
        return lines;
    }
    for (const GuiPly& ply : *plies) {
        lines.push_back(board().command(ply));
        record(ply);
    }
    return lines;
}

GuiGame::Lines GuiGame::playUser(std::string_view given, bool byMouse) {
    const std::string text = fromGui(given);
    const GuiPly ply = readPly(text);
    if (!byMouse && at_ + 1 < line_.size()) {
        const GuiPly& next = line_[at_ + 1].ply;
        // Of a ply that goes by way of a square XBoard may garble all but the beginning when it repeats it.
        const bool legs = ply.via >= 0 && next.via >= 0 && next.from == ply.from;
        if (legs || (std::pair(next.from, next.via) == std::pair(ply.from, ply.via) && next.to == ply.to &&
                     next.letter == ply.letter)) {
            go(at_ + 1);
            return {};
        }
    }
    std::string meant = text;
    const auto legal = rules_->legalMoves();
    const auto isLegal = [&](const std::string& move) {
        return std::find(legal.begin(), legal.end(), move) != legal.end();
    };
    if (!isLegal(meant) && ply.from >= 0 && ply.via < 0 && ply.letter && isLegal(text.substr(0, text.size() - 1))) {
        // XBoard may have had to show some letter where the result has none, as a `+` type.
        meant.pop_back();
        rules_->play(meant);
        const bool none = ours().at(ply.to).size() == 2;
        rules_->undo();
        if (!none) meant = text;
    }
    return playUser(given, meant);
}

GuiGame::Lines GuiGame::playUser(std::string_view given, std::string_view meant) {
    rules_->play(meant);
    const auto ply = readPly(fromGui(given));
    recordMove(ply, meant);
    return mend();
}

GuiGame::Lines GuiGame::playEngine(std::string_view move) {
    Lines lines = mend();
    GuiPly ply = readPly(move);
    const std::string mover = board().at(ply.from);
    rules_->play(move);
    if (!plies_) {
        recordMove(ply, move);
        return {"move " + toGui(move)};
    }
    auto played = moves();
    played.emplace_back(move);
    const GuiBoard after = ours();
    const std::string& lands = after.at(ply.to);
    const bool stays = !lands.empty() && isUpper(lands.back()) == isUpper(mover.back()) && board().at(ply.to) != lands;
    std::vector<GuiPly> plies;
    if (stays) {
        if (lands != mover) ply.letter = lands == "+" + mover ? '+' : upper(lands.back());
        plies.push_back(ply);
    } else if (auto found = board().pliesTo(after)) {
        // A deployment ends where nothing, or the king, stands: its plies follow from the boards alone.
        plies = std::move(*found);
    }
    for (const GuiPly& p : plies) {
        lines.push_back(board().command(p));
        record(p);
        line_[at_].moves = played;
    }
    line_[at_].moves = played;
    const Lines rest = mend();
    lines.insert(lines.end(), rest.begin(), rest.end());
    return lines;
}

bool GuiGame::shownWhole(std::string_view move) {
    GuiBoard shown = board();
    shown.play(readPly(move));
    rules_->play(move);
    const bool same = shown == ours();
    rules_->undo();
    return same;
}

bool GuiGame::undo() {
    if (at_ == 0) return false;
    go(at_ - 1);
    return true;
}

GuiGame::Lines GuiGame::remove() {
    auto wanted = moves();
    // Where only the engine has moved there is no move of the user's to take back.
    if (wanted.size() >= 2) wanted.resize(wanted.size() - 2);
    at_ -= std::min<std::size_t>(at_, 2);
    line_.resize(at_ + 1);
    line_[at_].moves = wanted;
    rules_->setPosition(base_, wanted);
    return mend();
}

bool GuiGame::findBoard(std::string_view fen) {
    const GuiBoard wanted(fen, info().files, info().ranks);
    const auto matches = [&](std::size_t index) { return index < line_.size() && line_[index].board == wanted; };
    for (const std::size_t index : {at_ + 1, at_}) {
        if (!matches(index)) continue;
        go(index);
        return true;
    }
    for (std::size_t index = at_; index-- > 0;) {
        if (!matches(index)) continue;
        go(index);
        return true;
    }
    return false;
}

void GuiGame::setBoard(std::string_view fen) {
    const std::string text = fenFromGui(fen);
    if (line_.size() > 1 && findBoard(text)) return;
    try {
        rules_->setPosition(text, {});
    } catch (const InputError&) {
        // XBoard writes castling rights and passed squares by rules of its own.
        auto fields = splitWords(text);
        if (fields.size() < 4 || (fields[2] == "-" && fields[3] == "-")) throw;
        fields[3] = "-";
        rules_->setPosition(joinWords(fields), {});
    }
    begin(rules_->fen());
}

std::string GuiGame::toGui(std::string_view move) const {
    std::string text;
    for (std::size_t used = 0; !move.empty(); move.remove_prefix(used)) {
        const int square = frame_.square(move, used);
        if (square < 0) {
            used = 1;
            text += move[0];
        } else {
            text += frame_.guiName(square);
        }
    }
    return text;
}

std::string GuiGame::fromGui(std::string_view text) const {
    if (info().ranks != 10) return std::string(text);
    std::string ours;
    for (std::size_t i = 0; i < text.size(); ++i) {
        ours += text[i];
        const bool rank = i + 1 < text.size() && text[i] >= 'a' && text[i] <= 'j' && allDigits(text.substr(i + 1, 1));
        if (!rank) continue;
        // Rank 10 does not exist there: more digits than one are no square.
        const bool one = i + 2 >= text.size() || !allDigits(text.substr(i + 2, 1));
        ours += one ? fmt::format("{}", text[i + 1] - '0' + 1) : std::string("?");
        ++i;
    }
    return ours;
}

std::string GuiGame::fenFromGui(std::string_view fen) const {
    const auto words = splitWords(fen);
    std::vector<std::string> fields(words.begin(), words.end());
    if (fields.size() < 4) return std::string(fen);
    // Holdings, which a game with drops has in XBoard, are none of these games'.
    if (const auto holdings = fields[0].find('['); holdings != std::string::npos) fields[0].erase(holdings);
    const bool castles = info().startFen.find(" - - ") == std::string_view::npos;
    if (!castles) fields[2] = "-";
    if (fields[3] != "-") fields[3] = fromGui(fields[3]);
    return joinWords(fields);
}

}  // namespace fusilier
