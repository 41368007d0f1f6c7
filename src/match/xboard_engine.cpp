// The Chess Engine Communication Protocol, version 2. Source: Tim Mann and H.G. Muller, "Chess Engine Communication
// Protocol" (gnu.org/software/xboard/engine-intf.html).
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "match/engine.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

/// Mates are scored 100000 and the number of moves (protocol, "Thinking Output").
constexpr int xboardMate = 100000;

class XboardEngine : public Engine {
  public:
    XboardEngine(const EngineConfig& config, const GameInfo& game, std::unique_ptr<Process> process, Warn warn)
        : Engine(config, game, std::move(process), std::move(warn)) {}

    void newGame(std::string_view fen, Color side) override;
    Thought think(const ThinkRequest& request) override;

  protected:
    void greet() override;
    void settle(std::string_view result) override;

  private:
    void readFeatures(std::string_view text, bool& done, bool& more);
    void sendOptions();
    void sendLimits();
    void sync();
    bool has(const char* feature, bool fallback) const {
        const auto it = features_.find(feature);
        return it == features_.end() ? fallback : it->second == "1";
    }
    std::string moveOut(std::string_view move) const {
        return has("usermove", false) ? "usermove " + toXboard(move) : toXboard(move);
    }
    std::string toXboard(std::string_view move) const { return shiftRanks(move, -1); }
    std::string fromXboard(std::string_view move, Color side) const;
    std::string shiftRanks(std::string_view move, int by) const;
    void sendClocks(const ThinkRequest& request);
    bool collect(Deadline deadline, Color side, Thought& thought);

    std::map<std::string, std::string, std::less<>> features_;
    std::set<std::string> offered_;  // option names, lower case
    std::size_t told_ = 0;           // moves of the game that the engine knows
    bool forced_ = true;             // in force mode: it will not answer a move
    int pings_ = 0;
};

/// Boards of ten ranks count them from 0; any other board counts from 1. Moves are e2e4 or a10b10q.
std::string XboardEngine::shiftRanks(std::string_view move, int by) const {
    if (game_.ranks != 10) return std::string(move);
    std::string result;
    for (std::size_t i = 0; i < move.size();) {
        if (move[i] < '0' || move[i] > '9') {
            result += move[i++];
            continue;
        }
        int rank = 0;
        for (; i < move.size() && move[i] >= '0' && move[i] <= '9' && rank < 100; ++i)
            rank = 10 * rank + (move[i] - '0');
        result += std::to_string(rank + by);
    }
    return result;
}

std::string XboardEngine::fromXboard(std::string_view move, Color side) const {
    const char* rank = side == Color::White ? "1" : "8";
    if (move == "O-O" || move == "0-0" || move == "o-o") return fmt::format("e{0}g{0}", rank);
    if (move == "O-O-O" || move == "0-0-0" || move == "o-o-o") return fmt::format("e{0}c{0}", rank);
    std::string plain;
    for (const char c : lowered(move))
        if (c != '=' && c != '-')  // e7e8=Q
            plain += c;
    return shiftRanks(plain, 1);
}

void XboardEngine::readFeatures(std::string_view text, bool& done, bool& more) {
    for (;;) {
        text = trimmed(text);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) return;
        const std::string name = lowered(trimmed(text.substr(0, equals)));
        text.remove_prefix(equals + 1);
        std::string value;
        if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
            const std::size_t end = text.find(text[0], 1);
            value = text.substr(1, end == std::string_view::npos ? end : end - 1);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        } else {
            value = nextWord(text);
        }
        if (name == "done") {
            done = value == "1";
            more = !done;
        } else if (name == "option") {
            const std::size_t dash = value.find(" -");
            offered_.insert(lowered(std::string_view(value).substr(0, dash)));
        } else {
            features_[name] = value;
        }
        // Marks are for a board to look at, whose plies an engine may have to send one by one.
        const bool refused = (name == "san" && value == "1") || name == "highlight";
        send((refused ? "rejected " : "accepted ") + name);
    }
}

