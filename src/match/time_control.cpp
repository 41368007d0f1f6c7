#include "match/time_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fusilier/session.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

std::string seconds(std::int64_t ms) {
    std::string s = fmt::format("{}.{:03}", ms / 1000, ms % 1000);
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
    return s;
}

}  // namespace

std::int64_t parseSeconds(std::string_view text) {
    const std::string_view all = text;
    double minutes = 0;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        minutes = parseNumber<int>(text.substr(0, colon), 0, 100000, "minutes");
        text.remove_prefix(colon + 1);
    }
    const double value = parseDouble(text, "time in seconds");
    const double ms = std::round((minutes * 60 + value) * 1000);
    if (!(value >= 0 && ms <= 1e12)) throw InputError(fmt::format("time out of range: '{}'", all));
    return static_cast<std::int64_t>(ms);
}

TimeControl parseTimeControl(std::string_view text) {
    const std::string_view all = text;
    TimeControl tc;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        tc.moves = parseNumber<int>(text.substr(0, slash), 0, 1000, "moves of a time control");
        text.remove_prefix(slash + 1);
    }
    const std::size_t plus = text.find('+');
    tc.base = parseSeconds(text.substr(0, plus));
    if (plus != std::string_view::npos) tc.increment = parseSeconds(text.substr(plus + 1));
    // The increment comes after a move.
    if (tc.base == 0) throw InputError(fmt::format("time control '{}' leaves no time for the first move", all));
    return tc;
}

std::string toString(const TimeControl& tc) {
    std::string s = tc.moves > 0 ? fmt::format("{}/", tc.moves) : "";
    s += seconds(tc.base);
    if (tc.increment > 0) s += fmt::format("+{}", seconds(tc.increment));
    return s;
}

void PlayerClock::moved(std::int64_t elapsedMs) {
    // Time over the limit that the margin forgave is not carried on.
    left_ = std::max<std::int64_t>(left_ - elapsedMs, 0) + tc_.increment;
    if (tc_.moves > 0 && --movesLeft_ == 0) {
        movesLeft_ = tc_.moves;
        left_ += tc_.base;
    }
}

}  // namespace fusilier::match
