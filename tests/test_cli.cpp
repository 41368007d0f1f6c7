// The command line end to end: exit codes, output and messages of the real binary.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "catch2.h"
#include "process.h"

using namespace fusilier::testing;

namespace {

using Words = std::vector<std::string>;

const std::string chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string foolsMate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// A file that exists as long as this object.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("fusilier-test-" + std::to_string(getpid()) + ".perft")) {
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

std::string roomTable(const std::string& game) {
    return std::string(FUSILIER_SOURCE_DIR) + "/variants/" + game + "/" + game + ".perft";
}

std::string joined(const Words& lines) {
    std::string text;
    for (const auto& line : lines)
        text += line + "\n";
    return text;
}

}  // namespace

TEST_CASE("Command line: version", "[cli]") {
    const auto result = runProgram({"--version"});
    CHECK(result.code == 0);
    REQUIRE(result.lines.size() == 1);
    CHECK(std::regex_match(result.lines[0], std::regex("Fusilier [0-9]+\\.[0-9]+\\.[0-9]+")));
}

TEST_CASE("Command line: help lists every command and explains each", "[cli]") {
    const auto* way = GENERATE("--help", "-h", "help");
    const auto overview = runProgram({way});
    CHECK(overview.code == 0);
    CHECK(overview.errors.empty());
    for (const auto* command :
         {"games", "show", "moves", "eval", "values", "perft", "selfplay", "bench", "datagen", "tune"}) {
        CAPTURE(command);
        CHECK(anyContains(overview.lines, std::string("  ") + command));
        const auto one = runProgram({"help", command});
        CHECK(one.code == 0);
        CHECK(contains(one.lines.at(0), std::string("usage: fusilier ") + command));
        CHECK(runProgram({command, way == std::string("help") ? "--help" : way}).lines == one.lines);
    }
}

TEST_CASE("Command line: the help of selfplay explains the seed", "[cli]") {
    const auto text = joined(runProgram({"help", "selfplay"}).lines);
    for (const auto* word : {"GAME", "--movetime MS", "--games N", "--seed S", "--depth N", "random"})
        CHECK(contains(text, word));
}

TEST_CASE("Command line: what is wrong is named on standard error with exit code 2", "[cli]") {
    struct Mistake {
        Words words;
        const char* named;
    };
    const auto mistake = GENERATE(values<Mistake>({
        {{"frobnicate"}, "unknown command 'frobnicate'"},
        {{"--frobnicate"}, "unknown command '--frobnicate'"},
        {{"help", "frobnicate"}, "unknown command 'frobnicate'"},
        {{"help", "perft", "moves"}, "'moves'"},
        {{"--version", "now"}, "'now'"},
        {{"games", "chess"}, "'chess'"},
        {{"games", "--all"}, "unknown option '--all'"},
        {{"show"}, "GAME is missing"},
        {{"show", "ludo"}, "unknown game 'ludo'"},
        {{"show", "chess", "nonsense"}, "fusilier show: "},
        {{"moves"}, "GAME is missing"},
        {{"moves", "ludo"}, "unknown game 'ludo'"},
        {{"moves", "chess", "8/8/8/8/8/8/8/8 w - - 0 1"}, "royal"},
        {{"perft"}, "GAME is missing"},
        {{"perft", "chess"}, "DEPTH is missing"},
        {{"perft", "ludo", "1"}, "unknown game 'ludo'"},
        {{"perft", "chess", "deep"}, "'deep'"},
        {{"perft", "chess", "-1"}, "'-1'"},
        {{"perft", "chess", "99999999999"}, "'99999999999'"},
        {{"perft", "chess", "1", "2"}, "'2'"},
        {{"perft", "chess", "1", "--fen"}, "--fen needs a value"},
        {{"perft", "chess", "1", "--fen", "nonsense"}, "fusilier perft: "},
        {{"perft", "chess", "1", "--fne", "x"}, "unknown option '--fne'"},
        {{"perft", "chess", "1", "--divide=yes"}, "--divide takes no value"},
        {{"perft", "chess", "1", "--divide", "--divide"}, "--divide is given twice"},
        {{"perft", "chess", "1", "--suite", "/nonexistent/file"}, "/nonexistent/file"},
        {{"perft", "chess", "1", "--suite", "x", "--divide"}, "--suite"},
        {{"perft", "chess", "1", "--threads", "0"}, "--threads is a number from 1"},
        {{"perft", "chess", "1", "--hash", "0"}, "--hash is a number from 1"},
        {{"perft", "chess", "1", "--hash", "-1"}, "'-1'"},
        {{"perft", "chess", "1", "--suite", "x", "--fen", "y"}, "--suite"},
        {{"selfplay"}, "GAME is missing"},
        {{"selfplay", "ludo"}, "unknown game 'ludo'"},
        {{"selfplay", "chess", "--games", "none"}, "'none'"},
        {{"selfplay", "chess", "--games", "0"}, "--games"},
        {{"selfplay", "chess", "--movetime", "0"}, "--movetime"},
        {{"selfplay", "chess", "--depth", "0"}, "--depth"},
        {{"selfplay", "chess", "--seed", "x"}, "--seed"},
        {{"selfplay", "chess", "--seed"}, "--seed needs a value"},
        {{"bench", "ludo"}, "unknown game 'ludo'"},
        {{"bench", "chess", "deep"}, "'deep'"},
        {{"bench", "chess", "0"}, "'0'"},
        {{"bench", "chess", "1", "1"}, "'1'"},
    }));
    CAPTURE(mistake.words);
    const auto result = runProgram(mistake.words);
    CHECK(result.code == 2);
    CHECK(result.lines.empty());
    CHECK(startsWith(result.errors, "fusilier"));
    CHECK_THAT(result.errors, Catch::Matchers::Contains(mistake.named, Catch::CaseSensitive::No));
}

