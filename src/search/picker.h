// Gives a node's moves one at a time, the likeliest to cut off first, generating no stage before it is needed.
#pragma once

#include <algorithm>
#include <array>

#include "fusilier/movegen.h"
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

template <Rules R>
class Picker {
  public:
    using Killers = std::array<Move, 2>;

    /// All moves. `buffer` must have room for R::maxMoves and is the picker's until it is gone.
    Picker(Position<R>& position, const Safety<R>& safety, const History<R>& history, Move first,
           const Killers& killers, ScoredMove* buffer)
        : position_(position), safety_(safety), history_(history), first_(first), killers_(killers), begin_(buffer) {
        if (first_ && !isLegal(position, safety, first_)) first_ = Move();
        stage_ = safety.inCheck() ? Step::EvasionsFirst : Step::First;
    }
    /// Noisy moves only, save in check.
    Picker(Position<R>& position, const Safety<R>& safety, const History<R>& history, Move first, ScoredMove* buffer)
        : Picker(position, safety, history, first, Killers{}, buffer) {
        if (safety.inCheck()) return;
        if (first_ && !isNoisy(position, first_)) first_ = Move();
        noisyOnly_ = true;
    }

    /// The next move, or no move.
    Move next() {
        switch (stage_) {
            case Step::First:
            case Step::EvasionsFirst:
                stage_ = stage_ == Step::First ? Step::GenerateNoisy : Step::GenerateEvasions;
                if (first_) return first_;
                return next();
            case Step::GenerateEvasions:
                generateAndScore<Stage::All>();
                stage_ = Step::Rest;
                return next();
            case Step::GenerateNoisy:
                generateAndScore<Stage::Noisy>();
                stage_ = Step::GoodNoisy;
                return next();
            case Step::GoodNoisy:
                while (at_ != end_) {
                    const ScoredMove best = takeBest();
                    if (best.move == first_) continue;
                    if (best.score < 0 && !noisyOnly_) {
                        --at_;  // this and all that follow wait for the quiet moves
                        break;
                    }
                    return best.move;
                }
                if (noisyOnly_) return Move();
                badBegin_ = at_;
                badEnd_ = end_;
                stage_ = Step::Killers;
                return next();
            case Step::Killers:
                while (killer_ < killers_.size()) {
                    const Move k = killers_[killer_++];
                    if (k && k != first_ && !isNoisy(position_, k) && isLegal(position_, safety_, k)) return k;
                }
                generateAndScore<Stage::Quiet>();
                stage_ = Step::Quiet;
                return next();
            case Step::Quiet:
                while (at_ != end_) {
                    const Move m = takeBest().move;
                    if (m != first_ && m != killers_[0] && m != killers_[1]) return m;
                }
                at_ = badBegin_;
                end_ = badEnd_;
                stage_ = Step::Rest;
                return next();
            case Step::Rest:
                while (at_ != end_) {
                    const Move m = takeBest().move;
                    if (m != first_) return m;
                }
                return Move();
        }
        return Move();
    }

  private:
    enum class Step : std::uint8_t {
        First,
        GenerateNoisy,
        GoodNoisy,
        Killers,
        Quiet,
        EvasionsFirst,
        GenerateEvasions,
        Rest
    };

    /// Appends a stage's moves behind what is still waiting.
    template <Stage stage>
    void generateAndScore() {
        ScoredMove* const start = end_ == nullptr ? begin_ : end_;
        ScoredSink sink{start};
        Generator<R, stage, ScoredSink>(position_, safety_, sink).all();
        at_ = start;
        end_ = sink.end;
        for (ScoredMove* m = at_; m != end_; ++m)
            m->score = score<stage>(m->move);
    }

    template <Stage stage>
    int score(Move m) const {
        if constexpr (stage == Stage::Quiet) return quietScore(m);
        constexpr int first = 1 << 20;  // any noisy move before any quiet one
        if (stage == Stage::All && !isNoisy(position_, m)) return quietScore(m);
        return noisyScore(m) + (stage == Stage::All ? first : 0);
    }
    int quietScore(Move m) const { return history_.get(position_.sideToMove(), m) + 4 * gain(position_, m); }
    int noisyScore(Move m) const {
        const int value = R::pieces[typeOf(position_[m.from()])].value;
        return 16 * gain(position_, m) - (position_[m.to()] != noPiece ? value : 0);
    }

    ScoredMove takeBest() {
        std::swap(*at_, *std::max_element(at_, end_, [](const auto& a, const auto& b) { return a.score < b.score; }));
        return *at_++;
    }

    Position<R>& position_;
    const Safety<R>& safety_;
    const History<R>& history_;
    Move first_;
    Killers killers_;
    std::size_t killer_ = 0;
    bool noisyOnly_ = false;
    Step stage_;
    ScoredMove* begin_;
    ScoredMove* at_ = nullptr;
    ScoredMove* end_ = nullptr;
    ScoredMove* badBegin_ = nullptr;
    ScoredMove* badEnd_ = nullptr;
};

}  // namespace fusilier
