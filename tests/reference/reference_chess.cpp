// Orthodox chess.
#include "rules.h"

namespace reference {

namespace {

std::string atomsOf(const std::string& unit) {
    std::string type = typeOf(unit);
    if (type == "K") return "WF";
    if (type == "Q") return "RB";
    return type;  // R, B and N are atoms themselves
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

const Game chess{"chess", 8, 8, {"P", "N", "B", "R", "Q", "K"}, "K", 1, 2, "QRBN", true, attacks, addMoves};

}  // namespace reference
