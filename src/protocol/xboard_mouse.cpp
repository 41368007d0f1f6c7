// XBoard's protocol: what the user may do with the mouse, where XBoard does not know the rules.
#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "protocol/xboard.h"

namespace fusilier {

namespace {

/// The letter that a move's text ends with, as a capital; 0 if it has none.
char suffixOf(std::string_view move) {
    return allDigits(move.substr(move.size() - 1)) ? '\0' : upper(move.back());
}

bool isPawn(std::string_view unit) {
    return unit == "P" || unit == "p";
}

}  // namespace

void Xboard::lift(Words words) {
    std::size_t used = 0;
    const auto name = game_->fromGui(words.front());
    const int square = game_->board().square(name, used);
    if (square < 0 || used != name.size()) throw InputError("not a square");
    byMouse_ = true;
    blockedOn_.clear();
    choiceSent_ = -1;
    choiceDeadline_.reset();
    asked_ = -1;
    meant_.clear();
    targets_.clear();
    // What XBoard knows by itself it marks by itself.
    if (game_->info().xboard.table.empty() || engineToMove() || !refused_.empty()) return;
    targets_ = targetsFrom(square);
    showTargets();
}

std::map<int, Xboard::Target> Xboard::targetsFrom(int square) {
    const GuiBoard& board = game_->board();
    std::map<int, std::vector<std::string>> byTarget;
    for (const auto& move : game_->rules().legalMoves()) {
        std::size_t used = 0;
        if (board.square(move, used) != square) continue;
        std::size_t more = 0;
        byTarget[board.square(std::string_view(move).substr(used), more)].push_back(move);
    }
    std::map<int, Target> targets;
    for (const auto& [target, moves] : byTarget)
        targets[target] = makeTarget(board.at(square), moves, target);
    return targets;
}

Xboard::Target Xboard::makeTarget(const std::string& mover, const std::vector<std::string>& moves, int square) {
    Session& rules = game_->rules();
    const GameInfo& info = game_->info();
    const char own = mover.size() == 1 ? upper(mover[0]) : '\0';
    // A unit with a `+` form: XBoard's own ways of choosing would offer it.
    const std::string pieces = info.xboard.pieces ? info.xboard.pieces() : "";
    const bool grows = pieces.find(fmt::format("+{}&", upper(mover.back()))) != std::string::npos;
    struct Choice {
        std::string move, lands;
        int worth;
    };
    std::vector<Choice> choices;
    for (const auto& move : moves) {
        rules.play(move);
        const GuiBoard after(rules.fen(), info.files, info.ranks);
        choices.push_back({move, after.at(square), -rules.evaluate()});
        rules.undo();
    }
    Target target;
    if (choices.size() == 1) {
        const Choice& only = choices.front();
        char letter = suffixOf(only.move);
        if (!letter && only.lands != mover) letter = upper(only.lands.back());  // of a `+` type its base
        // A letter that changes nothing shows whether XBoard tests legality: then it ignores our answer.
        if (!letter && mayTestLegality() && only.lands == mover && !grows) letter = own;
        if (letter) target = {Target::Ask::Letter, std::string(1, letter), moves};
        return target;
    }
    // First the move as it is, then the strongest.
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
        const bool plainA = !suffixOf(a.move), plainB = !suffixOf(b.move);
        return plainA != plainB ? plainA : a.worth > b.worth;
    });
    bool simple = own && !grows && (choices.size() == 2 || isPawn(mover));
    for (const Choice& choice : choices) {
        const char letter = suffixOf(choice.move) ? suffixOf(choice.move) : own;
        if (!letter || target.letters.find(letter) != std::string::npos) simple = false;
        target.letters += letter ? letter : upper(mover.back());
        target.moves.push_back(choice.move);
    }
    // Pulling shows nothing of the kind: XBoard would play the move as it is.
    if (mayTestLegality()) simple = false;
    target.ask = simple ? Target::Ask::Choice : Target::Ask::Question;
    return target;
}

