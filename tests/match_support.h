// What the tests of the match runner share.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "match/options.h"
#include "match/pgn.h"
#include "match/runner.h"

namespace fusilier::testing {

/// A directory of its own that goes with this object.
class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "fusilier-match-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path_ = pattern;
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

inline std::string toy(const std::string& script, const std::string& mode) {
    return "cmd=/bin/sh " FUSILIER_SOURCE_DIR "/tests/engines/" + script + " " + mode;
}

inline std::vector<match::GameRecord> readGames(const std::string& path) {
    const std::string text = match::readFile(path);
    std::vector<match::GameRecord> games;
    for (match::PgnReader reader(text); auto game = reader.next();)
        games.push_back(std::move(*game));
    return games;
}

inline void writeFile(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// Plays a match in this process, quietly; engines that are not named are the real binary.
inline match::MatchResult playMatch(const std::vector<std::string>& words) {
    match::MatchOptions options = match::parseMatchOptions(words, FUSILIER_BINARY);
    std::FILE* nowhere = std::fopen("/dev/null", "we");
    options.text = nowhere;
    const match::MatchResult result = match::runMatch(options);
    std::fclose(nowhere);
    return result;
}

}  // namespace fusilier::testing
