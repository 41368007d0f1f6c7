// `fusilier play`: a game in the terminal.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/thinker.h"
#include "core/grid.h"
#include "core/squares.h"
#include "core/words.h"
#include "fusilier/registry.h"
#include "match/pgn.h"
#include "protocol/engine.h"

namespace fusilier {

namespace {

constexpr std::int64_t defaultMoveTime = 1000;
constexpr std::int64_t hintTime = 1000;
/// What the engine may think itself ahead by, in centipawns, and still agree to a draw.
constexpr int drawMargin = 0;

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y.%m.%d", std::localtime(&now));
    return text.data();
}

/// Coordinates as people write them: `b1-c3`, `E7xE8=Q`.
std::string asCoordinates(std::string_view text) {
    std::string squeezed;
    for (const char c : text)
        if (std::string_view("-x= \t").find(c) == std::string_view::npos) squeezed += lower(c);
    return squeezed;
}

class Play {
  public:
    explicit Play(const Arguments& arguments);
    int run();

  private:
    using Words = std::vector<std::string_view>;
    struct Command {
        std::string_view name, parameters, help;
        void (Play::*run)(const Words& parameters);
    };
    static constexpr std::size_t commandCount = 18;
    static const std::array<Command, commandCount> commands;

    bool human(Color side) const { return humans_[static_cast<std::size_t>(index(side))]; }
    bool twoHumans() const { return humans_[0] && humans_[1]; }
    bool over() const { return !result_.empty(); }

    void handle(const std::string& line);
    void playTyped(const std::string& line);
    std::string readMove(const std::string& line) const;
    void play(const std::string& move);
    void engineTurn();
    Thinker think(std::int64_t moveTime, int skill);
    void noteEnd();
    void end(std::string result, std::string reason);
    void takeBack();
    void show(std::span<const int> marks) const;
    void showPosition() const;
    match::GameRecord record() const;
    void appendTo(const std::string& path) const;

    void onHelp(const Words& parameters);
    void onMoves(const Words& parameters);
    void onHint(const Words& parameters);
    void onGo(const Words& parameters);
    void onUndo(const Words& parameters);
    void onRedo(const Words& parameters);
    void onFlip(const Words& parameters);
    void onBoard(const Words& parameters);
    void onPieces(const Words& parameters);
    void onEval(const Words& parameters);
    void onFen(const Words& parameters);
    void onList(const Words& parameters);
    void onSave(const Words& parameters);
    void onLoad(const Words& parameters);
    void onNew(const Words& parameters);
    void onResign(const Words& parameters);
    void onDraw(const Words& parameters);
    void onQuit(const Words& parameters);

