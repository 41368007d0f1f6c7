// What XBoard and WinBoard must be told of a game before they can show it. Each room fills this in.
#pragma once

#include <string>
#include <string_view>

namespace fusilier {

struct XboardFacts {
    /// Name in `variant` and `feature variants`; the game's own if empty. "normal" is the game that `new` sets up.
    std::string_view variant = {};
    /// The letters in the order of XBoard's piece images, White's then Black's, '.' for an image not used; '^' before
    /// the base letter of a `+` type. Empty for a game that XBoard knows by itself.
    std::string_view table = {};
    /// The game of its own from which XBoard takes what is not said: "bughouse" where units are put on the board.
    std::string_view parent = "fairy";
    /// Has the game moves that XBoard takes for illegal as long as it tests legality?
    bool legalityOff = false;
    /// Movement of every type in Betza's notation, a line each, as in `piece` commands: `N& N`.
    std::string (*pieces)() = nullptr;
};

}  // namespace fusilier
