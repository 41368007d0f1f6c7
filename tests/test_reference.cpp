// The rules told twice: the slow reference in reference/ against the perft tables and the hand-made cases, and every
// game's Session against the reference. FUSILIER_REFERENCE_POSITIONS in the environment says how many positions a game
// are compared, FUSILIER_REFERENCE_SEED which.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch2.h"
#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "reference/cases.h"
#include "reference/reference.h"

namespace {

const std::vector<std::string> allGames = {"chess", "sentai", "sentinel", "fourkings", "thunder"};

struct PerftLine {
    std::string fen;
    std::vector<std::uint64_t> leaves;  ///< from depth 1
};

std::vector<PerftLine> perftTable(const std::string& game) {
    std::ifstream in(std::string(FUSILIER_SOURCE_DIR) + "/variants/" + game + "/" + game + ".perft");
    std::vector<PerftLine> table;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream parts(line);
        PerftLine entry;
        std::getline(parts, entry.fen, ';');
        entry.fen.erase(entry.fen.find_last_not_of(' ') + 1);
        std::string depth;
        for (std::uint64_t leaves = 0; parts >> depth >> leaves; parts.ignore(1, ';'))
            entry.leaves.push_back(leaves);
        table.push_back(entry);
    }
    return table;
}

unsigned long fromEnvironment(const char* name, unsigned long fallback) {
    const char* value = std::getenv(name);
    return value ? std::strtoul(value, nullptr, 10) : fallback;
}

std::string join(const std::vector<std::string>& words) {
    std::string result;
    for (const std::string& word : words)
        result += (result.empty() ? "" : " ") + word;
    return result;
}

/// Those of `these` that are not in `those`; both sorted.
std::string without(const std::vector<std::string>& these, const std::vector<std::string>& those) {
    std::vector<std::string> result;
    std::set_difference(these.begin(), these.end(), those.begin(), those.end(), std::back_inserter(result));
    return join(result);
}

std::string withPrefix(const std::vector<std::string>& moves, const std::string& prefix) {
    std::vector<std::string> result;
    for (const std::string& move : moves)
        if (move.compare(0, prefix.size(), prefix) == 0) result.push_back(move);
    return join(result);
}

