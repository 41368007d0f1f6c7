#include "core/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace fusilier {

bool isTerminal(int stream) {
#ifdef _WIN32
    return _isatty(stream) != 0;
#else
    return isatty(stream) != 0;
#endif
}

Progress::Progress(std::string what) : what_(std::move(what)), terminal_(isTerminal(2)) {}

Progress::~Progress() {
    if (shown_) fmt::print(stderr, "\n");
}

void Progress::show(std::size_t done, std::size_t all, const std::string& remark) {
    if (!terminal_) return;
    constexpr std::size_t width = 30;
    const std::size_t filled = all == 0 ? width : std::min(width, width * done / all);
    fmt::print(stderr, "\r{} [{:<{}}] {} of {} {}\x1b[K", what_, std::string(filled, '='), width, done, all, remark);
    std::fflush(stderr);
    shown_ = true;
}

}  // namespace fusilier
