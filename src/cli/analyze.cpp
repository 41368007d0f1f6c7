// `fusilier analyze`: a position's best lines, or a game with scores, better lines and marks for mistakes.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/thinker.h"
#include "core/progress.h"
#include "draw/plot.h"
#include "fusilier/registry.h"
#include "match/pgn.h"
#include "protocol/engine.h"

namespace fusilier {

namespace {

constexpr std::int64_t usualMoveTime = 500;
constexpr int positionLines = 3;
constexpr std::size_t variationPlies = 8;

/// Points lost by a move, of one that a game is about, from which it is marked.
struct Mark {
    double loss;
    int nag;
    std::string_view sign;
};
constexpr std::array<Mark, 3> marks{{{0.30, 4, "??"}, {0.15, 2, "?"}, {0.07, 6, "?!"}}};

/// Points that the side with this score may expect, by Elo's curve on centipawns.
double expectation(const Score& score) {
    if (score.kind == Score::Kind::Mate) return score.value > 0 ? 1 : 0;
    return 1 / (1 + std::pow(10, -score.value / 400.0));
}

/// A position of a game as the engine sees it.
struct Verdict {
    double expected = 0.5;  ///< of the side to move
    SearchInfo info;        ///< depth 0 where the game is over
};

/// Collects the lines of a search by their rank.
class Lines final : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override {
        const auto rank = static_cast<std::size_t>(info.multiPv);
        if (best_.size() < rank) best_.resize(rank);
        if (!info.pv.empty()) best_[rank - 1] = info;
    }
    void onBestMove(std::string_view, std::string_view) override {}
    const std::vector<SearchInfo>& best() const { return best_; }

  private:
    std::vector<SearchInfo> best_;
};

class Analysis {
  public:
    explicit Analysis(const Arguments& arguments);
    int run();

  private:
    std::vector<SearchInfo> search(int lines);
    Verdict judge();
    void position();
    void game(match::GameRecord& game);
    void annotate(match::PlyRecord& ply, const Verdict& before, const Verdict& after, int number);
    void plot(const match::GameRecord& game, const std::vector<double>& white) const;

