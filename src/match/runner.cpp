#include "match/runner.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "match/game_file.h"
#include "match/standings.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

constexpr int mostFailedStarts = 5;  // in a row, of one engine: then something is wrong with its settings

/// SIGINT and SIGTERM become readable, SIGPIPE goes nowhere, for as long as this lives. Threads started meanwhile
/// inherit it.
class SignalGuard {
  public:
    SignalGuard() {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigaddset(&set, SIGTERM);
        ::pthread_sigmask(SIG_BLOCK, &set, &before_);
        fd_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
        if (fd_ < 0) {
            ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
            throw std::system_error(errno, std::generic_category(), "signalfd");
        }
        pipeBefore_ = ::signal(SIGPIPE, SIG_IGN);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;
    ~SignalGuard() {
        signalfd_siginfo info;
        while (::read(fd_, &info, sizeof info) > 0) {  // or a second Ctrl-C would strike when it is unblocked
        }
        ::close(fd_);
        ::signal(SIGPIPE, pipeBefore_);
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    int fd() const { return fd_; }

  private:
    sigset_t before_{};
    int fd_ = -1;
    void (*pipeBefore_)(int) = SIG_DFL;
};

/// What engines say and are told, on one file for all threads.
class EngineLog {
  public:
    explicit EngineLog(const std::string& path) {
        if (!path.empty() && !(file_ = std::fopen(path.c_str(), "ae")))
            throw InputError(fmt::format("cannot write '{}'", path));
    }
    EngineLog(const EngineLog&) = delete;
    EngineLog& operator=(const EngineLog&) = delete;
    ~EngineLog() {
        if (file_) std::fclose(file_);
    }
    std::function<void(char, std::string_view)> sink(const std::string& engine, int worker) {
        if (!file_) return {};
        return [this, engine, worker](char direction, std::string_view line) {
            const std::lock_guard lock(mutex_);
            fmt::print(file_, "{:%T} {} {} {}{}\n",
                       std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()), worker, engine,
                       direction, line);
        };
    }

  private:
    std::mutex mutex_;
    std::FILE* file_ = nullptr;
};

/// Keeps the calling thread, and the engines that it starts, on one of the processors that this program may use.
void pinToProcessor(int worker) {
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    int skip = (worker - 1) % std::max(CPU_COUNT(&allowed), 1);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &allowed) && skip-- == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            ::pthread_setaffinity_np(::pthread_self(), sizeof one, &one);
            return;
        }
}

/// In UTC, so that games of machines far apart sort by it.
std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    return fmt::format("{:%Y.%m.%d}", utc);
}

std::string duration(double seconds) {
    const auto s = static_cast<long long>(seconds + 0.5);
    if (s >= 3600) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
    return s >= 60 ? fmt::format("{}m{:02}s", s / 60, s % 60) : fmt::format("{}s", s);
}

std::unique_ptr<Openings> makeOpenings(const MatchOptions& options) {
    if (options.book) return std::make_unique<Openings>(readBook(*options.game, *options.book));
    if (options.random)
        return std::make_unique<Openings>(std::make_unique<RandomOpenings>(*options.game, *options.random));
    return std::make_unique<Openings>();
}

std::vector<std::string> namesOf(const MatchOptions& options) {
    std::vector<std::string> names;
    for (const EngineConfig& engine : options.engines)
        names.push_back(engine.name);
    return names;
}

class Runner {
  public:
    explicit Runner(const MatchOptions& options)
        : options_(options),
          schedule_(options.schedule),
          openings_(makeOpenings(options)),
          log_(options.log),
          file_(openFile()),
          standings_(namesOf(options)),
          results_(schedule_.size()),
          failedStarts_(options.engines.size()),
          text_(options.text) {
        takeOver();
    }

    MatchResult run();

