#include "protocol/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "core/text.h"

namespace fusilier {

namespace {

constexpr std::size_t defaultHash = 16;

// A guess: between neighbouring levels matches show more than 70 Elo, but nobody rated has played any of them.
constexpr int eloOfSkillZero = 800;
constexpr int eloPerSkill = 70;
constexpr int mostElo = eloOfSkillZero + eloPerSkill * SearchOptions::maxSkill;

std::vector<std::string> gameNames() {
    std::vector<std::string> names;
    for (const Game& game : games())
        names.emplace_back(game.info.name);
    return names;
}

/// The largest hash size to offer, in MiB: half of the memory, since a table is filled as soon as it is made.
std::int64_t largestHash() {
    return std::max<std::int64_t>(machineMemory() / 2 / (1024 * 1024), defaultHash);
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
    addClearHash();
    addPlay();
    addStrength();
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
        configure();
        gameSelected_(session_->game());
        return value;
    };
    options_.add(std::move(option));
}

void Engine::addClearHash() {
    Option option;
    option.name = "Clear Hash";
    option.type = Option::Type::Button;
    option.apply = [this](const std::string& value) {
        session_->newGame();
        return value;
    };
    options_.add(std::move(option));
}

void Engine::addPlay() {
    addSpin("Threads", search_.threads, 1, 512, [this](std::int64_t n) { search_.threads = static_cast<int>(n); });
    addSpin("MultiPV", search_.multiPv, 1, 500, [this](std::int64_t n) { search_.multiPv = static_cast<int>(n); });
    addSpin("Move Overhead", search_.moveOverheadMs, 0, 5000, [this](std::int64_t n) { search_.moveOverheadMs = n; });
    addCheck("Ponder");           // the GUI's business: whether it will send `go ponder`
    addCheck("UCI_AnalyseMode");  // analysis and play are searched alike
    addCheck("UCI_ShowWDL", [this](bool on) { showWdl_ = on; });
}

void Engine::addStrength() {
    elo_ = mostElo;
    addSpin("Skill Level", skill_, 0, SearchOptions::maxSkill,
            [this](std::int64_t n) { skill_ = static_cast<int>(n); });
    addCheck("UCI_LimitStrength", [this](bool on) { limitStrength_ = on; });
    addSpin("UCI_Elo", elo_, eloOfSkillZero, mostElo, [this](std::int64_t n) { elo_ = static_cast<int>(n); });
}

void Engine::addSpin(std::string name, std::int64_t initial, std::int64_t min, std::int64_t max,
                     std::function<void(std::int64_t)> store) {
    Option option;
    option.name = std::move(name);
    option.type = Option::Type::Spin;
    option.initial = fmt::format("{}", initial);
    option.min = min;
    option.max = max;
    option.apply = [this, store = std::move(store)](const std::string& value) {
        store(parseNumber<std::int64_t>(value).value());
        configure();
        return value;
    };
    options_.add(std::move(option));
}

void Engine::addCheck(std::string name, std::function<void(bool)> store) {
    Option option;
    option.name = std::move(name);
    option.type = Option::Type::Check;
    option.initial = "false";
    option.apply = [this, store = std::move(store)](const std::string& value) {
        if (store) store(value == "true");
        configure();
        return value;
    };
    options_.add(std::move(option));
}

void Engine::configure() {
    search_.skill = limitStrength_ ? (elo_ - eloOfSkillZero) / eloPerSkill : skill_;
    session_->configure(search_);
}

}  // namespace fusilier
