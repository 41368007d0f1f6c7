#include "match/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace fusilier::match {
namespace {

constexpr double z95 = 1.959963984540054;  // two-sided 95 % quantile of the normal distribution
const double normalizedUnit = 800.0 / std::log(10.0);

struct Outcome {
    double value;
    double probability;
};
using Distribution = std::vector<Outcome>;

struct Moments {
    double mean;
    double variance;
};

Moments moments(const Distribution& d) {
    double mean = 0;
    for (const Outcome& o : d)
        mean += o.probability * o.value;
    double variance = 0;
    for (const Outcome& o : d)
        variance += o.probability * (o.value - mean) * (o.value - mean);
    return {mean, variance};
}

/// Observed frequencies of results worth 0 ... 1 in equal steps. `prior` stands in for a count of zero.
Distribution frequencies(std::span<const std::uint64_t> counts, double prior, double& total) {
    Distribution d;
    total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double n = counts[i] == 0 ? prior : static_cast<double>(counts[i]);
        d.push_back({static_cast<double>(i) / static_cast<double>(counts.size() - 1), n});
        total += n;
    }
    for (Outcome& o : d)
        o.probability /= total;
    return d;
}

/// `gamesPerItem` is 1 for games, 2 for pairs: a pair's score has half the variance of a game's if games are
/// independent.
Estimate estimateFrom(std::span<const std::uint64_t> counts, double gamesPerItem) {
    double total = 0;
    const Distribution d = frequencies(counts, 0, total);
    Estimate e;
    if (total <= 0) {
        e.error = e.normalizedError = std::nan("");
        return e;
    }
    const auto [mean, variance] = moments(d);
    const double standardError = std::sqrt(variance / total);
    e.elo = eloOfScore(mean);
    e.error = (eloOfScore(mean + z95 * standardError) - eloOfScore(mean - z95 * standardError)) / 2;
    const double gameDeviation = std::sqrt(gamesPerItem * variance);
    e.normalized = mean == 0.5 ? 0 : (mean - 0.5) / gameDeviation * normalizedUnit;
    e.normalizedError = z95 / std::sqrt(gamesPerItem * total) * normalizedUnit;
    e.los = mean == 0.5 ? 0.5 : 0.5 * std::erfc((0.5 - mean) / (std::sqrt(2.0) * standardError));
    return e;
}

/// Root x of sum p_i v_i / (1 + x v_i), which falls strictly between the poles next to 0. Bisection to machine
/// precision: called a few dozen times a game, so speed does not matter. Values must lie on both sides of 0.
double secularRoot(const Distribution& d) {
    const auto [low, high] =
        std::minmax_element(d.begin(), d.end(), [](const Outcome& a, const Outcome& b) { return a.value < b.value; });
    double left = -1 / high->value;
    double right = -1 / low->value;
    for (int i = 0; i < 200; ++i) {
        const double x = (left + right) / 2;
        double sum = 0;
        for (const Outcome& o : d)
            sum += o.probability * o.value / (1 + x * o.value);
        (sum > 0 ? left : right) = x;
    }
    return (left + right) / 2;
}

/// Most likely distribution of mean `mean`, given the observed one (Proposition 1.1 of support_MLE_multinomial).
Distribution likeliestWithMean(const Distribution& observed, double mean) {
    Distribution shifted = observed;
    for (Outcome& o : shifted)
        o.value -= mean;
    const double x = secularRoot(shifted);
    Distribution result = observed;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i].probability /= 1 + x * shifted[i].value;
    return result;
}

