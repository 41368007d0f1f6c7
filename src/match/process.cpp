#include "match/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

extern char** environ;

namespace fusilier::match {
namespace {

constexpr std::size_t longestLine = std::size_t{1} << 20;

void closeFd(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
}

/// A pipe that no other child inherits.
struct Pipe {
    int read = -1;
    int write = -1;

    Pipe() {
        int fds[2];
        if (::pipe2(fds, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
        read = fds[0];
        write = fds[1];
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        closeFd(read);
        closeFd(write);
    }
};

/// What posix_spawn is to do in the child, with the clean-up that its C interface wants.
class SpawnPlan {
  public:
    SpawnPlan() {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        // The runner ignores SIGPIPE and blocks SIGINT: the child starts with neither.
        sigset_t set;
        sigemptyset(&set);
        ::posix_spawnattr_setsigmask(&attributes, &set);
        sigaddset(&set, SIGPIPE);
        sigaddset(&set, SIGINT);
        sigaddset(&set, SIGTERM);
        ::posix_spawnattr_setsigdefault(&attributes, &set);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

/// Waits for `events` on `fd` or for the stop signal. Milliseconds are rounded up, so that a deadline is not polled
/// busily.
int pollUntil(pollfd (&fds)[2], nfds_t count, Deadline deadline) {
    for (;;) {
        const auto left = deadline - Clock::now();
        const timespec none{0, 0};
        timespec wait = none;
        if (left.count() > 0) {
            const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
            wait.tv_sec = static_cast<time_t>(std::min<long long>(ns / 1'000'000'000, 1'000'000'000));
            wait.tv_nsec = static_cast<long>(ns % 1'000'000'000);
        }
        const int n = ::ppoll(fds, count, &wait, nullptr);
        if (n >= 0 || errno != EINTR) return n;
    }
}

std::string describe(const siginfo_t& info) {
    if (info.si_code == CLD_EXITED) return fmt::format("exit code {}", info.si_status);
    return fmt::format("signal {} ({})", info.si_status, ::strsignal(info.si_status));
}

}  // namespace

StopSignal::StopSignal() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

StopSignal::~StopSignal() {
    closeFd(fd_);
}

void StopSignal::raise() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(fd_, &one, sizeof one);
}

bool StopSignal::raised() const {
    pollfd p{fd_, POLLIN, 0};
    return ::poll(&p, 1, 0) > 0;
}

std::vector<std::string> splitCommand(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool inWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0 && c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            inWord = true;
        } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            word += text[++i];
            inWord = true;
        } else if (quote == 0 && (c == ' ' || c == '\t')) {
            if (inWord) words.push_back(std::move(word));
            word.clear();
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (inWord) words.push_back(std::move(word));
    return words;
}

Process::Process(const Command& command, const StopSignal* stop) : stop_(stop) {
    if (command.argv.empty()) throw std::runtime_error("no command to start");
    Pipe toChild, fromChild;
    SpawnPlan plan;
    ::posix_spawn_file_actions_adddup2(&plan.actions, toChild.read, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&plan.actions, fromChild.write, STDOUT_FILENO);
    const std::string errors = command.stderrFile.empty() ? "/dev/null" : command.stderrFile;
    ::posix_spawn_file_actions_addopen(&plan.actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0666);
    if (!command.directory.empty()) ::posix_spawn_file_actions_addchdir_np(&plan.actions, command.directory.c_str());

    std::vector<char*> argv;
    for (const std::string& word : command.argv)
        argv.push_back(const_cast<char*>(word.c_str()));  // execve takes char* const[] and changes nothing
    argv.push_back(nullptr);
    const int error = ::posix_spawnp(&pid_, argv[0], &plan.actions, &plan.attributes, argv.data(), environ);
    if (error != 0) {
        pid_ = -1;
        throw std::runtime_error(fmt::format("cannot start '{}': {}", command.argv[0], std::strerror(error)));
    }
    in_ = std::exchange(toChild.write, -1);
    out_ = std::exchange(fromChild.read, -1);
    ::fcntl(in_, F_SETFL, O_NONBLOCK);
    ::fcntl(out_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
    reap(true);
    closeFd(in_);
    closeFd(out_);
}

/// Takes a chunk of what the pipe holds; false if there is nothing now.
bool Process::fill() {
    char chunk[16384];
    const ssize_t got = ::read(out_, chunk, sizeof chunk);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) closed_ = true;
    if (got <= 0) return false;
    buffer_.erase(0, start_);  // the rest of a line stays; what was given goes
    scanned_ -= start_;
    start_ = 0;
    buffer_.append(chunk, static_cast<std::size_t>(got));
    return true;
}

bool Process::takeLine(std::string& line) {
    std::size_t end = buffer_.find('\n', std::max(start_, scanned_));
    if (end == std::string::npos) {
        scanned_ = buffer_.size();
        if (buffer_.size() - start_ < longestLine && !(closed_ && start_ < buffer_.size())) return false;
        end = buffer_.size();  // too long, or the last words of a closed pipe
    }
    line.assign(buffer_, start_, end - start_);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    start_ = std::min(end + 1, buffer_.size());
    scanned_ = start_;
    if (start_ == buffer_.size()) {
        buffer_.clear();
        start_ = scanned_ = 0;
    }
    if (log) log('<', line);
    return true;
}

Process::Read Process::readLine(std::string& line, Deadline deadline) {
    for (;;) {
        if (received_ > deadline)  // or a child that never stops talking would be listened to for ever
            return Read::Timeout;
        if (takeLine(line)) return Read::Line;
        if (closed_) return Read::Closed;
        pollfd fds[2] = {{out_, POLLIN, 0}, {stop_ ? stop_->fd() : -1, POLLIN, 0}};
        const int n = pollUntil(fds, 2, deadline);
        if (fds[1].revents != 0) return Read::Stopped;
        if (n <= 0) return Read::Timeout;
        if (fill()) received_ = Clock::now();
    }
}

void Process::discard() {
    constexpr int mostChunks = 256;
    std::string line;
    for (int i = 0; i < mostChunks; ++i) {
        while (takeLine(line)) {
        }
        if (!fill()) break;
    }
    buffer_.clear();
    start_ = scanned_ = 0;
}

bool Process::writeLine(std::string_view line, Deadline deadline) {
    for (std::string_view rest = line; log;) {
        const std::size_t end = rest.find('\n');
        log('>', rest.substr(0, end));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    if (in_ < 0) return false;
    std::string text(line);
    text += '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t sent = ::write(in_, rest.data(), rest.size());
        if (sent > 0) {
            rest.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return false;
        pollfd fds[2] = {{in_, POLLOUT, 0}, {-1, 0, 0}};
        if (pollUntil(fds, 1, deadline) <= 0) return false;
    }
    return true;
}

bool Process::finish(Deadline deadline) {
    closeFd(in_);
    stop_ = nullptr;  // a stop order is no reason to cut the farewell short
    // Reads on, so that a last word does not block it; the end of the pipe is nearly always the end of the process.
    std::string ignored;
    while (readLine(ignored, deadline) == Read::Line) {
    }
    bool ended = false;
    for (siginfo_t info{}; pid_ > 0;) {
        info.si_pid = 0;
        ended = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
        if (ended || Clock::now() >= deadline) break;
        const timespec pause{0, 1'000'000};
        ::nanosleep(&pause, nullptr);
    }
    reap(!ended);
    return ended;
}

void Process::reap(bool kill) {
    if (pid_ <= 0) return;
    if (kill) ::kill(-pid_, SIGKILL);
    siginfo_t info{};
    // Left unreaped until the group is killed: its number cannot be given to a stranger in between.
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    ::kill(-pid_, SIGKILL);  // what it started itself
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED) != 0 && errno == EINTR) {
    }
    fate_ = describe(info);
    pid_ = -1;
}

}  // namespace fusilier::match
