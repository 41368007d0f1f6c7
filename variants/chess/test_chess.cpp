#include "chess/rules.h"
#include "conformance.h"
#include "exchanges.h"
#include "make_mates.h"
#include "mates.h"

using namespace fusilier;
using chess::Chess;

TEST_CASE("chess conforms", "[chess]") {
    conformance::all<Chess>();
}

TEST_CASE("chess: mates", "[chess][mates]") {
    mates::all<Chess>();
}

TEST_CASE("chess: make the mate suite", "[.][make-mates]") {
    mates::SuiteMaker<Chess>().make();
}

TEST_CASE("chess: published perft of the start position", "[chess]") {
    auto position = readFen<Chess>(Chess::startFen);
    for (const auto& [depth, leaves] : {std::pair{1, 20}, {2, 400}, {3, 8902}, {4, 197281}, {5, 4865609}})
        CHECK(perft(position, depth) == static_cast<std::uint64_t>(leaves));
}

TEST_CASE("chess: castling moves both and ends both rights", "[chess]") {
    const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5";
    CHECK(conformance::after<Chess>(fen, "e1g1") == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 5");
    CHECK(conformance::after<Chess>(fen, "e1c1") == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 5");
    CHECK(conformance::after<Chess>(fen, "a1a8") == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 5");
    CHECK(conformance::movesFrom<Chess>("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1") ==
          std::vector<std::string>{"e1d1", "e1e2", "e1f1", "e1f2"});
}

TEST_CASE("chess: en passant is written only when it can be played", "[chess]") {
    CHECK(conformance::after<Chess>("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 7", "e2e4") ==
          "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7");
    CHECK(conformance::after<Chess>("4k3/8/8/8/8/8/4P3/4K3 w - - 5 7", "e2e4") == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 7");
    // The capture would uncover the d file or the rank.
    CHECK(conformance::after<Chess>("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4") ==
          "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1");
    CHECK(conformance::after<Chess>("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4") == "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    // A square that nobody can use is dropped on reading.
    CHECK(writeFen(readFen<Chess>("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7")) == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 7");
    CHECK(conformance::after<Chess>("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7", "d4e3") == "4k3/8/8/8/8/4p3/8/4K3 w - - 0 8");
}

TEST_CASE("chess: castling rights without king and rook are refused", "[chess]") {
    conformance::refuses<Chess>("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right K without king and rook");
    conformance::refuses<Chess>("r4k1r/8/8/8/8/8/8/R3K2R w Qq - 0 1", "castling right q without king and rook");
    conformance::refuses<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w kK - 0 1", "in that order");
}

TEST_CASE("chess: long notation", "[chess]") {
    const auto text = [](const std::string& fen, const std::string& move) {
        auto position = readFen<Chess>(fen);
        return longText(position, parseMove(position, move));
    };
    CHECK(text(std::string(Chess::startFen), "g1f3") == "N g1-f3");
    CHECK(text(std::string(Chess::startFen), "e2e4") == "e2-e4");
    CHECK(text("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a7b8q") == "a7xb8 = Q");
    CHECK(text("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "O-O");
}

TEST_CASE("chess: exchanges are worth what they leave on the board", "[chess]") {
    testing::exchangesAreWorth<Chess>({
        {"nobody takes back", "k7/8/8/3p4/8/4N3/8/K7 w - - 0 1", "e3d5", "P", ""},
        {"a pawn takes back", "k7/8/4p3/3p4/8/4N3/8/K7 w - - 0 1", "e3d5", "P", "N"},
        {"a pawn for a pawn", "k7/8/4p3/3p4/4P3/8/8/K7 w - - 0 1", "e4d5", "P", "P"},
        {"the rook behind the first one defends it", "k2r4/8/8/3p4/8/8/3R4/K2R4 w - - 0 1", "d2d5", "P", ""},
        {"a rook too few", "k2r4/3r4/8/3p4/8/8/3R4/K2R4 w - - 0 1", "d2d5", "P", "R"},
        {"a king may take what nobody defends", "8/8/8/2kp4/8/8/3R4/K7 w - - 0 1", "d2d5", "P", "R"},
        {"a king may not take what is defended", "8/8/8/2kp4/8/3R4/3R4/K7 w - - 0 1", "d3d5", "P", ""},
        {"a quiet move onto an attacked square", "k7/8/4p3/8/8/4N3/8/K7 w - - 0 1", "e3d5", "", "N"},
        {"en passant", "k7/2p5/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", "P", "P"},
        {"a promotion", "8/P7/8/8/8/8/8/K6k w - - 0 1", "a7a8q", "Q", "P"},
        {"a promotion that is taken", "7r/P7/8/8/8/8/8/K2k4 w - - 0 1", "a7a8q", "", "P"},
        {"the cheapest attacker takes first", "k2q4/8/4p3/3p4/8/4N3/8/K2R4 w - - 0 1", "d1d5", "P", "R"},
    });
}
