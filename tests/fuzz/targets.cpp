#include "fuzz/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "chess/rules.h"
#include "core/fen.h"
#include "core/notation.h"
#include "fourkings/rules.h"
#include "fusilier/registry.h"
#include "match/pgn.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"
#include "reference/reference.h"
#include "sentai/rules.h"
#include "sentinel/rules.h"
#include "thunder/rules.h"
#include "tune/data.h"
#include "tune/tune.h"

namespace fusilier::fuzz {

namespace {

/// Games and conversations longer than this take time and find nothing new.
constexpr std::size_t longestGame = 60;
constexpr std::size_t mostLines = 60;

void require(bool holds, std::string_view what, std::string_view about) {
    if (!holds) throw std::logic_error(fmt::format("{}: {}", what, about));
}

/// The text up to the next newline, which is taken off with it.
std::string_view nextLine(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

const Game& gameNamed(std::string_view line) {
    const Game* game = findGame(line);
    return game ? *game : games()[line.size() % games().size()];
}

/// A message is one line of printable ASCII, short enough to be read.
void requireReadable(std::string_view message) {
    const bool printable = std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
    require(printable && !message.empty() && message.size() < 300, "an unreadable refusal", message);
}

/// Everything that a Session says of its position.
std::string describe(const Session& session) {
    return fmt::format("{} {:x} {} {} {}", session.fen(), session.key(), session.evaluate(), session.inCheck(),
                       joinWords(session.legalMoves()));
}

/// Sets up `fen`; false if it is refused, with a readable reason and nothing changed.
bool setUp(Session& session, const std::string& fen) {
    const std::string before = describe(session);
    try {
        session.setPosition(fen, {});
        return true;
    } catch (const InputError& refusal) {
        requireReadable(refusal.what());
        require(describe(session) == before, "a refusal that changes something", fen);
        return false;
    }
}

/// As the reference reads and writes it; nothing if it refuses.
std::optional<std::string> byReference(const Game& game, const std::string& fen) {
    try {
        return reference::fen(reference::parse(std::string(game.info.name), fen));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

void fenTarget(std::string_view input) {
    const Game& game = gameNamed(nextLine(input));
    if (input.empty()) return;  // stands for the start position
    const std::string fen(input);
    // Of blanks the rules say nothing: any run of them separates two fields, at the ends they do not matter.
    const auto fields = splitWords(fen);
    const auto session = game.open();
    // The engine counts as far as games go, the reference further, but neither without end.
    if (fields.size() == 6 && std::max(fields[4].size(), fields[5].size()) > 9) {
        setUp(*session, fen);
        return;
    }
    const auto expected = byReference(game, joinWords(fields));
    const bool taken = setUp(*session, fen);
    require(taken == expected.has_value(), taken ? "taken, but by the rules wrong" : "refused, but by the rules right",
            fen);
    if (!taken) return;
    require(session->fen() == *expected, "not written as the rules have it", session->fen());
    const std::string description = describe(*session);
    require(setUp(*session, *expected) && describe(*session) == description, "read back differently", *expected);
    session->diagram();
    session->outcome();
}

void moveTarget(std::string_view input) {
    const Game& game = gameNamed(nextLine(input));
    const auto session = game.open();
    if (!setUp(*session, std::string(nextLine(input)))) return;
    for (std::size_t played = 0; !input.empty() && played < longestGame; ++played) {
        const auto text = nextLine(input);
        const std::string before = describe(*session);
        const auto legal = session->legalMoves();
        const bool named = std::binary_search(legal.begin(), legal.end(), text);
        try {
            session->play(text);
            // The one liberty: a plain move may name what it lands as.
            require(named || std::binary_search(legal.begin(), legal.end(), text.substr(0, text.size() - 1)),
                    "taken, but not legal", text);
        } catch (const InputError& refusal) {
            requireReadable(refusal.what());
            require(!named, "legal, but refused", text);
            require(describe(*session) == before, "a refusal that changes something", text);
        }
        try {
            const auto coordinate = session->rewrite(text, Notation::Long, Notation::Coordinate);
            require(session->rewrite(session->rewrite(coordinate, Notation::Coordinate, Notation::Long), Notation::Long,
                                     Notation::Coordinate) == coordinate,
                    "rewritten as another move", text);
        } catch (const InputError& refusal) {
            requireReadable(refusal.what());
        }
    }
}

/// What make and unmake keep up to date is what setting up afresh gives.
template <Rules R>
void requireConsistent(const Position<R>& position) {
    const std::string fen = writeFen(position);
    require(position.key() == position.computeKey(), "the key is not up to date", fen);
    require(!position.anyRoyalAttacked(~position.sideToMove()), "a royal was left attacked", fen);
    const auto fresh = readFen<R>(fen);
    require(fresh.key() == position.key() && fresh.score() == position.score() && fresh.phase() == position.phase() &&
                Safety<R>(fresh).checks() == Safety<R>(position).checks(),
            "not as set up afresh", fen);
}

/// Throws where the legal moves or a position after one of them is not the reference's.
template <Rules R>
void requireAsReference(Position<R>& position, const MoveList<R>& moves) {
    const std::string game(R::name), fen = writeFen(position);
    std::vector<std::pair<std::string, std::string>> expected, got;
    for (const auto& [text, next] : reference::legalMoves(game, reference::parse(game, fen)))
        expected.emplace_back(text, reference::fen(next));
    const Position<R> before = position;
    for (const Move move : moves) {
        Undo<R> undo;
        position.make(move, undo);
        got.emplace_back(moveText<R>(move), writeFen(position));
        position.unmake(undo);
        require(position == before, "taking a move back does not restore", fen + " " + moveText<R>(move));
    }
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
    require(expected == got, "the moves are not those of the rules", fen);
    require(countMoves(position) == moves.size(), "miscounted", fen);
}

template <Rules R>
void walk(std::string_view fen, std::string_view choices) {
    Position<R> position;
    try {
        position = readFen<R>(fen.empty() ? R::startFen : fen);
    } catch (const InputError&) {
        return;
    }
    std::vector<Position<R>> before;
    std::vector<Undo<R>> undos;
    for (const char choice : choices.substr(0, longestGame)) {
        requireConsistent(position);
        const auto moves = legalMoves(position);
        requireAsReference(position, moves);
        if (moves.size() == 0) break;
        before.push_back(position);
        // Spread over all the moves, of which there may be more than a byte counts.
        position.make(moves[static_cast<unsigned char>(choice) * 257u % moves.size()], undos.emplace_back());
    }
    requireConsistent(position);
    for (; !undos.empty(); undos.pop_back(), before.pop_back()) {
        position.unmake(undos.back());
        require(position == before.back(), "taking a game back does not restore", writeFen(before.back()));
    }
}

void legalTarget(std::string_view input) {
    const auto name = gameNamed(nextLine(input)).info.name;
    const auto fen = nextLine(input);
    const auto walkIn = [&]<class... R>() { ((R::name == name ? walk<R>(fen, input) : void()), ...); };
    walkIn.operator()<chess::Chess, sentai::Sentai, sentinel::Sentinel, fourkings::FourKings, thunder::Thunder>();
}

/// Lines that would take more time or memory than a fuzzer has; they have tests of their own.
bool isCostly(const std::vector<std::string_view>& words) {
    constexpr std::string_view costly[] = {"bench", "perft", "hint"};
    constexpr std::string_view sizes[] = {"hash", "threads", "memory", "cores"};
    const auto isAny = [&](const auto& list) {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
            return std::any_of(std::begin(list), std::end(list), [&](std::string_view w) {
                return word.size() >= w.size() && equalIgnoringCase(w, word.substr(0, w.size()));
            });
        });
    };
    return isAny(costly) || (isAny(sizes) && words.back().size() > 1);
}

std::string conversation(std::string_view input) {
    std::string text;
    for (std::size_t lines = 0; !input.empty() && lines < mostLines; ++lines) {
        const auto line = nextLine(input);
        if (!isCostly(splitWords(line))) text.append(line).append("\n");
    }
    return text;
}

/// What was said ends with `last`, and every line of it is printable.
void requireAnswer(const std::string& said, std::string_view last) {
    require(said.ends_with(last), "the last question was not answered", said);
    const auto plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; };
    require(std::all_of(said.begin(), said.end(), plain), "unprintable output", said);
}

bool saysQuit(std::string_view lines) {
    while (!lines.empty())
        if (const auto words = splitWords(nextLine(lines)); !words.empty() && words.front() == "quit") return true;
    return false;
}

void uciTarget(std::string_view input) {
    const std::string lines = conversation(input);
    std::istringstream in(lines + "\nstop\nucinewgame\nisready\n");
    std::ostringstream out;
    Uci(out).run(in);
    if (!saysQuit(lines)) requireAnswer(out.str(), "readyok\n");
}

void xboardTarget(std::string_view input) {
    std::string lines = conversation(input);
    std::istringstream in(lines + "\n.\nforce\nping 77\n");
    std::ostringstream out;
    Xboard(out).run(in);
    if (!saysQuit(lines)) requireAnswer(out.str(), "pong 77\n");
}

/// A game of legal moves is read back as it was written.
void requireReadBack(const match::GameRecord& game) {
    const std::string written = match::toPgn(game);
    match::PgnReader reader(written);
    const auto copy = reader.next();
    require(copy && match::toPgn(*copy) == written, "a game written is read back differently", written);
}

void pgnTarget(std::string_view input) {
    match::PgnReader reader(input);
    std::size_t position = 0;
    for (std::size_t games = 0; games < mostLines; ++games) {
        auto game = reader.next();
        if (!game) return;
        require(reader.position() > position || reader.position() == input.size(), "the reader does not move on", "");
        position = reader.position();
        const Game* rules = findGame(game->tag("Variant").empty() ? "chess" : game->tag("Variant"));
        if (!rules || game->plies.size() > longestGame) continue;
        const auto session = rules->open();
        try {
            match::translate(*game, *session, Notation::Long);
            const auto end = session->fen();
            requireReadBack(*game);
            match::translate(*game, *session, Notation::Coordinate);
            require(session->fen() == end, "translated into another game", match::toPgn(*game));
            requireReadBack(*game);
        } catch (const InputError& refusal) {
            requireReadable(refusal.what());
        }
    }
}

void paramsTarget(std::string_view input) {
    const GameParameters& parameters = gameNamed(nextLine(input)).parameters;
    try {
        const std::string written = parameters.write(parameters.read(input), {});
        require(parameters.write(parameters.read(written), {}) == written, "read back differently", written);
    } catch (const InputError& refusal) {
        requireReadable(refusal.what());
    }
}

void requireData(std::string_view bytes) {
    try {
        const tune::DataFile file = tune::decode(bytes, "fuzzed");
        std::string written = tune::headerLine(file.header);
        const std::size_t header = bytes.find('\n') + 1;
        require(file.header == tune::decode(written, "written").header, "the header is read back differently", written);
        std::string records;
        for (const tune::DataGame& game : file.games)
            records += tune::encode(game);
        require(records == bytes.substr(header, file.goodBytes - header), "games are written differently", written);
        if (const Game* game = findGame(file.header.game)) tune::positionsOf(*game, file.games);
    } catch (const InputError& refusal) {
        requireReadable(refusal.what());
    }
}

void dataTarget(std::string_view input) {
    requireData(input);
    const std::string header(nextLine(input));
    requireData(header + "\n" + tune::record(input));
}

}  // namespace

std::span<const Target> targets() {
    static constexpr Target all[] = {{"fen", fenTarget},       {"move", moveTarget},     {"legal", legalTarget},
                                     {"uci", uciTarget},       {"xboard", xboardTarget}, {"pgn", pgnTarget},
                                     {"params", paramsTarget}, {"data", dataTarget}};
    return all;
}

const Target& target(std::string_view name) {
    for (const Target& t : targets())
        if (t.name == name) return t;
    throw std::out_of_range(std::string(name));
}

}  // namespace fusilier::fuzz
