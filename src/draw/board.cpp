#include "draw/board.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/grid.h"
#include "core/squares.h"
#include "draw/pieces.h"

namespace fusilier::draw {

namespace {

/// Squares that are pointed out, one colour each.
struct Mark {
    int square;
    std::string_view ink;
};

/// A board somewhere in a picture.
class Panel {
  public:
    Panel(Svg& svg, const GameInfo& game, const BoardOptions& options, double x)
        : svg_(svg), game_(game), options_(options), x_(x + margin(options)), y_(options.size * 0.25) {}

    static double margin(const BoardOptions& options) { return options.size * 0.5; }
    static double width(const GameInfo& game, const BoardOptions& options) {
        return game.files * options.size + margin(options) + options.size * 0.25;
    }
    static double height(const GameInfo& game, const BoardOptions& options) {
        return game.ranks * options.size + margin(options) + options.size * 0.25;
    }

    void addSquares() {
        const double size = options_.size, files = game_.files * size, ranks = game_.ranks * size, edge = size * 0.04;
        svg_.add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", px(x_ - edge), px(y_ - edge),
                 px(files + 2 * edge), px(ranks + 2 * edge), options_.theme.edge);
        svg_.add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", px(x_), px(y_), px(files), px(ranks),
                 options_.theme.light);
        std::string dark;
        for (int square = 0; square < game_.files * game_.ranks; ++square)
            if ((square % game_.files + square / game_.files) % 2 == 0)
                dark +=
                    fmt::format("M{} {}h{}v{}h-{}Z", px(left(square)), px(top(square)), px(size), px(size), px(size));
        svg_.add(R"(<path d="{}" fill="{}"/>)", dark, options_.theme.dark);
        addCoordinates();
    }
    void addMarks(std::span<const Mark> marks) {
        for (const auto& [square, ink] : marks)
            svg_.add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}" fill-opacity=".55"/>)", px(left(square)),
                     px(top(square)), px(options_.size), px(options_.size), ink);
    }
    void addPieces(std::span<const Piece> board) {
        for (int square = 0; square < static_cast<int>(board.size()); ++square)
            if (const Piece piece = board[static_cast<std::size_t>(square)]; piece != noPiece)
                addPiece(svg_, piece, left(square), top(square), options_.size);
    }
    /// An arrow, or a ring where the unit stays on its square.
    void addPath(int from, int to) {
        const double size = options_.size, half = size / 2;
        svg_.add(R"(<g opacity=".8" fill="none">)");
        if (from == to) {
            svg_.add(R"(<circle cx="{}" cy="{}" r="{}" stroke="{}" stroke-width="{}"/>)", px(left(from) + half),
                     px(top(from) + half), px(size * 0.46), options_.theme.arrow, px(size * 0.07));
        } else {
            const double x1 = left(from) + half, y1 = top(from) + half, x2 = left(to) + half, y2 = top(to) + half;
            const double length = std::hypot(x2 - x1, y2 - y1), start = 0.3 * size / length;
            svg_.addArrow(x1 + (x2 - x1) * start, y1 + (y2 - y1) * start, x2, y2, size * 0.1, options_.theme.arrow);
        }
        svg_.add("</g>");
    }

  private:
    int column(int square) const {
        const int file = square % game_.files;
        return options_.flipped ? game_.files - 1 - file : file;
    }
    int row(int square) const {
        const int rank = square / game_.files;
        return options_.flipped ? rank : game_.ranks - 1 - rank;
    }
    double left(int square) const { return x_ + column(square) * options_.size; }
    double top(int square) const { return y_ + row(square) * options_.size; }

    void addCoordinates() {
        const double size = options_.size, letters = size * 0.28;
        for (int file = 0; file < game_.files; ++file)
            svg_.addText(left(file) + size / 2, y_ + game_.ranks * size + letters * 1.25, letters, "middle",
                         options_.theme.ink, std::string(1, static_cast<char>('a' + file)));
        for (int rank = 0; rank < game_.ranks; ++rank)
            svg_.addText(x_ - letters * 0.4, top(rank * game_.files) + size / 2 + letters * 0.36, letters, "end",
                         options_.theme.ink, std::to_string(rank + 1));
    }

    Svg& svg_;
    const GameInfo& game_;
    const BoardOptions& options_;
    double x_, y_;  ///< upper left corner of the squares
};

void addGround(Svg& svg, double width, double height, const Theme& theme) {
    svg.add(R"(<rect width="{}" height="{}" fill="{}"/>)", px(width), px(height), theme.ground);
}

std::set<Piece> piecesOn(std::initializer_list<std::span<const Piece>> boards) {
    std::set<Piece> pieces;
    for (const auto board : boards)
        pieces.insert(board.begin(), board.end());
    pieces.erase(noPiece);
    return pieces;
}

}  // namespace

std::string boardDiagram(const Session& session, const BoardOptions& options) {
    const GameInfo& game = session.game();
    const auto board = session.board();
    const double width = Panel::width(game, options), height = Panel::height(game, options);
    Svg svg(width, height,
            fmt::format("{}, {} to move: {}", game.title, colorName(session.sideToMove()), session.fen()));
    addDefinitions(svg, game.units, piecesOn({board}));
    addGround(svg, width, height, options.theme);
    Panel panel(svg, game, options, 0);
    panel.addSquares();
    panel.addPieces(board);
    return std::move(svg).take();
}

std::string moveDiagram(Session& session, std::string_view move, const BoardOptions& options) {
    const GameInfo& game = session.game();
    const auto before = session.board();
    const Color us = session.sideToMove();
    const std::string meaning = session.describe(move);
    const std::string written = session.rewrite(move, Notation::Coordinate, Notation::Long);
    session.play(move);
    const auto after = session.board();
    session.undo();
    const auto [from, to] = gridSquares(game, move);

    std::vector<Mark> lost, changed;
    for (int square = 0; square < static_cast<int>(before.size()); ++square) {
        const Piece was = before[static_cast<std::size_t>(square)], is = after[static_cast<std::size_t>(square)];
        if (was == is) continue;
        if (isOf(was, ~us))
            lost.push_back({square, options.theme.vanishes});
        else if (square == from || square == to)
            lost.push_back({square, options.theme.mark});
        if (is != noPiece)
            changed.push_back({square, options.theme.appears});
        else
            changed.push_back({square, options.theme.mark});
    }

    const double gap = options.size * 0.5, caption = options.size * 0.6, one = Panel::width(game, options);
    const double width = 2 * one + gap, height = Panel::height(game, options) + caption;
    Svg svg(width, height, fmt::format("{}: {} in {}", game.title, written, session.fen()));
    addDefinitions(svg, game.units, piecesOn({before, after}));
    addGround(svg, width, height, options.theme);
    Panel left(svg, game, options, 0);
    left.addSquares();
    left.addMarks(lost);
    left.addPieces(before);
    left.addPath(from, to);
    Panel right(svg, game, options, one + gap);
    right.addSquares();
    right.addMarks(changed);
    right.addPieces(after);
    svg.addText(width / 2, height - caption * 0.35, options.size * 0.32, "middle", options.theme.ink,
                fmt::format("{}   ({}: {})", written, move, meaning));
    return std::move(svg).take();
}

}  // namespace fusilier::draw
