// What every room owes the core, whichever game it is. Each room's test file runs this on its rules.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "catch2.h"
#include "core/fen.h"
#include "core/notation.h"
#include "core/perft_run.h"
#include "eval/report.h"
#include "search/gain.h"

namespace fusilier::conformance {

struct PerftLine {
    std::string fen;
    std::map<int, std::uint64_t> leaves;  ///< by depth
};

/// The room's table: `FEN ;D1 n ;D2 n`, comments with '#'.
inline std::vector<PerftLine> perftTable(std::string_view game) {
    const std::string path =
        std::string(FUSILIER_SOURCE_DIR "/variants/") + std::string(game) + "/" + std::string(game) + ".perft";
    std::ifstream in(path);
    std::vector<PerftLine> table;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::size_t at = line.find(" ;");
        PerftLine entry{line.substr(0, at), {}};
        for (; at != std::string::npos; at = line.find(" ;", at + 2)) {
            const std::size_t blank = line.find(' ', at + 2);
            entry.leaves[std::stoi(line.substr(at + 3, blank - at - 3))] = std::stoull(line.substr(blank));
        }
        table.push_back(entry);
    }
    return table;
}

template <Rules R>
void perftMatchesTable() {
    const auto table = perftTable(R::name);
    REQUIRE(table.size() >= 20);
    for (const PerftLine& line : table) {
        auto position = readFen<R>(line.fen);
        for (const auto& [depth, leaves] : line.leaves) {
            INFO(line.fen << " depth " << depth);
            CHECK(perft(position, depth) == leaves);
        }
    }
}

/// Threads and a table, which all of the room's positions share, change no count.
template <Rules R>
void perftWithAidsMatchesTable() {
    PerftTable table(4);
    for (const PerftLine& line : perftTable(R::name)) {
        const auto position = readFen<R>(line.fen);
        for (const auto& [depth, leaves] : line.leaves) {
            INFO(line.fen << " depth " << depth);
            const auto counted = PerftRun<R>(position, depth, {.threads = 3, .table = &table}).run();
            CHECK(counted.complete());
            CHECK(counted.nodes == leaves);
            CHECK(PerftRun<R>(position, depth, {}).run().nodes == leaves);
        }
    }
}

/// Calls `visit` with the positions of seeded random games, from the start and from the table's positions. Moves that
/// are not plain are chosen more often than their share.
template <Rules R, class Visit>
void randomPositions(int games, int plies, Visit visit) {
    std::mt19937_64 random(20041107);
    const auto table = perftTable(R::name);
    for (int game = 0; game < games; ++game) {
        auto position = readFen<R>(game % 2 == 0 ? std::string(R::startFen) : table[random() % table.size()].fen);
        for (int ply = 0; ply < plies; ++ply) {
            visit(position);
            const auto moves = legalMoves(position);
            if (moves.size() == 0) break;
            std::vector<Move> special;
            for (const Move m : moves)
                if (m.kind() != MoveKind::Plain || m.arg() != typeOf(position[m.from()])) special.push_back(m);
            const bool pickSpecial = !special.empty() && random() % 3 == 0;
            const Move m = pickSpecial ? special[random() % special.size()] : moves[random() % moves.size()];
            Undo<R> undo;
            position.make(m, undo);
        }
    }
}

/// The lists hold just what the board shows.
template <Rules R>
void listsMatchBoard(const Position<R>& position) {
    std::size_t units = 0;
    for (const Square s : Traits<R>::Geo::squares)
        if (position[s] != noPiece) ++units;
    std::set<Square> listed;
    for (const Color c : {Color::White, Color::Black}) {
        for (int i = 0; i < position.count(c); ++i) {
            REQUIRE(isOf(position[position.unit(c, i)], c));
            listed.insert(position.unit(c, i));
        }
        int royals = 0;
        for (int i = 0; i < position.count(c); ++i)
            royals += Traits<R>::royalPiece[position[position.unit(c, i)]];
        REQUIRE(royals == position.royalCount(c));
        for (int i = 0; i < royals; ++i)
            REQUIRE((isOf(position[position.royal(c, i)], c) && Traits<R>::royalPiece[position[position.royal(c, i)]]));
    }
    REQUIRE(listed.size() == units);
}

