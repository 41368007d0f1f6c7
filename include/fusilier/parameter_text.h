// A room's file `params`: the evaluation's values as text, read by the compiler and, from other files, at run time.
//
//   # what follows is in centipawns: middle game, end game, and their errors where they are known
//   tempo 12.0 12.0
//   value N 320.0 315.5 2.1 3.0
//   table N middle
//   -10.0 -5.0 0.0 2.5
//   ...
//   table N end
//   ...
//
// Everything stands in the order of the Layout. Rows of a table go from the far rank to the side's own first one, and
// from the edge file to the middle. The file begins with R"( and ends with )" so that the compiler can include it.
#pragma once

#include <string_view>

#include "fusilier/parameters.h"

namespace fusilier {

inline constexpr std::string_view paramsOpen = "R\"(";
inline constexpr std::string_view paramsClose = ")\"";

/// Throws InputError: in that line stands `found` ("" at the end), not what was wanted.
[[noreturn]] void refuseParameters(std::string_view game, int line, std::string_view wanted, std::string_view found);

/// Reads the text in the order of the layout. Throws InputError that names the line; a compile-time error in a room.
template <Rules R>
class ParameterReader {
    using L = Layout<R>;

  public:
    static constexpr Parameters<R> read(std::string_view text) {
        ParameterReader reader(text);
        L::each(reader);
        const std::string_view rest = reader.word();
        if (!rest.empty()) reader.complain("the end", rest);
        return reader.result_;
    }

    constexpr void one(int index, std::string_view group, std::string_view detail) {
        name(group, detail);
        result_[index] = pair();
        skipBlanks();
        if (!text_.empty() && text_[0] != '\n') result_.errors[static_cast<std::size_t>(index)] = pair();
    }
    constexpr void grid(int first, std::string_view group, std::string_view detail, int rows, int columns) {
        for (const bool end : {false, true}) {
            name(group, detail);
            expect(end ? "end" : "middle");
            for (int row = rows; row-- > 0;)
                for (int column = 0; column < columns; ++column) {
                    Tapered& value = result_[first + row * columns + column];
                    value = end ? Tapered(value.middle(), number()) : Tapered(number(), 0);
                }
        }
    }

  private:
    static constexpr int most = 10000 * centipawn;

    constexpr explicit ParameterReader(std::string_view text) : text_(text) {}

    static constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    constexpr void skipBlanks() {
        std::size_t n = 0;
        while (n < text_.size() && blank(text_[n]))
            ++n;
        text_.remove_prefix(n);
    }
    /// The next word, over line ends and comments; empty at the end.
    constexpr std::string_view word() {
        for (;;) {
            skipBlanks();
            if (text_.empty()) return {};
            if (text_[0] == '#') {
                const std::size_t end = text_.find('\n');
                text_.remove_prefix(end == std::string_view::npos ? text_.size() : end);
            } else if (text_[0] == '\n') {
                text_.remove_prefix(1);
                ++line_;
            } else {
                break;
            }
        }
        std::size_t n = 0;
        while (n < text_.size() && text_[n] != '\n' && !blank(text_[n]))
            ++n;
        const std::string_view found = text_.substr(0, n);
        text_.remove_prefix(n);
        return found;
    }
    constexpr void expect(std::string_view wanted) {
        const std::string_view found = word();
        if (found != wanted) complain(wanted, found);
    }
    constexpr void name(std::string_view group, std::string_view detail) {
        expect(group);
        if (!detail.empty()) expect(detail);
    }
    constexpr Tapered pair() {
        const int middle = number();
        return {middle, number()};
    }
    /// Centipawns with at most one decimal.
    constexpr int number() {
        const std::string_view found = word();
        std::string_view digits = found;
        const bool negative = !digits.empty() && digits[0] == '-';
        if (negative) digits.remove_prefix(1);
        std::size_t n = 0;
        int value = 0;
        for (; n < digits.size() && digits[n] >= '0' && digits[n] <= '9' && value < most; ++n)
            value = 10 * value + (digits[n] - '0');
        bool good = n > 0;
        value *= centipawn;
        if (n + 2 == digits.size() && digits[n] == '.' && digits[n + 1] >= '0' && digits[n + 1] <= '9') {
            value += digits[n + 1] - '0';
            n += 2;
        }
        good = good && n == digits.size() && value <= most;
        if (!good) complain("a number of centipawns with at most one decimal, at most 10000", found);
        return negative ? -value : value;
    }
    [[noreturn]] void complain(std::string_view wanted, std::string_view found) const {
        refuseParameters(R::name, line_, wanted, found);
    }

    std::string_view text_;
    int line_ = 1;
    Parameters<R> result_;
};

/// What the game is played with.
template <Rules R>
inline constexpr Parameters<R> parameters = std::string_view(R::params).empty() ? HandMade<R>::parameters()
                                                                                : ParameterReader<R>::read(R::params);

}  // namespace fusilier
