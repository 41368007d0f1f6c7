#include "cli/value_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fusilier {

namespace {

constexpr int labels = 170;  ///< width left of the bars
constexpr int bars = 500;
constexpr int margin = 20;
constexpr int top = 70;  ///< title and legend
constexpr int rowHeight = 30;
constexpr int barHeight = 11;
constexpr std::string_view openingColour = "#3b6ea5", endColour = "#c98a2b", ink = "#222222", faint = "#dddddd";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

std::string textAt(double x, double y, std::string_view anchor, int size, std::string_view text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y, anchor,
                       size, escaped(text));
}
std::string rectangle(double x, double y, double width, double height, std::string_view fill) {
    return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                       width, height, fill);
}
std::string line(double x1, double y1, double x2, double y2, std::string_view stroke) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
                       y2, stroke);
}

/// A bar from zero with its error.
std::string bar(Measured m, double y, double scale, std::string_view fill) {
    const double end = labels + scale * std::max(m.value, 0.0);
    std::string svg = rectangle(labels, y, end - labels, barHeight, fill);
    if (m.error > 0) {
        const double middle = y + barHeight / 2.0;
        const double low = std::max<double>(labels, labels + scale * (m.value - m.error));
        const double high = labels + scale * (m.value + m.error);
        svg += line(low, middle, high, middle, ink) + line(low, middle - 3, low, middle + 3, ink) +
               line(high, middle - 3, high, middle + 3, ink);
    }
    return svg;
}

}  // namespace

std::string valueChart(std::string_view title, const std::vector<PieceWorth>& pieces, std::string_view givenBy) {
    double most = 1;
    for (const PieceWorth& p : pieces)
        most = std::max({most, p.opening.value + p.opening.error, p.end.value + p.end.error, p.given});
    const double scale = bars / std::ceil(most);
    const int height = top + rowHeight * static_cast<int>(pieces.size()) + margin;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" fill=\"{2}\">\n",
        labels + bars + 3 * margin, height, ink);
    svg += rectangle(0, 0, labels + bars + 3 * margin, height, "#ffffff");
    svg += textAt(margin, 24, "start", 16, title);
    svg += rectangle(margin, 36, barHeight, barHeight, openingColour) +
           textAt(margin + 16, 46, "start", 12, "opening") +
           rectangle(margin + 80, 36, barHeight, barHeight, endColour) +
           textAt(margin + 96, 46, "start", 12, "end game") + line(margin + 172, 34, margin + 172, 50, ink) +
           textAt(margin + 180, 46, "start", 12, fmt::format("{}; in pawns, with standard errors", givenBy));
    for (int pawns = 0; pawns <= static_cast<int>(std::ceil(most)); ++pawns) {
        const double x = labels + scale * pawns;
        svg += line(x, top - 6, x, height - margin, faint);
        svg += textAt(x, height - 5, "middle", 11, fmt::format("{}", pawns));
    }
    double y = top;
    for (const PieceWorth& p : pieces) {
        svg += textAt(labels - 8, y + 16, "end", 13, fmt::format("{} {}", p.name, p.letter));
        svg += bar(p.opening, y, scale, openingColour) + bar(p.end, y + barHeight + 1, scale, endColour);
        const double given = labels + scale * p.given;
        svg += line(given, y - 2, given, y + 2 * barHeight + 3, ink);
        y += rowHeight;
    }
    return svg + "</svg>\n";
}

}  // namespace fusilier
