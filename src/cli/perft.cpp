#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/suite.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "protocol/engine.h"
#include "search/clock.h"

namespace fusilier {

namespace {

constexpr int deepest = 99;

class DividePrinter final : public PerftListener {
  public:
    void onRootMove(std::string_view move, std::uint64_t nodes) override { fmt::print("{}: {}\n", move, nodes); }
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

/// Checks every count down to `limit`. Returns the exit code.
int checkSuite(Session& session, const std::string& file, int limit) {
    std::ifstream in(file);
    if (!in) throw InputError(fmt::format("cannot read {}", quoted(file)));
    const auto suite = readSuite(in, file);
    const Stopwatch watch;
    std::uint64_t nodes = 0;
    int checked = 0;
    int wrong = 0;
    for (const SuiteEntry& entry : suite) {
        setSuitePosition(session, entry, file);
        for (const auto& [depth, expected] : entry.counts) {
            if (depth > limit) continue;
            const auto got = session.perft(depth);
            nodes += got;
            ++checked;
            if (got == expected) continue;
            ++wrong;
            fmt::print(stderr, "{}:{}: {} depth {}: expected {}, got {}\n", file, entry.line, entry.fen, depth,
                       expected, got);
        }
    }
    if (checked == 0) throw InputError(fmt::format("{}: no count of depth {} or less", file, limit));
    fmt::print("{} positions, {} counts, {} wrong\n", suite.size(), checked, wrong);
    reportSpeed(nodes, watch);
    return wrong == 0 ? 0 : 1;
}

int countOne(Session& session, const Arguments& arguments, int depth) {
    if (const auto fen = arguments.text("--fen")) session.setPosition(*fen, {});
    DividePrinter printer;
    const bool divide = arguments.has("--divide");
    const Stopwatch watch;
    const auto nodes = session.perft(depth, divide ? &printer : nullptr);
    if (divide) fmt::print("\n");
    reportSpeed(nodes, watch);
    return 0;
}

}  // namespace

int runPerft(const Arguments& arguments) {
    const auto depth = arguments.number<int>("DEPTH", 0, deepest);
    const auto suite = arguments.text("--suite");
    if (suite && (arguments.has("--fen") || arguments.has("--divide")))
        throw UsageError("--suite goes with neither --fen nor --divide");
    if (!suite && !depth) throw UsageError("DEPTH is missing");
    const auto session = requireGame(arguments.text("GAME").value()).open();
    return suite ? checkSuite(*session, *suite, depth.value_or(deepest)) : countOne(*session, arguments, *depth);
}

}  // namespace fusilier
