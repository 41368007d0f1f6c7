#include "cli/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <iostream>
#include <memory>
#include <set>
#include <vector>

#include "cli/interrupt.h"
#include "core/grid.h"
#include "core/progress.h"

#ifndef _WIN32
#include <sys/ioctl.h>
#endif
#ifdef FUSILIER_EDITLINE
#include <editline/readline.h>
#endif

namespace fusilier {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// COLUMNS goes before what the terminal says of itself, so that scripts can set it.
int terminalColumns() {
    if (const auto given = parseNumber<int>(environment("COLUMNS")); given && *given > 0) return *given;
#ifdef TIOCGWINSZ
    winsize size{};
    if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 80;
}

/// The first of these that is set decides, as in the C library.
bool utf8Locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        std::string value(environment(name));
        if (value.empty()) continue;
        std::transform(value.begin(), value.end(), value.begin(), upper);
        return value.find("UTF-8") != std::string::npos || value.find("UTF8") != std::string::npos;
    }
    return false;
}

struct Glyph {
    std::string_view name, outlined, filled;
};
constexpr std::array<Glyph, 6> glyphs{{{"King", "♔", "♚"},
                                       {"Queen", "♕", "♛"},
                                       {"Rook", "♖", "♜"},
                                       {"Bishop", "♗", "♝"},
                                       {"Knight", "♘", "♞"},
                                       {"Pawn", "♙", "♟"}}};

/// Draws one board; see terminalBoard.
class BoardText {
  public:
    BoardText(const GameInfo& game, std::span<const Piece> board, std::span<const int> marks, bool flipped,
              const TerminalStyle& style)
        : game_(game), board_(board), marks_(marks.begin(), marks.end()), flipped_(flipped), style_(style) {
        const int wide = style_.colour ? 3 : 4;
        cell_ = margin + wide * game.files <= style.columns ? wide : wide - 1;
    }

    std::string text() const {
        std::vector<std::string> lines;
        for (int row = 0; row < game_.ranks; ++row)
            lines.push_back(rank(flipped_ ? row : game_.ranks - 1 - row));
        std::string files(margin, ' ');
        for (int column = 0; column < game_.files; ++column)
            files += centred(std::string(1, static_cast<char>('a' + (flipped_ ? game_.files - 1 - column : column))));
        lines.push_back(files);
        return withLegend(std::move(lines));
    }

  private:
    static constexpr int margin = 4;

    /// One column to show, two characters at most.
    std::string centred(std::string_view text) const {
        return fmt::format("{}{:>2}{}", cell_ == 4 ? " " : "", text, cell_ >= 3 ? " " : "");
    }

    /// A figure where the terminal has one, otherwise the letter. Without colour, outlines are White's.
    std::string symbol(Piece piece) const {
        const auto it = std::find_if(glyphs.begin(), glyphs.end(),
                                     [&](const Glyph& g) { return g.name == game_.units[typeOf(piece)].name; });
        if (!style_.unicode || it == glyphs.end()) return unitLetter(game_, piece);
        return std::string(style_.colour || colorOf(piece) == Color::Black ? it->filled : it->outlined);
    }

    std::string rank(int rank) const {
        std::string line = fmt::format("{:>{}} ", rank + 1, margin - 1);
        for (int column = 0; column < game_.files; ++column)
            line += square(flipped_ ? game_.files - 1 - column : column, rank);
        return style_.colour ? line + "\x1b[0m" : line;
    }

    std::string square(int file, int rank) const {
        const int index = rank * game_.files + file;
        const Piece piece = board_[static_cast<std::size_t>(index)];
        const bool marked = marks_.contains(index);
        const bool light = (file + rank) % 2 != 0;
        if (style_.colour) {
            const int ground = marked ? (light ? 136 : 94) : light ? 67 : 60;
            const int ink = piece != noPiece && colorOf(piece) == Color::White ? 231 : 16;
            return fmt::format("\x1b[1;38;5;{};48;5;{}m{}", ink, ground,
                               centred(piece == noPiece ? "" : symbol(piece)));
        }
        const std::string_view nothing = style_.unicode ? "·" : ".";
        const std::string inside = fmt::format("{:>2}", piece == noPiece ? std::string(nothing) : symbol(piece));
        if (cell_ < 4) return " " + inside;
        return marked ? "[" + inside + "]" : " " + inside + " ";
    }