    std::unique_ptr<Session> session_;
    Limits limits_;
    std::string fen_;
    std::optional<std::string> pgn_, svg_;
    draw::Theme theme_;
    Interrupt interrupt_;
    std::vector<std::string> signs_;  ///< of the plies of the game at hand
};

Analysis::Analysis(const Arguments& arguments)
    : session_(openPosition(arguments)),
      fen_(arguments.text("FEN").value_or("")),
      pgn_(arguments.text("--pgn")),
      svg_(arguments.text("--svg")),
      theme_(arguments.has("--dark") ? draw::darkTheme : draw::lightTheme) {
    if (pgn_ && !fen_.empty()) throw UsageError("FEN and --pgn exclude each other");
    if (svg_ && !pgn_) throw UsageError("--svg draws the course of a game: it needs --pgn");
    constexpr std::int64_t anHour = 3'600'000;
    limits_.moveTime = arguments.number<std::int64_t>("--movetime", 1, anHour);
    limits_.nodes = arguments.number<std::uint64_t>("--nodes", 1);
    limits_.depth = arguments.number<int>("--depth", 1, 99);
    if (!limits_.moveTime && !limits_.nodes && !limits_.depth) limits_.moveTime = usualMoveTime;
}

int Analysis::run() {
    if (!pgn_) {
        position();
        return *interrupt_.raised() ? Interrupt::exitCode : 0;
    }
    const std::string text = match::readFile(*pgn_);
    match::PgnReader reader(text);
    int count = 0;
    while (auto next = reader.next()) {
        if (++count > 1 && svg_) throw InputError("--svg draws one game, and there are more in the file");
        const auto variant = next->tag("Variant");
        if (!variant.empty() && variant != session_->game().name)
            throw InputError(fmt::format("game {} is of {}", count, variant));
        try {
            game(*next);
        } catch (const InputError& error) {
            throw InputError(fmt::format("game {}: {}", count, error.what()));
        }
        if (*interrupt_.raised()) return Interrupt::exitCode;
    }
    if (count == 0) throw InputError(fmt::format("there is no game in {}", *pgn_));
    return 0;
}

std::vector<SearchInfo> Analysis::search(int lines) {
    SearchOptions options;
    options.multiPv = lines;
    session_->configure(options);
    Lines found;
    session_->go(limits_, found);
    while (session_->searching()) {
        if (*interrupt_.raised()) session_->stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    session_->wait();
    return found.best();
}

Verdict Analysis::judge() {
    const Outcome outcome = session_->outcome();
    if (outcome.over()) return {outcome.loser ? 0.0 : 0.5, {}};  // who is mated is to move
    const auto lines = search(1);
    if (lines.empty()) return {};
    return {expectation(lines[0].score), lines[0]};
}

void Analysis::position() {
    if (session_->outcome().over()) throw InputError("the game is over");
    for (const SearchInfo& line : search(positionLines))
        if (!line.pv.empty())
            fmt::print("{:>9} depth {:<3} {} ({}): {}\n", scoreText(line.score), line.depth,
                       session_->rewrite(line.pv[0], Notation::Coordinate, Notation::Long),
                       session_->describe(line.pv[0]), joinWords(line.pv));
}

void Analysis::game(match::GameRecord& game) {
    match::translate(game, *session_, Notation::Coordinate);
    session_->newGame();
    session_->setPosition(game.fen(), {});
    signs_.assign(game.plies.size(), "");
    const std::size_t positions = game.plies.size() + 1;
    Progress progress("analyzing");
    Verdict before = judge();
    progress.show(1, positions);
    std::vector<double> white;
    const auto note = [&](const Verdict& v) {
        white.push_back(session_->sideToMove() == Color::White ? v.expected : 1 - v.expected);
    };
    note(before);
    for (std::size_t i = 0; i < game.plies.size() && !*interrupt_.raised(); ++i) {
        session_->play(game.plies[i].move);
        Verdict after = judge();
        if (*interrupt_.raised()) break;
        progress.show(i + 2, positions);
        note(after);
        annotate(game.plies[i], before, after, static_cast<int>(i));
        before = std::move(after);
    }
    game.setTag("Annotator", "Fusilier " FUSILIER_VERSION);
    fmt::print("{}", match::toPgn(game));
    std::fflush(stdout);
    if (svg_) plot(game, white);
}

/// Marks the move, and shows the line that was better.
void Analysis::annotate(match::PlyRecord& ply, const Verdict& before, const Verdict& after, int number) {
    const bool best = before.info.pv.empty() || before.info.pv[0] == ply.move;
    const double loss = before.expected + after.expected - 1;
    if (after.info.depth > 0) {
        ply.score = after.info.score;
        ply.score->value = -ply.score->value;
        ply.depth = after.info.depth;
    }
    ply.timeMs.reset();
    if (best) return;
    const auto mark = std::find_if(marks.begin(), marks.end(), [&](const Mark& m) { return loss >= m.loss; });
    if (mark == marks.end()) return;
    ply.nag = mark->nag;
    signs_[static_cast<std::size_t>(number)] = mark->sign;
    const auto& line = before.info.pv;
    ply.variation.assign(line.begin(),
                         line.begin() + static_cast<std::ptrdiff_t>(std::min(line.size(), variationPlies)));
}

void Analysis::plot(const match::GameRecord& game, const std::vector<double>& white) const {
    std::vector<draw::PlotPoint> points;
    for (std::size_t i = 0; i < white.size(); ++i)
        points.push_back({white[i], i == 0 ? "" : signs_[i - 1]});
    const auto [black, number] = match::firstMove(game.fen());
    const std::string title = fmt::format("{} - {}, {}", game.white().empty() ? "White" : game.white(),
                                          game.black().empty() ? "Black" : game.black(), game.result);
    draw::writePicture(*svg_, draw::scorePlot(title, points, number, black, theme_));
}

}  // namespace

int runAnalyze(const Arguments& arguments) {
    return Analysis(arguments).run();
}

}  // namespace fusilier
