// Every game, played by the engine against itself to its end.
#include <algorithm>
#include <string>

#include "catch2.h"
#include "fusilier/registry.h"
#include "fusilier/splitmix.h"

using namespace fusilier;

namespace {

class BestMove final : public SearchListener {
  public:
    void onInfo(const SearchInfo&) override {}
    void onBestMove(std::string_view best, std::string_view) override { move = best; }
    std::string move;
};

}  // namespace

TEST_CASE("Every game is played to a legal end, ten times", "[selfplay]") {
    constexpr int longestGame = 5900;  // plies: by the 50-move rule no game of chess lasts longer
    for (const Game& game : games()) {
        SplitMix random(7);
        const auto session = game.open();
        session->setHash(1);
        for (int number = 0; number < 10; ++number) {
            INFO(game.info.name << " game " << number);
            session->newGame();
            session->setPosition({}, {});
            int plies = 0;
            for (; !session->outcome().over() && plies < longestGame; ++plies) {
                const auto legal = session->legalMoves();
                BestMove best;
                if (plies < 4) {
                    best.move = legal[random.below(legal.size())];
                } else {
                    Limits limits;
                    limits.nodes = 150;
                    session->go(limits, best);
                    session->wait();
                }
                INFO(session->fen() << " " << best.move);
                REQUIRE(std::binary_search(legal.begin(), legal.end(), best.move));
                session->play(best.move);
            }
            const Outcome outcome = session->outcome();
            INFO(session->fen());
            REQUIRE(outcome.over());
            // What the ending says must be so.
            const bool stuck = session->legalMoves().empty();
            CHECK(stuck == (outcome.ending == Ending::Checkmate || outcome.ending == Ending::Stalemate));
            if (stuck) CHECK(session->inCheck() == (outcome.ending == Ending::Checkmate));
            CHECK(outcome.loser.has_value() == (outcome.ending == Ending::Checkmate));
        }
    }
}
