// What has brought other engines down or out of step: the edges of time, memory, input and the board.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch2.h"
#include "core/text.h"
#include "fusilier/registry.h"
#include "fusilier/splitmix.h"
#include "process.h"

using namespace fusilier;
using namespace fusilier::testing;

namespace {

using Lines = std::vector<std::string>;

/// The program as UCI speaks to it, beside a Session that is told the same and knows what is legal.
class Pair {
  public:
    explicit Pair(const Game& game) : session(game.open()) {
        engine.send("setoption name Hash value 1");
        engine.send("setoption name UCI_Variant value " + std::string(game.info.name));
        isReady();
    }

    void position(const std::string& fen, const Lines& moves = {}) {
        session->setPosition(fen, moves);
        engine.send("position " + (fen.empty() ? "startpos" : "fen " + fen) + " moves " + joinWords(moves));
    }

    /// The answers before readyok.
    Lines isReady() {
        engine.send("isready");
        auto lines = engine.readUntil("readyok");
        lines.pop_back();
        return lines;
    }

    /// Sends the commands in one piece. The lines up to the best move, which is legal, as is every line of thinking;
    /// and none goes on where the game is over.
    Lines search(const std::string& commands) {
        CAPTURE(commands, session->fen());
        engine.send(commands);
        const auto lines = engine.readUntil("bestmove ");
        const auto best = std::string(splitWords(lines.back()).at(1));
        const auto legal = session->legalMoves();
        CHECK((legal.empty() ? best == "(none)" : std::binary_search(legal.begin(), legal.end(), best)));
        for (const auto& line : lines)
            if (const auto at = line.find(" pv "); at != std::string::npos) checkLine(line.substr(at + 4));
        return lines;
    }

    Process engine;
    std::unique_ptr<Session> session;

  private:
    void checkLine(const std::string& pv) {
        CAPTURE(pv);
        int played = 0;
        for (const auto move : splitWords(pv)) {
            if (played > 0) CHECK_FALSE(session->outcome().over());
            CHECK_NOTHROW(session->play(move));
            ++played;
        }
        for (; played > 0; --played)
            session->undo();
    }
};

std::size_t count(const Lines& lines, std::string_view prefix) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const auto& line) { return startsWith(line, prefix); }));
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// The start position with every rank between the pieces full of pawns.
std::string fullBoard(const GameInfo& info) {
    const std::string start(info.startFen);
    std::string board = start.substr(0, start.find('/'));
    for (int rank = info.ranks - 2; rank > 0; --rank)
        board += "/" + repeated(rank >= info.ranks / 2 ? "p" : "P", info.files);
    std::string last = start.substr(0, start.find(' '));
    return board + "/" + last.substr(last.rfind('/') + 1) + " w - - 0 1";
}

/// Boards from letters: '.' is an empty square.
std::string fenOf(const GameInfo& info, const std::string& squares) {
    std::string board;
    for (int i = 0; i < info.files * info.ranks; ++i) {
        if (i > 0 && i % info.files == 0) board += '/';
        board += squares[static_cast<std::size_t>(i)] == '.' ? '1' : squares[static_cast<std::size_t>(i)];
    }
    std::string fen;  // one run of digits may not stand for several
    for (std::size_t i = 0; i < board.size();) {
        std::size_t run = 0;
        while (i + run < board.size() && board[i + run] == '1')
            ++run;
        fen += run > 0 ? std::to_string(run) : std::string(1, board[i]);
        i += std::max<std::size_t>(run, 1);
    }
    return fen + " w - - 0 1";
}

bool taken(Session& session, const std::string& fen) {
    try {
        session.setPosition(fen, {});
        return true;
    } catch (const InputError&) {
        return false;
    }
}

/// Two moves and their reversals, after which the position is the one before; nothing if there are none.
Lines roundTrip(Session& session) {
    const auto start = session.key();
    const auto back = [](const std::string& move) { return move.substr(2, 2) + move.substr(0, 2); };
    const auto isLegal = [&](const std::string& move) {
        const auto legal = session.legalMoves();
        return std::binary_search(legal.begin(), legal.end(), move);
    };
    for (const auto& first : session.legalMoves()) {
        if (first.size() != 4) continue;
        session.play(first);
        for (const auto& second : session.legalMoves()) {
            if (second.size() != 4) continue;
            session.play(second);
            int played = 0;
            for (const auto& move : {back(first), back(second)})
                if (isLegal(move)) session.play(move), ++played;
            const bool closed = played == 2 && session.key() == start;
            for (; played >= 0; --played)
                session.undo();
            if (closed) {
                session.undo();
                return {first, second, back(first), back(second)};
            }
        }
        session.undo();
    }
    return {};
}

