// Match statistics against values worked by hand and values published by others.
#include <cmath>

#include "catch2.h"
#include "match/stats.h"

using namespace fusilier::match;

namespace {

/// |a - b| within `tolerance`, written out because the two Catch2 generations put Approx in different namespaces.
bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

}  // namespace

TEST_CASE("Elo of a score and back", "[match][stats]") {
    CHECK(eloOfScore(0.5) == 0);
    CHECK(near(eloOfScore(0.75), 400 * std::log10(3.0), 1e-9));  // odds 3:1
    CHECK(near(eloOfScore(10.0 / 11), 400, 1e-9));               // odds 10:1
    CHECK(near(scoreOfElo(-400), 1.0 / 11, 1e-12));
    CHECK(std::isinf(eloOfScore(1)));
    CHECK(std::isinf(eloOfScore(0)));
}

TEST_CASE("Estimates from games, by hand", "[match][stats]") {
    // 6 wins, 2 draws, 2 losses: mean 0.7, variance 0.65 - 0.49 = 0.16, standard error 0.4 / sqrt(10) = 0.126491.
    const Estimate e = estimate(Wdl{6, 2, 2});
    CHECK(near(e.elo, 147.19, 0.01));  // 400 log10(7/3)
    const double half = 1.959964 * 0.1264911;
    CHECK(near(e.error, (eloOfScore(0.7 + half) - eloOfScore(0.7 - half)) / 2, 0.01));
    CHECK(near(e.normalized, 0.2 / 0.4 * 347.43558552, 0.001));
    CHECK(near(e.los, 0.94308, 0.0001));  // Phi(0.2 / 0.126491) = Phi(1.58114)
}

TEST_CASE("Estimates without information", "[match][stats]") {
    CHECK(estimate(Wdl{}).elo == 0);
    CHECK(std::isnan(estimate(Wdl{}).error));
    CHECK(std::isinf(estimate(Wdl{5, 0, 0}).elo));
    CHECK(estimate(Wdl{5, 0, 0}).los == 1);
    CHECK(estimate(Wdl{0, 9, 0}).los == 0.5);
    CHECK(eloLine(estimate(Wdl{5, 0, 0}), 0) == "Elo difference: inf +/- nan, LOS: 100.0 %, DrawRatio: 0.0 %");
}

// Published: the unit tests of fastchess (app/tests/elo_test.cpp).
TEST_CASE("Estimates against fastchess's published values", "[match][stats]") {
    const Estimate games = estimate(Wdl{136, 111, 96});
    CHECK(near(games.elo, 40.70, 0.01));
    CHECK(near(games.error, 30.43, 0.01));
    CHECK(near(games.normalized, 49.77, 0.01));
    CHECK(near(games.normalizedError, 36.77, 0.01));
    CHECK(near(games.los, 0.9960, 0.0001));
    CHECK(near(estimate(Wdl{76, 123, 89}).los, 0.1553, 0.0001));

    const Estimate pairs = estimate(Penta{{34, 54, 63, 64, 75}});
    CHECK(near(pairs.elo, 55.58, 0.01));
    CHECK(near(pairs.error, 27.65, 0.01));
    CHECK(near(pairs.normalized, 57.94, 0.01));
    CHECK(near(pairs.normalizedError, 28.28, 0.01));
    CHECK(near(estimate(Penta{{332, 433, 498, 333, 334}}).los, 0.0505, 0.0001));
}

