#include "match/game_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "match/schedule.h"
#include "match/text.h"

namespace fusilier::match {
namespace {

void writeAll(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n >= 0)
            text.remove_prefix(static_cast<std::size_t>(n));
        else if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "cannot write the game file");
    }
}

/// May this be a first game, cut short anywhere? Its first line is a tag.
bool beginsGame(std::string_view text) {
    if (text.empty()) return true;
    const std::size_t end = text.find('\n');
    return text[0] == '[' && (end == std::string_view::npos || trimmed(text.substr(0, end)).ends_with("\"]"));
}

}  // namespace

GameFile GameFile::create(const std::string& path) {
    if (path.empty()) return GameFile(path, -1);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) throw InputError(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
    if (struct stat status{}; ::fstat(fd, &status) != 0 || (S_ISREG(status.st_mode) && status.st_size > 0)) {
        ::close(fd);
        throw InputError(fmt::format("'{}' has games: go on from it with --resume, or name another file", path));
    }
    return GameFile(path, fd);
}

GameFile GameFile::resume(const std::string& path, std::vector<GameRecord>& games) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) throw InputError(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
    GameFile file(path, fd);
    const std::string text = readFile(path);
    PgnReader reader(text);
    std::size_t whole = 0;
    while (auto game = reader.next()) {
        // A result cut short ("1-" or "1/2") is no result; one without its line's end is written again.
        const std::size_t end = text.find_first_not_of(" \t\r", reader.position());
        if (!game->complete || end == std::string::npos || text[end] != '\n') continue;
        whole = end + 1;
        file.noteOrder(*game);
        games.push_back(std::move(*game));
    }
    if (whole == 0 && !beginsGame(text)) throw InputError(fmt::format("'{}' is not a game file", path));
    const std::size_t blank = text.find_first_not_of('\r', whole);
    if (whole > 0 && blank != std::string::npos && text[blank] == '\n') whole = blank + 1;
    if (whole < text.size()) file.wholeBytes_ = whole;
    const auto kept = std::string_view(text).substr(0, whole);
    file.openLine_ = whole > 0 && !kept.ends_with("\n\n") && !kept.ends_with("\n\r\n");
    return file;
}

void GameFile::cutTail() {
    if (wholeBytes_ && ::ftruncate(fd_, static_cast<off_t>(*wholeBytes_)) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot cut the game file");
    wholeBytes_.reset();
    if (std::exchange(openLine_, false)) writeAll(fd_, "\n");
}

GameFile::~GameFile() {
    if (fd_ >= 0) ::close(fd_);
}

void GameFile::noteOrder(const GameRecord& game) {
    const auto round = parseRound(game.tag("Round"));
    inOrder_ = inOrder_ && last_ <= round;
    last_ = round;
}

void GameFile::append(const GameRecord& game) {
    if (fd_ < 0) return;
    cutTail();
    const off_t before = ::lseek(fd_, 0, SEEK_END);
    try {
        writeAll(fd_, toPgn(game));
    } catch (...) {
        [[maybe_unused]] const int cut = ::ftruncate(fd_, before);
        throw;
    }
    noteOrder(game);
}

void GameFile::sort() {
    if (fd_ < 0 || inOrder_) return;
    // What is behind a link is replaced, not the link; a pipe or a device cannot be.
    const std::string path = std::filesystem::canonical(path_).string();
    if (!std::filesystem::is_regular_file(path)) return;
    cutTail();
    const std::string text = readFile(path);
    std::vector<GameRecord> games;
    for (PgnReader reader(text); auto game = reader.next();)
        games.push_back(std::move(*game));
    sortByRound(games);

    const std::string fresh = path + ".sorted";
    const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), "cannot write " + fresh);
    try {
        for (const GameRecord& game : games)
            writeAll(fd, toPgn(game));
        if (::fsync(fd) != 0) throw std::system_error(errno, std::generic_category(), "cannot write " + fresh);
    } catch (...) {
        ::close(fd);
        ::unlink(fresh.c_str());
        throw;
    }
    ::close(fd);
    if (std::rename(fresh.c_str(), path.c_str()) != 0)
        throw std::system_error(errno, std::generic_category(), "cannot replace " + path);
    inOrder_ = true;
}

void sortByRound(std::vector<GameRecord>& games) {
    std::stable_sort(games.begin(), games.end(), [](const GameRecord& a, const GameRecord& b) {
        return parseRound(a.tag("Round")) < parseRound(b.tag("Round"));
    });
}

}  // namespace fusilier::match
