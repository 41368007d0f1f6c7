#include "draw/svg.h"

#include <cmath>
#include <fstream>

#include "fusilier/session.h"

namespace fusilier::draw {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string px(double length) {
    const double rounded = std::round(length * 100) / 100;
    return fmt::format("{:.6g}", rounded == 0 ? 0.0 : rounded);  // no -0
}

Svg::Svg(double width, double height, std::string_view title) {
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img">)",
        px(width), px(height));
    add("<title>{}</title>", escaped(title));
}

void Svg::addText(double x, double y, double size, std::string_view anchor, std::string_view ink, std::string_view text,
                  std::string_view weight) {
    add(R"(<text x="{}" y="{}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="{}" font-weight="{}" text-anchor="{}" fill="{}">{}</text>)",
        px(x), px(y), px(size), weight, anchor, ink, escaped(text));
}

void Svg::addArrow(double x1, double y1, double x2, double y2, double width, std::string_view ink) {
    const double length = std::hypot(x2 - x1, y2 - y1);
    if (length == 0) return;
    const double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const double head = std::min(3.2 * width, length), half = 1.7 * width;
    const double bx = x2 - ux * head, by = y2 - uy * head;
    add(R"(<path d="M{} {}L{} {}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>)", px(x1), px(y1), px(bx + ux),
        px(by + uy), ink, px(width));
    add(R"(<path d="M{} {}L{} {}L{} {}Z" fill="{}"/>)", px(x2), px(y2), px(bx - uy * half), px(by + ux * half),
        px(bx + uy * half), px(by - ux * half), ink);
}

std::string Svg::take() && {
    text_ += "</svg>\n";
    return std::move(text_);
}

void writePicture(const std::string& path, std::string_view picture) {
    std::ofstream out(path, std::ios::binary);
    if (!(out << picture).flush()) throw InputError(fmt::format("cannot write '{}'", path));
}

}  // namespace fusilier::draw
