// What a protocol drives: the game chosen, its session and the options.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "fusilier/registry.h"
#include "fusilier/session.h"
#include "protocol/options.h"

namespace fusilier {

/// The game of that name. Throws InputError listing the games if there is none.
const Game& requireGame(std::string_view name);

class Engine {
  public:
    using GameSelected = std::function<void(const GameInfo&)>;

    /// Opens the registry's first game. `gameSelected` hears of each later choice, also of the same game again.
    explicit Engine(GameSelected gameSelected);

    Session& session() { return *session_; }
    Options& options() { return options_; }
    /// Threads that a search or a perft may use.
    int threads() const { return search_.threads; }
    /// Are chances of win, draw and loss wanted beside scores?
    bool showWdl() const { return showWdl_; }

    /// Ends a search in progress; its best move has been reported when this returns.
    void halt();

  private:
    void addHash();
    void addVariant();
    void addClearHash();
    void addPlay();
    void addStrength();
    /// An option that is remembered in `search_` and holds for the searches that follow.
    void addSpin(std::string name, std::int64_t initial, std::int64_t min, std::int64_t max,
                 std::function<void(std::int64_t)> store);
    void addCheck(std::string name, std::function<void(bool)> store = {});
    /// Brings the session's settings up to date with the options.
    void configure();

    GameSelected gameSelected_;
    Options options_;
    std::size_t hash_ = 0;  ///< MiB, as last granted
    SearchOptions search_;
    bool limitStrength_ = false;
    bool showWdl_ = false;
    int skill_ = SearchOptions::maxSkill;
    int elo_ = 0;
    std::unique_ptr<Session> session_;
};

}  // namespace fusilier
