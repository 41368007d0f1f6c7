// A child process spoken to by lines over pipes, with deadlines. Linux (pipe2, posix_spawn).
//
// Nothing here blocks without a deadline, except the reaping of a child that has just been killed. Different objects
// may be used from different threads at once; one object belongs to one thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fusilier::match {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

/// Lets one thread (or a stop order) interrupt others that wait in `Process::readLine`. Once raised it stays raised.
class StopSignal {
  public:
    StopSignal();  ///< throws std::system_error without file descriptors
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;
    ~StopSignal();

    void raise();
    bool raised() const;
    int fd() const { return fd_; }  ///< readable once raised

  private:
    int fd_ = -1;
};

/// How to start a program.
struct Command {
    std::vector<std::string> argv;  ///< at least the program, looked up in PATH
    std::string directory;          ///< working directory; empty for ours
    std::string stderrFile;         ///< appended to; empty for none (/dev/null)
};

/// Splits a command line at blanks; double and single quotes keep blanks, a backslash keeps the next character.
std::vector<std::string> splitCommand(std::string_view text);

class Process {
  public:
    enum class Read { Line, Timeout, Closed, Stopped };

    /// Starts the program in a process group of its own, so that a Ctrl-C meant for us does not reach it.
    /// Throws std::runtime_error with the reason if it cannot be started.
    explicit Process(const Command& command, const StopSignal* stop = nullptr);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    /// Kills what is left of the group, and reaps.
    ~Process();

    /// Next line, without its end ("\n" or "\r\n"). A line that came in time is given even if it is asked for late.
    /// A line longer than 1 MiB is cut there.
    Read readLine(std::string& line, Deadline deadline);
    /// Throws away what has come by now, a cut-off line included; at most some MiB, so that one that never stops
    /// talking does not hold us.
    void discard();
    /// Sends `line` and a newline; it may be several lines in one. False if the other end is closed or does not take it
    /// before `deadline`.
    bool writeLine(std::string_view line, Deadline deadline);
    /// When the bytes that completed the last line were received.
    Deadline received() const { return received_; }

    /// Closes its input, waits until `deadline` for it to end, then kills what is left of the group, and reaps. Returns
    /// true if it ended by itself.
    bool finish(Deadline deadline);
    pid_t pid() const { return pid_; }
    /// "exit code 1", "signal 11 (Segmentation fault)"; empty before the child is reaped.
    const std::string& fate() const { return fate_; }

    /// Sees every line: '>' sent, '<' received.
    std::function<void(char direction, std::string_view line)> log;

  private:
    bool fill();
    bool takeLine(std::string& line);
    void reap(bool kill);

    const StopSignal* stop_;
    pid_t pid_ = -1;
    int in_ = -1;   // our end of its standard input
    int out_ = -1;  // our end of its standard output
    std::string buffer_;
    std::size_t start_ = 0;    // of the first line not yet given
    std::size_t scanned_ = 0;  // no newline before this
    Deadline received_{};
    bool closed_ = false;
    std::string fate_;
};

}  // namespace fusilier::match
