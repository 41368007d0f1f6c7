// Files of games, and fitting parameters to them.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <regex>

#include "catch2.h"
#include "fusilier/registry.h"
#include "fusilier/splitmix.h"
#include "process.h"
#include "tune/datagen.h"
#include "tune/tune.h"

namespace fusilier::tune {
namespace {

using namespace fusilier::testing;

/// A file name of the test's own, removed before and after.
class Scratch {
  public:
    explicit Scratch(const std::string& name)
        : name_((std::filesystem::temp_directory_path() / ("fusilier-test-" + name)).string()) {
        std::filesystem::remove(name_);
    }
    ~Scratch() { std::filesystem::remove(name_); }
    const std::string& name() const { return name_; }

  private:
    std::string name_;
};

const DataHeader header{"chess", 7, 100, 1, 3};
const DataGame sample{5, 2, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {{3, true, -25}, {0x7FFF, false, mateScore}}};

std::string sampleFile() {
    return headerLine(header) + encode(sample) + encode(sample);
}

DatagenSettings settingsFor(const std::string& game, std::uint64_t seed, std::uint64_t nodes, std::uint32_t games,
                            const std::string& file) {
    DatagenSettings settings;
    settings.header.game = game;
    settings.header.seed = seed;
    settings.header.nodes = nodes;
    settings.games = games;
    settings.threads = 2;
    settings.file = file;
    return settings;
}

TEST_CASE("Tuning data: what is written is read", "[tune]") {
    const DataFile file = decode(sampleFile(), "x");
    CHECK(file.header == header);
    REQUIRE(file.games.size() == 2);
    CHECK(file.games[1] == sample);
    CHECK(file.goodBytes == file.size);
}

TEST_CASE("Tuning data: cut anywhere, whole games remain", "[tune]") {
    const std::string bytes = sampleFile();
    const std::size_t head = headerLine(header).size();
    const std::size_t each = encode(sample).size();
    for (std::size_t n = head; n < bytes.size(); ++n) {
        const DataFile file = decode(std::string_view(bytes).substr(0, n), "x");
        CHECK(file.games.size() == (n - head) / each);
        CHECK(file.goodBytes == head + file.games.size() * each);
    }
    for (std::size_t n = 0; n < head; ++n)
        CHECK_THROWS_AS(decode(std::string_view(bytes).substr(0, n), "x"), InputError);
}

TEST_CASE("Tuning data: no changed byte goes unnoticed", "[tune]") {
    const std::string bytes = sampleFile();
    for (std::size_t i = headerLine(header).size(); i < bytes.size(); ++i) {
        std::string bad = bytes;
        bad[i] = static_cast<char>(bad[i] ^ 0x10);
        INFO("byte " << i);
        CHECK_THROWS_WITH(decode(bad, "x"), Catch::Contains("wrong checksum"));
    }
}

TEST_CASE("Tuning data: an interrupted file is continued to the same bytes", "[tune]") {
    const Game& game = *findGame("fourkings");
    Scratch whole("whole.games"), broken("broken.games");
    DatagenSettings settings = settingsFor("fourkings", 3, 30, 6, whole.name());
    generate(game, settings);
    const std::string bytes = readFile(whole.name());
    const DataFile file = decode(bytes, "x");
    REQUIRE(file.games.size() == 6);
    for (const DataGame& g : file.games)
        CHECK(g.plies.size() > 1);

    settings.file = broken.name();
    settings.threads = 1;
    for (const std::size_t cut : {bytes.size() / 2, bytes.size() - 1, bytes.find('\n') + 1}) {
        saveFile(broken.name(), std::string_view(bytes).substr(0, cut));
        generate(game, settings);
        CHECK(readFile(broken.name()) == bytes);
    }

    // Another seed, and damage in the middle, are refused and change nothing.
    settings.header.seed = 4;
    CHECK_THROWS_WITH(generate(game, settings), Catch::Contains("other settings"));
    settings.header.seed = 3;
    const std::size_t topOfLength = bytes.find('\n') + 4;
    for (const std::size_t place : {bytes.size() / 2, topOfLength}) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ 1);
        saveFile(broken.name(), damaged);
        CHECK_THROWS_AS(generate(game, settings), InputError);
        CHECK(readFile(broken.name()) == damaged);
    }
}

