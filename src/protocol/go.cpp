#include "protocol/go.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/text.h"

namespace fusilier {

namespace {

constexpr std::string_view keywords[] = {"wtime", "btime", "winc",  "binc",     "movestogo", "movetime",   "depth",
                                         "nodes", "mate",  "perft", "infinite", "ponder",    "searchmoves"};

bool isKeyword(std::string_view word) {
    return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
}

/// Hands out the words of one command in turn.
class Reader {
  public:
    explicit Reader(std::span<const std::string_view> words) : words_(words) {}

    bool done() const { return words_.empty(); }
    std::string_view peek() const { return words_.front(); }
    std::string_view next() {
        const auto word = words_.front();
        words_ = words_.subspan(1);
        return word;
    }

    /// The number that belongs to `keyword`.
    template <typename T>
    T number(std::string_view keyword, T lowest, T highest = std::numeric_limits<T>::max()) {
        if (done()) throw InputError(fmt::format("go: {} needs a number", keyword));
        const auto text = next();
        const auto value = parseNumber<T>(text);
        if (!value) throw InputError(fmt::format("go: {} needs a number, not {}", keyword, quoted(text)));
        if (*value < lowest) throw InputError(fmt::format("go: {} must be at least {}", keyword, lowest));
        if (*value > highest) throw InputError(fmt::format("go: {} must be at most {}", keyword, highest));
        return *value;
    }

    /// The moves that belong to `searchmoves`.
    std::vector<std::string> moves() {
        std::vector<std::string> list;
        while (!done() && !isKeyword(peek()))
            list.emplace_back(next());
        if (list.empty()) throw InputError("go: searchmoves needs at least one move");
        return list;
    }

  private:
    std::span<const std::string_view> words_;
};

/// The clocks; false if `word` is none of them. A flag may have fallen, so that a clock is negative, and some GUIs take
/// a lag off increments and move times: less than nothing counts as nothing.
bool readClock(std::string_view word, Reader& reader, Limits& limits) {
    // Ample for any game, and far from overflow when a search adds such times up.
    constexpr std::int64_t longest = std::int64_t{1} << 40;
    const auto milliseconds = [&] { return reader.number<std::int64_t>(word, -longest, longest); };
    if (word == "wtime")
        limits.time[0] = milliseconds();
    else if (word == "btime")
        limits.time[1] = milliseconds();
    else if (word == "winc")
        limits.increment[0] = milliseconds();
    else if (word == "binc")
        limits.increment[1] = milliseconds();
    else if (word == "movetime")
        limits.moveTime = milliseconds();
    else
        return false;
    return true;
}

}  // namespace

GoCommand readGo(std::span<const std::string_view> words) {
    GoCommand command;
    Limits& limits = command.limits;
    Reader reader(words);
    while (!reader.done()) {
        const auto word = reader.next();
        if (readClock(word, reader, limits)) continue;
        if (word == "movestogo") {
            // Some GUIs send 0 for "the rest of the game".
            const int count = reader.number<int>(word, std::numeric_limits<int>::min());
            limits.movesToGo = count > 0 ? std::optional(count) : std::nullopt;
        } else if (word == "depth") {
            limits.depth = reader.number<int>(word, 1);
        } else if (word == "nodes") {
            limits.nodes = reader.number<std::uint64_t>(word, 1);
        } else if (word == "mate") {
            limits.mate = reader.number<int>(word, 1);
        } else if (word == "perft") {
            command.perft = reader.number<int>(word, 0, 99);
        } else if (word == "infinite") {
            limits.infinite = true;
        } else if (word == "ponder") {
            limits.ponder = true;
        } else if (word == "searchmoves") {
            limits.searchMoves = reader.moves();
        } else {
            throw InputError(fmt::format("go: unknown word {}", quoted(word)));
        }
    }
    return command;
}

}  // namespace fusilier
