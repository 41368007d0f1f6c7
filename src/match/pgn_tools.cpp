#include "match/pgn_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "fusilier/registry.h"
#include "match/game_file.h"
#include "match/openings.h"
#include "match/options.h"
#include "match/pgn.h"
#include "match/standings.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

/// "--name value..." options and the plain words between them. Options listed in `flags` take no value, those in
/// `settings` one, and --sprt takes all words with '='.
struct Words {
    std::vector<std::string> plain;
    std::map<std::string, std::string, std::less<>> settings;
    std::vector<std::string> sprt;
    bool hasSprt = false;

    Words(std::span<const std::string> words, const std::vector<std::string_view>& known,
          const std::vector<std::string_view>& flags) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::string word = words[i];
            if (!word.starts_with("-") || word == "-") {
                plain.push_back(std::move(word));
                continue;
            }
            word.erase(0, word.starts_with("--") ? 2 : 1);
            if (std::find(flags.begin(), flags.end(), word) != flags.end()) {
                settings[word] = "true";
            } else if (word == "sprt") {
                hasSprt = true;
                while (i + 1 < words.size() && words[i + 1].find('=') != std::string::npos)
                    sprt.push_back(words[++i]);
            } else if (std::find(known.begin(), known.end(), word) == known.end()) {
                throw InputError(fmt::format("unknown option '--{}'", word));
            } else if (i + 1 == words.size()) {
                throw InputError(fmt::format("--{} needs a value", word));
            } else {
                settings[word] = words[++i];
            }
        }
    }

    std::string get(std::string_view name, std::string_view fallback) const {
        const auto it = settings.find(name);
        return std::string(it == settings.end() ? fallback : std::string_view(it->second));
    }
    bool has(std::string_view name) const { return settings.find(name) != settings.end(); }
};

/// One session a game, opened when a file first needs it.
class Sessions {
  public:
    Session& of(const GameRecord& game) {
        std::string name = lowered(game.tag("Variant"));
        if (name.empty() || name == "standard" || name == "normal") name = "chess";
        auto& session = sessions_[name];
        if (!session) {
            const Game* found = findGame(name);
            if (!found) throw InputError(fmt::format("unknown variant '{}'", name));
            session = found->open();
            session->setHash(1);
        }
        return *session;
    }

  private:
    std::map<std::string, std::unique_ptr<Session>> sessions_;
};

/// What is wrong with a game that claims to be whole; "" if nothing is.
std::string faultOf(GameRecord& game, Sessions& sessions) {
    if (!game.complete) return "cut short: no result";
    const std::string tag(game.tag("Result"));
    if (!tag.empty() && tag != game.result) return fmt::format("the tag says {}, the game {}", tag, game.result);
    Session& session = sessions.of(game);
    std::vector<std::string> played;
    session.setPosition(game.fen(), {});
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        if (const Outcome outcome = session.outcome(); outcome.over())
            return fmt::format("ply {}: a move after the game has ended by {}", i + 1, toString(outcome.ending));
        try {
            std::string& move = game.plies[i].move;
            move = session.rewrite(move, game.notation, Notation::Coordinate);
            session.play(move);
        } catch (const InputError& e) {
            return fmt::format("ply {}: {}", i + 1, e.what());
        }
    }
    game.notation = Notation::Coordinate;
    const Outcome outcome = session.outcome();
    const std::string_view due = !outcome.loser ? "1/2-1/2" : *outcome.loser == Color::White ? "0-1" : "1-0";
    if (outcome.over() && game.result != due)
        return fmt::format("the game ends by {} with {}, but the result is {}", toString(outcome.ending), due,
                           game.result);
    return "";
}

