// Writes parameters as text, as parameter_text.h reads them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "fusilier/parameter_text.h"

namespace fusilier {

/// Writes what ParameterReader reads.
template <Rules R>
class ParameterWriter {
    using L = Layout<R>;

  public:
    static std::string write(const Parameters<R>& p) {
        ParameterWriter writer(p);
        L::each(writer);
        return writer.text_;
    }

    void one(int index, std::string_view group, std::string_view detail) {
        text_ += fmt::format("{}{}{} {}", group, detail.empty() ? "" : " ", detail, pair(parameters_[index]));
        const Tapered error = parameters_.errors[static_cast<std::size_t>(index)];
        text_ += error == Tapered{} ? "\n" : fmt::format("  {}\n", pair(error));
    }
    void grid(int first, std::string_view group, std::string_view detail, int rows, int columns) {
        for (const bool end : {false, true}) {
            text_ += fmt::format("{} {} {}\n", group, detail, end ? "end" : "middle");
            for (int row = rows; row-- > 0;)
                for (int column = 0; column < columns; ++column) {
                    const Tapered value = parameters_[first + row * columns + column];
                    text_ += fmt::format("{:>7}{}", number(end ? value.end() : value.middle()),
                                         column + 1 == columns ? "\n" : "");
                }
        }
    }

  private:
    explicit ParameterWriter(const Parameters<R>& p) : parameters_(p) {}

    static std::string number(int tenths) { return fmt::format("{:.1f}", tenths / double{centipawn}); }
    static std::string pair(Tapered value) { return fmt::format("{} {}", number(value.middle()), number(value.end())); }

    const Parameters<R>& parameters_;
    std::string text_;
};

}  // namespace fusilier