    /// Names of the units on the board, beside it if there is room and below it otherwise.
    std::string withLegend(std::vector<std::string> lines) const {
        std::vector<std::string> entries;
        std::size_t widest = 0;
        for (const PieceType type : present()) {
            const Piece white = makePiece(Color::White, type);
            const std::string letter(game_.units[type].letter);
            const std::string shown = symbol(white);
            const std::string name(game_.units[type].name);
            entries.push_back(fmt::format("{:>2} {}{}", letter, shown == letter ? "" : shown + " ", name));
            widest = std::max(widest, 3 + (shown == letter ? 0 : 2) + name.size());
        }
        const auto rows = static_cast<std::size_t>(game_.ranks);
        const std::size_t columns = (entries.size() + rows - 1) / rows;
        const std::size_t boardWidth = static_cast<std::size_t>(margin + cell_ * game_.files);
        if (boardWidth + columns * (widest + 3) <= static_cast<std::size_t>(style_.columns))
            for (std::size_t i = 0; i < entries.size(); ++i)
                lines[i % rows] += fmt::format("   {:<{}}", entries[i], i + rows < entries.size() ? widest : 0);
        else
            lines.push_back(below(entries));
        std::string text;
        for (const auto& line : lines)
            text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        return text;
    }

    std::string below(const std::vector<std::string>& entries) const {
        std::string text;
        std::size_t column = 0;
        for (const auto& entry : entries) {
            const std::size_t width = entry.size() + 2;
            if (column > 0 && column + width > static_cast<std::size_t>(style_.columns)) {
                text += "\n";
                column = 0;
            }
            text += entry + "  ";
            column += width;
        }
        return text;
    }

    std::set<PieceType> present() const {
        std::set<PieceType> types;
        for (const Piece piece : board_)
            if (piece != noPiece) types.insert(typeOf(piece));
        return types;
    }

    const GameInfo& game_;
    std::span<const Piece> board_;
    std::set<int> marks_;
    bool flipped_;
    TerminalStyle style_;
    int cell_;
};

}  // namespace

TerminalStyle terminalStyle() {
    TerminalStyle style;
    style.colour = isTerminal(1) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    style.unicode = utf8Locale();
    style.columns = terminalColumns();
    return style;
}

bool interactive() {
    return isTerminal(0) && isTerminal(1);
}

namespace {

/// Without this the system goes on reading after Ctrl-C as if nothing had been.
void endReadsOnInterrupt() {
#ifndef _WIN32
    struct sigaction action;
    sigaction(SIGINT, nullptr, &action);
    action.sa_flags &= ~SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
#endif
}

#ifdef FUSILIER_EDITLINE
/// The next character for libedit, whose own reader would wait on after Ctrl-C; -1 at the end of input.
int readKey(FILE* input) {
    while (!*Interrupt::raised()) {
        const std::wint_t key = std::fgetwc(input);
        if (key != WEOF) return static_cast<int>(key);
        const bool otherSignal = std::ferror(input) && errno == EINTR;
        std::clearerr(input);
        if (!otherSignal) break;
    }
    return -1;
}
#endif

}  // namespace

LineReader::LineReader() : interactive_(interactive()) {
#ifdef FUSILIER_EDITLINE
    if (!interactive_) return;
    std::setlocale(LC_CTYPE, "");  // or letters beyond ASCII could not be typed
    rl_getc_function = readKey;
    using_history();
#endif
}

std::optional<std::string> LineReader::read(const std::string& prompt) {
    const Interrupt interrupt;
    endReadsOnInterrupt();
    auto line = readLine(prompt);
    interrupted_ = *Interrupt::raised();
    if (interrupted_) line.reset();
    return line;
}

std::optional<std::string> LineReader::readLine(const std::string& prompt) {
    std::fflush(stdout);
#ifdef FUSILIER_EDITLINE
    if (interactive_) {
        const std::unique_ptr<char, decltype(&std::free)> line(readline(prompt.c_str()), &std::free);
        if (!line) {
            fmt::print("\n");
            return std::nullopt;
        }
        if (*line != '\0') add_history(line.get());
        return std::string(line.get());
    }
#endif
    if (interactive_) {
        fmt::print("{}", prompt);
        std::fflush(stdout);
    }
    std::string line;
    return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
}

std::string terminalBoard(const GameInfo& game, std::span<const Piece> board, std::span<const int> marks, bool flipped,
                          const TerminalStyle& style) {
    return BoardText(game, board, marks, flipped, style).text();
}

}  // namespace fusilier
