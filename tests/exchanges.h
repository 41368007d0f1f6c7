// Static exchanges worked out by hand, in letters: what they are worth follows from the room's own values.
#pragma once

#include <string>
#include <vector>

#include "catch2.h"
#include "core/fen.h"
#include "core/notation.h"
#include "search/exchange.h"

namespace fusilier::testing {

struct ExchangeCase {
    std::string rule;
    std::string fen;
    std::string move;
    std::string won;   ///< letters of what the mover's side has more when both have stopped
    std::string lost;  ///< and of what it has less, or the other side more; royals count as well
};

template <Rules R>
int worth(const std::string& letters) {
    int sum = 0;
    for (const char c : letters)
        sum += R::pieces[Traits<R>::byLetter(std::string(1, c))].value;
    return sum;
}

template <Rules R>
void exchangesAreWorth(const std::vector<ExchangeCase>& cases) {
    for (const ExchangeCase& c : cases) {
        INFO(c.rule << ": " << c.fen << " " << c.move);
        auto position = readFen<R>(c.fen);
        CHECK(Exchange<R>::of(position, parseMove(position, c.move)) == worth<R>(c.won) - worth<R>(c.lost));
    }
}

}  // namespace fusilier::testing
