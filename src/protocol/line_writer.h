// Whole lines to a stream from several threads.
#pragma once

#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace fusilier {

/// Writes lines, each in one piece and flushed, whichever thread they come from.
class LineWriter {
  public:
    explicit LineWriter(std::ostream& out) : out_(out) {}

    /// Writes `text` and a newline. `text` may hold several lines; they stay together.
    /// False once the other end is gone; what is written then is dropped.
    bool line(std::string_view text) {
        std::string whole(text);
        whole += '\n';
        const std::lock_guard lock(mutex_);
        out_.write(whole.data(), static_cast<std::streamsize>(whole.size()));
        out_.flush();
        return out_.good();
    }

    bool closed() {
        const std::lock_guard lock(mutex_);
        return !out_.good();
    }

  private:
    std::mutex mutex_;
    std::ostream& out_;
};

}  // namespace fusilier
