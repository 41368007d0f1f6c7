// XBoard's protocol: time control, thinking, pondering, analysis.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/text.h"
#include "protocol/xboard.h"

namespace fusilier {

namespace {

/// Ample for any game, and far from overflow when a search adds such times up.
constexpr std::int64_t longestMs = std::int64_t{1} << 40;

/// Seconds, maybe with decimals, in milliseconds.
std::int64_t readSeconds(std::string_view text) {
    const auto point = text.find('.');
    const auto whole = parseNumber<std::int64_t>(text.substr(0, point));
    std::string decimals(point == std::string_view::npos ? std::string_view() : text.substr(point + 1, 3));
    if (!whole || *whole < 0 || (!decimals.empty() && !allDigits(decimals))) throw InputError("not a time");
    decimals.resize(3, '0');
    return std::min(*whole, longestMs / 1000) * 1000 + toNumber(decimals, 999);
}

/// `MIN` or `MIN:SEC` in milliseconds; what follows is ignored, as the protocol asks.
std::int64_t readBase(std::string_view text) {
    const auto end = text.find_first_not_of("0123456789:");
    text = text.substr(0, end);
    const auto colon = text.find(':');
    const auto minutes = parseNumber<std::int64_t>(text.substr(0, colon));
    std::optional<std::int64_t> seconds = 0;
    if (colon != std::string_view::npos) seconds = parseNumber<std::int64_t>(text.substr(colon + 1));
    if (!minutes || !seconds) throw InputError("not a time");
    return std::min(std::min(*minutes, longestMs / 60'000) * 60'000 + std::min(*seconds, longestMs / 1000) * 1000,
                    longestMs);
}

/// A clock in hundredths of a second. A flag may have fallen.
std::int64_t readClock(std::string_view text) {
    const auto hundredths = parseNumber<std::int64_t>(text);
    if (!hundredths) throw InputError("not a number");
    return std::clamp(*hundredths, -longestMs / 10, longestMs / 10) * 10;
}

int scoreText(const Score& score) {
    if (score.kind == Score::Kind::Centipawns) return score.value;
    return score.value > 0 ? 100'000 + score.value : -100'000 + score.value;
}

class QuietListener final : public SearchListener {
  public:
    void onInfo(const SearchInfo&) override {}
    void onBestMove(std::string_view best, std::string_view) override { move = best; }

    std::string move;
};

}  // namespace

// --- Time control ---

void Xboard::level(Words words) {
    const auto moves = parseNumber<int>(words[0]);
    if (!moves || *moves < 0) throw InputError("not a number of moves");
    const auto base = readBase(words[1]);
    const auto increment = readSeconds(words[2]);
    movesPerSession_ = *moves;
    levelPly_ = game_->moves().size();
    base_ = base;
    increment_ = increment;
    moveTime_.reset();
    ownTime_.reset();
    otherTime_.reset();
}

void Xboard::fixedTime(Words words) {
    moveTime_ = readSeconds(words.front());
}

void Xboard::depth(Words words) {
    const auto plies = parseNumber<int>(words.front());
    if (!plies || *plies < 0) throw InputError("not a depth");
    depth_ = *plies > 0 ? plies : std::nullopt;
    if (search_ == Search::Ponder) searchAnew();
}

void Xboard::nodeRate(Words words) {
    const auto rate = parseNumber<std::int64_t>(words.front());
    if (!rate) throw InputError("not a number");
    nodeRate_ = *rate > 0 ? rate : std::nullopt;
}

void Xboard::time(Words words) {
    ownTime_ = readClock(words.front());
}

void Xboard::opponentTime(Words words) {
    otherTime_ = readClock(words.front());
}

Limits Xboard::clockLimits() const {
    Limits limits;
    limits.depth = depth_;
    const auto own = static_cast<std::size_t>(index(engineColor_));
    const auto plies = game_->moves().size();
    const int made = static_cast<int>((plies - std::min(levelPly_, plies)) / 2);
    std::int64_t share = 0;  // of the clock, for one move
    if (moveTime_) {
        limits.moveTime = moveTime_;
        share = *moveTime_;
    } else {
        limits.time[own] = ownTime_.value_or(base_);
        limits.time[1 - own] = otherTime_.value_or(base_);
        limits.increment = {increment_, increment_};
        if (movesPerSession_ > 0) limits.movesToGo = movesPerSession_ - made % movesPerSession_;
        share = std::max<std::int64_t>(*limits.time[own], 0) / limits.movesToGo.value_or(30) + increment_;
    }
    if (nodeRate_) {
        Limits counted;
        counted.depth = depth_;
        const auto most = std::int64_t{1} << 60;
        counted.nodes = static_cast<std::uint64_t>(
            std::max<std::int64_t>(share > most / *nodeRate_ ? most / 1000 : share * *nodeRate_ / 1000, 1));
        return counted;
    }
    return limits;
}

// --- Starting and ending searches ---

/// The moves that are not excluded; empty where that is all of them.
std::vector<std::string> Xboard::allowedMoves() {
    std::vector<std::string> allowed;
    if (excluded_.empty()) return allowed;
    for (const auto& move : game_->rules().legalMoves())
        if (!excluded_.contains(move)) allowed.push_back(move);
    return allowed;
}

void Xboard::start(Search search, Limits limits, std::vector<std::string> moves) {
    halt();
    engine_.session().setPosition(game_->base(), moves);
    {
        const std::lock_guard lock(infoMutex_);
        info_ = {};
        currentMove_.clear();
        currentNumber_ = 0;
        rootMoves_ = static_cast<int>(limits.searchMoves.empty() ? engine_.session().legalMoves().size()
                                                                 : limits.searchMoves.size());
        pvStart_ = search == Search::Ponder ? ponderMove_ : "";
        marginNow_ = search == Search::Analysis ? margin_ : 0;
    }
    engine_.session().go(limits, *this);
    search_ = search;
}

/// Ends a search, if there is one, without its move.
void Xboard::halt() {
    held_.reset();
    if (search_ == Search::None) return;
    engine_.halt();
    search_ = Search::None;
    ++searchId_;
    sayWhatWaited();
}

/// Obeys and answers what has come while we thought.
void Xboard::sayWhatWaited() {
    for (const auto& line : std::exchange(later_, {}))
        obey(line);
    for (const auto& pong : std::exchange(pings_, {}))
        say(pong);
}

void Xboard::think() {
    Limits limits = clockLimits();
    limits.searchMoves = allowedMoves();
    if (limits.searchMoves.empty() && !excluded_.empty()) throw InputError("every move is excluded");
    // Before the user's first move has shown whether XBoard tests legality, a move that it takes in any case.
    if (mayTestLegality() && game_->moves().empty()) {
        std::vector<std::string> plain;
        for (const auto& move : limits.searchMoves.empty() ? game_->rules().legalMoves() : limits.searchMoves)
            if (allDigits(move.substr(move.size() - 1)) && game_->shownWhole(move)) plain.push_back(move);
        if (!plain.empty()) limits.searchMoves = std::move(plain);
    }
    start(Search::Move, limits, game_->moves());
}

/// The move to expect here, from the last search or else from a short one; empty where there is none.
std::string Xboard::foresee() {
    if (!refused_.empty()) return "";
    if (!expected_.empty() || game_->rules().legalMoves().empty()) return expected_;
    QuietListener listener;
    Limits limits;
    limits.moveTime = 100;
    engine_.session().setPosition(game_->base(), game_->moves());
    engine_.session().go(limits, listener);
    engine_.session().wait();
    return listener.move;
}

void Xboard::ponder() {
    if (!pondering_ || mode_ != Mode::Play || engineToMove()) return;
    expected_ = foresee();
    if (expected_.empty()) return;
    ponderMove_ = expected_;
    Limits limits;  // of time there are none before the user's move, when the clocks are known
    limits.depth = depth_;
    limits.ponder = true;
    auto moves = game_->moves();
    moves.push_back(ponderMove_);
    start(Search::Ponder, limits, std::move(moves));
}

void Xboard::restartAnalysis() {
    if (mode_ != Mode::Analyze) return;
    halt();
    if (!refused_.empty()) return;
    const auto legal = game_->rules().legalMoves();
    if (legal.empty() || std::all_of(legal.begin(), legal.end(), [&](const auto& m) { return excluded_.contains(m); }))
        return;
    Limits limits;
    limits.infinite = true;
    if (margin_ > 0) limits.multiPv = 16;
    limits.searchMoves = allowedMoves();
    start(Search::Analysis, limits, game_->moves());
}

/// What was set holds for a search in progress, too, unless it is for a move.
void Xboard::searchAnew() {
    if (search_ == Search::Ponder) {
        halt();
        ponder();
    }
    restartAnalysis();
}

/// Three moves in a row with a score that is not worth playing on for.
bool Xboard::resigns() {
    const auto& options = engine_.options();
    if (options.find("Resign")->value != "true") return false;
    const auto limit = parseNumber<int>(options.find("Resign Score")->value).value_or(1000);
    const std::lock_guard lock(infoMutex_);
    hopeless_ = info_.depth > 0 && scoreText(info_.score) <= -limit ? hopeless_ + 1 : 0;
    return hopeless_ >= 3;
}

void Xboard::onFound(const Event& event) {
    if (event.search != searchId_ || search_ != Search::Move) return;
    engine_.session().wait();
    search_ = Search::None;
    ++searchId_;
    bool done = true;
    if (event.text.empty()) {
        announceEnd();
    } else if (resigns()) {
        say("resign");
    } else {
        done = playFound(event);
    }
    sayWhatWaited();
    if (!done) ponder();
}

/// True if that ends the game, or has to wait.
bool Xboard::playFound(const Event& event) {
    const bool plain = allDigits(event.text.substr(event.text.size() - 1)) && game_->shownWhole(event.text);
    if (!plain && mayTestLegality()) {
        held_ = event;
        askOfLegality();
        return true;
    }
    const auto lines = game_->playEngine(event.text);
    say(lines);
    comment();
    afterPositionChange();
    expected_ = event.ponder;
    return announceEnd();
}

// --- Commands ---

void Xboard::hard(Words) {
    pondering_ = true;
    if (search_ == Search::None) ponder();
}

void Xboard::easy(Words) {
    pondering_ = false;
    if (search_ == Search::Ponder) halt();
}

void Xboard::showThinking(Words) {
    post_ = true;
}

void Xboard::hideThinking(Words) {
    post_ = false;
}

void Xboard::analyze(Words) {
    halt();
    mode_ = Mode::Analyze;
    post_ = true;
    restartAnalysis();
}

void Xboard::leaveAnalysis(Words) {
    if (mode_ != Mode::Analyze) return;
    halt();
    mode_ = Mode::Force;
}

/// `stat01: time nodes ply movesleft moves current`
void Xboard::status(Words) {
    if (search_ == Search::None) return;
    const std::lock_guard lock(infoMutex_);
    const int left = std::max(rootMoves_ - currentNumber_, 0);
    say(fmt::format("stat01: {} {} {} {} {} {}", info_.timeMs / 10, info_.nodes, info_.depth, left, rootMoves_,
                    game_->toGui(currentMove_.empty() && !info_.pv.empty() ? info_.pv.front() : currentMove_)));
}

void Xboard::exclude(Words words) {
    const auto legal = game_->rules().legalMoves();
    if (words.front() == "all") {
        excluded_.insert(legal.begin(), legal.end());
    } else {
        const auto move = game_->fromGui(words.front());
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) throw InputError("not a legal move");
        excluded_.insert(move);
    }
    restartAnalysis();
}

void Xboard::include(Words words) {
    const bool none = !excluded_.empty() && allowedMoves().empty();
    if (words.front() == "all")
        excluded_.clear();
    else if (excluded_.erase(game_->fromGui(words.front())) == 0)
        throw InputError("not excluded");
    // After `exclude all` and `go` there was nothing to think of.
    if (none && engineToMove() && search_ == Search::None && !held_) think();
    restartAnalysis();
}

/// The move that we expect, or would play.
void Xboard::hint(Words) {
    std::string move;
    switch (search_) {
        case Search::Move:
            return;
        case Search::Ponder:
            move = ponderMove_;
            break;
        case Search::Analysis: {
            const std::lock_guard lock(infoMutex_);
            if (!info_.pv.empty()) move = info_.pv.front();
            break;
        }
        case Search::None:
            move = foresee();
    }
    if (!move.empty()) say("Hint: " + game_->toGui(move));
}

// --- From the search's thread ---

void Xboard::onInfo(const SearchInfo& info) {
    std::string line;
    {
        const std::lock_guard lock(infoMutex_);
        if (info.multiPv == 1)
            info_ = info;
        else if (marginNow_ > 0 && scoreText(info.score) < scoreText(info_.score) - marginNow_)
            return;
        if (!post_) return;
        line = fmt::format("{} {} {} {}", info.depth, scoreText(info.score), info.timeMs / 10, info.nodes);
        if (!pvStart_.empty()) line += " " + game_->toGui(pvStart_);
    }
    for (const auto& move : info.pv)
        line += " " + game_->toGui(move);
    if (info.score.bound == Score::Bound::Lower) line += "!";
    if (info.score.bound == Score::Bound::Upper) line += "?";
    say(line);
}

void Xboard::onCurrentMove(int, std::string_view move, int number) {
    const std::lock_guard lock(infoMutex_);
    currentMove_ = move;
    currentNumber_ = number;
}

void Xboard::onBestMove(std::string_view best, std::string_view ponder) {
    post({Event::Kind::BestMove, std::string(best), std::string(ponder), searchId_});
}

}  // namespace fusilier
