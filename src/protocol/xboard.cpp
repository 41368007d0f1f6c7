#include "protocol/xboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <thread>
#include <utility>

#include "core/text.h"

namespace fusilier {

namespace {

// MiB that are in use beside the hash table, roughly.
constexpr std::int64_t otherMemory = 24;
constexpr std::int64_t memoryOfThread = 4;

/// As much of a line or move as an answer repeats, so that it can be known again; unprintable characters as '?'.
std::string echo(std::string_view text) {
    std::string shown(text.substr(0, 200));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return shown;
}

std::string_view xboardName(const GameInfo& info) {
    return info.xboard.variant.empty() ? info.name : info.xboard.variant;
}

const Game* findByXboardName(std::string_view name) {
    for (const Game& game : games())
        if (xboardName(game.info) == name || game.info.name == name) return &game;
    return nullptr;
}

/// A move as XBoard writes it: `e2e4`, `e7e8q`, `P@h3`, `@@@@`.
bool looksLikeMove(std::string_view word) {
    if (word.size() < 4) return false;
    const auto isFile = [&](std::size_t i) { return word[i] >= 'a' && word[i] <= 'l'; };
    const auto isDigit = [&](std::size_t i) { return i < word.size() && allDigits(word.substr(i, 1)); };
    if (word[1] == '@') return word == "@@@@" || (isUpper(word[0]) && isFile(2) && isDigit(3));
    return isFile(0) && isDigit(1) && (isFile(2) || isFile(3));
}

std::string describeOption(const Option& option) {
    switch (option.type) {
        case Option::Type::Check:
            return fmt::format("{} -check {}", option.name, option.value == "true" ? 1 : 0);
        case Option::Type::Spin:
            return fmt::format("{} -spin {} {} {}", option.name, option.value, option.min, option.max);
        case Option::Type::Combo: {
            std::string text;
            for (const auto& choice : option.choices)
                text += fmt::format("{}{}{}", text.empty() ? " " : " /// ", choice == option.value ? "*" : "", choice);
            return option.name + " -combo" + text;
        }
        case Option::Type::Button:
            return option.name + " -button";
        case Option::Type::String:
            break;
    }
    return fmt::format("{} -string {}", option.name, option.value);
}

/// Has XBoard no command of its own for this one?
bool shown(const Option& option) {
    constexpr std::string_view others[] = {"Hash",   "Threads",         "UCI_Variant",
                                           "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL"};
    return std::find(std::begin(others), std::end(others), option.name) == std::end(others);
}

std::string resultText(const Outcome& outcome) {
    if (outcome.loser) return *outcome.loser == Color::White ? "0-1 {Black mates}" : "1-0 {White mates}";
    std::string reason(toString(outcome.ending));
    reason.front() = upper(reason.front());
    return fmt::format("1/2-1/2 {{{}}}", reason);
}

}  // namespace

struct Xboard::Command {
    std::string_view name;
    void (Xboard::*run)(Words);
    std::size_t least = 0;  ///< arguments it must have
    bool waits = false;     ///< for the end of our thinking, which it would cut short
};

std::span<const Xboard::Command> Xboard::commands() {
    static constexpr Command table[] = {
        {"xboard", &Xboard::ignore},
        {"protover", &Xboard::protover},
        {"accepted", &Xboard::accepted},
        {"rejected", &Xboard::rejected},
        {"new", &Xboard::newGame},
        {"variant", &Xboard::variant, 1},
        {"setboard", &Xboard::setBoard, 1},
        {"edit", &Xboard::edit},
        {"usermove", &Xboard::userMove, 1},
        {"go", &Xboard::go},
        {"playother", &Xboard::playOther},
        {"force", &Xboard::force},
        {"?", &Xboard::moveNow},
        {"ping", &Xboard::ping, 1},
        {"level", &Xboard::level, 3},
        {"st", &Xboard::fixedTime, 1},
        {"sd", &Xboard::depth, 1},
        {"nps", &Xboard::nodeRate, 1},
        {"time", &Xboard::time, 1},
        {"otim", &Xboard::opponentTime, 1},
        {"draw", &Xboard::draw},
        {"result", &Xboard::result},
        {"hint", &Xboard::hint},
        {"bk", &Xboard::book},
        {"undo", &Xboard::undo},
        {"remove", &Xboard::remove},
        {"hard", &Xboard::hard},
        {"easy", &Xboard::easy},
        {"post", &Xboard::showThinking},
        {"nopost", &Xboard::hideThinking},
        {"analyze", &Xboard::analyze},
        {"exit", &Xboard::leaveAnalysis},
        {".", &Xboard::status},
        {"exclude", &Xboard::exclude, 1},
        {"include", &Xboard::include, 1},
        {"memory", &Xboard::memory, 1, true},
        {"cores", &Xboard::cores, 1, true},
        {"option", &Xboard::option, 1, true},
        {"lift", &Xboard::lift, 1},
        {"put", &Xboard::put, 1},
        {"hover", &Xboard::ignore},
        {"CHOICE", &Xboard::answer},
        {"LEGALITY", &Xboard::legalityAnswer},
        {"egtpath", &Xboard::ignore},
        {"computer", &Xboard::againstEngine},
        {"name", &Xboard::ignore},
        {"rating", &Xboard::ignore},
        {"ics", &Xboard::ignore},
        {"random", &Xboard::ignore},
    };
    return table;
}

Xboard::Xboard(std::ostream& out) : out_(out), engine_([](const GameInfo&) {}) {
    addOptions();
    game_.emplace(requireGame(engine_.session().game().name), marks_);
}

Xboard::~Xboard() {
    engine_.halt();
}

void Xboard::addOptions() {
    Option resign;
    resign.name = "Resign";
    resign.type = Option::Type::Check;
    resign.initial = "false";
    engine_.options().add(std::move(resign));
    Option score;
    score.name = "Resign Score";
    score.type = Option::Type::Spin;
    score.initial = "1000";
    score.min = 100;
    score.max = 10000;
    engine_.options().add(std::move(score));
    Option margin;
    margin.name = "Multi-PV Margin";
    margin.type = Option::Type::Spin;
    margin.initial = "0";
    margin.max = 1000;
    margin.apply = [this](const std::string& value) {
        margin_ = parseNumber<int>(value).value();
        return value;
    };
    engine_.options().add(std::move(margin));
}

// --- The queue ---

void Xboard::run(std::istream& in) {
    std::thread reader([&] { readLines(in); });
    while (!out_.closed()) {
        const auto event = nextEvent();
        if (!event) {
            warnOfLegality();
            continue;
        }
        if (event->kind == Event::Kind::End) break;
        try {
            if (event->kind == Event::Kind::BestMove)
                onFound(*event);
            else if (!obey(event->text))
                break;
        } catch (const std::exception& failure) {  // no memory, no thread: the next command may do better
            error(failure.what(), event->text);
        }
    }
    halt();
    reader.join();
}

void Xboard::readLines(std::istream& in) {
    std::string line;
    while (!out_.closed() && std::getline(in, line)) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        const auto words = splitWords(line);
        const bool last = !words.empty() && words.front() == "quit";
        post({Event::Kind::Line, line});
        if (last) return;
    }
    post({Event::Kind::End, {}});
}

