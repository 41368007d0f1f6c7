// One engine, whichever protocol it speaks: started, set up for games, asked for moves, stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fusilier/session.h"
#include "match/process.h"
#include "match/time_control.h"

namespace fusilier::match {

enum class ProtocolKind : std::uint8_t { Uci, Xboard };
/// When an engine is started afresh: when it needs it (it failed, or says that it cannot be reused), always, never.
enum class Restart : std::uint8_t { Auto, On, Off };

/// What the command line says of an engine.
struct EngineConfig {
    std::string name;  ///< unique in a match
    Command command;
    std::size_t programWords = 0;  ///< of the command: what `cmd` gave; the rest are arguments added to it
    ProtocolKind protocol = ProtocolKind::Uci;
    std::vector<std::pair<std::string, std::string>> options;  ///< sent in this order
    std::vector<std::string> initStrings;                      ///< lines sent as they are, before the options
    std::optional<TimeControl> tc;
    std::optional<std::int64_t> moveTime;  ///< milliseconds a move (`st`, `movetime`)
    std::optional<std::uint64_t> nodes;    ///< a move
    std::optional<int> depth;              ///< plies
    std::optional<std::int64_t> margin;    ///< milliseconds over the time limit that are forgiven; see marginMs()
    std::int64_t stall = 120'000;          ///< milliseconds without an answer, where no clock runs, that mean it hangs
    Restart restart = Restart::Auto;

    /// 0 with a clock; 200 with a time a move, since an engine uses all of it and the pipe takes some too.
    std::int64_t marginMs() const { return margin.value_or(moveTime ? 200 : 0); }
};

/// An engine that cannot go on. It has been given up: only destroying it is left.
class EngineFailure : public std::runtime_error {
  public:
    enum class Kind { Disconnects, Stalls };
    EngineFailure(Kind k, const std::string& text) : std::runtime_error(text), kind(k) {}
    Kind kind;
};

/// Thrown out of any wait when the stop signal is raised.
class Stopped : public std::exception {};

/// What to think about. Times in milliseconds.
struct ThinkRequest {
    std::string_view startFen;           ///< of the game; empty for the usual array
    std::span<const std::string> moves;  ///< coordinate text
    Color side = Color::White;
    std::array<std::int64_t, 2> time{};  ///< clocks of White and Black; meaningless without a time control
    std::array<std::int64_t, 2> increment{};
    int movesToGo = 0;  ///< own; 0 for the rest of the game
};

struct Thought {
    enum class Kind { Move, Resign, Claim, Refusal, Late };

    Kind kind = Kind::Move;
    std::string text;  ///< the move in coordinate text (not checked), the claimed result, the refused move
    std::optional<Score> score;
    int depth = 0;
    std::uint64_t nodes = 0;
    Clock::duration elapsed{};
};

class Engine {
  public:
    using Warn = std::function<void(const std::string&)>;

    /// Starts the program and goes through its greeting and options. Throws std::runtime_error if the program cannot be
    /// started, EngineFailure if it does not greet, Stopped. `warn` is told once of options that it does not offer.
    static std::unique_ptr<Engine> start(const EngineConfig& config, const GameInfo& game, const StopSignal* stop,
                                         const Warn& warn, std::function<void(char, std::string_view)> log = {});
    virtual ~Engine() = default;

    /// Prepares a game from `fen` (empty for the usual array) in which it plays `side`. Throws EngineFailure, Stopped,
    /// and std::runtime_error where the engine cannot be given a position.
    virtual void newGame(std::string_view fen, Color side) = 0;
    /// Asks for a move and waits for it. An engine that is late is told to stop; one that still does not answer is
    /// given up
    /// (`usable` turns false) and the answer is Late. Throws EngineFailure, Stopped.
    virtual Thought think(const ThinkRequest& request) = 0;
    /// The game is over; waits until the engine has settled. Never throws: what goes wrong shows in `usable`.
    void endGame(std::string_view result);
    /// Polite end, then the other kind after half a second.
    void quit();

    bool usable() const { return usable_; }
    const EngineConfig& config() const { return config_; }

  protected:
    Engine(const EngineConfig& config, const GameInfo& game, std::unique_ptr<Process> process, Warn warn)
        : config_(config), game_(game), process_(std::move(process)), warn_(std::move(warn)) {}

    virtual void greet() = 0;
    virtual void settle(std::string_view result) = 0;

    void send(std::string_view line);
    /// The next line; throws where none comes before `deadline`.
    std::string_view receive(Deadline deadline);
    /// As `receive`, but gives false at the deadline.
    bool tryReceive(Deadline deadline, std::string_view& line);
    /// Throws away what it has said by now: it has no say before it is asked.
    void discardPending() { process_->discard(); }
    [[noreturn]] void fail(EngineFailure::Kind kind, const std::string& text);
    Deadline stallDeadline() const { return Clock::now() + std::chrono::milliseconds(config_.stall); }
    /// When the answer to `request` is too late.
    Deadline lateAt(const ThinkRequest& request, Deadline from) const;
    void warn(const std::string& text) const { warn_(config_.name + ": " + text); }

    EngineConfig config_;
    GameInfo game_;
    std::unique_ptr<Process> process_;
    bool usable_ = true;

  private:
    Warn warn_;
    std::string line_;
};

/// The two drivers; `Engine::start` chooses.
std::unique_ptr<Engine> makeUciEngine(const EngineConfig&, const GameInfo&, std::unique_ptr<Process>, Engine::Warn);
std::unique_ptr<Engine> makeXboardEngine(const EngineConfig&, const GameInfo&, std::unique_ptr<Process>, Engine::Warn);

}  // namespace fusilier::match
