#include "tune/fit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <mutex>
#include <numeric>

#include "core/helpers.h"
#include "fusilier/splitmix.h"

namespace fusilier::tune {
namespace {

constexpr std::uint32_t heldOutOneIn = 10;
bool heldOut(std::uint32_t game) {
    return scatter(game + 1) % heldOutOneIn == 0;
}

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}
/// Cross entropy of a chance against a target.
double crossEntropy(double chance, double target) {
    constexpr double tiny = 1e-9;
    return -(target * std::log(chance + tiny) + (1 - target) * std::log(1 - chance + tiny));
}

/// One fit under way.
class Fitter {
  public:
    Fitter(const Dataset& data, const std::vector<Pair>& start, const FitSettings& settings,
           const std::vector<double>& weights)
        : data_(data), start_(start), settings_(settings), weights_(weights), values_(start) {
        for (std::size_t i = 0; i < data.size(); ++i)
            (heldOut(data[i].game) ? kept_ : training_).push_back(i);
        if (kept_.empty()) kept_ = training_;
        first_.resize(start.size());
        second_.resize(start.size());
    }

    FitResult run(const std::function<void(int, double)>& progress) {
        constexpr int patience = 3;     // epochs without getting better before smaller steps
        constexpr int refinements = 4;  // of the step, each to a third
        FitResult best{values_, keptLoss(), 0, 0};
        best.after = best.before;
        SplitMix random(settings_.seed);
        int since = 0, refined = 0;
        for (int epoch = 1; epoch <= settings_.mostEpochs; ++epoch) {
            runEpoch(random);
            const double loss = keptLoss();
            if (progress) progress(epoch, loss);
            best.epochs = epoch;
            if (loss < best.after - 1e-7) {
                best.after = loss;
                best.values = values_;
                since = 0;
            } else if (++since >= patience) {
                if (++refined > refinements) break;
                step_ /= 3;
                since = 0;
                values_ = best.values;
                first_.assign(values_.size(), {});
                second_.assign(values_.size(), {});
                updates_ = 0;
            }
        }
        return best;
    }

  private:
    double weight(const Dataset::Position& p) const { return weights_.empty() ? 1 : weights_[p.game]; }
    double target(const Dataset::Position& p) const {
        return settings_.resultShare * p.result + (1 - settings_.resultShare) * sigmoid(settings_.scoreScale * p.score);
    }
    double chance(const Dataset::Position& p) const { return sigmoid(settings_.scale * data_.evaluate(p, values_)); }

    double keptLoss() const {
        double sum = 0, all = 0;
        for (const std::size_t i : kept_) {
            const double w = weight(data_[i]);
            sum += w * crossEntropy(chance(data_[i]), target(data_[i]));
            all += w;
        }
        return all > 0 ? sum / all : 0;
    }

    void runEpoch(SplitMix& random) {
        constexpr std::size_t batch = 4096;
        for (std::size_t i = training_.size(); i > 1; --i)
            std::swap(training_[i - 1], training_[random.below(i)]);
        for (std::size_t begin = 0; begin < training_.size(); begin += batch)
            update(begin, std::min(begin + batch, training_.size()));
    }

    /// Gradient of the mean loss over part of a batch.
    std::vector<Pair> gradient(std::size_t begin, std::size_t end, double share) const {
        std::vector<Pair> sum(values_.size());
        for (std::size_t b = begin; b < end; ++b) {
            const auto& p = data_[training_[b]];
            const double error = weight(p) * (chance(p) - target(p)) * settings_.scale * share;
            for (std::size_t i = p.begin; i < p.end; ++i) {
                const auto& [parameter, n] = data_.count(i);
                sum[parameter][0] += error * n * p.middle;
                sum[parameter][1] += error * n * p.late;
            }
        }
        return sum;
    }