  private:
    GameFile openFile() {
        return options_.resume ? GameFile::resume(options_.out, resumed_) : GameFile::create(options_.out);
    }
    void takeOver();
    void work(int worker);
    GameRecord play(std::size_t number, int worker, Session& referee, std::vector<std::unique_ptr<Engine>>& engines);
    Engine& seat(std::size_t engine, int worker, std::vector<std::unique_ptr<Engine>>& engines);
    void started(std::size_t number);
    void finished(std::size_t number, GameRecord record);
    void count(std::size_t number, const GameRecord& record);
    void followTest();
    std::string progressLine() const;
    void warn(const std::string& text);
    void abort(std::exception_ptr error);
    void say(const std::string& line) const {
        fmt::print(text_, "{}\n", line);
        std::fflush(text_);
    }

    const MatchOptions& options_;
    Schedule schedule_;
    std::unique_ptr<Openings> openings_;
    EngineLog log_;
    std::vector<GameRecord> resumed_;
    GameFile file_;

    std::atomic<std::size_t> next_{0};
    std::atomic<int> working_{0};
    StopSignal stop_;  // wakes the workers
    StopSignal idle_;  // wakes the main thread when the last worker is done

    std::mutex mutex_;  // guards all below
    Standings standings_;
    std::vector<std::optional<std::uint64_t>> results_;  // digest of each finished game
    std::vector<int> points_;                            // half points of the first engine, by game
    std::vector<int> failedStarts_;
    std::set<std::string> warnings_;
    std::exception_ptr error_;
    std::size_t followed_ = 0;  // games of the test, in their order
    Wdl testGames_;
    Penta testPairs_;
    int testPairPoints_ = -1;
    double llr_ = 0;
    bool decided_ = false;
    std::size_t playedNow_ = 0;
    Deadline begun_ = Clock::now();
    std::FILE* text_;
};

/// Counts the games that an earlier run has left, if they are this match's.
void Runner::takeOver() {
    points_.assign(schedule_.size(), -1);
    std::map<std::string, std::size_t, std::less<>> byRound;
    for (std::size_t i = 0; i < schedule_.size(); ++i)
        byRound[schedule_[i].round] = i;
    for (const GameRecord& game : resumed_) {
        const auto it = byRound.find(game.tag("Round"));
        const auto refuse = [&](const char* why) {
            throw InputError(fmt::format("'{}' is not from this match: game of round '{}' {}", options_.out,
                                         game.tag("Round"), why));
        };
        if (it == byRound.end()) refuse("is not in it");
        const ScheduledGame& planned = schedule_[it->second];
        if (results_[it->second]) refuse("is there twice");
        if (game.white() != options_.engines[planned.white].name ||
            game.black() != options_.engines[planned.black].name)
            refuse("has other players");
        if (game.fen() != openings_->at(planned.opening)) refuse("has another opening");
        if (game.notation != options_.notation) refuse("has another notation");
        count(it->second, game);
    }
    if (!resumed_.empty() && !options_.quiet)
        say(fmt::format("Resuming after {} of {} games", resumed_.size(), schedule_.size()));
    resumed_.clear();
    file_.cutTail();
}

Engine& Runner::seat(std::size_t engine, int worker, std::vector<std::unique_ptr<Engine>>& engines) {
    std::unique_ptr<Engine>& slot = engines[engine];
    const EngineConfig& config = options_.engines[engine];
    if (slot && (!slot->usable() || config.restart == Restart::On)) {
        slot->quit();
        slot.reset();
    }
    if (slot) return *slot;
    const auto note = [&](bool failed) {
        const std::lock_guard lock(mutex_);
        failedStarts_[engine] = failed ? failedStarts_[engine] + 1 : 0;
        if (failedStarts_[engine] >= mostFailedStarts)
            throw std::runtime_error(
                fmt::format("engine '{}' does not start: {} attempts in a row", config.name, failedStarts_[engine]));
    };
    try {
        slot = Engine::start(
            config, options_.game->info, &stop_, [this](const std::string& text) { warn(text); },
            log_.sink(config.name, worker));
    } catch (const EngineFailure&) {
        note(true);
        throw;
    }
    note(false);
    return *slot;
}

