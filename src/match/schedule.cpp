#include "match/schedule.h"

#include <fmt/format.h>

#include "match/text.h"

namespace fusilier::match {

Schedule::Schedule(const ScheduleSettings& s) {
    std::vector<std::pair<std::size_t, std::size_t>> pairings;
    for (std::size_t a = 0; a < s.engines; ++a)
        for (std::size_t b = a + 1; b < s.engines; ++b)
            if (s.tournament == Tournament::RoundRobin || a == 0) pairings.emplace_back(a, b);

    const std::size_t legs = s.repeat ? 2 : 1;
    std::size_t unit = 0;
    for (std::size_t first = 0; first < s.gamesPerPairing; first += legs)
        for (const auto& [a, b] : pairings) {
            const bool ours = unit % s.shardCount == s.shard;
            for (std::size_t leg = 0; ours && leg < legs && first + leg < s.gamesPerPairing; ++leg) {
                const bool reversed = (s.repeat ? leg : first) % 2 != 0;
                games_.push_back({unit, leg, reversed ? b : a, reversed ? a : b, first / legs,
                                  s.repeat ? fmt::format("{}.{}", unit + 1, leg + 1) : fmt::format("{}", unit + 1)});
            }
            ++unit;
        }
}

std::pair<std::uint64_t, std::uint64_t> parseRound(std::string_view round) {
    const std::size_t point = round.find('.');
    const auto unit = numberOr<std::uint64_t>(round.substr(0, point), 0);
    const auto leg = point == std::string_view::npos ? 0 : numberOr<std::uint64_t>(round.substr(point + 1), 0);
    return unit == 0 ? std::pair<std::uint64_t, std::uint64_t>{} : std::pair{unit, leg};
}

bool secondHasWhite(std::string_view round) {
    const auto [unit, leg] = parseRound(round);
    return leg == 0 ? unit > 0 && unit % 2 == 0 : leg == 2;
}

}  // namespace fusilier::match
