// What the fuzzers feed. Each target takes any bytes, checks what must hold of them and throws std::logic_error where
// it does not; a crash or a sanitizer's report is a finding as well.
//
// Inputs are texts, so that a corpus can be read and written by hand. Where a game is needed, the first line names it;
// any other first line stands for the game that its length picks.
#pragma once

#include <span>
#include <string_view>

namespace fusilier::fuzz {

struct Target {
    std::string_view name;
    void (*run)(std::string_view input);
};

/// fen: a FEN is taken or refused as the reference takes or refuses it, and written as the reference writes it.
/// move: move texts after a FEN are taken just when they name a legal move; a refusal changes nothing.
/// legal: moves chosen by the bytes of the third line; what the position keeps up to date is right after each, the
///        legal moves are the reference's, and taking a move back restores everything.
/// uci, xboard: a conversation ends, answers its last line and writes whole printable lines.
/// pgn: a file of games is read to its end, and a game of legal moves is read back as it was written.
/// params: an evaluation's parameters are refused, or what is read is written and read back the same.
/// data: the tuner's games, a header line and bytes, as they are and as the body of one record with its right checksum:
///       refused, or written again the same; and replayed, or refused.
std::span<const Target> targets();

/// Throws std::out_of_range for an unknown name.
const Target& target(std::string_view name);

}  // namespace fusilier::fuzz
