// The table of a match, made from the records of its games: the same whether they were just played or read from files.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "match/game.h"
#include "match/pgn.h"
#include "match/stats.h"

namespace fusilier::match {

/// Results of the first engine against the second.
struct PairingScore {
    Wdl total;
    Wdl asWhite;
    Wdl asBlack;
    Penta penta;  ///< pairs of which both games are finished
};

class Standings {
  public:
    /// Names in the order of the table's pairings; others are added as they turn up.
    explicit Standings(std::vector<std::string> names = {}) : names_(std::move(names)) {}

    /// Counts a finished game; games without a result ("*") are left out.
    void add(const GameRecord& game);

    std::size_t games() const { return games_; }
    const std::vector<std::string>& names() const { return names_; }
    /// Results of `a` against `b`.
    PairingScore between(std::size_t a, std::size_t b) const;
    /// Results of `a` against all.
    PairingScore overall(std::size_t a) const;
    /// By pairs if there are any, else by games.
    Estimate estimateOf(const PairingScore& score) const;
    double llrOf(const Sprt& sprt, const PairingScore& score) const;

    /// "Score of A vs B: 5 - 3 - 2  [0.600] 10".
    std::string scoreLine(std::size_t a, std::size_t b) const;
    /// The whole table with what is known of games and searches. `llr` replaces the one of all games, where a test has
    /// been decided before the last game.
    std::string report(const std::optional<Sprt>& sprt, std::optional<double> llr = {}) const;
    /// The same for machines: one JSON object. `extra` is put in as it is: `"key": value, `.
    std::string json(const std::optional<Sprt>& sprt, std::optional<double> llr = {},
                     const std::string& extra = "") const;

  private:
    struct OpenPair {
        std::size_t first = 0;  // the lower of the two engines
        int points = 0;         // of it, in half points
        int games = 0;
    };

    std::size_t indexOf(std::string_view name);
    void addPair(std::string_view round, std::size_t a, std::size_t b, int halfPoints);

    std::vector<std::string> names_;
    std::map<std::pair<std::size_t, std::size_t>, PairingScore> pairings_;  // first < second
    std::map<std::pair<std::uint64_t, std::size_t>, OpenPair> open_;        // by unit and pairing
    std::map<std::string, std::uint64_t> reasons_;
    std::map<std::size_t, SearchTotals> searches_;
    std::size_t games_ = 0;
    std::uint64_t plies_ = 0;
    Wdl white_;  // White's results, whoever it was
};

/// A JSON string with its quotes.
std::string jsonString(std::string_view text);

}  // namespace fusilier::match