/// The royal of a game alone against its like: letters of the start position are tried until the FEN is taken.
std::string bareRoyals(const Game& game) {
    const auto session = game.open();
    for (const char letter : game.info.startFen.substr(0, game.info.startFen.find('/'))) {
        std::string squares(static_cast<std::size_t>(game.info.files * game.info.ranks), '.');
        squares.front() = letter;
        squares.back() = upper(letter);
        if (const auto fen = fenOf(game.info, squares); taken(*session, fen)) return fen;
    }
    throw std::logic_error("no royal found");
}

/// Of random boards of White's pieces and one black royal the one with the most moves.
std::string mostMoves(const Game& game) {
    const auto session = game.open();
    const std::string pieces(game.info.startFen.substr(0, game.info.startFen.find('/')));
    SplitMix random(1);
    std::string best;
    std::size_t most = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string squares(static_cast<std::size_t>(game.info.files * game.info.ranks), '.');
        for (std::size_t n = 6 + random.below(24); n > 0; --n)
            squares[random.below(squares.size())] = upper(pieces[random.below(pieces.size())]);
        squares[random.below(squares.size())] = pieces[random.below(pieces.size())];
        const auto fen = fenOf(game.info, squares);
        if (!taken(*session, fen)) continue;
        if (const auto moves = session->legalMoves().size(); moves > most) {
            most = moves;
            best = fen;
        }
    }
    return best;
}

}  // namespace

TEST_CASE("Robustness: a search stopped at once still answers with a legal move, in every game", "[robustness]") {
    for (const Game& game : games()) {
        Pair pair(game);
        for (int i = 0; i < 20; ++i)
            pair.search("go infinite\nstop");
        pair.search("go nodes 1");
        pair.search("go wtime 0 btime 0");
        pair.search("go wtime 0 btime 0 winc 0 binc 0 movestogo 1");
        pair.search("go wtime -1000000 btime 1099511627776");
        pair.search("go wtime 10 btime 10 winc -5 binc -1000000");
        pair.search("go movetime -5");
        pair.search("go movetime 0 depth 1000000000");
    }
}

TEST_CASE("Robustness: one go has one best move, however it is ended", "[robustness]") {
    const auto* commands = GENERATE(
        "go ponder\nstop\nponderhit", "go ponder depth 1\nponderhit\nstop", "go infinite\nstop\nstop\nstop",
        "go infinite\nponderhit\nstop", "go ponder\nponderhit\nponderhit\nstop", "go depth 1\nstop\nucinewgame",
        "go ponder\nposition startpos moves e2e4", "go infinite\nucinewgame\nucinewgame", "go ponder\nucinewgame");
    CAPTURE(commands);
    Pair pair(games().front());
    pair.engine.send(commands);
    CHECK(count(pair.isReady(), "bestmove ") + count((pair.engine.send("ucinewgame"), pair.isReady()), "bestmove ") ==
          1);
}

TEST_CASE("Robustness: drawn and mated roots are searched, and lines of thinking are legal to their end",
          "[robustness]") {
    Pair pair(games().front());
    const std::string queens = "q5k1/8/8/8/8/8/8/6KQ w - - 0 1";
    pair.position(queens);
    pair.search("go depth 7");
    Lines round;
    for (const auto* move : {"g1f2", "g8f7", "f2g1", "f7g8"})
        round.emplace_back(move);
    const std::string rooks = "r5k1/8/8/8/8/8/8/6KR w - - 0 1";
    Lines moves = round;
    pair.position(rooks, moves);
    CHECK_FALSE(anyContains((pair.engine.send("d"), pair.isReady()), "Over: "));  // it has occurred twice
    pair.search("go depth 6");
    moves.insert(moves.end(), round.begin(), round.end());
    pair.position(rooks, moves);
    CHECK(anyContains((pair.engine.send("d"), pair.isReady()), "Over: threefold repetition"));
    pair.search("go depth 6");
    pair.position(rooks);  // a FEN has no history
    CHECK_FALSE(anyContains((pair.engine.send("d"), pair.isReady()), "Over: "));
    pair.position("r5k1/8/8/8/8/8/8/6KR w - - 99 80");
    pair.search("go depth 4");
    pair.position("r5k1/8/8/8/8/8/8/6KR w - - 100 80");
    CHECK(anyContains((pair.engine.send("d"), pair.isReady()), "Over: fifty-move rule"));
    pair.search("go depth 4");
    pair.position("r5k1/8/8/8/8/8/8/6KR w - - 1000000000 1000000000");
    pair.search("go depth 4");
    pair.position("", {"f2f3", "e7e5", "g2g4", "d8h4"});
    pair.search("go infinite\nstop");
    pair.search("go wtime 0 btime 0");
}