TEST_CASE("Tuning data: a shard beyond the games has none, and numbers do not overflow", "[tune]") {
    Scratch file("shards.games");
    DatagenSettings settings = settingsFor("chess", 1, 1, 4, file.name());
    settings.header.shard = 5;
    settings.header.shardCount = 0xFFFFFFFF;
    generate(*findGame("chess"), settings);
    CHECK(decode(readFile(file.name()), "x").games.empty());
    Scratch first("first.games");
    settings.header.shard = 0;
    settings.file = first.name();
    generate(*findGame("chess"), settings);
    CHECK(decode(readFile(first.name()), "x").games.size() == 1);
}

TEST_CASE("Tuning data: shards together are the whole", "[tune]") {
    const Game& game = *findGame("chess");
    Scratch whole("all.games"), part("part.games");
    DatagenSettings settings = settingsFor("chess", 1, 20, 5, whole.name());
    generate(game, settings);
    const auto all = decode(readFile(whole.name()), "x").games;
    std::size_t found = 0;
    for (const std::uint32_t shard : {0U, 1U}) {
        std::filesystem::remove(part.name());
        settings.header.shard = shard;
        settings.header.shardCount = 2;
        settings.file = part.name();
        generate(game, settings);
        for (const DataGame& g : decode(readFile(part.name()), "x").games) {
            CHECK(g == all.at(g.number));
            ++found;
        }
    }
    CHECK(found == 5);
}

TEST_CASE("Tuning: a fit finds the parameters that made the data", "[tune]") {
    // Three parameters count between -4 and 4; the last never does. White's chances follow the planted values.
    const std::vector<Pair> planted{{100, 80}, {-40, 20}, {0, 60}, {7, 7}};
    constexpr double scale = 0.006;
    Dataset data;
    SplitMix random(1);
    for (std::size_t game = 0; game < 20000; ++game) {
        std::vector<Dataset::Count> counts;
        const double middle = static_cast<double>(random.below(101)) / 100;
        double sum = 0;
        for (std::uint16_t j = 0; j < 3; ++j) {
            const int n = static_cast<int>(random.below(9)) - 4;
            counts.emplace_back(j, static_cast<std::int16_t>(n));
            sum += n * (planted[j][0] * middle + planted[j][1] * (1 - middle));
        }
        const double chance = 1 / (1 + std::exp(-scale * sum));
        const bool won = static_cast<double>(random.below(1000)) < 1000 * chance;
        data.add(counts, middle, 1 - middle, game, won, 0);
    }
    const std::vector<Pair> start{{60, 60}, {0, 0}, {0, 0}, {7, 7}};
    FitSettings settings;
    settings.scale = scale;
    settings.resultShare = 1;
    settings.spread = {100, 100, 100, 100};
    const FitResult result = fit(data, start, settings);
    CHECK(result.after < result.before);
    const auto errors = bootstrap(data, start, settings, 6);
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 2; ++k) {
            INFO(j << " " << k << ": " << result.values[j][k] << " +- " << errors[j][k]);
            CHECK(std::abs(result.values[j][k] - planted[j][k]) < 6);
            CHECK(errors[j][k] > 0.2);
            CHECK(errors[j][k] < 6);
        }
    CHECK(result.values[3] == start[3]);
    CHECK(std::abs(fitScale(data, planted) - scale) < 0.0003);
    // No spread, no change.
    settings.spread[1] = 0;
    CHECK(fit(data, start, settings).values[1] == start[1]);
}