int check(const Words& words) {
    if (words.plain.empty()) throw InputError("pgn check: which file?");
    Sessions sessions;
    std::size_t games = 0;
    std::size_t faults = 0;
    std::uint64_t plies = 0;
    std::uint64_t all = digestSeed;
    for (const std::string& path : words.plain) {
        const std::string text = readFile(path);
        PgnReader reader(text);
        for (std::size_t number = 1; auto game = reader.next(); ++number) {
            all = (all ^ digest(*game, digestSeed)) * 0x100000001B3;  // before moves are rewritten
            std::string fault;
            try {
                fault = faultOf(*game, sessions);
            } catch (const InputError& e) {
                fault = e.what();
            }
            ++games;
            plies += game->plies.size();
            if (!fault.empty()) {
                ++faults;
                fmt::print("{}: game {} (round {}): {}\n", path, number, game->tag("Round"), fault);
            }
        }
    }
    fmt::print("{} games, {} plies, {} with faults, digest {:016x}\n", games, plies, faults, all);
    return faults == 0 ? 0 : 1;
}

void printFens(const GameRecord& game, Session& session, const std::string& which) {
    session.setPosition(game.fen(), {});
    if (which == "all") fmt::print("{}\n", session.fen());
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        session.play(game.plies[i].move);
        if (which == "all" || (which != "last" && i + 1 == numberOr<std::size_t>(which, 0)))
            fmt::print("{}\n", session.fen());
    }
    if (which == "last") fmt::print("{}\n", session.fen());
}

int convert(const Words& words) {
    if (words.plain.size() != 1) throw InputError("pgn convert: one file, please");
    const std::string to = words.get("to", words.get("notation", "coordinate"));
    if (to != "coordinate" && to != "long" && to != "fen")
        throw InputError(fmt::format("--to is coordinate, long or fen, not '{}'", to));
    const std::string positions = words.get("positions", "all");
    if (positions != "all" && positions != "last")
        parseNumber<std::size_t>(positions, 1, 100'000, "--positions (all, last, or a ply)");
    const std::string text = readFile(words.plain[0]);
    Sessions sessions;
    PgnReader reader(text);
    int exitCode = 0;
    for (std::size_t number = 1; auto game = reader.next(); ++number) {
        try {
            Session& session = sessions.of(*game);
            translate(*game, session, to == "long" ? Notation::Long : Notation::Coordinate);
            if (to == "fen")
                printFens(*game, session, positions);
            else
                fmt::print("{}", toPgn(*game));
        } catch (const InputError& e) {
            fmt::print(stderr, "{}: game {}: {}\n", words.plain[0], number, e.what());
            exitCode = 1;
        }
    }
    return exitCode;
}

/// Same players, opening, moves and result: the same game, in two files.
bool sameGame(const GameRecord& a, const GameRecord& b) {
    return a.tag("Round") == b.tag("Round") && digest(a, digestSeed) == digest(b, digestSeed);
}

/// The two of a game in the order of the match.
std::vector<std::string> inOrder(const GameRecord& game) {
    std::vector<std::string> names{std::string(game.white()), std::string(game.black())};
    if (secondHasWhite(game.tag("Round"))) std::swap(names[0], names[1]);
    return names;
}

int merge(const Words& words) {
    if (words.plain.empty()) throw InputError("pgn merge: which files?");
    std::vector<GameRecord> games;
    for (const std::string& path : words.plain) {
        const std::string text = readFile(path);
        PgnReader reader(text);
        for (std::size_t number = 1; auto game = reader.next(); ++number) {
            if (!game->complete)
                fmt::print(stderr, "{}: game {} is cut short and left out\n", path, number);
            else
                games.push_back(std::move(*game));
        }
    }
    sortByRound(games);
    std::vector<GameRecord> merged;
    for (GameRecord& game : games) {
        const bool numbered = parseRound(game.tag("Round")).first > 0;
        if (numbered && !merged.empty() && merged.back().tag("Round") == game.tag("Round")) {
            if (sameGame(merged.back(), game)) {
                fmt::print(stderr, "round {}: the same game twice, counted once\n", game.tag("Round"));
                continue;
            }
            throw InputError(fmt::format("round {} has two different games: these files are not shards of one match",
                                         game.tag("Round")));
        }
        merged.push_back(std::move(game));
    }
    if (words.has("out")) {
        GameFile file = GameFile::create(words.get("out", ""));
        for (const GameRecord& game : merged)
            file.append(game);
    }
    Standings standings(merged.empty() ? std::vector<std::string>{} : inOrder(merged.front()));
    std::uint64_t all = digestSeed;
    for (const GameRecord& game : merged) {
        standings.add(game);
        all = (all ^ digest(game, digestSeed)) * 0x100000001B3;
    }
    const std::optional<Sprt> sprt = words.hasSprt ? std::optional(parseSprt(words.sprt)) : std::nullopt;
    if (words.has("json"))
        fmt::print("{}", standings.json(sprt, {}, fmt::format("\"digest\": \"{:016x}\", ", all)));
    else
        fmt::print("{}{} games in {} files, digest {:016x}.\n", standings.report(sprt), standings.games(),
                   words.plain.size(), all);
    return 0;
}

}  // namespace

