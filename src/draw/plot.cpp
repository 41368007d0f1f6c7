#include "draw/plot.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fusilier::draw {

std::string scorePlot(std::string_view title, const std::vector<PlotPoint>& points, int firstMove, bool blackFirst,
                      const Theme& theme) {
    constexpr double width = 720, height = 260, left = 64, right = 20, top = 40, bottom = 34;
    constexpr double plotWidth = width - left - right, plotHeight = height - top - bottom;
    const auto steps = static_cast<double>(std::max<std::size_t>(points.size(), 2) - 1);
    const auto x = [&](std::size_t i) { return left + plotWidth * static_cast<double>(i) / steps; };
    const auto y = [&](double white) { return top + plotHeight * (1 - white); };

    Svg svg(width, height, title);
    svg.add(R"(<rect width="{}" height="{}" fill="{}"/>)", px(width), px(height), theme.ground);
    svg.addText(left, 24, 14, "start", theme.ink, title, "bold");
    svg.add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", px(left), px(top), px(plotWidth),
            px(plotHeight), theme.dark);

    std::string curve;
    for (std::size_t i = 0; i < points.size(); ++i)
        curve += fmt::format("L{} {}", px(x(i)), px(y(points[i].white)));
    if (points.size() == 1) curve += fmt::format("L{} {}", px(left + plotWidth), px(y(points[0].white)));
    const double end = left + plotWidth, ground = top + plotHeight;
    svg.add(R"(<path d="M{} {}{}L{} {}Z" fill="{}"/>)", px(left), px(ground), curve, px(end), px(ground), theme.light);

    // A line every so many moves, at most a dozen of them.
    const auto moves = static_cast<int>(points.size() / 2);
    int every = 5;
    while (moves / every > 12)
        every *= 2;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto ply = static_cast<int>(i) + (blackFirst ? 1 : 0);
        const int move = firstMove + ply / 2;
        if (ply % 2 != 0 || move % every != 0) continue;
        svg.add(R"(<path d="M{0} {1}V{2}" stroke="{3}" stroke-opacity=".35"/>)", px(x(i)), px(top), px(ground),
                theme.edge);
        svg.addText(x(i), ground + 16, 11, "middle", theme.ink, std::to_string(move));
    }
    svg.addText(end, ground + 30, 11, "end", theme.ink, "move");
    constexpr std::array<std::pair<double, std::string_view>, 5> levels{
        {{0.97, "White"}, {0.75, "75 %"}, {0.5, "even"}, {0.25, "25 %"}, {0.03, "Black"}}};
    for (const auto& [level, name] : levels) {
        svg.addText(left - 8, y(level) + 4, 11, "end", theme.ink, name);
        if (level == 0.75 || level == 0.5 || level == 0.25)
            svg.add(R"(<path d="M{0} {1}H{2}" stroke="{3}" stroke-opacity="{4}"/>)", px(left), px(y(level)), px(end),
                    theme.edge, level == 0.5 ? "1" : ".4");
    }
    svg.add(R"(<path d="M{}" fill="none" stroke="{}" stroke-width="2" stroke-linejoin="round"/>)",
            curve.empty() ? "0 0" : curve.substr(1), theme.arrow);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& [white, mark] = points[i];
        if (mark.empty()) continue;
        svg.add(R"(<circle cx="{}" cy="{}" r="4" fill="{}"/>)", px(x(i)), px(y(white)),
                mark == "?!" ? theme.mark : theme.vanishes);
        svg.addText(x(i), y(white) + (white > 0.5 ? 17 : -8), 11, "middle", theme.ink, mark, "bold");
    }
    return std::move(svg).take();
}

}  // namespace fusilier::draw
