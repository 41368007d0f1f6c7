#include "core/text.h"

#include <algorithm>

namespace fusilier {

namespace {
constexpr std::string_view blanks = " \t\r\n\v\f";
constexpr std::size_t longestQuote = 40;
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
}  // namespace

std::vector<std::string_view> splitWords(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t start = text.find_first_not_of(blanks); start != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, start), text.size());
        words.push_back(text.substr(start, end - start));
        start = text.find_first_not_of(blanks, end);
    }
    return words;
}

bool allDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

int toNumber(std::string_view digits, int most) {
    long long value = 0;
    for (const char c : digits)
        value = std::min<long long>(value * 10 + (c - '0'), most);
    return static_cast<int>(value);
}

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, longestQuote))
        out += c >= ' ' && c <= '~' ? c : '?';
    if (text.size() > longestQuote) out += "...";
    return out + "'";
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

}  // namespace fusilier