    std::unique_ptr<Session> session_;
    LineReader reader_;
    TerminalStyle style_ = terminalStyle();
    std::array<bool, 2> humans_{};
    std::int64_t moveTime_ = defaultMoveTime;
    int skill_ = SearchOptions::maxSkill;
    std::string fen_;  ///< of the first position; empty for the usual array
    std::vector<std::string> played_;
    std::vector<std::string> undone_;  ///< the next to redo last
    std::string result_;               ///< PGN's; empty while the game goes on
    std::string reason_;
    std::string path_;  ///< where the game is kept when it ends
    bool flipped_ = false;
    bool quit_ = false;
};

constexpr std::array<Play::Command, Play::commandCount> Play::commands{{
    {"help", "[COMMAND]", "this list", &Play::onHelp},
    {"moves", "[SQUARE]", "all moves, or those of one piece with what each does", &Play::onMoves},
    {"hint", "", "a good move", &Play::onHint},
    {"undo", "", "take back your last move, and the reply to it", &Play::onUndo},
    {"redo", "", "play what was taken back", &Play::onRedo},
    {"go", "", "let the engine move for you", &Play::onGo},
    {"board", "", "show the board", &Play::onBoard},
    {"pieces", "", "how each piece on the board moves", &Play::onPieces},
    {"flip", "", "turn the board round", &Play::onFlip},
    {"eval", "", "who is ahead", &Play::onEval},
    {"fen", "", "the position in FEN", &Play::onFen},
    {"list", "", "the moves so far, as the inventor writes them", &Play::onList},
    {"save", "FILE", "add the game to a PGN file", &Play::onSave},
    {"load", "FILE", "go on with the last game of a PGN file", &Play::onLoad},
    {"new", "", "a new game", &Play::onNew},
    {"draw", "", "offer a draw; repetitions and fifty moves end the game by themselves", &Play::onDraw},
    {"resign", "", "give up", &Play::onResign},
    {"quit", "", "leave, as Ctrl-D and Ctrl-C do", &Play::onQuit},
}};

Play::Play(const Arguments& arguments) : session_(requireGame(arguments.text("GAME").value()).open()) {
    const int sides = arguments.has("--white") + arguments.has("--black") + arguments.has("--both");
    if (sides > 1) throw UsageError("only one of --white, --black and --both can be given");
    humans_ = {!arguments.has("--black"), arguments.has("--black") || arguments.has("--both")};
    flipped_ = !humans_[0];
    constexpr std::int64_t anHour = 3'600'000;
    if (arguments.has("--level") && arguments.has("--movetime"))
        throw UsageError("--level and --movetime exclude each other");
    skill_ = arguments.number<int>("--level", 0, SearchOptions::maxSkill).value_or(skill_);
    moveTime_ = arguments.number<std::int64_t>("--movetime", 1, anHour).value_or(moveTime_);
    fen_ = arguments.text("--fen").value_or("");
    path_ = arguments.text("--pgn").value_or("");
    session_->setPosition(fen_, {});
}

int Play::run() {
    fmt::print("{}. Type a move such as {}, or help.\n\n", session_->game().title,
               session_->legalMoves().empty() ? "e2e4" : session_->legalMoves().front());
    showPosition();
    noteEnd();
    while (!quit_) {
        if (!over() && !human(session_->sideToMove())) {
            engineTurn();
            continue;
        }
        const auto line = reader_.read(over() ? "game over> " : fmt::format("{}> ", colorName(session_->sideToMove())));
        if (!line) break;
        try {
            handle(*line);
        } catch (const InputError& error) {
            fmt::print("{}\n", error.what());
        }
    }
    if (!path_.empty()) {
        appendTo(path_);
        fmt::print("The game is in {}.\n", path_);
    }
    return reader_.interrupted() ? Interrupt::exitCode : 0;
}

void Play::handle(const std::string& line) {
    auto words = splitWords(line);
    if (words.empty()) return;
    const std::string name = words[0] == "?"       ? "help"
                             : words[0] == "exit"  ? "quit"
                             : words[0] == "claim" ? "draw"
                                                   : std::string(words[0]);
    const auto it = std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.name == name; });
    if (it == commands.end()) return playTyped(line);
    words.erase(words.begin());
    const bool needed = !it->parameters.empty() && it->parameters[0] != '[';
    if (words.size() > (it->parameters.empty() ? 0 : 1))
        throw InputError(fmt::format("{} is too much", quoted(words.back())));
    if (needed && words.empty()) throw InputError(fmt::format("{} what? Write: {} {}", name, name, it->parameters));
    (this->*it->run)(words);
}

void Play::playTyped(const std::string& line) {
    if (over()) throw InputError("the game is over; undo, new and quit are possible");
    const std::string move = readMove(line);
    undone_.clear();
    play(move);
}

/// The move that was typed, in either notation. Throws InputError with the reason.
std::string Play::readMove(const std::string& line) const {
    const std::string squeezed = asCoordinates(line);
    const auto [from, to] = gridSquares(session_->game(), squeezed);
    const bool coordinates = from >= 0 && to >= 0;
    if (coordinates && session_->whyNot(squeezed).empty())
        return session_->rewrite(squeezed, Notation::Coordinate, Notation::Coordinate);
    try {
        return session_->rewrite(line, Notation::Long, Notation::Coordinate);
    } catch (const InputError&) {
    }
    if (coordinates) throw InputError(fmt::format("{} is not legal: {}", line, session_->whyNot(squeezed)));
    throw InputError(fmt::format("{} is neither a command (try help) nor a legal move as {} writes them", quoted(line),
                                 session_->game().title));
}

void Play::play(const std::string& move) {
    const std::string written = session_->rewrite(move, Notation::Coordinate, Notation::Long);
    const std::string meaning = session_->describe(move);
    session_->play(move);
    played_.push_back(move);
    fmt::print("\n{}  ({}: {})\n\n", move, written, meaning);
    showPosition();
    noteEnd();
}

void Play::engineTurn() {
    const Thinker thought = think(moveTime_, skill_);
    if (thought.best().empty()) return;
    undone_.clear();
    play(thought.best());
}