void XboardEngine::greet() {
    send("xboard\nprotover 2");
    bool done = false;
    bool more = false;  // "done=0": it needs longer than the protocol's two seconds
    const Deadline usual = Clock::now() + std::chrono::seconds(2);
    const Deadline longest = stallDeadline();
    while (!done) {
        std::string_view line;
        if (!tryReceive(std::min(more ? longest : usual, longest), line)) {
            if (more) fail(EngineFailure::Kind::Stalls, "does not finish its features");
            break;  // an engine of protocol 1, silent by right
        }
        const std::string text(line);  // readFeatures sends, but does not receive
        std::string_view rest = text;
        if (nextWord(rest) == "feature") readFeatures(rest, done, more);
    }
    sendOptions();
    sync();
}

void XboardEngine::sendOptions() {
    for (const auto& [name, value] : config_.options) {
        const std::string key = lowered(name);
        if ((key == "hash" || key == "memory") && !offered_.contains(key)) {
            if (has("memory", false))
                send("memory " + value);
            else
                warn("does not offer 'memory'");
        } else if ((key == "threads" || key == "cores") && !offered_.contains(key)) {
            if (has("smp", false))
                send("cores " + value);
            else
                warn("does not offer 'cores'");
        } else {
            if (!offered_.contains(key)) warn(fmt::format("does not offer the option '{}'", name));
            send(value.empty() ? fmt::format("option {}", name) : fmt::format("option {}={}", name, value));
        }
    }
}

/// Waits until the engine has worked off what it was sent. One that cannot be asked may be still at it: what it has
/// said so far, such as the result of the game before, is not for the next move.
void XboardEngine::sync() {
    if (!has("ping", false)) return discardPending();
    const std::string pong = fmt::format("pong {}", ++pings_);
    send(fmt::format("ping {}", pings_));
    const Deadline deadline = stallDeadline();
    for (std::string_view line = receive(deadline); trimmed(line) != pong; line = receive(deadline)) {
        if (line.starts_with("Error") && line.find("variant") != std::string_view::npos)
            warn(fmt::format("says '{}'", line));
    }
}

