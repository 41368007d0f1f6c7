// What people are told and shown: moves in words, reasons, drawings, analysed games.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "catch2.h"
#include "fusilier/registry.h"
#include "match/pgn.h"
#include "process.h"

using namespace fusilier;
using namespace fusilier::testing;

namespace {

std::unique_ptr<Session> at(std::string_view game, const std::string& fen) {
    auto session = findGame(game)->open();
    session->setHash(1);
    session->setPosition(fen, {});
    return session;
}

/// A folder of its own, gone with this object.
class Folder {
  public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("fusilier-people-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string file(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

std::string contents(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto i = text.find(part); i != std::string::npos; i = text.find(part, i + part.size()))
        ++n;
    return n;
}

}  // namespace

TEST_CASE("People: what a legal move does", "[people]") {
    struct Case {
        const char *game, *fen, *move, *meaning;
    };
    const auto c = GENERATE(values<Case>({
        {"chess", "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "castle"},
        {"chess", "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a8", "capture Rook"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "capture en passant"},
        {"chess", "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "capture Knight, become Knight"},
        {"sentai", "4k3/8/8/2N5/2R5/8/8/4K3 w - - 0 1", "c4c5", "combine with R4: R34"},
        {"sentai", "4k3/8/8/8/3+P4/8/8/4K3 w - - 0 1", "d4b3n", "disengage R4, R33 stays"},
        {"sentinel", "4k3/8/3np3/3S4/8/8/8/4K3 w - - 0 1", "d5d5p", "deploy: 8 Pawns, captures Knight d6 and Pawn e6"},
        {"sentinel", "4k3/2S5/8/8/8/8/8/4K3 w - - 0 1", "c7c8g", "move, become Guard"},
        {"thunder", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", "capture Knight, become Marshall"},
        {"thunder", "4k3/8/8/8/8/2M5/8/4K3 w - - 0 1", "c3c7r", "split Rook, Knight stays"},
        {"thunder", "4k3/8/8/8/8/8/2NK4/8 w - - 0 1", "d2c2", "fuse with Knight: Eques Rex"},
        {"fourkings", "k9/10/10/10/10/10/10/10/10/K2Z6 w - - 0 1", "d1d3", "move"},
    }));
    INFO(c.game << " " << c.move);
    CHECK(at(c.game, c.fen)->describe(c.move) == c.meaning);
}

TEST_CASE("People: why a move is not legal", "[people]") {
    struct Case {
        const char *game, *fen, *move, *reason;
    };
    const auto c = GENERATE(values<Case>({
        {"chess", "", "e2e4", ""},
        {"chess", "", "hello", "'hello' is not a move"},
        {"chess", "", "e4e5", "e4 is empty"},
        {"chess", "", "e7e5", "Pawn e7 is your opponent's"},
        {"chess", "", "a1a3", "Pawn a2 is in the way"},
        {"chess", "", "b1d2", "Pawn d2 is your own"},
        {"chess", "", "b1b3", "Knight moves by a knight's leap"},
        {"chess", "", "e2e5", "a Pawn here moves one square forward"},
        {"chess", "", "e2d3", "nothing to capture on d3"},
        {"chess", "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3",
         "it would leave the King on e1 attacked by the Rook on e7"},
        {"chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "there is e7e8q, e7e8r, e7e8b and e7e8n"},
        {"sentai", "", "d1d3", "R11 moves one square in any direction"},
        {"sentai", "4k3/8/8/2R5/2R5/8/8/4K3 w - - 0 1", "c4c5", "the two do not combine"},
        {"sentinel", "8/8/8/8/4k3/8/PPP5/KS6 w - - 0 1", "b1b1p", "nothing to do there"},
        {"thunder", "4k3/8/8/8/2N5/8/8/K1R5 w - - 0 1", "c1c6", "Knight c4 is in the way"},
        {"fourkings", "k9/10/10/10/10/10/10/10/10/K2Z6 w - - 0 1", "d1d4",
         "Wazaba moves one square orthogonally, or two squares orthogonally, leaping"},
    }));
    INFO(c.game << " " << c.move);
    const std::string reason = at(c.game, c.fen)->whyNot(c.move);
    if (std::string(c.reason).empty())
        CHECK(reason.empty());
    else
        CHECK(contains(reason, c.reason));
}

TEST_CASE("People: a reason is given exactly where a move is not legal", "[people]") {
    for (const Game& game : games()) {
        const auto session = game.open();
        session->setHash(1);
        const auto legal = session->legalMoves();
        const auto rank = [](int n) { return std::to_string(n + 1); };
        int illegal = 0;
        for (int from = 0; from < game.info.files * game.info.ranks; ++from)
            for (int to = 0; to < game.info.files * game.info.ranks; ++to) {
                const auto name = [&](int s) {
                    return static_cast<char>('a' + s % game.info.files) + rank(s / game.info.files);
                };
                const std::string move = name(from) + name(to);
                const bool playable = std::find(legal.begin(), legal.end(), move) != legal.end();
                illegal += !playable;
                INFO(game.info.name << " " << move);
                REQUIRE(session->whyNot(move).empty() == playable);
            }
        CHECK(illegal > 1000);
    }
}

TEST_CASE("People: a drawing shows every unit, and a move before and after it", "[people]") {
    const Folder folder;
    const std::string path = folder.file("a.svg");
    REQUIRE(runProgram({"show", "thunder", "--svg", path}).code == 0);
    const std::string start = contents(path);
    CHECK(startsWith(start, "<svg "));
    CHECK(count(start, "<use ") == 32);
    CHECK(count(start, "<g id=\"") == 12);

    REQUIRE(runProgram({"show", "thunder", "4k3/8/8/8/8/2M5/8/4K3 w - - 0 1", "--svg", path, "--move", "c3c7r"}).code ==
            0);
    const std::string split = contents(path);
    CHECK(count(split, "<use ") == 3 + 4);
    CHECK(contains(split, "R c3-c7; c3=N"));
    CHECK(contains(split, "split Rook, Knight stays"));

    REQUIRE(runProgram({"show", "chess", "--svg", path}).code == 0);
    const std::string light = contents(path);
    REQUIRE(runProgram({"show", "chess", "--svg", path, "--dark", "--flip"}).code == 0);
    CHECK(contents(path) != light);

    const auto refused = runProgram({"show", "chess", "--svg", path, "--move", "e2e5"});
    CHECK(refused.code == 2);
    CHECK(contains(refused.errors, "illegal move 'e2e5'"));
    CHECK(contains(runProgram({"show", "chess", "--svg", "/nonexistent/a.svg"}).errors, "cannot write"));

    REQUIRE(runProgram({"pieces", "sentai", "--svg", folder.file("moves")}).code == 0);
    const auto files = std::filesystem::directory_iterator(folder.file("moves"));
    CHECK(std::distance(files, std::filesystem::directory_iterator()) == 33);
    CHECK(count(contents(folder.file("moves/r33.svg")), "<circle ") ==
          16 + 1);  // its moves, and the middle of its tile
}

TEST_CASE("People: an analysis marks the blunder and shows what was better", "[people]") {
    const Folder folder;
    const std::string game = folder.file("game.pgn"), curve = folder.file("curve.svg");
    // White could take a rook, and gives the queen away instead.
    std::ofstream(game) << "[White \"A\"]\n[Black \"B\"]\n[Variant \"chess\"]\n[SetUp \"1\"]\n"
                           "[FEN \"4k3/pp3ppp/8/3r4/8/8/PP3PPP/3QK3 w - - 0 1\"]\n\n1. d1d4 d5d4 2. e1e2 *\n";
    const auto result = runProgram({"analyze", "chess", "--pgn", game, "--depth", "6", "--svg", curve});
    REQUIRE(result.code == 0);
    std::string text;
    for (const auto& line : result.lines)
        text += line + "\n";
    CHECK(contains(text, "1. d1d4 $4 {"));
    CHECK(contains(text, "(1. d1d5"));
    CHECK(contains(text, "d5d4 {+"));
    CHECK(count(text, "$") == 1);
    const std::string drawn = contents(curve);
    CHECK(contains(drawn, ">?\?</text>"));
    CHECK(contains(drawn, "A - B, *"));

    // What was written is a game file again.
    match::PgnReader reader(text);
    const auto again = reader.next();
    REQUIRE(again);
    CHECK(again->plies.size() == 3);
    CHECK(again->plies[1].score);

    CHECK(contains(runProgram({"analyze", "sentai", "--pgn", game}).errors, "game 1 is of chess"));
    CHECK(runProgram({"analyze", "chess", "--svg", curve}).code == 2);
    const auto lines = runProgram({"analyze", "chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "--depth", "4"}).lines;
    CHECK(lines.size() == 3);
}