    /// One step of Adam, in units of each parameter's spread.
    void update(std::size_t begin, std::size_t end) {
        constexpr double keepFirst = 0.9, keepSecond = 0.999, tiny = 1e-12;
        const double share = 1.0 / static_cast<double>(end - begin);
        // Always two halves, so that the sum does not depend on the machine.
        const std::size_t middle = begin + (end - begin) / 2;
        auto other = std::async(weights_.empty() ? std::launch::async : std::launch::deferred,
                                [&] { return gradient(middle, end, share); });
        std::vector<Pair> sum = gradient(begin, middle, share);
        const std::vector<Pair> rest = other.get();
        ++updates_;
        const double correctFirst = 1 - std::pow(keepFirst, updates_);
        const double correctSecond = 1 - std::pow(keepSecond, updates_);
        const double pull = settings_.alike / static_cast<double>(training_.size());
        for (std::size_t j = 0; j < values_.size(); ++j) {
            const double spread = settings_.spread[j];
            if (spread == 0) continue;
            for (std::size_t k = 0; k < 2; ++k) {
                const double away = (values_[j][k] - start_[j][k]) / spread;
                const double g = (sum[j][k] + rest[j][k]) * spread + pull * away;
                first_[j][k] = keepFirst * first_[j][k] + (1 - keepFirst) * g;
                second_[j][k] = keepSecond * second_[j][k] + (1 - keepSecond) * g * g;
                values_[j][k] -=
                    step_ * spread * (first_[j][k] / correctFirst) / (std::sqrt(second_[j][k] / correctSecond) + tiny);
            }
        }
    }

    const Dataset& data_;
    const std::vector<Pair>& start_;
    const FitSettings& settings_;
    const std::vector<double>& weights_;
    std::vector<Pair> values_;
    std::vector<std::size_t> training_, kept_;
    std::vector<Pair> first_, second_;  ///< Adam's moments
    double step_ = 0.02;
    int updates_ = 0;
};

}  // namespace

void Dataset::add(const std::vector<Count>& counts, double middle, double end, std::size_t game, double result,
                  double score) {
    const std::size_t begin = counts_.size();
    counts_.insert(counts_.end(), counts.begin(), counts.end());
    positions_.push_back({begin, counts_.size(), static_cast<float>(middle), static_cast<float>(end),
                          static_cast<float>(result), static_cast<float>(score), static_cast<std::uint32_t>(game)});
}

namespace {

/// The scale that makes the first numbers predict the second, results, best.
double bestScale(const std::vector<std::pair<double, double>>& points) {
    const auto loss = [&](double scale) {
        double sum = 0;
        for (const auto& [value, result] : points)
            sum += crossEntropy(sigmoid(scale * value), result);
        return sum;
    };
    // The loss is convex in the scale: thirds close in on the least.
    double low = 0.0001, high = 0.05;
    while (high - low > 0.00001) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (loss(a) < loss(b) ? high : low) = loss(a) < loss(b) ? b : a;
    }
    return (low + high) / 2;
}

}  // namespace

double fitScale(const Dataset& data, const std::vector<Pair>& values) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < data.size(); ++i)
        points.emplace_back(data.evaluate(data[i], values), data[i].result);
    return bestScale(points);
}

double fitScoreScale(const Dataset& data) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < data.size(); ++i)
        points.emplace_back(data[i].score, data[i].result);
    return bestScale(points);
}

FitResult fit(const Dataset& data, const std::vector<Pair>& start, const FitSettings& settings,
              const std::vector<double>& weights, const std::function<void(int, double)>& progress) {
    return Fitter(data, start, settings, weights).run(progress);
}

std::vector<Pair> bootstrap(const Dataset& data, const std::vector<Pair>& start, const FitSettings& settings,
                            int resamples, const std::function<void(std::vector<Pair>&)>& settle,
                            const std::function<void(int)>& progress) {
    std::vector<std::vector<Pair>> fits(static_cast<std::size_t>(resamples));
    std::atomic<int> next{0};
    std::mutex mutex;
    int done = 0;
    const auto work = [&] {
        for (int i = next++; i < resamples; i = next++) {
            SplitMix random(settings.seed + 1000 + static_cast<std::uint64_t>(i));
            std::vector<double> weights(data.games());
            for (std::size_t g = 0; g < weights.size(); ++g)
                ++weights[random.below(weights.size())];
            std::vector<Pair> values = fit(data, start, settings, weights).values;
            if (settle) settle(values);
            fits[static_cast<std::size_t>(i)] = std::move(values);
            const std::lock_guard lock(mutex);
            if (progress) progress(++done);
        }
    };
    auto helpers = startHelpers(1, [&](int) { work(); });
    work();
    for (std::thread& helper : helpers)
        helper.join();
    std::vector<Pair> deviations(start.size());
    for (std::size_t j = 0; j < start.size(); ++j)
        for (std::size_t k = 0; k < 2; ++k) {
            double mean = 0, square = 0;
            for (const auto& f : fits)
                mean += f[j][k] / resamples;
            for (const auto& f : fits)
                square += (f[j][k] - mean) * (f[j][k] - mean) / std::max(1, resamples - 1);
            deviations[j][k] = std::sqrt(square);
        }
    return deviations;
}

}  // namespace fusilier::tune