int runPgnTool(std::span<const std::string> words) {
    if (words.empty()) throw InputError("pgn: check, convert or merge?");
    const auto rest = words.subspan(1);
    if (words[0] == "check") return check(Words(rest, {}, {}));
    if (words[0] == "convert") return convert(Words(rest, {"to", "notation", "positions"}, {}));
    if (words[0] == "merge") return merge(Words(rest, {"out"}, {"json"}));
    throw InputError(fmt::format("pgn: check, convert or merge, not '{}'", words[0]));
}

int runOpeningsTool(std::span<const std::string> words) {
    const Words given(words, {"plies", "count", "seed", "bound", "nodes"}, {});
    if (given.plain.size() != 1) throw InputError("openings: one game, please");
    const Game* game = findGame(given.plain[0]);
    if (!game) throw InputError(fmt::format("unknown game '{}'", given.plain[0]));
    RandomOpeningSettings settings;
    settings.plies = parseNumber<int>(given.get("plies", "8"), 0, 200, "--plies");
    settings.seed = parseNumber<std::uint64_t>(given.get("seed", "1"), 0, ~std::uint64_t{0}, "--seed");
    settings.bound = parseNumber<int>(given.get("bound", "100"), 0, 100'000, "--bound");
    settings.nodes = parseNumber<std::uint64_t>(given.get("nodes", "5000"), 1, 1'000'000'000, "--nodes");
    const int count = parseNumber<int>(given.get("count", "200"), 1, 10'000'000, "--count");
    RandomOpenings openings(*game, settings);
    for (int i = 0; i < count; ++i) {
        fmt::print("{}\n", openings.next());
        std::fflush(stdout);
    }
    return 0;
}

std::string_view pgnHelp() {
    return R"(usage: fusilier pgn check FILE...
       fusilier pgn convert FILE --to coordinate|long|fen [--positions all|last|PLY]
       fusilier pgn merge FILE... [--out FILE] [--sprt elo0=E elo1=E ...] [--json]

check    replays every game: moves legal, nothing after the end, result as the rules have it. Exit code 1 for faults.
convert  writes the games on standard output with their moves as coordinates or as the inventors write them, or the
         positions of the games as a list of FENs: all, the last of each game, or the one after so many plies.
merge    adds up game files, for instance the shards of a match: one table, and with --out one file in order.
)";
}

std::string_view openingsHelp() {
    return R"(usage: fusilier openings GAME [--plies N] [--count N] [--seed S] [--bound CP] [--nodes N]

Prints random positions, a FEN a line: N plies (8) of random legal moves from the usual array, all distinct, none decided,
and within CP centipawns (100) of equality as a search of N nodes (5000) sees them. The same seed gives the same list.
)";
}

}  // namespace fusilier::match
