#include "core/words.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace fusilier {

namespace {

constexpr std::array<std::pair<Atoms, std::string_view>, 11> phrases{{
    {W | F, "one square in any direction"},
    {D | A, "two squares in any direction, leaping"},
    {BB | RR, "any way along a line"},
    {W, "one square orthogonally"},
    {F, "one square diagonally"},
    {D, "two squares orthogonally, leaping"},
    {A, "two squares diagonally, leaping"},
    {N, "by a knight's leap"},
    {RR, "along ranks and files"},
    {BB, "along diagonals"},
    {PawnTake, "one square forward, two from its first rank, and captures one square diagonally forward"},
}};

}  // namespace

std::string listText(const std::vector<std::string>& words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? last : ", ", words[i]);
    return text;
}

std::string movementText(Atoms atoms) {
    std::string text;
    if (atoms & RR) atoms &= static_cast<Atoms>(~W);
    if (atoms & BB) atoms &= static_cast<Atoms>(~F);
    for (const auto& [part, phrase] : phrases) {
        if ((atoms & part) != part) continue;
        atoms &= static_cast<Atoms>(~part);
        text += text.empty() ? "" : atoms == 0 ? ", or " : ", ";
        text += phrase;
    }
    return text;
}

}  // namespace fusilier
