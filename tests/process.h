// Runs the real binary and talks to it through pipes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fusilier::testing {

/// Ample for a sanitizer build on a busy machine; only a hang reaches it.
inline constexpr std::chrono::seconds patience{120};

/// A child process with pipes at its standard input, output and error. It is killed if it outlives this object.
class Process {
  public:
    explicit Process(const std::vector<std::string>& arguments = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Writes `line` and a newline.
    void send(std::string_view line);
    /// Writes `bytes` as they are.
    void write(std::string_view bytes);
    void closeInput();
    void closeOutput();
    /// As Ctrl-C does.
    void interrupt();

    /// The next line of output without its newline; nothing at the end of the output or after `timeout`.
    std::optional<std::string> readLine(std::chrono::milliseconds timeout = patience);
    /// Lines up to and including the first that `last` accepts. Throws if it does not come.
    std::vector<std::string> readUntil(const std::function<bool(const std::string&)>& last);
    /// Lines up to and including the first that begins with `prefix`.
    std::vector<std::string> readUntil(std::string_view prefix);
    /// Lines up to the end of the output.
    std::vector<std::string> readAll();
    /// Everything written to standard error up to its end.
    std::string readErrors();

    /// Waits for the end: the exit code, or 128 and the signal. Throws after `patience`.
    int wait();
    bool running();
    void sendSignal(int number);

  private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::string pending_;  ///< read, not yet handed out
    std::optional<int> status_;
};

struct Result {
    int code = 0;
    std::vector<std::string> lines;  ///< standard output
    std::string errors;              ///< standard error
};

/// Runs the binary with `arguments` and `input` to its end.
Result runProgram(const std::vector<std::string>& arguments, std::string_view input = "");

bool startsWith(std::string_view text, std::string_view prefix);
bool contains(std::string_view text, std::string_view part);
/// Is there a line that contains `part`?
bool anyContains(const std::vector<std::string>& lines, std::string_view part);

}  // namespace fusilier::testing