TEST_CASE("Wald's bounds", "[match][stats]") {
    const Sprt sprt{0, 5, 0.05, 0.05, EloModel::Normalized};
    CHECK(near(sprt.lower(), -std::log(19.0), 1e-12));
    CHECK(near(sprt.upper(), std::log(19.0), 1e-12));
    CHECK(sprt.verdict(2.95) == Sprt::Verdict::AcceptH1);
    CHECK(sprt.verdict(-2.95) == Sprt::Verdict::AcceptH0);
    CHECK(sprt.verdict(0) == Sprt::Verdict::Continue);
    CHECK(near(Sprt{0, 5, 0.01, 0.1}.upper(), std::log(90.0), 1e-12));
    CHECK(sprtLine(sprt, 1.4722) == "SPRT: llr 1.47 (50.0%), lbound -2.94, ubound 2.94");
    CHECK(sprtLine(sprt, -3) == "SPRT: llr -3.00 (-101.9%), lbound -2.94, ubound 2.94 - H0 was accepted");
}

TEST_CASE("The test of a game without draws is the binomial test", "[match][stats]") {
    // With two outcomes a mean fixes the distribution, so LLR = W ln(s1/s0) + L ln((1-s1)/(1-s0)) exactly; the prior of
    // 1/1000 draw moves it in the third decimal only.
    Sprt sprt{0, 100, 0.05, 0.05, EloModel::Logistic};
    const double s1 = scoreOfElo(100);
    const double exact = 30 * std::log(s1 / 0.5) + 20 * std::log((1 - s1) / 0.5);
    CHECK(near(llr(sprt, Wdl{30, 0, 20}), exact, 0.002));

    // Normalized: t = (p - 1/2) / sqrt(p (1 - p)) gives p = 1/2 + t / (2 sqrt(1 + t^2)).
    sprt.model = EloModel::Normalized;
    const double t = 100 * std::log(10.0) / 800;
    const double p = 0.5 + t / (2 * std::sqrt(1 + t * t));
    CHECK(near(llr(sprt, Wdl{30, 0, 20}), 30 * std::log(p / 0.5) + 20 * std::log((1 - p) / 0.5), 0.002));
    CHECK(llr(sprt, Wdl{}) == 0);
}

// Published: the unit tests of fastchess (app/tests/sprt_test.cpp), two decimals.
TEST_CASE("Log-likelihood ratios against fastchess's published values", "[match][stats]") {
    const auto games = [](EloModel model, double elo0, double elo1, Wdl wdl) {
        return llr(Sprt{elo0, elo1, 0.05, 0.05, model}, wdl);
    };
    CHECK(near(games(EloModel::Normalized, 0, 2, {36433, 68692, 36027}), 0.92, 0.01));
    CHECK(near(games(EloModel::Normalized, -1.75, 0.25, {10871, 20431, 10650}), 2.30, 0.01));
    CHECK(near(games(EloModel::Logistic, 0.5, 2.5, {21404, 40708, 21184}), -1.57, 0.01));
    CHECK(near(games(EloModel::Logistic, 0, 2, {57433, 106593, 57030}), -2.59, 0.01));

    const auto pairs = [](EloModel model, double elo0, double elo1, Penta penta) {
        return llr(Sprt{elo0, elo1, 0.05, 0.05, model}, penta);
    };
    CHECK(near(pairs(EloModel::Normalized, 0, 2, {{365, 16618, 36229, 16974, 390}}), 2.25, 0.01));
    CHECK(near(pairs(EloModel::Normalized, -1.75, 0.25, {{127, 4883, 10712, 5150, 104}}), 3.01, 0.01));
    CHECK(near(pairs(EloModel::Logistic, 0.5, 2.5, {{223, 9863, 21279, 10037, 246}}), -3.07, 0.01));
    CHECK(near(pairs(EloModel::Logistic, 0, 2, {{871, 26175, 55983, 26678, 821}}), -4.98, 0.01));
}

TEST_CASE("Seen from the other side", "[match][stats]") {
    const Penta penta{{3, 10, 20, 14, 5}};
    CHECK(near(estimate(penta).elo, -estimate(penta.reversed()).elo, 1e-9));
    CHECK(near(estimate(penta).los, 1 - estimate(penta.reversed()).los, 1e-9));
    CHECK(near(llr(Sprt{-5, 5}, penta), -llr(Sprt{-5, 5}, penta.reversed()), 1e-6));
}
