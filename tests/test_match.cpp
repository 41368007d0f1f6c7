// Whole matches: misbehaving engines, determinism, resumption, shards, interruption.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <regex>
#include <thread>

#include "catch2.h"
#include "fusilier/registry.h"
#include "match_support.h"
#include "process.h"

using namespace fusilier;
using namespace fusilier::match;
using namespace fusilier::testing;

namespace {

using Words = std::vector<std::string>;

std::size_t openDescriptors() {
    const std::filesystem::directory_iterator entries("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

bool hasChildren() {
    return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

Words operator+(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// What does not depend on times: everything of a table but the milliseconds.
std::string withoutTimes(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += std::regex_replace(line, std::regex(", [0-9.]+ ms a move| in [0-9]+ files"), "") + "\n";
    return text;
}

const Words small = {"chess",     "--each",   "nodes=150",  "--openings", "random:6",
                     "nodes=300", "--repeat", "--maxmoves", "40"};

}  // namespace

TEST_CASE("Misbehaving engines lose with the reason, and the match goes on", "[match]") {
    struct Case {
        const char* mode;
        const char* limit;
        const char* reason;  // without the side
        const char* termination;
        const char* stall = "stall=30";
    };
    const Case cases[] = {
        {"silent", "tc=0.2", "loses on time", "time forfeit"},
        {"silent", "movetime=50", "loses on time", "time forfeit"},
        {"silent", "nodes=10", "'s connection stalls", "stalled connection", "stall=0.5"},
        {"slow", "tc=0.3+0.01", "loses on time", "time forfeit"},
        {"slow", "st=0.1", "loses on time", "time forfeit"},
        {"flood", "st=0.1", "loses on time", "time forfeit"},
        {"mute", "nodes=10", "'s connection stalls", "stalled connection", "stall=0.5"},
        {"crash", "nodes=10", "disconnects", "abandoned"},
        {"fault", "tc=5", "disconnects", "abandoned"},
        {"closed", "nodes=10", "disconnects", "abandoned"},
        {"orphan", "nodes=10", "disconnects", "abandoned"},
        {"illegal", "nodes=10", "makes an illegal move: e2e5", "illegal move"},
        {"malformed", "nodes=10", "makes an illegal move: ()", "illegal move"},
        {"none", "nodes=10", "makes an illegal move: (none)", "illegal move"},
    };
    for (const Case& c : cases) {
        INFO(c.mode << " " << c.limit);
        const TemporaryDirectory directory;
        playMatch({"chess", "--engine", toy("uci.sh", c.mode), "name=bad", c.limit, c.stall, "timemargin=20",
                   "--engine", toy("uci.sh", "good"), "name=good", "tc=60", "--games", "2", "--out",
                   directory.file("g.pgn")});
        const auto games = readGames(directory.file("g.pgn"));
        REQUIRE(games.size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            const std::string side = i == 0 ? "White" : "Black";
            CHECK(games[i].result == (i == 0 ? "0-1" : "1-0"));
            CHECK(games[i].reason() == side + (c.reason[0] == '\'' ? "" : " ") + c.reason);
            CHECK(games[i].tag("Termination") == c.termination);
        }
    }
    CHECK_FALSE(hasChildren());
}

TEST_CASE("Engines that only talk too much are heard", "[match]") {
    for (const char* mode : {"good", "garbage", "chatty", "twice", "stubborn"}) {
        INFO(mode);
        const TemporaryDirectory directory;
        playMatch({"chess", "--engine", toy("uci.sh", mode), "--engine", toy("uci.sh", "good"), "--each", "tc=60",
                   "--games", "2", "--out", directory.file("g.pgn")});
        const auto games = readGames(directory.file("g.pgn"));
        REQUIRE(games.size() == 2);
        for (const GameRecord& game : games) {
            CHECK(game.reason() == "Draw by 3-fold repetition");
            CHECK(game.plies.size() == 8);
            CHECK(game.plies[0].score->value == 13);  // not the bound after it
        }
    }
}

TEST_CASE("XBoard engines", "[match]") {
    struct Case {
        const char* mode;
        const char* reason;
    };
    const Case cases[] = {
        {"good", "Draw by 3-fold repetition"},
        {"resign", "White resigns"},
        {"claim", "White makes an invalid result claim: 1/2-1/2"},
        {"refuse", "White rejects a legal move: e2e4"},
        {"illegal", "White makes an illegal move: e2e5"},
    };
    for (const Case& c : cases) {
        INFO(c.mode);
        const TemporaryDirectory directory;
        playMatch({"chess", "--engine", toy("xboard.sh", c.mode), "proto=xboard", "option.Hash=1", "option.Style=calm",
                   "--engine", toy("uci.sh", "good"), "--each", "tc=40/60+0.5", "--games", "1", "--out",
                   directory.file("g.pgn"), "--log", directory.file("log")});
        const auto games = readGames(directory.file("g.pgn"));
        REQUIRE(games.size() == 1);
        CHECK(games[0].reason() == c.reason);
        CHECK(games[0].plies[0].score->value == -31);
        const std::string log = readFile(directory.file("log"));
        for (const char* sent : {">memory 1", ">option Style=calm", ">level 40 1 0.5", ">time ", ">otim ", ">go"})
            CHECK(log.find(sent) != std::string::npos);
    }
}

TEST_CASE("What an engine without ping says after a game is not for the next one", "[match]") {
    const TemporaryDirectory directory;
    playMatch({"chess", "--engine", toy("xboard.sh", "stale"), "proto=xboard", "--engine", toy("uci.sh", "good"),
               "--each", "tc=60", "--games", "3", "--out", directory.file("g.pgn")});
    std::vector<std::string> reasons;
    for (const auto& game : readGames(directory.file("g.pgn")))
        reasons.emplace_back(game.reason());
    CHECK(reasons ==
          std::vector<std::string>{"White resigns", "Draw by 3-fold repetition", "Draw by 3-fold repetition"});
}

TEST_CASE("One engine's command outweighs the one of all", "[match]") {
    const auto options =
        match::parseMatchOptions(Words{"chess", "--each", "cmd=/bin/false a", "arg=b", "nodes=1", "--engine",
                                       "cmd=/bin/true", "name=own", "--engine", "name=each"},
                                 FUSILIER_BINARY);
    CHECK(options.engines[0].command.argv == Words{"/bin/true", "b"});
    CHECK(options.engines[1].command.argv == Words{"/bin/false", "a", "b"});
}

TEST_CASE("The program plays the same games in either protocol", "[match]") {
    for (const Game& game : games()) {
        INFO(game.info.name);
        const TemporaryDirectory directory;
        std::vector<std::string> played;
        for (const char* protocol : {"proto=uci", "proto=xboard"}) {
            const auto file = directory.file(protocol);
            playMatch({std::string(game.info.name), "--engine", "name=a", "nodes=300", protocol, "--engine", "name=b",
                       "nodes=200", "--openings", "random:4", "--games", "2", "--repeat", "--seed", "2", "--maxmoves",
                       "30", "--out", file});
            std::string moves;
            for (const auto& record : readGames(file)) {
                for (const PlyRecord& ply : record.plies)
                    moves += ply.move + " ";
                moves += std::string(record.reason()) + "; ";
            }
            played.push_back(moves);
        }
        CHECK(played[0].size() > 200);
        CHECK(played[0] == played[1]);
        CHECK(played[1].find("illegal") == std::string::npos);
    }
}

TEST_CASE("XBoard engines count the ranks of ten-rank boards from 0", "[match]") {
    const TemporaryDirectory directory;
    playMatch({"fourkings", "--engine", toy("xboard.sh", "good"), "--engine", toy("xboard.sh", "good"), "--each",
               "proto=xboard", "st=5", "--games", "1", "--maxmoves", "3", "--out", directory.file("g.pgn"), "--log",
               directory.file("log")});
    const auto games = readGames(directory.file("g.pgn"));
    REQUIRE(games.size() == 1);
    std::string moves;
    for (const PlyRecord& ply : games[0].plies)
        moves += ply.move + " ";
    CHECK(moves == "j3j4 a8a7 j4j5 a7a6 j5j6 a6a5 ");
    CHECK(readFile(directory.file("log")).find(">usermove j2j3") != std::string::npos);
    CHECK(games[0].tag("Termination") == "adjudication");
}

TEST_CASE("No descriptor and no child is left over many games", "[match]") {
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit few = before;
    few.rlim_cur = 64;  // a leak of one a game would end the match
    ::setrlimit(RLIMIT_NOFILE, &few);
    const std::size_t descriptors = openDescriptors();
    const MatchResult result =
        playMatch({"chess", "--engine", toy("uci.sh", "good"), "restart=on", "--engine", toy("uci.sh", "crash"),
                   "--each", "nodes=1", "--games", "1000", "--concurrency", "2", "--quiet"});
    CHECK(result.games == 1000);
    CHECK(openDescriptors() == descriptors);
    CHECK_FALSE(hasChildren());
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_CASE("Fixed nodes give the same games at any concurrency", "[match]") {
    for (const char* game : {"chess", "sentai", "fourkings"}) {
        INFO(game);
        const TemporaryDirectory directory;
        Words words = small;
        words[0] = game;
        words = words + Words{"--games", "6", "--seed", "11"};
        const auto one = playMatch(words + Words{"--out", directory.file("1.pgn")});
        const auto three = playMatch(words + Words{"--out", directory.file("3.pgn"), "--concurrency", "3"});
        CHECK(one.games == 6);
        CHECK(one.digest == three.digest);
        const auto a = readGames(directory.file("1.pgn"));
        const auto b = readGames(directory.file("3.pgn"));
        REQUIRE(a.size() == b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            CHECK(digest(a[i], digestSeed) == digest(b[i], digestSeed));
        words.back() = "12";
        CHECK(playMatch(words).digest != one.digest);
    }
}

TEST_CASE("A match cut short anywhere is resumed to the same games", "[match]") {
    const TemporaryDirectory directory;
    const Words words = small + Words{"--games", "6", "--concurrency", "2", "--out", directory.file("g.pgn")};
    const auto whole = playMatch(words);
    const std::string text = readFile(directory.file("g.pgn"));
    for (const double part : {0.0, 0.2, 0.5, 0.77, 0.99}) {
        writeFile(directory.file("g.pgn"),
                  text.substr(0, static_cast<std::size_t>(part * static_cast<double>(text.size()))));
        const auto resumed = playMatch(words + Words{"--resume"});
        CHECK(resumed.games == 6);
        CHECK(resumed.digest == whole.digest);
        CHECK(readGames(directory.file("g.pgn")).size() == 6);
    }
    // A file of another match is refused and stays as it is.
    const std::string before = readFile(directory.file("g.pgn"));
    CHECK_THROWS_AS(playMatch(words + Words{"--resume", "--seed", "5"}), InputError);
    CHECK_THROWS_AS(playMatch(words + Words{"--resume", "--games", "4"}), InputError);
    CHECK_THROWS_AS(playMatch(words), InputError);
    CHECK(readFile(directory.file("g.pgn")) == before);
    // So is one with a tail, and what is no game file at all.
    const std::string tailed = before + "[Event \"cut";
    for (const std::string& other : {tailed, std::string("my thesis\n")}) {
        writeFile(directory.file("g.pgn"), other);
        CHECK_THROWS_AS(playMatch(words + Words{"--resume", "--seed", "5"}), InputError);
        CHECK(readFile(directory.file("g.pgn")) == other);
    }
    // Ends of lines of other systems are no loss.
    std::string returned;
    for (const char c : before)
        returned += c == '\n' ? "\r\n" : std::string(1, c);
    writeFile(directory.file("g.pgn"), returned);
    CHECK(playMatch(words + Words{"--resume"}).digest == whole.digest);
    CHECK(readFile(directory.file("g.pgn")) == returned);
}

TEST_CASE("Games may go through a link or to what is not a file", "[match]") {
    const TemporaryDirectory directory;
    const std::string link = directory.file("link"), target = directory.file("g.pgn");
    const Words words = small + Words{"--games", "6", "--concurrency", "2", "--out", link};
    std::filesystem::create_symlink("g.pgn", link);
    playMatch(words);
    CHECK(std::filesystem::is_symlink(link));
    const auto games = readGames(target);
    CHECK(games.size() == 6);
    CHECK(std::is_sorted(games.begin(), games.end(), [](const auto& a, const auto& b) {
        return match::parseRound(a.tag("Round")) < match::parseRound(b.tag("Round"));
    }));
    std::filesystem::remove(link);
    std::filesystem::create_symlink("/dev/null", link);
    CHECK(playMatch(words).games == 6);
    CHECK(std::filesystem::is_symlink(link));
}

TEST_CASE("A match killed in full run is resumed without losing or repeating a game", "[match]") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("g.pgn");
    const Words words = small + Words{"--games", "40", "--concurrency", "3", "--out", path};
    const auto whole = playMatch(small + Words{"--games", "40"});
    {
        Words arguments = words;
        arguments.insert(arguments.begin(), "match");
        fusilier::testing::Process runner(arguments);
        for (int finished = 0; finished < 7;)
            finished += startsWith(runner.readLine().value(), "Finished") ? 1 : 0;
    }  // SIGKILL
    const auto left = readGames(path);
    CHECK(left.size() >= 6);
    CHECK(left.size() < 40);
    CHECK(playMatch(words + Words{"--resume"}).digest == whole.digest);
    CHECK(readGames(path).size() == 40);
}

TEST_CASE("Shards add up to the whole", "[match]") {
    const TemporaryDirectory directory;
    const Words words = small + Words{"--games", "10"};
    playMatch(words + Words{"--out", directory.file("whole.pgn")});
    Words parts;
    for (const char* shard : {"1", "2", "3"}) {
        parts.push_back(directory.file(shard));
        playMatch(words + Words{"--shard", std::string(shard) + "/3", "--out", parts.back()});
    }
    const auto whole = runProgram({"pgn", "merge", directory.file("whole.pgn"), "--sprt", "elo0=0", "elo1=10"});
    const auto merged = runProgram(Words{"pgn", "merge"} + parts +
                                   Words{"--sprt", "elo0=0", "elo1=10", "--out", directory.file("merged.pgn")});
    CHECK(whole.code == 0);
    CHECK(merged.code == 0);
    CHECK(withoutTimes(merged.lines) == withoutTimes(whole.lines));
    CHECK(anyContains(merged.lines, "10 games"));
    const auto games = readGames(directory.file("merged.pgn"));
    REQUIRE(games.size() == 10);
    CHECK(games[3].tag("Round") == "2.2");
    // Whoever has White in the first game there is: the order is the match's.
    writeFile(directory.file("later.pgn"), toPgn(games[3]));
    const auto later = runProgram({"pgn", "merge", directory.file("later.pgn")});
    const auto order = fmt::format("{} vs {}", games[0].white(), games[0].black());
    CHECK(anyContains(later.lines, "Score of " + order));
    // The same file twice counts once; files of different matches do not mix.
    CHECK(anyContains(runProgram(Words{"pgn", "merge", parts[0]} + parts).lines, "10 games"));
    playMatch(small + Words{"--games", "2", "--seed", "9", "--out", directory.file("other.pgn")});
    CHECK(runProgram(Words{"pgn", "merge", directory.file("other.pgn")} + parts).code == 2);
}

TEST_CASE("Ctrl-C ends a match with the table", "[match]") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("g.pgn");
    for (const int signal : {SIGINT, SIGTERM}) {
        std::filesystem::remove(path);
        fusilier::testing::Process runner({"match", "chess", "--each", "movetime=20", "--games", "1000",
                                           "--concurrency", "2", "--maxmoves", "10", "--out", path});
        for (std::string line; !startsWith(line, "Finished game");)
            line = runner.readLine().value();
        runner.sendSignal(signal);
        const auto rest = runner.readAll();
        CHECK(runner.wait() == 1);
        CHECK(anyContains(rest, "Elo difference"));
        CHECK(anyContains(rest, "Interrupted."));
        const auto games = readGames(path);
        CHECK(!games.empty());
        for (const GameRecord& game : games)
            CHECK(game.complete);
    }
}

TEST_CASE("A sequential test ends the match when it is decided", "[match]") {
    const TemporaryDirectory directory;
    const auto result = runProgram({"match", "chess", "--engine", toy("uci.sh", "good"), "name=good", "--engine",
                                    toy("uci.sh", "illegal"), "name=bad", "--each", "nodes=1", "--repeat", "--games",
                                    "1000", "--sprt", "elo0=0", "elo1=50", "--concurrency", "2", "--json"});
    CHECK(result.code == 0);
    REQUIRE(result.lines.size() == 1);  // JSON alone
    CHECK(contains(result.lines[0], "\"verdict\": \"H1\""));
    CHECK_FALSE(contains(result.lines[0], "\"games\": 1000"));
    CHECK(contains(result.errors, "H1 was accepted"));
}

TEST_CASE("Adjudication", "[match]") {
    const auto reasonWith = [](const Words& rules) {
        const TemporaryDirectory directory;
        playMatch(Words{"chess", "--engine", toy("xboard.sh", "good"), "proto=xboard", "--engine",
                        toy("uci.sh", "good"), "--each", "tc=60", "--out", directory.file("g.pgn")} +
                  rules);
        return std::string(readGames(directory.file("g.pgn")).at(0).reason());
    };
    // The first engine says -0.31 of every position, the second +0.13.
    CHECK(reasonWith({"--resign", "movecount=2", "score=30"}) == "Black wins by adjudication");
    CHECK(reasonWith({"--resign", "movecount=2", "score=40"}) == "Draw by 3-fold repetition");
    CHECK(reasonWith({"--resign", "movecount=2", "score=30", "twosided=true"}) == "Draw by 3-fold repetition");
    CHECK(reasonWith({"--resign", "movecount=2", "score=10", "twosided=true"}) == "Black wins by adjudication");
    CHECK(reasonWith({"--draw", "movenumber=2", "movecount=2", "score=31"}) == "Draw by adjudication");
    CHECK(reasonWith({"--draw", "movenumber=2", "movecount=2", "score=30"}) == "Draw by 3-fold repetition");
    CHECK(reasonWith({"--maxmoves", "3"}) == "Draw by adjudication: maximal game length");
}

TEST_CASE("Round robin of three, written in the inventors' notation", "[match]") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("g.pgn");
    playMatch({"thunder",    "--engine", "name=A",     "nodes=50", "--engine", "name=B",     "nodes=100", "--engine",
               "name=C",     "depth=1",  "--games",    "2",        "--repeat", "--openings", "random:4",  "nodes=100",
               "--maxmoves", "20",       "--notation", "long",     "--out",    path});
    CHECK(readGames(path).size() == 6);
    const auto checked = runProgram({"pgn", "check", path});
    CHECK(checked.code == 0);
    CHECK(anyContains(checked.lines, "6 games"));
    const auto converted = runProgram({"pgn", "convert", path, "--to", "coordinate"});
    CHECK(converted.code == 0);
    std::string text;
    for (const auto& line : converted.lines)
        text += line + "\n";
    writeFile(directory.file("c.pgn"), text);
    CHECK(runProgram({"pgn", "check", directory.file("c.pgn")}).code == 0);
    std::string back;
    for (const auto& line : runProgram({"pgn", "convert", directory.file("c.pgn"), "--to", "long"}).lines)
        back += line + "\n";
    CHECK(back == readFile(path));
    const auto fens = runProgram({"pgn", "convert", path, "--to", "fen", "--positions", "last"});
    CHECK(fens.lines.size() == 6);
}

TEST_CASE("pgn check finds what is wrong", "[match][pgn]") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("g.pgn");
    const auto check = [&](const std::string& text) {
        writeFile(path, text);
        return runProgram({"pgn", "check", path});
    };
    CHECK(check("[Variant \"chess\"]\n\n1. f2f3 e7e5 2. g2g4 d8h4 0-1\n").code == 0);
    CHECK(anyContains(check("1. f2f3 e7e5 2. g2g4 d8h4 1-0\n").lines, "checkmate"));
    CHECK(anyContains(check("1. f2f3 e7e5 2. g2g4 d8h4 3. a2a3 0-1\n").lines, "after the game has ended"));
    CHECK(anyContains(check("1. e2e5 *\n").lines, "ply 1"));
    CHECK(anyContains(check("1. e2e4\n").lines, "cut short"));
    CHECK(anyContains(check("[Result \"1-0\"]\n\n1. e2e4 0-1\n").lines, "the tag says"));
    CHECK(anyContains(check("[Variant \"ludo\"]\n\n*\n").lines, "unknown variant"));
    CHECK(check("1. e2e5 *\n").code == 1);
}

TEST_CASE("Wrong command lines are refused", "[match]") {
    const std::vector<Words> bad = {
        {"match"},
        {"match", "ludo", "--each", "nodes=1"},
        {"match", "chess"},  // no limit
        {"match", "chess", "--each", "nodes=0"},
        {"match", "chess", "--each", "nodes=1", "--frobnicate"},
        {"match", "chess", "--each", "nodes=1", "speed=9"},
        {"match", "chess", "--each", "tc=fast"},
        {"match", "chess", "--each", "nodes=1", "--games", "-1"},
        {"match", "chess", "--each", "nodes=1", "--resume"},
        {"match", "chess", "--each", "nodes=1", "--sprt", "elo0=5", "elo1=0"},
        {"match", "chess", "--each", "nodes=1", "--sprt", "elo2=5"},
        {"match", "chess", "--each", "nodes=1", "--shard", "3/2"},
        {"match", "chess", "--each", "nodes=1", "--openings", "/no/such/file"},
        {"match", "chess", "--each", "nodes=1", "--openings", "random:x"},
        {"match", "chess", "--each", "nodes=1", "--engine", "name=x", "--engine", "name=x"},
        {"match", "chess", "--each", "nodes=1", "--engine", "proto=usi"},
        {"match", "chess", "--each", "nodes=1", "--engine", "cmd=/no/such/engine"},
        {"pgn"},
        {"pgn", "sort", "x"},
        {"pgn", "check"},
        {"pgn", "check", "/no/such/file"},
        {"openings"},
        {"openings", "chess", "--count", "0"},
    };
    for (const Words& words : bad) {
        std::string line;
        for (const auto& word : words)
            line += word + " ";
        INFO(line);
        const auto result = runProgram(words);
        CHECK(result.code != 0);
        CHECK(!result.errors.empty());
    }
    for (const char* command : {"match", "pgn", "openings"}) {
        CHECK(anyContains(runProgram({command, "--help"}).lines, "usage: fusilier"));
        CHECK(anyContains(runProgram({"help", command}).lines, "usage: fusilier"));
    }
}

TEST_CASE("One hyphen serves as well as two, and cutechess's names are known", "[match]") {
    const TemporaryDirectory directory;
    const auto result = runProgram({"match",
                                    "-variant",
                                    "chess",
                                    "-engine",
                                    toy("uci.sh", "good"),
                                    "name=A",
                                    "-engine",
                                    toy("uci.sh", "good"),
                                    "name=B",
                                    "-each",
                                    "tc=10",
                                    "-rounds",
                                    "2",
                                    "-games",
                                    "2",
                                    "-repeat",
                                    "-pgnout",
                                    directory.file("g.pgn"),
                                    "-recover",
                                    "-ratinginterval",
                                    "1"});
    CHECK(result.code == 0);
    CHECK(anyContains(result.lines, "Finished game 4 (B vs A): 1/2-1/2 {Draw by 3-fold repetition}"));
    CHECK(anyContains(result.lines, "Score of A vs B: 0 - 0 - 4  [0.500] 4"));
    CHECK(anyContains(result.lines, "Elo difference: 0.0 +/- 0.0, LOS: 50.0 %, DrawRatio: 100.0 %"));
    CHECK(anyContains(result.lines, "Progress: 4/4"));
    CHECK(readGames(directory.file("g.pgn")).size() == 4);
}
