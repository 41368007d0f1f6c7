// The evaluation of a game turned into plain data. Each room's variant.cpp instantiates this with its Session.
#pragma once

#include <cmath>

#include "eval/evaluate.h"
#include "eval/parameter_writer.h"
#include "fusilier/evaluation.h"

namespace fusilier {

/// Rows of a sheet in order of the parameters' numbers.
template <Rules R>
class SheetMaker {
  public:
    static ParameterSheet make(const Parameters<R>& parameters) {
        SheetMaker maker(parameters);
        Layout<R>::each(maker);
        return std::move(maker.sheet_);
    }
    void one(int index, std::string_view group, std::string_view detail) { row(index, group, detail, true); }
    void grid(int first, std::string_view group, std::string_view detail, int rows, int columns) {
        for (int i = 0; i < rows * columns; ++i)
            row(first + i, group, detail, false);
    }

  private:
    explicit SheetMaker(const Parameters<R>& parameters) : parameters_(parameters) {}

    void row(int index, std::string_view group, std::string_view detail, bool single) {
        const auto cp = [](int tenths) { return tenths / double{centipawn}; };
        const Tapered value = parameters_[index];
        const Tapered error = parameters_.errors[static_cast<std::size_t>(index)];
        sheet_.rows.push_back({std::string(group), std::string(detail), single, cp(value.middle()), cp(value.end()),
                               cp(error.middle()), cp(error.end())});
    }

    const Parameters<R>& parameters_;
    ParameterSheet sheet_;
};

template <Rules R>
Parameters<R> parametersOf(const ParameterSheet& sheet) {
    const auto tenths = [](double cp) { return static_cast<int>(std::lround(cp * centipawn)); };
    Parameters<R> p;
    for (std::size_t i = 0; i < p.values.size(); ++i) {
        const auto& row = sheet.rows.at(i);
        p.values[i] = {tenths(row.middle), tenths(row.end)};
        p.errors[i] = {tenths(row.middleError), tenths(row.endError)};
    }
    return p;
}

template <Rules R>
std::string writeParameters(const ParameterSheet& sheet, const std::vector<std::string>& remarks) {
    std::string text(paramsOpen);
    for (const std::string& remark : remarks)
        text += fmt::format("# {}\n", remark);
    text += ParameterWriter<R>::write(parametersOf<R>(sheet));
    return text.append(paramsClose) + "\n";
}

/// With or without the brackets that the compiler needs.
template <Rules R>
ParameterSheet readParameters(std::string_view text) {
    if (text.starts_with(paramsOpen)) {
        text.remove_prefix(paramsOpen.size());
        text = text.substr(0, text.rfind(paramsClose));
    }
    return SheetMaker<R>::make(ParameterReader<R>::read(text));
}

template <Rules R>
GameParameters gameParameters() {
    return {R::valuesBy,
            [] {
                std::vector<PieceFacts> facts;
                for (const PieceInfo& p : R::pieces)
                    if (!p.letter.empty()) facts.push_back({p.letter, p.name, p.value, p.royal, p.pawn()});
                return facts;
            },
            [] { return SheetMaker<R>::make(parameters<R>); },
            [] { return SheetMaker<R>::make(HandMade<R>::parameters()); },
            readParameters<R>,
            writeParameters<R>};
}

template <Rules R>
double scaleOf(const Evaluator<R, CountRecord<R>>& evaluator, const Position<R>& position) {
    return fiftyMoveScale(position.halfmoves()) / 200.0 / evaluator.divisor();
}

template <Rules R>
EvalFeatures evalFeatures(const Position<R>& position) {
    Evaluator<R, CountRecord<R>> evaluator(position);
    evaluator.white();
    EvalFeatures features;
    const auto& counts = evaluator.record().counts;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (const int n = counts[i][0] - counts[i][1]; n != 0)
            features.counts.emplace_back(static_cast<std::uint16_t>(i), static_cast<std::int16_t>(n));
    features.middle = static_cast<double>(evaluator.phase()) / startPhase<R>;
    features.scale = scaleOf(evaluator, position);
    return features;
}

/// Sums the counts up by group.
template <Rules R>
class ReportMaker {
  public:
    static EvalReport make(const Position<R>& position) {
        Evaluator<R, CountRecord<R>> evaluator(position);
        evaluator.white();
        ReportMaker maker(evaluator.record().counts);
        Layout<R>::each(maker);
        maker.report_.middle = static_cast<double>(evaluator.phase()) / startPhase<R>;
        maker.report_.scale = scaleOf(evaluator, position);
        maker.report_.white = evaluate(position) * (position.sideToMove() == Color::White ? 1 : -1);
        return std::move(maker.report_);
    }
    void one(int index, std::string_view group, std::string_view) { add(index, group); }
    void grid(int first, std::string_view, std::string_view, int rows, int columns) {
        for (int i = 0; i < rows * columns; ++i)
            add(first + i, "table");
    }

  private:
    using Counts = decltype(CountRecord<R>::counts);
    explicit ReportMaker(const Counts& counts) : counts_(counts) {}

    void add(int index, std::string_view group) {
        const auto& n = counts_[static_cast<std::size_t>(index)];
        if (n[0] == 0 && n[1] == 0) return;
        auto& terms = report_.terms;
        auto term = std::find_if(terms.begin(), terms.end(), [&](const EvalTerm& t) { return t.name == group; });
        if (term == terms.end()) term = terms.insert(terms.end(), {group});
        const Tapered value = parameters<R>[index];
        for (std::size_t c = 0; c < 2; ++c) {
            term->centipawns[c][0] += n[c] * value.middle() / double{centipawn};
            term->centipawns[c][1] += n[c] * value.end() / double{centipawn};
        }
    }

    const Counts& counts_;
    EvalReport report_;
};

}  // namespace fusilier