/// Marks the squares: yellow and red to go to, blue where the engine names what it becomes, magenta to choose.
void Xboard::showTargets() {
    const GuiBoard& board = game_->board();
    std::string text;
    for (int rank = board.ranks() - 1; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < board.files(); ++file) {
            const int square = rank * board.files() + file;
            const auto it = targets_.find(square);
            if (it == targets_.end()) {
                ++empty;
                continue;
            }
            if (empty > 0) text += fmt::format("{}", empty);
            empty = 0;
            switch (it->second.ask) {
                case Target::Ask::Nothing:
                    text += board.at(square).empty() ? 'Y' : 'R';
                    break;
                case Target::Ask::Letter:
                case Target::Ask::Question:
                    text += 'B';
                    break;
                case Target::Ask::Choice:
                    text += 'M';
                    break;
            }
        }
        if (empty > 0) text += fmt::format("{}", empty);
        if (rank > 0) text += '/';
    }
    say("highlight " + text);
}

void Xboard::choose(std::string_view letters) {
    lastChoice_ = letters;
    say(fmt::format("choice {}", letters));
}

void Xboard::put(Words words) {
    std::size_t used = 0;
    const auto name = game_->fromGui(words.front());
    const int square = game_->board().square(name, used);
    const auto it = targets_.find(square);
    if (it == targets_.end() || choiceSent_ == square || asked_ == square) return;
    const Target& target = it->second;
    switch (target.ask) {
        case Target::Ask::Nothing:
            break;
        case Target::Ask::Letter:
            choiceSent_ = square;
            choiceDeadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(3);
            choose(target.letters);
            break;
        case Target::Ask::Choice:
            choose(target.letters);
            break;
        case Target::Ask::Question: {
            asked_ = square;
            std::string question;
            for (const auto& move : target.moves) {
                const char suffix = suffixOf(move);
                question += fmt::format("{}{}: {}", question.empty() ? "" : ",   ", suffix ? lower(suffix) : '=',
                                        game_->rules().rewrite(move, Notation::Coordinate, Notation::Long));
            }
            say("askuser CHOICE Which? Type the letter.   " + question);
            break;
        }
    }
}

/// The user's answer to a question: the letter of one of the moves, or `=` for the unit as it is.
void Xboard::answer(Words words) {
    if (asked_ < 0 || !targets_.contains(asked_)) return;
    const Target& target = targets_[asked_];
    const char given = words.empty() ? '=' : upper(words.front().front());
    for (std::size_t i = 0; i < target.moves.size(); ++i) {
        const char suffix = suffixOf(target.moves[i]);
        if ((suffix ? suffix : '=') != given) continue;
        meant_ = target.moves[i];
        choiceSent_ = asked_;
        choiceDeadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(3);
        choose(target.letters.substr(i, 1));
        return;
    }
    const int square = asked_;
    asked_ = -1;
    const auto name = game_->board().guiName(square);
    const std::string_view again[] = {name};
    put(again);
}

/// XBoard has not taken our `choice`, which it ignores only where it tests legality. It waits for one all the same and
/// takes no clicks until then, so we repeat ours: once the test is off, the user's move goes on.
void Xboard::warnOfLegality() {
    if (blockedOn_.empty())
        say("tellusererror XBoard refuses the moves of this game as long as it tests legality. Switch off Test "
            "Legality "
            "(Options, General): the move goes on then.");
    blockedOn_ = lastChoice_;
    choose(blockedOn_);
    choiceDeadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(2);
}

/// As long as this is so, XBoard may refuse a special move and yet carry out the plies that follow it.
bool Xboard::mayTestLegality() const {
    return marks_ && game_->info().xboard.legalityOff && !legalityKnown_;
}

/// A user's move may show that XBoard does not test legality. False if it does not and needs plies that XBoard may
/// refuse.
bool Xboard::learnOfLegality(const std::string& move) {
    if (!mayTestLegality()) return true;
    const GuiBoard& board = game_->board();
    std::size_t from = 0;
    std::size_t to = 0;
    const int source = board.square(move, from);
    const int target = board.square(std::string_view(move).substr(from), to);
    const bool letter = source >= 0 && from + to < move.size() && !isPawn(board.at(source));
    if (letter || (choiceSent_ >= 0 && target == choiceSent_)) legalityKnown_ = true;
    if (legalityKnown_ || game_->shownWhole(move)) return true;
    askOfLegality();
    return false;
}

void Xboard::askOfLegality() {
    say("askuser LEGALITY XBoard shows this move only with Test Legality off (Options, General). Once it is, type "
        "yes.");
}

void Xboard::legalityAnswer(Words words) {
    if (words.empty() || lower(words.front().front()) != 'y') {
        if (held_) askOfLegality();
        return;
    }
    legalityKnown_ = true;
    if (!held_) return;
    const Event found = *held_;
    held_.reset();
    if (!playFound(found)) ponder();
}

}  // namespace fusilier
