#include "conformance.h"
#include "exchanges.h"
#include "make_mates.h"
#include "mates.h"
#include "thunder/rules.h"

using namespace fusilier;
using thunder::Thunder;

TEST_CASE("thunder conforms", "[thunder]") {
    conformance::all<Thunder>();
}

TEST_CASE("thunder: mates", "[thunder][mates]") {
    mates::all<Thunder>();
}

TEST_CASE("thunder: make the mate suite", "[.][make-mates]") {
    mates::SuiteMaker<Thunder>().make();
}

TEST_CASE("thunder: simple pieces fuse and assimilate another type, and take the same type plainly", "[thunder]") {
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/8/8/RN2K3 w - - 4 1", "a1b1") == "4k3/8/8/8/8/8/8/1M2K3 b - - 5 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/b7/8/R3K3 w - - 4 1", "a1a3") == "4k3/8/8/8/8/Q7/8/4K3 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/r7/8/R3K3 w - - 4 1", "a1a3") == "4k3/8/8/8/8/R7/8/4K3 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/a7/8/R3K3 w - - 4 1", "a1a3") == "4k3/8/8/8/8/R7/8/4K3 b - - 0 1");
    CHECK(conformance::movesFrom<Thunder>("4k3/8/8/8/8/8/8/R2R1K2 w - - 0 1", "a1d1").empty());
    CHECK(conformance::movesFrom<Thunder>("4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "a1d1").empty());
}

TEST_CASE("thunder: the king fuses and assimilates", "[thunder]") {
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", "e1d1") == "4k3/8/8/8/8/8/8/3O1N2 b - - 1 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2") == "4k3/8/8/8/8/8/3D4/8 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2") == "4k3/8/8/8/8/8/3K4/8 b - - 0 1");
}

TEST_CASE("thunder: compounds demote to what they moved as, royal ones to the king", "[thunder]") {
    CHECK(conformance::after<Thunder>("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5") == "4k3/8/8/3R4/8/8/8/4K3 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/6p1/8/8/3QK3 w - - 0 1", "d1g4") == "4k3/8/8/8/6B1/8/8/4K3 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/8/8/4p3/8/3AK3 w - - 0 1", "d1e3") == "4k3/8/8/8/8/4N3/8/4K3 b - - 0 1");
    CHECK(conformance::after<Thunder>("4k3/8/8/3p4/8/8/8/3D4 w - - 0 1", "d1d5") == "4k3/8/8/3K4/8/8/8/8 b - - 0 1");
}

TEST_CASE("thunder: three moves of a Dragon King to one square", "[thunder]") {
    const std::string fen = "k7/8/8/8/3D4/8/8/8 w - - 0 1";
    CHECK(conformance::movesFrom<Thunder>(fen, "d4d5") == std::vector<std::string>{"d4d5", "d4d5k", "d4d5r"});
    CHECK(conformance::movesFrom<Thunder>(fen, "d4d6") == std::vector<std::string>{"d4d6", "d4d6r"});
    CHECK(conformance::movesFrom<Thunder>(fen, "d4e5") == std::vector<std::string>{"d4e5", "d4e5k"});
    CHECK(conformance::after<Thunder>(fen, "d4d5k") == "k7/8/8/3K4/3R4/8/8/8 b - - 1 1");
    CHECK(conformance::after<Thunder>(fen, "d4d5r") == "k7/8/8/3R4/3K4/8/8/8 b - - 1 1");
}

TEST_CASE("thunder: an attacked simple piece may promote as it moves to an empty square", "[thunder]") {
    const std::string fen = "4k3/8/8/8/8/8/b7/1N2K3 w - - 0 1";
    CHECK(conformance::movesFrom<Thunder>(fen, "b1") ==
          std::vector<std::string>{"b1a3", "b1a3q", "b1c3", "b1c3q", "b1d2", "b1d2q"});
    CHECK(conformance::after<Thunder>(fen, "b1c3q") == "4k3/8/8/8/8/2Q5/b7/4K3 b - - 1 1");
    CHECK(conformance::movesFrom<Thunder>("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1") ==
          std::vector<std::string>{"b1a3", "b1c3", "b1d2"});
}

