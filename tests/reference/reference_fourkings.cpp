// 4 Kings Quasi-Shatranj.
#include "rules.h"

namespace reference {

namespace {

std::string atomsOf(const std::string& unit) {
    std::string type = typeOf(unit);
    if (type == "A") return "AD";  // Alibaba
    if (type == "I") return "DF";  // Kirin
    if (type == "E") return "AF";  // Modern Elephant
    if (type == "F") return "AW";  // Waffle
    if (type == "Z") return "DW";  // Wazaba
    if (type == "N") return "N";
    return "FW";  // Guard and King
}

bool attacks(const Position& position, int from, int to) {
    return reaches(position, atomsOf(position.board[from]), from, to);
}

void addMoves(const Position& position, int from, std::vector<Move>& moves) {
    for (int to = 0; to < int(position.board.size()); ++to)
        if (attacks(position, from, to) && sideOf(position.board[to]) != position.side)
            moves.emplace_back(text(position, from, to), moved(position, from, to));
}

}  // namespace

// Every king is royal, one to four a side. The double step is from rank 3, for Black from rank 8. Promotion to any of
// N A E F I Z G, never to K. No castling.
const Game fourkings{"fourkings", 10,      10,      {"P", "A", "I", "E", "F", "Z", "N", "G", "K"}, "K", 4, 3, "NAEFIZG",
                     false,       attacks, addMoves};

}  // namespace reference