template <Rules R>
void makeAndUnmakeAgree() {
    randomPositions<R>(24, 100, [](Position<R>& position) {
        const Position<R> before = position;
        for (const Move m : legalMoves(position)) {
            INFO(writeFen(before) << " " << moveText<R>(m));
            Undo<R> undo;
            position.make(m, undo);
            REQUIRE(undo.changes <= R::maxChanges);
            REQUIRE(position.key() == position.computeKey());
            REQUIRE_FALSE(position.anyRoyalAttacked(~position.sideToMove()));
            listsMatchBoard(position);
            // Everything kept incrementally is what setting up afresh gives.
            const auto fresh = readFen<R>(writeFen(position));
            REQUIRE(fresh.key() == position.key());
            REQUIRE(fresh.score() == position.score());
            REQUIRE(fresh.phase() == position.phase());
            REQUIRE(Safety<R>(fresh).checks() == Safety<R>(position).checks());
            position.unmake(undo);
            REQUIRE(position == before);
        }
        if (!Safety<R>(position).inCheck()) {
            Undo<R> undo;
            position.makeNull(undo);
            REQUIRE(position.key() == position.computeKey());
            REQUIRE(Safety<R>(position).inCheck() == position.anyRoyalAttacked(position.sideToMove()));
            position.unmakeNull(undo);
            REQUIRE(position == before);
        }
    });
}

template <Rules R>
void textRoundTrips() {
    randomPositions<R>(30, 100, [](Position<R>& position) {
        const std::string fen = writeFen(position);
        INFO(fen);
        REQUIRE(writeFen(readFen<R>(fen)) == fen);
        const auto moves = legalMoves(position);
        REQUIRE(moves.size() <= static_cast<std::size_t>(R::maxMoves));
        std::set<std::string> texts, longs;
        for (const Move m : moves) {
            REQUIRE(parseMove(position, moveText<R>(m)) == m);
            REQUIRE(parseLong(position, longText(position, m)) == m);
            REQUIRE(texts.insert(moveText<R>(m)).second);
            REQUIRE(longs.insert(longText(position, m)).second);
        }
    });
}