TEST_CASE("Robustness: a third occurrence is seen through the game's moves, in every game", "[robustness]") {
    for (const Game& game : games()) {
        CAPTURE(game.info.name);
        Pair pair(game);
        const Lines round = roundTrip(*pair.session);
        REQUIRE(round.size() == 4);
        Lines moves = round;
        moves.insert(moves.end(), round.begin(), round.end() - 1);
        pair.position("", moves);
        const auto lines = pair.search("go depth 5 searchmoves " + round.back());
        const auto& last = lines.at(lines.size() - 2);
        CAPTURE(last);
        CHECK(last.find(" score cp 0 ") != std::string::npos);
        CHECK(last.ends_with(" pv " + round.back()));
    }
}

TEST_CASE("Robustness: who is lost takes a draw by repetition, who is winning avoids it", "[robustness]") {
    Pair pair(games().front());
    const std::string fen = "7k/8/8/8/8/8/Q7/K7 w - - 0 1";
    Lines moves{"a2b2", "h8h7", "b2a2", "h7h8", "a2b2", "h8h7", "b2a2"};
    pair.position(fen, moves);
    CHECK(startsWith(pair.search("go depth 6").back(), "bestmove h7h8"));
    moves.insert(moves.end(), {"h7g7", "a2b2", "g7h7", "b2a2", "h7g7"});
    pair.position(fen, moves);
    pair.session->play("a2b2");
    pair.session->play("g7h7");
    REQUIRE(pair.session->outcome().over());
    pair.session->undo();
    pair.session->undo();
    CHECK_FALSE(startsWith(pair.search("go depth 6").back(), "bestmove a2b2"));
}

TEST_CASE("Robustness: boards full, almost empty, and with hundreds of moves are searched, in every game",
          "[robustness]") {
    for (const Game& game : games()) {
        Pair pair(game);
        CAPTURE(game.info.name);
        const auto rich = mostMoves(game);
        for (const auto& fen : {fullBoard(game.info), bareRoyals(game), rich}) {
            pair.position(fen);
            pair.search("go depth 2 nodes 20000");
        }
        CHECK(pair.session->legalMoves().size() > 100);
        pair.engine.send("setoption name MultiPV value 1000000");
        pair.search("go depth 1");
    }
}

TEST_CASE("Robustness: more material than any score can say is searched as much", "[robustness]") {
    const std::pair<const char*, std::string> armies[] = {
        {"chess", "QQQQQQQQ"}, {"sentinel", "QQQQQQQQ"}, {"thunder", "QQQQQQQQ"}, {"sentai", repeated("+P", 8)}};
    for (const auto& [name, rank] : armies) {
        CAPTURE(name);
        Pair pair(*findGame(name));
        pair.position(fmt::format("6nk/6pp/8/{0}/{0}/{0}/{0}/K7 w - - 0 1", rank));
        const auto lines = pair.search("go depth 1");
        CHECK_FALSE(anyContains(lines, " score mate -"));
    }
}

