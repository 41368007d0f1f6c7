// The mate suites, variants/GAME/GAME.mates: each line is proven by trying every move, then found by the engine.
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catch2.h"
#include "core/fen.h"
#include "core/notation.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "mate_solver.h"

namespace fusilier::mates {

struct MateLine {
    std::string fen;
    int moves = 0;
};

inline std::string suitePath(std::string_view game) {
    return std::string(FUSILIER_SOURCE_DIR "/variants/") + std::string(game) + "/" + std::string(game) + ".mates";
}

/// Lines `FEN ;mate N`, comments with '#'.
inline std::vector<MateLine> readSuite(std::string_view game) {
    constexpr std::string_view field = " ;mate ";
    std::ifstream in(suitePath(game));
    std::vector<MateLine> suite;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t at = line.find(field);
        REQUIRE(at != std::string::npos);
        suite.push_back({line.substr(0, at), std::stoi(line.substr(at + field.size()))});
    }
    return suite;
}

/// What a search said last.
class LastWord final : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override {
        if (info.multiPv == 1 && info.score.bound == Score::Bound::Exact) info_ = info;
    }
    void onBestMove(std::string_view best, std::string_view) override { best_ = best; }

    const SearchInfo& info() const { return info_; }
    const std::string& best() const { return best_; }

  private:
    SearchInfo info_;
    std::string best_;
};

inline LastWord search(Session& session, const std::string& fen, const Limits& limits) {
    LastWord word;
    session.newGame();
    session.setPosition(fen, {});
    session.go(limits, word);
    session.wait();
    return word;
}

template <Rules R>
void suiteIsProven() {
    std::map<int, int> count;
    for (const MateLine& line : readSuite(R::name)) {
        INFO(line.fen << " ;mate " << line.moves);
        ++count[line.moves];
        const auto position = readFen<R>(line.fen);
        CHECK(writeFen(position) == line.fen);
        CHECK(MateSolver<R>().shortest(position, line.moves) == line.moves);
    }
    CHECK(count[1] >= 5);
    CHECK(count[2] >= 5);
    CHECK(count[3] >= 5);
    CHECK(count[4] >= 3);
    CHECK(count[1] + count[2] + count[3] + count[4] >= 30);
    CHECK(count.size() == 4);
}

/// The search announces the mate at its true length, and its move does force it.
template <Rules R>
void engineFinds(const MateLine& line, const LastWord& said) {
    CHECK(said.info().score.kind == Score::Kind::Mate);
    CHECK(said.info().score.value == line.moves);
    auto position = readFen<R>(line.fen);
    Undo<R> undo;
    position.make(parseMove(position, said.best()), undo);
    CHECK(MateSolver<R>().lost(position, line.moves - 1));
    position.unmake(undo);
    REQUIRE_FALSE(said.info().pv.empty());
    CHECK(said.info().pv.front() == said.best());
    for (const std::string& text : said.info().pv) {
        Undo<R> step;
        REQUIRE_NOTHROW(position.make(parseMove(position, text), step));
    }
}

template <Rules R>
void mateSearchFindsAll() {
    const auto session = findGame(R::name)->open();
    for (const MateLine& line : readSuite(R::name)) {
        Limits limits;
        limits.mate = line.moves;
        limits.nodes = 4'000'000;
        const auto said = search(*session, line.fen, limits);
        INFO(line.fen << " ;mate " << line.moves << ": best " << said.best() << ", nodes " << said.info().nodes);
        engineFinds<R>(line, said);
    }
}

/// However long it searches on: a mate once found is not lost again. Where much else wins too, it may take longer.
template <Rules R>
void plainSearchFindsAll() {
    const auto session = findGame(R::name)->open();
    for (const MateLine& line : readSuite(R::name)) {
        LastWord said;
        Limits limits;
        for (const std::uint64_t nodes : {25'000, 200'000, 4'000'000}) {
            limits.nodes = nodes;
            said = search(*session, line.fen, limits);
            if (said.info().score.kind == Score::Kind::Mate && said.info().score.value == line.moves) break;
        }
        INFO(line.fen << " ;mate " << line.moves << ": best " << said.best() << ", nodes " << said.info().nodes);
        engineFinds<R>(line, said);
    }
}

/// All that holds of a room's suite.
template <Rules R>
void all() {
    SECTION("every line is proven") {
        suiteIsProven<R>();
    }
    SECTION("a search for a mate finds every one") {
        mateSearchFindsAll<R>();
    }
    SECTION("a plain search finds every one") {
        plainSearchFindsAll<R>();
    }
}

}  // namespace fusilier::mates