/// Most likely distribution with (mean - 1/2) / deviation = t: a fixed-point iteration on the linearised constraint
/// (normalized_elo_practical, section 4.1). It settles in a handful of rounds.
Distribution likeliestWithT(const Distribution& observed, double t) {
    Distribution result = observed;
    for (Outcome& o : result)
        o.probability = 1.0 / static_cast<double>(observed.size());
    for (int round = 0; round < 50; ++round) {
        const auto [mean, variance] = moments(result);
        const double deviation = std::sqrt(variance);
        Distribution linear = observed;
        for (Outcome& o : linear) {
            const double z = (mean - o.value) / deviation;
            o.value -= 0.5 + t * deviation * (1 + z * z) / 2;
        }
        const double x = secularRoot(linear);
        double change = 0;
        for (std::size_t i = 0; i < result.size(); ++i) {
            const double p = observed[i].probability / (1 + x * linear[i].value);
            change = std::max(change, std::abs(p - result[i].probability));
            result[i].probability = p;
        }
        if (change < 1e-11) break;
    }
    return result;
}

double llrFrom(const Sprt& sprt, std::span<const std::uint64_t> counts, double gamesPerItem) {
    if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 0) return 0;
    double total = 0;
    const Distribution observed = frequencies(counts, 1e-3, total);
    Distribution h0, h1;
    if (sprt.model == EloModel::Logistic) {
        h0 = likeliestWithMean(observed, scoreOfElo(sprt.elo0));
        h1 = likeliestWithMean(observed, scoreOfElo(sprt.elo1));
    } else {
        const double unit = std::sqrt(gamesPerItem) / normalizedUnit;
        h0 = likeliestWithT(observed, sprt.elo0 * unit);
        h1 = likeliestWithT(observed, sprt.elo1 * unit);
    }
    double sum = 0;
    for (std::size_t i = 0; i < observed.size(); ++i)
        sum += observed[i].probability * std::log(h1[i].probability / h0[i].probability);
    return total * sum;
}

std::array<std::uint64_t, 3> ascending(const Wdl& wdl) {
    return {wdl.losses, wdl.draws, wdl.wins};
}

}  // namespace

double Wdl::drawRatio() const {
    return games() == 0 ? 0 : static_cast<double>(draws) / static_cast<double>(games());
}

std::uint64_t Penta::count() const {
    return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

double eloOfScore(double score) {
    if (score <= 0) return -HUGE_VAL;
    if (score >= 1) return HUGE_VAL;
    return 400 * std::log10(score / (1 - score));  // not -log(1/score - 1): 1/2 shall give 0, not -0
}

double scoreOfElo(double elo) {
    return 1 / (1 + std::pow(10.0, -elo / 400));
}

Estimate estimate(const Wdl& wdl) {
    return estimateFrom(ascending(wdl), 1);
}

Estimate estimate(const Penta& penta) {
    return estimateFrom(penta.pairs, 2);
}

double Sprt::lower() const {
    return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
    return std::log((1 - beta) / alpha);
}

Sprt::Verdict Sprt::verdict(double llr) const {
    if (llr >= upper()) return Verdict::AcceptH1;
    return llr <= lower() ? Verdict::AcceptH0 : Verdict::Continue;
}

double llr(const Sprt& sprt, const Wdl& wdl) {
    return llrFrom(sprt, ascending(wdl), 1);
}

double llr(const Sprt& sprt, const Penta& penta) {
    return llrFrom(sprt, penta.pairs, 2);
}

std::string number(double value, int decimals) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return fmt::format("{:.{}f}", value, decimals);
}

std::string eloLine(const Estimate& estimate, double drawRatio) {
    return fmt::format("Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %", number(estimate.elo, 1),
                       number(estimate.error, 1), number(100 * estimate.los, 1), number(100 * drawRatio, 1));
}

std::string sprtLine(const Sprt& sprt, double llr) {
    const double share = llr > 0 ? llr / sprt.upper() : llr / -sprt.lower();
    const Sprt::Verdict verdict = sprt.verdict(llr);
    return fmt::format("SPRT: llr {:.2f} ({:.1f}%), lbound {:.2f}, ubound {:.2f}{}", llr, 100 * share, sprt.lower(),
                       sprt.upper(),
                       verdict == Sprt::Verdict::AcceptH1   ? " - H1 was accepted"
                       : verdict == Sprt::Verdict::AcceptH0 ? " - H0 was accepted"
                                                            : "");
}

}  // namespace fusilier::match