TEST_CASE("Tuning: scores of a search teach by the chances behind them, whatever their unit", "[tune]") {
    // One parameter, worth 100. The searches count in another unit, 2.5 times as large, and the results follow chances.
    constexpr double scale = 0.006, unit = 2.5;
    Dataset data;
    SplitMix random(2);
    for (std::size_t game = 0; game < 20000; ++game) {
        const int n = static_cast<int>(random.below(9)) - 4;
        const bool won = static_cast<double>(random.below(1000)) < 1000 / (1 + std::exp(-scale * 100 * n));
        data.add({{std::uint16_t{0}, static_cast<std::int16_t>(n)}}, 1, 0, game, won, 100 * n * unit);
    }
    FitSettings settings;
    settings.scale = scale;
    settings.scoreScale = fitScoreScale(data);
    settings.resultShare = 0;
    settings.spread = {100};
    CHECK(std::abs(settings.scoreScale - scale / unit) < 0.0002);
    CHECK(std::abs(fit(data, {{60, 60}}, settings).values[0][0] - 100) < 6);
}

TEST_CASE("Tuning: tables are centred without a change of any score", "[tune]") {
    for (const Game& game : games()) {
        CAPTURE(game.info.name);
        const auto session = game.open();
        const ParameterSheet sheet = game.parameters.handMade();
        SplitMix random(5);
        std::vector<Pair> values(sheet.rows.size());
        for (Pair& value : values)
            value = {static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))};
        Dataset data;
        const auto add = [&] {
            const EvalFeatures f = session->evalFeatures();
            data.add(f.counts, f.middle, 1 - f.middle, data.size(), 0.5, 0);
        };
        // Royals of different kinds against each other are rare in random games.
        if (game.info.name == "thunder")
            for (const char* fen : {"4e3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4d3/8/8/8/8/8/4P3/2BNO3 w - - 0 1"}) {
                session->setPosition(fen, {});
                add();
            }
        session->setPosition({}, {});
        for (int ply = 0; ply < 200 && !session->outcome().over(); ++ply) {
            const auto moves = session->legalMoves();
            session->play(moves[random.below(moves.size())]);
            add();
        }
        std::vector<double> uses(values.size());
        for (double& n : uses)
            n = static_cast<double>(random.below(20));
        auto centred = values;
        centreTables(centred, sheet, game.info, uses);
        CHECK(centred != values);
        for (std::size_t i = 0; i < data.size(); ++i)
            CHECK(data.evaluate(data[i], centred) == Approx(data.evaluate(data[i], values)).margin(1e-6));
    }
}

TEST_CASE("Tuning: from nothing to a file of parameters by one command", "[tune]") {
    Scratch games("tune.games"), params("tune.params");
    const auto played = runProgram({"datagen", "thunder", "--games", "12", "--nodes", "40", "--out", games.name()});
    CHECK(played.code == 0);
    CHECK(anyContains(played.lines, "12 games"));
    const std::vector<std::string> command{"tune",  "thunder",     "--data",      games.name(),
                                           "--out", params.name(), "--resamples", "2"};
    const auto tuned = runProgram(command);
    INFO(tuned.errors);
    CHECK(tuned.code == 0);
    CHECK(contains(tuned.errors, "held-out loss"));
    const std::string text = readFile(params.name());
    CHECK(contains(text, "games of the engine against itself: 12 (seed 1, 40 nodes a move)."));
    const ParameterSheet sheet = findGame("thunder")->parameters.read(text);
    CHECK(sheet.rows.size() == findGame("thunder")->parameters.handMade().rows.size());

    // The same again, and from what it wrote.
    CHECK(runProgram(command).code == 0);
    CHECK(readFile(params.name()) == text);
    auto again = command;
    again.insert(again.end(), {"--from", params.name()});
    CHECK(runProgram(again).code == 0);

    const auto other = runProgram({"tune", "chess", "--data", games.name(), "--out", params.name()});
    CHECK(other.code == 2);
    CHECK(contains(other.errors, "has games of thunder, not of chess"));
    saveFile(params.name(), "R\"(tempo 1 two\n)\"\n");
    const auto bad = runProgram(again);
    CHECK(bad.code == 2);
    CHECK(contains(bad.errors, "line 1: expected a number"));
    for (const char* option : {"--games", "--nodes", "--seed"})
        CHECK(runProgram({"tune", "thunder", "--data", games.name(), option, "1", "--out", params.name()}).code == 2);
    CHECK(runProgram({"tune", "thunder", "--data", games.name(), "--resamples", "1", "--out", params.name()}).code ==
          2);
    CHECK(runProgram({"tune", "thunder", "--data", "nowhere.games", "--out", params.name()}).code == 2);
    CHECK(runProgram({"tune", "thunder", "--data", games.name(), "--out", "/nowhere/params"}).code == 2);
    CHECK(runProgram({"datagen", "thunder", "--shard", "3/2", "--out", params.name()}).code == 2);
}

