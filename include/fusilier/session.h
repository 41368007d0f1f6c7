// The one runtime boundary: a game being played and analysed, whichever game it is.
//
// Everything above (protocols, match runner, command line) speaks to a Session; everything below is a template on
// the game's rules. A Session is called once per command, never per node. It owns its position, its transposition
// table and its threads, so any number of them can live in one process.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/atoms.h"
#include "fusilier/evaluation.h"
#include "fusilier/types.h"
#include "fusilier/xboard.h"

namespace fusilier {

/// Bad input from outside (FEN, move, option value). The text says what is wrong, in one line, for the user.
/// Whoever throws it has changed nothing.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A type of unit, for people and for drawings.
struct UnitFacts {
    std::string_view letter;  ///< in FEN, upper case
    std::string_view name;
    Atoms atoms = 0;
    bool royal = false;
    std::string_view promotesTo;            ///< letters, on its last rank
    std::array<PieceType, 5> components{};  ///< what may leave it; noType ends the list

    constexpr bool pawn() const { return atoms == PawnTake; }
};

/// What is known of a game before a position is set up.
struct GameInfo {
    std::string_view name;      ///< value of UCI_Variant, of XBoard's `variant`, and of the command line
    std::string_view title;     ///< for people
    std::string_view inventor;  ///< who, and when if known
    std::string_view page;      ///< the page that describes the game
    int files = 0;
    int ranks = 0;
    std::string_view startFen;
    /// Whose setup and pieces a GUI may take for granted: "chess", or "fairy" for a game that it has to be taught.
    std::string_view guiTemplate = "fairy";
    XboardFacts xboard = {};
    std::span<const UnitFacts> units = {};  ///< by PieceType; row 0 is empty
};

/// Why a game is over.
enum class Ending : std::uint8_t { None, Checkmate, Stalemate, Repetition, FiftyMoves, BareKings };

/// The state of a game by the rules alone. `loser` is set for a checkmate; every other ending is a draw.
struct Outcome {
    Ending ending = Ending::None;
    std::optional<Color> loser;

    bool over() const { return ending != Ending::None; }
};

/// "checkmate", "stalemate", "threefold repetition", "fifty-move rule", "bare kings"; "" while the game goes on.
std::string_view toString(Ending ending);

/// How move text is written. Both are read back by `play` and `setPosition`'s sibling `parse`.
enum class Notation : std::uint8_t {
    Coordinate,  ///< e2e4, e7e8q, c3c7r: UCI, XBoard, files
    Long,        ///< the inventors' long algebraic: `R4 a4-b6; a4=R33`, `S d5-e6*`
};

/// A score from the side to move's point of view.
struct Score {
    enum class Kind : std::uint8_t { Centipawns, Mate };
    enum class Bound : std::uint8_t { Exact, Lower, Upper };

    Kind kind = Kind::Centipawns;
    int value = 0;  ///< centipawns, or full moves to mate: positive if the side to move mates
    Bound bound = Bound::Exact;
};

/// What `go` may use. Absent means unlimited. All times in milliseconds; negative clocks count as zero.
struct Limits {
    std::array<std::optional<std::int64_t>, 2> time;  ///< clock of White, Black
    std::array<std::int64_t, 2> increment{};          ///< added after each move
    std::optional<int> movesToGo;                     ///< moves until the next time control, at least 1
    std::optional<std::int64_t> moveTime;
    std::optional<int> depth;  ///< plies
    std::optional<std::uint64_t> nodes;
    std::optional<int> multiPv;  ///< lines to report, at least 1; absent means those of the options
    /// Stop once the side to move has a mate in at most so many full moves. Where there is none, only the other limits,
    /// the greatest depth or `stop` end the search.
    std::optional<int> mate;
    bool infinite = false;                 ///< answer only after `stop`
    bool ponder = false;                   ///< the clock does not run until `ponderHit`
    std::vector<std::string> searchMoves;  ///< coordinate text; empty means every legal move
};

/// What a user may set; it holds for the searches that follow.
struct SearchOptions {
    int threads = 1;                   ///< 1 to 512
    int multiPv = 1;                   ///< lines to report, at least 1; clamped to the moves there are
    std::int64_t moveOverheadMs = 10;  ///< what the way to the GUI and back may cost a move, at least 0
    int skill = maxSkill;              ///< 0 to maxSkill, which is full strength; each step down thinks less

    static constexpr int maxSkill = 20;
};

/// One line of thinking.
struct SearchInfo {
    int depth = 0;     ///< plies
    int selDepth = 0;  ///< deepest ply reached
    int multiPv = 1;   ///< rank of this line, from 1
    Score score;
    std::uint64_t nodes = 0;
    std::int64_t timeMs = 0;
    int hashFull = 0;             ///< permille
    std::array<int, 3> wdl{};     ///< chances of win, draw and loss in permille, as the score alone tells them
    std::vector<std::string> pv;  ///< coordinate text, legal from the position searched
};

/// Receives what a search says. Called from the search's own thread, one call at a time.
class SearchListener {
  public:
    virtual ~SearchListener() = default;
    virtual void onInfo(const SearchInfo& info) = 0;
    /// The move at the root now being searched, from 1; called only after some seconds of thinking.
    virtual void onCurrentMove(int /*depth*/, std::string_view /*move*/, int /*number*/) {}
    /// Last call of a search. `best` is empty where the side to move has no legal move; `ponder` may be empty.
    virtual void onBestMove(std::string_view best, std::string_view ponder) = 0;
};

/// How far a perft is, or came.
struct PerftResult {
    std::uint64_t nodes = 0;      ///< leaves; of a perft that was stopped, only below the root moves finished
    std::ptrdiff_t finished = 0;  ///< root moves
    std::ptrdiff_t moves = 0;     ///< root moves there are; 0 for depth 0