std::vector<std::string> textsOf(const std::vector<reference::Move>& moves) {
    std::vector<std::string> texts;
    for (const auto& [move, next] : moves)
        texts.push_back(move);
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// The FEN as read and written again; "" if it is refused.
std::string rewritten(const std::string& game, const std::string& fen) {
    try {
        return reference::fen(reference::parse(game, fen));
    } catch (const std::invalid_argument&) {
        return "";
    }
}

std::string rewritten(fusilier::Session& session, const std::string& fen) {
    try {
        session.setPosition(fen, {});
        return session.fen();
    } catch (const fusilier::InputError&) {
        return "";
    }
}

/// What makes two positions the same: all of the FEN but the counters.
std::string withoutCounters(const std::string& fen) {
    return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

/// The units of one side, wherever they stand.
std::vector<std::string> unitsOf(const reference::Position& position, bool white) {
    std::vector<std::string> units;
    for (const std::string& unit : position.board)
        if (!unit.empty() && (unit.back() < 'a') == white) units.push_back(unit);
    std::sort(units.begin(), units.end());
    return units;
}

/// Moves worth meeting more often than chance would have it: whatever changes the mover's own units, checks, double
/// steps that can be captured, and moves to the square passed over.
bool isSpecial(const std::string& game, const reference::Position& before, const reference::Move& move) {
    const auto& [text, next] = move;
    bool white = before.side == 'w';
    return unitsOf(before, white) != unitsOf(next, white) || next.enPassant >= 0 ||
           (before.enPassant >= 0 &&
            before.board[std::size_t(before.enPassant)] != next.board[std::size_t(before.enPassant)]) ||
           reference::inCheck(game, next);
}

/// Compares all that a Session says of its position with the reference; what differs, or "".
std::string difference(fusilier::Session& session, const std::string& game, const reference::Position& position,
                       const std::vector<reference::Move>& moves, bool repeated) {
    std::ostringstream out;
    std::string fen = reference::fen(position);
    if (session.fen() != fen) {
        out << "the Session's position is " << session.fen();
        return out.str();
    }

    std::vector<std::string> expected = textsOf(moves);
    std::vector<std::string> got = session.legalMoves();
    if (!std::is_sorted(got.begin(), got.end())) out << "moves out of order: " << join(got) << "\n";
    std::sort(got.begin(), got.end());
    if (got != expected)
        out << "missing moves: " << without(expected, got) << "\nsurplus moves: " << without(got, expected) << "\n";

    for (const auto& [move, next] : moves) {
        if (!std::binary_search(got.begin(), got.end(), move)) continue;
        session.play(move);
        if (session.fen() != reference::fen(next))
            out << "after " << move << "\n  expected " << reference::fen(next) << "\n  got      " << session.fen()
                << "\n";
        if (!session.undo() || session.fen() != fen) out << "undo of " << move << " gives " << session.fen() << "\n";
    }

    bool check = reference::inCheck(game, position);
    if (session.inCheck() != check) out << "in check: expected " << check << "\n";

    // Where several draws apply at once, any of them may be named.
    std::vector<std::string> endings = reference::endings(game, position);
    bool mate = endings == std::vector<std::string>{"checkmate"};
    if (repeated && !mate) endings.push_back("threefold repetition");
    if (endings.empty()) endings.push_back("");
    fusilier::Outcome outcome = session.outcome();
    std::string ending(fusilier::toString(outcome.ending));
    if (std::find(endings.begin(), endings.end(), ending) == endings.end())
        out << "ending: expected '" << join(endings) << "', got '" << ending << "'\n";
    std::optional<fusilier::Color> loser;
    if (mate) loser = position.side == 'w' ? fusilier::Color::White : fusilier::Color::Black;
    if (outcome.loser != loser) out << "wrong loser\n";
    if ((session.sideToMove() == fusilier::Color::White) != (position.side == 'w')) out << "wrong side to move\n";
    return out.str();
}

/// The perft tables' positions and the hand-made ones.
std::vector<std::string> startsOf(const std::string& game) {
    std::vector<std::string> starts;
    for (const PerftLine& line : perftTable(game))
        starts.push_back(line.fen);
    auto add = [&](const char* name, const char* fen) {
        if (game == name) starts.push_back(fen);
    };
    for (const auto& c : reference::movesCases)
        add(c.game, c.fen);
    for (const auto& c : reference::afterCases)
        add(c.game, c.fen);
    for (const auto& c : reference::stateCases)
        add(c.game, c.fen);
    return starts;
}

}  // namespace

TEST_CASE("The reference reproduces the perft tables", "[reference]") {
    for (const std::string& game : allGames) {
        std::vector<PerftLine> table = perftTable(game);
        CHECK(!table.empty());
        for (const PerftLine& line : table) {
            INFO(game << ": " << line.fen);
            reference::Position position = reference::parse(game, line.fen);
            CHECK(reference::fen(position) == line.fen);
            for (std::size_t depth = 1; depth <= std::min<std::size_t>(2, line.leaves.size()); ++depth)
                CHECK(reference::perft(game, position, int(depth)) == line.leaves[depth - 1]);
        }
    }
}

TEST_CASE("The reference and every Session find the moves worked out by hand", "[reference]") {
    for (const auto& c : reference::movesCases) {
        INFO(c.game << ": " << c.rule << "\n" << c.fen);
        CHECK(withPrefix(textsOf(reference::legalMoves(c.game, reference::parse(c.game, c.fen))), c.from) == c.moves);
        const fusilier::Game* game = fusilier::findGame(c.game);
        if (!game) continue;
        auto session = game->open();
        session->setPosition(c.fen, {});
        CHECK(withPrefix(session->legalMoves(), c.from) == c.moves);
    }
}

TEST_CASE("The reference and every Session reach the positions worked out by hand", "[reference]") {
    for (const auto& c : reference::afterCases) {
        INFO(c.game << ": " << c.rule << "\n" << c.fen << " " << c.move);
        std::string after;
        for (const auto& [move, next] : reference::legalMoves(c.game, reference::parse(c.game, c.fen)))
            if (move == c.move) after = reference::fen(next);
        CHECK(after == c.after);
        const fusilier::Game* game = fusilier::findGame(c.game);
        if (!game) continue;
        auto session = game->open();
        std::vector<std::string> moves{c.move};
        session->setPosition(c.fen, moves);
        CHECK(session->fen() == c.after);
    }
}

TEST_CASE("The reference and every Session agree on check and endings worked out by hand", "[reference]") {
    for (const auto& c : reference::stateCases) {
        INFO(c.game << ": " << c.rule << "\n" << c.fen);
        reference::Position position = reference::parse(c.game, c.fen);
        CHECK(reference::inCheck(c.game, position) == c.check);
        CHECK(join(reference::endings(c.game, position)) == c.ending);
        const fusilier::Game* game = fusilier::findGame(c.game);
        if (!game) continue;
        auto session = game->open();
        session->setPosition(c.fen, {});
        CHECK(session->inCheck() == c.check);
        CHECK(fusilier::toString(session->outcome().ending) == c.ending);
    }
}

TEST_CASE("The reference and every Session read FENs alike", "[reference]") {
    for (const auto& c : reference::fenCases) {
        INFO(c.game << ": " << c.rule << "\n" << c.fen);
        CHECK(rewritten(c.game, c.fen) == c.written);
        const fusilier::Game* game = fusilier::findGame(c.game);
        if (!game) continue;
        auto session = game->open();
        CHECK(rewritten(*session, c.fen) == c.written);
    }
}

TEST_CASE("Every Session refuses the damaged FENs that the reference refuses", "[reference]") {
    const std::string letters = "KkQqRrBbNnPpSsGgAaDdEeOoMm+-/ w1238aeh36x";
    std::mt19937 random(static_cast<std::mt19937::result_type>(fromEnvironment("FUSILIER_REFERENCE_SEED", 1)));
    for (const fusilier::Game& game : fusilier::games()) {
        std::string name(game.info.name);
        std::vector<std::string> starts = startsOf(name);
        auto session = game.open();
        for (unsigned long i = fromEnvironment("FUSILIER_REFERENCE_POSITIONS", 4000); i > 0; --i) {
            std::string fen = starts[random() % starts.size()];
            for (auto damage = random() % 2 + 1; damage > 0; --damage) {
                std::size_t at = random() % fen.size();
                std::string letter(1, letters[random() % letters.size()]);
                auto kind = random() % 3;
                fen.replace(at, kind == 0 ? 0 : 1, kind == 1 ? "" : letter);
            }
            // Of blanks at the ends or side by side the rules say nothing.
            if (fen.empty() || fen.front() == ' ' || fen.back() == ' ' || fen.find("  ") != std::string::npos) continue;
            session->setPosition("", {});
            std::string start = session->fen();
            std::string expected = rewritten(name, fen);
            std::string got = rewritten(*session, fen);
            if (got != expected) FAIL_CHECK(name << ": " << fen << "\nexpected " << expected << "\ngot      " << got);
            // A refusal leaves the position as it was.
            if (got.empty()) CHECK(session->fen() == start);
        }
    }
}

TEST_CASE("Every Session plays random games by the reference's rules", "[reference]") {
    unsigned long wanted = fromEnvironment("FUSILIER_REFERENCE_POSITIONS", 4000);
    std::mt19937 random(static_cast<std::mt19937::result_type>(fromEnvironment("FUSILIER_REFERENCE_SEED", 1)));

    for (const fusilier::Game& game : fusilier::games()) {
        std::string name(game.info.name);
        std::vector<std::string> starts = startsOf(name);
        REQUIRE(!starts.empty());
        auto session = game.open();
        std::map<std::string, std::uint64_t> keys;  // equal positions have equal keys, different ones different keys
        std::map<std::uint64_t, std::string> positions;
        std::string problem;

        for (unsigned long done = 0, round = 0; done < wanted && problem.empty(); ++round) {
            reference::Position position = reference::parse(name, starts[round % starts.size()]);
            session->setPosition(reference::fen(position), {});
            std::map<std::string, int> seen;
            std::vector<std::string> played;

            for (int ply = 0; ply < 80 && done < wanted && problem.empty(); ++ply, ++done) {
                std::string fen = reference::fen(position);
                std::string same = withoutCounters(fen);
                std::vector<reference::Move> moves = reference::legalMoves(name, position);
                bool repeated = ++seen[same] >= 3;
                problem = difference(*session, name, position, moves, repeated);
                std::uint64_t key = session->key();
                if (keys.emplace(same, key).first->second != key) problem += "another key than before\n";
                if (positions.emplace(key, same).first->second != same)
                    problem += "the same key as " + positions[key] + "\n";
                if (!problem.empty()) {
                    FAIL_CHECK(name << ": " << fen << "\nafter: " << join(played) << "\n" << problem);
                    break;
                }
                if (repeated || !reference::endings(name, position).empty()) break;

                // One move in two is special, if any is; one in six goes back to where the game has been.
                std::vector<reference::Move> choice;
                auto die = random() % 6;
                for (const reference::Move& move : moves)
                    if (die < 3 ? isSpecial(name, position, move)
                                : die == 3 && seen.count(withoutCounters(reference::fen(move.second))))
                        choice.push_back(move);
                if (choice.empty()) choice = moves;
                const auto& [move, next] = choice[random() % choice.size()];
                session->play(move);
                played.push_back(move);
                position = next;
            }
        }
    }
}
