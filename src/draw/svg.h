// Pictures as SVG text.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace fusilier::draw {

/// Text with the characters escaped that XML gives a meaning.
std::string escaped(std::string_view text);

/// A length, with two decimals at most.
std::string px(double length);

/// A picture that grows line by line. Lengths are pixels; y counts downwards.
class Svg {
  public:
    Svg(double width, double height, std::string_view title);

    /// Adds a line of markup.
    template <typename... T>
    void add(fmt::format_string<T...> format, T&&... values) {
        text_ += fmt::format(format, std::forward<T>(values)...) + "\n";
    }
    void addText(double x, double y, double size, std::string_view anchor, std::string_view ink, std::string_view text,
                 std::string_view weight = "normal");
    /// A line from one point to another with a head at its end.
    void addArrow(double x1, double y1, double x2, double y2, double width, std::string_view ink);

    /// The whole picture.
    std::string take() &&;

  private:
    std::string text_;
};

/// Colours of a picture.
struct Theme {
    std::string_view ground, light, dark, edge, ink;
    std::string_view mark;      ///< squares of a move
    std::string_view arrow;     ///< and what a piece reaches
    std::string_view appears;   ///< squares that have got a unit
    std::string_view vanishes;  ///< squares that have lost one
};
inline constexpr Theme lightTheme{"#ffffff", "#f4ecdb", "#c9b28c", "#8d7852", "#3a3326",
                                  "#f2c230", "#1f5fa8", "#3f9a4c", "#c2403a"};
inline constexpr Theme darkTheme{"#16181d", "#868c9b", "#575d6c", "#30343d", "#d8dbe2",
                                 "#d9a520", "#8fc1ff", "#57b868", "#e2645c"};

/// Writes a file. Throws InputError if that fails.
void writePicture(const std::string& path, std::string_view picture);

}  // namespace fusilier::draw