void XboardEngine::sendLimits() {
    if (config_.tc) {
        const TimeControl& tc = *config_.tc;
        std::string base = fmt::format("{}", tc.base / 60'000);
        if (tc.base % 60'000 != 0) base += fmt::format(":{:02}", tc.base % 60'000 / 1000);
        // Whole seconds as the protocol has it; a fraction only where there is one.
        const std::string increment = tc.increment % 1000 == 0
                                          ? fmt::format("{}", tc.increment / 1000)
                                          : fmt::format("{}", static_cast<double>(tc.increment) / 1000);
        send(fmt::format("level {} {} {}", tc.moves, base, increment));
    }
    if (config_.moveTime)
        send(*config_.moveTime % 1000 == 0 ? fmt::format("st {}", *config_.moveTime / 1000)
                                           : fmt::format("st {}", static_cast<double>(*config_.moveTime) / 1000));
    if (config_.depth) send(fmt::format("sd {}", *config_.depth));
    if (config_.nodes) {
        // One second at so many nodes a second: the protocol has no other limit by nodes.
        if (!has("nps", false)) warn("does not offer 'nps', so it plays without its limit of nodes");
        send(fmt::format("st 1\nnps {}", *config_.nodes));
    }
}

void XboardEngine::newGame(std::string_view fen, Color) {
    send("new");
    if (game_.name != "chess") {
        const auto variants = features_.find("variants");
        if (variants != features_.end() &&
            fmt::format(",{},", variants->second).find(fmt::format(",{},", game_.name)) == std::string::npos)
            warn(fmt::format("does not list the variant '{}'", game_.name));
        send(fmt::format("variant {}", game_.name));
    }
    send("force");
    if (!fen.empty()) {
        if (!has("setboard", false))
            throw std::runtime_error(
                fmt::format("engine '{}' does not offer 'setboard': it plays only from the usual array", config_.name));
        send(fmt::format("setboard {}", fen));
    }
    sendLimits();
    send("post\neasy");
    told_ = 0;
    forced_ = true;
    sync();
}

void XboardEngine::sendClocks(const ThinkRequest& request) {
    if (!config_.tc || !has("time", true)) return;
    const auto own = static_cast<std::size_t>(index(request.side));
    const auto centiseconds = [](std::int64_t ms) { return std::max<std::int64_t>(ms / 10, 1); };
    send(fmt::format("time {}\notim {}", centiseconds(request.time[own]), centiseconds(request.time[1 - own])));
}

/// "12 35 210 123456 e2e4 ...": depth, centipawns, centiseconds, nodes, line.
void readThinking(std::string_view rest, Thought& thought) {
    std::string_view word = nextWord(rest);
    while (!word.empty() && (word.back() < '0' || word.back() > '9'))  // old engines mark the depth: "12." or "12&"
        word.remove_suffix(1);
    const int depth = numberOr(word, -1);
    const int value = numberOr(nextWord(rest), -1'000'000);
    const std::string_view time = nextWord(rest);
    const auto nodes = numberOr<std::uint64_t>(nextWord(rest), ~std::uint64_t{0});
    if (depth < 0 || value == -1'000'000 || time.empty() || nodes == ~std::uint64_t{0}) return;
    Score score;
    score.value = value;
    if (std::abs(value) >= xboardMate && std::abs(value) < xboardMate + 1000) {
        score.kind = Score::Kind::Mate;
        score.value = value > 0 ? value - xboardMate : value + xboardMate;
    }
    thought.score = score;
    thought.depth = depth;
    thought.nodes = nodes;
}

/// Reads up to a move or anything else that ends the turn; false at the deadline.
bool XboardEngine::collect(Deadline deadline, Color side, Thought& thought) {
    std::string_view line;
    while (tryReceive(deadline, line)) {
        std::string_view rest = line;
        const std::string_view word = nextWord(rest);
        if (word == "move") {
            thought.text = fromXboard(trimmed(rest), side);
            return true;
        }
        if (word == "resign") {
            thought.kind = Thought::Kind::Resign;
            return true;
        }
        if (word == "1-0" || word == "0-1" || word == "1/2-1/2") {
            thought.kind = Thought::Kind::Claim;
            thought.text = word;
            return true;
        }
        if (word == "Illegal" && rest.starts_with(" move")) {
            thought.kind = Thought::Kind::Refusal;
            thought.text = trimmed(rest.substr(std::min(rest.find(':'), rest.size() - 1) + 1));
            return true;
        }
        if (!word.empty() && word[0] >= '0' && word[0] <= '9') readThinking(line, thought);
    }
    return false;
}

Thought XboardEngine::think(const ThinkRequest& request) {
    // Moves that it must not answer: those before its first turn, and those of a game that starts with them.
    const std::size_t silent = request.moves.size() - (!forced_ && !request.moves.empty() ? 1 : 0);
    for (; told_ < silent; ++told_)
        send(moveOut(request.moves[told_]));
    if (forced_) sync();
    sendClocks(request);
    if (forced_)
        send("go");
    else if (told_ < request.moves.size())
        send(moveOut(request.moves[told_++]));
    forced_ = false;

    Thought thought;
    const Deadline start = Clock::now();
    if (!collect(lateAt(request, start), request.side, thought)) {
        send("?");
        if (!config_.tc && !config_.moveTime) fail(EngineFailure::Kind::Stalls, "no answer");
        Thought ignored;
        usable_ = collect(Clock::now() + std::chrono::seconds(1), request.side, ignored);
        thought.kind = Thought::Kind::Late;
        thought.elapsed = Clock::now() - start;
        return thought;
    }
    thought.elapsed = process_->received() - start;
    ++told_;  // its own move
    return thought;
}

void XboardEngine::settle(std::string_view result) {
    send("force");
    send(fmt::format("result {} {{}}", result));
    sync();
    if (!has("reuse", true)) usable_ = false;
}

}  // namespace

std::unique_ptr<Engine> makeXboardEngine(const EngineConfig& config, const GameInfo& game,
                                         std::unique_ptr<Process> process, Engine::Warn warn) {
    return std::make_unique<XboardEngine>(config, game, std::move(process), std::move(warn));
}

}  // namespace fusilier::match
