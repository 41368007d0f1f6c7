#include "protocol/perft_job.h"

#include <fmt/format.h>

namespace fusilier {

namespace {

/// Root moves, a line each. Nobody will stop what nobody hears.
class Printer final : public PerftListener {
  public:
    Printer(LineWriter& out, std::atomic<bool>& stop) : out_(out), stop_(stop) {}
    void onRootMove(std::string_view move, std::uint64_t nodes) override {
        if (!out_.line(fmt::format("{}: {}", move, nodes))) stop_ = true;
    }

  private:
    LineWriter& out_;
    std::atomic<bool>& stop_;
};

}  // namespace

PerftJob::~PerftJob() {
    stop();
    wait();
}

void PerftJob::start(const Session& session, int depth, int threads, LineWriter& out) {
    wait();
    stop_ = false;
    thread_ = std::thread([this, &session, depth, threads, &out] {
        Printer printer(out, stop_);
        const auto result = session.perft(depth, {.threads = threads, .stop = &stop_, .listener = &printer});
        if (!result.complete())
            out.line(fmt::format("info string perft stopped: {} of {} moves counted, the sum is partial",
                                 result.finished, result.moves));
        out.line(fmt::format("\nNodes searched: {}", result.nodes));
    });
}

void PerftJob::wait() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace fusilier
