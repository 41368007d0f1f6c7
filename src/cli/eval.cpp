// `fusilier eval`: the static evaluation term by term.
#include <fmt/format.h>

#include <array>

#include "cli/commands.h"

namespace fusilier {

namespace {

using Cells = std::array<double, 2>;  ///< middle game, end game

std::string cells(const Cells& centipawns) {
    return fmt::format("{:>7.2f} {:>7.2f}", centipawns[0] / 100, centipawns[1] / 100);
}

}  // namespace

int runEval(const Arguments& arguments) {
    const auto session = openPosition(arguments);
    const EvalReport report = session->explainEvaluation();
    constexpr std::string_view rule = "----------------------+-----------------+-----------------+----------------\n";
    fmt::print("{:>21} | {:^15} | {:^15} | {:^15}\n", "Term", "White", "Black", "Total");
    fmt::print("{:>21} | {} | {} | {}\n{}", "in pawns", "  middle     end", "  middle     end", "  middle     end",
               rule);
    Cells sum{};
    for (const EvalTerm& term : report.terms) {
        const auto& [white, black] = term.centipawns;
        const Cells total{white[0] - black[0], white[1] - black[1]};
        sum = {sum[0] + total[0], sum[1] + total[1]};
        fmt::print("{:>21} | {} | {} | {}\n", term.name, cells(white), cells(black), cells(total));
    }
    fmt::print("{}{:>21} | {:15} | {:15} | {}\n\n", rule, "Total", "", "", cells(sum));
    fmt::print("Middle game {:.0f} %, end game {:.0f} %", 100 * report.middle, 100 * (1 - report.middle));
    if (report.scale != 1) fmt::print("; {:.1f} % of the sum are left", 100 * report.scale);
    fmt::print("\nEvaluation: {:+.2f} pawns for White\n", report.white / 100.0);
    return 0;
}

}  // namespace fusilier
