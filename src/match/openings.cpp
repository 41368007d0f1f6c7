#include "match/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "match/pgn.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

constexpr int mostAttempts = 10'000;

/// Keeps the last exact score.
class ScoreKeeper : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override {
        if (info.multiPv == 1 && info.score.bound == Score::Bound::Exact) score = info.score;
    }
    void onBestMove(std::string_view, std::string_view) override {}

    std::optional<Score> score;
};

/// The position in a line of a book: four fields, and the counters if they are there.
std::string fenOfLine(std::string_view line) {
    line = line.substr(0, line.find(';'));
    std::string fen;
    for (int field = 0; field < 6; ++field) {
        const std::string_view word = nextWord(line);
        if (word.empty() || (field >= 4 && word.find_first_not_of("0123456789") != std::string_view::npos)) break;
        if (!fen.empty()) fen += ' ';
        fen += word;
    }
    return fen;
}

std::vector<std::string> positionsOfLines(const std::string& text, const std::string& file, Session& session) {
    std::vector<std::string> fens;
    std::string_view rest = text;
    for (int number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.empty() || line[0] == '#') continue;
        try {
            session.setPosition(fenOfLine(line), {});
        } catch (const InputError& e) {
            throw InputError(fmt::format("{}:{}: {}", file, number, e.what()));
        }
        fens.push_back(session.fen());
    }
    return fens;
}

std::vector<std::string> positionsOfGames(const std::string& text, const std::string& file, int plies,
                                          Session& session) {
    std::vector<std::string> fens;
    PgnReader reader(text);
    for (int number = 1; auto game = reader.next(); ++number) {
        if (game->plies.size() > static_cast<std::size_t>(plies)) game->plies.resize(static_cast<std::size_t>(plies));
        try {
            translate(*game, session, Notation::Coordinate);
        } catch (const InputError& e) {
            throw InputError(fmt::format("{}: game {}: {}", file, number, e.what()));
        }
        if (!session.outcome().over()) fens.push_back(session.fen());
    }
    return fens;
}

}  // namespace

RandomOpenings::RandomOpenings(const Game& game, const RandomOpeningSettings& settings)
    : settings_(settings), random_(settings.seed), session_(game.open()) {
    session_->setHash(4);
}

bool RandomOpenings::playRandomMoves() {
    session_->setPosition({}, {});
    for (int ply = 0; ply < settings_.plies; ++ply) {
        const std::vector<std::string> moves = session_->legalMoves();
        if (moves.empty() || session_->outcome().over()) return false;
        session_->play(moves[random_.below(moves.size())]);
    }
    return !session_->outcome().over();
}

bool RandomOpenings::balanced() {
    ScoreKeeper keeper;
    Limits limits;
    limits.nodes = settings_.nodes;
    session_->newGame();  // or the score would depend on the positions before
    session_->go(limits, keeper);
    session_->wait();
    return keeper.score && keeper.score->kind == Score::Kind::Centipawns &&
           std::abs(keeper.score->value) <= settings_.bound;
}

std::string RandomOpenings::next() {
    for (int attempt = 0; attempt < mostAttempts; ++attempt)
        if (playRandomMoves() && !seen_.contains(session_->key()) && balanced()) {
            seen_.insert(session_->key());
            return session_->fen();
        }
    throw InputError(fmt::format("no new balanced position after {} random plies in {} attempts (found {})",
                                 settings_.plies, mostAttempts, seen_.size()));
}

std::string Openings::at(std::size_t number) {
    const std::lock_guard lock(mutex_);
    while (source_ && fens_.size() <= number)
        fens_.push_back(source_->next());
    return fens_.empty() ? "" : fens_[number % fens_.size()];
}

std::vector<std::string> readBook(const Game& game, const BookSettings& settings) {
    const std::string text = readFile(settings.file);
    const auto session = game.open();
    session->setHash(1);
    std::vector<std::string> fens = settings.pgn ? positionsOfGames(text, settings.file, settings.plies, *session)
                                                 : positionsOfLines(text, settings.file, *session);
    if (fens.empty()) throw InputError(fmt::format("{}: no positions", settings.file));
    if (settings.shuffled) {
        SplitMix random(settings.seed);
        for (std::size_t i = fens.size() - 1; i > 0; --i)  // not std::shuffle, whose order is the library's choice
            std::swap(fens[i], fens[random.below(i + 1)]);
    }
    std::rotate(fens.begin(), fens.begin() + static_cast<std::ptrdiff_t>(settings.start % fens.size()), fens.end());
    return fens;
}

}  // namespace fusilier::match
