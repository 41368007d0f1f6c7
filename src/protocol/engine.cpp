#include "protocol/engine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"

namespace fusilier {

namespace {

constexpr std::size_t defaultHash = 16;

std::vector<std::string> gameNames() {
    std::vector<std::string> names;
    for (const Game& game : games())
        names.emplace_back(game.info.name);
    return names;
}

/// What a container may use, in bytes; nothing where there is no such limit.
std::optional<std::int64_t> containerLimit() {
    for (const auto* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::string text;
        if (std::getline(std::ifstream(file), text)) return parseNumber<std::int64_t>(text);
    }
    return std::nullopt;
}

/// The largest hash size to offer, in MiB: half of the memory, since a table is filled as soon as it is made.
std::int64_t largestHash() {
    const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
    const std::int64_t pageSize = sysconf(_SC_PAGE_SIZE);
    std::int64_t bytes = std::max<std::int64_t>(pages, 0) * std::max<std::int64_t>(pageSize, 0);
    if (const auto limit = containerLimit()) bytes = std::min(bytes, *limit);
    return std::max<std::int64_t>(bytes / 2 / (1024 * 1024), defaultHash);
}

}  // namespace

const Game& requireGame(std::string_view name) {
    const Game* game = findGame(name);
    if (!game)
        throw InputError(fmt::format("unknown game {}; the games are: {}", quoted(name), joinWords(gameNames())));
    return *game;
}

Engine::Engine(GameSelected gameSelected) : gameSelected_(std::move(gameSelected)), session_(games().front().open()) {
    hash_ = session_->setHash(defaultHash);
    addHash();
    addVariant();
}

void Engine::halt() {
    session_->stop();
    session_->wait();
}

void Engine::addHash() {
    Option option;
    option.name = "Hash";
    option.type = Option::Type::Spin;
    option.initial = fmt::format("{}", defaultHash);
    option.min = 1;
    option.max = largestHash();
    option.apply = [this](const std::string& value) {
        hash_ = session_->setHash(parseNumber<std::size_t>(value).value());
        return fmt::format("{}", hash_);
    };
    options_.add(std::move(option));
}

void Engine::addVariant() {
    Option option;
    option.name = "UCI_Variant";
    option.type = Option::Type::Combo;
    option.initial = games().front().info.name;
    option.choices = gameNames();
    option.apply = [this](const std::string& value) {
        auto session = requireGame(value).open();
        // The old table goes first, so that the two need not fit into memory together.
        session_->setHash(1);
        session->setHash(hash_);
        session_ = std::move(session);
        gameSelected_(session_->game());
        return value;
    };
    options_.add(std::move(option));
}

}  // namespace fusilier
