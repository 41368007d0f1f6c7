#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/suite.h"
#include "core/perft_table.h"
#include "core/progress.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "protocol/engine.h"
#include "search/clock.h"

namespace fusilier {

namespace {

constexpr int deepest = 99;
constexpr int mostThreads = 1024;
constexpr std::size_t mostHash = 1 << 24;

/// Prints the root moves if asked to, and on standard error how far a long run is: on a terminal in a line that
/// renews itself, elsewhere in a line now and then.
class Reporter final : public PerftListener {
  public:
    explicit Reporter(bool divide) : divide_(divide) {}

    void onRootMove(std::string_view move, std::uint64_t nodes) override {
        if (!divide_) return;
        clearProgress();
        fmt::print("{}: {}\n", move, nodes);
        std::fflush(stdout);
    }
    void onProgress(const PerftResult& soFar) override {
        const auto now = watch_.elapsedMs();
        if (now < next_) return;
        next_ = now + (terminal_ ? 500 : 10'000);
        fmt::print(stderr, "{}{} of {} moves finished, {} nodes, {} s{}", terminal_ ? "\r" : "", soFar.finished,
                   soFar.moves, soFar.nodes, now / 1000, terminal_ ? eraseRest : "\n");
        std::fflush(stderr);
        shown_ = true;
    }
    void clearProgress() {
        if (terminal_ && shown_) fmt::print(stderr, "\r{}", eraseRest);
        shown_ = false;
    }

  private:
    static constexpr std::string_view eraseRest = "\x1b[K";

    const bool divide_;
    const bool terminal_ = isTerminal(2);
    const Stopwatch watch_;
    std::int64_t next_ = terminal_ ? 2'000 : 10'000;  ///< milliseconds; short runs stay silent
    bool shown_ = false;
};

/// What a whole run of the command counts with.
struct Means {
    int threads = 1;
    std::unique_ptr<PerftTable> table;
    Interrupt interrupt;

    PerftOptions options(PerftListener* listener = nullptr) const {
        return {.threads = threads, .table = table.get(), .stop = interrupt.raised(), .listener = listener};
    }
};

void reportSpeed(std::uint64_t nodes, const Stopwatch& watch) {
    const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(1, watch.elapsedMs()));
    fmt::print("Nodes searched: {}\nTime (ms)     : {}\nNodes/second  : {}\n", nodes, time, nodes * 1000 / time);
}

void setSuitePosition(Session& session, const SuiteEntry& entry, const std::string& file) {
    try {
        session.setPosition(entry.fen, {});
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}:{}: {}", file, entry.line, error.what()));
    }
}

struct SuiteTally {
    std::uint64_t nodes = 0;
    int checked = 0;
    int wrong = 0;
};

/// The counts of one position down to `limit`. False if interrupted.
bool checkEntry(const Session& session, const SuiteEntry& entry, const std::string& file, int limit, const Means& means,
                SuiteTally& tally) {
    for (const auto& [depth, expected] : entry.counts) {
        if (depth > limit) continue;
        const auto got = session.perft(depth, means.options());
        if (!got.complete()) return false;
        tally.nodes += got.nodes;
        ++tally.checked;
        if (got.nodes == expected) continue;
        ++tally.wrong;
        fmt::print(stderr, "{}:{}: {} depth {}: expected {}, got {}\n", file, entry.line, entry.fen, depth, expected,
                   got.nodes);
    }
    return true;
}

/// Checks every count down to `limit`. Returns the exit code.
int checkSuite(Session& session, const std::string& file, int limit, const Means& means) {
    std::ifstream in(file);
    if (!in) throw InputError(fmt::format("cannot read {}", quoted(file)));
    const auto suite = readSuite(in, file);
    const Stopwatch watch;
    SuiteTally tally;
    std::size_t done = 0;
    for (const SuiteEntry& entry : suite) {
        setSuitePosition(session, entry, file);
        if (!checkEntry(session, entry, file, limit, means, tally)) break;
        ++done;
    }
    const bool interrupted = done < suite.size();
    if (tally.checked == 0 && !interrupted)
        throw InputError(fmt::format("{}: no count of depth {} or less", file, limit));
    if (interrupted) fmt::print("Interrupted: partial, {} of {} positions done\n", done, suite.size());
    fmt::print("{} positions, {} counts, {} wrong\n", done, tally.checked, tally.wrong);
    reportSpeed(tally.nodes, watch);
    if (interrupted) return Interrupt::exitCode;
    return tally.wrong == 0 ? 0 : 1;
}

int countOne(Session& session, const Arguments& arguments, int depth, const Means& means) {
    if (const auto fen = arguments.text("--fen")) session.setPosition(*fen, {});
    const bool divide = arguments.has("--divide");
    Reporter reporter(divide);
    const Stopwatch watch;
    const auto result = session.perft(depth, means.options(&reporter));
    reporter.clearProgress();
    if (divide) fmt::print("\n");
    if (!result.complete())
        fmt::print("Interrupted: partial, {} of {} moves finished\n", result.finished, result.moves);
    reportSpeed(result.nodes, watch);
    return result.complete() ? 0 : Interrupt::exitCode;
}

void readMeans(const Arguments& arguments, Means& means) {
    means.threads = arguments.number<int>("--threads", 1, mostThreads).value_or(1);
    if (const auto hash = arguments.number<std::size_t>("--hash", 1, mostHash)) {
        means.table = std::make_unique<PerftTable>(*hash);
        if (means.table->mebibytes() < *hash)
            fmt::print(stderr, "fusilier perft: memory for {} MiB of the {} asked for\n", means.table->mebibytes(),
                       *hash);
    }
}

}  // namespace

int runPerft(const Arguments& arguments) {
    const auto depth = arguments.number<int>("DEPTH", 0, deepest);
    const auto suite = arguments.text("--suite");
    if (suite && (arguments.has("--fen") || arguments.has("--divide")))
        throw UsageError("--suite goes with neither --fen nor --divide");
    if (!suite && !depth) throw UsageError("DEPTH is missing");
    const auto session = requireGame(arguments.text("GAME").value()).open();
    Means means;
    readMeans(arguments, means);
    return suite ? checkSuite(*session, *suite, depth.value_or(deepest), means)
                 : countOne(*session, arguments, *depth, means);
}

}  // namespace fusilier
