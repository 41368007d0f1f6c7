#include "match/engine.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusilier::match {

using std::chrono::milliseconds;

std::unique_ptr<Engine> Engine::start(const EngineConfig& config, const GameInfo& game, const StopSignal* stop,
                                      const Warn& warn, std::function<void(char, std::string_view)> log) {
    auto process = std::make_unique<Process>(config.command, stop);
    process->log = std::move(log);
    auto engine = config.protocol == ProtocolKind::Uci ? makeUciEngine(config, game, std::move(process), warn)
                                                       : makeXboardEngine(config, game, std::move(process), warn);
    for (const std::string& line : config.initStrings)
        engine->send(line);
    engine->greet();
    return engine;
}

void Engine::send(std::string_view line) {
    if (!process_->writeLine(line, stallDeadline()))
        fail(EngineFailure::Kind::Disconnects, "does not read what it is sent");
}

bool Engine::tryReceive(Deadline deadline, std::string_view& line) {
    switch (process_->readLine(line_, deadline)) {
        case Process::Read::Line:
            line = line_;
            return true;
        case Process::Read::Timeout:
            return false;
        case Process::Read::Stopped:
            throw Stopped();
        case Process::Read::Closed:
            break;
    }
    const bool ended = process_->finish(Clock::now() + milliseconds(100));
    fail(EngineFailure::Kind::Disconnects, ended ? process_->fate() : "closed its output");
}

std::string_view Engine::receive(Deadline deadline) {
    std::string_view line;
    if (!tryReceive(deadline, line)) fail(EngineFailure::Kind::Stalls, "no answer");
    return line;
}

void Engine::fail(EngineFailure::Kind kind, const std::string& text) {
    usable_ = false;
    throw EngineFailure(kind, text);
}

Deadline Engine::lateAt(const ThinkRequest& request, Deadline from) const {
    std::optional<std::int64_t> limit;
    if (config_.tc) limit = request.time[static_cast<std::size_t>(index(request.side))];
    if (config_.moveTime) limit = std::min(limit.value_or(*config_.moveTime), *config_.moveTime);
    return from + milliseconds(limit ? std::max<std::int64_t>(*limit, 0) + config_.marginMs() : config_.stall);
}

void Engine::endGame(std::string_view result) {
    if (!usable_) return;
    try {
        settle(result);
    } catch (const std::exception&) {
        usable_ = false;
    }
}

void Engine::quit() {
    if (!process_) return;
    if (usable_) {
        process_->writeLine("quit", Clock::now() + milliseconds(100));
        process_->finish(Clock::now() + milliseconds(500));
    }
    usable_ = false;
    process_.reset();
}

}  // namespace fusilier::match
