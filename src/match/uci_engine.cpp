// UCI, the engine's side being the other one. Source: Stefan Meyer-Kahlen's description of April 2006, and UCI_Variant
// as the variant engines have agreed on it.
#include <fmt/format.h>

#include <set>

#include "match/engine.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

class UciEngine : public Engine {
  public:
    UciEngine(const EngineConfig& config, const GameInfo& game, std::unique_ptr<Process> process, Warn warn)
        : Engine(config, game, std::move(process), std::move(warn)) {}

    void newGame(std::string_view, Color) override {
        send("ucinewgame");
        sync();
    }

    Thought think(const ThinkRequest& request) override;

  protected:
    void greet() override;
    void settle(std::string_view) override {}  // `think` has left it idle

  private:
    void sendOptions();
    void sync() {
        send("isready");
        waitFor("readyok");
    }
    void waitFor(std::string_view word) {
        const Deadline deadline = stallDeadline();
        while (trimmed(receive(deadline)) != word) {
        }
    }
    std::string goCommand(const ThinkRequest& request) const;
    bool collect(Deadline deadline, Thought& thought);

    std::set<std::string> offered_;  // option names, lower case
};

/// The name in "option name Move Overhead type spin ...".
std::string optionName(std::string_view line) {
    std::string_view rest = line;
    if (nextWord(rest) != "option" || nextWord(rest) != "name") return {};
    const std::size_t end = rest.find(" type ");
    return lowered(trimmed(rest.substr(0, end)));
}

void UciEngine::greet() {
    send("uci");
    const Deadline deadline = stallDeadline();
    for (;;) {
        const std::string_view line = trimmed(receive(deadline));
        if (line == "uciok") break;
        if (std::string name = optionName(line); !name.empty()) offered_.insert(std::move(name));
    }
    sendOptions();
    sync();
}

void UciEngine::sendOptions() {
    bool variantGiven = false;
    // Some engines write castling as king takes rook unless they are told that this is not Chess960.
    if (offered_.contains("uci_chess960")) send("setoption name UCI_Chess960 value false");
    for (const auto& [name, value] : config_.options) {
        if (!offered_.contains(lowered(name))) warn(fmt::format("does not offer the option '{}'", name));
        variantGiven |= lowered(name) == "uci_variant";
        send(value.empty() ? fmt::format("setoption name {}", name)
                           : fmt::format("setoption name {} value {}", name, value));
    }
    // Last, since a file of variants may have to be read first. An engine that plays one game only has no such option.
    if (game_.name != "chess" && !variantGiven && offered_.contains("uci_variant"))
        send(fmt::format("setoption name UCI_Variant value {}", game_.name));
}

std::string UciEngine::goCommand(const ThinkRequest& request) const {
    std::string go = "go";
    auto out = std::back_inserter(go);
    if (config_.tc) {
        fmt::format_to(out, " wtime {} btime {}", std::max<std::int64_t>(request.time[0], 1),
                       std::max<std::int64_t>(request.time[1], 1));
        if (request.increment[0] > 0 || request.increment[1] > 0)
            fmt::format_to(out, " winc {} binc {}", request.increment[0], request.increment[1]);
        if (request.movesToGo > 0) fmt::format_to(out, " movestogo {}", request.movesToGo);
    }
    if (config_.moveTime) fmt::format_to(out, " movetime {}", *config_.moveTime);
    if (config_.depth) fmt::format_to(out, " depth {}", *config_.depth);
    if (config_.nodes) fmt::format_to(out, " nodes {}", *config_.nodes);
    return go;
}

void readInfo(std::string_view rest, Thought& thought) {
    int depth = 0;
    std::optional<Score> score;
    for (std::string_view word = nextWord(rest); !word.empty(); word = nextWord(rest)) {
        if (word == "depth") {
            depth = numberOr(nextWord(rest), 0);
        } else if (word == "nodes") {
            thought.nodes = numberOr(nextWord(rest), thought.nodes);
        } else if (word == "multipv") {
            if (nextWord(rest) != "1") return;
        } else if (word == "score") {
            Score s;
            const std::string_view kind = nextWord(rest);
            s.kind = kind == "mate" ? Score::Kind::Mate : Score::Kind::Centipawns;
            s.value = numberOr(nextWord(rest), 0);
            if (kind == "mate" || kind == "cp") score = s;
        } else if (word == "lowerbound" || word == "upperbound") {
            if (score && thought.score)  // better an exact score of the depth before
                score.reset();
        } else if (word == "pv" || word == "string") {
            break;
        }
    }
    if (score) {
        thought.score = score;
        thought.depth = depth;
    }
}

/// Reads up to "bestmove"; false at the deadline.
bool UciEngine::collect(Deadline deadline, Thought& thought) {
    std::string_view line;
    while (tryReceive(deadline, line)) {
        std::string_view rest = line;
        const std::string_view word = nextWord(rest);
        if (word == "info") {
            readInfo(rest, thought);
        } else if (word == "bestmove") {
            thought.text = lowered(nextWord(rest));
            return true;
        }
    }
    return false;
}

Thought UciEngine::think(const ThinkRequest& request) {
    std::string position = "position ";
    if (request.startFen.empty())
        position += "startpos";
    else
        fmt::format_to(std::back_inserter(position), "fen {}", request.startFen);
    if (!request.moves.empty()) position += " moves";
    for (const std::string& move : request.moves) {
        position += ' ';
        position += move;
    }
    discardPending();
    // One write: with short searches, waking the engine twice would cost more than what it then does.
    send(position + '\n' + goCommand(request));

    Thought thought;
    const Deadline start = Clock::now();
    if (!collect(lateAt(request, start), thought)) {
        send("stop");
        if (!config_.tc && !config_.moveTime) fail(EngineFailure::Kind::Stalls, "no answer");
        Thought ignored;
        usable_ = collect(Clock::now() + std::chrono::seconds(1), ignored);
        thought.kind = Thought::Kind::Late;
        thought.elapsed = Clock::now() - start;
        return thought;
    }
    thought.elapsed = process_->received() - start;
    return thought;
}

}  // namespace

std::unique_ptr<Engine> makeUciEngine(const EngineConfig& config, const GameInfo& game,
                                      std::unique_ptr<Process> process, Engine::Warn warn) {
    return std::make_unique<UciEngine>(config, game, std::move(process), std::move(warn));
}

}  // namespace fusilier::match
