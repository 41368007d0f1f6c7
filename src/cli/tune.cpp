// `fusilier datagen` and `fusilier tune`: from games of the engine against itself to the parameters it plays with.
#include "tune/tune.h"

#include <fmt/format.h>

#include <thread>

#include "cli/commands.h"
#include "core/file.h"
#include "core/progress.h"
#include "protocol/engine.h"
#include "tune/datagen.h"

namespace fusilier {

namespace {

/// "2/8": the second of eight.
void readShard(const std::string& text, tune::DataHeader& header) {
    const auto slash = text.find('/');
    const auto shard = parseNumber<std::uint32_t>(text.substr(0, slash));
    const auto count = slash == std::string::npos ? std::nullopt : parseNumber<std::uint32_t>(text.substr(slash + 1));
    if (!shard || !count || *shard < 1 || *shard > *count)
        throw UsageError(fmt::format("--shard is such as 2/8, not {}", quoted(text)));
    header.shard = *shard - 1;
    header.shardCount = *count;
}

tune::DatagenSettings readDatagen(const Arguments& arguments, const Game& game, const std::string& file) {
    tune::DatagenSettings s;
    s.header.game = game.info.name;
    s.header.seed = arguments.number<std::uint64_t>("--seed", 0).value_or(1);
    s.header.nodes = arguments.number<std::uint64_t>("--nodes", 1).value_or(1000);
    if (const auto shard = arguments.text("--shard")) readShard(*shard, s.header);
    s.games = arguments.number<std::uint32_t>("--games", 1).value_or(4000);
    const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    s.threads = arguments.number<int>("--threads", 1, 512).value_or(processors);
    s.file = file;
    return s;
}

void generateWithBar(const Game& game, const tune::DatagenSettings& settings) {
    Progress progress("playing");
    tune::generate(game, settings,
                   [&](std::size_t done, std::size_t all) { progress.show(done, all, "games of the shard"); });
}

std::vector<std::string> splitCommas(std::string_view text) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

int runDatagen(const Arguments& arguments) {
    const Game& game = requireGame(arguments.text("GAME").value());
    const auto file = arguments.text("--out").value_or(fmt::format("{}.games", game.info.name));
    const auto settings = readDatagen(arguments, game, file);
    generateWithBar(game, settings);
    const auto data = tune::decode(readFile(file), file);
    std::size_t plies = 0, quiet = 0;
    for (const auto& g : data.games)
        for (const auto& ply : g.plies)
            ++plies, quiet += ply.quiet;
    fmt::print("{}: {} games, {} positions, {} of them quiet, {} bytes\n", file, data.games.size(), plies, quiet,
               data.size);
    return 0;
}

int runTune(const Arguments& arguments) {
    const Game& game = requireGame(arguments.text("GAME").value());
    const auto from = arguments.text("--from");
    const ParameterSheet start = from ? game.parameters.read(readFile(*from)) : game.parameters.handMade();
    const auto out = arguments.text("--out").value_or(fmt::format("variants/{}/params", game.info.name));
    tune::requireFolderOf(out);

    tune::TuneSettings settings;
    settings.resultShare = arguments.number<int>("--result", 0, 100).value_or(70) / 100.0;
    settings.resamples = arguments.number<int>("--resamples", 0, 1000).value_or(8);
    if (settings.resamples == 1) throw UsageError("--resamples is 0 or at least 2: one fit shows no error");
    if (const auto data = arguments.text("--data")) {
        for (const char* option : {"--games", "--nodes", "--seed"})
            if (arguments.has(option))
                throw UsageError(fmt::format("{} says what to play, --data what is there", option));
        settings.files = splitCommas(*data);
    } else {
        const auto file = fmt::format("{}.games", game.info.name);
        generateWithBar(game, readDatagen(arguments, game, file));
        settings.files = {file};
    }
    const tune::Tuned tuned = tune::tune(game, start, settings);
    saveFile(out, game.parameters.write(tuned.sheet, tuned.remarks));
    for (const std::string& remark : tuned.remarks)
        fmt::print("{}\n", remark);
    fmt::print("Written to {}; build the program to play with it.\n", out);
    return 0;
}

}  // namespace fusilier
