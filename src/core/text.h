// Small text helpers shared by the parsers.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace fusilier {

/// Words between blanks (spaces, tabs).
std::vector<std::string_view> splitWords(std::string_view text);

/// True for a non-empty string of digits.
bool allDigits(std::string_view text);

/// Value of a digit string; `most` if it is larger.
int toNumber(std::string_view digits, int most);

/// At most 40 characters of `text`, unprintable ones as '?', for quoting bad input in a message.
std::string quoted(std::string_view text);

char lower(char c);
char upper(char c);
bool isUpper(char c);

/// The whole of `text` as a decimal number; nothing if it is anything else or does not fit.
template <std::integral T>
std::optional<T> parseNumber(std::string_view text) {
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

/// The words with one space between each.
template <typename Words>
std::string joinWords(const Words& words) {
    std::string text;
    for (const auto& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

inline bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace fusilier
