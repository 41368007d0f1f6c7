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

    /// Ends a search in progress; its best move has been reported when this returns.
    void halt();

  private:
    void addHash();
    void addVariant();

    GameSelected gameSelected_;
    Options options_;
    std::size_t hash_ = 0;  ///< MiB, as last granted
    std::unique_ptr<Session> session_;
};

}  // namespace fusilier