/// Noisy and quiet moves are all moves and share none, in check too, where both together are the evasions; counting and
/// the legality of a single move agree with listing. Returns whether the side to move is in check.
template <Rules R>
bool stagesMakeUpAllOf(Position<R>& position) {
    INFO(writeFen(position));
    const Safety<R> safety(position);
    const auto bits = [](const auto& list) {
        std::vector<std::uint32_t> sorted;
        for (const Move m : list)
            sorted.push_back(m.bits());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    };
    MoveList<R> noisy, quiet;
    noisy.setEnd(generate<R, Stage::Noisy>(position, safety, noisy.begin()));
    quiet.setEnd(generate<R, Stage::Quiet>(position, safety, quiet.begin()));
    REQUIRE(std::all_of(noisy.begin(), noisy.end(), [&](Move m) { return isNoisy(position, m); }));
    REQUIRE(std::none_of(quiet.begin(), quiet.end(), [&](Move m) { return isNoisy(position, m); }));
    const auto all = legalMoves(position);
    std::vector<Move> both(noisy.begin(), noisy.end());
    both.insert(both.end(), quiet.begin(), quiet.end());
    const auto sorted = bits(all);
    REQUIRE(bits(both) == sorted);
    REQUIRE(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    REQUIRE(countMoves(position) == all.size());
    REQUIRE(std::all_of(all.begin(), all.end(), [&](Move m) { return isLegal(position, safety, m); }));
    REQUIRE_FALSE(isLegal(position, safety, Move()));
    REQUIRE(safety.inCheck() == position.anyRoyalAttacked(position.sideToMove()));
    return safety.inCheck();
}

/// That on the positions of random games, and on every position one move away from them that is in check.
template <Rules R>
void stagesMakeUpAll() {
    int seen = 0, checks = 0;
    randomPositions<R>(80, 100, [&](Position<R>& position) {
        ++seen;
        checks += stagesMakeUpAllOf(position);
        for (const Move m : legalMoves(position)) {
            Undo<R> undo;
            position.make(m, undo);
            if (Safety<R>(position).inCheck()) checks += stagesMakeUpAllOf(position);
            position.unmake(undo);
        }
    });
    INFO(seen << " positions, " << checks << " in check");
    REQUIRE(seen > 3000);
    REQUIRE(checks > 3000);
}

/// The position with every unit where `place` puts it and turned to the colour that `paint` gives it.
template <Rules R, class Place, class Paint>
Position<R> transformed(const Position<R>& position, Place place, Paint paint) {
    using Geo = typename Traits<R>::Geo;
    Position<R> other;
    for (const Square s : Geo::squares)
        if (const Piece p = position[s]; p != noPiece)
            other.put(place(Geo::fileOf(s), Geo::rankOf(s)), makePiece(paint(colorOf(p)), typeOf(p)));
    other.setSideToMove(paint(position.sideToMove()));
    other.setCounters(position.halfmoves(), position.fullmoves());
    return other;
}

/// Colours swapped and the board turned over: the score is the same for the side to move. So it is on the board seen in
/// a mirror.
template <Rules R>
void evaluationIsSymmetric() {
    using Geo = typename Traits<R>::Geo;
    int seen = 0;
    randomPositions<R>(60, 100, [&](Position<R>& position) {
        ++seen;
        INFO(writeFen(position));
        const auto swapped = transformed(
            position, [](int file, int rank) { return Geo::square(file, R::ranks - 1 - rank); },
            [](Color c) { return ~c; });
        REQUIRE(evaluate(swapped) == evaluate(position));
        const auto mirrored = transformed(
            position, [](int file, int rank) { return Geo::square(R::files - 1 - file, rank); },
            [](Color c) { return c; });
        REQUIRE(evaluate(mirrored) == evaluate(position));
    });
    REQUIRE(seen > 2000);
}

/// Where quiescence takes material and places for the whole, they are near it.
template <Rules R>
void quickEvaluationIsNear() {
    int seen = 0, far = 0;
    randomPositions<R>(60, 100, [&](Position<R>& position) {
        if (!quickHolds(position)) return;
        ++seen;
        far += std::abs(evaluateWhite(position) - quickWhite(position)) > R::lazyMargin;
    });
    INFO(far << " of " << seen);
    REQUIRE(seen > 1000);
    REQUIRE(far * 20 < seen);  // chance makes wilder positions than games do
}

/// The evaluation is what its counts times the parameters in the room's sheet add up to, and nothing else.
template <Rules R>
void evaluationIsCountsTimesParameters() {
    const ParameterSheet sheet = gameParameters<R>().shipped();
    std::set<std::string> groups;
    randomPositions<R>(60, 100, [&](Position<R>& position) {
        INFO(writeFen(position));
        const EvalFeatures features = evalFeatures(position);
        double sum = 0;
        for (const auto& [parameter, count] : features.counts) {
            const auto& row = sheet.rows.at(parameter);
            sum += count * (row.middle * features.middle + row.end * (1 - features.middle));
            groups.insert(row.group);
        }
        const int white = position.sideToMove() == Color::White ? 1 : -1;
        // Fractions are cut off twice.
        REQUIRE(std::abs(sum * features.scale - white * evaluate(position)) < 2);
    });
    for (const auto& row : sheet.rows)
        if (row.single && row.group != "unstoppable" && row.group != "joins") CHECK(groups.contains(row.group));
}

template <Rules R>
void parametersRoundTrip() {
    const GameParameters game = gameParameters<R>();
    ParameterSheet sheet = game.handMade();
    for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
        auto& row = sheet.rows[i];
        row.middle = static_cast<double>(i) / 10 - 20;
        row.end = 7 - static_cast<double>(i);
        if (row.single && i % 2 == 0) row.middleError = 1.5, row.endError = 0.1;
    }
    const std::string text = game.write(sheet, {"a remark"});
    CHECK(text.starts_with("R\"(# a remark\n"));
    const ParameterSheet again = game.read(text);
    REQUIRE(again.rows.size() == sheet.rows.size());
    for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
        INFO(sheet.rows[i].group << " " << sheet.rows[i].detail);
        CHECK(again.rows[i].group == sheet.rows[i].group);
        CHECK(again.rows[i].middle == Approx(sheet.rows[i].middle));
        CHECK(again.rows[i].end == Approx(sheet.rows[i].end));
        CHECK(again.rows[i].middleError == Approx(sheet.rows[i].middleError));
        CHECK(again.rows[i].endError == Approx(sheet.rows[i].endError));
    }
}

