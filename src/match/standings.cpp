#include "match/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "match/schedule.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

void addResult(Wdl& wdl, int halfPoints) {
    (halfPoints == 2 ? wdl.wins : halfPoints == 1 ? wdl.draws : wdl.losses) += 1;
}

Wdl operator+(const Wdl& a, const Wdl& b) {
    return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

PairingScore reversed(const PairingScore& s) {
    return {s.total.reversed(), s.asBlack.reversed(), s.asWhite.reversed(), s.penta.reversed()};
}

/// "White makes an illegal move: e2e5" and "Black makes an illegal move: a1a9" are one kind of ending.
std::string kindOf(std::string_view reason) {
    if (reason.empty()) return "unknown";
    for (const std::string_view side : {"White's ", "Black's ", "White ", "Black "})
        if (reason.starts_with(side)) {
            reason.remove_prefix(side.size());
            break;
        }
    if (!reason.starts_with("Draw by adjudication:")) reason = reason.substr(0, reason.find(": "));
    return std::string(reason);
}

std::string wdlText(const Wdl& wdl) {
    return fmt::format("{} - {} - {}  [{:.3f}] {}", wdl.wins, wdl.losses, wdl.draws, wdl.score(), wdl.games());
}

std::string jsonNumber(double value, int decimals) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "null";
}

std::string jsonScore(const PairingScore& s, const Estimate& e) {
    return fmt::format(
        "\"games\": {}, \"wins\": {}, \"losses\": {}, \"draws\": {}, \"score\": {:.6f}, \"drawRatio\": {:.6f}, "
        "\"pentanomial\": [{}], \"elo\": {}, \"eloError\": {}, \"normalizedElo\": {}, \"normalizedEloError\": {}, "
        "\"los\": {}",
        s.total.games(), s.total.wins, s.total.losses, s.total.draws, s.total.score(), s.total.drawRatio(),
        fmt::join(s.penta.pairs, ", "), jsonNumber(e.elo, 4), jsonNumber(e.error, 4), jsonNumber(e.normalized, 4),
        jsonNumber(e.normalizedError, 4), jsonNumber(e.los, 6));
}

double average(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

std::size_t Standings::indexOf(std::string_view name) {
    const auto it = std::find(names_.begin(), names_.end(), name);
    if (it != names_.end()) return static_cast<std::size_t>(it - names_.begin());
    names_.emplace_back(name);
    return names_.size() - 1;
}

void Standings::add(const GameRecord& game) {
    const int whitePoints = game.result == "1-0" ? 2 : game.result == "0-1" ? 0 : game.result == "1/2-1/2" ? 1 : -1;
    if (whitePoints < 0) return;
    const std::size_t white = indexOf(game.white());
    const std::size_t black = indexOf(game.black());
    const bool first = white < black;
    const int points = first ? whitePoints : 2 - whitePoints;
    PairingScore& pairing = pairings_[{std::min(white, black), std::max(white, black)}];
    addResult(pairing.total, points);
    addResult(first ? pairing.asWhite : pairing.asBlack, points);
    addPair(game.tag("Round"), std::min(white, black), std::max(white, black), points);

    addResult(white_, whitePoints);
    ++games_;
    ++reasons_[kindOf(game.reason())];
    plies_ += game.plies.size();
    for (const auto& [engine, tag] : {std::pair{white, "WhiteSearch"}, std::pair{black, "BlackSearch"}}) {
        const SearchTotals totals = parseSearchTotals(game.tag(tag));
        SearchTotals& sum = searches_[engine];
        sum.moves += totals.moves;
        sum.nodes += totals.nodes;
        sum.depth += totals.depth;
        sum.timeUs += totals.timeUs;
    }
}

void Standings::addPair(std::string_view round, std::size_t a, std::size_t b, int halfPoints) {
    const auto [unit, leg] = parseRound(round);
    if (leg == 0) return;
    OpenPair& pair = open_[{unit, a}];
    pair.points += halfPoints;
    if (++pair.games == 2) {
        ++pairings_[{a, b}].penta.pairs[static_cast<std::size_t>(pair.points)];
        open_.erase({unit, a});
    }
}

PairingScore Standings::between(std::size_t a, std::size_t b) const {
    const auto it = pairings_.find({std::min(a, b), std::max(a, b)});
    if (it == pairings_.end()) return {};
    return a < b ? it->second : reversed(it->second);
}

PairingScore Standings::overall(std::size_t a) const {
    PairingScore sum;
    for (std::size_t b = 0; b < names_.size(); ++b) {
        if (b == a) continue;
        const PairingScore s = between(a, b);
        sum.total = sum.total + s.total;
        sum.asWhite = sum.asWhite + s.asWhite;
        sum.asBlack = sum.asBlack + s.asBlack;
        for (std::size_t i = 0; i < 5; ++i)
            sum.penta.pairs[i] += s.penta.pairs[i];
    }
    return sum;
}

Estimate Standings::estimateOf(const PairingScore& score) const {
    return score.penta.count() > 0 ? estimate(score.penta) : estimate(score.total);
}

double Standings::llrOf(const Sprt& sprt, const PairingScore& score) const {
    return score.penta.count() > 0 ? llr(sprt, score.penta) : llr(sprt, score.total);
}

std::string Standings::scoreLine(std::size_t a, std::size_t b) const {
    return fmt::format("Score of {} vs {}: {}", names_[a], names_[b], wdlText(between(a, b).total));
}

std::string Standings::report(const std::optional<Sprt>& sprt, std::optional<double> decided) const {
    std::string out;
    const auto line = [&out](const std::string& text) { out += text + '\n'; };
    if (names_.size() == 2) {
        const PairingScore s = between(0, 1);
        const Estimate e = estimateOf(s);
        line(scoreLine(0, 1));
        line(fmt::format("...      {} playing White: {}", names_[0], wdlText(s.asWhite)));
        line(fmt::format("...      {} playing Black: {}", names_[0], wdlText(s.asBlack)));
        line(fmt::format("...      White vs Black: {}", wdlText(white_)));
        line(eloLine(e, s.total.drawRatio()));
        if (s.penta.count() > 0)
            line(fmt::format("Pairs: {}, Ptnml(0-2): [{}], nElo: {} +/- {}", s.penta.count(),
                             fmt::join(s.penta.pairs, ", "), number(e.normalized, 1), number(e.normalizedError, 1)));
        if (sprt) line(sprtLine(*sprt, decided.value_or(llrOf(*sprt, s))));
    } else if (names_.size() > 2) {
        std::vector<std::size_t> order(names_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return overall(a).total.score() > overall(b).total.score();
        });
        line(fmt::format("{:<4} {:<24} {:>8} {:>7} {:>7} {:>8} {:>7}  {}", "Rank", "Name", "Elo", "+/-", "Games",
                         "Score", "Draw", "Ptnml(0-2)"));
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            const PairingScore s = overall(order[rank]);
            const Estimate e = estimateOf(s);
            line(fmt::format("{:>4} {:<24} {:>8} {:>7} {:>7} {:>7.1f}% {:>6.1f}%  [{}]", rank + 1, names_[order[rank]],
                             number(e.elo, 0), number(e.error, 0), s.total.games(), 100 * s.total.score(),
                             100 * s.total.drawRatio(), fmt::join(s.penta.pairs, ", ")));
        }
        line("");
        for (const auto& [key, score] : pairings_)
            line(scoreLine(key.first, key.second));
    }
    line(fmt::format("Average length: {:.1f} moves", average(plies_, games_) / 2));
    std::vector<std::pair<std::string, std::uint64_t>> endings(reasons_.begin(), reasons_.end());
    std::stable_sort(endings.begin(), endings.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [reason, count] : endings)
        line(fmt::format("Ended by \"{}\": {}", reason, count));
    for (const auto& [engine, t] : searches_)
        if (t.moves > 0)
            line(fmt::format("{}: {:.0f} nodes, depth {:.1f}, {:.1f} ms a move", names_[engine],
                             average(t.nodes, t.moves), average(t.depth, t.moves),
                             average(static_cast<std::uint64_t>(t.timeUs), t.moves) / 1000));
    return out;
}

