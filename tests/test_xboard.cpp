// XBoard's protocol end to end: the real binary at the other end of a pipe, and a GUI that follows the script.

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch2.h"
#include "fusilier/registry.h"
#include "fusilier/splitmix.h"
#include "process.h"
#include "protocol/engine.h"
#include "protocol/gui_board.h"
#include "protocol/gui_game.h"

using namespace fusilier;
using namespace fusilier::testing;

namespace {

using Lines = std::vector<std::string>;

const std::string chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

class Xboard : public Process {
  public:
    /// `marks`: what XBoard says, unlike a GUI that knows the rules.
    explicit Xboard(const std::string& marks = "accepted highlight") {
        send("xboard");
        introduction = ask("protover 2");
        if (!marks.empty()) ask(marks);
    }

    /// What is said in answer to `command` before the engine is ready again.
    Lines ask(std::string_view command) {
        send(command);
        const auto ping = std::to_string(++pings_);
        send("ping " + ping);
        auto lines = readUntil([&](const std::string& line) { return line == "pong " + ping; });
        lines.pop_back();
        for (const auto& line : lines)
            if (startsWith(line, "# ")) fen = line.substr(2);
        return lines;
    }
    /// The answer without comments and thinking.
    Lines answer(std::string_view command) {
        auto lines = ask(command);
        lines.erase(std::remove_if(lines.begin(), lines.end(),
                                   [](const std::string& line) {
                                       return startsWith(line, "# ") || (line[0] >= '0' && line[0] <= '9');
                                   }),
                    lines.end());
        return lines;
    }

    Lines introduction;
    std::string fen;  ///< as the last comment had it

  private:
    int pings_ = 0;
};

std::string moveIn(const Lines& lines) {
    for (const auto& line : lines)
        if (startsWith(line, "move ")) return line.substr(5);
    return "";
}

/// XBoard as far as these games need it, written apart from the engine's own picture of it: it takes lines, not plies.
class ScriptedGui {
  public:
    ScriptedGui(const std::string& fen, int files, int ranks) : files_(files), ranks_(ranks) {
        const GuiBoard board(fen, files, ranks);
        for (int s = 0; s < files * ranks; ++s)
            units_.push_back(board.at(s));
        white_ = board.side() == Color::White;
    }

    void take(std::string line) {
        REQUIRE(startsWith(line, "move "));
        line.erase(0, 5);
        if (line.back() == ',') {
            via_ = line.substr(0, line.size() - 1);
            return;
        }
        past_.emplace_back(units_, white_);
        if (line == "@@@@") {
            white_ = !white_;
            return;
        }
        if (line[1] == '@') {
            auto& there = units_[square(line.substr(2))];
            REQUIRE(there.empty());
            there = colored(line.substr(0, 1));
            white_ = !white_;
            return;
        }
        std::string from = line.substr(0, squareLength(line));
        line.erase(0, from.size());
        const std::string to = line.substr(0, squareLength(line));
        std::string suffix = line.substr(to.size());
        if (!via_.empty()) {
            const std::string first = via_.substr(0, squareLength(via_));
            REQUIRE(via_.substr(first.size()) == from);
            units_[square(from)].clear();
            from = first;
        }
        if (from == to && via_.empty()) {
            white_ = !white_;
            return;
        }
        auto& source = units_[square(from)];
        std::string mover = source;
        REQUIRE_FALSE(mover.empty());
        const bool whites = mover.back() < 'a';
        const int across = to[0] - from[0];
        const bool empty = units_[square(to)].empty();
        if (via_.empty() && (mover == "K" || mover == "k") && std::abs(across) == 2 && from.substr(1) == to.substr(1)) {
            const int step = across / 2;
            std::size_t rook = square(from) + static_cast<std::size_t>(step);
            while (units_[rook].empty())
                rook += static_cast<std::size_t>(step);
            units_[square(to) - static_cast<std::size_t>(step)] = units_[rook];
            units_[rook].clear();
        }
        if (via_.empty() && (mover == "P" || mover == "p") && across != 0 && empty)
            units_[square(to.substr(0, 1) + from.substr(1))].clear();
        source.clear();
        if (suffix == "+")
            mover = "+" + mover;
        else if (!suffix.empty())
            mover = whites ? std::string(1, static_cast<char>(suffix[0] - 'a' + 'A')) : suffix;
        units_[square(to)] = mover;
        via_.clear();
        white_ = !white_;
    }

    /// Takes plies back.
    void back(std::size_t plies) {
        for (; plies > 0 && !past_.empty(); --plies) {
            std::tie(units_, white_) = past_.back();
            past_.pop_back();
        }
    }

    bool shows(const std::string& fen) const {
        const GuiBoard board(fen, files_, ranks_);
        for (int s = 0; s < files_ * ranks_; ++s)
            if (board.at(s) != units_[static_cast<std::size_t>(s)]) return false;
        return white_ == (board.side() == Color::White);
    }

  private:
    static std::size_t squareLength(const std::string& text) {
        return text.size() > 2 && text[2] >= '0' && text[2] <= '9' ? 3 : 2;
    }
    std::size_t square(const std::string& name) const {
        const int rank = std::stoi(name.substr(1)) - (ranks_ == 10 ? 0 : 1);
        return static_cast<std::size_t>(rank * files_ + name[0] - 'a');
    }
    std::string colored(std::string letter) const {
        if (!white_) letter[0] = static_cast<char>(letter[0] - 'A' + 'a');
        return letter;
    }

    int files_, ranks_;
    std::vector<std::string> units_;
    bool white_ = true;
    std::string via_;
    std::vector<std::pair<std::vector<std::string>, bool>> past_;
};

void takeAll(ScriptedGui& gui, const Lines& lines) {
    for (const auto& line : lines)
        for (std::size_t start = 0; start < line.size();) {
            const auto end = std::min(line.find('\n', start), line.size());
            gui.take(line.substr(start, end - start));
            start = end + 1;
        }
}

}  // namespace

