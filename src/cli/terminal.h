// The terminal: what it can show, lines typed with editing and history, and a board drawn for it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fusilier/session.h"

namespace fusilier {

/// What standard output can show.
struct TerminalStyle {
    bool colour = false;   ///< a terminal, and neither NO_COLOR nor TERM=dumb says otherwise
    bool unicode = false;  ///< the locale is in UTF-8
    int columns = 80;
};
TerminalStyle terminalStyle();

/// Are both standard input and standard output a terminal?
bool interactive();

/// Lines from standard input. On a terminal they can be edited and recalled, if the program was built with libedit.
class LineReader {
  public:
    LineReader();
    /// The next line without its newline; nothing at the end of input and after Ctrl-C. The prompt is shown on a
    /// terminal only.
    std::optional<std::string> read(const std::string& prompt);
    /// Did Ctrl-C end the last read?
    bool interrupted() const { return interrupted_; }

  private:
    std::optional<std::string> readLine(const std::string& prompt);

    bool interactive_;
    bool interrupted_ = false;
};

/// A board and the names of what stands on it, in lines that end with newlines. `marks` are squares to point out, as
/// indexes into the board.
std::string terminalBoard(const GameInfo& game, std::span<const Piece> board, std::span<const int> marks, bool flipped,
                          const TerminalStyle& style);

}  // namespace fusilier
