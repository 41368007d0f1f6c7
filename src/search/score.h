// Scores inside the search: centipawns for the side to move, mates at the ends of the range.
#pragma once

#include <array>
#include <cmath>

#include "fusilier/session.h"

namespace fusilier {

inline constexpr int maxPly = 200;       ///< deepest line, in plies from the root
inline constexpr int mateScore = 32000;  ///< mate now; each ply farther away is worth one less
inline constexpr int infinite = 32001;
inline constexpr int noScore = 32002;
inline constexpr int mateBound = mateScore - maxPly;  ///< beyond this, either way, a score is a forced mate
inline constexpr int drawScore = 0;

constexpr int matedIn(int ply) {
    return -mateScore + ply;
}
constexpr int mateIn(int ply) {
    return mateScore - ply;
}
constexpr bool isMate(int score) {
    return score >= mateBound || score <= -mateBound;
}

/// Mates in the table count from the node, in the search from the root.
constexpr int toTable(int score, int ply) {
    return score >= mateBound ? score + ply : score <= -mateBound ? score - ply : score;
}
constexpr int fromTable(int score, int ply) {
    return score >= mateBound ? score - ply : score <= -mateBound ? score + ply : score;
}

/// As people and protocols read it: full moves to mate.
constexpr Score toScore(int score, Score::Bound bound = Score::Bound::Exact) {
    if (score >= mateBound) return {Score::Kind::Mate, (mateScore - score + 1) / 2, bound};
    if (score <= -mateBound) return {Score::Kind::Mate, -(mateScore + score) / 2, bound};
    return {Score::Kind::Centipawns, score, bound};
}

/// Chances of win, draw and loss in permille, a logistic guess that is right at both ends: certain for a mate,
/// even for an equal position.
inline std::array<int, 3> chances(int score) {
    if (isMate(score)) return score > 0 ? std::array{1000, 0, 0} : std::array{0, 0, 1000};
    constexpr double half = 220,
                     spread = 90;  // centipawns at which a win is as likely as not, and how sharply it turns
    const auto win = [](double s) { return static_cast<int>(std::lround(1000 / (1 + std::exp((half - s) / spread)))); };
    const int won = win(score);
    const int lost = win(-score);
    return {won, 1000 - won - lost, lost};
}

}  // namespace fusilier
