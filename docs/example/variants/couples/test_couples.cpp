#include "conformance.h"
#include "couples/rules.h"
#include "fusilier/registry.h"

using namespace fusilier;
using fusilier::couples::Couples;

namespace fusilier::couples {
Game game();  // variant.cpp
}

TEST_CASE("couples: the first moves", "[couples]") {
    // Twelve pawn moves, and each wazir may marry the ferz beside it.
    auto position = readFen<Couples>(Couples::startFen);
    CHECK(perft(position, 1) == 14);
    CHECK(conformance::movesFrom<Couples>(std::string(Couples::startFen), "a1") == std::vector<std::string>{"a1b1"});
}

TEST_CASE("couples: marrying and parting", "[couples]") {
    const std::string apart = "2k3/6/6/2F3/2W3/2K3 w - - 0 1";
    CHECK(conformance::after<Couples>(apart, "c2c3") == "2k3/6/6/2M3/6/2K3 b - - 1 1");
    const std::string married = "2k3/6/6/2M3/6/2K3 w - - 0 1";
    CHECK(conformance::after<Couples>(married, "c3c4w") == "2k3/6/2W3/2F3/6/2K3 b - - 1 1");
    CHECK(conformance::after<Couples>(married, "c3d4f") == "2k3/6/3F2/2W3/6/2K3 b - - 1 1");
}

TEST_CASE("couples: what every room owes the core", "[couples]") {
    conformance::makeAndUnmakeAgree<Couples>();
    conformance::textRoundTrips<Couples>();
    conformance::evaluationIsSymmetric<Couples>();
}

TEST_CASE("couples: the engine plays it", "[couples]") {
    struct Listener final : SearchListener {
        std::string best;
        void onInfo(const SearchInfo&) override {}
        void onBestMove(std::string_view move, std::string_view) override { best = move; }
    } listener;
    const auto session = couples::game().open();
    session->setPosition("k1M3/6/1K4/6/6/6 w - - 0 1", {});
    Limits limits;
    limits.depth = 5;
    session->go(limits, listener);
    session->wait();
    session->play(listener.best);
    CHECK(session->outcome().ending == Ending::Checkmate);
}
