// Time controls and the clock of one player.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fusilier::match {

/// `moves/time+increment` as in Cute Chess: "40/60", "10+0.1", "40/1:30+0.5", "inf". All in milliseconds.
struct TimeControl {
    int moves = 0;          ///< moves a session; 0 if the time is for the whole game
    std::int64_t base = 0;  ///< a session's time
    std::int64_t increment = 0;

    bool operator==(const TimeControl&) const = default;
};

/// Throws InputError naming what is wrong. "inf" is the caller's business.
TimeControl parseTimeControl(std::string_view text);
/// Seconds with up to three decimals, or minutes:seconds, to milliseconds. Throws InputError.
std::int64_t parseSeconds(std::string_view text);
/// As PGN's TimeControl tag and the parser write it: "40/60+0.5".
std::string toString(const TimeControl& tc);

/// Time left to one player.
class PlayerClock {
  public:
    explicit PlayerClock(const TimeControl& tc) : tc_(tc), left_(tc.base), movesLeft_(tc.moves) {}

    std::int64_t left() const { return left_; }   ///< milliseconds; below zero after a move within the margin
    int movesLeft() const { return movesLeft_; }  ///< to the next session; 0 if there is none
    /// Takes a move's time off, then adds the increment and, at the end of a session, the next one's time.
    void moved(std::int64_t elapsedMs);

  private:
    TimeControl tc_;
    std::int64_t left_;
    int movesLeft_;
};

}  // namespace fusilier::match
