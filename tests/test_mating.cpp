// Mating potential, against a solver that knows nothing but leaps and slides: every placement of king and piece against
// king, worked back from the mates.

#include <array>
#include <bitset>
#include <string_view>
#include <utility>
#include <vector>

#include "catch2.h"
#include "chess/rules.h"
#include "core/fen.h"
#include "eval/evaluate.h"
#include "fourkings/rules.h"
#include "sentai/rules.h"
#include "sentinel/rules.h"
#include "thunder/rules.h"

using namespace fusilier;

namespace {

using Squares = std::bitset<64>;
using Steps = std::vector<std::pair<int, int>>;

/// The ways a type goes, in the letters of Betza: F, W, A, D, N leap; B and R slide.
struct Walker {
    Steps leaps, slides;

    explicit Walker(std::string_view betza) {
        const auto around = [](Steps& steps, int x, int y) {
            for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}})
                for (const int i : {-1, 1})
                    for (const int j : {-1, 1})
                        steps.emplace_back(a * i, b * j);
        };
        for (const char c : betza) {
            if (c == 'F') around(leaps, 1, 1);
            if (c == 'W') around(leaps, 0, 1);
            if (c == 'A') around(leaps, 2, 2);
            if (c == 'D') around(leaps, 0, 2);
            if (c == 'N') around(leaps, 1, 2);
            if (c == 'B') around(slides, 1, 1);
            if (c == 'R') around(slides, 0, 1);
        }
    }

    /// The squares it goes to on a board that is empty but for `blocker`, which it may take.
    Squares from(int from, int blocker) const {
        Squares reached;
        const auto go = [&](int dx, int dy, bool on) {
            int x = from % 8 + dx;
            int y = from / 8 + dy;
            for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
                reached.set(static_cast<std::size_t>(8 * y + x));
                if (!on || 8 * y + x == blocker) break;
            }
        };
        for (const auto& [dx, dy] : leaps)
            go(dx, dy, false);
        for (const auto& [dx, dy] : slides)
            go(dx, dy, true);
        return reached;
    }
};

/// Every placement of king `k` and piece `p` against king `e`.
template <class Visit>
void eachPlacement(Visit visit) {
    for (std::size_t k = 0; k < 64; ++k)
        for (std::size_t p = 0; p < 64; ++p)
            for (std::size_t e = 0; e < 64; ++e)
                visit(k, p, e);
}

/// Of the legal positions with the piece's side to move, the percentage that it wins by force.
int percentWon(std::string_view betza) {
    const Walker piece(betza);
    const Walker king("FW");
    std::array<Squares, 64> near;                  // a king's squares and its own
    std::array<std::array<Squares, 64>, 64> hits;  // [piece][its king]
    std::array<std::array<Squares, 64>, 64> won;   // [king][piece]: enemy kings, the piece's side to move
    std::array<std::array<Squares, 64>, 64> lost;  // the same, the lone king to move
    for (std::size_t s = 0; s < 64; ++s) {
        near[s] = king.from(static_cast<int>(s), -1).set(s);
        for (std::size_t k = 0; k < 64; ++k)
            hits[s][k] = piece.from(static_cast<int>(s), static_cast<int>(k));
    }
    const auto legal = [&](std::size_t k, std::size_t p, std::size_t e) { return k != p && p != e && !near[k][e]; };
    for (bool more = true; more;) {
        more = false;
        eachPlacement([&](std::size_t k, std::size_t p, std::size_t e) {
            if (!legal(k, p, e) || lost[k][p][e]) return;
            // Where the lone king may go: not next to the other, nor where the piece looks, through the square it left.
            Squares exits = near[e] & ~near[k] & ~hits[p][k];
            exits.reset(e);
            const bool takes = exits[p];
            const bool held = exits.any() ? !takes && (exits & ~won[k][p]).none() : hits[p][k][e];
            if (held) lost[k][p].set(e), more = true;
        });
        eachPlacement([&](std::size_t k, std::size_t p, std::size_t e) {
            if (!legal(k, p, e) || won[k][p][e] || hits[p][k][e]) return;
            bool wins = false;
            for (std::size_t to = 0; to < 64; ++to) {
                const bool byKing = near[k][to] && to != k && to != p && !near[to][e] && lost[to][p][e];
                const bool byPiece = hits[p][k][to] && to != k && to != e && lost[k][to][e];
                wins = wins || byKing || byPiece;
            }
            if (wins) won[k][p].set(e), more = true;
        });
    }
    int all = 0;
    int wins = 0;
    eachPlacement([&](std::size_t k, std::size_t p, std::size_t e) {
        const bool counts = legal(k, p, e) && !hits[p][k][e];
        all += counts;
        wins += counts && won[k][p][e];
    });
    return 100 * wins / all;
}

template <Rules R>
bool mates(std::string_view letter) {
    return matesAlone<R>[Traits<R>::byLetter(letter)];
}

template <Rules R>
int worth(std::string_view fen) {
    return evaluateWhite(readFen<R>(fen));
}

}  // namespace

TEST_CASE("Mating potential: single leaps and bishops do not force mate, others do", "[eval]") {
    CHECK(percentWon("RB") > 95);
    CHECK(percentWon("R") > 95);
    CHECK(percentWon("FW") > 50);
    for (const char* weak : {"F", "W", "A", "D", "N", "B"}) {
        INFO(weak);
        CHECK(percentWon(weak) == 0);
    }
}

TEST_CASE("Mating potential: the games' tables", "[eval]") {
    using chess::Chess;
    using sentai::Sentai;
    for (const char* letter : {"N", "B"})
        CHECK_FALSE(mates<Chess>(letter));
    for (const char* letter : {"R", "Q", "P", "K"})
        CHECK(mates<Chess>(letter));
    for (const char* basic : {"F", "W", "A", "D", "N"})
        CHECK_FALSE(mates<Sentai>(basic));
    for (const char* more : {"B", "Q", "R", "+P"})
        CHECK(mates<Sentai>(more));
    CHECK(mates<sentinel::Sentinel>("S"));
    CHECK_FALSE(mates<sentinel::Sentinel>("N"));
    // In Thunder Chess an attacked piece grows; in Four Kings there are kings to help and kings to catch.
    for (const char* letter : {"N", "B", "R"})
        CHECK(mates<thunder::Thunder>(letter));
    CHECK(mates<fourkings::FourKings>("N"));
}

TEST_CASE("Mating potential: a lone weak piece is worth next to nothing", "[eval]") {
    const int knight = worth<chess::Chess>("4k3/8/8/8/8/8/8/4KN2 w - - 0 1");
    CHECK(knight > 0);
    CHECK(knight < 30);
    CHECK(worth<chess::Chess>("4kn2/8/8/8/8/8/8/4K3 w - - 0 1") < 0);
    CHECK(worth<chess::Chess>("4k3/8/8/8/8/8/8/4KR2 w - - 0 1") > 90);
    CHECK(worth<chess::Chess>("4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1") > 200);
    CHECK(worth<sentai::Sentai>("4k3/8/8/8/8/8/8/4KN2 w - - 0 1") < 20);
    CHECK(worth<sentai::Sentai>("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1") > 30);
}
