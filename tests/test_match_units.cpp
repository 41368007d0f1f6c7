// Parts of the match runner one by one: schedule, clocks, processes, game files, openings.
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <set>

#include "catch2.h"
#include "fusilier/registry.h"
#include "match/game_file.h"
#include "match/openings.h"
#include "match/pgn.h"
#include "match/process.h"
#include "match/schedule.h"
#include "match/standings.h"
#include "match/time_control.h"
#include "match_support.h"

using namespace fusilier;
using namespace fusilier::match;
using namespace fusilier::testing;
using std::chrono::milliseconds;

namespace {

ScheduleSettings settings(std::size_t engines, std::size_t games, bool repeat) {
    ScheduleSettings s;
    s.engines = engines;
    s.gamesPerPairing = games;
    s.repeat = repeat;
    return s;
}

std::vector<std::string> rounds(const Schedule& schedule) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < schedule.size(); ++i)
        result.push_back(schedule[i].round);
    return result;
}

GameRecord record(std::string white, std::string black, std::string round, std::string result) {
    GameRecord game;
    game.setTag("Round", std::move(round));
    game.setTag("White", std::move(white));
    game.setTag("Black", std::move(black));
    game.result = std::move(result);
    game.complete = true;
    game.preamble = "White mates";
    return game;
}