/// Ctrl-C makes the engine move at once.
Thinker Play::think(std::int64_t moveTime, int skill) {
    SearchOptions options;
    options.skill = skill;
    session_->configure(options);
    Limits limits;
    limits.moveTime = moveTime;
    Thinker thinker;
    const Interrupt interrupt;
    const bool wait = interactive();
    if (wait) fmt::print("thinking...");
    std::fflush(stdout);
    session_->go(limits, thinker);
    while (session_->searching()) {
        if (*interrupt.raised()) session_->stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    session_->wait();
    if (wait) fmt::print("\r           \r");
    return thinker;
}

void Play::noteEnd() {
    const Outcome outcome = session_->outcome();
    if (!outcome.over()) return;
    end(!outcome.loser                   ? "1/2-1/2"
        : *outcome.loser == Color::White ? "0-1"
                                         : "1-0",
        std::string(toString(outcome.ending)));
}

void Play::end(std::string result, std::string reason) {
    result_ = std::move(result);
    reason_ = std::move(reason);
    fmt::print("{}, {}\n", result_, reason_);
}

void Play::takeBack() {
    session_->undo();
    undone_.push_back(played_.back());
    played_.pop_back();
}

void Play::show(std::span<const int> marks) const {
    fmt::print("{}\n", terminalBoard(session_->game(), session_->board(), marks, flipped_, style_));
}

void Play::showPosition() const {
    std::vector<int> marks;
    if (!played_.empty()) {
        const auto [from, to] = gridSquares(session_->game(), played_.back());
        marks = {from, to};
    }
    show(marks);
    const bool check = !session_->outcome().over() && session_->inCheck();
    if (check) fmt::print("{} is in check.\n", colorName(session_->sideToMove()));
}

match::GameRecord Play::record() const {
    match::GameRecord game;
    const auto player = [&](Color side) -> std::string { return human(side) ? "Human" : "Fusilier " FUSILIER_VERSION; };
    game.result = over() ? result_ : "*";
    game.setTag("Event", "Game in the terminal");
    game.setTag("Site", "?");
    game.setTag("Date", today());
    game.setTag("Round", "-");
    game.setTag("White", player(Color::White));
    game.setTag("Black", player(Color::Black));
    game.setTag("Result", game.result);
    game.setTag("Variant", std::string(session_->game().name));
    if (!fen_.empty()) {
        game.setTag("SetUp", "1");
        game.setTag("FEN", fen_);
    }
    for (const auto& move : played_)
        game.plies.push_back({move, {}, 0, {}, {}, 0, {}});
    (game.plies.empty() ? game.preamble : game.plies.back().note) = reason_;
    game.complete = true;
    return game;
}

void Play::appendTo(const std::string& path) const {
    std::ofstream out(path, std::ios::app | std::ios::binary);
    if (!(out << match::toPgn(record())).flush()) throw InputError(fmt::format("cannot write {}", path));
}

void Play::onHelp(const Words& parameters) {
    for (const Command& command : commands)
        if (parameters.empty() || parameters.front() == command.name)
            fmt::print("  {:<16} {}\n", fmt::format("{} {}", command.name, command.parameters), command.help);
    if (!parameters.empty()) return;
    fmt::print(
        "A move is the square it comes from and the square it goes to, and a letter where there is a choice\n"
        "(moves SQUARE shows them), or what the inventor writes. Ctrl-C makes a thinking engine move at once.\n");
}

void Play::onMoves(const Words& parameters) {
    const GameInfo& game = session_->game();
    const auto all = session_->legalMoves();
    if (parameters.empty()) {
        std::string line;
        for (const auto& move : all) {
            if (!line.empty() && line.size() + 1 + move.size() > static_cast<std::size_t>(style_.columns)) {
                fmt::print("{}\n", line);
                line.clear();
            }
            line += (line.empty() ? "" : " ") + move;
        }
        fmt::print("{}\n", line.empty() ? "there are no moves" : line);
        return;
    }
    const int square = gridSquare(game, parameters.front());
    if (square < 0) throw InputError(fmt::format("{} is not a square", quoted(parameters.front())));
    const Piece piece = session_->board()[static_cast<std::size_t>(square)];
    if (piece == noPiece) throw InputError(fmt::format("{} is empty", parameters.front()));
    const auto& name = game.units[typeOf(piece)].name;
    if (colorOf(piece) != session_->sideToMove()) throw InputError(fmt::format("the {} there is not to move", name));
    std::vector<int> marks{square};
    std::string lines;
    for (const auto& move : all) {
        const auto [from, to] = gridSquares(game, move);
        if (from != square) continue;
        marks.push_back(to);
        lines += fmt::format("  {:<7} {:<24} {}\n", move, session_->rewrite(move, Notation::Coordinate, Notation::Long),
                             session_->describe(move));
    }
    if (lines.empty()) throw InputError(fmt::format("the {} cannot move", name));
    show(marks);
    fmt::print("{}", lines);
}

void Play::onHint(const Words&) {
    if (over()) throw InputError("the game is over");
    const Thinker thought = think(hintTime, SearchOptions::maxSkill);
    fmt::print("{}: {} ({}, depth {})\n", thought.best(), session_->describe(thought.best()),
               scoreText(thought.last().score), thought.last().depth);
}

void Play::onGo(const Words&) {
    if (over()) throw InputError("the game is over");
    engineTurn();
}

/// Back to a position where a human is to move, if there is one.
void Play::onUndo(const Words&) {
    auto first = played_.size();
    Color side = session_->sideToMove();
    do {
        if (first == 0) throw InputError("there is nothing to take back");
        --first;
        side = ~side;
    } while (!human(side));
    while (played_.size() > first)
        takeBack();
    result_.clear();
    reason_.clear();
    showPosition();
}

void Play::onRedo(const Words&) {
    if (undone_.empty()) throw InputError("there is nothing to play again");
    do {
        session_->play(undone_.back());
        played_.push_back(undone_.back());
        undone_.pop_back();
    } while (!undone_.empty() && !human(session_->sideToMove()));
    showPosition();
    noteEnd();
}

void Play::onFlip(const Words&) {
    flipped_ = !flipped_;
    showPosition();
}

void Play::onBoard(const Words&) {
    showPosition();
}

void Play::onPieces(const Words&) {
    std::vector<PieceType> present;
    for (const Piece piece : session_->board())
        if (piece != noPiece) present.push_back(typeOf(piece));
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    for (const PieceType type : present) {
        const UnitFacts& unit = session_->game().units[type];
        fmt::print("  {:>2}  {:<16} {}{}\n", unit.letter, unit.name, movementText(unit.atoms),
                   unit.royal ? "; must not be lost" : "");
    }
}

void Play::onEval(const Words&) {
    const int own = session_->evaluate();
    const int white = session_->sideToMove() == Color::White ? own : -own;
    fmt::print("At a glance {:+.2f} pawns for White.\n", white / 100.0);
    if (over()) return;
    const Thinker thought = think(hintTime, SearchOptions::maxSkill);
    const SearchInfo& info = thought.last();
    fmt::print("Looking {} plies ahead {} for {}: {}\n", info.depth, scoreText(info.score),
               colorName(session_->sideToMove()), joinWords(info.pv));
}

void Play::onFen(const Words&) {
    fmt::print("{}\n", session_->fen());
}

void Play::onList(const Words&) {
    const auto copy = requireGame(session_->game().name).open();
    copy->setPosition(fen_, {});
    int number = 1;
    for (const auto& move : played_) {
        const bool white = copy->sideToMove() == Color::White;
        fmt::print("{:>3}{:<3} {}\n", number, white ? "." : "...",
                   copy->rewrite(move, Notation::Coordinate, Notation::Long));
        copy->play(move);
        if (!white) ++number;
    }
}

void Play::onSave(const Words& parameters) {
    const std::string path(parameters.front());
    appendTo(path);
    fmt::print("saved in {}\n", path);
}

void Play::onLoad(const Words& parameters) {
    const std::string text = match::readFile(std::string(parameters.front()));
    match::PgnReader reader(text);
    std::optional<match::GameRecord> last;
    while (auto game = reader.next())
        last = std::move(game);
    if (!last) throw InputError(fmt::format("there is no game in {}", parameters.front()));
    const auto variant = last->tag("Variant");
    if (!variant.empty() && variant != session_->game().name)
        throw InputError(fmt::format("the game is of {}; play it with: fusilier play {}", variant, variant));
    const auto before = played_;
    try {
        match::translate(*last, *session_, Notation::Coordinate);
    } catch (const InputError&) {
        session_->setPosition(fen_, before);
        throw;
    }
    fen_ = last->fen();
    played_.clear();
    undone_.clear();
    for (const auto& ply : last->plies)
        played_.push_back(ply.move);
    result_.clear();
    reason_.clear();
    showPosition();
    noteEnd();
}

void Play::onNew(const Words&) {
    session_->newGame();
    session_->setPosition(fen_, {});
    played_.clear();
    undone_.clear();
    result_.clear();
    reason_.clear();
    showPosition();
    noteEnd();
}

void Play::onResign(const Words&) {
    if (over()) throw InputError("the game is over");
    const Color loser = session_->sideToMove();
    end(loser == Color::White ? "0-1" : "1-0", fmt::format("{} resigns", colorName(loser)));
}

void Play::onDraw(const Words&) {
    if (over()) throw InputError("the game is over");
    if (twoHumans()) return end("1/2-1/2", "draw agreed");
    const SearchInfo info = think(hintTime, SearchOptions::maxSkill).last();
    // The score is the human's, who is to move.
    const int engines = info.score.kind == Score::Kind::Mate ? -info.score.value * 100'000 : -info.score.value;
    if (engines > drawMargin) {
        fmt::print("The engine plays on.\n");
        return;
    }
    end("1/2-1/2", "draw agreed");
}

void Play::onQuit(const Words&) {
    quit_ = true;
}

}  // namespace

int runPlay(const Arguments& arguments) {
    return Play(arguments).run();
}

}  // namespace fusilier
