#include "tune/data.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "core/text.h"
#include "fusilier/session.h"

namespace fusilier::tune {
namespace {

constexpr std::string_view magic = "fusilier-games";
constexpr int version = 2;
constexpr std::uint16_t quietBit = 0x8000;

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) ? 0xEDB88320 : 0);
    }
    return ~crc;
}

template <typename T>
void append(std::string& to, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        to += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}

/// Takes numbers from the front of bytes; `good` turns false when there are too few.
struct Bytes {
    std::string_view rest;
    bool good = true;

    std::string_view take(std::size_t n) {
        good = good && n <= rest.size();
        if (!good) return {};
        const std::string_view taken = rest.substr(0, n);
        rest.remove_prefix(n);
        return taken;
    }
    template <typename T>
    T number() {
        std::uint64_t value = 0;
        const std::string_view bytes = take(sizeof(T));
        for (std::size_t i = bytes.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(bytes[i]);
        return static_cast<T>(value);
    }
};

/// Nothing if the body is not one of ours; that its checksum is right has been seen.
std::optional<DataGame> decodeGame(std::string_view body) {
    Bytes bytes{body};
    DataGame game;
    game.number = bytes.number<std::uint32_t>();
    game.result = bytes.number<std::uint8_t>();
    game.fen = bytes.take(bytes.number<std::uint16_t>());
    const auto plies = bytes.number<std::uint16_t>();
    for (int i = 0; i < plies && bytes.good; ++i) {
        const auto move = bytes.number<std::uint16_t>();
        const auto score = bytes.number<std::int16_t>();
        game.plies.push_back({static_cast<std::uint16_t>(move & ~quietBit), (move & quietBit) != 0, score});
    }
    if (!bytes.good || !bytes.rest.empty() || game.result > 2) return std::nullopt;
    return game;
}

std::optional<DataHeader> decodeHeader(std::string_view line) {
    const auto words = splitWords(line);
    if (words.size() != 7 || words[0] != magic || words[1] != fmt::format("{}", version)) return std::nullopt;
    const auto value = [&](std::size_t i, std::string_view key) {
        return words[i].starts_with(key) ? words[i].substr(key.size()) : std::string_view{};
    };
    const auto seed = parseNumber<std::uint64_t>(value(3, "seed="));
    const auto nodes = parseNumber<std::uint64_t>(value(4, "nodes="));
    const auto shard = parseNumber<std::uint32_t>(value(5, "shard="));
    const auto count = parseNumber<std::uint32_t>(value(6, "of="));
    if (!seed || !nodes || !shard || !count || *shard < 1 || *shard > *count) return std::nullopt;
    return DataHeader{std::string(value(2, "game=")), *seed, *nodes, *shard - 1, *count};
}

}  // namespace

std::string headerLine(const DataHeader& h) {
    return fmt::format("{} {} game={} seed={} nodes={} shard={} of={}\n", magic, version, h.game, h.seed, h.nodes,
                       h.shard + 1, h.shardCount);
}

std::string encode(const DataGame& game) {
    std::string body;
    append(body, game.number);
    append(body, game.result);
    append(body, static_cast<std::uint16_t>(game.fen.size()));
    body += game.fen;
    append(body, static_cast<std::uint16_t>(game.plies.size()));
    for (const DataPly& ply : game.plies) {
        append(body, static_cast<std::uint16_t>(ply.move | (ply.quiet ? quietBit : 0)));
        append(body, static_cast<std::uint16_t>(ply.score));
    }
    return record(body);
}

std::string record(std::string_view body) {
    std::string record;
    const auto length = static_cast<std::uint32_t>(body.size());
    append(record, length);
    append(record, ~length);
    append(record, crc32(body));
    return record.append(body);
}

DataFile decode(std::string_view bytes, const std::string& name) {
    DataFile file;
    file.size = bytes.size();
    const std::size_t end = bytes.find('\n');
    const auto header = decodeHeader(bytes.substr(0, end));
    if (end == std::string_view::npos || !header)
        throw InputError(fmt::format("{}: not a file of self-played games of version {}", name, version));
    file.header = *header;
    Bytes rest{bytes.substr(end + 1)};
    for (;;) {
        file.goodBytes = bytes.size() - rest.rest.size();
        const auto length = rest.number<std::uint32_t>();
        const auto inverse = rest.number<std::uint32_t>();
        const auto damaged = [&] {
            return InputError(fmt::format("{}: game {} has a wrong checksum", name, file.games.size() + 1));
        };
        if (rest.good && inverse != ~length) throw damaged();
        const auto checksum = rest.number<std::uint32_t>();
        const std::string_view body = rest.take(length);
        if (!rest.good) return file;
        const auto game = crc32(body) == checksum ? decodeGame(body) : std::nullopt;
        if (!game) throw damaged();
        file.games.push_back(*game);
    }
}

void requireFolderOf(const std::string& file) {
    const auto folder = std::filesystem::path(file).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder))
        throw InputError(fmt::format("no folder {} to write to", folder.string()));
}

}  // namespace fusilier::tune
