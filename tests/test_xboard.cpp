// XBoard's protocol end to end: the real binary at the other end of a pipe, and a GUI that follows the script.

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "catch2.h"
#include "fusilier/registry.h"
#include "fusilier/splitmix.h"
#include "process.h"
#include "protocol/gui_board.h"
#include "protocol/gui_game.h"

using namespace fusilier;
using namespace fusilier::testing;

namespace {

using Lines = std::vector<std::string>;

const std::string chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

class Xboard : public Process {
  public:
    Xboard() {
        send("xboard");
        introduction = ask("protover 2");
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
        {"setboard 8/8 w - - 0 1", "tellusererror Illegal position: "},
        {"setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position: "},
        {"setboard \x01\x7f garbage", "tellusererror Illegal position: "},
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

TEST_CASE("XBoard: edit mode is refused and its lines are let pass", "[xboard]") {
    Xboard engine;
    engine.ask("force");
    CHECK(startsWith(engine.answer("edit").at(0), "tellusererror Illegal position"));
    for (const auto* line : {"#", "Pa4", "c", "xa4", "."})
        engine.send(line);
    CHECK(engine.answer("usermove e2e4").empty());
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

TEST_CASE("XBoard: the end may come at any moment", "[xboard]") {
    const auto* state =
        GENERATE("new", "analyze", "go", "hard\nusermove e2e4", "variant sentai\ngo", "edit", "lift a1");
    for (const bool quits : {true, false}) {
        Process engine;
        engine.send("xboard\r");
        engine.send("protover 2\r");
        engine.send("new\nst 20");
        engine.send(state);
        if (quits)
            engine.send("quit\r");
        else
            engine.closeInput();
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("XBoard: any command in any state", "[xboard]") {
    const std::vector<std::string> commands{"new",
                                            "variant thunder",
                                            "variant sentai",
                                            "variant sentinel",
                                            "variant fourkings",
                                            "variant normal",
                                            "force",
                                            "go",
                                            "playother",
                                            "?",
                                            "usermove e2e4",
                                            "usermove e7e5",
                                            "usermove a1b1",
                                            "usermove d1d1p",
                                            "undo",
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
                                            "setboard nonsense",
                                            "setboard",
                                            "edit",
                                            "#",
                                            ".",
                                            "level 40 5 0",
                                            "level 0 0:01 0",
                                            "st 0.01",
                                            "sd 2",
                                            "nps 1000",
                                            "time 100",
                                            "otim 100",
                                            "memory 4",
                                            "cores 1",
                                            "option Resign=1",
                                            "option Clear Hash",
                                            "exclude e2e4",
                                            "exclude all",
                                            "include all",
                                            "lift e2",
                                            "put e4",
                                            "lift a1",
                                            "put b1",
                                            "CHOICE r",
                                            "CHOICE",
                                            "hover e4",
                                            "egtpath nalimov /x",
                                            "name x",
                                            "computer",
                                            "rating 1 2",
                                            "accepted x",
                                            "rejected y",
                                            "random",
                                            "ping 5",
                                            ""};
    Xboard engine;
    engine.ask("sd 1");
    engine.ask("st 0.01");
    SplitMix random(7);
    for (int round = 0; round < 600; ++round) {
        const auto& command = commands[random.below(commands.size())];
        engine.send(command);
        if (command.substr(0, 3) == "new") engine.send("sd 1");
        if (round % 25 == 24) engine.ask("?");
    }
    engine.ask("force");
    engine.ask("new");
    CHECK(engine.answer("variant normal").empty());
    CHECK(engine.fen == chessStart);
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
