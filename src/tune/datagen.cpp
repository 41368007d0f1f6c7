#include "tune/datagen.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "core/helpers.h"
#include "fusilier/splitmix.h"
#include "match/openings.h"

namespace fusilier::tune {
namespace {

constexpr int longestGame = 300;  ///< plies; then it counts as drawn

/// Keeps the last exact score and the best move.
class Thinker : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override {
        if (info.score.bound == Score::Bound::Exact) score_ = info.score;
    }
    void onBestMove(std::string_view best, std::string_view) override { best_ = best; }

    const std::string& best() const { return best_; }
    std::int16_t score() const {
        if (score_.kind == Score::Kind::Mate) return score_.value > 0 ? mateScore : -mateScore;
        return static_cast<std::int16_t>(std::clamp<int>(score_.value, -mateScore + 1, mateScore - 1));
    }

  private:
    Score score_;
    std::string best_;
};

/// Ends games whose rest is no news: long decided, or long level.
class Umpire {
  public:
    /// The result in halves of a point for White, once it is clear.
    std::optional<std::uint8_t> judge(std::int16_t score, Color mover) {
        constexpr int decisive = 1500, level = 6;
        constexpr int decidedPlies = 5, levelPlies = 16, notBefore = 100;
        const int white = mover == Color::White ? score : -score;
        const int sign = white >= decisive ? 1 : white <= -decisive ? -1 : 0;
        decided_ = sign != 0 && sign == sign_ ? decided_ + 1 : 0;
        sign_ = sign;
        level_ = std::abs(white) <= level ? level_ + 1 : 0;
        ++plies_;
        if (decided_ >= decidedPlies) return static_cast<std::uint8_t>(sign > 0 ? 2 : 0);
        if (plies_ >= longestGame || (plies_ > notBefore && level_ >= levelPlies)) return 1;
        return std::nullopt;
    }

  private:
    int sign_ = 0;
    int decided_ = 0;
    int level_ = 0;
    int plies_ = 0;
};

std::string randomOpening(const Game& game, const DataHeader& header, SplitMix& random) {
    constexpr int fewest = 6, choices = 5;
    constexpr int bound = 300;  // centipawns: lost positions teach little, unbalanced ones much
    const int plies = fewest + static_cast<int>(random.below(choices));
    return match::RandomOpenings(game, {plies, bound, header.nodes, random.next()}).next();
}

DataGame play(const Game& game, const DataHeader& header, std::uint32_t number, Session& session) {
    // Numbers of one seed and seeds of one number must not repeat each other's openings.
    SplitMix random(SplitMix(header.seed).next() + number);
    DataGame record{number, 1, randomOpening(game, header, random), {}};
    session.newGame();
    session.setPosition(record.fen, {});
    Limits limits;
    limits.nodes = header.nodes;
    Umpire umpire;
    for (Outcome outcome = session.outcome();; outcome = session.outcome()) {
        if (outcome.over()) {
            if (outcome.loser) record.result = *outcome.loser == Color::White ? 0 : 2;
            return record;
        }
        Thinker thinker;
        session.go(limits, thinker);
        session.wait();
        const auto moves = session.legalMoves();
        const auto place = std::lower_bound(moves.begin(), moves.end(), thinker.best()) - moves.begin();
        record.plies.push_back({static_cast<std::uint16_t>(place), session.quiet(thinker.best()), thinker.score()});
        if (const auto result = umpire.judge(thinker.score(), session.sideToMove())) {
            record.result = *result;
            return record;
        }
        session.play(thinker.best());
    }
}

/// Writes games in the order of their numbers, whichever is finished first.
class OrderedWriter {
  public:
    OrderedWriter(std::ofstream& out, std::size_t first) : out_(out), next_(first) {}
    /// Returns how many are written.
    std::size_t add(std::size_t place, std::string record) {
        const std::lock_guard lock(mutex_);
        waiting_[place] = std::move(record);
        for (auto it = waiting_.find(next_); it != waiting_.end(); it = waiting_.find(++next_)) {
            out_ << it->second << std::flush;
            waiting_.erase(it);
        }
        if (!out_) throw std::runtime_error("cannot write the games");
        return next_;
    }

  private:
    std::mutex mutex_;
    std::ofstream& out_;
    std::size_t next_;
    std::map<std::size_t, std::string> waiting_;
};

/// How many games the file has already; cuts off an incomplete one.
std::size_t resume(const DatagenSettings& s) {
    if (!std::filesystem::exists(s.file)) {
        std::ofstream out(s.file, std::ios::binary);
        out << headerLine(s.header);
        if (!out.flush()) throw InputError(fmt::format("cannot write {}", s.file));
        return 0;
    }
    const DataFile file = decode(readFile(s.file), s.file);
    if (file.header != s.header)
        throw InputError(fmt::format("{} was made with other settings: {}", s.file,
                                     headerLine(file.header).substr(0, headerLine(file.header).size() - 1)));
    if (file.goodBytes < file.size) std::filesystem::resize_file(s.file, file.goodBytes);
    return file.games.size();
}

}  // namespace

void generate(const Game& game, const DatagenSettings& s,
              const std::function<void(std::size_t, std::size_t)>& progress) {
    const std::size_t first = resume(s);
    const std::size_t all = (std::size_t{s.games} + s.header.shardCount - 1 - s.header.shard) / s.header.shardCount;
    std::ofstream out(s.file, std::ios::binary | std::ios::app);
    OrderedWriter writer(out, first);
    std::atomic<std::size_t> next{first};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            const auto session = game.open();
            session->setHash(4);
            for (std::size_t place = next++; place < all; place = next++) {
                const auto number = static_cast<std::uint32_t>(place * s.header.shardCount + s.header.shard);
                const std::size_t done = writer.add(place, encode(play(game, s.header, number, *session)));
                const std::lock_guard lock(mutex);
                if (progress) progress(done, all);
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            next = all;
        }
    };
    auto helpers = startHelpers(s.threads - 1, [&](int) { work(); });
    work();
    for (std::thread& helper : helpers)
        helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace fusilier::tune
