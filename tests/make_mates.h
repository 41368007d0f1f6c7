// Makes a mate suite from random games and from games of the engine against itself. Seeded: the same engine makes the
// same suite. In a build: `fusilier_tests "[make-mates]"` rewrites the suites of all games in the source tree.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance.h"
#include "fusilier/splitmix.h"
#include "mates.h"

namespace fusilier::mates {

/// What is special about a move; "" for nothing.
template <Rules R>
std::string specialty(const Position<R>& position, Move m) {
    const PieceType mover = typeOf(position[m.from()]);
    const bool ontoOwn = isOf(position[m.to()], position.sideToMove());
    switch (m.kind()) {
        case MoveKind::Plain:
            if (ontoOwn) return "join";
            if (m.arg() == mover) return "";
            return R::pieces[m.arg()].value > R::pieces[mover].value ? "capture and grow" : "capture and shrink";
        case MoveKind::Promotion:
            return std::string("promotion of ") + std::string(R::pieces[mover].name);
        case MoveKind::DoubleStep:
            return "double step";
        case MoveKind::EnPassant:
            return "en passant";
        case MoveKind::Split:
            return "split";
        case MoveKind::Castling:
            return "castling";
        default:
            return m.from() == m.to() ? "own move in place" : ontoOwn ? "own move onto a friend" : "own move";
    }
}

template <Rules R>
class SuiteMaker {
  public:
    void make() {
        mineRandomGames();
        mineEngineGames();
        write();
    }