TEST_CASE("Command line: games are listed with their start positions", "[cli]") {
    const auto result = runProgram({"games"});
    CHECK(result.code == 0);
    for (const auto* start :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
          "rnbskbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBSKBNR w KQkq - 0 1",
          "kzekiikezk/anfgaagfna/pppppppppp/10/10/10/10/PPPPPPPPPP/ANFGAAGFNA/KZEKIIKEZK w - - 0 1"})
        CHECK(anyContains(result.lines, start));
    for (const auto* name : {"chess ", "sentai ", "sentinel ", "fourkings ", "thunder "})
        CHECK(std::any_of(result.lines.begin(), result.lines.end(),
                          [&](const std::string& line) { return startsWith(line, name); }));
}

TEST_CASE("Command line: moves are listed in alphabetical order", "[cli]") {
    const auto result = runProgram({"moves", "chess"});
    CHECK(result.code == 0);
    CHECK(result.lines == Words{"a2a3", "a2a4", "b1a3", "b1c3", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4",
                                "e2e3", "e2e4", "f2f3", "f2f4", "g1f3", "g1h3", "g2g3", "g2g4", "h2h3", "h2h4"});
}

TEST_CASE("Command line: a FEN may be one quoted word or several", "[cli]") {
    const auto quoted = runProgram({"moves", "chess", "8/4k3/8/3p4/4P3/8/8/4K3 b - - 0 1"});
    const auto loose = runProgram({"moves", "chess", "8/4k3/8/3p4/4P3/8/8/4K3", "b", "-", "-", "0", "1"});
    CHECK(quoted.code == 0);
    CHECK(quoted.lines == loose.lines);
    // Two pawn moves, and all eight squares around the king: White attacks none of them.
    CHECK(quoted.lines == Words{"d5d4", "d5e4", "e7d6", "e7d7", "e7d8", "e7e6", "e7e8", "e7f6", "e7f7", "e7f8"});
}

TEST_CASE("Command line: a mated side has no moves", "[cli]") {
    const auto result = runProgram({"moves", "chess", foolsMate});
    CHECK(result.code == 0);
    CHECK(result.lines.empty());
}

