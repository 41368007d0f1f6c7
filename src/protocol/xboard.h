// The protocol of XBoard and WinBoard, version 2: lines of text in, calls of a Session, lines of text out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <istream>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/session.h"
#include "protocol/engine.h"
#include "protocol/gui_game.h"
#include "protocol/line_writer.h"

namespace fusilier {

/// One conversation. Input is read on a thread of its own, searches run on theirs; what both have to say waits in a
/// queue, and everything else happens on the thread that calls `run`.
class Xboard final : private SearchListener {
  public:
    explicit Xboard(std::ostream& out);
    ~Xboard() override;

    /// Obeys commands until `quit`, the end of input, or the loss of the output.
    void run(std::istream& in);

  private:
    using Words = std::span<const std::string_view>;
    struct Command;
    static std::span<const Command> commands();

    enum class Mode : std::uint8_t { Force, Play, Analyze };
    enum class Search : std::uint8_t { None, Move, Ponder, Analysis };
    struct Event {
        enum class Kind : std::uint8_t { Line, BestMove, End } kind;
        std::string text;         ///< the line, or the best move
        std::string ponder = {};  ///< with a best move: what to ponder on
        std::uint64_t search = 0;
    };
    /// What the user may mean by moving a unit to a square, all of them moves to that square.
    struct Target {
        enum class Ask : std::uint8_t { Nothing, Letter, Choice, Question } ask = Ask::Nothing;
        std::string letters;             ///< for `choice`
        std::vector<std::string> moves;  ///< in the order of `letters`, where there is a choice
    };

    // The queue.
    void readLines(std::istream& in);
    void post(Event event);
    std::optional<Event> nextEvent();

    bool obey(std::string_view line);
    void carryOut(const Command& command, std::string_view line, Words words);
    void error(std::string_view reason, std::string_view line);
    void say(std::string_view line);
    void say(const GuiGame::Lines& lines);
    void comment();
    bool editing(std::string_view line);

    // Commands.
    void ignore(Words) {}
    void protover(Words);
    void accepted(Words words);
    void rejected(Words words);
    void newGame(Words);
    void variant(Words words);
    void setBoard(Words words);
    void edit(Words);
    void userMove(Words words);
    void againstEngine(Words) { againstEngine_ = true; }
    void go(Words);
    void playOther(Words);
    void force(Words);
    void moveNow(Words);
    void ping(Words words);
    void level(Words words);
    void fixedTime(Words words);
    void depth(Words words);
    void nodeRate(Words words);
    void time(Words words);
    void opponentTime(Words words);
    void draw(Words);
    void result(Words);
    void hint(Words);
    void book(Words);
    void undo(Words);
    void remove(Words);
    void hard(Words);
    void easy(Words);
    void showThinking(Words);
    void hideThinking(Words);
    void analyze(Words);
    void leaveAnalysis(Words);
    void status(Words);
    void exclude(Words words);
    void include(Words words);
    void memory(Words words);
    void cores(Words words);
    void option(Words words);
    void lift(Words words);
    void put(Words words);
    void answer(Words words);

    // The game.
    void addOptions();
    bool fitHash();
    void select(const Game& game);
    void showSetup();
    void beginGame();
    void afterPositionChange();
    void forgetMouse();
    void refusePosition(std::string_view reason);
    void refuseMove(std::string_view reason, std::string_view move);
    void playUserMove(std::string_view text);
    bool announceEnd();
    bool engineToMove();

    // The search.
    void start(Search search, Limits limits, std::vector<std::string> moves);
    void think();
    std::string foresee();
    void ponder();
    void restartAnalysis();
    void searchAnew();
    void halt();
    void sayWhatWaited();
    void onFound(const Event& event);
    bool playFound(const Event& event);
    bool resigns();
    Limits clockLimits() const;
    std::vector<std::string> allowedMoves();
    void onInfo(const SearchInfo& info) override;
    void onCurrentMove(int depth, std::string_view move, int number) override;
    void onBestMove(std::string_view best, std::string_view ponder) override;

    // The mouse.
    std::map<int, Target> targetsFrom(int square);
    Target makeTarget(const std::string& mover, const std::vector<std::string>& moves, int square);
    void showTargets();
    void warnOfLegality();
    bool mayTestLegality() const;
    bool learnOfLegality(const std::string& move);
    void askOfLegality();
    void legalityAnswer(Words words);
    void choose(std::string_view letters);

    LineWriter out_;
    Engine engine_;
    std::optional<GuiGame> game_;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Event> events_;

    Mode mode_ = Mode::Force;
    Color engineColor_ = Color::Black;
    bool editMode_ = false;
    bool pondering_ = false;  ///< are we to ponder at all (hard)?
    bool debug_ = true;       ///< may we send comments?
    bool marks_ = false;      ///< does the GUI show our marks, and so every ply? Or does it play by the rules?
    bool againstEngine_ = false;
    std::string refused_;  ///< why the GUI's position is none; empty where it is ours
    std::set<std::string> excluded_;
    std::vector<std::string> later_;      ///< commands that wait for our move
    std::vector<std::string> pings_;      ///< so do these
    std::optional<std::int64_t> memory_;  ///< MiB in all

    Search search_ = Search::None;
    std::uint64_t searchId_ = 0;
    std::string ponderMove_;  ///< being pondered on
    std::string expected_;    ///< the opponent's reply in this position, as last foreseen
    std::atomic<bool> post_{false};
    int margin_ = 0;  ///< in analysis, lines so much worse than the best are shown too; 0: as many as MultiPV says

    // What the search last said, written on its thread.
    std::mutex infoMutex_;
    SearchInfo info_;
    std::string pvStart_;  ///< what the search's lines begin with: the move pondered on
    int marginNow_ = 0;    ///< of this search
    std::string currentMove_;
    int currentNumber_ = 0;
    int rootMoves_ = 0;
    int hopeless_ = 0;  ///< moves in a row with a score to resign at

    int movesPerSession_ = 0;
    std::size_t levelPly_ = 0;  ///< when it began to be counted
    std::int64_t increment_ = 0;
    std::int64_t base_ = 300'000;
    std::optional<std::int64_t> moveTime_;
    std::optional<int> depth_;
    std::optional<std::int64_t> nodeRate_;
    std::optional<std::int64_t> ownTime_, otherTime_;

    std::map<int, Target> targets_;
    bool byMouse_ = false;
    int choiceSent_ = -1;     ///< square that an open `choice` was sent for
    std::string lastChoice_;  ///< its letters
    std::string blockedOn_;   ///< the letters, once XBoard has not taken them
    std::optional<std::chrono::steady_clock::time_point> choiceDeadline_;
    bool legalityKnown_ = false;  ///< have we seen that XBoard does not test legality?
    std::optional<Event> held_;   ///< our move, until we may send it
    int asked_ = -1;              ///< square that a question is open for
    std::string meant_;           ///< the user's answer, until the move comes
};

}  // namespace fusilier
