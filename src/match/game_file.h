// The game file of a running match: whole games only, whatever happens to the program.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/pgn.h"

namespace fusilier::match {

class GameFile {
  public:
    /// Creates `path`; throws InputError if there is something in it or it cannot be written. An empty path keeps no
    /// games.
    static GameFile create(const std::string& path);
    /// Opens `path` for more games, creating it if it is not there. The games in it go to `games`. Throws InputError if
    /// it holds something else. Changes nothing yet: see `cutTail`.
    static GameFile resume(const std::string& path, std::vector<GameRecord>& games);

    GameFile(GameFile&& other) noexcept
        : path_(std::move(other.path_)),
          fd_(std::exchange(other.fd_, -1)),
          inOrder_(other.inOrder_),
          last_(other.last_),
          wholeBytes_(other.wholeBytes_),
          openLine_(other.openLine_) {}
    GameFile& operator=(GameFile&&) = delete;
    ~GameFile();

    /// Cuts off what follows the last whole game, left by a write that was cut short. Appending and sorting do so by
    /// themselves.
    void cutTail();
    /// Appends a game in one write. Throws std::system_error, for instance when the disk is full; the file is then as
    /// before.
    void append(const GameRecord& game);
    /// Puts the games into the order of their rounds, by a new file that replaces the old one at once. Leaves what is
    /// not a file, such as a pipe, as it is. Throws std::system_error where the new file cannot be written; the old one
    /// then stays.
    void sort();

  private:
    GameFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

    void noteOrder(const GameRecord& game);

    std::string path_;
    int fd_ = -1;
    bool inOrder_ = true;
    std::pair<std::uint64_t, std::uint64_t> last_{};
    std::optional<std::size_t> wholeBytes_;  ///< of a resumed file, as long as it has a tail
    bool openLine_ = false;                  ///< no empty line after them
};

/// Sorts by round, stably.
void sortByRound(std::vector<GameRecord>& games);

}  // namespace fusilier::match