/// Each is one edit away from a good file.
template <Rules R>
void refusesBadParameters() {
    const GameParameters game = gameParameters<R>();
    const std::string good = game.write(game.handMade(), {});
    const auto refused = [&](const std::string& from, const std::string& to, const std::string& complaint) {
        std::string bad = good;
        bad.replace(bad.find(from), from.size(), to);
        INFO(from << " -> " << to);
        CHECK_THROWS_WITH(game.read(bad), Catch::Contains(complaint));
        CHECK_THROWS_AS(game.read(bad), InputError);
    };
    refused("isolated", "isolatde", "line 2: expected isolated, found 'isolatde'");
    refused("tempo 12.0", "tempo", "line 2: expected a number of centipawns");
    refused("tempo 12.0", "tempo 12.00", "line 1: expected a number of centipawns");
    refused("tempo 12.0", "tempo 12.0x", "line 1: expected a number of centipawns");
    refused("tempo 12.0", "tempo 10001", "line 1: expected a number of centipawns");
    refused("tempo 12.0", "tempo -", "line 1: expected a number of centipawns");
    refused("table P middle", "table P end", "expected middle, found 'end'");
    refused("\n)\"", "\nmore\n)\"", "expected the end, found 'more'");
    CHECK_THROWS_WITH(game.read(good.substr(0, good.find("\nvalue"))), Catch::Contains("found the end"));
    CHECK_THROWS_AS(game.read(""), InputError);
}

/// The FEN is refused, and the message says what is wrong.
template <Rules R>
void refuses(const std::string& fen, const std::string& complaint) {
    INFO(fen);
    try {
        readFen<R>(fen);
        FAIL("accepted");
    } catch (const InputError& e) {
        CHECK_THAT(e.what(), Catch::Contains(complaint));
    }
}