TEST_CASE("Robustness: a game of 5,000 moves is followed and searched", "[robustness]") {
    Pair pair(games().front());
    Lines moves;
    for (int i = 0; i < 2500; ++i)
        for (const auto* move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            moves.emplace_back(move);
    pair.position("", moves);
    pair.search("go depth 3");
    CHECK(anyContains((pair.engine.send("d"), pair.isReady()), " w KQkq - 10000 5001"));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

/// Programs started while this lives get so much address space.
class MemoryLimit {
  public:
    explicit MemoryLimit(std::size_t mebibytes) {
        getrlimit(RLIMIT_AS, &before_);
        rlimit limit = before_;
        limit.rlim_cur = mebibytes << 20;
        REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
    }
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

  private:
    rlimit before_{};
};

std::unique_ptr<Process> startedWithin(std::size_t mebibytes) {
    const MemoryLimit limit(mebibytes);
    return std::make_unique<Process>();
}

}  // namespace

TEST_CASE("Robustness: a table that does not fit is made smaller, or the old one stays", "[robustness]") {
    const auto pair = [] {
        const MemoryLimit limit(128);
        return std::make_unique<Pair>(games().front());
    }();
    pair->engine.send("setoption name Hash value 1099511627776");
    const auto answer = pair->isReady();
    REQUIRE(answer.size() == 1);
    CHECK(startsWith(answer[0], "info string option Hash set to "));
    const int granted = std::stoi(answer[0].substr(31));
    CHECK(granted >= 1);
    CHECK(granted <= 128);
    pair->engine.send("setoption name Hash value 1");
    pair->isReady();
    pair->search("go depth 4");
}

TEST_CASE("Robustness: without memory for what is wanted the program does what it can, or says so", "[robustness]") {
    for (const std::size_t mebibytes : {40, 44, 48, 56, 64, 96, 128, 256, 512}) {
        CAPTURE(mebibytes);
        const auto started = startedWithin(mebibytes);
        Process& engine = *started;
        engine.send("setoption name Threads value 1000\ngo depth 3");
        engine.send("setoption name UCI_Variant value sentai\ngo depth 3\ngo perft 2");
        engine.send("setoption name UCI_Variant value chess\nposition startpos moves e2e4\nd\nisready");
        const auto lines = engine.readUntil("readyok");
        // A search that cannot start has no best move, but is answered for, as is the perft.
        CHECK(count(lines, "bestmove ") + count(lines, "Nodes searched: ") + count(lines, "info string go failed: ") ==
              3);
        if (mebibytes >= 128) CHECK(count(lines, "bestmove ") == 2);
        CHECK(anyContains(lines, "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
        engine.send("quit");
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("Robustness: XBoard's protocol survives want of memory as well", "[robustness]") {
    for (const std::size_t mebibytes : {56, 64, 96, 128, 256}) {
        CAPTURE(mebibytes);
        const auto engine = startedWithin(mebibytes);
        engine->send("xboard\nprotover 2\ncores 500\nnew\nsd 2\nusermove e2e4\n?\nvariant sentai\ngo\n?");
        engine->send("analyze\nexit\nforce\nping 2");
        engine->readUntil("pong 2");
        engine->send("quit");
        CHECK(engine->wait() == 0);
    }
}

#endif

TEST_CASE("Robustness: no file is written, and none need be", "[robustness]") {
    const auto before = std::filesystem::current_path();
    const auto empty = std::filesystem::temp_directory_path() / ("fusilier-empty-" + std::to_string(getpid()));
    std::filesystem::create_directory(empty);
    // In /proc nobody can write, not even root.
    for (const auto& folder : {empty, std::filesystem::path("/proc")}) {
        std::filesystem::current_path(folder);
        const auto uci =
            runProgram({}, "uci\nsetoption name Hash value 2\ngo depth 4\nposition startpos\nbench chess 1\n");
        const auto xboard = runProgram({}, "xboard\nprotover 2\nnew\nsd 2\nusermove e2e4\nping 1\n?\nquit\n");
        std::filesystem::current_path(before);
        CHECK(uci.code == 0);
        CHECK(anyContains(uci.lines, "bestmove "));
        CHECK(uci.errors.empty());
        CHECK(xboard.code == 0);
        CHECK(xboard.errors.empty());
    }
    CHECK(std::filesystem::is_empty(empty));
    std::filesystem::remove(empty);
}

TEST_CASE("Robustness: whatever it does, the loss of the output ends it", "[robustness]") {
    const auto* commands =
        GENERATE("uci", "go infinite", "go ponder", "go perft 30", "setoption name Threads value 2\ngo perft 30",
                 "xboard\nnew\nsd 99\ngo\n.", "xboard\nnew\npost\nanalyze\n.", "xboard\nhard\nusermove e2e4\n?");
    CAPTURE(commands);
    Process engine;
    engine.send(commands);
    engine.closeOutput();
    // The first write may still go into the pipe's buffer.
    for (int i = 0; i < 100 && engine.running(); ++i) {
        try {
            engine.send(startsWith(commands, "xboard") ? "draw\nprotover 2" : "isready");
        } catch (const std::runtime_error&) {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    CHECK(engine.wait() == 0);
}

TEST_CASE("Robustness: SIGTERM ends it at once, whatever it does", "[robustness]") {
    const auto* commands = GENERATE("isready", "setoption name Threads value 2\ngo infinite", "go perft 30",
                                    "xboard\nprotover 2\nanalyze");
    CAPTURE(commands);
    Process engine;
    engine.send(commands);
    engine.send(startsWith(commands, "xboard") ? "ping 1" : "isready");
    engine.readUntil(startsWith(commands, "xboard") ? "pong 1" : "readyok");
    const auto start = std::chrono::steady_clock::now();
    engine.sendSignal(SIGTERM);
    CHECK(engine.wait() == 128 + SIGTERM);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("Robustness: answers to XBoard repeat no more than a line's beginning, and that printable", "[robustness]") {
    const auto* beginning = GENERATE("", "usermove ", "usermove e2e", "setboard ", "option ", "variant ", "level ");
    const int times = GENERATE(1000, (10 << 20) / 4);  // 4 KiB, 10 MiB
    CAPTURE(beginning, times);
    Process engine;
    engine.send("xboard");
    engine.send(beginning + repeated("\x01\xff\xc3\xa4", times));
    engine.send("ping 1");
    for (const auto& line : engine.readUntil("pong 1")) {
        CAPTURE(line);
        CHECK(line.size() < 400);
        CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    }
}
