#include "draw/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/text.h"

namespace fusilier::draw {

namespace {

/// A figure in a box of 100 by 100: bodies are filled and outlined, lines and dots are drawn upon them.
struct Figure {
    std::string_view name;
    std::string_view body;
    std::string_view lines;
    std::string_view dots = "";
};

constexpr std::array<Figure, 8> figures{{
    {"Pawn",
     "M50 17a13 13 0 0 1 8.5 22.8H62.5Q63 47 56.5 47.5Q58 66 71 77H29Q42 66 43.5 47.5Q37 47 37.5 "
     "39.8H41.5A13 13 0 0 1 50 17Z"
     "M25 77H75Q80 80 79 89H21Q20 80 25 77Z",
     "M41.5 39.8H58.5"},
    {"Knight",
     "M36 77C35 64 49 59 49 47C43 52 39 53 35 57L30 62C24 63 18 59 19 53L31 33C31 28 34 24 37 22L38 11L47 18C68 21 79 "
     "43 "
     "75 77Z"
     "M25 77H77Q82 80 81 89H21Q20 80 25 77Z",
     "M53 25C65 34 70 52 68 71M26 56L31 54", "M39 34m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"},
    {"Bishop",
     "M50 9a5 5 0 0 1 3 9C66 28 72 43 66 53Q64 57 60 59L61 65H58Q59 72 72 77H28Q41 72 42 65H39L40 59Q36 57 34 53C28 43 "
     "34 "
     "28 47 18A5 5 0 0 1 50 9Z"
     "M25 77H75Q80 80 79 89H21Q20 80 25 77Z",
     "M40 59H60M42 65H58M50 29V47M42 38H58"},
    {"Rook",
     "M25 17H36V25H45V17H55V25H64V17H75V36L66 44V66L72 77H28L34 66V44L25 36Z"
     "M24 77H76Q80 80 79 89H21Q20 80 24 77Z",
     "M34 44H66M34 66H66"},
    {"Queen",
     "M27 64L15 31L33 52L33 22L45 49L50 17L55 49L67 22L67 52L85 31L73 64Q70 70 73 77H27Q30 70 27 64Z"
     "M24 77H76Q80 80 79 89H21Q20 80 24 77Z"
     "M15 31m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM33 21m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM50 16m-5 0a5 5 0 1 0 10 0a5 "
     "5 0 "
     "1 0-10 0ZM67 21m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM85 31m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
     "M28 65Q50 58 72 65"},
    {"King",
     "M46.5 7H53.5V13H59.5V20H53.5V28H46.5V20H40.5V13H46.5Z"
     "M50 40C44 22 17 26 17 45C17 56 25 60 28 70L27 77H73L72 70C75 60 83 56 83 45C83 26 56 22 50 40ZM50 40C45 33 46 28 "
     "50 "
     "26C54 28 55 33 50 40Z"
     "M24 77H76Q80 80 79 89H21Q20 80 24 77Z",
     "M28 69Q50 62 72 69M50 40V63"},
    {"Sentinel", "M50 11C60 18 71 21 83 21C85 52 74 77 50 91C26 77 15 52 17 21C29 21 40 18 50 11Z", "",
     "M30 28h10v10h-10ZM45 28h10v10h-10ZM60 28h10v10h-10ZM30 43h10v10h-10ZM60 43h10v10h-10ZM30 58h10v10h-10ZM45 "
     "58h10v10h-10ZM60 58h10v10h-10Z"},
    {"Guard", "M50 11C60 18 71 21 83 21C85 52 74 77 50 91C26 77 15 52 17 21C29 21 40 18 50 11Z", "M50 12V90M18 44H82"},
}};

const Figure* figureOf(std::string_view name) {
    const auto it = std::find_if(figures.begin(), figures.end(), [&](const Figure& f) { return f.name == name; });
    return it == figures.end() ? nullptr : &*it;
}

/// Colours of a side's pieces.
struct Paint {
    std::string_view body, outline, detail, faint;
};
constexpr Paint whitePaint{"#fffdf7", "#221d14", "#221d14", "#d9d0bd"};
constexpr Paint blackPaint{"#2c2722", "#0d0b09", "#f6efdf", "#5d554a"};

const Paint& paintOf(Color color) {
    return color == Color::White ? whitePaint : blackPaint;
}

void addFigure(Svg& svg, const Figure& figure, const Paint& paint, std::string_view transform) {
    svg.add(R"(<g transform="{}" stroke-linejoin="round" stroke-linecap="round">)", transform);
    svg.add(R"(<path d="{}" fill="{}" stroke="{}" stroke-width="4.5"/>)", figure.body, paint.body, paint.outline);
    if (!figure.lines.empty())
        svg.add(R"(<path d="{}" fill="none" stroke="{}" stroke-width="3.5"/>)", figure.lines, paint.detail);
    if (!figure.dots.empty()) svg.add(R"(<path d="{}" fill="{}"/>)", figure.dots, paint.detail);
    svg.add("</g>");
}

/// Squares that a leap or the start of a slide reaches: files and ranks away from the middle.
using Steps = std::vector<std::pair<int, int>>;
Steps stepsOf(Atom atom) {
    Steps steps;
    const auto turned = [&](int a, int b) {
        for (const auto& [x, y] : {std::pair{a, b}, {-b, a}, {-a, -b}, {b, -a}})
            steps.emplace_back(x, y);
    };
    if (atom == W || atom == RR) turned(1, 0);
    if (atom == F || atom == BB) turned(1, 1);
    if (atom == D) turned(2, 0);
    if (atom == A) turned(2, 2);
    if (atom == N) turned(1, 2), turned(2, 1);
    return steps;
}

/// A tile of five by five squares with those filled that the type reaches.
void addMoveMap(Svg& svg, Atoms atoms, const Paint& paint) {
    constexpr int cell = 16, pitch = 16, first = 10;
    svg.add(R"(<rect x="6" y="6" width="88" height="88" rx="9" fill="{}" stroke="{}" stroke-width="4.5"/>)", paint.body,
            paint.outline);
    std::string grid;
    for (int i = 1; i < 5; ++i)
        grid += fmt::format("M{0} {1}V{2}M{1} {0}H{2}", first + i * pitch, first, first + 5 * pitch);
    svg.add(R"(<path d="{}" stroke="{}" stroke-width="1.5"/>)", grid, paint.faint);
    std::string filled, rays;
    for (const Atom atom : movementAtoms) {
        if (!(atoms & atom)) continue;
        for (const auto& [x, y] : stepsOf(atom))
            if (atom & slideAtoms)
                rays += fmt::format("M{} {}L{} {}", 50 + 9 * x, 50 - 9 * y, 50 + 36 * x, 50 - 36 * y);
            else
                filled += fmt::format("M{} {}h{}v{}h-{}Z", first + (x + 2) * pitch + 1, first + (2 - y) * pitch + 1,
                                      cell - 2, cell - 2, cell - 2);
    }
    if (!rays.empty())
        svg.add(R"(<path d="{}" stroke="{}" stroke-width="7" stroke-linecap="round"/>)", rays, paint.detail);
    if (!filled.empty()) svg.add(R"(<path d="{}" fill="{}"/>)", filled, paint.detail);
    svg.add(R"(<circle cx="50" cy="50" r="4.5" fill="{}"/>)", paint.detail);
}

/// The figures of a compound's parts; empty if it is none, or if a part has no figure.
std::vector<const Figure*> partsOf(std::span<const UnitFacts> units, const UnitFacts& unit) {
    std::vector<const Figure*> parts;
    for (const PieceType part : unit.components) {
        if (part == noType) break;
        const Figure* figure = figureOf(units[part].name);
        if (!figure) return {};
        parts.push_back(figure);
    }
    return parts;
}

void addUnit(Svg& svg, std::span<const UnitFacts> units, Piece piece) {
    const UnitFacts& unit = units[typeOf(piece)];
    const Paint& paint = paintOf(colorOf(piece));
    if (const auto parts = partsOf(units, unit); parts.size() == 2) {
        constexpr std::string_view before = "translate(27 23) scale(.78)";
        addFigure(svg, *parts[0], paint, "translate(-7 -7) scale(.78)");
        svg.add(R"(<path transform="{}" d="{}" fill="none" stroke="{}" stroke-width="11" stroke-linejoin="round"/>)",
                before, parts[1]->body, colorOf(piece) == Color::White ? paint.body : paint.detail);
        addFigure(svg, *parts[1], paint, before);
    } else if (const Figure* figure = figureOf(unit.name)) {
        addFigure(svg, *figure, paint, "scale(1)");
    } else {
        addMoveMap(svg, unit.atoms, paint);
    }
}

std::string idOf(Piece piece) {
    return fmt::format("{}{}", colorOf(piece) == Color::White ? 'w' : 'b', typeOf(piece));
}

}  // namespace

void addDefinitions(Svg& svg, std::span<const UnitFacts> units, const std::set<Piece>& pieces) {
    svg.add("<defs>");
    for (const Piece piece : pieces) {
        svg.add(R"(<g id="{}">)", idOf(piece));
        addUnit(svg, units, piece);
        svg.add("</g>");
    }
    svg.add("</defs>");
}

void addPiece(Svg& svg, Piece piece, double x, double y, double size) {
    const double inset = size * 0.05;
    svg.add(R"x(<use href="#{}" transform="translate({} {}) scale({:.4g})"/>)x", idOf(piece), px(x + inset),
            px(y + inset), (size - 2 * inset) / 100);
}

std::string moveDiagram(const GameInfo& game, PieceType type, const Theme& theme, double size) {
    const UnitFacts& unit = game.units[type];
    const double edge = size * 0.08, side = 5 * size + 2 * edge;
    Svg svg(side, side, fmt::format("Moves of the {}", unit.name));
    const Piece piece = makePiece(Color::White, type);
    addDefinitions(svg, game.units, {piece});
    svg.add(R"(<rect width="{0}" height="{0}" rx="{1}" fill="{2}"/>)", px(side), px(edge), theme.edge);
    const auto at = [&](int steps) { return edge + (steps + 2) * size; };  // left or upper end of a square
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            svg.add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", px(at(x)), px(at(y)), px(size),
                    px(size), (x + y) % 2 == 0 ? theme.light : theme.dark);
    const auto middle = [&](double steps) { return edge + (steps + 2.5) * size; };
    const auto dot = [&](int x, int y) {
        svg.add(R"(<circle cx="{}" cy="{}" r="{}" fill="{}"/>)", px(middle(x)), px(middle(-y)), px(size * 0.2),
                theme.arrow);
    };
    if (unit.pawn()) {
        svg.addArrow(middle(0), middle(-0.42), middle(0), middle(-1.2), size * 0.09, theme.arrow);
        svg.add(R"(<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="{}"/>)", px(middle(0)),
                px(middle(-2)), px(size * 0.18), theme.arrow, px(size * 0.06));
        for (const int x : {-1, 1})
            svg.add(R"(<path d="M{} {}l{} {}m0 -{}l-{} {}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>)",
                    px(middle(x - 0.18)), px(middle(-1.18)), px(size * 0.36), px(size * 0.36), px(size * 0.36),
                    px(size * 0.36), px(size * 0.36), theme.vanishes, px(size * 0.09));
    }
    for (const Atom atom : movementAtoms) {
        if (!(unit.atoms & atom)) continue;
        for (const auto& [x, y] : stepsOf(atom))
            if (atom & slideAtoms)
                svg.addArrow(middle(0.42 * x), middle(-0.42 * y), middle(2.4 * x), middle(-2.4 * y), size * 0.09,
                             theme.arrow);
            else if (!((atom == W && (unit.atoms & RR)) || (atom == F && (unit.atoms & BB))))
                dot(x, y);
    }
    addPiece(svg, piece, at(0), at(0), size);
    return std::move(svg).take();
}

std::string fileName(std::string_view name) {
    std::string out;
    for (const char c : name)
        out += c == ' ' ? '-' : lower(c);
    return out;
}

}  // namespace fusilier::draw
