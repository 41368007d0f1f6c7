#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <thread>

namespace fusilier::testing {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int read = -1;
    int write = -1;
};

Pipe openPipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
    return {ends[0], ends[1]};
}

void closeEnd(int& end) {
    if (end >= 0) close(end);
    end = -1;
}

/// Appends what can be read to `text`. False at the end of the input or at the deadline.
bool readSome(int end, std::string& text, Clock::time_point deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{end, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    std::array<char, 4096> buffer;
    const auto count = read(end, buffer.data(), buffer.size());
    if (count <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments) {
    signal(SIGPIPE, SIG_IGN);  // writing to a child that has ended is an error to report, not the end of the tests
    Pipe in = openPipe();
    Pipe out = openPipe();
    Pipe err = openPipe();
    std::vector<std::string> words{FUSILIER_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) {
        dup2(in.read, STDIN_FILENO);
        dup2(out.write, STDOUT_FILENO);
        dup2(err.write, STDERR_FILENO);
        signal(SIGPIPE, SIG_DFL);
        execv(argv[0], argv.data());
        _exit(127);
    }
    closeEnd(in.read);
    closeEnd(out.write);
    closeEnd(err.write);
    in_ = in.write;
    out_ = out.read;
    err_ = err.read;
}

Process::~Process() {
    if (running()) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    closeInput();
    closeOutput();
    closeEnd(err_);
}

void Process::send(std::string_view line) {
    write(std::string(line) + '\n');
}

void Process::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(in_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::runtime_error("the program no longer reads its input");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void Process::closeInput() {
    closeEnd(in_);
}

void Process::closeOutput() {
    closeEnd(out_);
}

void Process::interrupt() {
    if (running()) kill(pid_, SIGINT);
}

std::optional<std::string> Process::readLine(std::chrono::milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    for (;;) {
        if (const auto end = pending_.find('\n'); end != std::string::npos) {
            auto line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            return line;
        }
        if (!readSome(out_, pending_, deadline)) return std::nullopt;
    }
}

std::vector<std::string> Process::readUntil(const std::function<bool(const std::string&)>& last) {
    std::vector<std::string> lines;
    while (auto line = readLine()) {
        lines.push_back(*line);
        if (last(lines.back())) return lines;
    }
    throw std::runtime_error("the line waited for did not come; the last one was: " +
                             (lines.empty() ? "(none)" : lines.back()));
}

std::vector<std::string> Process::readUntil(std::string_view prefix) {
    return readUntil([&](const std::string& line) { return startsWith(line, prefix); });
}

std::vector<std::string> Process::readAll() {
    std::vector<std::string> lines;
    while (auto line = readLine())
        lines.push_back(*line);
    if (!pending_.empty()) lines.push_back(pending_ + " (no newline)");
    return lines;
}

std::string Process::readErrors() {
    std::string text;
    while (readSome(err_, text, Clock::now() + patience)) {
    }
    return text;
}

void Process::sendSignal(int number) {
    ::kill(pid_, number);
}

bool Process::running() {
    if (status_) return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return false;
}

int Process::wait() {
    const auto deadline = Clock::now() + patience;
    while (running()) {
        if (Clock::now() > deadline) throw std::runtime_error("the program does not end");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return *status_;
}

Result runProgram(const std::vector<std::string>& arguments, std::string_view input) {
    Process process(arguments);
    if (!input.empty()) process.write(input);
    process.closeInput();
    Result result;
    result.lines = process.readAll();
    result.errors = process.readErrors();
    result.code = process.wait();
    return result;
}

bool startsWith(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool anyContains(const std::vector<std::string>& lines, std::string_view part) {
    for (const auto& line : lines)
        if (contains(line, part)) return true;
    return false;
}

}  // namespace fusilier::testing