TEST_CASE("Command line: show prints the board and the state", "[cli]") {
    const auto start = runProgram({"show", "chess"});
    CHECK(start.code == 0);
    CHECK(anyContains(start.lines, chessStart));
    CHECK(anyContains(start.lines, "White to move"));
    CHECK_FALSE(anyContains(start.lines, "check"));
    const auto mate = runProgram({"show", "chess", foolsMate});
    CHECK(mate.code == 0);
    CHECK(anyContains(mate.lines, foolsMate));
    CHECK(anyContains(mate.lines, "White is in check"));
    CHECK(mate.lines.back() == "Over: checkmate");
    // The legend explains the letters that are on the board.
    CHECK(anyContains(start.lines, "Queen"));
    CHECK_FALSE(anyContains(runProgram({"show", "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}).lines, "Queen"));
}

TEST_CASE("Command line: perft counts, times and divides", "[cli]") {
    const auto plain = runProgram({"perft", "chess", "3"});
    CHECK(plain.code == 0);
    REQUIRE(plain.lines.size() == 3);
    CHECK(plain.lines[0] == "Nodes searched: 8902");
    CHECK(std::regex_match(plain.lines[1], std::regex("Time \\(ms\\)     : [0-9]+")));
    CHECK(std::regex_match(plain.lines[2], std::regex("Nodes/second  : [0-9]+")));

    const auto divided =
        runProgram({"perft", "chess", "2", "--divide", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"});
    CHECK(divided.code == 0);
    CHECK(divided.lines.size() == 14 + 1 + 3);
    CHECK(divided.lines.at(15) == "Nodes searched: 191");
    CHECK(std::find(divided.lines.begin(), divided.lines.end(), "a5a4: 15") != divided.lines.end());

    CHECK(runProgram({"perft", "chess", "0"}).lines.at(0) == "Nodes searched: 1");
    CHECK(runProgram({"perft", "sentai", "2", "--fen=7k/8/8/8/+P7/8/8/7K w - - 0 1"}).lines.at(0) ==
          "Nodes searched: 93");
}

TEST_CASE("Command line: the table of every game passes as a suite", "[cli]") {
    const std::string game = GENERATE("chess", "sentai", "sentinel", "fourkings", "thunder");
    CAPTURE(game);
    const auto result = runProgram({"perft", game, "2", "--suite", roomTable(game)});
    CHECK(result.errors.empty());
    CHECK(result.code == 0);
    CHECK(result.lines.at(0) == "29 positions, 58 counts, 0 wrong");
}

TEST_CASE("Command line: threads and a table change no count", "[cli]") {
    const Words aids = GENERATE(Words{"--threads", "3"}, Words{"--hash", "1"}, Words{"--threads", "2", "--hash", "8"});
    CAPTURE(aids);
    const auto with = [&](Words words) {
        words.insert(words.end(), aids.begin(), aids.end());
        return runProgram(words);
    };
    const auto suite = with({"perft", "chess", "3", "--suite", roomTable("chess")});
    CHECK(suite.code == 0);
    CHECK(suite.lines.at(0) == "29 positions, 87 counts, 0 wrong");
    auto plain = runProgram({"perft", "thunder", "4", "--divide"}).lines;
    auto aided = with({"perft", "thunder", "4", "--divide"}).lines;
    REQUIRE(plain.size() == aided.size());
    plain.resize(plain.size() - 2);  // all but the speed, and the moves in the same order
    aided.resize(aided.size() - 2);
    CHECK(aided == plain);
}

TEST_CASE("Command line: an interrupted perft prints what is finished", "[cli]") {
    const Words aids = GENERATE(Words{}, Words{"--threads", "2"});
    Words words{"perft", "chess", "7", "--divide", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    words.insert(words.end(), aids.begin(), aids.end());
    Process process(words);
    Words lines{process.readLine().value()};
    process.interrupt();
    for (const auto& line : process.readAll())
        lines.push_back(line);
    CHECK(process.wait() == 130);
    std::uint64_t sum = 0;
    std::size_t moves = 0;
    for (; !lines.at(moves).empty(); ++moves)
        sum += std::stoull(lines[moves].substr(lines[moves].find(' ')));
    CHECK(moves < 14);
    CHECK(lines.at(moves + 1) == "Interrupted: partial, " + std::to_string(moves) + " of 14 moves finished");
    CHECK(lines.at(moves + 2) == "Nodes searched: " + std::to_string(sum));
}

TEST_CASE("Command line: a wrong count in a suite is named with exit code 1", "[cli]") {
    const TemporaryFile suite("# comment\n\n" + chessStart + " ;D1 20 ;D2 401 ;D3 8902\r\n" + foolsMate + " ;D1 0\n");
    const auto result = runProgram({"perft", "chess", "--suite", suite.path()});
    CHECK(result.code == 1);
    CHECK(contains(result.errors, suite.path() + ":3: "));
    CHECK(contains(result.errors, chessStart));
    CHECK(contains(result.errors, "depth 2"));
    CHECK(contains(result.errors, "expected 401"));
    CHECK(contains(result.errors, "got 400"));
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK(result.lines.at(0) == "2 positions, 4 counts, 1 wrong");
    // Down to depth 1 the same file is right.
    CHECK(runProgram({"perft", "chess", "1", "--suite", suite.path()}).code == 0);
}

TEST_CASE("Command line: a malformed suite is an error that names the line", "[cli]") {
    struct Malformed {
        std::string text;
        std::string named;
    };
    const auto malformed = GENERATE(values<Malformed>({
        {chessStart + " ;D1 20\n" + chessStart + " ;D2 many\n", ":2: "},
        {chessStart + " ;X1 20\n", ":1: "},
        {chessStart + " ;D1\n", ":1: "},
        {chessStart + " ;D0 1\n", ":1: "},
        {chessStart + " ;D1 20 ;\n", ":1: "},
        {chessStart + "\n", ":1: "},
        {";D1 20\n", ":1: "},
        {"# nothing\n\n", "no position"},
        {"", "no position"},
        {"# first\n4k3/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n", ":2: "},
        {chessStart + " ;D6 119060324\n", "no count of depth 5 or less"},
    }));
    CAPTURE(malformed.text);
    const TemporaryFile suite(malformed.text);
    const auto result = runProgram({"perft", "chess", "5", "--suite", suite.path()});
    CHECK(result.code == 2);
    CHECK(contains(result.errors, suite.path()));
    CHECK(contains(result.errors, malformed.named));
}

TEST_CASE("Command line: selfplay plays to a legal end and names the reason", "[cli]") {
    const std::string game = GENERATE("chess", "sentai", "sentinel", "fourkings", "thunder");
    CAPTURE(game);
    const auto result = runProgram({"selfplay", game, "--depth", "1", "--games", "2", "--seed", "5"});
    CHECK(result.errors.empty());
    CHECK(result.code == 0);
    const std::regex form(
        "Game [12]: ((1-0|0-1) \\(checkmate\\)|1/2-1/2 \\((stalemate|threefold repetition|fifty-move rule|bare "
        "kings)\\))");
    CHECK(std::count_if(result.lines.begin(), result.lines.end(),
                        [&](const std::string& line) { return std::regex_match(line, form); }) == 2);
    CHECK(std::regex_match(result.lines.back(), std::regex("White won [0-2], Black won [0-2], [0-2] drawn")));
}

TEST_CASE("Command line: the seed decides the opening", "[cli]") {
    const auto opening = [](const std::string& seed) {
        const auto result = runProgram({"selfplay", "chess", "--depth", "1", "--seed", seed});
        Words moves;
        for (const auto& line : result.lines)
            if (contains(line, "(random)")) moves.push_back(line);
        CHECK(moves.size() == 4);
        return moves;
    };
    const auto one = opening("1");
    CHECK(opening("1") == one);
    CHECK(opening("2") != one);
}

TEST_CASE("Command line: bench covers all games and counts the same each time", "[cli]") {
    const auto all = runProgram({"bench", "1"});
    CHECK(all.code == 0);
    for (const auto* game : {"chess ", "sentai ", "sentinel ", "fourkings ", "thunder "})
        CHECK(std::any_of(all.lines.begin(), all.lines.end(),
                          [&](const std::string& line) { return startsWith(line, game); }));
    const auto one = runProgram({"bench", "thunder", "2"});
    CHECK(one.code == 0);
    REQUIRE(one.lines.size() > 4);
    const auto tail = one.lines.end() - 4;
    CHECK(startsWith(tail[0], "Total time (ms) : "));
    CHECK(startsWith(tail[1], "Nodes searched  : "));
    CHECK(startsWith(tail[2], "Nodes/second    : "));
    std::smatch match;
    REQUIRE(std::regex_match(tail[3], match, std::regex("([1-9][0-9]*) nodes ([1-9][0-9]*) nps")));
    CHECK("Nodes searched  : " + match[1].str() == tail[1]);
    const auto again = runProgram({"bench", "thunder", "2"});
    CHECK(*(again.lines.end() - 3) == tail[1]);
}
