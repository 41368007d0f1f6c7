// The board as XBoard has it, and the plies by which XBoard can be brought to another.
//
// XBoard knows moves of one unit only. What a move does besides (a part stays behind, a corps appears) reaches it as
// further plies, for either side, which no rules of chess allow but which it carries out with legality testing off:
// passes, units put on empty squares, and moves by way of a square that they empty.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/types.h"

namespace fusilier {

/// One ply in XBoard's list of moves. Squares are indexes of a GuiBoard, -1 where there is none.
struct GuiPly {
    int from = -1;     ///< -1: a unit is put on `to`, or nothing moves
    int via = -1;      ///< emptied on the way
    int to = -1;       ///< -1: a pass
    char letter = 0;   ///< capital: what is put there, or becomes of the mover; '+': the mover's `+` form; 0: unchanged
    bool main = true;  ///< a move of the game: castling and en passant have their effects

    bool operator==(const GuiPly&) const = default;
};

class GuiBoard {
  public:
    GuiBoard() = default;
    /// Reads the first two fields of a FEN that the rules have accepted or written.
    explicit GuiBoard(std::string_view fen, int files, int ranks);

    int files() const { return files_; }
    int ranks() const { return ranks_; }
    Color side() const { return side_; }
    /// Letter in its colour's case, with its `+`; empty for an empty square.
    const std::string& at(int square) const { return units_[static_cast<std::size_t>(square)]; }
    bool operator==(const GuiBoard&) const = default;

    /// A square's index from its name, with ranks from 1; -1 if there is none. `used` is the length of the name.
    int square(std::string_view text, std::size_t& used) const;
    /// A square's name as XBoard has it: boards of ten ranks begin with rank 0.
    std::string guiName(int square) const;
    /// What the engine sends to make XBoard play the ply; two lines where it goes by way of a square.
    std::string command(const GuiPly& ply) const;

    /// Plays a ply as XBoard does.
    void play(const GuiPly& ply);
    /// The plies that turn this board into `target`; nothing if they cannot be found.
    std::optional<std::vector<GuiPly>> pliesTo(const GuiBoard& target) const;

  private:
    std::string& unit(int square) { return units_[static_cast<std::size_t>(square)]; }
    bool holds(int square, Color color) const;
    bool onLastRank(int square) const;
    void castle(const GuiPly& ply);

    std::optional<GuiPly> nextPly(const GuiBoard& target) const;
    std::optional<GuiPly> travel(const GuiBoard& target) const;
    std::optional<GuiPly> put(const GuiBoard& target) const;
    std::optional<GuiPly> change(const GuiBoard& target) const;
    std::optional<GuiPly> removal(const GuiBoard& target) const;
    int toEmpty(const GuiBoard& target, int from, int to) const;

    int files_ = 0;
    int ranks_ = 0;
    Color side_ = Color::White;
    std::vector<std::string> units_;  ///< from a1 along the rank
};

}  // namespace fusilier
