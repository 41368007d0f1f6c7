#include <unistd.h>

#include <array>

#include "cli/commands.h"
#include "match/runner.h"

namespace fusilier {

namespace {

/// The file that is running: the engine of a match unless another is named.
std::string ownPath() {
    std::array<char, 4096> path{};
    const auto length = ::readlink("/proc/self/exe", path.data(), path.size());
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "fusilier";
}

}  // namespace

int runMatch(std::span<const std::string> words) {
    return match::runMatch(match::parseMatchOptions(words, ownPath())).interrupted ? 1 : 0;
}

}  // namespace fusilier
