// `go perft`: counts on a thread of its own, so that `stop` is heard.
#pragma once

#include <atomic>
#include <thread>

#include "fusilier/session.h"
#include "protocol/line_writer.h"

namespace fusilier {

class PerftJob {
  public:
    PerftJob() = default;
    PerftJob(const PerftJob&) = delete;
    PerftJob& operator=(const PerftJob&) = delete;
    ~PerftJob();

    /// Counts with so many threads, and writes a line for each root move and one for the sum. Until it has ended the
    /// session's position must stay as it is.
    void start(const Session& session, int depth, int threads, LineWriter& out);
    /// Asks it to end soon; it still writes what it has. Harmless if none is running.
    void stop() { stop_ = true; }
    /// Blocks until it has ended.
    void wait();

  private:
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace fusilier
