// Moves back to earlier positions: those found by key must be those found by playing every legal move.

#include <algorithm>
#include <vector>

#include "catch2.h"
#include "chess/rules.h"
#include "core/fen.h"
#include "fourkings/rules.h"
#include "fusilier/splitmix.h"
#include "search/cycles.h"
#include "sentai/rules.h"
#include "sentinel/rules.h"
#include "thunder/rules.h"

using namespace fusilier;

namespace {

template <Rules R>
bool reaches(Position<R> position, Key key) {
    for (const Move m : legalMoves(position)) {
        Undo<R> undo;
        position.make(m, undo);
        const bool there = position.key() == key;
        position.unmake(undo);
        if (there) return true;
    }
    return false;
}

struct Walk {
    int asked = 0;
    int found = 0;
    int joined = 0;  ///< of them by a fusion or split
};

/// Random moves, those that lead back being preferred so that there is something to find.
template <Rules R>
Walk walk(std::uint64_t seed, int plies) {
    Walk result;
    SplitMix random(seed);
    auto position = readFen<R>(R::startFen);
    std::vector<Key> keys{position.key()};
    std::vector<Move> played;
    for (int ply = 0; ply < plies; ++ply) {
        const auto list = legalMoves(position);
        std::vector<Move> moves(list.begin(), list.end());
        if (moves.empty()) break;
        Move next = moves[random.below(moves.size())];
        const Safety<R> safety(position);
        const auto back = std::min<std::size_t>(keys.size() - 1, static_cast<std::size_t>(position.halfmoves()));
        for (std::size_t i = 3; i <= back; i += 2) {
            const Key wanted = keys[keys.size() - 1 - i];
            const Move m = Cycles<R>::instance().find(position, safety, position.key() ^ wanted);
            ++result.asked;
            INFO(writeFen(position) << ", " << i << " plies back");
            CHECK(static_cast<bool>(m) == reaches(position, wanted));
            if (!m) continue;
            Undo<R> undo;
            auto after = position;
            after.make(m, undo);
            CHECK(after.key() == wanted);
            ++result.found;
            result.joined += m.kind() == MoveKind::Split || position[m.to()] != noPiece;
            if (random.below(4) == 0) next = m;
        }
        // Half of the moves go back to where the side's last one came from, if they may.
        if (played.size() > 1 && random.below(2) == 0) {
            const Move last = played[played.size() - 2];
            for (const Move m : moves)
                if (m.from() == last.to() && m.to() == last.from()) next = m;
        }
        Undo<R> undo;
        position.make(next, undo);
        keys.push_back(position.key());
        played.push_back(next);
    }
    return result;
}

template <Rules R>
Walk walks() {
    Walk sum;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Walk one = walk<R>(seed, 120);
        sum.asked += one.asked;
        sum.found += one.found;
        sum.joined += one.joined;
    }
    return sum;
}

}  // namespace

TEST_CASE("Cycles: found by key as by playing every move", "[search]") {
    CHECK(walks<chess::Chess>().found > 20);
    CHECK(walks<fourkings::FourKings>().found > 20);
    CHECK(walks<sentinel::Sentinel>().found > 20);
    CHECK(walks<sentai::Sentai>().joined > 20);
    CHECK(walks<thunder::Thunder>().joined > 5);
}
