#include "conformance.h"
#include "exchanges.h"
#include "fourkings/rules.h"
#include "make_mates.h"
#include "mates.h"

using namespace fusilier;
using fourkings::FourKings;

TEST_CASE("fourkings conforms", "[fourkings]") {
    conformance::all<FourKings>();
}

TEST_CASE("fourkings: mates", "[fourkings][mates]") {
    mates::all<FourKings>();
}

TEST_CASE("fourkings: make the mate suite", "[.][make-mates]") {
    mates::SuiteMaker<FourKings>().make();
}

TEST_CASE("fourkings: perft of the start position agrees with three other programs", "[fourkings]") {
    auto position = readFen<FourKings>(FourKings::startFen);
    for (const auto& [depth, leaves] : {std::pair{1, 38}, {2, 1444}, {3, 56324}, {4, 2195510}, {5, 88273418}})
        CHECK(perft(position, depth) == static_cast<std::uint64_t>(leaves));
}

TEST_CASE("fourkings: a fork of two kings that no one move meets is mate", "[fourkings]") {
    // The knight on c3 attacks a2 and e2; nothing takes it, and each king could flee alone.
    const std::string fen = "k9/10/10/10/10/10/10/2n7/K3K5/10 w - - 0 1";
    auto position = readFen<FourKings>(fen);
    CHECK(Safety<FourKings>(position).checks() == 2);
    CHECK(legalMoves(position).size() == 0);
    // With a taker there is one way out.
    CHECK(conformance::movesFrom<FourKings>("k9/10/10/10/10/10/10/2n7/K3K5/3N6 w - - 0 1", "") ==
          std::vector<std::string>{"d1c3"});
}

TEST_CASE("fourkings: double step from the third rank only, promotion to all but king and pawn", "[fourkings]") {
    CHECK(conformance::movesFrom<FourKings>("k9/10/10/10/10/10/10/4P5/10/9K w - - 0 1", "e3") ==
          std::vector<std::string>{"e3e4", "e3e5"});
    CHECK(conformance::movesFrom<FourKings>("k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1", "e2") ==
          std::vector<std::string>{"e2e3"});
    CHECK(conformance::movesFrom<FourKings>("k9/4P5/10/10/10/10/10/10/10/9K w - - 0 1", "e9") ==
          std::vector<std::string>{"e9e10a", "e9e10e", "e9e10f", "e9e10g", "e9e10i", "e9e10n", "e9e10z"});
}

TEST_CASE("fourkings: one to four kings a side", "[fourkings]") {
    conformance::refuses<FourKings>("10/10/10/10/10/10/10/10/10/9K w - - 0 1", "no royal for Black");
    conformance::refuses<FourKings>("kkkkk5/10/10/10/10/10/10/10/10/9K w - - 0 1", "too many royals for Black");
    CHECK_NOTHROW(readFen<FourKings>("kkkk6/10/10/10/10/10/10/10/10/9K w - - 0 1"));
}

TEST_CASE("fourkings: exchanges are worth what they leave on the board", "[fourkings]") {
    testing::exchangesAreWorth<FourKings>({
        {"a king may take what nobody defends", "k9/10/10/10/3kp5/10/4Z5/10/10/K9 w - - 0 1", "e4e6", "P", "Z"},
        {"a king may not take what is defended", "k9/10/10/10/3kp1Z3/10/4Z5/10/10/K9 w - - 0 1", "e4e6", "P", ""},
    });
}