/// The numbers in a line.
std::vector<double> numbers(const std::string& line) {
    std::vector<double> found;
    const std::regex pattern("[-+]?[0-9]+[.][0-9]+");
    for (auto it = std::sregex_iterator(line.begin(), line.end(), pattern); it != std::sregex_iterator(); ++it)
        found.push_back(std::stod(it->str()));
    return found;
}

TEST_CASE("Evaluation: terms are counted as they are by hand", "[tune]") {
    struct Case {
        const char* game;
        const char* fen;
        const char* term;
        int count;  ///< White's less Black's
    };
    const Case cases[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "tempo", 1},
        {"chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "tempo", -1},
        {"chess", "4k3/8/8/8/P7/P7/8/4K3 w - - 0 1", "doubled", 2},
        {"chess", "4k3/8/8/8/P7/P7/8/4K3 w - - 0 1", "isolated", 2},
        {"chess", "4k3/8/8/8/1P6/P7/8/4K3 w - - 0 1", "isolated", 0},
        {"chess", "4k3/8/8/8/1P6/P7/8/4K3 w - - 0 1", "supported", 1},
        // Three steps to go: a king four away is in time only if it is to move.
        {"chess", "8/8/8/P7/8/8/8/K6k w - - 0 1", "unstoppable", 1},
        {"chess", "8/8/8/P7/4k3/8/8/K7 w - - 0 1", "unstoppable", 1},
        {"chess", "8/8/8/P7/4k3/8/8/K7 b - - 0 1", "unstoppable", 0},
        {"chess", "n7/8/8/P7/8/8/8/K6k w - - 0 1", "unstoppable", 0},
        {"chess", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "pawn-threat", 1},
        {"chess", "4k3/8/8/8/r6B/8/8/4K3 w - - 0 1", "hanging", 1},
        {"chess", "4k3/8/8/8/r6B/6K1/8/8 w - - 0 1", "hanging", 0},
        // Rook to Bishop, and not back.
        {"thunder", "4k3/8/8/8/8/B7/8/R3K3 w - - 0 1", "joins", 1},
        {"thunder", "r3k3/8/8/8/8/8/8/N3K3 w - - 0 1", "grow-n-to-move", 1},
        {"thunder", "r3k3/8/8/8/8/8/8/N3K3 b - - 0 1", "grow-n-waiting", 1},
        {"thunder", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "grow-n-to-move", 0},
        // A knight whose every square is taken cannot go and grow.
        {"thunder", "r3k3/8/8/8/8/1P6/2P5/N3K3 w - - 0 1", "grow-n-to-move", 0},
        {"thunder", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "shrinker-hit-to-move", 1},
        {"thunder", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "shrinker-hanging", 1},
        {"thunder", "r3k3/8/8/8/8/8/8/QR2K3 w - - 0 1", "shrinker-hanging", 0},
        // R1 steps obliquely, R10 straight ahead: only the one beside can join the other.
        {"sentai", "4k3/8/8/8/8/8/8/FW2K3 w - - 0 1", "joins", 1},
        {"sentai", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "exits", 2},
        {"sentai", "4k3/8/8/2P1P3/3Q4/2P1P3/8/4K3 w - - 0 1", "exits", 1},
        {"sentinel", "4k3/8/8/PPP5/8/8/8/4K3 w - - 0 1", "pawn-mass", 3},
        {"sentinel", "4k3/8/8/8/PPP5/8/8/4K3 w - - 0 1", "pawn-mass", 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.game, c.fen, c.term);
        const Game& game = *findGame(c.game);
        const ParameterSheet sheet = game.parameters.handMade();
        const auto session = game.open();
        session->setPosition(c.fen, {});
        int count = 0;
        REQUIRE(
            std::any_of(sheet.rows.begin(), sheet.rows.end(), [&](const auto& row) { return row.group == c.term; }));
        for (const auto& [parameter, n] : session->evalFeatures().counts)
            if (sheet.rows.at(parameter).group == c.term) count += n;
        CHECK(count == c.count);
    }
}

