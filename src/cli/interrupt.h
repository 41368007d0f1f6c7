// Ctrl-C as a request to finish early.
#pragma once

#include <atomic>
#include <csignal>

namespace fusilier {

/// Makes Ctrl-C set a flag as long as this object lives; a second one ends the program. One at a time.
class Interrupt {
  public:
    Interrupt() {
        flag() = false;
        before_ = std::signal(SIGINT, [](int) {
            flag() = true;
            std::signal(SIGINT, SIG_DFL);
        });
    }
    ~Interrupt() { std::signal(SIGINT, before_); }
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    static constexpr int exitCode = 128 + SIGINT;
    static const std::atomic<bool>* raised() { return &flag(); }

  private:
    /// A signal handler reaches nothing but what is global.
    static std::atomic<bool>& flag() {
        static constinit std::atomic<bool> interrupted{false};
        static_assert(std::atomic<bool>::is_always_lock_free);
        return interrupted;
    }
    void (*before_)(int) = SIG_DFL;
};

}  // namespace fusilier
