// The search for a mate as a GUI asks for it: the real binary at the other end of a pipe, lines of every game's suite.

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "catch2.h"
#include "fusilier/registry.h"
#include "mates.h"
#include "process.h"

using namespace fusilier;
using namespace fusilier::testing;

namespace {

struct Answer {
    std::string score;  ///< of the last line of thinking: "mate 2", "cp 31"
    std::string first;  ///< first move of that line
    std::string best;
};

Answer ask(Process& engine, const std::string& command) {
    static const std::regex info(".* score (\\S+ \\S+) nodes .* pv (\\S+).*");
    engine.send(command);
    Answer answer;
    for (const std::string& line : engine.readUntil("bestmove ")) {
        std::smatch match;
        if (std::regex_match(line, match, info)) answer = {match[1], match[2], ""};
        if (startsWith(line, "bestmove ")) answer.best = line.substr(9, line.find(' ', 9) - 9);
    }
    return answer;
}

}  // namespace

TEST_CASE("UCI: a search for a mate reports it and plays it, in every game", "[uci][mates]") {
    Process engine;
    for (const Game& game : games()) {
        engine.send("setoption name UCI_Variant value " + std::string(game.info.name));
        for (const int moves : {1, 2, 3}) {
            const auto suite = mates::readSuite(game.info.name);
            const auto line = std::find_if(suite.begin(), suite.end(), [&](const auto& l) { return l.moves == moves; });
            REQUIRE(line != suite.end());
            CAPTURE(game.info.name, line->fen);
            engine.send("ucinewgame");
            engine.send("position fen " + line->fen);
            const Answer answer = ask(engine, "go mate " + std::to_string(moves));
            CHECK(answer.score == "mate " + std::to_string(moves));
            CHECK(answer.first == answer.best);
            engine.send("position fen " + line->fen + " moves " + answer.best);
            // The side that is being mated sees it too.
            const Answer reply = ask(engine, "go depth " + std::to_string(2 * moves + 6));
            if (moves == 1)
                CHECK(reply.best == "(none)");
            else
                CHECK(reply.score == "mate -" + std::to_string(moves - 1));
        }
    }
}

TEST_CASE("UCI: a search for a longer mate takes a shorter one", "[uci][mates]") {
    Process engine;
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const Answer answer = ask(engine, "go mate 5");
    CHECK(answer.score == "mate 1");
    CHECK(answer.best == "a1a8");
}

TEST_CASE("UCI: a search for a mate that is not there ends by another limit or by stop", "[uci][mates]") {
    Process engine;
    engine.send("position fen 7k/8/8/8/8/8/8/K6R w - - 0 1");
    for (const std::string limit : {"depth 4", "nodes 20000", "movetime 100"}) {
        CAPTURE(limit);
        const Answer answer = ask(engine, "go mate 1 " + limit);
        CHECK_FALSE(answer.best.empty());
        CHECK(answer.score != "mate 1");
    }
    engine.send("go mate 1");
    CHECK_FALSE(ask(engine, "stop").best.empty());
}

TEST_CASE("UCI: several threads play the mate that they report", "[uci][mates]") {
    Process engine;
    engine.send("setoption name Threads value 4");
    for (const auto& line : mates::readSuite("chess")) {
        CAPTURE(line.fen);
        engine.send("position fen " + line.fen);
        const Answer answer = ask(engine, "go mate " + std::to_string(line.moves));
        CHECK(answer.score == "mate " + std::to_string(line.moves));
        CHECK(answer.first == answer.best);
    }
}
