#include "match/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "match/text.h"

namespace fusilier::match {
namespace {

std::string_view nameOf(Color side) {
    return side == Color::White ? "White" : "Black";
}

std::string_view winFor(Color side) {
    return side == Color::White ? "1-0" : "0-1";
}

Verdict fromOutcome(const Outcome& outcome) {
    if (outcome.loser)
        return {std::string(winFor(~*outcome.loser)), fmt::format("{} mates", nameOf(~*outcome.loser)), "normal"};
    switch (outcome.ending) {
        case Ending::Stalemate:
            return {"1/2-1/2", "Draw by stalemate", "normal"};
        case Ending::Repetition:
            return {"1/2-1/2", "Draw by 3-fold repetition", "normal"};
        case Ending::FiftyMoves:
            return {"1/2-1/2", "Draw by fifty moves rule", "normal"};
        case Ending::BareKings:
            return {"1/2-1/2", "Draw by insufficient mating material", "normal"};
        default:
            return {"1/2-1/2", fmt::format("Draw by {}", toString(outcome.ending)), "normal"};
    }
}

/// Decides games by what the engines themselves say of them.
class Adjudicator {
  public:
    explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

    /// Call after each move that did not end the game.
    std::optional<Verdict> judge(Color mover, const Thought& thought, std::size_t plies) {
        const bool mate = thought.score && thought.score->kind == Score::Kind::Mate;
        const int value = !thought.score ? 0
                          : !mate        ? thought.score->value
                                         : (thought.score->value > 0 ? 1'000'000 : -1'000'000);
        if (rules_.resign) {
            const bool lost = thought.score && value <= -rules_.resign->score;
            const bool won = thought.score && value >= rules_.resign->score;
            count(lostMoves_[slot(mover)], lost);
            count(wonMoves_[slot(mover)], won);
            // Judged by the engine that is losing; with `twoSided` after either side's move.
            for (const Color loser : {Color::White, Color::Black}) {
                const bool agreed = !rules_.resign->twoSided || wonMoves_[slot(~loser)] >= rules_.resign->moveCount;
                if (lostMoves_[slot(loser)] >= rules_.resign->moveCount && agreed)
                    return Verdict{std::string(winFor(~loser)), fmt::format("{} wins by adjudication", nameOf(~loser)),
                                   "adjudication"};
            }
        }
        if (rules_.draw) {
            count(levelPlies_, thought.score && std::abs(value) <= rules_.draw->score);
            if (plies >= 2 * static_cast<std::size_t>(rules_.draw->moveNumber) &&
                levelPlies_ >= 2 * rules_.draw->moveCount)
                return Verdict{"1/2-1/2", "Draw by adjudication", "adjudication"};
        }
        if (rules_.maxMoves && plies >= 2 * static_cast<std::size_t>(*rules_.maxMoves))
            return Verdict{"1/2-1/2", "Draw by adjudication: maximal game length", "adjudication"};
        return std::nullopt;
    }

  private:
    static std::size_t slot(Color side) { return static_cast<std::size_t>(index(side)); }
    static void count(int& counter, bool holds) { counter = holds ? counter + 1 : 0; }

    Adjudication rules_;
    std::array<int, 2> lostMoves_{};
    std::array<int, 2> wonMoves_{};
    int levelPlies_ = 0;
};

class Play {
  public:
    Play(Session& referee, Engine& white, Engine& black, std::string_view fen, const Adjudication& adjudication)
        : referee_(referee), engines_{&white, &black}, fen_(fen), adjudicator_(adjudication) {
        for (std::size_t i = 0; i < 2; ++i)
            clocks_[i] = PlayerClock(engines_[i]->config().tc.value_or(TimeControl{}));
    }

    GameRecord run() {
        const Verdict verdict = play();
        for (Engine* engine : engines_)
            engine->endGame(verdict.result);
        GameRecord record = unplayedGame(referee_, fen_, verdict);
        record.plies = std::move(plies_);
        if (!record.plies.empty()) record.plies.back().note = std::exchange(record.preamble, {});
        record.setTag("PlyCount", fmt::format("{}", record.plies.size()));
        record.setTag("WhiteSearch", toString(totals_[0]));
        record.setTag("BlackSearch", toString(totals_[1]));
        return record;
    }

  private:
    static std::size_t slot(Color side) { return static_cast<std::size_t>(index(side)); }

    Verdict play() {
        referee_.setPosition(fen_, {});
        for (const Color side : {Color::White, Color::Black})
            try {
                engines_[slot(side)]->newGame(fen_, side);
            } catch (const EngineFailure& failure) {
                return lossFor(side, failure);
            }
        for (Outcome outcome = referee_.outcome(); !outcome.over(); outcome = referee_.outcome())
            if (const auto verdict = turn(referee_.sideToMove())) return *verdict;
        return fromOutcome(referee_.outcome());
    }

    ThinkRequest request(Color side) const {
        ThinkRequest r;
        r.startFen = fen_;
        r.moves = moves_;
        r.side = side;
        for (std::size_t i = 0; i < 2; ++i) {
            r.time[i] = clocks_[i].left();
            r.increment[i] = engines_[i]->config().tc.value_or(TimeControl{}).increment;
        }
        r.movesToGo = clocks_[slot(side)].movesLeft();
        return r;
    }

