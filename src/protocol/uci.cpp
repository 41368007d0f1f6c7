#include "protocol/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "core/text.h"
#include "protocol/bench.h"
#include "protocol/go.h"

namespace fusilier {

namespace {

std::string describeScore(const Score& score) {
    const auto kind = score.kind == Score::Kind::Mate ? "mate" : "cp";
    const auto bound = score.bound == Score::Bound::Lower   ? " lowerbound"
                       : score.bound == Score::Bound::Upper ? " upperbound"
                                                            : "";
    return fmt::format("{} {}{}", kind, score.value, bound);
}

std::string describeOption(const Option& option) {
    const auto head = fmt::format("option name {} type ", option.name);
    switch (option.type) {
        case Option::Type::Check:
            return fmt::format("{}check default {}", head, option.initial);
        case Option::Type::Spin:
            return fmt::format("{}spin default {} min {} max {}", head, option.initial, option.min, option.max);
        case Option::Type::Combo: {
            auto text = fmt::format("{}combo default {}", head, option.initial);
            for (const auto& choice : option.choices)
                text += fmt::format(" var {}", choice);
            return text;
        }
        case Option::Type::Button:
            return head + "button";
        case Option::Type::String:
            break;
    }
    return fmt::format("{}string default {}", head, option.initial.empty() ? "<empty>" : option.initial);
}

}  // namespace

struct Uci::Command {
    std::string_view name;
    void (Uci::*run)(Words);
};

std::span<const Uci::Command> Uci::commands() {
    static constexpr Command table[] = {
        {"uci", &Uci::uci},
        {"isready", &Uci::isReady},
        {"setoption", &Uci::setOption},
        {"ucinewgame", &Uci::newGame},
        {"position", &Uci::position},
        {"go", &Uci::go},
        {"stop", &Uci::stop},
        {"ponderhit", &Uci::ponderHit},
        {"d", &Uci::display},
        {"eval", &Uci::evaluate},
        {"bench", &Uci::bench},
        {"debug", &Uci::ignore},
        {"register", &Uci::ignore},
    };
    return table;
}

Uci::Uci(std::ostream& out) : out_(out), engine_([this](const GameInfo& game) { showGame(game); }) {}

Uci::~Uci() {
    perft_.stop();
    settle();
}

void Uci::run(std::istream& in, std::string_view first) {
    std::string line(first);
    bool goesOn = true;
    do {
        goesOn = obey(line);
    } while (goesOn && !out_.closed() && std::getline(in, line));
    if (!goesOn || out_.closed()) perft_.stop();
    settle();
}

void Uci::settle() {
    perft_.wait();
    engine_.halt();
}

bool Uci::obey(std::string_view line) {
    const auto words = splitWords(line);
    if (words.empty()) return true;
    if (words.front() == "quit") return false;
    const auto table = commands();
    const auto it = std::find_if(table.begin(), table.end(), [&](const Command& c) { return c.name == words.front(); });
    try {
        if (it == table.end()) throw InputError(fmt::format("unknown command {}", quoted(words.front())));
        (this->*it->run)(Words(words).subspan(1));
    } catch (const InputError& error) {
        refuse(error.what());
    } catch (const std::exception& error) {  // no memory, no thread: the next command may do better
        refuse(fmt::format("{} failed: {}", it->name, error.what()));
    }
    return true;
}

void Uci::refuse(std::string_view reason) {
    out_.line(fmt::format("info string {}", reason));
}

void Uci::uci(Words) {
    out_.line("id name Fusilier " FUSILIER_VERSION);
    out_.line("id author the Fusilier authors");
    for (const Option& option : engine_.options().all())
        out_.line(describeOption(option));
    out_.line("uciok");
}

void Uci::isReady(Words) {
    out_.line("readyok");
}

/// `setoption name NAME [value VALUE]`; both may consist of several words.
void Uci::setOption(Words words) {
    const auto valueAt = std::find(words.begin(), words.end(), "value");
    if (words.empty() || words.front() != "name" || valueAt - words.begin() == 1 || words.size() == 1)
        throw InputError("setoption: the form is setoption name NAME [value VALUE]");
    const auto name = joinWords(Words(words.begin() + 1, valueAt));
    std::optional<std::string> value;
    if (valueAt != words.end()) value = joinWords(Words(valueAt + 1, words.end()));

    settle();
    const auto remark = engine_.options().set(name, value);
    if (!remark.empty()) out_.line(fmt::format("info string {}", remark));
}

void Uci::newGame(Words) {
    settle();
    engine_.session().newGame();
}

/// `position startpos|fen FEN [moves MOVE...]`
void Uci::position(Words words) {
    const auto movesAt = std::find(words.begin(), words.end(), "moves");
    const Words setup(words.begin(), movesAt);
    std::string fen;
    if (setup.empty() || (setup.front() != "startpos" && setup.front() != "fen"))
        throw InputError("position: the form is position startpos|fen FEN [moves MOVE...]");
    if (setup.front() == "fen") {
        fen = joinWords(setup.subspan(1));
        if (fen.empty()) throw InputError("position: the FEN is missing");
    } else if (setup.size() > 1) {
        throw InputError(fmt::format("position: expected moves after startpos, not {}", quoted(setup[1])));
    }
    const std::vector<std::string> moves(movesAt == words.end() ? movesAt : movesAt + 1, words.end());

    settle();
    engine_.session().setPosition(fen, moves);
}

void Uci::go(Words words) {
    const GoCommand command = readGo(words);
    settle();
    if (command.perft)
        perft_.start(engine_.session(), *command.perft, engine_.threads(), out_);
    else
        engine_.session().go(command.limits, *this);
}

void Uci::stop(Words) {
    perft_.stop();
    engine_.session().stop();
}

void Uci::ponderHit(Words) {
    engine_.session().ponderHit();
}

void Uci::display(Words) {
    settle();
    const Session& session = engine_.session();
    auto text = fmt::format("{}\nFen: {}\nKey: {:016X}", session.diagram(), session.fen(), session.key());
    if (const Outcome outcome = session.outcome(); outcome.over())
        text += fmt::format("\nOver: {}", toString(outcome.ending));
    out_.line(text);
}

void Uci::evaluate(Words) {
    settle();
    const Session& session = engine_.session();
    const auto side = session.sideToMove() == Color::White ? "White" : "Black";
    out_.line(fmt::format("Evaluation: {:+} centipawns for {}, who is to move", session.evaluate(), side));
}

void Uci::bench(Words words) {
    const Bench bench = readBench(words);
    settle();
    runBench(bench, [this](std::string_view line) { out_.line(line); });
}

/// Fairy-Stockfish's line, by which a GUI learns the board of a game that it does not know.
void Uci::showGame(const GameInfo& game) {
    out_.line(fmt::format("info string variant {} files {} ranks {} pocket 0 template {} startpos {}", game.name,
                          game.files, game.ranks, game.guiTemplate, game.startFen));
}

void Uci::onInfo(const SearchInfo& info) {
    const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(info.timeMs, 1));
    const auto wdl =
        engine_.showWdl() ? fmt::format(" wdl {} {} {}", info.wdl[0], info.wdl[1], info.wdl[2]) : std::string();
    auto text =
        fmt::format("info depth {} seldepth {} multipv {} score {}{} nodes {} nps {} hashfull {} tbhits 0 time {}",
                    info.depth, info.selDepth, info.multiPv, describeScore(info.score), wdl, info.nodes,
                    info.nodes * 1000 / milliseconds, info.hashFull, info.timeMs);
    if (!info.pv.empty()) text += fmt::format(" pv {}", joinWords(info.pv));
    say(text);
}

void Uci::onCurrentMove(int depth, std::string_view move, int number) {
    say(fmt::format("info depth {} currmove {} currmovenumber {}", depth, move, number));
}

void Uci::onBestMove(std::string_view best, std::string_view ponder) {
    auto text = fmt::format("bestmove {}", best.empty() ? "(none)" : best);
    if (!ponder.empty()) text += fmt::format(" ponder {}", ponder);
    say(text);
}

/// Nobody will stop a search that nobody hears.
void Uci::say(std::string_view line) {
    if (!out_.line(line)) engine_.session().stop();
}

}  // namespace fusilier
