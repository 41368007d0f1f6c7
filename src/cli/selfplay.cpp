#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/thinker.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "fusilier/splitmix.h"
#include "protocol/engine.h"

namespace fusilier {

namespace {

constexpr int openingPlies = 4;

struct Move {
    std::string text;
    std::string remark;
};

Move think(Session& session, const Limits& limits) {
    Thinker thinker;
    session.go(limits, thinker);
    session.wait();
    return {thinker.best(), fmt::format("{}, depth {}", scoreText(thinker.last().score), thinker.last().depth)};
}

Move pickAtRandom(Session& session, SplitMix& random) {
    const auto moves = session.legalMoves();
    return {moves[random.below(moves.size())], "random"};
}

std::string resultText(const Outcome& outcome) {
    if (!outcome.loser) return "1/2-1/2";
    return *outcome.loser == Color::White ? "0-1" : "1-0";
}

Outcome playGame(Session& session, const Limits& limits, SplitMix random) {
    session.newGame();
    session.setPosition("", {});
    fmt::print("{}\n", session.diagram());
    int number = 1;
    for (int ply = 0; !session.outcome().over(); ++ply) {
        const bool white = session.sideToMove() == Color::White;
        const Move move = ply < openingPlies ? pickAtRandom(session, random) : think(session, limits);
        session.play(move.text);
        fmt::print("{}{} {}  ({})\n\n{}\n", number, white ? "." : "...", move.text, move.remark, session.diagram());
        std::fflush(stdout);
        if (!white) ++number;
    }
    return session.outcome();
}

Limits readLimits(const Arguments& arguments) {
    constexpr int anHour = 3'600'000;
    Limits limits;
    limits.moveTime = arguments.number<std::int64_t>("--movetime", 1, anHour);
    limits.depth = arguments.number<int>("--depth", 1, 99);
    if (!limits.moveTime && !limits.depth) limits.moveTime = 100;
    return limits;
}

}  // namespace

int runSelfPlay(const Arguments& arguments) {
    const Limits limits = readLimits(arguments);
    const int count = arguments.number<int>("--games", 1).value_or(1);
    const auto seed = arguments.number<std::uint64_t>("--seed", 0).value_or(1);
    const auto session = requireGame(arguments.text("GAME").value()).open();
    std::array<int, 2> losses{};
    for (int number = 1; number <= count; ++number) {
        fmt::print("Game {} of {}: {}\n\n", number, count, session->game().title);
        // Numbers of one seed and seeds of one number must not repeat each other's openings.
        const SplitMix random(SplitMix(seed).next() + static_cast<std::uint64_t>(number));
        const Outcome outcome = playGame(*session, limits, random);
        if (outcome.loser) ++losses[static_cast<std::size_t>(index(*outcome.loser))];
        fmt::print("Game {}: {} ({})\n\n", number, resultText(outcome), toString(outcome.ending));
    }
    if (count > 1)
        fmt::print("White won {}, Black won {}, {} drawn\n", losses[1], losses[0], count - losses[0] - losses[1]);
    return 0;
}

}  // namespace fusilier