    /// One move; a verdict where the game ends otherwise than by the rules.
    std::optional<Verdict> turn(Color side) {
        Thought thought;
        try {
            thought = engines_[slot(side)]->think(request(side));
        } catch (const EngineFailure& failure) {
            return lossFor(side, failure);
        }
        switch (thought.kind) {
            case Thought::Kind::Move:
                break;
            case Thought::Kind::Late:
                return lossFor(side, "loses on time", "time forfeit");
            case Thought::Kind::Resign:
                return lossFor(side, "resigns", "normal");
            case Thought::Kind::Claim:
                if (thought.text == winFor(~side)) return lossFor(side, "resigns", "normal");
                return lossFor(side, "makes an invalid result claim: " + thought.text, "rules infraction");
            case Thought::Kind::Refusal:
                return lossFor(side, "rejects a legal move: " + thought.text, "rules infraction");
        }
        return accept(side, thought);
    }

    std::optional<Verdict> accept(Color side, const Thought& thought) {
        std::string move;
        try {
            move = referee_.rewrite(thought.text, Notation::Coordinate, Notation::Coordinate);
            referee_.play(move);
        } catch (const InputError&) {
            return lossFor(side, "makes an illegal move: " + thought.text.substr(0, 20), "illegal move");
        }
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(thought.elapsed).count();
        clocks_[slot(side)].moved(ms);
        moves_.push_back(move);
        plies_.push_back({move, thought.score, thought.depth, ms, {}, 0, {}});
        SearchTotals& totals = totals_[slot(side)];
        totals.moves += 1;
        totals.nodes += thought.nodes;
        totals.depth += static_cast<std::uint64_t>(std::max(thought.depth, 0));
        totals.timeUs += std::chrono::duration_cast<std::chrono::microseconds>(thought.elapsed).count();
        if (referee_.outcome().over()) return std::nullopt;
        return adjudicator_.judge(side, thought, moves_.size());
    }

    Session& referee_;
    std::array<Engine*, 2> engines_;
    std::string fen_;
    Adjudicator adjudicator_;
    std::array<PlayerClock, 2> clocks_{PlayerClock{{}}, PlayerClock{{}}};
    std::array<SearchTotals, 2> totals_{};
    std::vector<std::string> moves_;
    std::vector<PlyRecord> plies_;
};

/// PGN's TimeControl where there is a clock; else the limit in words of the command line.
std::string limitText(const EngineConfig& config) {
    std::vector<std::string> parts;
    if (config.tc) parts.push_back(toString(*config.tc));
    if (config.moveTime) parts.push_back(fmt::format("{}ms/move", *config.moveTime));
    if (config.nodes) parts.push_back(fmt::format("{} nodes/move", *config.nodes));
    if (config.depth) parts.push_back(fmt::format("{} plies/move", *config.depth));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string toString(const SearchTotals& t) {
    return fmt::format("moves {} nodes {} depth {} us {}", t.moves, t.nodes, t.depth, t.timeUs);
}

SearchTotals parseSearchTotals(std::string_view text) {
    SearchTotals t;
    for (std::string_view word = nextWord(text); !word.empty(); word = nextWord(text)) {
        const std::string_view value = nextWord(text);
        if (word == "moves")
            t.moves = numberOr<std::uint64_t>(value, 0);
        else if (word == "nodes")
            t.nodes = numberOr<std::uint64_t>(value, 0);
        else if (word == "depth")
            t.depth = numberOr<std::uint64_t>(value, 0);
        else if (word == "us")
            t.timeUs = numberOr<std::int64_t>(value, 0);
    }
    return t;
}

Verdict lossFor(Color side, std::string_view what, std::string_view termination) {
    return {std::string(winFor(~side)), fmt::format("{} {}", nameOf(side), what), std::string(termination)};
}

Verdict lossFor(Color side, const EngineFailure& failure) {
    if (failure.kind == EngineFailure::Kind::Stalls)
        return {std::string(winFor(~side)), fmt::format("{}'s connection stalls", nameOf(side)), "stalled connection"};
    return lossFor(side, "disconnects", "abandoned");
}

GameRecord unplayedGame(const Session& referee, std::string_view fen, const Verdict& verdict) {
    GameRecord record;
    record.result = verdict.result;
    record.complete = true;
    record.setTag("Result", verdict.result);
    record.setTag("Variant", std::string(referee.game().name));
    if (!fen.empty()) {
        record.setTag("FEN", std::string(fen));
        record.setTag("SetUp", "1");
    }
    record.setTag("PlyCount", "0");
    record.setTag("Termination", verdict.termination);
    record.preamble = verdict.reason;
    return record;
}

GameRecord playGame(Session& referee, Engine& white, Engine& black, std::string_view fen,
                    const Adjudication& adjudication) {
    GameRecord record = Play(referee, white, black, fen, adjudication).run();
    const std::string w = limitText(white.config());
    const std::string b = limitText(black.config());
    if (w == b) {
        record.setTag("TimeControl", w);
    } else {
        record.setTag("WhiteTimeControl", w);
        record.setTag("BlackTimeControl", b);
    }
    return record;
}

}  // namespace fusilier::match