  private:
    static constexpr int longest = 4;
    static constexpr std::array<std::size_t, longest + 1> wanted{0, 9, 9, 9, 7};
    static constexpr std::size_t poolSize = 24;  ///< of each length, to choose from
    /// Moves made by a proof, by its length.
    static constexpr std::array<std::uint64_t, longest + 1> budget{0, 10'000, 100'000, 200'000, 6'000'000};
    static constexpr int randomPlies = 5'000'000;
    static constexpr int mostGames = 1200;

    struct Candidate {
        std::string fen;
        int game = 0;                       ///< it comes from
        std::uint64_t cost = 0;             ///< of the proof, in moves made
        std::set<std::string> specialties;  ///< of the moves of a main line, by side
    };

    SplitMix random_{20041107};
    std::array<std::vector<Candidate>, longest + 1> pool_;
    std::map<std::string, int> mined_;
    int minedGame_ = 0;
    std::set<std::string> seen_;

    Move pick(const Position<R>& position, const MoveList<R>& moves) {
        std::vector<Move> special;
        for (const Move m : moves)
            if (!specialty(position, m).empty()) special.push_back(m);
        if (!special.empty() && random_.below(3) == 0) return special[random_.below(special.size())];
        return moves[random_.below(moves.size())];
    }

    /// Special moves that mate at once are rare in good play, but random games are quick.
    void mineRandomGames() {
        constexpr int enough = 2;  // of each kind
        const auto table = conformance::perftTable(R::name);
        const auto start = [&] {
            return readFen<R>(random_.below(2) == 0 ? std::string(R::startFen)
                                                    : table[random_.below(table.size())].fen);
        };
        auto position = start();
        for (int i = 0, ply = 0; i < randomPlies; ++i, ++ply) {
            const auto moves = legalMoves(position);
            if (moves.empty() || position.halfmoves() > 80 || ply > 200) {
                position = start();
                ply = 0;
                continue;
            }
            for (const Move m : moves) {
                const std::string special = specialty(position, m);
                if (special.empty() || mined_[special] >= enough) continue;
                Undo<R> undo;
                position.make(m, undo);
                const bool mate = Safety<R>(position).inCheck() && countMoves(position) == 0;
                position.unmake(undo);
                if (!mate) continue;
                // Only if nothing plain mates as well.
                if (onlyMate(position, moves, m) && seen_.insert(writeFen(position)).second) {
                    ++mined_[special];
                    pool_[1].push_back({writeFen(position), --minedGame_, 0, {"mates by " + special}});
                }
            }
            Undo<R> undo;
            position.make(pick(position, moves), undo);
        }
    }

    static bool onlyMate(Position<R>& position, const MoveList<R>& moves, Move mate) {
        for (const Move m : moves) {
            if (m == mate) continue;
            Undo<R> undo;
            position.make(m, undo);
            const bool other = Safety<R>(position).inCheck() && countMoves(position) == 0;
            position.unmake(undo);
            if (other) return false;
        }
        return true;
    }

    /// Games between the engine and a weak side, which often moves at random: there is something to punish.
    void mineEngineGames() {
        const auto session = findGame(R::name)->open();
        Limits limits;
        for (int game = 0; game < mostGames && !enough(); ++game) {
            session->newGame();
            session->setPosition({}, {});
            std::set<int> found;
            const int opening = 4 + static_cast<int>(random_.below(20));
            for (int ply = 0; ply < 150 && !session->outcome().over(); ++ply) {
                const bool strong = ply % 2 == game % 2;
                auto position = readFen<R>(session->fen());
                std::string move = moveText<R>(pick(position, legalMoves(position)));
                if (ply >= opening && (strong || random_.below(2) == 0)) {
                    limits.nodes = strong ? 2500 : 200;
                    LastWord said;
                    session->go(limits, said);
                    session->wait();
                    const Score score = said.info().score;
                    if (score.kind == Score::Kind::Mate && score.value > 0)
                        consider(position, score.value, game, found);
                    move = said.best();
                }
                session->play(move);
            }
        }
    }

    bool enough() const {
        for (std::size_t moves = 1; moves <= longest; ++moves)
            if (pool_[moves].size() < (moves < longest ? poolSize : wanted[longest])) return false;
        return true;
    }

    /// One of each length from a game, if it is proven in reasonable time.
    void consider(const Position<R>& position, int announced, int game, std::set<int>& found) {
        if (announced > longest || found.contains(announced) || position.halfmoves() > 80) return;
        if (pool_[static_cast<std::size_t>(announced)].size() >= poolSize) return;
        MateSolver<R> solver(budget[static_cast<std::size_t>(announced)]);
        try {
            const int moves = solver.shortest(position, announced);
            if (moves == 0 || !found.insert(moves).second || !seen_.insert(writeFen(position)).second) return;
            pool_[static_cast<std::size_t>(moves)].push_back(
                {writeFen(position), game, solver.tried(), mainLine(solver, position, moves)});
        } catch (const typename MateSolver<R>::GaveUp&) {
            return;
        }
    }

    std::set<std::string> mainLine(MateSolver<R>& solver, Position<R> position, int moves) {
        std::set<std::string> specialties;
        while (moves > 0) {
            const Move key = specialMate(solver, position, moves);
            specialties.insert("mates by " + specialty(position, key));
            Undo<R> undo;
            position.make(key, undo);
            const auto replies = legalMoves(position);
            if (replies.empty()) break;
            Move defence;
            for (const Move reply : replies) {
                Undo<R> step;
                position.make(reply, step);
                const bool lasts = moves == 2 || !solver.mate(position, moves - 2);
                position.unmake(step);
                if (lasts && (!defence || !specialty(position, reply).empty())) defence = reply;
            }
            if (!defence) break;
            specialties.insert("defends by " + specialty(position, defence));
            position.make(defence, undo);
            --moves;
        }
        return specialties;
    }

    /// The mating move, a special one if there is one.
    static Move specialMate(MateSolver<R>& solver, Position<R>& position, int moves) {
        Move key = solver.mate(position, moves);
        for (const Move m : legalMoves(position)) {
            if (specialty(position, m).empty()) continue;
            Undo<R> undo;
            position.make(m, undo);
            const bool mates = solver.lost(position, moves - 1);
            position.unmake(undo);
            if (mates) key = m;
        }
        return key;
    }

    /// What is shown so far, and the games it comes from.
    struct Shown {
        std::map<std::string, int> specialties;
        std::set<int> games;
    };

    /// First those that show something not seen twice before, then the cheapest to prove, from games not yet used as
    /// long as there are any.
    std::vector<Candidate> choose(std::size_t moves, Shown& shown) const {
        std::vector<Candidate> chosen;
        std::vector<Candidate> rest = pool_[moves];
        std::stable_sort(rest.begin(), rest.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
        const auto pass = [&](auto wantedNow) {
            std::vector<Candidate> left;
            for (const Candidate& c : rest) {
                if (chosen.size() >= wanted[moves] || !wantedNow(c)) {
                    left.push_back(c);
                    continue;
                }
                chosen.push_back(c);
                shown.games.insert(c.game);
                for (const std::string& s : c.specialties)
                    ++shown.specialties[s];
            }
            rest = left;
        };
        pass([&](const Candidate& c) {
            return std::any_of(c.specialties.begin(), c.specialties.end(),
                               [&](const std::string& s) { return !s.ends_with("by ") && shown.specialties[s] < 2; });
        });
        pass([&](const Candidate& c) { return !shown.games.contains(c.game); });
        pass([](const Candidate&) { return true; });
        return chosen;
    }

    void write() const {
        Shown shown;
        std::string lines;
        for (std::size_t moves = longest; moves >= 1; --moves)
            for (const Candidate& c : choose(moves, shown))
                lines = fmt::format("{} ;mate {}\n", c.fen, moves) + lines;
        std::string text = fmt::format(
            "# {}: forced mates, each the shortest there is, proven by trying every move (tests/mate_solver.h)\n"
            "# from random games and games of the engine against itself: fusilier_tests \"{}: make the mate suite\"\n"
            "# in a main line of these:\n",
            R::name, R::name);
        for (const auto& [special, times] : shown.specialties)
            if (!special.ends_with("by ")) text += fmt::format("#   {} ({})\n", special, times);
        std::ofstream(suitePath(R::name)) << text << lines;
    }
};

}  // namespace fusilier::mates