void Xboard::post(Event event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    wake_.notify_one();
}

/// The next of what has happened; nothing when the time for an answer to `choice` is over.
std::optional<Xboard::Event> Xboard::nextEvent() {
    std::unique_lock lock(mutex_);
    const auto any = [&] { return !events_.empty(); };
    if (!choiceDeadline_)
        wake_.wait(lock, any);
    else if (!wake_.wait_until(lock, *choiceDeadline_, any))
        return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
}

/// False for `quit`.
bool Xboard::obey(std::string_view line) {
    const auto words = splitWords(line);
    if (words.empty()) return true;
    if (words.front() == "quit") return false;
    if (editMode_ && editing(words.front())) return true;
    const auto table = commands();
    const auto it = std::find_if(table.begin(), table.end(), [&](const Command& c) { return c.name == words.front(); });
    if (it != table.end())
        carryOut(*it, line, Words(words).subspan(1));
    else if (looksLikeMove(words.front()))
        playUserMove(words.front());
    else
        error("unknown command", line);
    return true;
}

void Xboard::carryOut(const Command& command, std::string_view line, Words words) {
    if (words.size() < command.least) return error("argument missing", line);
    if (command.waits && search_ == Search::Move) return void(later_.emplace_back(line));
    try {
        (this->*command.run)(words);
    } catch (const InputError& refusal) {
        error(refusal.what(), line);
    }
}