GameRecord Runner::play(std::size_t number, int worker, Session& referee,
                        std::vector<std::unique_ptr<Engine>>& engines) {
    const ScheduledGame& planned = schedule_[number];
    const std::string fen = openings_->at(planned.opening);
    // Two engines a game at most: the others of a large tournament would only hold memory.
    for (std::size_t i = 0; i < engines.size(); ++i)
        if (engines[i] && i != planned.white && i != planned.black) {
            engines[i]->quit();
            engines[i].reset();
        }
    started(number);
    GameRecord record;
    std::size_t starting = planned.white;
    try {
        Engine& white = seat(planned.white, worker, engines);
        starting = planned.black;
        Engine& black = seat(planned.black, worker, engines);
        record = playGame(referee, white, black, fen, options_.adjudication);
    } catch (const EngineFailure& failure) {
        const Color loser = starting == planned.white ? Color::White : Color::Black;
        record = unplayedGame(referee, fen, lossFor(loser, failure));
    }
    if (options_.notation == Notation::Long) translate(record, referee, Notation::Long);

    GameRecord full;
    full.setTag("Event", options_.event);
    full.setTag("Site", options_.site);
    full.setTag("Date", today());
    full.setTag("Round", planned.round);
    full.setTag("White", options_.engines[planned.white].name);
    full.setTag("Black", options_.engines[planned.black].name);
    for (auto& [name, value] : record.tags)
        full.setTag(name, std::move(value));
    record.tags = std::move(full.tags);
    return record;
}

void Runner::work(int worker) {
    if (options_.affinity) pinToProcessor(worker);
    std::vector<std::unique_ptr<Engine>> engines(options_.engines.size());
    try {
        const std::unique_ptr<Session> referee = options_.game->open();
        referee->setHash(1);  // it never searches
        for (;;) {
            const std::size_t number = next_.fetch_add(1);
            if (number >= schedule_.size() || stop_.raised()) break;
            {
                const std::lock_guard lock(mutex_);
                if (results_[number])  // played before the resumption
                    continue;
            }
            finished(number, play(number, worker, *referee, engines));
        }
    } catch (const Stopped&) {
        // The game in progress is dropped.
    } catch (...) {
        abort(std::current_exception());
    }
    for (auto& engine : engines)
        if (engine) engine->quit();
    if (working_.fetch_sub(1) == 1) idle_.raise();
}

void Runner::started(std::size_t number) {
    if (options_.quiet) return;
    const ScheduledGame& g = schedule_[number];
    const std::lock_guard lock(mutex_);
    say(fmt::format("Started game {} of {} ({} vs {})", number + 1, schedule_.size(), options_.engines[g.white].name,
                    options_.engines[g.black].name));
}

/// Puts a game into the table; `mutex_` is held or not needed yet.
void Runner::count(std::size_t number, const GameRecord& record) {
    results_[number] = digest(record, digestSeed);
    standings_.add(record);
    const int white = record.result == "1-0" ? 2 : record.result == "0-1" ? 0 : 1;
    points_[number] = schedule_[number].white < schedule_[number].black ? white : 2 - white;
    followTest();
}

/// Carries the sequential test on over the games finished without a gap: taken in the order in which they end, games
/// that end early would weigh more, and the verdict would depend on the concurrency.
void Runner::followTest() {
    if (!options_.sprt) return;
    for (; !decided_ && followed_ < points_.size() && points_[followed_] >= 0; ++followed_) {
        const int points = points_[followed_];
        (points == 2 ? testGames_.wins : points == 1 ? testGames_.draws : testGames_.losses) += 1;
        if (!options_.schedule.repeat) {
            llr_ = llr(*options_.sprt, testGames_);
        } else if (schedule_[followed_].leg == 0) {
            testPairPoints_ = points;
            continue;
        } else {
            ++testPairs_.pairs[static_cast<std::size_t>(testPairPoints_ + points)];
            llr_ = llr(*options_.sprt, testPairs_);
        }
        decided_ = options_.sprt->verdict(llr_) != Sprt::Verdict::Continue;
    }
    if (decided_) stop_.raise();
}

