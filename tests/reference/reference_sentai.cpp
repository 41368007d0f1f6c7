// Sentai Chess.
#include "rules.h"

namespace reference {

namespace {

/// A ranger by its letter; the number is octal, a bit for each power.
struct Ranger {
    std::string letter;
    int powers;
};
const std::vector<Ranger> rangers = {
    {"F", 01},   {"A", 02},   {"N", 04},   {"W", 010},  {"D", 020},                                        // singles
    {"B", 03},   {"Q", 011},  {"R", 030},  {"C", 05},   {"E", 06},   {"G", 07},   {"H", 012}, {"I", 013},  //
    {"J", 014},  {"L", 015},  {"M", 016},  {"O", 021},  {"S", 022},  {"T", 023},  {"U", 024}, {"V", 025},  //
    {"X", 026},  {"Y", 031},  {"Z", 032},  {"+C", 034},                                                    //
    {"+F", 036}, {"+A", 035}, {"+N", 033}, {"+W", 027}, {"+D", 017}, {"+P", 037},
};

/// The letters of the single powers are their atoms.
const std::vector<Ranger> singles(rangers.begin(), rangers.begin() + 5);

/// 0 for king, pawn and nothing.
int powersOf(const std::string& unit) {
    for (const Ranger& ranger : rangers)
        if (ranger.letter == typeOf(unit)) return ranger.powers;
    return 0;
}

std::string letterOf(int powers) {
    for (const Ranger& ranger : rangers)
        if (ranger.powers == powers) return ranger.letter;
    return "";
}

bool attacks(const Position& position, int from, int to) {
    if (typeOf(position.board[from]) == "K") return reaches(position, "FW", from, to);
    for (const Ranger& single : singles)
        if ((powersOf(position.board[from]) & single.powers) && reaches(position, single.letter, from, to)) return true;
    return false;
}

void addMoves(const Position& position, int from, std::vector<Move>& moves) {
    int powers = powersOf(position.board[from]);
    for (int to = 0; to < int(position.board.size()); ++to) {
        if (!attacks(position, from, to)) continue;
        // A ranger moves or captures by any of its powers.
        if (sideOf(position.board[to]) != position.side)
            moves.emplace_back(text(position, from, to), moved(position, from, to));

        // Combine: onto a friendly ranger with which it shares no power; the numbers add up. Kings and pawns neither
        // combine nor are combined with.
        int others = powersOf(position.board[to]);
        if (sideOf(position.board[to]) == position.side && powers && others && (powers & others) == 0)
            moves.emplace_back(text(position, from, to), moved(position, from, to, letterOf(powers | others)));

        // Disengage: one basic ranger goes to an empty square which that power reaches; the rest stays.
        if (!position.board[to].empty()) continue;
        for (const Ranger& single : singles) {
            if (!(powers & single.powers) || powers == single.powers) continue;
            if (!reaches(position, single.letter, from, to)) continue;
            Position next = moved(position, from, to, single.letter);
            next.board[from] = unitOf(letterOf(powers - single.powers), position.side);
            moves.emplace_back(text(position, from, to) + lower(single.letter), next);
        }
    }
}

std::vector<std::string> allTypes() {
    std::vector<std::string> types{"P", "K"};
    for (const Ranger& ranger : rangers)
        types.push_back(ranger.letter);
    return types;
}

}  // namespace

// Chess without castling; pawns promote to one of the singles.
const Game sentai{"sentai", 8, 8, allTypes(), "K", 1, 2, "FANWD", false, attacks, addMoves};

}  // namespace reference
