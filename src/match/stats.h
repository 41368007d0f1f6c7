// Statistics of a match: Elo with error bars, likelihood of superiority, sequential probability ratio test.
//
// Games are independent draws from {0, 1/2, 1}; games of a pair (one opening, colours reversed) are not, so pairs are
// counted as draws from {0, 1/4, 1/2, 3/4, 1} (the pentanomial model). Sources:
//  - logistic Elo: A. Elo; expected score 1 / (1 + 10^(-elo/400))
//  - normalized Elo and its test: M. Van den Bergh, "Normalized Elo", cantate.be/Fishtest/normalized_elo_practical.pdf
//  - likelihood under a constraint: M. Van den Bergh, "The MLE of a multinomial distribution with given expectation",
//    cantate.be/Fishtest/support_MLE_multinomial.pdf, Proposition 1.1
//  - bounds: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945)
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace fusilier::match {

/// Games won, drawn and lost, from one engine's point of view.
struct Wdl {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    std::uint64_t games() const { return wins + draws + losses; }
    double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
    /// Points a game, 0 to 1; 0.5 before the first game.
    double score() const { return games() == 0 ? 0.5 : points() / static_cast<double>(games()); }
    /// Share of draws, 0 to 1; 0 before the first game.
    double drawRatio() const;
    Wdl reversed() const { return {losses, draws, wins}; }
    bool operator==(const Wdl&) const = default;
};

/// Pairs of games by points won: 0, 1/2, 1, 3/2, 2.
struct Penta {
    std::array<std::uint64_t, 5> pairs{};

    std::uint64_t count() const;
    Penta reversed() const { return {{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}}; }
    bool operator==(const Penta&) const = default;
};

/// Strength estimated from results. Infinite or NaN where the results allow no estimate (all games won, none played).
struct Estimate {
    double elo = 0;    ///< logistic Elo difference
    double error = 0;  ///< half width of its 95 % interval
    double normalized =
        0;  ///< normalized Elo difference: score above 1/2 in standard deviations of a game, times 800/ln 10
    double normalizedError = 0;
    double los = 0.5;  ///< likelihood of superiority, 0 to 1, by the normal approximation
};

/// Logistic Elo of a score in [0, 1]; infinite at the ends.
double eloOfScore(double score);
/// Expected score of a logistic Elo difference.
double scoreOfElo(double elo);

/// Single games: variance of the trinomial distribution.
Estimate estimate(const Wdl& wdl);
/// Pairs: variance of the pentanomial distribution.
Estimate estimate(const Penta& penta);

/// What Elo the hypotheses of a test are stated in.
enum class EloModel : std::uint8_t { Normalized, Logistic };

/// A sequential test of H0 "the difference is elo0" against H1 "it is elo1". Needs elo0 < elo1 and 0 < alpha, beta < 1.
struct Sprt {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;  ///< chance to accept H1 under H0
    double beta = 0.05;   ///< chance to accept H0 under H1
    EloModel model = EloModel::Normalized;

    double lower() const;  ///< H0 is accepted at or below this log-likelihood ratio
    double upper() const;  ///< H1 is accepted at or above this one

    enum class Verdict : std::uint8_t { Continue, AcceptH0, AcceptH1 };
    Verdict verdict(double llr) const;
};

/// Generalized log-likelihood ratio of H1 against H0; 0 without games. A result never seen counts as 1/1000 of a game,
/// so that the ratio stays finite.
double llr(const Sprt& sprt, const Wdl& wdl);
double llr(const Sprt& sprt, const Penta& penta);

/// "Elo difference: 34.9 +/- 20.1, LOS: 99.9 %, DrawRatio: 35.0 %", as Cute Chess writes it.
std::string eloLine(const Estimate& estimate, double drawRatio);
/// "SPRT: llr 1.21 (41.1%), lbound -2.94, ubound 2.94", and the verdict if there is one.
std::string sprtLine(const Sprt& sprt, double llr);
/// A number with that many decimals; "inf", "-inf", "nan" where it is none.
std::string number(double value, int decimals);

}  // namespace fusilier::match
