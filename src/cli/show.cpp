// `fusilier show` and `fusilier pieces`: positions and pieces as text and as drawings.

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "cli/commands.h"
#include "core/squares.h"
#include "core/words.h"
#include "draw/board.h"
#include "draw/pieces.h"
#include "protocol/engine.h"

namespace fusilier {

namespace {

draw::Theme themeOf(const Arguments& arguments) {
    return arguments.has("--dark") ? draw::darkTheme : draw::lightTheme;
}

double sizeOf(const Arguments& arguments, int usual) {
    return arguments.number<int>("--size", 8, 400).value_or(usual);
}

}  // namespace

int runShow(const Arguments& arguments) {
    const auto session = openPosition(arguments);
    const auto move = arguments.text("--move");
    if (const auto path = arguments.text("--svg")) {
        const draw::BoardOptions options{themeOf(arguments), sizeOf(arguments, 45), arguments.has("--flip")};
        draw::writePicture(*path,
                           move ? draw::moveDiagram(*session, *move, options) : draw::boardDiagram(*session, options));
        return 0;
    }
    if (move) {
        fmt::print("{}: {}\n\n", session->rewrite(*move, Notation::Coordinate, Notation::Long),
                   session->describe(*move));
        session->play(*move);
    }
    fmt::print("{}\n{}\n", session->diagram(), session->fen());
    if (session->inCheck()) fmt::print("{} is in check\n", colorName(session->sideToMove()));
    if (const Outcome outcome = session->outcome(); outcome.over()) fmt::print("Over: {}\n", toString(outcome.ending));
    return 0;
}

int runPieces(const Arguments& arguments) {
    const GameInfo& game = requireGame(arguments.text("GAME").value()).info;
    const auto directory = arguments.text("--svg");
    if (directory) std::filesystem::create_directories(*directory);
    for (PieceType type = 1; type < game.units.size(); ++type) {
        const UnitFacts& unit = game.units[type];
        if (directory)
            draw::writePicture(fmt::format("{}/{}.svg", *directory, draw::fileName(unit.name)),
                               draw::moveDiagram(game, type, themeOf(arguments), sizeOf(arguments, 30)));
        else
            fmt::print("{:>2}  {:<16} {}\n", unit.letter, unit.name, movementText(unit.atoms));
    }
    return 0;
}

}  // namespace fusilier
