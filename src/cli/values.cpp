// `fusilier values`: what the pieces are worth, as the evaluation has it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "cli/commands.h"
#include "cli/value_chart.h"
#include "core/file.h"
#include "protocol/engine.h"

namespace fusilier {

namespace {

const ParameterSheet::Row* find(const ParameterSheet& sheet, std::string_view group, std::string_view detail) {
    const auto row = std::find_if(sheet.rows.begin(), sheet.rows.end(),
                                  [&](const auto& r) { return r.group == group && r.detail == detail; });
    return row == sheet.rows.end() ? nullptr : &*row;
}

/// `value` in units of `unit`, both with errors; without one of its own the error is unknown.
Measured ratio(Measured value, Measured unit) {
    const double quotient = value.value / unit.value;
    if (value.error == 0) return {quotient, 0};
    return {quotient, std::hypot(value.error, quotient * unit.error) / unit.value};
}

std::string cell(Measured m) {
    return m.error > 0 ? fmt::format("{:.2f} ± {:.2f}", m.value, m.error) : fmt::format("{:.2f}", m.value);
}

}  // namespace

std::vector<PieceWorth> worthOfPieces(const GameParameters& parameters, const ParameterSheet& sheet) {
    const auto pieces = parameters.pieces();
    const auto worth = [&](std::string_view letter) {
        const auto* row = find(sheet, "value", letter);
        return std::array<Measured, 2>{{{row->middle, row->middleError}, {row->end, row->endError}}};
    };
    const auto pawn = std::find_if(pieces.begin(), pieces.end(), [](const PieceFacts& p) { return p.pawn; });
    const auto unit = worth(pawn->letter);
    if (unit[0].value < 1 || unit[1].value < 1)
        throw InputError("a pawn is worth less than a centipawn: nothing can be measured by it");
    std::vector<PieceWorth> list;
    for (const PieceFacts& p : pieces) {
        if (find(sheet, "value", p.letter) == nullptr) continue;
        const auto own = worth(p.letter);
        PieceWorth piece{std::string(p.letter), std::string(p.name), ratio(own[0], unit[0]), ratio(own[1], unit[1]),
                         p.baseValue / static_cast<double>(pawn->baseValue)};
        if (p.pawn) piece.opening = piece.end = {1, 0};
        list.push_back(piece);
    }
    std::stable_sort(list.begin(), list.end(), [](const PieceWorth& a, const PieceWorth& b) {
        return a.opening.value + a.end.value < b.opening.value + b.end.value;
    });
    return list;
}

int runValues(const Arguments& arguments) {
    const Game& game = requireGame(arguments.text("GAME").value());
    const auto from = arguments.text("--from");
    const ParameterSheet sheet = from ? game.parameters.read(readFile(*from)) : game.parameters.shipped();
    const auto list = worthOfPieces(game.parameters, sheet);
    const std::string given =
        game.parameters.valuesBy.empty() ? "by hand" : fmt::format("{}", game.parameters.valuesBy);
    if (const auto svg = arguments.text("--svg")) {
        saveFile(*svg, valueChart(fmt::format("{}: what the pieces are worth", game.info.title), list, given));
        return 0;
    }
    fmt::print("| piece | | opening | end game | {} |\n|---|---|---:|---:|---:|\n", given);
    for (const PieceWorth& p : list)
        fmt::print("| {} | {} | {} | {} | {:.2f} |\n", p.letter, p.name, cell(p.opening), cell(p.end), p.given);
    return 0;
}

}  // namespace fusilier