TEST_CASE("XBoard: the engine introduces itself", "[xboard]") {
    Xboard engine;
    const auto& lines = engine.introduction;
    CHECK(lines.front() == "feature done=0");
    CHECK(lines.back() == "feature done=1");
    for (const auto* part :
         {"ping=1", "setboard=1", "usermove=1", "playother=1", "colors=0", "sigint=0", "analyze=1", "memory=1",
          "exclude=1", "highlight=1", "variants=\"normal,sentai,sentinel,fourkings,thunder\"",
          "option=\"Resign -check 0\"", "option=\"Clear Hash -button\""})
        CHECK(anyContains(lines, part));
    CHECK(anyContains(lines, "myname=\"Fusilier "));
}

TEST_CASE("XBoard: a game of chess", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("st 0.1");
    const auto reply = moveIn(engine.answer("usermove e2e4"));
    CHECK(reply.size() == 4);
    CHECK(contains(engine.fen, " w "));
    CHECK(engine.answer("force").empty());
    engine.ask("undo");
    engine.ask("undo");
    CHECK(engine.fen == chessStart);
    CHECK(engine.answer("undo") == Lines{"Error (nothing to undo): undo"});
    CHECK(engine.answer("setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").empty());
    const auto end = engine.ask("go");
    CHECK(std::find(end.begin(), end.end(), "1-0 {White mates}") != end.end());
}

TEST_CASE("XBoard: thinking and mate scores have the protocol's form", "[xboard]") {
    Xboard engine;
    engine.ask("post");
    engine.ask("setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    engine.ask("sd 3");
    const auto lines = engine.ask("go");
    CHECK(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        return std::regex_match(line, std::regex("[0-9]+ 100001 [0-9]+ [0-9]+ a1a8.*"));
    }));
    engine.ask("force");
    engine.ask("setboard 6rk/8/8/8/8/5n2/3q4/7K w - - 0 1");
    for (const auto& line : engine.ask("go"))
        if (line[0] >= '0' && line[0] <= '9' && !contains(line, "{"))
            CHECK(std::regex_match(line,
                                   std::regex("[0-9]+ -?[0-9]+ [0-9]+ [0-9]+( [a-h][1-8][a-h][1-8][qrbn]?)*[!?]?")));
}

