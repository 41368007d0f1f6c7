// The protocol end to end: the real binary at the other end of a pipe.

#include <algorithm>
#include <chrono>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "catch2.h"
#include "process.h"

using namespace fusilier::testing;

namespace {

using Lines = std::vector<std::string>;

const std::string chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const std::set<std::string> chessFirstMoves{"a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3",
                                            "d2d4", "e2e3", "e2e4", "f2f3", "f2f4", "g2g3", "g2g4",
                                            "h2h3", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3"};

class Client : public Process {
  public:
    /// What is said in answer to `command` before the engine is ready again.
    Lines ask(std::string_view command) {
        send(command);
        send("isready");
        auto lines = readUntil("readyok");
        lines.pop_back();
        return lines;
    }

    std::string line(std::string_view command, std::string_view prefix) {
        for (const auto& answer : ask(command))
            if (startsWith(answer, prefix)) return answer.substr(prefix.size());
        return "";
    }

    std::string fen() { return line("d", "Fen: "); }
    std::string key() { return line("d", "Key: "); }

    /// Perft's lines, up to the sum.
    Lines perft(int depth) {
        send("go perft " + std::to_string(depth));
        return readUntil("Nodes searched: ");
    }

    /// The search's lines, up to its best move.
    Lines search(std::string_view command) {
        send(command);
        return readUntil("bestmove ");
    }

    /// Does the search report its best move before `time` has passed?
    bool answersWithin(std::chrono::milliseconds time) {
        const auto deadline = std::chrono::steady_clock::now() + time;
        for (;;) {
            const auto left = deadline - std::chrono::steady_clock::now();
            const auto line = readLine(std::chrono::duration_cast<std::chrono::milliseconds>(left));
            if (!line) return false;
            if (startsWith(*line, "bestmove")) return true;
        }
    }
};

std::string bestMove(const Lines& lines) {
    static const std::regex form("bestmove (\\S+)( ponder \\S+)?");
    std::smatch match;
    if (!std::regex_match(lines.back(), match, form)) return "malformed: " + lines.back();
    return match[1];
}

std::size_t count(const Lines& lines, std::string_view prefix) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return startsWith(line, prefix); }));
}

/// The last `info` line that has a score.
std::string lastInfo(const Lines& lines) {
    for (auto it = lines.rbegin(); it != lines.rend(); ++it)
        if (startsWith(*it, "info depth") && contains(*it, " score ")) return *it;
    return "";
}

long field(const std::string& info, const std::string& name) {
    std::smatch match;
    if (!std::regex_search(info, match, std::regex(" " + name + " (-?[0-9]+)"))) return -1;
    return std::stol(match[1]);
}

}  // namespace

TEST_CASE("UCI: the engine introduces itself and its options", "[uci]") {
    Client engine;
    engine.send("uci");
    const auto lines = engine.readUntil("uciok");
    CHECK(startsWith(lines.at(0), "id name Fusilier "));
    CHECK(startsWith(lines.at(1), "id author "));
    CHECK(count(lines, "option name Hash type spin default 16 min 1 max ") == 1);
    CHECK(count(lines,
                "option name UCI_Variant type combo default chess var chess var sentai var sentinel var fourkings "
                "var thunder") == 1);
}