/// A game of random moves, told as engines would.
GameRecord randomGame(const Game& game, std::uint64_t seed, int plies) {
    SplitMix random(seed);
    const auto session = game.open();
    GameRecord result;
    result.setTag("Event", "a \"quoted\" \\ name");
    result.setTag("Variant", std::string(game.info.name));
    result.complete = true;
    result.result = "1/2-1/2";
    for (int i = 0; i < plies && !session->outcome().over(); ++i) {
        const auto moves = session->legalMoves();
        PlyRecord ply;
        ply.move = moves[random.below(moves.size())];
        session->play(ply.move);
        if (random.below(4) > 0) {
            Score score;
            score.kind = random.below(5) == 0 ? Score::Kind::Mate : Score::Kind::Centipawns;
            score.value = static_cast<int>(random.below(2001)) - 1000;
            if (score.kind == Score::Kind::Mate && score.value == 0) score.value = 1;
            ply.score = score;
            ply.depth = static_cast<int>(random.below(30));
        }
        if (random.below(4) > 0) ply.timeMs = static_cast<std::int64_t>(random.below(100'000));
        result.plies.push_back(ply);
    }
    result.plies.back().note = "Draw by agreement";
    return result;
}

void checkSame(const GameRecord& a, const GameRecord& b) {
    REQUIRE(a.plies.size() == b.plies.size());
    CHECK(a.result == b.result);
    CHECK(a.complete == b.complete);
    CHECK(a.tags == b.tags);
    for (std::size_t i = 0; i < a.plies.size(); ++i) {
        CHECK(a.plies[i].move == b.plies[i].move);
        CHECK(commentText(a.plies[i]) == commentText(b.plies[i]));
    }
}

GameRecord readOne(const std::string& text) {
    PgnReader reader(text);
    auto game = reader.next();
    REQUIRE(game);
    CHECK_FALSE(reader.next());
    return *game;
}

std::vector<std::string> movesOf(const GameRecord& game) {
    std::vector<std::string> moves;
    for (const PlyRecord& ply : game.plies)
        moves.push_back(ply.move);
    return moves;
}

Command shell(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    return command;
}

Deadline in(int ms) {
    return Clock::now() + milliseconds(ms);
}

}  // namespace

TEST_CASE("Schedules", "[match]") {
    SECTION("two engines alternate colours") {
        const Schedule s(settings(2, 3, false));
        REQUIRE(s.size() == 3);
        CHECK(s[0].white == 0);
        CHECK(s[1].white == 1);
        CHECK(s[2].white == 0);
        CHECK(s[2].opening == 2);
        CHECK(rounds(s) == std::vector<std::string>{"1", "2", "3"});
    }
    SECTION("repeated openings come in pairs") {
        const Schedule s(settings(2, 5, true));
        CHECK(rounds(s) == std::vector<std::string>{"1.1", "1.2", "2.1", "2.2", "3.1"});
        for (std::size_t i = 0; i < s.size(); ++i) {
            CHECK(s[i].opening == i / 2);
            CHECK(s[i].white == i % 2);
            CHECK(s[i].black == 1 - i % 2);
        }
    }
    SECTION("round robin and gauntlet") {
        ScheduleSettings four = settings(4, 4, true);
        const Schedule all(four);
        CHECK(all.size() == 24);
        std::map<std::pair<std::size_t, std::size_t>, int> met;
        for (std::size_t i = 0; i < all.size(); ++i)
            ++met[{all[i].white, all[i].black}];
        CHECK(met.size() == 12);
        for (const auto& [pair, count] : met)
            CHECK(count == 2);
        four.tournament = Tournament::Gauntlet;
        CHECK(Schedule(four).size() == 12);
    }
    SECTION("shards are the match in parts, pairs unbroken") {
        ScheduleSettings s = settings(3, 10, true);
        const auto whole = rounds(Schedule(s));
        std::set<std::string> seen;
        s.shardCount = 4;
        for (s.shard = 0; s.shard < 4; ++s.shard) {
            const Schedule part(s);
            for (std::size_t i = 0; i < part.size(); ++i) {
                CHECK(seen.insert(part[i].round).second);
                CHECK(part[i].unit % 4 == s.shard);
            }
        }
        CHECK(seen == std::set<std::string>(whole.begin(), whole.end()));
    }
    CHECK(parseRound("12.2") == std::pair<std::uint64_t, std::uint64_t>{12, 2});
    CHECK(parseRound("7") == std::pair<std::uint64_t, std::uint64_t>{7, 0});
    CHECK(parseRound("?") == std::pair<std::uint64_t, std::uint64_t>{0, 0});
}

TEST_CASE("Time controls", "[match]") {
    CHECK(parseTimeControl("10+0.1") == TimeControl{0, 10'000, 100});
    CHECK(parseTimeControl("40/60") == TimeControl{40, 60'000, 0});
    CHECK(parseTimeControl("40/1:30+0.5") == TimeControl{40, 90'000, 500});
    CHECK(parseTimeControl("0.05+0.001") == TimeControl{0, 50, 1});
    CHECK(toString(parseTimeControl("40/1:30+0.5")) == "40/90+0.5");
    CHECK(toString(parseTimeControl("100")) == "100");
    for (const char* bad :
         {"", "x", "10+", "+1", "40/", "/60", "-5", "0", "0+1", "10+-1", "1e99", "nan", "40/60/5", "inf"})
        CHECK_THROWS_AS(parseTimeControl(bad), InputError);

    PlayerClock clock(TimeControl{2, 1000, 10});
    clock.moved(300);
    CHECK(clock.left() == 710);
    CHECK(clock.movesLeft() == 1);
    clock.moved(100);
    CHECK(clock.left() == 1620);
    CHECK(clock.movesLeft() == 2);
    clock.moved(5000);  // forgiven by a margin
    CHECK(clock.left() == 10);
}

TEST_CASE("Command lines in one word", "[match]") {
    using Words = std::vector<std::string>;
    CHECK(splitCommand("a  b\tc") == Words{"a", "b", "c"});
    CHECK(splitCommand("'a b' \"c d\"e") == Words{"a b", "c de"});
    CHECK(splitCommand("a\\ b \"\\\"\" ''") == Words{"a b", "\"", ""});
    CHECK(splitCommand("  ").empty());
}

TEST_CASE("Processes", "[match]") {
    std::string line;
    SECTION("lines, ends of lines, the end") {
        Process p(shell("printf 'one\\r\\ntwo\\n\\nlast'"));
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK(line == "one");
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK(line == "two");
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK(line.empty());
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK(line == "last");
        CHECK(p.readLine(line, in(5000)) == Process::Read::Closed);
        CHECK(p.finish(in(5000)));
        CHECK(p.fate() == "exit code 0");
    }
    SECTION("deadlines hold, also against one who never stops talking") {
        Process silent(shell("sleep 1000"));
        const auto before = Clock::now();
        CHECK(silent.readLine(line, in(50)) == Process::Read::Timeout);
        CHECK(Clock::now() - before >= milliseconds(50));
        Process flood(shell("while :; do echo x; done"));
        const auto end = in(100);
        while (flood.readLine(line, end) == Process::Read::Line) {
        }
        CHECK(Clock::now() < end + milliseconds(5000));
        CHECK_FALSE(flood.finish(in(20)));
        CHECK(flood.fate().substr(0, 8) == "signal 9");
    }
    SECTION("one who does not read does not block us") {
        Process deaf(shell("sleep 1000"));
        CHECK_FALSE(deaf.writeLine(std::string(1 << 20, 'x'), in(50)));
    }
    SECTION("what it has said by now can be thrown away") {
        Process p(shell("printf 'one\\ntwo\\nthr'; read x; printf 'four\\nfive\\n'"));
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        p.discard();
        REQUIRE(p.writeLine("go on", in(5000)));
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK(line == "four");
        Process flood(shell("while :; do echo x; done"));
        const auto before = Clock::now();
        flood.discard();
        CHECK(Clock::now() < before + milliseconds(20'000));
        CHECK_FALSE(flood.finish(in(20)));
    }
    SECTION("a stop order wakes") {
        StopSignal stop;
        Process p(shell("sleep 1000"), &stop);
        CHECK_FALSE(stop.raised());
        stop.raise();
        CHECK(stop.raised());
        CHECK(p.readLine(line, in(60'000)) == Process::Read::Stopped);
    }
    SECTION("its own children go with it") {
        Process p(shell("sleep 1000 & echo $!; exec 1>&-; wait"));
        REQUIRE(p.readLine(line, in(5000)) == Process::Read::Line);
        CHECK_FALSE(p.finish(in(20)));
        const pid_t grandchild = std::stoi(line);
        int tries = 0;  // it is init's to reap, in its own time
        while (::kill(grandchild, 0) == 0 && ++tries < 200 && !std::ifstream("/proc/" + line + "/stat").eof()) {
            std::string stat;
            std::getline(std::ifstream("/proc/" + line + "/stat"), stat);
            if (stat.find(") Z") != std::string::npos) break;
            ::usleep(10'000);
        }
        CHECK(tries < 200);
    }
    SECTION("programs that are not there") {
        Command none;
        none.argv = {"/no/such/engine"};
        CHECK_THROWS_AS(Process(none), std::runtime_error);
        CHECK_THROWS_AS(Process(Command{}), std::runtime_error);
    }
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);  // no zombie
}

TEST_CASE("Game files round-trip in both notations, in every game", "[match][pgn]") {
    for (const Game& game : games())
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            INFO(game.info.name << " seed " << seed);
            const GameRecord original = randomGame(game, seed, 120);
            checkSame(readOne(toPgn(original)), original);

            const auto session = game.open();
            GameRecord inWords = original;
            translate(inWords, *session, Notation::Long);
            CHECK(inWords.tag("Notation") == "long");
            GameRecord again = readOne(toPgn(inWords));
            checkSame(again, inWords);
            translate(again, *session, Notation::Coordinate);
            checkSame(again, original);
        }
}

TEST_CASE("Games of others are read", "[match][pgn]") {
    SECTION("numbers, comments, variations, glyphs, escapes") {
        const GameRecord game = readOne(
            "% an escape [Event \"no\"]\n[Event \"yes\"]\n[White \"A \\\"B\\\"\"]\n[Broken\n\n"
            "{before} 1.e2e4 $1 e7e5! (1... c7c5 {no; (nor this)} (1... e7e6)) 2. g1f3 ; to the end 2. f2f4\n"
            "b8c6 {+0.35/12 0.21s, a note} 3 f1b5?! 3... a7a6 1-0");
        CHECK(game.tag("Event") == "yes");
        CHECK(game.white() == "A \"B\"");
        CHECK(game.preamble == "before");
        CHECK(game.complete);
        CHECK(game.result == "1-0");
        CHECK(movesOf(game) == std::vector<std::string>{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"});
        REQUIRE(game.plies[3].score);
        CHECK(game.plies[3].score->value == 35);
        CHECK(game.plies[3].depth == 12);
        CHECK(game.plies[3].timeMs == 210);
        CHECK(game.plies[3].note == "a note");
    }
    SECTION("comments that are not ours stay") {
        const GameRecord game = readOne("1. e2e4 {fine, 0.3s} {+M5/9} e7e5 {0.21s extra} *");
        CHECK(game.plies[0].note == "fine, 0.3s");
        CHECK(game.plies[0].score->kind == Score::Kind::Mate);
        CHECK(game.plies[1].note == "0.21s extra");
        CHECK(game.result == "*");
        CHECK(game.complete);
    }
    SECTION("long notation keeps blanks, semicolons and stars") {
        const GameRecord game =
            readOne("[Notation \"long\"]\n\n1. R10 g1-h1 =\nR30 1... R4 a4-b6; a4=R33 {x} 2. S d5-e6* 2... S d5* *");
        CHECK(movesOf(game) == std::vector<std::string>{"R10 g1-h1 = R30", "R4 a4-b6; a4=R33", "S d5-e6*", "S d5*"});
        CHECK(game.result == "*");
    }
    SECTION("games cut short are told from whole ones") {
        const std::string text =
            "[Round \"1\"]\n\n1. e2e4 1-0\n\n[Round \"2\"]\n\n1. e2e4\n\n[Round \"3\"]\n\n1. d2d4 {ha";
        PgnReader reader(text);
        CHECK(reader.next()->complete);
        CHECK_FALSE(reader.next()->complete);
        const auto last = reader.next();
        CHECK_FALSE(last->complete);
        CHECK(last->tag("Round") == "3");
        CHECK_FALSE(reader.next());
    }
    SECTION("rubbish does not hang or crash the reader") {
        SplitMix random(7);
        const std::string alphabet = "[]{}();$%\"\\ \n\t.*-/01 2aeR;=!?\xff";
        for (int i = 0; i < 3000; ++i) {
            std::string text = i % 2 ? "[Notation \"long\"]\n" : "";
            for (std::size_t n = random.below(60); n > 0; --n)
                text += alphabet[random.below(alphabet.size())];
            PgnReader reader(text);
            int count = 0;
            while (reader.next() && ++count < 1000) {
            }
            CHECK(count < 1000);
        }
    }
}

TEST_CASE("Translating names the ply that is wrong and changes nothing", "[match][pgn]") {
    const auto session = findGame("chess")->open();
    GameRecord game = readOne("1. e2e4 e7e5 2. e4e5 *");
    CHECK_THROWS_AS(translate(game, *session, Notation::Long), InputError);
    CHECK(movesOf(game) == std::vector<std::string>{"e2e4", "e7e5", "e4e5"});
}

TEST_CASE("Game files keep whole games only", "[match][pgn]") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("games.pgn");
    {
        GameFile file = GameFile::create(path);
        file.append(record("A", "B", "2.1", "1-0"));
        file.append(record("A", "B", "10.1", "0-1"));
        file.append(record("A", "B", "1.2", "1/2-1/2"));
    }
    CHECK_THROWS_AS(GameFile::create(path), InputError);
    const std::string whole = readFile(path);
    // Cut at every byte: what is left are the whole games, and the file can be written on.
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        writeFile(path, std::string_view(whole).substr(0, cut));
        std::vector<GameRecord> games;
        {
            GameFile file = GameFile::resume(path, games);
            file.append(record("A", "B", "3.1", "1-0"));
        }
        const auto after = readGames(path);
        REQUIRE(after.size() == games.size() + 1);
        for (const GameRecord& game : after)
            CHECK(game.complete);
        CHECK(after.back().tag("Round") == "3.1");
        CHECK(games.size() <= 3);
    }
    std::vector<GameRecord> games;
    GameFile file = GameFile::resume(path, games);
    CHECK(games.size() == 4);
    file.sort();
    std::vector<std::string> order;
    for (const GameRecord& game : readGames(path))
        order.emplace_back(game.tag("Round"));
    CHECK(order == std::vector<std::string>{"1.2", "2.1", "3.1", "10.1"});
}

TEST_CASE("Standings", "[match]") {
    Standings table({"A", "B"});
    table.add(record("A", "B", "1.1", "1-0"));
    table.add(record("B", "A", "1.2", "1-0"));
    table.add(record("B", "A", "2.2", "0-1"));  // pairs may end out of order
    table.add(record("A", "B", "2.1", "1/2-1/2"));
    table.add(record("A", "B", "3.1", "1-0"));  // its other half is missing
    table.add(record("A", "B", "4.1", "*"));    // no result
    const PairingScore s = table.between(0, 1);
    CHECK(s.total == Wdl{3, 1, 1});
    CHECK(s.asWhite == Wdl{2, 1, 0});
    CHECK(s.asBlack == Wdl{1, 0, 1});
    CHECK(s.penta == Penta{{0, 0, 1, 1, 0}});
    CHECK(table.between(1, 0).penta == Penta{{0, 1, 1, 0, 0}});
    CHECK(table.between(1, 0).asWhite == Wdl{1, 0, 1});
    CHECK(table.scoreLine(0, 1) == "Score of A vs B: 3 - 1 - 1  [0.700] 5");
    CHECK(table.report(Sprt{}).find("Ptnml(0-2): [0, 0, 1, 1, 0]") != std::string::npos);
    CHECK(table.report(Sprt{}).find("Ended by \"mates\": 5") != std::string::npos);
    CHECK(table.json(Sprt{}).find("\"pentanomial\": [0, 0, 1, 1, 0]") != std::string::npos);
    CHECK(jsonString("a\"\\\n") == "\"a\\\"\\\\\\u000a\"");
}

TEST_CASE("Random openings are seeded, distinct, undecided", "[match]") {
    for (const Game& game : games()) {
        INFO(game.info.name);
        RandomOpeningSettings s;
        s.plies = 6;
        s.nodes = 300;
        s.bound = 150;
        RandomOpenings a(game, s), b(game, s);
        s.seed = 2;
        RandomOpenings c(game, s);
        std::set<std::string> seen;
        int equal = 0;
        const auto session = game.open();
        for (int i = 0; i < 8; ++i) {
            const std::string fen = a.next();
            CHECK(fen == b.next());
            equal += fen == c.next() ? 1 : 0;
            CHECK(seen.insert(fen).second);
            session->setPosition(fen, {});
            CHECK_FALSE(session->outcome().over());
        }
        CHECK(equal < 8);
    }
    RandomOpeningSettings none;
    none.plies = 0;
    RandomOpenings once(*findGame("chess"), none);
    once.next();
    CHECK_THROWS_AS(once.next(), InputError);  // the usual array is one position
}

TEST_CASE("Books", "[match]") {
    const TemporaryDirectory directory;
    const Game& chess = *findGame("chess");
    BookSettings book;
    book.file = directory.file("book.epd");
    writeFile(book.file,
              "# comment\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4; id \"1\";\n"
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n"
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -;x\n");
    const auto fens = readBook(chess, book);
    REQUIRE(fens.size() == 3);
    CHECK(fens[0] == chess.info.startFen);
    book.start = 1;
    CHECK(readBook(chess, book)[0] == fens[1]);
    book.start = 0;
    book.shuffled = true;
    std::set<std::vector<std::string>> orders;
    for (book.seed = 1; book.seed < 30; ++book.seed)
        orders.insert(readBook(chess, book));
    CHECK(orders.size() > 3);

    book.shuffled = false;
    book.pgn = true;
    book.plies = 2;
    writeFile(book.file, "1. e2e4 e7e5 2. g1f3 *\n\n1. d2d4 *\n");
    CHECK(readBook(chess, book)[0] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    book.pgn = false;
    for (const char* bad : {"", "8/8/8/8/8/8/8/8 w - -\n", "nonsense\n"}) {
        writeFile(book.file, bad);
        CHECK_THROWS_AS(readBook(chess, book), InputError);
    }
    book.file = directory.file("none");
    CHECK_THROWS_AS(readBook(chess, book), InputError);
}

TEST_CASE("Every room brings a book of 200 positions", "[match]") {
    for (const Game& game : games()) {
        BookSettings book;
        book.file = FUSILIER_SOURCE_DIR "/variants/" + std::string(game.info.name) + "/book.epd";
        INFO(book.file);
        const auto fens = readBook(game, book);
        CHECK(fens.size() == 200);
        CHECK(std::set<std::string>(fens.begin(), fens.end()).size() == fens.size());
    }
}
