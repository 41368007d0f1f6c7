#include "match/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "match/text.h"

namespace fusilier::match {
namespace {

/// "key=value" in two; the value is empty where there is no '='.
std::pair<std::string, std::string> splitSetting(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return {word, ""};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

/// An option of the command line with the words that follow it. "-each" and "--each" are the same.
struct Option {
    std::string name;
    std::vector<std::string> values;
};

bool isOption(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9') && word[1] != '.';
}

std::vector<Option> splitOptions(std::span<const std::string> words) {
    std::vector<Option> options;
    for (const std::string& word : words) {
        if (isOption(word)) {
            const auto [name, value] = splitSetting(word.substr(word.starts_with("--") ? 2 : 1));
            options.push_back({name, {}});
            if (!value.empty())  // --games=10
                options.back().values.push_back(value);
        } else {
            if (options.empty()) options.push_back({"variant", {}});  // the game's name comes first, without an option
            options.back().values.push_back(word);
        }
    }
    return options;
}

bool parseSwitch(std::string_view text, std::string_view what) {
    if (text == "true" || text == "on" || text == "1" || text.empty()) return true;
    if (text == "false" || text == "off" || text == "0") return false;
    throw InputError(fmt::format("{} must be true or false, not '{}'", what, text));
}

void setCommand(EngineConfig& engine, const std::string& value) {
    // A path with blanks in it is taken whole.
    std::vector<std::string> words = ::access(value.c_str(), X_OK) == 0 ? std::vector{value} : splitCommand(value);
    auto& argv = engine.command.argv;  // one engine's word outweighs --each's
    argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(engine.programWords));
    argv.insert(argv.begin(), words.begin(), words.end());
    engine.programWords = words.size();
}

void setEngine(EngineConfig& engine, const std::string& word) {
    const auto [key, value] = splitSetting(word);
    if (key == "cmd") {
        setCommand(engine, value);
    } else if (key == "arg") {
        engine.command.argv.push_back(value);
    } else if (key == "args") {
        for (std::string& w : splitCommand(value))
            engine.command.argv.push_back(std::move(w));
    } else if (key == "dir") {
        engine.command.directory = value;
    } else if (key == "stderr") {
        engine.command.stderrFile = value;
    } else if (key == "name") {
        engine.name = value;
    } else if (key == "proto") {
        if (value != "uci" && value != "xboard" && value != "cecp")
            throw InputError(fmt::format("proto must be uci or xboard, not '{}'", value));
        engine.protocol = value == "uci" ? ProtocolKind::Uci : ProtocolKind::Xboard;
    } else if (key.starts_with("option.")) {
        const std::string name = key.substr(7);
        const auto same = std::find_if(engine.options.begin(), engine.options.end(),
                                       [&](const auto& option) { return option.first == name; });
        if (same != engine.options.end())  // one engine's word outweighs --each's
            same->second = value;
        else
            engine.options.emplace_back(name, value);
    } else if (key == "initstr") {
        engine.initStrings.push_back(value);
    } else if (key == "tc") {
        if (value == "inf")
            engine.tc.reset();
        else
            engine.tc = parseTimeControl(value);
    } else if (key == "st") {
        engine.moveTime = parseSeconds(value);
    } else if (key == "movetime") {
        engine.moveTime = parseNumber<std::int64_t>(value, 1, 1'000'000'000, "movetime (milliseconds)");
    } else if (key == "nodes") {
        engine.nodes = parseNumber<std::uint64_t>(value, 1, 1'000'000'000'000, "nodes");
    } else if (key == "depth" || key == "plies") {
        engine.depth = parseNumber<int>(value, 1, 1000, "depth");
    } else if (key == "timemargin" || key == "margin") {
        engine.margin = parseNumber<std::int64_t>(value, 0, 1'000'000'000, "timemargin (milliseconds)");
    } else if (key == "stall") {
        engine.stall = std::max<std::int64_t>(parseSeconds(value), 1);
    } else if (key == "restart") {
        if (value != "auto" && value != "on" && value != "off")
            throw InputError(fmt::format("restart must be auto, on or off, not '{}'", value));
        engine.restart = value == "on" ? Restart::On : value == "off" ? Restart::Off : Restart::Auto;
    } else {
        throw InputError(fmt::format("unknown engine setting '{}'", word));
    }
}

std::string baseName(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// Names the nameless after their programs; no two engines may share a name.
void nameEngines(std::vector<EngineConfig>& engines) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const bool given = !engines[i].name.empty();
        const std::string base = given ? engines[i].name : baseName(engines[i].command.argv.front());
        const auto taken = [&](const std::string& name) {
            return std::any_of(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(i),
                               [&](const EngineConfig& e) { return e.name == name; });
        };
        std::string name = base;
        for (int n = 2; taken(name); ++n) {
            if (given) throw InputError(fmt::format("two engines are called '{}'", base));
            name = fmt::format("{}-{}", base, n);
        }
        engines[i].name = name;
    }
}

/// One value, and not more.
const std::string& only(const Option& option) {
    if (option.values.size() != 1) throw InputError(fmt::format("--{} takes one value", option.name));
    return option.values.front();
}

bool flag(const Option& option) {
    if (option.values.size() > 1) throw InputError(fmt::format("--{} takes no value", option.name));
    return option.values.empty() || parseSwitch(option.values.front(), "--" + option.name);
}

ResignRule parseResign(const Option& option) {
    ResignRule rule;
    for (const std::string& word : option.values) {
        const auto [key, value] = splitSetting(word);
        if (key == "movecount")
            rule.moveCount = parseNumber<int>(value, 1, 1000, "movecount");
        else if (key == "score")
            rule.score = parseNumber<int>(value, 0, 1'000'000, "score");
        else if (key == "twosided")
            rule.twoSided = parseSwitch(value, "twosided");
        else
            throw InputError(fmt::format("unknown setting '{}' of --resign", word));
    }
    return rule;
}

DrawRule parseDraw(const Option& option) {
    DrawRule rule;
    for (const std::string& word : option.values) {
        const auto [key, value] = splitSetting(word);
        if (key == "movenumber")
            rule.moveNumber = parseNumber<int>(value, 0, 10000, "movenumber");
        else if (key == "movecount")
            rule.moveCount = parseNumber<int>(value, 1, 1000, "movecount");
        else if (key == "score")
            rule.score = parseNumber<int>(value, 0, 1'000'000, "score");
        else
            throw InputError(fmt::format("unknown setting '{}' of --draw", word));
    }
    return rule;
}

void parseOpenings(const Option& option, MatchOptions& options) {
    BookSettings book;
    RandomOpeningSettings random;
    bool isRandom = false;
    for (const std::string& word : option.values) {
        const auto [key, value] = splitSetting(word);
        if (word.starts_with("random:")) {
            random.plies = parseNumber<int>(std::string_view(word).substr(7), 0, 200, "plies of random openings");
            isRandom = true;
        } else if (key == "bound") {
            random.bound = parseNumber<int>(value, 0, 100'000, "bound");
        } else if (key == "nodes") {
            random.nodes = parseNumber<std::uint64_t>(value, 1, 1'000'000'000, "nodes");
        } else if (key == "file") {
            book.file = value;
        } else if (key == "format") {
            if (value != "epd" && value != "fen" && value != "pgn")
                throw InputError(fmt::format("format must be epd, fen or pgn, not '{}'", value));
            book.pgn = value == "pgn";
        } else if (key == "order") {
            if (value != "random" && value != "sequential")
                throw InputError(fmt::format("order must be random or sequential, not '{}'", value));
            book.shuffled = value == "random";
        } else if (key == "plies") {
            book.plies = parseNumber<int>(value, 0, 10000, "plies");
        } else if (key == "start") {
            book.start = parseNumber<std::size_t>(value, 1, 1'000'000'000, "start") - 1;
        } else if (word.find('=') == std::string::npos && book.file.empty()) {
            book.file = word;
            book.pgn = word.ends_with(".pgn");
        } else {
            throw InputError(fmt::format("unknown setting '{}' of --openings", word));
        }
    }
    if (isRandom == !book.file.empty()) throw InputError("--openings takes a file or random:PLIES");
    if (isRandom)
        options.random = random;
    else
        options.book = book;
}

void parseShard(const std::string& value, ScheduleSettings& schedule) {
    const std::size_t slash = value.find('/');
    if (slash == std::string::npos)
        throw InputError(fmt::format("--shard takes i/n, for instance 1/4, not '{}'", value));
    const std::string_view text = value;
    schedule.shardCount = parseNumber<std::size_t>(text.substr(slash + 1), 1, 1'000'000, "number of shards");
    schedule.shard = parseNumber<std::size_t>(text.substr(0, slash), 1, schedule.shardCount, "shard") - 1;
}

/// What the options say before it is put together.
struct Draft {
    MatchOptions options;
    std::vector<std::vector<std::string>> engines;
    std::vector<std::string> each;
    std::size_t games = 0;
    std::size_t rounds = 1;
    std::uint64_t seed = 1;
};

using Handler = std::function<void(const Option&, Draft&)>;

const std::map<std::string, Handler, std::less<>>& handlers() {
    static const std::map<std::string, Handler, std::less<>> table{
        {"variant",
         [](const Option& o, Draft& d) {
             d.options.game = findGame(only(o));
             if (!d.options.game) throw InputError(fmt::format("unknown game '{}'", o.values.front()));
         }},
        {"engine", [](const Option& o, Draft& d) { d.engines.push_back(o.values); }},
        {"each", [](const Option& o, Draft& d) { d.each.insert(d.each.end(), o.values.begin(), o.values.end()); }},
        {"games",
         [](const Option& o, Draft& d) { d.games = parseNumber<std::size_t>(only(o), 1, 100'000'000, "--games"); }},
        {"rounds",
         [](const Option& o, Draft& d) { d.rounds = parseNumber<std::size_t>(only(o), 1, 100'000'000, "--rounds"); }},
        {"concurrency", [](const Option& o,
                           Draft& d) { d.options.concurrency = parseNumber<int>(only(o), 1, 1024, "--concurrency"); }},
        {"openings", [](const Option& o, Draft& d) { parseOpenings(o, d.options); }},
        {"repeat", [](const Option& o,
                      Draft& d) { d.options.schedule.repeat = o.values == std::vector<std::string>{"2"} || flag(o); }},
        {"tournament",
         [](const Option& o, Draft& d) {
             const std::string& kind = only(o);
             if (kind != "round-robin" && kind != "roundrobin" && kind != "gauntlet")
                 throw InputError(fmt::format("--tournament is round-robin or gauntlet, not '{}'", kind));
             d.options.schedule.tournament = kind == "gauntlet" ? Tournament::Gauntlet : Tournament::RoundRobin;
         }},
        {"sprt", [](const Option& o, Draft& d) { d.options.sprt = parseSprt(o.values); }},
        {"out", [](const Option& o, Draft& d) { d.options.out = only(o); }},
        {"resume", [](const Option& o, Draft& d) { d.options.resume = flag(o); }},
        {"seed", [](const Option& o,
                    Draft& d) { d.seed = parseNumber<std::uint64_t>(only(o), 0, ~std::uint64_t{0}, "--seed"); }},
        {"resign", [](const Option& o, Draft& d) { d.options.adjudication.resign = parseResign(o); }},
        {"draw", [](const Option& o, Draft& d) { d.options.adjudication.draw = parseDraw(o); }},
        {"maxmoves",
         [](const Option& o, Draft& d) {
             d.options.adjudication.maxMoves = parseNumber<int>(only(o), 1, 100'000, "--maxmoves");
         }},
        {"shard", [](const Option& o, Draft& d) { parseShard(only(o), d.options.schedule); }},
        {"notation",
         [](const Option& o, Draft& d) {
             const std::string& kind = only(o);
             if (kind != "long" && kind != "coordinate")
                 throw InputError(fmt::format("--notation is coordinate or long, not '{}'", kind));
             d.options.notation = kind == "long" ? Notation::Long : Notation::Coordinate;
         }},
        {"event", [](const Option& o, Draft& d) { d.options.event = only(o); }},
        {"site", [](const Option& o, Draft& d) { d.options.site = only(o); }},
        {"log", [](const Option& o, Draft& d) { d.options.log = only(o); }},
        {"json", [](const Option& o, Draft& d) { d.options.json = flag(o); }},
        {"affinity", [](const Option& o, Draft& d) { d.options.affinity = flag(o); }},
        {"quiet", [](const Option& o, Draft& d) { d.options.quiet = flag(o); }},
        {"ratinginterval",
         [](const Option& o, Draft& d) {
             d.options.progressInterval = parseNumber<int>(only(o), 0, 1'000'000, "--ratinginterval");
         }},
        {"recover", [](const Option& o, Draft&) { flag(o); }},  // always on; known from cutechess-cli
    };
    return table;
}

std::string canonical(const std::string& name) {
    static const std::map<std::string, std::string, std::less<>> aliases{
        {"pgnout", "out"}, {"srand", "seed"}, {"game", "variant"}, {"use-affinity", "affinity"}};
    const auto it = aliases.find(name);
    return it == aliases.end() ? name : it->second;
}

void finish(Draft& draft, const std::string& self) {
    MatchOptions& options = draft.options;
    if (!options.game) throw InputError("which game? for instance: fusilier match chess --each nodes=1000");
    while (draft.engines.size() < 2)
        draft.engines.emplace_back();  // itself
    for (const std::vector<std::string>& words : draft.engines) {
        EngineConfig engine;
        for (const std::string& word : draft.each)
            setEngine(engine, word);
        for (const std::string& word : words)
            setEngine(engine, word);
        if (std::none_of(words.begin(), words.end(), [](const std::string& w) { return w.starts_with("cmd="); }) &&
            std::none_of(draft.each.begin(), draft.each.end(),
                         [](const std::string& w) { return w.starts_with("cmd="); }))
            engine.command.argv.insert(engine.command.argv.begin(), self);
        options.engines.push_back(std::move(engine));
    }
    nameEngines(options.engines);
    for (const EngineConfig& engine : options.engines)
        if (!engine.tc && !engine.moveTime && !engine.nodes && !engine.depth)
            throw InputError(
                fmt::format("engine '{}' has no limit: give tc, st, movetime, nodes or depth", engine.name));
    if (options.sprt && options.engines.size() != 2) throw InputError("--sprt is for two engines");
    if (options.resume && options.out.empty()) throw InputError("--resume needs --out, the file to go on from");
    if (options.json) options.text = stderr;
    if (draft.games == 0) draft.games = options.schedule.repeat ? 2 : 1;
    options.schedule.engines = options.engines.size();
    options.schedule.gamesPerPairing = draft.games * draft.rounds;
    if (options.book) options.book->seed = draft.seed;
    if (options.random) options.random->seed = draft.seed;
}

}  // namespace

Sprt parseSprt(std::span<const std::string> settings) {
    Sprt sprt;
    for (const std::string& word : settings) {
        const auto [key, value] = splitSetting(word);
        if (key == "elo0")
            sprt.elo0 = parseDouble(value, "elo0");
        else if (key == "elo1")
            sprt.elo1 = parseDouble(value, "elo1");
        else if (key == "alpha")
            sprt.alpha = parseDouble(value, "alpha");
        else if (key == "beta")
            sprt.beta = parseDouble(value, "beta");
        else if (key == "model" && (value == "normalized" || value == "logistic"))
            sprt.model = value == "normalized" ? EloModel::Normalized : EloModel::Logistic;
        else
            throw InputError(fmt::format("unknown setting '{}' of --sprt", word));
    }
    if (!(sprt.elo0 < sprt.elo1 && std::abs(sprt.elo0) < 1000 && std::abs(sprt.elo1) < 1000))
        throw InputError("--sprt needs elo0 < elo1, both between -1000 and 1000");
    if (!(sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha + sprt.beta < 1))
        throw InputError("--sprt needs alpha and beta above 0 and below 1 together");
    return sprt;
}

MatchOptions parseMatchOptions(std::span<const std::string> words, const std::string& self) {
    Draft draft;
    for (Option& option : splitOptions(words)) {
        option.name = canonical(option.name);
        const auto handler = handlers().find(option.name);
        if (handler == handlers().end()) throw InputError(fmt::format("unknown option '--{}'", option.name));
        handler->second(option, draft);
    }
    finish(draft, self);
    return std::move(draft.options);
}

std::string_view matchHelp() {
    return R"(usage: fusilier match GAME [OPTION...]

Plays games between engines and counts them. Options and output are those of cutechess-cli and fastchess; one hyphen
serves as well as two.

  --engine SETTING...   an engine; twice or more. One that is not given is this program itself
  --each SETTING...     settings of all engines
      cmd=COMMAND       program with its arguments; arg=WORD adds one more, dir=DIR is where it runs
      name=NAME         default: the program's name
      proto=uci|xboard  default: uci
      option.NAME=VALUE sent in the order given; UCI_Variant follows by itself
      tc=TC             moves/time+increment in seconds, or minutes:seconds: 40/60, 10+0.1, 1:30+0.5, inf
      st=SECONDS        time for each move; movetime=MS likewise
      nodes=N depth=N   limits of each move
      timemargin=MS     forgiven over the limit; default 0 with tc, 200 with st or movetime
      stall=SECONDS     without an answer where no clock runs, the engine hangs; default 120
      restart=auto|on   start it afresh when it failed, or for every game
      initstr=LINE stderr=FILE
  --games N             games of each pairing, in --rounds N rounds (default 1, or 2 with --repeat)
  --tournament KIND     round-robin, or gauntlet: the first engine against each other
  --concurrency N       games at once
  --affinity            keep each game's engines on one processor: less overhead for very fast games between engines of
                        one thread, if nothing else wants the machine
  --openings FILE       FEN or EPD, one a line, or PGN (plies=N); order=sequential|random start=N
  --openings random:P   seeded random positions P plies deep, distinct, and within bound=CP (100) of equality as a
                        search of nodes=N (5000) sees them
  --repeat              each opening twice, with colours reversed
  --seed S              of openings and their order; default 1
  --sprt elo0=E elo1=E alpha=A beta=B model=normalized|logistic
                        stop when the test is decided; defaults 0, 5, 0.05, 0.05, normalized
  --resign movecount=N score=CP twosided=true      adjudication, off by default
  --draw movenumber=N movecount=N score=CP         likewise
  --maxmoves N          likewise: a draw after so many moves
  --out FILE            game file (PGN); must not have games yet, except with
  --resume              which goes on from it
  --notation long       moves in it as the inventors write them, not as coordinates
  --shard I/N           play only the I-th of N parts; `fusilier pgn merge` adds them up
  --json                the final table as JSON on standard output, all else on standard error
  --ratinginterval N    games between two progress lines; default 10, 0 for none
  --quiet               final table only
  --event NAME --site NAME --log FILE (what engines say and are told)

Ctrl-C ends the match with the table. The exit code is 0 for a match played to its end, 1 for one that was stopped.
)";
}

}  // namespace fusilier::match