TEST_CASE("thunder: pawns promote to simple pieces only", "[thunder]") {
    CHECK(conformance::movesFrom<Thunder>("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7") ==
          std::vector<std::string>{"e7e8b", "e7e8n", "e7e8r"});
}

TEST_CASE("thunder: exactly one royal a side, of any kind", "[thunder]") {
    CHECK_NOTHROW(readFen<Thunder>("4d3/8/8/8/8/8/8/4E3 w - - 0 1"));
    conformance::refuses<Thunder>("4dk2/8/8/8/8/8/8/4E3 w - - 0 1", "too many royals for Black");
}

TEST_CASE("thunder: long notation", "[thunder]") {
    const auto text = [](const std::string& fen, const std::string& move) {
        auto position = readFen<Thunder>(fen);
        return longText(position, parseMove(position, move));
    };
    CHECK(text("7k/8/8/8/R2N4/8/8/4K3 w - - 0 1", "a4d4") == "R a4-d4 = M");
    CHECK(text("7k/8/8/8/M7/8/8/4K3 w - - 0 1", "a4d4r") == "R a4-d4; a4=N");
    CHECK(text("7k/8/8/8/B1n5/8/8/4K3 w - - 0 1", "a4c2") == "B a4-c2");
    CHECK(text("7k/8/8/1n6/B7/8/8/4K3 w - - 0 1", "a4b5") == "B a4xb5 = P");
}

TEST_CASE("thunder: exchanges are worth what they leave on the board", "[thunder]") {
    testing::exchangesAreWorth<Thunder>({
        {"a capture assimilates", "k7/8/8/3n4/8/8/3R4/K7 w - - 0 1", "d2d5", "NM", "R"},
        {"what it has become is taken", "k7/8/4p3/3n4/8/8/3R4/K7 w - - 0 1", "d2d5", "N", "R"},
        {"a compound demotes", "7k/8/8/3p4/8/8/Q7/K7 w - - 0 1", "a2d5", "PB", "Q"},
        {"and the rest of it is taken", "7k/8/4p3/3p4/8/8/Q7/K7 w - - 0 1", "a2d5", "P", "Q"},
        {"a queen that would demote is no defender against a knight", "k2q4/8/8/3p4/8/4N3/8/K7 w - - 0 1", "e3d5", "P",
         ""},
        {"but it is against a rook", "k2q4/8/8/3p4/8/8/8/K2R4 w - - 0 1", "d1d5", "PQ", "RR"},
        {"a knight takes back and assimilates", "k7/8/5n2/3p4/8/8/3R4/K7 w - - 0 1", "d2d5", "PN", "RM"},
        {"a marshall that has come about so is taken back", "k7/8/5n2/3p4/4P3/8/3R4/K7 w - - 0 1", "d2d5", "PN", "R"},
        {"fusing", "k7/8/8/8/3N4/8/1B6/K7 w - - 0 1", "b2d4", "A", "NB"},
        {"fusing where a pawn attacks", "k7/8/8/4p3/3N4/8/1B6/K7 w - - 0 1", "b2d4", "", "NB"},
        {"a split", "k7/8/8/8/8/8/8/K2Q4 w - - 0 1", "d1d4r", "RB", "Q"},
        {"a split whose part is taken", "k7/8/8/4p3/8/8/8/K2Q4 w - - 0 1", "d1d4r", "B", "Q"},
        {"a king assimilates", "k7/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2", "NE", "K"},
        {"a royal compound demotes", "7k/8/8/8/8/8/1p6/D7 w - - 0 1", "a1b2", "PK", "D"},
    });
}
