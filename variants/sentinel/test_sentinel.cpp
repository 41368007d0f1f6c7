#include "conformance.h"
#include "exchanges.h"
#include "make_mates.h"
#include "mates.h"
#include "sentinel/rules.h"

using namespace fusilier;
using sentinel::Sentinel;

TEST_CASE("sentinel conforms", "[sentinel]") {
    conformance::all<Sentinel>();
}

TEST_CASE("sentinel: mates", "[sentinel][mates]") {
    mates::all<Sentinel>();
}

TEST_CASE("sentinel: make the mate suite", "[.][make-mates]") {
    mates::SuiteMaker<Sentinel>().make();
}

TEST_CASE("sentinel: a corps takes every enemy but the king, and leaves friends", "[sentinel]") {
    // After d4-d5, around d5: black N c6, empty d6, black k e6, white R c5, empty e5, white P c4, d4 just left, black r
    // e4.
    CHECK(conformance::after<Sentinel>("8/8/2n1k3/2R5/2PSr3/8/8/K7 w - - 7 3", "d4d5p") ==
          "8/8/2PPk3/2R1P3/2PPP3/8/8/K7 b - - 0 3");
}

TEST_CASE("sentinel: step and deploy gives the square left a pawn too", "[sentinel]") {
    CHECK(conformance::after<Sentinel>("4k3/8/8/3S4/8/8/8/4K3 w - - 3 1", "d5d4p") ==
          "4k3/8/8/2PPP3/2P1P3/2PPP3/8/4K3 b - - 0 1");
    CHECK(conformance::after<Sentinel>("4k3/8/8/8/8/8/8/S6K w - - 0 1", "a1a2p") == "4k3/8/8/8/8/PP6/1P6/7K b - - 0 1");
}

TEST_CASE("sentinel: thrown upon its own king, the king stays and keeps its rights", "[sentinel]") {
    CHECK(conformance::after<Sentinel>("4k3/8/8/8/8/8/3S4/R3K2R w KQ - 5 9", "d2e1p") ==
          "4k3/8/8/8/8/8/3PPP2/R3K2R b KQ - 0 9");
    // No other friendly square may be thrown upon.
    const auto moves = conformance::movesFrom<Sentinel>("4k3/8/8/8/8/8/2RS4/R3K2R w KQ - 5 9", "d2c2");
    CHECK(moves.empty());
}

TEST_CASE("sentinel: a Sentinel that takes a rook on its corner ends that right", "[sentinel]") {
    const std::string fen = "r3k2r/6S1/8/8/8/8/8/4K3 w kq - 0 1";
    CHECK(conformance::after<Sentinel>(fen, "g7h8p") == "r3k3/6PP/8/8/8/8/8/4K3 b q - 0 1");
    CHECK(conformance::after<Sentinel>(fen, "g7h8g") == "r3k2G/8/8/8/8/8/8/4K3 b q - 0 1");
    CHECK(conformance::after<Sentinel>(fen, "g7g8g") == "r3k1Gr/8/8/8/8/8/8/4K3 b kq - 1 1");
}

TEST_CASE("sentinel: emptying the square stepped on may open a line to the own king", "[sentinel]") {
    const auto moves = conformance::movesFrom<Sentinel>("r2n3K/3S4/8/8/8/8/8/k7 w - - 0 1", "d7d8");
    CHECK(moves == std::vector<std::string>{"d7d8b", "d7d8g", "d7d8n", "d7d8q", "d7d8r"});
}

TEST_CASE("sentinel: gain of a deployment counts the corps, the captured and the Sentinel", "[sentinel]") {
    auto position = readFen<Sentinel>("8/8/2n1k3/2R5/2PSr3/8/8/K7 w - - 7 3");
    const auto value = [](PieceType t) { return Sentinel::pieces[t].value; };
    // Five pawns placed: c6 and e4 for captured units, d6, e5 and d4 on empty squares.
    CHECK(gain(position, parseMove(position, "d4d5p")) ==
          5 * value(sentinel::pawn) + value(sentinel::knight) + value(sentinel::rook) - value(sentinel::theSentinel));
}

TEST_CASE("sentinel: long notation", "[sentinel]") {
    const auto text = [](const std::string& fen, const std::string& move) {
        auto position = readFen<Sentinel>(fen);
        return longText(position, parseMove(position, move));
    };
    const std::string fen = "3n2k1/3S4/8/8/8/8/8/4K3 w - - 0 1";
    CHECK(text(fen, "d7d7p") == "S d7*");
    CHECK(text(fen, "d7c6p") == "S d7-c6*");
    CHECK(text(fen, "d7d8p") == "S d7xd8*");
    CHECK(text(fen, "d7d8g") == "S d7xd8 = G");
    CHECK(text(fen, "d7c7") == "S d7-c7");
}

TEST_CASE("sentinel: exchanges are worth what they leave on the board", "[sentinel]") {
    testing::exchangesAreWorth<Sentinel>({
        {"a Sentinel takes a pawn that a pawn defends", "k7/8/4p3/3p4/2S5/8/8/K7 w - - 0 1", "c4d5", "P", "S"},
        {"a deployment on empty squares", "k7/8/8/8/3S4/8/8/K7 w - - 0 1", "d4d4p", "PPPPPPPP", "S"},
        {"a capture, and a deployment that captures", "k7/8/4n3/3r4/2S5/8/8/K7 w - - 0 1", "c4d5p", "PPPPPPPPNR", "S"},
        {"a Guard takes a Sentinel that a pawn defends", "k7/8/4p3/3s4/2G5/8/8/K7 w - - 0 1", "c4d5", "S", "G"},
    });
}
