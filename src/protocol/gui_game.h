// A game as the rules have it and as XBoard has it, kept equal.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "protocol/gui_board.h"

namespace fusilier {

/// The record of one game. XBoard counts in plies of its own, of which a move with side effects takes several; with
/// each of them goes the game as it stands then, so that XBoard may step back and forth between any two.
class GuiGame {
  public:
    using Lines = std::vector<std::string>;  ///< what must be sent to XBoard

    /// `plies`: the other side shows every ply, so that what a move does besides must be sent as further ones.
    /// Otherwise it knows the rules, and a move is one line.
    explicit GuiGame(const Game& game, bool plies = true);

    /// Its rules, set to the position now. Never searches.
    Session& rules() { return *rules_; }
    const GameInfo& info() const { return rules_->game(); }
    /// The position that the game began from, and the moves since.
    const std::string& base() const { return base_; }
    const std::vector<std::string>& moves() const { return line_[at_].moves; }

    /// Sets up the start position.
    void restart();
    /// A position from XBoard: one of this game's own, where XBoard steps through it, or a new one. Throws InputError.
    void setBoard(std::string_view fen);
    /// XBoard shows a move of its user, or steps forward through the game (then nothing needs sending).
    /// `byMouse`: it was made on the board, so that it is a new one. Throws InputError; nothing has changed then.
    Lines playUser(std::string_view text, bool byMouse);
    /// A user's move of which XBoard knows the squares and the engine what is meant.
    Lines playUser(std::string_view text, std::string_view meant);
    Lines playEngine(std::string_view move);
    /// Does XBoard make of the move's squares, and letter, all that the move does? Throws InputError if it is illegal.
    bool shownWhole(std::string_view move);
    /// XBoard stepped back by one of its plies. False at the beginning.
    bool undo();
    /// XBoard took back two plies; what is taken back are the last two moves, and XBoard's board is mended.
    Lines remove();
    bool atBeginning() const { return at_ == 0; }

    /// Move text with XBoard's ranks, and back. What is not a move stays as it is.
    std::string toGui(std::string_view move) const;
    std::string fromGui(std::string_view text) const;
    /// The board with XBoard's ranks in the en passant field turned into ours, and without castling where there is
    /// none.
    std::string fenFromGui(std::string_view fen) const;

    const GuiBoard& board() const { return line_[at_].board; }

  private:
    struct Entry {
        GuiPly ply;                      ///< that led here
        GuiBoard board;                  ///< XBoard's after it
        std::vector<std::string> moves;  ///< the game at that time
    };

    GuiBoard ours() const;
    void begin(std::string fen);
    void go(std::size_t index);
    void record(const GuiPly& ply);
    void recordMove(const GuiPly& ply, std::string_view move);
    Lines mend();
    GuiPly readPly(std::string_view text) const;
    bool findBoard(std::string_view fen);

    const bool plies_;
    const GuiBoard frame_;  ///< for the names of squares, from any thread
    std::unique_ptr<Session> rules_;
    std::string base_;
    std::vector<Entry> line_;  ///< entry 0 is the beginning; those after at_ have been stepped back over
    std::size_t at_ = 0;
};

}  // namespace fusilier
