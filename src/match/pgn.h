// Game files: PGN with a Variant tag, moves as coordinate text or in the inventors' long notation.
//
// The reader takes what others write, too: comments, variations, glyphs, escapes, missing tags, moves with or without
// numbers. In a file with the tag [Notation "long"] every move has a number of its own ("1. R10 g1-h1 = R30 1... ..."),
// since such moves contain blanks and semicolons.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/file.h"
#include "fusilier/session.h"

namespace fusilier::match {

/// A move and what its player said of it: `e2e4 {+0.35/12 0.21s, note}`.
struct PlyRecord {
    std::string move;
    std::optional<Score> score;  ///< from the mover's point of view
    int depth = 0;               ///< plies; only with a score
    std::optional<std::int64_t> timeMs;
    std::string note;  ///< the rest of the comment
    // Written only; the reader skips them.
    int nag = 0;                         ///< numeric glyph, 4 for a blunder; 0 for none
    std::vector<std::string> variation;  ///< moves that could have been played instead
};

struct GameRecord {
    std::vector<std::pair<std::string, std::string>> tags;  ///< in the order of the file
    std::vector<PlyRecord> plies;
    std::string preamble;      ///< comment before the first move
    std::string result = "*";  ///< "1-0", "0-1", "1/2-1/2", "*"
    Notation notation = Notation::Coordinate;
    bool complete = false;  ///< false where the file ended, or the next game began, before the result

    /// Value of a tag, or "".
    std::string_view tag(std::string_view name) const;
    /// Replaces a tag, or adds it at the end.
    void setTag(std::string_view name, std::string value);
    std::string_view white() const { return tag("White"); }
    std::string_view black() const { return tag("Black"); }
    /// FEN of the first position; empty for the usual array.
    std::string_view fen() const { return tag("FEN"); }
    /// How it ended, in words: "White mates". It is the last note of the game.
    std::string_view reason() const { return plies.empty() ? preamble : plies.back().note; }
};

/// Reads one game after another from a text, which must outlive it.
class PgnReader {
  public:
    explicit PgnReader(std::string_view text) : text_(text) {}

    /// The next game; nothing at the end of the text. Never throws.
    std::optional<GameRecord> next();
    /// Bytes read: after a complete game, where the next one may begin.
    std::size_t position() const { return at_; }

  private:
    bool readTag(GameRecord& game);
    void readMoves(GameRecord& game);
    bool readComment(GameRecord& game);
    void readMove(GameRecord& game);
    void skipBlanks();
    void skipLine();
    void skipVariation();
    bool skipMoveNumber();
    std::string_view resultAt(std::size_t at) const;
    bool atLineStart() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
    bool end() const { return at_ >= text_.size(); }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// Whether Black moves first from a FEN, and the number of the first move.
std::pair<bool, int> firstMove(std::string_view fen);
/// The game as text, with the empty line that separates it from the next.
std::string toPgn(const GameRecord& game);
/// `+0.35/12 0.21s, White mates`, without the braces; the inverse of what the reader does.
std::string commentText(const PlyRecord& ply);

/// Plays the game over and rewrites its moves. Throws InputError naming the ply and what is wrong with it. Leaves the
/// session at the last position.
void translate(GameRecord& game, Session& session, Notation to);

using fusilier::readFile;

/// FNV-1a over players, first position, moves and result, but neither times nor scores: two runs of a deterministic
/// match agree in it. Moves are hashed as they stand, so compare files of the same notation. Start from `digestSeed`.
inline constexpr std::uint64_t digestSeed = 0xCBF29CE484222325;
std::uint64_t digest(const GameRecord& game, std::uint64_t before);

}  // namespace fusilier::match
