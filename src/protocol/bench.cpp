#include "protocol/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/text.h"
#include "fusilier/session.h"
#include "fusilier/splitmix.h"
#include "protocol/engine.h"
#include "search/clock.h"

namespace fusilier {

namespace {

/// Random plies before each position of a game. The positions are thus fixed without a list that a new game would
/// have to extend; the start position (0 plies) is the first.
constexpr int positionPlies[] = {0, 6, 12, 20, 32};

class NodeCounter final : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override { nodes = std::max(nodes, info.nodes); }
    void onBestMove(std::string_view, std::string_view) override {}

    std::uint64_t nodes = 0;
};

/// Plays random moves from the start, stopping short of the end of the game.
void walk(Session& session, int plies) {
    SplitMix random(static_cast<std::uint64_t>(plies));
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = session.legalMoves();
        session.play(moves[random.below(moves.size())]);
        if (!session.outcome().over()) continue;
        session.undo();
        return;
    }
}

std::uint64_t searchPosition(const Game& game, int plies, int depth, std::string& fen) {
    const auto session = game.open();
    session->setHash(16);
    walk(*session, plies);
    fen = session->fen();
    Limits limits;
    limits.depth = depth;
    NodeCounter counter;
    session->go(limits, counter);
    session->wait();
    return counter.nodes;
}

}  // namespace

Bench readBench(std::span<const std::string_view> words) {
    Bench bench;
    bench.depth = defaultBenchDepth;
    if (!words.empty() && !parseNumber<int>(words.front())) {
        bench.game = &requireGame(words.front());
        words = words.subspan(1);
    }
    if (!words.empty()) {
        const auto depth = parseNumber<int>(words.front());
        if (!depth || *depth < 1 || *depth > 99)
            throw InputError(fmt::format("bench: DEPTH is a number from 1 to 99, not {}", quoted(words.front())));
        bench.depth = *depth;
        words = words.subspan(1);
    }
    if (!words.empty()) throw InputError(fmt::format("bench: {} is too much", quoted(words.front())));
    return bench;
}

void runBench(const Bench& bench, const std::function<void(std::string_view)>& line) {
    std::uint64_t total = 0;
    const Stopwatch watch;
    for (const Game& game : games()) {
        if (bench.game && bench.game->info.name != game.info.name) continue;
        for (const int plies : positionPlies) {
            std::string fen;
            const auto nodes = searchPosition(game, plies, bench.depth, fen);
            total += nodes;
            line(fmt::format("{:<10} {:>10} nodes  {}", game.info.name, nodes, fen));
        }
    }
    const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(1, watch.elapsedMs()));
    const auto speed = total * 1000 / milliseconds;
    line("");
    line(fmt::format("Total time (ms) : {}", milliseconds));
    line(fmt::format("Nodes searched  : {}", total));
    line(fmt::format("Nodes/second    : {}", speed));
    line(fmt::format("{} nodes {} nps", total, speed));
}

}  // namespace fusilier
