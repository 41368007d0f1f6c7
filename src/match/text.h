// Small helpers for text that comes from outside.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "fusilier/session.h"

namespace fusilier::match {

inline bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

inline std::string_view trimmed(std::string_view s) {
    while (!s.empty() && isBlank(s.front()))
        s.remove_prefix(1);
    while (!s.empty() && isBlank(s.back()))
        s.remove_suffix(1);
    return s;
}

/// Takes the next word off `rest`; empty at the end.
inline std::string_view nextWord(std::string_view& rest) {
    std::size_t from = 0;
    while (from < rest.size() && isBlank(rest[from]))
        ++from;
    std::size_t to = from;
    while (to < rest.size() && !isBlank(rest[to]))
        ++to;
    const std::string_view word = rest.substr(from, to - from);
    rest.remove_prefix(to);
    return word;
}

inline std::string lowered(std::string_view s) {
    std::string result(s);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// The number that `text` is, if it is one and nothing else; otherwise `fallback`.
template <typename T>
T numberOr(std::string_view text, T fallback) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : fallback;
}

/// A whole number in [low, high]. Throws InputError naming `what`.
template <typename T>
T parseNumber(std::string_view text, T low, T high, std::string_view what) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
        throw InputError(fmt::format("{} must be a number from {} to {}, not '{}'", what, low, high, text));
    return value;
}

inline double parseDouble(std::string_view text, std::string_view what) {
    double value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw InputError(fmt::format("{} must be a number, not '{}'", what, text));
    return value;
}

}  // namespace fusilier::match