    bool complete() const { return finished == moves; }
};

/// Hears of a perft from its threads, one call at a time.
class PerftListener {
  public:
    virtual ~PerftListener() = default;
    /// A root move is finished. They come in the order of generation.
    virtual void onRootMove(std::string_view /*move*/, std::uint64_t /*nodes*/) {}
    /// Part of the work is done; `soFar` counts the leaves of unfinished root moves too. May be called often.
    virtual void onProgress(const PerftResult& /*soFar*/) {}
};

class PerftTable;  // core/perft_table.h

struct PerftOptions {
    int threads = 1;
    PerftTable* table = nullptr;              ///< may be kept for other positions, but only of the same game
    const std::atomic<bool>* stop = nullptr;  ///< ends it soon once set; must then stay set until it has returned
    PerftListener* listener = nullptr;
};

class Session {
  public:
    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// Stops a search in progress.
    virtual ~Session() = default;

    virtual const GameInfo& game() const = 0;

    // --- The position. None of these may be called during a search. ---

    /// Sets up `fen` (the start position if empty) and plays `moves` from it. Throws InputError naming the first
    /// thing that is wrong; then nothing has changed. Repetition counts from `fen` on.
    virtual void setPosition(std::string_view fen, std::span<const std::string> moves) = 0;
    /// Plays one move, given in coordinate text. Throws InputError ("illegal move ..." or "malformed move ...").
    virtual void play(std::string_view move) = 0;
    /// Takes the last move back. False if there is none.
    virtual bool undo() = 0;
    virtual std::string fen() const = 0;
    virtual Color sideToMove() const = 0;
    /// Is any royal of the side to move attacked?
    virtual bool inCheck() const = 0;
    /// Legal moves in coordinate text, in alphabetical order.
    virtual std::vector<std::string> legalMoves() const = 0;
    virtual Outcome outcome() const = 0;
    /// Writes a legal move, given in either notation, in the notation asked for. Throws as `play` does.
    virtual std::string rewrite(std::string_view move, Notation from, Notation to) const = 0;
    /// A board for people: ranks from the top, then a legend of the letters on it. Ends with a newline.
    virtual std::string diagram() const = 0;
    /// What stands on each square, a1 first, then along the rank.
    virtual std::vector<Piece> board() const = 0;
    /// What a legal move, given in coordinate text, does beside moving: "disengage R4, R33 stays". Throws as `play`
    /// does.
    virtual std::string describe(std::string_view move) const = 0;
    /// Why a move, given in coordinate text, cannot be played, in one line: "R11 moves one square". Empty if it can.
    virtual std::string whyNot(std::string_view move) const = 0;
    /// Zobrist key of the position.
    virtual std::uint64_t key() const = 0;

    /// Leaves of the legal move tree `depth` plies deep (0 gives 1). Draws by rule do not end a line.
    virtual PerftResult perft(int depth, const PerftOptions& options = {}) const = 0;

    /// Static evaluation in centipawns, from the side to move's point of view.
    virtual int evaluate() const = 0;
    virtual EvalReport explainEvaluation() const = 0;
    virtual EvalFeatures evalFeatures() const = 0;
    /// Is nothing attacked that must be answered, as far as the move is concerned: not in check, and the legal move
    /// neither captures nor promotes nor deploys? Throws as `play` does.
    virtual bool quiet(std::string_view move) const = 0;

    // --- The engine. ---

    /// Forgets everything learned from earlier searches.
    virtual void newGame() = 0;
    /// Sets the transposition table's size in MiB, emptying it; clamped to what memory allows. Returns the size set.
    virtual std::size_t setHash(std::size_t mebibytes) = 0;
    /// Stops a search in progress.
    virtual void configure(const SearchOptions& options) = 0;
    /// Starts a search on its own thread and returns at once. `listener` must live until `onBestMove` has returned.
    /// Throws InputError for a search move that is not legal, std::bad_alloc or std::system_error where the machine has
    /// nothing left to search with; fewer threads than wanted are no error. A search in progress is stopped first.
    virtual void go(const Limits& limits, SearchListener& listener) = 0;
    /// Asks the search to end soon; it still reports its best move. Harmless without a search, and from any thread,
    /// the search's own too.
    virtual void stop() = 0;
    /// The move pondered on was played: from now on the clock runs, where `clock` is given by its times, else by those
    /// that the search began with. Harmless without a pondering search.
    virtual void ponderHit(const std::optional<Limits>& clock = {}) = 0;
    /// Blocks until the search has reported its best move.
    virtual void wait() = 0;
    virtual bool searching() const = 0;
};

}  // namespace fusilier
