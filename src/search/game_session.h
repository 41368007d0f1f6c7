// A Session for one game's rules. Each room's variant.cpp instantiates it; nothing else does.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "core/betza.h"
#include "core/diagram.h"
#include "core/explain.h"
#include "core/fen.h"
#include "core/helpers.h"
#include "core/notation.h"
#include "core/perft_run.h"
#include "eval/report.h"
#include "fusilier/registry.h"
#include "search/search.h"

namespace fusilier {

template <Rules R>
constexpr XboardFacts xboardFacts() {
    XboardFacts facts = R::xboard;
    if (!facts.table.empty()) facts.pieces = betzaLines<R>;
    return facts;
}

template <Rules R>
inline constexpr auto unitFacts = [] {
    std::array<UnitFacts, R::pieces.size()> facts{};
    for (PieceType t = 1; t < Traits<R>::types; ++t) {
        const PieceInfo& p = R::pieces[t];
        facts[t] = {p.letter, p.name, p.atoms, p.royal, p.promotesTo, R::components(t)};
    }
    return facts;
}();

template <Rules R>
constexpr GameInfo gameInfo() {
    return {R::name,  R::title,    R::inventor,    R::page,          R::files,
            R::ranks, R::startFen, R::guiTemplate, xboardFacts<R>(), unitFacts<R>};
}

template <Rules R>
class GameSession final : public Session {
  public:
    GameSession() { setPosition({}, {}); }
    ~GameSession() override { halt(); }

    const GameInfo& game() const override {
        static constexpr GameInfo info = gameInfo<R>();
        return info;
    }

    void setPosition(std::string_view fen, std::span<const std::string> moves) override {
        Line line{readFen<R>(fen.empty() ? R::startFen : fen), {}, {}};
        line.keys.push_back(line.position.key());
        for (const std::string& text : moves)
            line.play(parseMove(line.position, text));
        line_ = std::move(line);
    }
    void play(std::string_view move) override { line_.play(parseMove(line_.position, move)); }
    bool undo() override { return line_.takeBack(); }
    std::string fen() const override { return writeFen(line_.position); }
    Color sideToMove() const override { return line_.position.sideToMove(); }
    bool inCheck() const override { return Safety<R>(line_.position).inCheck(); }

    std::vector<std::string> legalMoves() const override {
        std::vector<std::string> texts;
        auto position = line_.position;
        for (const Move m : fusilier::legalMoves(position))
            texts.push_back(moveText<R>(m));
        std::sort(texts.begin(), texts.end());
        return texts;
    }

    Outcome outcome() const override {
        auto position = line_.position;
        if (countMoves(position) == 0)
            return inCheck() ? Outcome{Ending::Checkmate, position.sideToMove()} : Outcome{Ending::Stalemate, {}};
        if (bareKings(position)) return {Ending::BareKings, {}};
        if (line_.occurrences() >= 3) return {Ending::Repetition, {}};
        if (position.halfmoves() >= 100) return {Ending::FiftyMoves, {}};
        return {};
    }

    std::string rewrite(std::string_view move, Notation from, Notation to) const override {
        auto position = line_.position;
        const Move m = from == Notation::Long ? parseLong(position, move) : parseMove(position, move);
        return to == Notation::Long ? longText(position, m) : moveText<R>(m);
    }

    std::vector<Piece> board() const override {
        std::vector<Piece> pieces;
        for (const Square s : Traits<R>::Geo::squares)
            pieces.push_back(line_.position[s]);
        return pieces;
    }
    std::string describe(std::string_view move) const override {
        auto position = line_.position;
        return fusilier::describe(position, parseMove(position, move));
    }
    std::string whyNot(std::string_view move) const override {
        auto position = line_.position;
        return fusilier::whyNot(position, move);
    }
    std::string diagram() const override { return fusilier::diagram(line_.position); }
    std::uint64_t key() const override { return line_.position.key(); }

    PerftResult perft(int depth, const PerftOptions& options) const override {
        return PerftRun<R>(line_.position, depth, options).run();
    }

    int evaluate() const override { return fusilier::evaluate(line_.position); }
    EvalReport explainEvaluation() const override { return ReportMaker<R>::make(line_.position); }
    EvalFeatures evalFeatures() const override { return fusilier::evalFeatures(line_.position); }
    bool quiet(std::string_view move) const override {
        auto position = line_.position;
        return !isNoisy(position, parseMove(position, move)) && !inCheck();
    }

    void newGame() override {
        halt();
        table_.clear();
        for (const auto& searcher : searchers_)
            searcher->clear();
    }
    std::size_t setHash(std::size_t mebibytes) override {
        halt();
        return table_.resize(mebibytes);
    }