/// Refusals that do not depend on the game, made from the start position.
template <Rules R>
void refusesBadFens() {
    const auto start = splitWords(R::startFen);
    const std::string board(start[0]), castling(start[2]);
    const std::string rest = " w " + castling + " - 0 1";
    refuses<R>("", "fields");
    refuses<R>(board + " w -", "fields");
    refuses<R>(board + " w - - 0", "fullmove");
    refuses<R>(std::string(R::startFen) + " x", "trailing text 'x'");
    refuses<R>(board.substr(board.find('/') + 1) + rest, "ranks");
    refuses<R>(board + "/" + std::to_string(R::files) + rest, "ranks");
    refuses<R>("1" + board + rest, "files");
    refuses<R>(board.substr(1) + rest, "files");
    refuses<R>("0" + board + rest, "starts with 0");
    refuses<R>("?" + board.substr(1) + rest, "unknown letter '?'");
    refuses<R>(board + " x " + castling + " - 0 1", "side to move is 'x'");
    refuses<R>(board + " w QK - 0 1", "castling");
    refuses<R>(board + " w x - 0 1", "castling");
    refuses<R>(board + " w " + castling + " e9x 0 1", "malformed");
    refuses<R>(board + " w " + castling + " z3 0 1", "malformed");
    refuses<R>(board + " w " + castling + " e4 0 1", "impossible");
    refuses<R>(board + " w " + castling + " - x 1", "halfmove counter 'x'");
    refuses<R>(board + " w " + castling + " - 0 -1", "fullmove counter '-1'");
    std::string pawnAhead = board;
    pawnAhead[0] = 'P';
    refuses<R>(pawnAhead + rest, "pawn on the first or last rank");
    std::string noKing = board;
    std::replace(noKing.begin(), noKing.end(), 'K', 'N');
    refuses<R>(noKing + " w - - 0 1", "no royal for White");
    std::string manyKings = board;
    std::replace(manyKings.begin(), manyKings.end(), 'n', 'k');
    refuses<R>(manyKings + " w - - 0 1", "too many royals for Black");
    const std::string files = std::to_string(R::files - 2);
    std::string attacked;
    for (int rank = 0; rank < R::ranks - 1; ++rank)
        attacked += std::to_string(R::files) + "/";
    refuses<R>(attacked + "kK" + files + " w - - 0 1", "able to capture a royal");
}

template <Rules R>
void refusesBadMoves() {
    auto position = readFen<R>(R::startFen);
    const auto complaint = [&](const std::string& text) -> std::string {
        try {
            parseMove(position, text);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    };
    for (const char* text :
         {"", "e", "e2", "e2e", "2e4e", "e2e44x", "z1a1", "e0e1", "e2e4Q", "e2e4qq", "a1a99", "e2-e4", " e2e4"})
        CHECK_THAT(complaint(text), Catch::StartsWith("malformed move"));
    for (const char* text : {"a1a1", "e4e5", "a2a7", "e2e4q"})
        CHECK_THAT(complaint(text), Catch::StartsWith("illegal move"));
}

/// All that holds for every room.
template <Rules R>
void all() {
    SECTION("perft matches the table") {
        perftMatchesTable<R>();
    }
    SECTION("threads and a table change no count") {
        perftWithAidsMatchesTable<R>();
    }
    SECTION("make and unmake agree") {
        makeAndUnmakeAgree<R>();
    }
    SECTION("FEN and move text round trip") {
        textRoundTrips<R>();
    }
    SECTION("stages make up all moves") {
        stagesMakeUpAll<R>();
    }
    SECTION("evaluation is symmetric") {
        evaluationIsSymmetric<R>();
    }
    SECTION("quick evaluation is near the whole") {
        quickEvaluationIsNear<R>();
    }
    SECTION("evaluation is counts times parameters") {
        evaluationIsCountsTimesParameters<R>();
    }
    SECTION("parameters as text round trip, and bad ones are refused") {
        parametersRoundTrip<R>();
        refusesBadParameters<R>();
    }
    SECTION("bad FENs are refused") {
        refusesBadFens<R>();
    }
    SECTION("bad moves are refused") {
        refusesBadMoves<R>();
    }
}

/// Texts of the legal moves from one square, sorted.
template <Rules R>
std::vector<std::string> movesFrom(const std::string& fen, const std::string& square) {
    auto position = readFen<R>(fen);
    std::vector<std::string> texts;
    for (const Move m : legalMoves(position))
        if (moveText<R>(m).rfind(square, 0) == 0) texts.push_back(moveText<R>(m));
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// The FEN after a move.
template <Rules R>
std::string after(const std::string& fen, const std::string& move) {
    auto position = readFen<R>(fen);
    Undo<R> undo;
    position.make(parseMove(position, move), undo);
    return writeFen(position);
}

}  // namespace fusilier::conformance