TEST_CASE("Evaluation: the table of terms adds up to the outcome", "[tune]") {
    const std::pair<const char*, const char*> positions[] = {
        {"chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"},
        {"chess", "4k3/8/8/3p4/8/8/8/R3K3 b - - 40 60"},
        {"thunder", "4k3/8/8/3p4/8/8/8/R1N1K3 b - - 0 60"},
        {"fourkings", ""}};
    for (const auto& [game, fen] : positions) {
        INFO(game << " " << fen);
        std::vector<std::string> words{"eval", game};
        if (*fen != 0) words.emplace_back(fen);
        const auto result = runProgram(words);
        REQUIRE(result.code == 0);
        std::array<double, 2> sum{}, total{};
        double share = 0, scale = 1, outcome = 0;
        for (const std::string& line : result.lines) {
            const auto found = numbers(line);
            if (contains(line, "Total |")) {
                total = {found.at(0), found.at(1)};
            } else if (found.size() == 6) {
                sum = {sum[0] + found[4], sum[1] + found[5]};
            } else if (contains(line, "Evaluation:")) {
                outcome = found.at(0);
            } else if (startsWith(line, "Middle game")) {
                share = std::stod(line.substr(12)) / 100;
                if (!found.empty()) scale = found[0] / 100;
            }
        }
        CHECK(std::abs(sum[0] - total[0]) < 0.1);
        CHECK(std::abs(sum[1] - total[1]) < 0.1);
        const double blended = scale * (share * total[0] + (1 - share) * total[1]);
        CHECK(std::abs(blended - outcome) < 0.03 + std::abs(total[0] - total[1]) / 100);
    }
    CHECK(runProgram({"eval", "chess", "nonsense"}).code == 2);
}

TEST_CASE("Values: in pawns, of every piece, as a table and as a picture", "[tune]") {
    const Game& game = *findGame("fourkings");
    ParameterSheet sheet = game.parameters.handMade();
    for (auto& row : sheet.rows)
        if (row.group == "value") {
            row.middle = row.detail == "P" ? 80 : row.detail == "N" ? 300 : 200;
            row.end = row.detail == "P" ? 120 : row.detail == "N" ? 330 : 240;
            row.middleError = row.detail == "N" ? 8 : 0;
        }
    Scratch params("values.params"), picture("values.svg");
    saveFile(params.name(), game.parameters.write(sheet, {}));
    const auto table = runProgram({"values", "fourkings", "--from", params.name()});
    REQUIRE(table.code == 0);
    CHECK(contains(table.lines.at(0), "Kevin Pacey"));
    CHECK(anyContains(table.lines, "| P | Pawn | 1.00 | 1.00 | 1.00 |"));
    CHECK(anyContains(table.lines, "| N | Knight | 3.75 ± 0.10 | 2.75 | 3.00 |"));
    CHECK(anyContains(table.lines, "| Z | Wazaba | 2.50 | 2.00 | 2.25 |"));
    CHECK(table.lines.size() == 2 + 8);

    CHECK(runProgram({"values", "fourkings", "--svg", picture.name()}).code == 0);
    const std::string svg = readFile(picture.name());
    CHECK(startsWith(svg, "<svg "));
    CHECK(svg.ends_with("</svg>\n"));
    for (const char* name : {"Wazaba Z", "Waffle F", "Alibaba A", "Kevin Pacey"})
        CHECK(contains(svg, name));
    CHECK(runProgram({"values", "fourkings", "--from", "nowhere"}).code == 2);
    for (auto& row : sheet.rows)
        if (row.group == "value" && row.detail == "P") row.middle = 0;
    saveFile(params.name(), game.parameters.write(sheet, {}));
    const auto worthless = runProgram({"values", "fourkings", "--from", params.name()});
    CHECK(worthless.code == 2);
    CHECK(contains(worthless.errors, "a pawn is worth less than a centipawn"));
}

}  // namespace
}  // namespace fusilier::tune
