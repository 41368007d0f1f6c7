// Fits parameters to games: logistic regression on sparse counts, by Adam, kept near where it starts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fusilier::tune {

/// A middle-game and an end-game value.
using Pair = std::array<double, 2>;

/// Positions with what they are worth. Positions of one game stand together.
class Dataset {
  public:
    using Count = std::pair<std::uint16_t, std::int16_t>;

    /// `middle` and `end`: weights of the two values, White's chances `target` are 0 to 1.
    void add(const std::vector<Count>& counts, double middle, double end, std::size_t game, double result,
             double score);

    std::size_t size() const { return positions_.size(); }
    std::size_t games() const { return positions_.empty() ? 0 : positions_.back().game + 1; }

    struct Position {
        std::size_t begin, end;  ///< of its counts
        float middle, late;
        float result;  ///< White's points in the game, 0 to 1
        float score;   ///< of a search, in centipawns for White
        std::uint32_t game;
    };
    const Position& operator[](std::size_t i) const { return positions_[i]; }
    const Count& count(std::size_t i) const { return counts_[i]; }

    double evaluate(const Position& p, const std::vector<Pair>& values) const {
        double middle = 0, end = 0;
        for (std::size_t i = p.begin; i < p.end; ++i) {
            const auto& [parameter, n] = counts_[i];
            middle += n * values[parameter][0];
            end += n * values[parameter][1];
        }
        return middle * p.middle + end * p.late;
    }

  private:
    std::vector<Position> positions_;
    std::vector<Count> counts_;
};

struct FitSettings {
    double scale = 0;          ///< chances of White are 1 / (1 + exp(-scale * centipawns))
    double scoreScale = 0;     ///< the same for the centipawns of the searches, made by other parameters
    double resultShare = 0.7;  ///< of the target; the rest is what the search thought
    /// By parameter, in centipawns: how far it may well be from the start. 0 keeps it.
    std::vector<double> spread;
    int mostEpochs = 150;
    std::uint64_t seed = 1;
    /// Positions of one game say much the same: so many count as one against the pull to the start.
    double alike = 20;
};

struct FitResult {
    std::vector<Pair> values;
    double before = 0;  ///< loss on the games held out, at the start
    double after = 0;
    int epochs = 0;
};

/// The scale that makes these values predict the results best.
double fitScale(const Dataset& data, const std::vector<Pair>& values);
/// The one that makes the scores of the searches do so.
double fitScoreScale(const Dataset& data);

/// One game in ten is held out: fitting stops when it does not get better on those. `weights`: by game, for resampling;
/// empty for all alike. `progress(epoch, loss)`.
FitResult fit(const Dataset& data, const std::vector<Pair>& start, const FitSettings& settings,
              const std::vector<double>& weights = {}, const std::function<void(int, double)>& progress = {});

/// Standard deviations of the values over fits to games drawn anew with replacement. `settle` is applied to the values
/// of each fit first.
std::vector<Pair> bootstrap(const Dataset& data, const std::vector<Pair>& start, const FitSettings& settings,
                            int resamples, const std::function<void(std::vector<Pair>&)>& settle = {},
                            const std::function<void(int)>& progress = {});

}  // namespace fusilier::tune
