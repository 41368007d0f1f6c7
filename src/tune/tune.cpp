#include "tune/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/progress.h"

namespace fusilier::tune {
namespace {

std::vector<double> usesOf(const Dataset& data, std::size_t parameters) {
    std::vector<double> uses(parameters);
    for (std::size_t i = 0; i < data.size(); ++i)
        for (std::size_t j = data[i].begin; j < data[i].end; ++j)
            uses[data.count(j).first] += std::abs(data.count(j).second);
    return uses;
}

/// All games of the files. `origin` says what they are, for the record.
std::vector<DataGame> readGames(const Game& game, const std::vector<std::string>& files, std::string& origin) {
    std::vector<DataGame> games;
    for (const std::string& name : files) {
        DataFile file = decode(readFile(name), name);
        if (file.header.game != game.info.name)
            throw InputError(fmt::format("{} has games of {}, not of {}", name, file.header.game, game.info.name));
        if (file.goodBytes < file.size) fmt::print(stderr, "{}: the last game is incomplete and left out\n", name);
        origin += fmt::format("{}{} (seed {}, {} nodes a move)", origin.empty() ? "" : ", ", file.games.size(),
                              file.header.seed, file.header.nodes);
        std::move(file.games.begin(), file.games.end(), std::back_inserter(games));
    }
    if (games.size() < 10) throw InputError(fmt::format("{} games are too few to tune by", games.size()));
    return games;
}

std::vector<Pair> valuesOf(const ParameterSheet& sheet) {
    std::vector<Pair> values;
    for (const auto& row : sheet.rows)
        values.push_back({row.middle, row.end});
    return values;
}

}  // namespace

Dataset positionsOf(const Game& game, const std::vector<DataGame>& games) {
    constexpr int decided = 1200;  // centipawns; beyond that, counting says nothing
    const auto session = game.open();
    session->setHash(1);
    Dataset data;
    Progress progress("replaying");
    for (std::size_t g = 0; g < games.size(); ++g) {
        session->setPosition(games[g].fen, {});
        for (const DataPly& ply : games[g].plies) {
            const auto moves = session->legalMoves();
            if (ply.move >= moves.size()) throw InputError(fmt::format("game {} cannot be replayed", games[g].number));
            if (ply.quiet && std::abs(ply.score) < decided) {
                const EvalFeatures f = session->evalFeatures();
                const int score = session->sideToMove() == Color::White ? ply.score : -ply.score;
                data.add(f.counts, f.middle * f.scale, (1 - f.middle) * f.scale, g, games[g].result / 2.0, score);
            }
            session->play(moves[ply.move]);
        }
        progress.show(g + 1, games.size());
    }
    return data;
}

void centreTables(std::vector<Pair>& values, const ParameterSheet& sheet, const GameInfo& game,
                  const std::vector<double>& uses) {
    const auto& rows = sheet.rows;
    const auto royal = [&](const std::string& letter) {
        return std::any_of(game.units.begin(), game.units.end(),
                           [&](const UnitFacts& unit) { return unit.royal && unit.letter == letter; });
    };
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = std::max(end, begin + 1)) {
        const auto& first = rows[begin];
        end = begin;
        while (end < rows.size() && !rows[end].single && rows[end].group == first.group &&
               rows[end].detail == first.detail)
            ++end;
        if (end == begin) continue;
        const auto value = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
            return row.group == "value" && row.detail == first.detail;
        });
        for (std::size_t k = 0; k < 2; ++k) {
            double all = 0, sum = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const double n = uses[i] + 1e-3;  // a piece never seen stands everywhere alike
                all += n;
                sum += n * values[i][k];
            }
            const double mean = sum / all;
            for (std::size_t i = begin; i < end; ++i)
                values[i][k] -= mean;
            if (value != rows.end()) {
                values[static_cast<std::size_t>(value - rows.begin())][k] += mean;
            } else {
                for (std::size_t i = 0; i < rows.size(); ++i)
                    if (rows[i].group == "value" && royal(rows[i].detail)) values[i][k] -= mean;
            }
        }
    }
}

double spreadOf(const ParameterSheet::Row& row) {
    if (!row.single) return 20;
    if (row.group == "value") return 120;
    if (row.group == "mobility" || row.group == "attackers" || row.group == "exits") return 5;
    if (row.group.ends_with("royal-far") || row.group.starts_with("deploy")) return 3;
    if (row.group == "unstoppable") return 200;
    return 30;
}

Tuned tune(const Game& game, const ParameterSheet& start, const TuneSettings& settings) {
    std::string origin;
    const std::vector<DataGame> games = readGames(game, settings.files, origin);
    const Dataset data = positionsOf(game, games);
    if (data.games() == 0) throw InputError("no quiet positions to tune by");
    const std::vector<Pair> values = valuesOf(start);
    const std::vector<double> uses = usesOf(data, values.size());
    const auto centre = [&](std::vector<Pair>& fitted) { centreTables(fitted, start, game.info, uses); };

    FitSettings fitting;
    fitting.scale = fitScale(data, values);
    fitting.scoreScale = fitScoreScale(data);
    fitting.resultShare = settings.resultShare;
    for (const auto& row : start.rows)
        fitting.spread.push_back(spreadOf(row));
    fmt::print(stderr, "{} games, {} quiet positions, {} parameters; scale {:.5f}, of the searches {:.5f}\n",
               games.size(), data.size(), 2 * values.size(), fitting.scale, fitting.scoreScale);

    FitResult result;
    {
        Progress progress("fitting");
        result = fit(data, values, fitting, {}, [&](int epoch, double loss) {
            progress.show(static_cast<std::size_t>(epoch), static_cast<std::size_t>(fitting.mostEpochs),
                          fmt::format("epochs, held-out loss {:.6f}", loss));
        });
    }
    fmt::print(stderr, "held-out loss {:.6f} before, {:.6f} after {} epochs\n", result.before, result.after,
               result.epochs);

    Tuned tuned{start, {}};
    std::vector<Pair> errors(values.size());
    if (settings.resamples > 1) {
        Progress progress("errors");
        errors = bootstrap(data, values, fitting, settings.resamples, centre, [&](int done) {
            progress.show(static_cast<std::size_t>(done), static_cast<std::size_t>(settings.resamples), "resamples");
        });
    }
    centre(result.values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto& row = tuned.sheet.rows[i];
        row.middle = result.values[i][0];
        row.end = result.values[i][1];
        row.middleError = row.single ? errors[i][0] : 0;
        row.endError = row.single ? errors[i][1] : 0;
    }
    tuned.remarks = {
        fmt::format("The evaluation of {}: middle game, end game, in centipawns; behind them their standard errors.",
                    game.info.title),
        fmt::format("Made by `fusilier tune {}` from games of the engine against itself: {}.", game.info.name, origin),
        fmt::format("{} quiet positions; loss on games held out {:.6f} before, {:.6f} after {} epochs.", data.size(),
                    result.before, result.after, result.epochs)};
    return tuned;
}

}  // namespace fusilier::tune