std::string Standings::json(const std::optional<Sprt>& sprt, std::optional<double> decided,
                            const std::string& extra) const {
    std::vector<std::string> engines, pairings, endings;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const PairingScore s = overall(i);
        const auto it = searches_.find(i);
        const SearchTotals t = it == searches_.end() ? SearchTotals{} : it->second;
        engines.push_back(fmt::format(
            "{{\"name\": {}, {}, \"nodesPerMove\": {:.1f}, \"depthPerMove\": {:.2f}, \"msPerMove\": {:.2f}}}",
            jsonString(names_[i]), jsonScore(s, estimateOf(s)), average(t.nodes, t.moves), average(t.depth, t.moves),
            average(static_cast<std::uint64_t>(t.timeUs), t.moves) / 1000));
    }
    for (const auto& [key, s] : pairings_)
        pairings.push_back(fmt::format("{{\"first\": {}, \"second\": {}, {}}}", jsonString(names_[key.first]),
                                       jsonString(names_[key.second]), jsonScore(s, estimateOf(s))));
    for (const auto& [reason, count] : reasons_)
        endings.push_back(fmt::format("{}: {}", jsonString(reason), count));
    std::string test;
    if (sprt && names_.size() == 2) {
        const double value = decided.value_or(llrOf(*sprt, between(0, 1)));
        const Sprt::Verdict verdict = sprt->verdict(value);
        test = fmt::format(
            "\"sprt\": {{\"elo0\": {}, \"elo1\": {}, \"alpha\": {}, \"beta\": {}, \"model\": {}, \"llr\": {:.6f}, "
            "\"lower\": {:.6f}, \"upper\": {:.6f}, \"verdict\": {}}}, ",
            sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta,
            jsonString(sprt->model == EloModel::Normalized ? "normalized" : "logistic"), value, sprt->lower(),
            sprt->upper(),
            verdict == Sprt::Verdict::AcceptH1   ? "\"H1\""
            : verdict == Sprt::Verdict::AcceptH0 ? "\"H0\""
                                                 : "null");
    }
    return fmt::format(
        "{{{}\"games\": {}, {}\"averagePlies\": {:.2f}, \"engines\": [{}], \"pairings\": [{}], \"endings\": {{{}}}}}\n",
        extra, games_, test, average(plies_, games_), fmt::join(engines, ", "), fmt::join(pairings, ", "),
        fmt::join(endings, ", "));
}

std::string jsonString(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += fmt::format("\\{}", c);
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            out += c;
    }
    return out + '"';
}

}  // namespace fusilier::match