    void configure(const SearchOptions& options) override {
        halt();
        options_ = options;
    }
    void go(const Limits& limits, SearchListener& listener) override {
        halt();
        signals_.watch = Stopwatch();
        SearchTask task{limits, limits.multiPv.value_or(options_.multiPv), rootMoves(limits.searchMoves)};
        const bool handicapped = options_.skill < SearchOptions::maxSkill;
        takeSearchers(handicapped ? 1 : static_cast<std::size_t>(options_.threads));
        if (handicapped) handicap(task);
        signals_.stop = false;
        signals_.time = budget(limits, sideToMove(), options_.moveOverheadMs);
        signals_.clockStartMs = 0;
        signals_.pondering = limits.ponder;
        searching_ = true;
        table_.newSearch();
        try {
            thread_ = std::thread([this, task = std::move(task), &listener] { think(task, listener); });
        } catch (const std::system_error&) {
            searching_ = false;
            throw;
        }
    }
    void stop() override {
        const std::lock_guard lock(mutex_);
        signals_.stop = true;
        wake_.notify_all();
    }
    void ponderHit(const std::optional<Limits>& clock) override {
        const std::lock_guard lock(mutex_);
        if (!signals_.pondering) return;  // the search may be looking at its time
        if (clock) signals_.time = budget(*clock, sideToMove(), options_.moveOverheadMs);
        signals_.clockStartMs = signals_.watch.elapsedMs();
        signals_.pondering = false;
        wake_.notify_all();
    }
    void wait() override {
        if (thread_.joinable()) thread_.join();
    }
    bool searching() const override { return searching_; }

  private:
    static constexpr std::size_t defaultHash = 16;

    /// A game: the position now, and the way to it.
    struct Line {
        Position<R> position;
        std::vector<Undo<R>> steps;
        std::vector<Key> keys;  ///< of every position, the one now last

        void play(Move m) {
            steps.emplace_back();
            position.make(m, steps.back());
            keys.push_back(position.key());
        }
        bool takeBack() {
            if (steps.empty()) return false;
            position.unmake(steps.back());
            steps.pop_back();
            keys.pop_back();
            return true;
        }
        std::ptrdiff_t occurrences() const { return std::count(keys.begin(), keys.end(), keys.back()); }
    };

    std::vector<Move> rootMoves(const std::vector<std::string>& wanted) const {
        auto position = line_.position;
        std::vector<Move> moves;
        if (wanted.empty()) {
            for (const Move m : fusilier::legalMoves(position))
                moves.push_back(m);
        } else {
            for (const std::string& text : wanted) {
                const Move m = parseMove(position, text);
                if (std::find(moves.begin(), moves.end(), m) == moves.end()) moves.push_back(m);
            }
        }
        return moves;
    }

    void think(const SearchTask& task, SearchListener& listener) {
        std::string best, ponder;
        if (!task.rootMoves.empty()) {
            const auto result = searchTogether(task, listener);
            best = moveText<R>(result.best);
            if (result.ponder) ponder = moveText<R>(result.ponder);
        }
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return signals_.stop || !(task.limits.infinite || signals_.pondering); });
        }
        searching_ = false;
        listener.onBestMove(best, ponder);
    }

    /// As many as wanted, or half of what memory has room for, so that there is enough left to search with. Throws
    /// std::bad_alloc if there is not even one.
    void takeSearchers(std::size_t wanted) {
        if (searchers_.size() > wanted) searchers_.resize(wanted);
        try {
            while (searchers_.size() < wanted)
                searchers_.push_back(std::make_unique<Searcher<R>>(table_, signals_));
        } catch (const std::bad_alloc&) {
            if (searchers_.empty()) throw;
            searchers_.resize((searchers_.size() + 1) / 2);
        }
    }

    /// All threads search the same position and share the table; the first obeys the limits and reports.
    typename Searcher<R>::Result searchTogether(const SearchTask& task, SearchListener& listener) {
        signals_.finished = false;
        for (const auto& searcher : searchers_)
            searcher->resetNodes();
        std::vector<typename Searcher<R>::Result> results(searchers_.size());
        const auto search = [&](int number, SearchListener* shown) {
            const auto i = static_cast<std::size_t>(number);
            results[i] = searchers_[i]->run(line_.position, line_.keys, task, shown, searchers_);
        };
        auto helpers =
            startHelpers(static_cast<int>(searchers_.size()) - 1, [&](int number) { search(number, nullptr); });
        search(0, &listener);
        signals_.finished = true;
        for (std::thread& helper : helpers)
            helper.join();
        // With several lines wanted, nodes counted or a mate found, what was shown decides.
        if (task.multiPv > 1 || task.limits.nodes || results[0].score >= mateBound) return results[0];
        const auto better = [](const auto& a, const auto& b) {
            return std::pair(a.depth, a.score) < std::pair(b.depth, b.score);
        };
        // A helper may have finished a deeper iteration. One that could not be started has no result.
        const auto end = results.begin() + static_cast<std::ptrdiff_t>(helpers.size()) + 1;
        const auto best = std::max_element(results.begin(), end, better);
        if (best != results.begin()) searchers_[static_cast<std::size_t>(best - results.begin())]->show(listener);
        return *best;
    }

    /// Weaker play by thinking less: each step of skill is worth about half as many nodes again.
    void handicap(SearchTask& task) const {
        const auto most = static_cast<std::uint64_t>(24 * std::pow(1.55, options_.skill));
        task.limits.nodes = std::min(task.limits.nodes.value_or(most), most);
    }

    void halt() {
        stop();
        wait();
    }

    Line line_;
    SearchOptions options_;
    TranspositionTable table_{defaultHash};
    std::vector<std::unique_ptr<Searcher<R>>> searchers_;
    std::thread thread_;
    SearchSignals signals_;
    std::atomic<bool> searching_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
};

template <Rules R>
Game gameOf() {
    return {gameInfo<R>(), []() -> std::unique_ptr<Session> { return std::make_unique<GameSession<R>>(); },
            gameParameters<R>()};
}

}  // namespace fusilier
