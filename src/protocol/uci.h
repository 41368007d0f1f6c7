// The Universal Chess Interface: lines of text in, calls of a Session, lines of text out.
#pragma once

#include <istream>
#include <ostream>
#include <span>
#include <string_view>

#include "fusilier/session.h"
#include "protocol/engine.h"
#include "protocol/line_writer.h"
#include "protocol/perft_job.h"

namespace fusilier {

/// One conversation. Everything refused is answered by an `info string` that names what is wrong, and changes nothing.
class Uci final : private SearchListener {
  public:
    explicit Uci(std::ostream& out);
    ~Uci() override;

    /// Reads commands until `quit`, the end of input, or the loss of the output. A search then still in progress is
    /// stopped and reports its best move; a perft is finished, unless `quit` or the loss of the output ends it.
    /// `first` is a line that has been read already.
    void run(std::istream& in, std::string_view first = "");

  private:
    using Words = std::span<const std::string_view>;
    struct Command;
    static std::span<const Command> commands();

    /// False for `quit`.
    bool obey(std::string_view line);
    void refuse(std::string_view reason);

    void uci(Words);
    void isReady(Words);
    void setOption(Words words);
    void newGame(Words);
    void position(Words words);
    void go(Words words);
    void stop(Words);
    void ponderHit(Words);
    void display(Words);
    void evaluate(Words);
    void bench(Words words);
    void ignore(Words) {}

    /// Makes the position free to be changed: ends a search, and awaits the end of a perft, of which a part is worth
    /// little.
    void settle();
    void showGame(const GameInfo& game);

    // From the search's thread.
    void onInfo(const SearchInfo& info) override;
    void onCurrentMove(int depth, std::string_view move, int number) override;
    void onBestMove(std::string_view best, std::string_view ponder) override;
    void say(std::string_view line);

    LineWriter out_;
    Engine engine_;
    PerftJob perft_;
};

}  // namespace fusilier