void Runner::finished(std::size_t number, GameRecord record) {
    const ScheduledGame& g = schedule_[number];
    const std::lock_guard lock(mutex_);
    file_.append(record);
    count(number, record);
    ++playedNow_;
    if (options_.quiet) return;
    say(fmt::format("Finished game {} ({} vs {}): {} {{{}}}", number + 1, options_.engines[g.white].name,
                    options_.engines[g.black].name, record.result, record.reason()));
    if (options_.engines.size() == 2) say(standings_.scoreLine(0, 1));
    if (options_.progressInterval > 0 && standings_.games() % static_cast<std::size_t>(options_.progressInterval) == 0)
        say(progressLine());
}

std::string Runner::progressLine() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    const double perMinute = 60 * static_cast<double>(playedNow_) / seconds;
    const std::size_t left = schedule_.size() - standings_.games();
    std::string line = fmt::format("Progress: {}/{}", standings_.games(), schedule_.size());
    if (options_.engines.size() == 2) {
        const PairingScore s = standings_.between(0, 1);
        const Estimate e = standings_.estimateOf(s);
        line += fmt::format(", score {:.3f}, Elo {} +/- {}", s.total.score(), number(e.elo, 1), number(e.error, 1));
    }
    if (options_.sprt)
        line += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", llr_, options_.sprt->lower(), options_.sprt->upper());
    return line +
           fmt::format(", {:.1f} games/min, {} left", perMinute, duration(60 * static_cast<double>(left) / perMinute));
}

void Runner::warn(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (warnings_.insert(text).second) fmt::print(stderr, "Warning: {}\n", text);
}

void Runner::abort(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    stop_.raise();
}

MatchResult Runner::run() {
    const SignalGuard signals;
    MatchResult result;
    const int workers = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(options_.concurrency),
                                                               std::max<std::size_t>(schedule_.size(), 1)));
    working_ = workers;
    begun_ = Clock::now();
    std::vector<std::jthread> threads;
    for (int i = 0; i < workers; ++i)
        threads.emplace_back([this, i] { work(i + 1); });
    while (!idle_.raised()) {
        pollfd fds[2] = {{signals.fd(), POLLIN, 0}, {idle_.fd(), POLLIN, 0}};
        ::poll(fds, 2, -1);
        signalfd_siginfo info;
        if (::read(signals.fd(), &info, sizeof info) > 0) {
            result.interrupted = true;
            stop_.raise();
        }
    }
    threads.clear();

    result.games = standings_.games();
    result.digest = digestSeed;
    for (const auto& game : results_)
        if (game) result.digest = (result.digest ^ *game) * 0x100000001B3;  // FNV-1a once more, a game at a time
    const std::optional<double> llr = options_.sprt ? std::optional(llr_) : std::nullopt;
    fmt::print(text_, "{}", standings_.report(options_.sprt, llr));
    say(fmt::format("{} of {} games finished, digest {:016x}.{}", result.games, schedule_.size(), result.digest,
                    result.interrupted ? " Interrupted." : ""));
    if (options_.json) {
        fmt::print("{}", standings_.json(options_.sprt, llr,
                                         fmt::format("\"game\": {}, \"planned\": {}, \"interrupted\": {}, \"digest\": "
                                                     "\"{:016x}\", ",
                                                     jsonString(options_.game->info.name), schedule_.size(),
                                                     result.interrupted, result.digest)));
        std::fflush(stdout);
    }
    try {
        file_.sort();
    } catch (const std::exception& e) {
        warn(fmt::format("the games stay in the order in which they ended: {}", e.what()));
    }
    if (error_) std::rethrow_exception(error_);
    return result;
}

}  // namespace

MatchResult runMatch(const MatchOptions& options) {
    return Runner(options).run();
}

}  // namespace fusilier::match
