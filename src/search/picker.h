// Gives a node's moves one at a time, the likeliest to cut off first, generating no stage before it is needed.
#pragma once

#include <algorithm>
#include <array>

#include "fusilier/movegen.h"
#include "search/exchange.h"
#include "search/gain.h"
#include "search/history.h"

namespace fusilier {

struct ScoredMove {
    Move move;
    int score;
};

/// Generates straight into scored entries.
struct ScoredSink {
    static constexpr bool counts = false;
    ScoredMove* end;
    void add(Move m) { (end++)->move = m; }
};

/// What is known at a node about its quiet moves.
template <Rules R>
struct QuietHints {
    std::array<Move, 3> refutations{};             ///< killers and counter move; any may be missing or not legal
    std::array<const std::int16_t*, 2> replies{};  ///< rows of History for the last move and the one before it
};

template <Rules R>
class Picker {
  public:
    /// All moves, or, out of check, noisy moves only. `first` (from the table) may be no move, or not legal.
    /// `buffer` must have room for R::maxMoves and is the picker's until it is gone.
    Picker(Position<R>& position, const Safety<R>& safety, const History<R>& history, Move first,
           const QuietHints<R>& hints, bool noisyOnly, ScoredMove* buffer)
        : position_(position),
          safety_(safety),
          history_(history),
          first_(first),
          hints_(hints),
          noisyOnly_(noisyOnly && !safety.inCheck()),
          stage_(Step::First),
          end_(buffer),
          badEnd_(buffer),
          badBegin_(buffer) {
        const bool unwanted = noisyOnly_ && !isNoisy(position, first);
        if (first_ && (unwanted || !isLegal(position, safety, first_))) first_ = Move();
        if (!first_) stage_ = afterFirst();
    }

    /// The next move, or no move.
    Move next() {
        switch (stage_) {
            case Step::First:
                stage_ = afterFirst();
                return first_;
            case Step::Evasions:
                generateAndScore<Stage::All>();
                stage_ = Step::Rest;
                return next();
            case Step::Noisy:
                generateAndScore<Stage::Noisy>();
                badBegin_ = badEnd_ = at_;
                stage_ = Step::GoodNoisy;
                [[fallthrough]];
            case Step::GoodNoisy:
                while (at_ != end_) {
                    const ScoredMove m = takeBest();
                    if (m.move == first_) continue;
                    if (!losesMaterial(m.move)) return m.move;
                    *badEnd_++ = m;  // behind the quiet moves; the place is free, since all before it are taken
                }
                if (noisyOnly_) return Move();
                stage_ = Step::Refutations;
                [[fallthrough]];
            case Step::Refutations:
                while (refutation_ < hints_.refutations.size()) {
                    const Move m = hints_.refutations[refutation_++];
                    if (isRefutation(m, refutation_ - 1)) return m;
                }
                generateAndScore<Stage::Quiet>();
                stage_ = Step::Quiet;
                [[fallthrough]];
            case Step::Quiet:
                while (at_ != end_) {
                    const Move m = takeBest().move;
                    if (m != first_ && !given(m)) return m;
                }
                at_ = badBegin_;
                end_ = badEnd_;
                stage_ = Step::Bad;
                [[fallthrough]];
            case Step::Bad:
                return at_ != end_ ? (at_++)->move : Move();
            case Step::Rest:
                while (at_ != end_) {
                    const Move m = takeBest().move;
                    if (m != first_) return m;
                }
                return Move();
        }
        return Move();
    }

    /// Is the move that was given last, or any that follows, one that loses material by exchanges?
    bool onlyBadLeft() const { return stage_ == Step::Bad; }

    /// By history; it knows splits from whole moves.
    int quietScore(Move m) const {
        const std::size_t unit = History<R>::unitIndex(m);
        int score = history_.quiet(position_.sideToMove(), m);
        for (const std::int16_t* row : hints_.replies)
            if (row != nullptr) score += row[unit];
        return score;
    }

  private:
    enum class Step : std::uint8_t { First, Noisy, GoodNoisy, Refutations, Quiet, Bad, Evasions, Rest };

    Step afterFirst() const { return safety_.inCheck() ? Step::Evasions : Step::Noisy; }

    /// Generates behind what is already in the buffer.
    template <Stage stage>
    void generateAndScore() {
        at_ = end_;
        ScoredSink sink{end_};
        Generator<R, stage, ScoredSink>(position_, safety_, sink).all();
        end_ = sink.end;
        for (ScoredMove* m = at_; m != end_; ++m)
            m->score = score<stage>(m->move);
    }

    template <Stage stage>
    int score(Move m) const {
        constexpr int aboveQuiet = 1 << 24;
        if (stage == Stage::Quiet || (stage == Stage::All && !isNoisy(position_, m))) return quietScore(m);
        return noisyScore(m) + (stage == Stage::All ? aboveQuiet : 0);
    }
    int noisyScore(Move m) const { return 16 * gain(position_, m) - R::pieces[typeOf(position_[m.from()])].value; }
    bool losesMaterial(Move m) const {
        // Even if what lands is lost for nothing?
        if (m.kind() < MoveKind::Room && gain(position_, m) >= R::pieces[m.arg()].value) return false;
        return Exchange<R>::of(position_, m) < 0;
    }

    bool isRefutation(Move m, std::size_t i) const {
        if (!m || m == first_ || isNoisy(position_, m)) return false;
        for (std::size_t j = 0; j < i; ++j)
            if (hints_.refutations[j] == m) return false;
        return isLegal(position_, safety_, m);
    }
    bool given(Move m) const {
        return std::find(hints_.refutations.begin(), hints_.refutations.end(), m) != hints_.refutations.end();
    }

    ScoredMove takeBest() {
        std::swap(*at_, *std::max_element(at_, end_, [](const auto& a, const auto& b) { return a.score < b.score; }));
        return *at_++;
    }

    Position<R>& position_;
    const Safety<R>& safety_;
    const History<R>& history_;
    Move first_;
    const QuietHints<R>& hints_;
    std::size_t refutation_ = 0;
    bool noisyOnly_;
    Step stage_;
    ScoredMove* at_ = nullptr;
    ScoredMove* end_;
    ScoredMove* badEnd_;
    ScoredMove* badBegin_;
};

}  // namespace fusilier