TEST_CASE("UCI: positions are set up and moves played", "[uci]") {
    Client engine;
    CHECK(engine.fen() == chessStart);
    CHECK(engine.ask("position startpos moves e2e4").empty());
    CHECK(engine.fen() == afterE4);
    engine.ask("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    CHECK(engine.fen() == "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    engine.ask("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 3 40 moves a7a8n");
    CHECK(engine.fen() == "N3k3/8/8/8/8/8/8/4K3 b - - 0 40");
    engine.ask("position fen 4k3/P7/8/8/8/8/8/4K3 w - -");
    CHECK(engine.fen() == "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    engine.ask("position startpos moves");
    CHECK(engine.fen() == chessStart);
}

TEST_CASE("UCI: equal positions have equal keys", "[uci]") {
    Client engine;
    const auto start = engine.key();
    CHECK(std::regex_match(start, std::regex("[0-9A-F]{16}")));
    engine.ask("position startpos moves g1f3 g8f6 b1c3");
    const auto one = engine.key();
    engine.ask("position startpos moves b1c3 g8f6 g1f3");
    CHECK(engine.key() == one);
    CHECK(one != start);
    engine.ask("position startpos moves g1f3 g8f6 f3g1 f6g8");
    CHECK(engine.key() == start);
}

TEST_CASE("UCI: what is refused is named and changes nothing", "[uci]") {
    struct Refusal {
        const char* command;
        const char* named;
    };
    const auto refusal = GENERATE(values<Refusal>({
        {"frobnicate now", "unknown command 'frobnicate'"},
        {"setoption", "setoption name NAME"},
        {"setoption name", "setoption name NAME"},
        {"setoption name value 3", "setoption name NAME"},
        {"setoption Hash 3", "setoption name NAME"},
        {"setoption name Contempt value 3", "unknown option 'Contempt'"},
        {"setoption name Two Words value 3", "unknown option 'Two Words'"},
        {"setoption name Hash", "Hash needs a value"},
        {"setoption name Hash value", "Hash needs a value"},
        {"setoption name Hash value many", "'many'"},
        {"setoption name Hash value 12 MB", "'12 MB'"},
        {"setoption name UCI_Variant value ludo", "'ludo'"},
        {"setoption name UCI_Variant", "UCI_Variant needs a value"},
        {"position", "position startpos|fen"},
        {"position endpos", "position startpos|fen"},
        {"position moves e2e4", "position startpos|fen"},
        {"position startpos e2e4", "'e2e4'"},
        {"position fen", "FEN is missing"},
        {"position fen moves e2e4", "FEN is missing"},
        {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "rank"},
        {"position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank"},
        {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w - - 0 1", "X"},
        {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "x"},
        {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "field"},
        {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1", "e4"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w - - a 1", "a"},
        {"position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "more"},
        {"position fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "royal"},
        {"position fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "royal"},
        {"position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn"},
        {"position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "royal"},
        {"position startpos moves e2e5", "illegal move"},
        {"position startpos moves e2e4 e7e5 e4e5", "'e4e5'"},
        {"position startpos moves e2e4 e7e9", "malformed move"},
        {"position startpos moves banana", "'banana'"},
        {"position startpos moves e2e4 e7e5 moves g1f3", "'moves'"},
        {"go depth", "depth needs a number"},
        {"go depth x", "'x'"},
        {"go depth 0", "depth must be at least 1"},
        {"go depth 99999999999999999999", "'99999999999999999999'"},
        {"go nodes -1", "'-1'"},
        {"go nodes 0", "nodes must be at least 1"},
        {"go movetime 1.5", "'1.5'"},
        {"go wtime soon btime 100", "'soon'"},
        {"go wtime 100 btime", "btime needs a number"},
        {"go binc binc", "'binc'"},
        {"go movestogo few", "'few'"},
        {"go mate 0", "mate must be at least 1"},
        {"go perft x", "'x'"},
        {"go perft", "perft needs a number"},
        {"go sideways", "'sideways'"},
        {"go searchmoves", "searchmoves needs at least one move"},
        {"go searchmoves infinite", "searchmoves needs at least one move"},
        {"go depth 1 searchmoves e2e4", "'e2e4'"},
        {"bench ludo", "unknown game 'ludo'"},
        {"bench chess deep", "'deep'"},
        {"bench chess 0", "'0'"},
        {"bench chess 1 1", "too much"},
    }));
    CAPTURE(refusal.command);
    Client engine;
    engine.ask("position startpos moves e2e4");
    const auto key = engine.key();
    const auto answer = engine.ask(refusal.command);
    REQUIRE(answer.size() == 1);
    CHECK(startsWith(answer[0], "info string "));
    CHECK_THAT(answer[0], Catch::Matchers::Contains(refusal.named, Catch::CaseSensitive::No));
    CHECK(engine.fen() == afterE4);
    CHECK(engine.key() == key);
    CHECK(engine.perft(1).back() == "Nodes searched: 20");
}

TEST_CASE("UCI: an illegal move leaves the position before the command", "[uci]") {
    Client engine;
    engine.ask("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 3 40");
    const auto answer = engine.ask("position startpos moves e2e4 e7e5 e1e3");
    REQUIRE(answer.size() == 1);
    CHECK(contains(answer[0], "illegal move"));
    CHECK(contains(answer[0], "e1e3"));
    CHECK(engine.fen() == "4k3/P7/8/8/8/8/8/4K3 w - - 3 40");
}

TEST_CASE("UCI: choosing a game describes it and sets up its start", "[uci]") {
    struct Chosen {
        std::string name;
        std::string board;
        std::string start;
        std::string moves;
    };
    // Boards and start positions from the rules, move counts from the published tables.
    const auto chosen = GENERATE(values<Chosen>({
        {"chess", "files 8 ranks 8 pocket 0 template chess", chessStart, "20"},
        {"sentai", "files 8 ranks 8 pocket 0 template fairy", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         "36"},
        {"sentinel", "files 8 ranks 8 pocket 0 template fairy",
         "rnbskbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBSKBNR w KQkq - 0 1", "20"},
        {"fourkings", "files 10 ranks 10 pocket 0 template fairy",
         "kzekiikezk/anfgaagfna/pppppppppp/10/10/10/10/PPPPPPPPPP/ANFGAAGFNA/KZEKIIKEZK w - - 0 1", "38"},
        {"thunder", "files 8 ranks 8 pocket 0 template fairy", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
         "23"},
    }));
    CAPTURE(chosen.name);
    Client engine;
    engine.ask("position startpos moves e2e4");
    const auto answer = engine.ask("setoption name uci_variant value " + chosen.name);
    REQUIRE(answer.size() == 1);
    CHECK(answer[0] == "info string variant " + chosen.name + " " + chosen.board + " startpos " + chosen.start);
    CHECK(engine.fen() == chosen.start);
    CHECK(engine.perft(1).back() == "Nodes searched: " + chosen.moves);
    CHECK(bestMove(engine.search("go depth 2")) != "(none)");
}

TEST_CASE("UCI: a game refused leaves the game and position before", "[uci]") {
    Client engine;
    engine.ask("setoption name UCI_Variant value thunder");
    engine.ask("position startpos moves e2e4");
    const auto fen = engine.fen();
    CHECK(engine.ask("setoption name UCI_Variant value ludo").size() == 1);
    CHECK(engine.fen() == fen);
    CHECK(startsWith(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -"));
}

TEST_CASE("UCI: a hash size out of range is clamped and not fatal", "[uci]") {
    Client engine;
    const auto answer = engine.ask("setoption name hash value 0");
    REQUIRE(answer.size() == 1);
    CHECK(answer[0] == "info string option Hash set to 1");
    CHECK(engine.ask("setoption name HASH value -99999999999999999999").size() == 1);
    CHECK(engine.ask("setoption name Hash value 8").empty());
    CHECK(chessFirstMoves.contains(bestMove(engine.search("go depth 2"))));
}

TEST_CASE("UCI: accepted and ignored", "[uci]") {
    Client engine;
    CHECK(engine.ask("debug on").empty());
    CHECK(engine.ask("debug off").empty());
    CHECK(engine.ask("register later").empty());
    CHECK(engine.ask("ucinewgame").empty());
    CHECK(engine.ask("stop").empty());
    CHECK(engine.ask("ponderhit").empty());
    CHECK(engine.ask("   ").empty());
    CHECK(engine.ask("").empty());
}

TEST_CASE("UCI: perft lists the root moves and their sum", "[uci]") {
    Client engine;
    const auto lines = engine.perft(2);
    REQUIRE(lines.size() == 22);
    std::set<std::string> moves;
    for (std::size_t i = 0; i < 20; ++i) {
        CHECK(lines[i].substr(4) == ": 20");
        moves.insert(lines[i].substr(0, 4));
    }
    CHECK(moves == chessFirstMoves);
    CHECK(lines[20].empty());
    CHECK(lines[21] == "Nodes searched: 400");
    engine.ask("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    CHECK(engine.perft(3).back() == "Nodes searched: 97862");
}

TEST_CASE("UCI: perft shares its root moves among Threads", "[uci]") {
    Client engine;
    engine.ask("setoption name Threads value 3");
    const auto lines = engine.perft(4);
    REQUIRE(lines.size() == 22);
    CHECK(lines.back() == "Nodes searched: 197281");
    CHECK(anyContains(lines, "e2e4: 13160"));
    engine.send("go perft 30");
    engine.send("stop");
    CHECK(anyContains(engine.readUntil("Nodes searched: "), "info string perft stopped: "));
}

TEST_CASE("UCI: perft can be stopped, and says that its sum is partial", "[uci]") {
    Client engine;
    CHECK(engine.ask("go perft 30").empty());
    engine.send("stop");
    const auto lines = engine.readUntil("Nodes searched: ");
    CHECK(anyContains(lines, "info string perft stopped: "));
    CHECK(anyContains(lines, " of 20 moves counted, the sum is partial"));
    // It counts anew as if nothing had been.
    CHECK(engine.perft(3).back() == "Nodes searched: 8902");
    engine.send("go perft 30");
    engine.send("quit");
    CHECK(startsWith(engine.readAll().back(), "Nodes searched: "));
    CHECK(engine.wait() == 0);
}

TEST_CASE("UCI: commands that need the position, and the end of input, await a perft", "[uci]") {
    const auto result = runProgram({}, "go perft 4\nposition startpos moves e2e4\ngo perft 3\nd\ngo perft 2\n");
    CHECK(result.code == 0);
    CHECK_FALSE(anyContains(result.lines, "partial"));
    Lines sums;
    for (const auto& line : result.lines)
        if (startsWith(line, "Nodes searched: ")) sums.push_back(line.substr(16));
    CHECK(sums == Lines{"197281", "13160", "600"});
}

TEST_CASE("UCI: a search reports its progress in full", "[uci]") {
    Client engine;
    const auto lines = engine.search("go depth 3");
    const std::regex form(
        "info depth [0-9]+ seldepth [0-9]+ multipv 1 score (cp|mate) -?[0-9]+( lowerbound| upperbound)? nodes [0-9]+ "
        "nps [0-9]+ hashfull [0-9]+ tbhits 0 time [0-9]+ pv( [a-h][1-8][a-h][1-8][qrbn]?)+");
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        CAPTURE(lines[i]);
        CHECK(std::regex_match(lines[i], form));
    }
    CHECK(field(lastInfo(lines), "depth") == 3);
    CHECK(chessFirstMoves.contains(bestMove(lines)));
}

TEST_CASE("UCI: MultiPV gives as many different first moves, at most those there are", "[uci]") {
    Client engine;
    const auto firstMoves = [&](int count) {
        engine.send("setoption name MultiPV value " + std::to_string(count));
        std::set<std::string> moves;
        for (const auto& line : engine.search("go depth 3"))
            if (line.find("info depth 3 ") == 0) moves.insert(line.substr(line.find(" pv ") + 4, 4));
        return moves;
    };
    CHECK(firstMoves(3).size() == 3);
    CHECK(firstMoves(500) == chessFirstMoves);
}

TEST_CASE("UCI: chances of win, draw and loss add up to a thousand", "[uci]") {
    Client engine;
    engine.send("setoption name UCI_ShowWDL value true");
    const auto info = lastInfo(engine.search("go depth 3"));
    std::smatch match;
    REQUIRE(std::regex_search(info, match, std::regex(" wdl ([0-9]+) ([0-9]+) ([0-9]+) ")));
    CHECK(std::stoi(match[1]) + std::stoi(match[2]) + std::stoi(match[3]) == 1000);
}

TEST_CASE("UCI: two threads find a mate, and count both their nodes", "[uci]") {
    Client engine;
    engine.send("setoption name Threads value 2");
    engine.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    const auto lines = engine.search("go depth 6");
    CHECK(bestMove(lines) == "a1a8");
    CHECK(lastInfo(lines).find("score mate 1 ") != std::string::npos);
}

TEST_CASE("UCI: nodes are counted from the start of each search, by all threads, and never fall", "[uci]") {
    Client engine;
    engine.send("setoption name Threads value 4");
    for (int round = 0; round < 5; ++round) {
        engine.search("go nodes 20000");
        engine.send("position fen 4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        long before = 0;
        for (const auto& line : engine.search("go depth 6")) {
            const long nodes = field(line, "nodes");
            if (before == 0) CHECK(nodes < 5000);
            if (nodes >= 0) CHECK(nodes >= before);
            before = std::max(before, nodes);
        }
        engine.send("position startpos");
    }
}

TEST_CASE("UCI: the best move is the last one shown, with any threads, levels and limits", "[uci]") {
    Client engine;
    engine.send("setoption name Threads value 3");
    const auto check = [&](const std::string& go) {
        CAPTURE(go);
        const auto lines = engine.search(go);
        CHECK((lastInfo(lines) + " ").find(" pv " + bestMove(lines) + " ") != std::string::npos);
        return field(lastInfo(lines), "nodes");
    };
    for (int i = 0; i < 10; ++i) {
        check("go movetime " + std::to_string(5 + 7 * i));
        check("go nodes " + std::to_string(100 + 300 * i));
        check("go depth " + std::to_string(3 + i / 2));
    }
    // A level is a number of nodes, whoever searches them.
    engine.send("setoption name Skill Level value 0");
    engine.send("position startpos moves e2e4 d7d5");
    CHECK(check("go movetime 1000") == 24);
}

TEST_CASE("UCI: a search for a mate that is not there goes on to the greatest depth although a longer one is",
          "[uci]") {
    Client engine;
    engine.send("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    const auto lines = engine.search("go mate 1");
    CHECK(contains(lastInfo(lines), " score mate 2 "));
    CHECK(field(lastInfo(lines), "depth") > 190);
}

TEST_CASE("UCI: a pondering search waits for ponderhit or stop", "[uci]") {
    Client engine;
    engine.send("go ponder wtime 100 btime 100 depth 1");
    CHECK_FALSE(engine.answersWithin(std::chrono::milliseconds(300)));
    const auto* command = GENERATE("ponderhit", "stop");
    CHECK(chessFirstMoves.contains(bestMove(engine.search(command))));
}

TEST_CASE("UCI: each limit ends a search", "[uci]") {
    const auto* command = GENERATE("go depth 1", "go nodes 2000", "go movetime 100", "go wtime 300 btime 300",
                                   "go wtime 1000 btime 1 winc 10 binc 10 movestogo 5", "go wtime -50 btime 100",
                                   "go wtime 200 btime 200 movestogo 0", "go movetime 0", "go depth 2 nodes 100000");
    CAPTURE(command);
    Client engine;
    const auto start = std::chrono::steady_clock::now();
    const auto lines = engine.search(command);
    CHECK(chessFirstMoves.contains(bestMove(lines)));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("UCI: a node limit is kept exactly, and the last report has it", "[uci]") {
    Client engine;
    for (const long limit : {1, 2, 20, 100, 777, 20000, 65536}) {
        engine.send("ucinewgame");
        const auto lines = engine.search("go nodes " + std::to_string(limit));
        CAPTURE(limit, lastInfo(lines));
        CHECK(field(lastInfo(lines), "nodes") == limit);
        CHECK(lastInfo(lines).ends_with(" pv " + bestMove(lines)) +
                  contains(lastInfo(lines), " pv " + bestMove(lines) + " ") ==
              1);
    }
}

TEST_CASE("UCI: only the moves asked for are searched", "[uci]") {
    Client engine;
    CHECK(bestMove(engine.search("go depth 3 searchmoves a2a3")) == "a2a3");
    const auto best = bestMove(engine.search("go searchmoves h2h3 h2h4 depth 3"));
    CHECK((best == "h2h3" || best == "h2h4"));
}

TEST_CASE("UCI: mate in one is found and ends the search for a mate", "[uci]") {
    Client engine;
    engine.ask("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const auto lines = engine.search("go mate 1");
    CHECK(bestMove(lines) == "a1a8");
    CHECK(contains(lastInfo(lines), " score mate 1 "));
}

TEST_CASE("UCI: without a legal move there is no best move", "[uci]") {
    Client engine;
    engine.ask("position startpos moves f2f3 e7e5 g2g4 d8h4");  // checkmate
    CHECK(engine.search("go depth 5").back() == "bestmove (none)");
    CHECK(contains(engine.line("d", "Over: "), "checkmate"));
    engine.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");  // stalemate
    CHECK(engine.search("go movetime 100").back() == "bestmove (none)");
    CHECK(contains(engine.line("d", "Over: "), "stalemate"));
    CHECK(engine.perft(1).back() == "Nodes searched: 0");
}

TEST_CASE("UCI: an infinite search answers isready and ends by stop", "[uci]") {
    Client engine;
    CHECK(count(engine.ask("go infinite"), "bestmove") == 0);
    CHECK(count(engine.ask("isready"), "bestmove") == 0);
    engine.send("stop");
    const auto lines = engine.readUntil("bestmove ");
    CHECK(chessFirstMoves.contains(bestMove(lines)));
    CHECK(engine.fen() == chessStart);
}

TEST_CASE("UCI: an infinite search of a shallow tree still waits for stop", "[uci]") {
    Client engine;
    engine.ask("position startpos moves f2f3 e7e5 g2g4 d8h4");
    CHECK(count(engine.ask("go infinite"), "bestmove") == 0);
    CHECK_FALSE(engine.answersWithin(std::chrono::milliseconds(200)));
    engine.send("stop");
    CHECK(engine.readUntil("bestmove ").back() == "bestmove (none)");
}

TEST_CASE("UCI: pondering waits for ponderhit or stop", "[uci]") {
    Client engine;
    CHECK(count(engine.ask("go ponder movetime 20"), "bestmove") == 0);
    CHECK_FALSE(engine.answersWithin(std::chrono::milliseconds(200)));
    engine.send("ponderhit");
    CHECK(chessFirstMoves.contains(bestMove(engine.readUntil("bestmove "))));
    engine.send("go ponder wtime 1000 btime 1000");
    engine.send("stop");
    CHECK(chessFirstMoves.contains(bestMove(engine.readUntil("bestmove "))));
}

TEST_CASE("UCI: a command that needs the position ends the search first", "[uci]") {
    struct Interruption {
        std::string command;
        std::string fen;
    };
    const auto given = GENERATE(values<Interruption>({
        {"position startpos moves e2e4", afterE4},
        {"position startpos moves e2e5", chessStart},
        {"setoption name Hash value 4", chessStart},
        {"setoption name UCI_Variant value thunder", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
        {"ucinewgame", chessStart},
        {"go perft 1", chessStart},
    }));
    CAPTURE(given.command);
    Client engine;
    engine.send("go infinite");
    const auto lines = engine.ask(given.command);
    CHECK(count(lines, "bestmove ") == 1);
    CHECK(engine.fen() == given.fen);
}

TEST_CASE("UCI: a second go ends the first search with its own best move", "[uci]") {
    Client engine;
    engine.send("go infinite");
    engine.send("go depth 1 searchmoves a2a3");
    CHECK(chessFirstMoves.contains(bestMove(engine.readUntil("bestmove "))));
    CHECK(bestMove(engine.readUntil("bestmove ")) == "a2a3");
}

TEST_CASE("UCI: a malformed go does not disturb a search", "[uci]") {
    Client engine;
    engine.send("go infinite");
    const auto lines = engine.ask("go depth x");
    CHECK(count(lines, "info string ") == 1);
    CHECK(count(lines, "bestmove ") == 0);
    engine.send("stop");
    engine.readUntil("bestmove ");
}

TEST_CASE("UCI: the evaluation is the mover's", "[uci]") {
    Client engine;
    engine.ask("position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    const auto mine = engine.line("eval", "Evaluation: ");
    engine.ask("position fen 4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
    const auto theirs = engine.line("eval", "Evaluation: ");
    REQUIRE_FALSE(mine.empty());
    REQUIRE_FALSE(theirs.empty());
    CHECK(std::stoi(mine) > 300);
    CHECK(std::stoi(theirs) < -300);
}

TEST_CASE("UCI: bench ends with the line that testers read", "[uci]") {
    Client engine;
    const auto lines = engine.ask("bench chess 1");
    REQUIRE(lines.size() > 4);
    CHECK(std::regex_match(lines.back(), std::regex("[1-9][0-9]* nodes [1-9][0-9]* nps")));
    const auto& nodes = lines.at(lines.size() - 3);
    CHECK(startsWith(nodes, "Nodes searched  : "));
    const auto again = engine.ask("bench chess 1");
    CHECK(again.at(again.size() - 3) == nodes);
    CHECK(engine.fen() == chessStart);
}

TEST_CASE("UCI: quit ends the program", "[uci]") {
    Client engine;
    engine.send("quit");
    CHECK(engine.readAll().empty());
    CHECK(engine.wait() == 0);
}

TEST_CASE("UCI: quit during a search ends it cleanly", "[uci]") {
    Client engine;
    engine.send("go infinite");
    engine.send("quit");
    const auto lines = engine.readAll();
    REQUIRE_FALSE(lines.empty());
    CHECK(chessFirstMoves.contains(bestMove(lines)));
    CHECK(engine.wait() == 0);
}

TEST_CASE("UCI: the end of input ends the program", "[uci]") {
    const auto result = runProgram({}, "isready\n");
    CHECK(result.lines == Lines{"readyok"});
    CHECK(result.errors.empty());
    CHECK(result.code == 0);
}

TEST_CASE("UCI: the end of input during a search ends it cleanly", "[uci]") {
    const auto* command = GENERATE("go infinite\n", "go depth 50\n", "go ponder\n", "go wtime 600000 btime 600000\n");
    CAPTURE(command);
    const auto result = runProgram({}, command);
    REQUIRE_FALSE(result.lines.empty());
    CHECK(chessFirstMoves.contains(bestMove(result.lines)));
    CHECK(count(result.lines, "bestmove ") == 1);
    CHECK(result.errors.empty());
    CHECK(result.code == 0);
}

TEST_CASE("UCI: carriage returns and a missing last newline are tolerated", "[uci]") {
    const auto result = runProgram({}, "position startpos moves e2e4\r\nd\r\n\r\nisready");
    CHECK(anyContains(result.lines, "Fen: " + afterE4));
    CHECK(result.lines.back() == "readyok");
    CHECK(result.code == 0);
    CHECK_FALSE(anyContains(result.lines, "info string"));
}

TEST_CASE("UCI: long lines are read whole and quoted short", "[uci]") {
    Client engine;
    std::string shuffle = "position startpos moves";
    for (int i = 0; i < 500; ++i)
        shuffle += " g1f3 g8f6 f3g1 f6g8";
    CHECK(engine.ask(shuffle).empty());
    CHECK(engine.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2000 1001");
    const auto answer = engine.ask(std::string(std::size_t{10} << 20, 'x'));
    REQUIRE(answer.size() == 1);
    CHECK(startsWith(answer[0], "info string unknown command 'xxx"));
    CHECK(answer[0].size() < 300);
}

TEST_CASE("UCI: the loss of the output ends the program", "[uci]") {
    Client engine;
    engine.send("go infinite");
    engine.closeOutput();
    engine.send("isready");
    CHECK(engine.wait() == 0);
}