void Xboard::error(std::string_view reason, std::string_view line) {
    say(fmt::format("Error ({}): {}", reason, echo(line)));
}

/// Nobody will stop a search that nobody hears.
void Xboard::say(std::string_view line) {
    if (!out_.line(line)) engine_.session().stop();
}

void Xboard::say(const GuiGame::Lines& lines) {
    for (const auto& line : lines)
        say(line);
}

/// The position as a comment for the GUI's own record, where it takes comments.
void Xboard::comment() {
    if (debug_) say("# " + game_->rules().fen());
}

// --- Introduction and options ---

void Xboard::protover(Words) {
    std::string variants;
    for (const Game& game : games())
        variants += fmt::format("{}{}", variants.empty() ? "" : ",", xboardName(game.info));
    say("feature done=0");
    say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1");
    say("feature colors=0 ics=0 name=0 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1");
    say("feature myname=\"Fusilier " FUSILIER_VERSION "\"");
    say(fmt::format("feature variants=\"{}\"", variants));
    for (const Option& option : engine_.options().all())
        if (shown(option)) say(fmt::format("feature option=\"{}\"", describeOption(option)));
    say("feature done=1");
}

/// Who takes our marks has a board to show and, but for chess, no rules. Comes before the first game.
void Xboard::accepted(Words words) {
    if (marks_ || words.empty() || words.front() != "highlight") return;
    halt();
    marks_ = true;
    game_.emplace(requireGame(game_->info().name), marks_);
    beginGame();
}

void Xboard::rejected(Words words) {
    if (!words.empty() && words.front() == "debug") debug_ = false;
}

void Xboard::memory(Words words) {
    const auto total = parseNumber<std::int64_t>(words.front());
    if (!total) throw InputError("not a number");
    memory_ = std::max<std::int64_t>(*total, 0);
    if (fitHash()) searchAnew();
}

void Xboard::cores(Words words) {
    engine_.options().set("Threads", words.front());
    fitHash();
    searchAnew();
}

/// What `memory` grants is for everything. A table is emptied when its size is set, so that is not done for nothing:
/// true if it was done.
bool Xboard::fitHash() {
    if (!memory_) return false;
    const auto hash =
        fmt::format("{}", std::max<std::int64_t>(*memory_ - otherMemory - memoryOfThread * engine_.threads(), 1));
    if (hash == engine_.options().find("Hash")->value) return false;
    engine_.options().set("Hash", hash);
    return true;
}

/// `option NAME[=VALUE]`; both may consist of several words.
void Xboard::option(Words words) {
    const auto text = joinWords(words);
    const auto equals = text.find('=');
    const std::string name(text.substr(0, equals));
    const Option* found = engine_.options().find(name);
    if (!found || !shown(*found)) throw InputError(fmt::format("unknown option {}", quoted(name)));
    std::optional<std::string> value;
    if (equals != std::string::npos) value = text.substr(equals + 1);
    if (found->type == Option::Type::Check && value && (*value == "0" || *value == "1"))
        value = *value == "1" ? "true" : "false";
    engine_.options().set(name, value);
    searchAnew();
}

