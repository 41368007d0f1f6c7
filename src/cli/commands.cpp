#include "cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/completion.h"
#include "core/text.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "protocol/bench.h"
#include "protocol/engine.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"
#ifdef FUSILIER_MATCHES
#include "match/options.h"
#include "match/pgn_tools.h"
#endif

namespace fusilier {

namespace {

int runCompletion(const Arguments& arguments);

constexpr Positional gameArgument{"GAME", "name of the game, see `fusilier games`"};
constexpr Positional fenArgument{"FEN", "the position, quoted or not; the start position if left out", false, true};

#ifdef FUSILIER_MATCHES
std::vector<Flag> datagenFlags() {
    return {{"--games", "N", "games of all shards together; 4000 if left out"},
            {"--nodes", "N", "nodes of each search; 1000 if left out"},
            {"--seed", "S", "seed of the random openings; 1 if left out"},
            {"--threads", "N", "games at once; as many as there are processors if left out"}};
}

std::vector<Flag> with(std::vector<Flag> flags, std::initializer_list<Flag> more) {
    flags.insert(flags.end(), more);
    return flags;
}

constexpr std::string_view datagenNotes =
    "Games begin with six to ten random plies. The file is appended to game by game: the same command goes on where "
    "it\n"
    "was interrupted, and the result is the same as without the interruption, with any number of threads.\n";

constexpr std::string_view tuneNotes =
    "Without --data the games are those of `fusilier datagen GAME` with the same options, played first if they are "
    "not\n"
    "there: `fusilier tune GAME`, run at the root of the sources, does everything. Build the program afterwards.\n"
    "One game in ten is held out; fitting stops when its positions are not predicted better.\n";
#endif

const std::vector<Subcommand>& subcommands() {
    static const std::vector<Subcommand> table{
        {"games", "List the games with their start positions", {}, {}, "", runGames},
        {"show",
         "Show a position and the letters on it, or draw it",
         {gameArgument, fenArgument},
         {{"--svg", "FILE", "draw it into FILE"},
          {"--move", "MOVE", "a move in the position, explained; in a drawing the board before and after it"},
          {"--dark", "", "draw for a dark page"},
          {"--flip", "", "draw with Black below"},
          {"--size", "PX", "width of a square of the drawing, 45 if left out"}},
         "",
         runShow},
        {"pieces",
         "Tell how the pieces of a game move, or draw it",
         {gameArgument},
         {{"--svg", "DIR", "draw a diagram of each piece's moves into DIR"},
          {"--dark", "", "draw for a dark page"},
          {"--size", "PX", "width of a square of the drawings, 30 if left out"}},
         "",
         runPieces},
        {"moves", "List the legal moves of a position, one a line", {gameArgument, fenArgument}, {}, "", runMoves},
        {"play",
         "Play in the terminal",
         {gameArgument},
         {{"--white", "", "you are White, as when nothing is said"},
          {"--black", "", "you are Black"},
          {"--both", "", "you move for both sides"},
          {"--level", "N", "strength of the engine, 0 to 20, which it has if left out"},
          {"--movetime", "MS", "milliseconds the engine thinks about a move; 1000 if left out"},
          {"--fen", "FEN", "the position to begin with, as one quoted word"},
          {"--pgn", "FILE", "add the game to FILE at the end"}},
         "Type `help` in the game for what can be said there. The board is in colour and in figures where the "
         "terminal\n"
         "has them; NO_COLOR, TERM=dumb and the locale are heeded.",
         runPlay},
        {"analyze",
         "Find a position's best lines, or comment on games",
         {gameArgument, fenArgument},
         {{"--pgn", "FILE", "the games to comment on, which are printed with scores, marks and better lines"},
          {"--svg", "FILE", "draw the course of the game into FILE"},
          {"--movetime", "MS", "milliseconds a position; 500 if no limit is given"},
          {"--nodes", "N", "positions to search for each position"},
          {"--depth", "N", "plies to search for each position"},
          {"--dark", "", "draw for a dark page"}},
         "Scores stand after each move, from its player's point of view. ?! marks a move that gives away 7 points of "
         "100\n"
         "that could be expected, ? one of 15, ?? one of 30; what was better follows in brackets.",
         runAnalyze},
        {"eval", "Explain the static evaluation of a position", {gameArgument, fenArgument}, {}, "", runEval},
        {"values",
         "Tell what the pieces are worth",
         {gameArgument},
         {{"--from", "FILE", "parameters in a file, as `fusilier tune` writes them"},
          {"--svg", "FILE", "draw a picture instead"}},
         "In pawns of the opening and of the end game, where the piece usually stands, with the standard errors of the "
         "tuning;\n"
         "beside them the inventor's values, or those that the evaluation had before it was tuned.",
         runValues},
        {"perft",
         "Count the leaves of the legal move tree",
         {gameArgument, {"DEPTH", "plies; with --suite the deepest to check, all if left out", false}},
         {{"--fen", "FEN", "the position, as one quoted word; the start position if left out"},
          {"--divide", "", "also count for each move at the root"},
          {"--suite", "FILE", "check the counts in FILE, with lines such as: FEN ;D1 20 ;D2 400"},
          {"--threads", "N", "share the work among N threads; 1 if left out"},
          {"--hash", "MB", "remember counts in a table of so many MiB; none if left out"}},
         "The table is exact but for two positions with one 64-bit key: one chance in 32768 among 34 million "
         "positions.\n"
         "Long runs report their progress on standard error. Ctrl-C prints what is finished; the exit code is then "
         "130.\n"
         "In a suite, blank lines and lines that begin with # are skipped. The exit code is 1 if any count differs.",
         runPerft},
        {"selfplay",
         "Let the engine play against itself",
         {gameArgument},
         {{"--movetime", "MS", "milliseconds a move; 100 if neither this nor --depth is given"},
          {"--depth", "N", "plies to search for each move"},
          {"--games", "N", "how many games; 1 if left out"},
          {"--seed", "S", "seed of the random openings; 1 if left out"}},
         "The first four plies of each game are random, so that games differ. They depend on the seed and on the\n"
         "game's number alone.",
         runSelfPlay},
        {"bench",
         "Search fixed positions to a fixed depth and report the speed",
         {{"GAME", "one game; all if left out", false}, {"DEPTH", "plies", false}},
         {},
         "",
         runBenchmark},
        {"completion",
         "Print a completion script for a shell",
         {{"SHELL", "bash or zsh"}},
         {},
         "For bash: source <(fusilier completion bash)",
         runCompletion},
#ifdef FUSILIER_MATCHES
        {"datagen",
         "Play games against itself to tune by",
         {gameArgument},
         with(datagenFlags(), {{"--shard", "I/N", "play only share I of N of the games"},
                               {"--out", "FILE", "where the games go; GAME.games if left out"}}),
         datagenNotes,
         runDatagen},
        {"tune",
         "Fit the evaluation to games",
         {gameArgument},
         with(datagenFlags(),
              {{"--data", "FILE,...", "files of games, as `fusilier datagen` makes them, instead of playing any"},
               {"--from", "FILE", "start from these parameters instead of those made by hand"},
               {"--out", "FILE", "where the parameters go; variants/GAME/params if left out"},
               {"--result", "PERCENT", "share of the result in the target, the rest is the search's; 70 if left out"},
               {"--resamples", "N", "fits for the errors, 0 for no errors; 8 if left out"}}),
         tuneNotes,
         runTune},
        {"match", "Play games between engines and count them", {}, {}, match::matchHelp(), nullptr, runMatch},
        {"pgn", "Check, convert and add up game files", {}, {}, match::pgnHelp(), nullptr, match::runPgnTool},
        {"openings",
         "Make random positions to start games from",
         {},
         {},
         match::openingsHelp(),
         nullptr,
         match::runOpeningsTool},
#endif
    };
    return table;
}

int runCompletion(const Arguments& arguments) {
    fmt::print("{}", completionScript(arguments.text("SHELL").value(), subcommands()));
    return 0;
}

const Subcommand& requireSubcommand(std::string_view name) {
    const auto& table = subcommands();
    const auto it = std::find_if(table.begin(), table.end(), [&](const Subcommand& c) { return c.name == name; });
    if (it == table.end()) throw UsageError(fmt::format("unknown command {}", quoted(name)));
    return *it;
}

std::string overview() {
    std::string text = "Fusilier " FUSILIER_VERSION
                       ", an engine for chess variants.\n\n"
                       "usage: fusilier                     speak UCI, or XBoard's protocol after `xboard`\n"
                       "       fusilier COMMAND [WORD...]   run a command\n"
                       "       fusilier help [COMMAND]      this text, or what a command takes\n"
                       "       fusilier --version\n\n";
    for (const Subcommand& command : subcommands())
        text += fmt::format("  {:<10} {}\n", command.name, command.summary);
    return text;
}

bool isHelp(std::string_view word) {
    return word == "--help" || word == "-h";
}

int runHelp(std::span<const std::string> words) {
    if (words.size() > 1) throw UsageError(fmt::format("{} is too much", quoted(words[1])));
    fmt::print("{}", words.empty() ? overview() : help(requireSubcommand(words.front())));
    return 0;
}

int runProtocol() {
    // A GUI that closes its end of the pipe shows as a failed write, not as a signal.
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string first;
    while (std::getline(std::cin, first) && splitWords(first).empty()) {
    }
    const auto words = splitWords(first);
    if (!words.empty() && words.front() == "xboard")
        Xboard(std::cout).run(std::cin);
    else
        Uci(std::cout).run(std::cin, first);
    return 0;
}

int dispatch(std::span<const std::string> words) {
    if (words.empty()) return runProtocol();
    const auto& name = words.front();
    const auto rest = words.subspan(1);
    if (isHelp(name) || name == "help") return runHelp(rest);
    if (name == "--version") {
        if (!rest.empty()) throw UsageError(fmt::format("{} is too much", quoted(rest.front())));
        fmt::print("Fusilier {}\n", FUSILIER_VERSION);
        return 0;
    }
    const Subcommand& command = requireSubcommand(name);
    if (std::any_of(rest.begin(), rest.end(), isHelp)) {
        fmt::print("{}", help(command));
        return 0;
    }
    return command.runWords ? command.runWords(rest) : command.run(Arguments(command, rest));
}

}  // namespace

std::unique_ptr<Session> openPosition(const Arguments& arguments) {
    auto session = requireGame(arguments.text("GAME").value()).open();
    if (const auto fen = arguments.text("FEN")) session->setPosition(*fen, {});
    return session;
}

int runGames(const Arguments&) {
    for (const Game& game : games())
        fmt::print("{:<10} {}, {}\n{:<10} {}\n", game.info.name, game.info.title, game.info.inventor, "",
                   game.info.startFen);
    return 0;
}

int runMoves(const Arguments& arguments) {
    for (const auto& move : openPosition(arguments)->legalMoves())
        fmt::print("{}\n", move);
    return 0;
}

int runBenchmark(const Arguments& arguments) {
    std::vector<std::string> given;
    for (const auto name : {"GAME", "DEPTH"})
        if (const auto word = arguments.text(name)) given.push_back(*word);
    const std::vector<std::string_view> words(given.begin(), given.end());
    runBench(readBench(words), [](std::string_view line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
    });
    return 0;
}

int runCommandLine(std::span<const std::string> words) {
    const auto complain = [&](std::string_view reason) {
        const bool known = !words.empty() && std::any_of(subcommands().begin(), subcommands().end(),
                                                         [&](const Subcommand& c) { return c.name == words.front(); });
        fmt::print(stderr, "fusilier{}{}: {}\n", known ? " " : "", known ? words.front() : "", reason);
        return known;
    };
    try {
        const int code = dispatch(words);
        if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
        fmt::print(stderr, "fusilier: cannot write the output\n");
        return 1;
    } catch (const UsageError& error) {
        const bool known = complain(error.what());
        fmt::print(stderr, "Try: fusilier help{}{}\n", known ? " " : "", known ? words.front() : "");
        return 2;
    } catch (const InputError& error) {
        complain(error.what());
        return 2;
    } catch (const std::exception& error) {
        complain(error.what());
        return 1;
    }
}

}  // namespace fusilier