TEST_CASE("XBoard: what is refused is named and changes nothing", "[xboard]") {
    struct Refusal {
        const char* command;
        const char* said;
    };
    Xboard engine;
    engine.ask("force");
    engine.ask("setboard " + chessStart);
    const auto refusal = GENERATE(values<Refusal>({
        {"frobnicate now", "Error (unknown command): frobnicate now"},
        {"usermove", "Error (argument missing): usermove"},
        {"usermove e2e5", "Illegal move (not by the rules of this game): e2e5"},
        {"usermove P@e4", "Illegal move (malformed): P@e4"},
        {"usermove xyz", "Illegal move (malformed): xyz"},
        {"e2e5", "Illegal move (not by the rules of this game): e2e5"},
        {"variant ludo", "Error (unknown variant 'ludo'): variant ludo"},
        {"setboard", "Error (argument missing): setboard"},
        {"level 40", "Error (argument missing): level 40"},
        {"level a b c", "Error ("},
        {"level 40 5:x 0", "Error ("},
        {"st soon", "Error (not a time): st soon"},
        {"sd -1", "Error (not a depth): sd -1"},
        {"time never", "Error (not a number): time never"},
        {"option Contempt=3", "Error (unknown option 'Contempt'): option Contempt=3"},
        {"option UCI_Variant=thunder", "Error (unknown option 'UCI_Variant')"},
        {"option Resign=7", "Error ("},
        {"memory lots", "Error ("},
        {"exclude e2e5", "Error (not a legal move): exclude e2e5"},
        {"include e2e4", "Error (not excluded): include e2e4"},
        {"remove", "Error (nothing to remove): remove"},
        {"lift z9", "Error (not a square): lift z9"},
    }));
    CAPTURE(refusal.command);
    const auto lines = engine.answer(refusal.command);
    REQUIRE(lines.size() == 1);
    CHECK(startsWith(lines[0], refusal.said));
    engine.ask("usermove e2e4");
    CHECK(engine.fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST_CASE("XBoard: after a position that is refused no move is taken or made before the next", "[xboard]") {
    Xboard engine;
    engine.ask("force");
    engine.ask("setboard " + chessStart);
    const auto* refused = GENERATE("setboard 8/8 w - - 0 1", "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
                                   "setboard \x01\x7f garbage", "edit\n#\nPa4\nc\nxa4\n.", "edit");
    const auto* next =
        GENERATE("new", "variant normal", "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CAPTURE(refused, next);
    CHECK(startsWith(engine.answer(refused).at(0), "tellusererror Illegal position: "));
    for (const auto* move : {"usermove e2e4", "e2e5"})
        CHECK(startsWith(engine.answer(move).at(0), "Illegal move (Illegal position: "));
    CHECK(startsWith(engine.answer("go").at(0), "tellusererror Illegal position: "));
    engine.send("analyze");
    CHECK(engine.ask("exit").empty());
    engine.ask(next);
    engine.ask("sd 1");
    engine.ask("force");
    CHECK(engine.answer("usermove e2e4").empty());
    CHECK(engine.fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK_FALSE(moveIn(engine.answer("go")).empty());
}

TEST_CASE("XBoard: boards of ten ranks begin with rank 0", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    const auto setup = engine.answer("variant fourkings");
    CHECK(startsWith(setup.at(0), "setup (PN....E..ZGA/.....FIKpn....e..zga/.....fik) 10x10+0_fairy kzekiikezk/"));
    CHECK(std::find(setup.begin(), setup.end(), "piece Z& WD") != setup.end());
    engine.ask("force");
    engine.ask("usermove e2e4");
    CHECK(engine.fen == "kzekiikezk/anfgaagfna/pppppppppp/10/10/4P5/10/PPPP1PPPPP/ANFGAAGFNA/KZEKIIKEZK b - - 0 1");
    CHECK(engine.answer("usermove e10e9").size() == 1);
    engine.ask("exclude all");
    engine.ask("include d7d5");
    CHECK(moveIn(engine.answer("go")) == "d7d5");
}

TEST_CASE("XBoard: extra plies follow a user's split and an engine's deployment", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("variant thunder");
    engine.ask("force");
    engine.ask("setboard 4k3/8/8/3p4/8/2M5/8/RB2K2R w - - 0 1");
    CHECK(engine.answer("usermove c3c7r") == Lines{"move @@@@", "move N@c3"});
    engine.ask("variant sentinel");
    engine.ask("setboard 4k3/8/8/8/8/8/8/3SK3 w - - 0 1");
    engine.ask("exclude all");
    engine.ask("include d1e1p");
    engine.ask("LEGALITY yes");
    const auto lines = engine.answer("go");
    CHECK(std::count(lines.begin(), lines.end(), "move @@@@") == 2);
    CHECK(engine.fen == "4k3/8/8/8/8/8/3PPP2/4K3 b - - 0 1");
}

TEST_CASE("XBoard: the mouse is told where a unit may go and what it becomes", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    CHECK(engine.answer("lift e2").empty());  // XBoard knows chess
    engine.ask("variant thunder");
    engine.ask("setboard 4k3/8/8/3p4/8/2M5/8/RB2K2R w - - 0 1");
    engine.ask("LEGALITY yes");
    CHECK(startsWith(engine.answer("lift c3").at(0), "highlight 2M5/2M5/"));
    CHECK(engine.answer("put c7") == Lines{"choice MR"});
    CHECK(startsWith(engine.answer("lift a1").at(0), "highlight "));
    CHECK(engine.answer("put b1") == Lines{"choice Q"});
    CHECK(engine.answer("put h8").empty());
    engine.ask("setboard 3k4/8/8/8/8/8/4D3/8 w - - 0 1");
    engine.ask("lift e2");
    const auto question = engine.answer("put e3");
    REQUIRE(question.size() == 1);
    CHECK(startsWith(question[0], "askuser CHOICE "));
    CHECK(startsWith(engine.answer("CHOICE x").at(0), "askuser CHOICE "));
    CHECK(engine.answer("CHOICE r") == Lines{"choice R"});
    engine.ask("force");
}

TEST_CASE("XBoard: a choice that XBoard does not take shows that it tests legality", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("variant thunder");
    engine.ask("lift a1");
    CHECK(engine.answer("put b1") == Lines{"choice M"});
    CHECK(contains(engine.readUntil("tellusererror").back(), "Test Legality"));
}

TEST_CASE("XBoard: until legality testing is known to be off nothing is sent that it would refuse", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("variant thunder");
    engine.ask("sd 1");
    const auto only = [&](const Lines& moves) {
        engine.ask("exclude all");
        for (const auto& move : moves)
            engine.ask("include " + move);
    };
    SECTION("our first move is one that XBoard knows") {
        only({"a1b1", "a2a3"});
        CHECK(moveIn(engine.answer("go")) == "a2a3");
    }
    SECTION("where there is none, and later, the user is asked first") {
        only({"a1b1"});
        const auto start = engine.fen;
        CHECK(startsWith(engine.answer("go").at(0), "askuser LEGALITY "));
        CHECK(engine.fen == start);
        CHECK(startsWith(engine.answer("LEGALITY no").at(0), "askuser LEGALITY "));
        CHECK(startsWith(engine.answer("?").at(0), "askuser LEGALITY "));
        CHECK(engine.answer("usermove e7e5").at(0) == "Illegal move (it is Fusilier's turn): e7e5");
        CHECK(engine.answer("LEGALITY yes") == Lines{"move a1b1m"});
        CHECK(engine.answer("LEGALITY yes").empty());
    }
    SECTION("a move that waits goes with the position") {
        only({"a1b1"});
        engine.ask("go");
        engine.ask("force");
        CHECK(engine.answer("LEGALITY yes").empty());
        CHECK(engine.answer("usermove e2e4").empty());
    }
    SECTION("a typed move that needs more plies waits for the answer, one with a letter is an answer") {
        engine.ask("force");
        engine.ask("setboard 4k3/8/8/8/8/8/n7/RB2K3 w - - 0 1");
        const auto lines = engine.answer("usermove a1a2");
        REQUIRE(lines.size() == 2);
        CHECK(startsWith(lines[0], "askuser LEGALITY "));
        CHECK(lines[1] == "Illegal move (the question comes first): a1a2");
        CHECK(engine.answer("usermove a1b1q").empty());
        CHECK(engine.answer("usermove a2c3").empty());
        only({"b1b2"});
        CHECK(moveIn(engine.answer("go")) == "b1b2");
    }
    SECTION("instead of a choice by pulling, which would be lost, there is a question") {
        engine.ask("setboard 4k3/8/8/3p4/8/2M5/8/RB2K2R w - - 0 1");
        engine.ask("lift c3");
        CHECK(startsWith(engine.answer("put c7").at(0), "askuser CHOICE "));
        CHECK(engine.answer("CHOICE r") == Lines{"choice R"});
        CHECK(engine.answer("usermove c3c7r").at(0) == "move @@@@");
    }
}

TEST_CASE("XBoard: a GUI that does not take marks plays by the rules: one line a move", "[xboard]") {
    const auto* answer = GENERATE("rejected highlight", "");
    Xboard engine(answer);
    engine.ask("new");
    engine.ask("variant thunder");
    engine.ask("force");
    engine.ask("setboard 4k3/2m5/8/3p4/8/2M5/8/RB2K2R w - - 0 1");
    CHECK(engine.answer("usermove c3b5n").empty());
    engine.ask("exclude all");
    engine.ask("include c7a7r");
    engine.ask("sd 1");
    CHECK(engine.answer("go") == Lines{"move c7a7r"});
    CHECK(engine.fen == "4k3/r1n5/8/1N1p4/8/2R5/8/RB2K2R w - - 2 2");
    CHECK(engine.answer("remove").empty());
    CHECK(engine.fen == "4k3/2m5/8/3p4/8/2M5/8/RB2K2R w - - 0 1");
    engine.ask("force");
    engine.ask("variant sentinel");
    engine.ask("setboard 4k3/8/8/8/8/8/8/3SK3 w - - 0 1");
    CHECK(engine.answer("usermove d1e1p").empty());
    CHECK(engine.fen == "4k3/8/8/8/8/8/3PPP2/4K3 b - - 0 1");
}

TEST_CASE("XBoard: so many nodes a second make a limit of nodes", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("st 2");
    engine.ask("nps 1000");
    std::uint64_t nodes = 0;
    for (const auto& line : engine.ask("usermove e2e4"))
        if (std::smatch words; std::regex_search(line, words, std::regex("^[0-9]+ -?[0-9]+ [0-9]+ ([0-9]+) ")))
            nodes = std::max<std::uint64_t>(nodes, std::stoull(words[1]));
    CHECK(nodes > 500);
    CHECK(nodes < 2200);
}

TEST_CASE("XBoard: draws are accepted and games resigned by the score", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("sd 2");
    SECTION("a draw is welcome to whoever is worse") {
        engine.ask("force");
        CHECK(engine.answer("draw").empty());
        engine.ask("setboard 4k3/8/8/8/8/8/R7/4K3 b - - 0 1");
        CHECK_FALSE(moveIn(engine.answer("go")).empty());
        CHECK(engine.answer("draw") == Lines{"offer draw"});
        engine.ask("new");
        CHECK(engine.answer("draw").empty());
        engine.ask("sd 2");
        engine.ask("force");
        engine.ask("setboard 4k3/8/8/8/8/8/r7/4K3 b - - 0 1");
        CHECK_FALSE(moveIn(engine.answer("go")).empty());
        CHECK(engine.answer("draw").empty());
    }
    SECTION("resignation takes three hopeless moves and the option") {
        const auto resigns = GENERATE(false, true);
        engine.ask(resigns ? "option Resign=1" : "option Resign=0");
        engine.ask("option Resign Score=500");
        engine.ask("force");
        engine.ask("setboard 6k1/8/8/8/8/8/8/QR2K3 w - - 0 1");
        Lines last;
        for (const auto* move : {"a1a4", "a4a5", "a5a4"}) {
            CHECK(std::find(last.begin(), last.end(), "resign") == last.end());
            engine.ask("force");
            engine.ask(std::string("usermove ") + move);
            last = engine.answer("go");
        }
        CHECK((last == Lines{"resign"}) == resigns);
    }
    SECTION("repetition and fifty moves end the game, whoever moves last") {
        engine.ask("force");
        for (const auto* move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
            engine.ask(std::string("usermove ") + move);
        engine.ask("exclude all");
        engine.ask("include f6g8");
        CHECK(engine.ask("go").back() == "1/2-1/2 {Threefold repetition}");
        engine.ask("force");
        engine.ask("setboard 4k3/8/8/8/8/8/R7/4K3 w - - 98 80");
        engine.ask("usermove a2a3");
        engine.ask("playother");
        CHECK(engine.ask("usermove e8e7").back() == "1/2-1/2 {Fifty-move rule}");
    }
}

TEST_CASE("XBoard: between engines the loser tells of a mate that XBoard does not see, and both offer a draw",
          "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("variant fourkings");
    engine.ask("computer");
    engine.ask("force");
    const std::string mate = "k9/k8k/N2g1n4/2p3k2P/2Ap2pg1K/3P2p3/2PA6/4F2a2/4G3K1/K3K5 b - - 14 111";
    const std::string bare = "k9/10/10/10/10/10/10/10/9p/8K1 w - - 0 1";
    const auto play = [&](const std::string& fen, const std::string& move, bool ours) {
        engine.ask("force");
        engine.ask("setboard " + fen);
        engine.ask("sd 1");
        if (!ours) {
            engine.ask("playother");
        } else {
            engine.ask("exclude all");
            engine.ask("include " + move);
        }
        auto lines = engine.ask(ours ? "go" : "usermove " + move);
        std::erase_if(lines, [](const std::string& line) { return startsWith(line, "# "); });
        return lines;
    };
    CHECK(play(mate, "f7h6", true) == Lines{"move f7h6"});
    CHECK(play(mate, "f7h6", false) == Lines{"0-1 {Black mates}"});
    CHECK(play(bare, "i0j1", true) == Lines{"move i0j1", "offer draw"});
    CHECK(play(bare, "i0j1", false) == Lines{"offer draw"});
    engine.ask("new");  // against a human again
    engine.ask("variant fourkings");
    CHECK(play(mate, "f7h6", true) == Lines{"move f7h6", "0-1 {Black mates}"});
    CHECK(play(bare, "i0j1", true) == Lines{"move i0j1", "1/2-1/2 {Bare kings}"});
}

TEST_CASE("XBoard: undo, remove and forward during pondering and analysis", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("hard");
    engine.ask("st 0.1");
    engine.ask("usermove e2e4");
    const auto after = engine.fen;
    engine.ask("remove");
    CHECK(engine.fen == chessStart);
    engine.ask("usermove d2d4");
    engine.ask("undo");
    engine.ask("analyze");
    CHECK(startsWith(engine.answer(".").at(0), "stat01: "));
    engine.ask("usermove a7a6");
    engine.ask("undo");
    engine.ask("exclude all");
    engine.ask("include all");
    engine.ask("exit");
    CHECK(contains(after, "4P3"));
    CHECK(startsWith(engine.answer("hint").at(0), "Hint: "));
}

namespace {

bool isThinking(const std::string& line) {
    return !line.empty() && line[0] >= '0' && line[0] <= '9';
}

int depthOf(const std::string& line) {
    return isThinking(line) ? std::stoi(line) : 0;
}

/// Waits for a line of thinking at least so deep: the first move of its variation.
std::string thinkingOn(Process& engine, int depth = 1) {
    const auto line = engine.readUntil([&](const std::string& said) { return depthOf(said) >= depth; }).back();
    std::smatch words;
    REQUIRE(std::regex_search(line, words, std::regex("^[0-9]+ -?[0-9]+ [0-9]+ [0-9]+ ([a-z0-9]+)")));
    return words[1];
}

/// A game in which the engine, with Black, has moved, and ponders. Returns the move that it expects.
std::string beginPondering(Xboard& engine, int depth = 1) {
    engine.ask("new");
    engine.ask("post");
    engine.ask("hard");
    engine.ask("st 0.1");
    engine.send("usermove e2e4");
    engine.readUntil("move ");
    return thinkingOn(engine, depth);
}

/// Is the engine silent for a while?
bool silent(Xboard& engine) {
    return !engine.readLine(std::chrono::milliseconds(300));
}

double seconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

}  // namespace

TEST_CASE("XBoard: pondering goes on where the expected move comes, and starts anew where another does", "[xboard]") {
    Xboard engine;
    const auto expected = beginPondering(engine, 6);
    SECTION("the expected one") {
        engine.send("usermove " + expected);
        auto lines = engine.readUntil("move ");
        lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(),
                                                [](const std::string& line) { return startsWith(line, "# "); }));
        for (const auto& line : lines) {
            CAPTURE(line);
            if (isThinking(line)) CHECK(depthOf(line) >= 6);
            CHECK_FALSE(contains(line, " " + expected + " "));
        }
    }
    SECTION("another") {
        engine.send("usermove " + std::string(expected == "a2a3" ? "h2h3" : "a2a3"));
        CHECK(anyContains(engine.readUntil("move "), "1 "));
        CHECK(thinkingOn(engine) != "");
    }
    SECTION("easy ends it, hard begins it again") {
        engine.ask("easy");
        CHECK(silent(engine));
        engine.send("hard");
        CHECK(thinkingOn(engine) == expected);
        engine.ask("force");
        CHECK(silent(engine));
    }
    SECTION("a refused move does not end it") {
        engine.ask("usermove a1a8");
        CHECK(thinkingOn(engine) == expected);
        engine.ask("memory 8");
        CHECK(thinkingOn(engine) == expected);
    }
}

TEST_CASE("XBoard: from the expected move on the clock is what XBoard says it is then", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("hard");
    engine.ask("level 0 600 0");
    engine.ask("sd 2");
    engine.send("usermove e2e4");
    engine.readUntil("move ");
    engine.send("sd 0");
    const auto expected = thinkingOn(engine, 4);
    engine.send("time 100");
    engine.send("otim 100");
    const auto start = std::chrono::steady_clock::now();
    engine.send("usermove " + expected);
    engine.readUntil("move ");
    CHECK(seconds(start) < 20);  // of ten hours it would take minutes
}

TEST_CASE("XBoard: without a foreseen reply it looks for one to ponder on", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("hard");
    engine.ask("force");
    engine.ask("usermove e2e4");
    engine.ask("usermove e7e5");
    engine.send("playother");
    const auto expected = thinkingOn(engine, 6);
    engine.ask("st 0.1");
    engine.send("usermove " + expected);
    CHECK(moveIn(engine.readUntil("move ")) != "");
    engine.ask("force");
}

TEST_CASE("XBoard: options may change at any time, and the search goes on", "[xboard]") {
    const auto* command =
        GENERATE("cores 2", "cores 1", "memory 40", "memory 1", "option Clear Hash", "option MultiPV=2",
                 "option Resign=1", "option Move Overhead=20", "option Skill Level=19", "option Multi-PV Margin=30");
    CAPTURE(command);
    Xboard engine;
    SECTION("pondering") {
        const auto expected = beginPondering(engine);
        CHECK(engine.answer(command).empty());
        CHECK(thinkingOn(engine, 4) == expected);
        engine.send("usermove " + expected);
        CHECK(moveIn(engine.readUntil("move ")) != "");
    }
    SECTION("analysing") {
        engine.ask("new");
        engine.ask("post");
        engine.send("analyze");
        thinkingOn(engine, 4);
        CHECK(engine.answer(command).empty());
        CHECK(thinkingOn(engine, 4) != "");
        engine.ask("exit");
        CHECK(silent(engine));
    }
    SECTION("thinking, when it waits for the move") {
        engine.ask("new");
        engine.ask("easy");
        engine.ask("st 0.6");
        const auto start = std::chrono::steady_clock::now();
        engine.send("usermove e2e4");
        CHECK_FALSE(moveIn(engine.answer(command)).empty());
        CHECK(seconds(start) > 0.4);
    }
    SECTION("thinking, when another command ends that") {
        engine.ask("new");
        engine.ask("st 60");
        engine.send("usermove e2e4");
        engine.send(command);
        CHECK(engine.answer("force").empty());
    }
}

TEST_CASE("XBoard: an option is refused after the move that was thought of", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("st 0.1");
    engine.send("usermove e2e4");
    const auto lines = engine.answer("option Contempt=3");
    REQUIRE(lines.size() == 2);
    CHECK(startsWith(lines[0], "move "));
    CHECK(startsWith(lines[1], "Error (unknown option 'Contempt')"));
}

TEST_CASE("XBoard: new, variant and setboard stay in analysis", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("analyze");
    engine.ask("usermove e2e4");
    const auto* command = GENERATE("new", "variant thunder", "variant normal",
                                   "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CAPTURE(command);
    engine.ask(command);
    thinkingOn(engine, 4);
    CHECK(startsWith(engine.answer(".").at(0), "stat01: "));
    CHECK(engine.answer("usermove d2d4").empty());
    CHECK(startsWith(engine.fen, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b "));
    CHECK(thinkingOn(engine, 4)[1] >= '7');  // Black's
    engine.ask("exit");
    CHECK(silent(engine));
}

TEST_CASE("XBoard: a hint is for the position there is", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("sd 6");
    engine.ask("usermove e2e4");
    engine.ask("force");
    engine.ask("setboard rnbqkbnr/ppppp2p/8/5pp1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
    CHECK(engine.answer("hint") == Lines{"Hint: d1h5"});
    engine.ask("usermove d1h5");
    CHECK(engine.answer("hint").empty());
}

TEST_CASE("XBoard: a session's moves are counted from its beginning", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("force");
    for (const auto* move : {"g1f3", "g8f6", "b1c3", "b8c6", "e2e4", "e7e5"})
        engine.ask(std::string("usermove ") + move);
    engine.ask("level 4 0:04 0");
    engine.ask("nps 1000");
    const auto nodes = [&](const std::string& command) {
        std::uint64_t most = 0;
        for (const auto& line : engine.ask(command))
            if (std::smatch words; std::regex_search(line, words, std::regex("^[0-9]+ -?[0-9]+ [0-9]+ ([0-9]+) ")))
                most = std::max<std::uint64_t>(most, std::stoull(words[1]));
        return most;
    };
    CHECK(nodes("go") < 1500);             // one of four moves
    CHECK(nodes("usermove h7h6") < 1800);  // one of three
    engine.ask("nps 0");
    engine.ask("st 0.01");
    CHECK(nodes("usermove a7a6") > 0);
}

TEST_CASE("XBoard: with every move excluded it does not move before one is included", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("sd 1");
    engine.ask("exclude all");
    CHECK(engine.answer("go") == Lines{"Error (every move is excluded): go"});
    CHECK(engine.answer("include h2h3") == Lines{"move h2h3"});
    engine.ask("exclude e7e5");
    CHECK(engine.answer("include e7e5").empty());
}

TEST_CASE("XBoard: a pong waits for the move that is being thought of", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("st 30");
    engine.send("usermove e2e4");
    engine.send("ping 77");
    engine.send("?");
    const auto lines = engine.readUntil("pong 77");
    CHECK_FALSE(moveIn(lines).empty());
    engine.send("usermove d2d4");
    engine.send("ping 78");
    engine.send("force");
    const auto aborted = engine.readUntil("pong 78");
    CHECK(moveIn(aborted).empty());
}

namespace {

/// What an engine may be doing, and how it comes to that from whatever it did before.
struct State {
    const char* name;
    std::vector<std::string> lines;
};

const std::vector<State> states{
    {"nothing", {}},
    {"after new", {"new"}},
    {"after force", {"new", "force", "usermove e2e4"}},
    {"thinking", {"new", "st 60", "usermove e2e4"}},
    {"pondering", {"new", "hard", "st 0.01", "sd 2", "usermove e2e4", "?"}},
    {"analysing", {"new", "post", "analyze", "usermove e2e4"}},
    {"editing", {"new", "edit", "#"}},
    {"after the end", {"new", "force", "setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go"}},
    {"in mid-game of sentai", {"new", "variant sentai", "force", "usermove a1b1c", "usermove a8b8c", "usermove b1c3n"}},
    {"thinking in sentinel", {"new", "variant sentinel", "LEGALITY y", "st 60", "usermove e2e4"}},
    {"a question of the mouse",
     {"new", "variant thunder", "setboard 3k4/8/8/8/8/8/4D3/8 w - - 0 1", "lift e2", "put e3"}},
    {"a choice not taken", {"new", "variant thunder", "lift a1", "put b1"}},
    {"a move that waits", {"new", "variant thunder", "exclude all", "include a1b1", "sd 1", "go"}},
    {"analysing fourkings", {"new", "variant fourkings", "analyze", "usermove e2e4", "exclude d7d5"}},
};

const std::vector<std::string> commands{"new",
                                        "variant thunder",
                                        "variant sentai",
                                        "variant sentinel",
                                        "variant fourkings",
                                        "variant normal",
                                        "variant ludo",
                                        "force",
                                        "go",
                                        "playother",
                                        "?",
                                        "usermove e2e4",
                                        "e7e5",
                                        "usermove a1b1",
                                        "usermove d1d1p",
                                        "usermove @@@@",
                                        "usermove N@c3",
                                        "usermove",
                                        "undo",
                                        "remove",
                                        "hard",
                                        "easy",
                                        "post",
                                        "nopost",
                                        "analyze",
                                        "exit",
                                        ".",
                                        "hint",
                                        "bk",
                                        "draw",
                                        "result * {}",
                                        "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1",
                                        "setboard 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1",
                                        "setboard nonsense",
                                        "setboard",
                                        "setboard 9/9/9/9/9/9/9/9/9/9/9 x - - -1 99999999999",
                                        "edit",
                                        "#",
                                        "c",
                                        "Ke1",
                                        "level 40 5 0",
                                        "level 0 0:01 0",
                                        "level 0 0 0",
                                        "level -1 5 x",
                                        "st 0.01",
                                        "st 0",
                                        "sd 2",
                                        "sd 0",
                                        "nps 1000",
                                        "nps 0",
                                        "time 100",
                                        "time -5",
                                        "otim 100",
                                        "memory 4",
                                        "memory 0",
                                        "memory -1",
                                        "cores 2",
                                        "cores 0",
                                        "option Resign=1",
                                        "option Resign Score=200",
                                        "option MultiPV=3",
                                        "option Multi-PV Margin=50",
                                        "option Multi-PV Margin=0",
                                        "option Clear Hash",
                                        "option Skill Level=5",
                                        "option =",
                                        "exclude e2e4",
                                        "exclude e7e5",
                                        "exclude all",
                                        "include all",
                                        "include e2e4",
                                        "exclude c3c7r",
                                        "lift e2",
                                        "put e4",
                                        "lift a1",
                                        "put b1",
                                        "lift b1",
                                        "CHOICE r",
                                        "CHOICE",
                                        "LEGALITY y",
                                        "LEGALITY",
                                        "accepted highlight",
                                        "rejected highlight",
                                        "hover e4",
                                        "egtpath nalimov /x",
                                        "egtpath",
                                        "name x",
                                        "computer",
                                        "rating 1 2",
                                        "ics -",
                                        "random",
                                        "ping 5",
                                        "xboard",
                                        "protover 2",
                                        "",
                                        std::string(70000, 'x'),
                                        "usermove \x01\xff"};

}  // namespace

namespace {

/// What XBoard 4.9.1 says to the engine before the first move, taken down from it.
Lines startUp(const std::string& variant) {
    Lines lines{"xboard", "protover 2"};
    for (const auto* feature : {"done", "ping",   "setboard", "playother", "san",     "usermove", "time",
                                "draw", "sigint", "sigterm",  "reuse",     "analyze", "colors",   "ics",
                                "name", "pause",  "nps",      "debug",     "memory",  "smp",      "exclude"})
        lines.push_back(std::string("accepted ") + feature);
    lines.emplace_back("rejected setscore");
    for (const auto* feature : {"highlight", "myname", "variants"})
        lines.push_back(std::string("accepted ") + feature);
    lines.insert(lines.end(), 9, "accepted option");
    for (const auto* line : {"accepted done", "memory 68", "cores 1", "new", "random"})
        lines.emplace_back(line);
    if (variant != "normal") lines.push_back("variant " + variant);
    for (const auto* line : {"level 40 5 0", "post", "hard", "easy"})
        lines.emplace_back(line);
    return lines;
}

}  // namespace

TEST_CASE("XBoard: a game as XBoard plays it, in every game", "[xboard]") {
    const Game& game = games()[GENERATE(range(std::size_t{0}, games().size()))];
    const std::string variant =
        game.info.xboard.variant.empty() ? std::string(game.info.name) : std::string(game.info.xboard.variant);
    CAPTURE(variant);
    Process engine;
    for (const auto& line : startUp(variant))
        engine.send(line);
    engine.send("ping 1");
    const auto introduction = engine.readUntil("pong 1");
    CHECK_FALSE(anyContains(introduction, "Error"));
    CHECK(anyContains(introduction, "piece K") == (variant != "normal"));
    for (const auto* line : {"lift e2", "hover e3", "put e4", "time 30000", "otim 30000", "ping 4"})
        engine.send(line);
    // XBoard sends the letter that it was told to choose.
    std::string letter;
    for (const auto& line : engine.readUntil("pong 4"))
        if (startsWith(line, "choice ")) letter = line.substr(7);
    if (!letter.empty()) letter[0] = static_cast<char>(letter[0] - 'A' + 'a');
    engine.send("usermove e2e4" + letter);
    auto lines = engine.readUntil("# ");
    CHECK(contains(lines.back(), "4P"));
    CHECK(contains(lines.back(), " b "));
    engine.send("ping 2");
    engine.send("?");
    lines = engine.readUntil("pong 2");
    if (anyContains(lines, "askuser LEGALITY")) {  // a special move, before the user has made one
        engine.send("LEGALITY yes");
        lines = engine.readUntil("move ");
    }
    CHECK_FALSE(moveIn(lines).empty());
    CHECK_FALSE(anyContains(lines, "llegal"));
    for (const auto* line : {"draw", "hint", "bk", "result 1/2-1/2 {Draw agreed}", "force", "ping 3"})
        engine.send(line);
    lines = engine.readUntil("pong 3");
    CHECK(anyContains(lines, "Hint: "));
    CHECK_FALSE(anyContains(lines, "Error"));
    engine.send("quit");
    CHECK(engine.wait() == 0);
}

TEST_CASE("XBoard: commands do what they say", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    const auto thinking = [&](const std::string& command) {
        auto lines = engine.ask(command);
        std::erase_if(lines, [](const std::string& line) { return !isThinking(line); });
        return lines;
    };
    const auto deepest = [&](const std::string& command) {
        int depth = 0;
        for (const auto& line : thinking(command))
            depth = std::max(depth, depthOf(line));
        return depth;
    };
    SECTION("post, nopost") {
        engine.ask("sd 3");
        engine.ask("post");
        CHECK_FALSE(thinking("usermove e2e4").empty());
        engine.ask("nopost");
        CHECK(thinking("usermove d2d4").empty());
    }
    SECTION("sd, which new ends, but level does not") {
        engine.ask("post");
        engine.ask("sd 2");
        engine.ask("level 0 10 0");
        CHECK(deepest("usermove e2e4") == 2);
        engine.ask("new");
        engine.ask("st 0.2");
        CHECK(deepest("usermove e2e4") > 2);
    }
    SECTION("st, which level ends") {
        engine.ask("st 1");
        const auto start = std::chrono::steady_clock::now();
        CHECK_FALSE(moveIn(engine.answer("usermove e2e4")).empty());
        CHECK(seconds(start) > 0.7);
        CHECK(seconds(start) < 15);
        engine.ask("level 0 0:01 0");
        engine.ask("st 60");
        engine.ask("level 0 0:01 0");
        CHECK_FALSE(moveIn(engine.answer("usermove d2d4")).empty());
        CHECK(seconds(start) < 30);
    }
    SECTION("result ends the game: no move is answered any more") {
        engine.ask("st 60");
        engine.send("usermove e2e4");
        CHECK(engine.answer("result 0-1 {White resigns}").empty());
        CHECK(engine.answer("usermove e7e5").empty());
        CHECK(engine.answer("usermove d2d4").empty());
    }
    SECTION("go, force, playother and new choose who plays what") {
        engine.ask("sd 1");
        CHECK_FALSE(moveIn(engine.answer("go")).empty());
        CHECK(contains(engine.fen, " b "));
        CHECK_FALSE(moveIn(engine.answer("usermove a7a6")).empty());
        engine.ask("force");
        CHECK(engine.answer("usermove b7b6").empty());
        CHECK(engine.answer("playother").empty());
        CHECK_FALSE(moveIn(engine.answer("usermove h2h3")).empty());
        engine.ask("new");
        engine.ask("sd 1");
        CHECK_FALSE(moveIn(engine.answer("usermove e2e4")).empty());
        CHECK(contains(engine.fen, " w "));
    }
    SECTION("what is of no interest passes in silence, whether or not it was offered") {
        for (const auto* command : {"egtpath nalimov /tmp", "egtpath", "computer", "name Somebody", "rating 2000 1800",
                                    "ics -", "random", "hover e4", "accepted reuse", "rejected reuse"})
            CHECK(engine.answer(command).empty());
        CHECK(engine.answer("pause") == Lines{"Error (unknown command): pause"});
    }
    SECTION("time decides how long it thinks") {
        engine.ask("level 0 60 0");
        engine.ask("time 20");
        engine.ask("otim 360000");
        const auto start = std::chrono::steady_clock::now();
        CHECK_FALSE(moveIn(engine.answer("usermove e2e4")).empty());
        CHECK(seconds(start) < 15);  // of the hour it would be a minute
    }
    SECTION("exclude and include hold for one position") {
        engine.ask("sd 1");
        engine.ask("force");
        engine.ask("exclude all");
        engine.ask("include a2a4");
        CHECK(moveIn(engine.answer("go")) == "a2a4");
        engine.ask("force");
        engine.ask("undo");
        engine.ask("exclude all");
        engine.ask("usermove e2e4");
        CHECK_FALSE(moveIn(engine.answer("go")).empty());
    }
}

TEST_CASE("XBoard: the end may come at any moment", "[xboard]") {
    for (const State& state : states)
        for (const bool quits : {true, false}) {
            CAPTURE(state.name, quits);
            Process engine;
            engine.send("xboard\r");
            engine.send("protover 2\r");
            engine.send("accepted highlight\r");
            for (const auto& line : state.lines)
                engine.send(line + "\r");
            if (quits)
                engine.send("quit\r");
            else
                engine.closeInput();
            CHECK(engine.wait() == 0);
        }
}

TEST_CASE("XBoard: every command in every state", "[xboard]") {
    for (const State& state : states) {
        Xboard engine;
        engine.ask("memory 1");
        for (const auto& command : commands) {
            CAPTURE(state.name, command.substr(0, 80));
            for (const auto& line : state.lines)
                engine.send(line);
            engine.send(command);
            engine.ask("force\neasy\nnew\nvariant normal");  // whatever it does, it is ready then
            REQUIRE(engine.fen == chessStart);
            REQUIRE(engine.answer("usermove e2e5") == Lines{"Illegal move (not by the rules of this game): e2e5"});
        }
    }
}

TEST_CASE("XBoard: any command after any other", "[xboard]") {
    Xboard engine;
    engine.ask("memory 1");
    SplitMix random(7);
    for (int round = 0; round < 600; ++round) {
        const auto& command = commands[random.below(commands.size())];
        engine.send(command);
        if (command == "new") engine.send("sd 1");
        if (round % 25 == 24) engine.ask("?");
    }
    engine.ask("force");
    engine.ask("new");
    CHECK(engine.answer("variant normal").empty());
    CHECK(engine.fen == chessStart);
}

TEST_CASE("XBoard: what was taken back while pondering does not come", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("hard");
    engine.ask("sd 2");
    for (const auto* command : {"remove", "undo",
                                "setboard "
                                "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
                                "variant sentai", "force"}) {
        CAPTURE(command);
        engine.ask("new");
        engine.ask("sd 2");
        REQUIRE_FALSE(moveIn(engine.answer("usermove e2e4")).empty());  // it ponders now
        CHECK(moveIn(engine.answer(command)).empty());
        CHECK(moveIn(engine.answer("bk")).empty());
    }
}

TEST_CASE("XBoard: excluded moves and a margin of lines in analysis", "[xboard]") {
    Xboard engine;
    engine.ask("new");
    engine.ask("post");
    engine.ask("setboard 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    const auto firstMoves = [&](const std::string& command) {
        engine.send(command);
        std::set<std::string> moves;
        // Lines of the fourth iteration, of the search that began last.
        const auto lines = engine.readUntil([](const std::string& line) { return startsWith(line, "4 "); });
        for (const auto& line : lines)
            if (std::smatch words;
                std::regex_search(line, words, std::regex("^[0-9]+ -?[0-9]+ [0-9]+ [0-9]+ ([a-h0-9]+)")))
                moves.insert(words[1]);
        engine.ask("exit");
        return moves;
    };
    CHECK(firstMoves("analyze").contains("e4d5"));
    engine.ask("exclude e4d5");
    CHECK_FALSE(firstMoves("analyze").contains("e4d5"));
    engine.ask("include e4d5");
    engine.ask("option Multi-PV Margin=50");  // the next best move is a queen worse
    CHECK(firstMoves("analyze") == std::set<std::string>{"e4d5"});
    const auto lines = [&] {
        engine.ask("force");
        engine.ask("setboard " + chessStart);
        engine.ask("sd 4");
        const auto said = engine.ask("go");
        return std::count_if(said.begin(), said.end(), [](const auto& line) { return startsWith(line, "4 "); });
    };
    CHECK(lines() <= 2);  // the margin is for analysis
    engine.ask("option MultiPV=3");
    engine.ask("option Multi-PV Margin=0");
    CHECK(firstMoves("analyze").size() >= 3);  // of each iteration
    CHECK(lines() >= 3);
}

TEST_CASE("XBoard: it may step over a ply of two legs, which it repeats garbled", "[xboard]") {
    GuiGame record(requireGame("sentai"));
    const auto lines = record.playUser("a1b1c", true);
    REQUIRE(lines == Lines{"move @@@@", "move b1a1,\nmove a1b1+"});
    const auto after = record.rules().fen();
    REQUIRE(record.undo());
    CHECK(record.playUser("b1b1,a1c1", false).empty());
    CHECK(record.rules().fen() == after);
    CHECK(record.playUser("e7e5", true).empty());
}

TEST_CASE("XBoard: its board is the game's after every move, of either side, also after a retraction", "[xboard]") {
    for (const Game& game : games()) {
        INFO(game.info.name);
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            GuiGame record(game);
            ScriptedGui gui(record.base(), game.info.files, game.info.ranks);
            SplitMix random(seed);
            for (int ply = 0; ply < 60 && !record.rules().outcome().over(); ++ply) {
                auto moves = record.rules().legalMoves();
                // Special moves are rare among the legal ones: take one where there is one.
                std::vector<std::string> special;
                for (const auto& move : moves)
                    if (move.back() > '9') special.push_back(move);
                if (!special.empty() && random.below(2) == 0) moves = special;
                const auto move = moves[random.below(moves.size())];
                INFO(record.rules().fen() << " " << move);
                if ((ply + static_cast<int>(seed)) % 2 == 0) {
                    takeAll(gui, record.playEngine(move));
                } else {
                    const auto shown = record.toGui(move);
                    gui.take("move " + shown);
                    takeAll(gui, record.playUser(shown, true));
                }
                REQUIRE(gui.shows(record.rules().fen()));
                if (record.moves().size() < 2 || random.below(8) != 0) continue;
                gui.back(2);
                takeAll(gui, record.remove());
                REQUIRE(gui.shows(record.rules().fen()));
            }
            while (record.undo()) {
            }
            CHECK(record.rules().fen() == game.info.startFen);
        }
    }
}