// --- Setting up ---

void Xboard::select(const Game& game) {
    if (engine_.session().game().name == game.info.name) {
        game_->restart();
        engine_.session().newGame();
        return;
    }
    engine_.options().set("UCI_Variant", game.info.name);
    game_.emplace(game, marks_);
}

void Xboard::newGame(Words) {
    halt();
    const Game* game = findByXboardName("normal");
    select(game ? *game : games().front());
    if (mode_ != Mode::Analyze) mode_ = Mode::Play;
    depth_.reset();
    nodeRate_.reset();
    againstEngine_ = false;
    beginGame();
    restartAnalysis();
}

void Xboard::variant(Words words) {
    const Game* game = findByXboardName(words.front());
    if (!game) throw InputError(fmt::format("unknown variant {}", quoted(words.front())));
    halt();
    select(*game);
    beginGame();
    showSetup();
    comment();
    restartAnalysis();
}

void Xboard::beginGame() {
    engineColor_ = Color::Black;
    hopeless_ = 0;
    levelPly_ = 0;
    refused_.clear();
    afterPositionChange();
    const std::lock_guard lock(infoMutex_);
    info_ = {};
}

void Xboard::showSetup() {
    const GameInfo& info = game_->info();
    if (info.xboard.table.empty()) return;
    say(fmt::format("setup ({}) {}x{}+0_{} {}", info.xboard.table, info.files, info.ranks, info.xboard.parent,
                    info.startFen));
    if (!info.xboard.pieces) return;
    const std::string pieces = info.xboard.pieces();
    for (std::size_t start = 0; start < pieces.size();) {
        const auto end = pieces.find('\n', start);
        say("piece " + pieces.substr(start, end - start));
        start = end + 1;
    }
}

void Xboard::setBoard(Words words) {
    halt();
    try {
        game_->setBoard(joinWords(words));
    } catch (const InputError& refusal) {
        return refusePosition(refusal.what());
    }
    refused_.clear();
    if (game_->moves().empty()) levelPly_ = 0;
    afterPositionChange();
    comment();
    restartAnalysis();
}

void Xboard::edit(Words) {
    halt();
    editMode_ = true;
    refusePosition("Fusilier takes positions by setboard only, not in edit mode");
}

/// The GUI has that position all the same, so that no move of it can be taken, nor any of ours be sent.
void Xboard::refusePosition(std::string_view reason) {
    refused_ = fmt::format("Illegal position: {}", reason);
    say("tellusererror " + refused_);
}

/// The lines that belong to edit mode, which are let pass; anything else ends it.
bool Xboard::editing(std::string_view word) {
    if (word == ".") {
        editMode_ = false;
        return true;
    }
    const bool unit = word.size() >= 3 && word.size() <= 4 && (isUpper(word[0]) || word[0] == 'x') && word[1] >= 'a' &&
                      word[1] <= 'l' && allDigits(word.substr(2));
    if (word == "c" || word == "#" || unit) return true;
    if (word == "ping") return false;
    editMode_ = false;
    return false;
}

void Xboard::afterPositionChange() {
    excluded_.clear();
    expected_.clear();
    forgetMouse();
}

void Xboard::forgetMouse() {
    targets_.clear();
    byMouse_ = false;
    meant_.clear();
    asked_ = -1;
    choiceSent_ = -1;
    if (blockedOn_.empty()) choiceDeadline_.reset();
}

// --- The game ---

bool Xboard::engineToMove() {
    return mode_ == Mode::Play && game_->rules().sideToMove() == engineColor_;
}

/// Says the result if the game is over.
bool Xboard::announceEnd() {
    const Outcome outcome = game_->rules().outcome();
    if (!outcome.over()) return false;
    // Between engines XBoard makes a loss of a win or draw that it does not see by the rules it knows. What it takes is
    // a loss, and a draw that both offer.
    const bool doubted = againstEngine_ && marks_ && !game_->info().xboard.table.empty();
    if (!doubted || outcome.loser == engineColor_)
        say(resultText(outcome));
    else if (!outcome.loser)
        say("offer draw");
    return true;
}

void Xboard::userMove(Words words) {
    playUserMove(words.front());
}

void Xboard::refuseMove(std::string_view reason, std::string_view move) {
    say(fmt::format("Illegal move ({}): {}", reason, echo(move)));
}

void Xboard::playUserMove(std::string_view text) {
    if (!refused_.empty()) return refuseMove(refused_, text);
    if (engineToMove()) return refuseMove("it is Fusilier's turn", text);
    const std::string reply(text);
    blockedOn_.clear();
    choiceDeadline_.reset();
    GuiGame::Lines lines;
    try {
        const std::string ours = game_->fromGui(text);
        if (!learnOfLegality(ours)) {
            forgetMouse();
            return refuseMove("the question comes first", reply);
        }
        if (!meant_.empty() && ours.compare(0, 4, meant_, 0, 4) == 0)
            lines = game_->playUser(text, std::string_view(meant_));
        else
            lines = game_->playUser(text, byMouse_);
    } catch (const InputError& refusal) {
        const bool malformed = std::string_view(refusal.what()).starts_with("malformed");
        forgetMouse();
        return refuseMove(malformed ? "malformed" : "not by the rules of this game", reply);
    }
    const bool hit = search_ == Search::Ponder && !game_->moves().empty() && game_->moves().back() == ponderMove_;
    if (hit) {
        const std::lock_guard lock(infoMutex_);
        pvStart_.clear();
    } else {
        halt();
    }
    afterPositionChange();
    say(lines);
    comment();
    if (mode_ == Mode::Analyze) return restartAnalysis();
    if (mode_ == Mode::Force) return;
    if (announceEnd()) return halt();
    if (!hit || nodeRate_) return think();
    search_ = Search::Move;
    engine_.session().ponderHit(clockLimits());
}

void Xboard::go(Words) {
    halt();
    if (!refused_.empty()) return say("tellusererror " + refused_);
    mode_ = Mode::Play;
    engineColor_ = game_->rules().sideToMove();
    if (!announceEnd()) think();
}

void Xboard::playOther(Words) {
    halt();
    mode_ = Mode::Play;
    engineColor_ = ~game_->rules().sideToMove();
    ponder();
}

void Xboard::force(Words) {
    halt();
    mode_ = Mode::Force;
}

void Xboard::result(Words) {
    halt();
    mode_ = Mode::Force;
}

void Xboard::moveNow(Words) {
    if (search_ == Search::Move) engine_.session().stop();
    if (held_) askOfLegality();
}

/// Answered at once, but not before a move that is being thought of.
void Xboard::ping(Words words) {
    const auto answer = fmt::format("pong {}", echo(joinWords(words)));
    if (search_ == Search::Move)
        pings_.push_back(answer);
    else
        say(answer);
}

/// A draw is as good as what the last search found, if that was bad for us.
void Xboard::draw(Words) {
    if (mode_ != Mode::Play) return;
    const std::lock_guard lock(infoMutex_);
    if (info_.depth > 0 && info_.score.value < 0) say("offer draw");
}

void Xboard::undo(Words) {
    halt();
    if (!game_->undo()) throw InputError("nothing to undo");
    afterPositionChange();
    comment();
    restartAnalysis();
}

void Xboard::remove(Words) {
    if (game_->atBeginning()) throw InputError("nothing to remove");
    halt();
    const auto lines = game_->remove();
    afterPositionChange();
    say(lines);
    comment();
    restartAnalysis();
    if (mode_ == Mode::Play) engineColor_ = ~game_->rules().sideToMove();
}

void Xboard::book(Words) {
    say(" Fusilier has no opening book.");
    say("");
}

}  // namespace fusilier
