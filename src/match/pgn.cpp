#include "match/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "match/text.h"

namespace fusilier::match {
namespace {

constexpr std::size_t lineWidth = 80;
constexpr std::array<std::string_view, 4> results{"1/2-1/2", "1-0", "0-1", "*"};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// One space for every run of blanks, none at the ends.
std::string collapsed(std::string_view text) {
    std::string result;
    for (std::string_view word = nextWord(text); !word.empty(); word = nextWord(text)) {
        if (!result.empty()) result += ' ';
        result += word;
    }
    return result;
}

/// "+0.35/12" or "-M5/9". False if it is neither.
bool readScore(std::string_view word, PlyRecord& ply) {
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash == 0) return false;
    const int depth = numberOr(word.substr(slash + 1), -1);
    std::string_view value = word.substr(0, slash);
    const bool negative = value[0] == '-';
    if (value[0] == '+' || value[0] == '-') value.remove_prefix(1);
    Score score;
    if (!value.empty() && value[0] == 'M') {
        score.kind = Score::Kind::Mate;
        score.value = numberOr(value.substr(1), -1);
        if (score.value < 0) return false;
    } else {
        const double pawns = numberOr(value, std::nan(""));
        if (!(std::abs(pawns) < 1e6)) return false;
        score.value = static_cast<int>(std::lround(pawns * 100));
    }
    if (depth < 0) return false;
    score.value = negative ? -score.value : score.value;
    ply.score = score;
    ply.depth = depth;
    return true;
}

/// "0.21s". False if it is anything else.
bool readTime(std::string_view word, PlyRecord& ply) {
    if (word.size() < 2 || word.back() != 's') return false;
    const double seconds = numberOr(word.substr(0, word.size() - 1), std::nan(""));
    if (!(seconds >= 0 && seconds < 1e9)) return false;
    ply.timeMs = std::llround(seconds * 1000);
    return true;
}

void readPlyComment(std::string_view text, PlyRecord& ply) {
    std::string all = collapsed(text);
    std::string_view rest = all;
    const std::size_t comma = rest.find(", ");
    std::string_view data = rest.substr(0, comma);
    std::string_view word = nextWord(data);
    PlyRecord read;
    if (readScore(word, read)) word = nextWord(data);
    if (!word.empty() && readTime(word, read)) word = nextWord(data);
    if (word.empty() && (read.score || read.timeMs)) {  // all of it was ours
        ply.score = read.score;
        ply.depth = read.depth;
        ply.timeMs = read.timeMs;
        all = comma == std::string_view::npos ? "" : std::string(rest.substr(comma + 2));
    }
    if (!all.empty()) ply.note += (ply.note.empty() ? "" : " ") + all;
}

/// Puts words on lines no longer than `lineWidth`.
class LineFiller {
  public:
    void add(std::string_view text) {
        for (std::string_view word = nextWord(text); !word.empty(); word = nextWord(text)) {
            if (column_ > 0 && column_ + 1 + word.size() > lineWidth) {
                out_ += '\n';
                column_ = 0;
            }
            if (column_ > 0) {
                out_ += ' ';
                ++column_;
            }
            out_ += word;
            column_ += word.size();
        }
    }
    std::string take() { return std::move(out_); }

  private:
    std::string out_;
    std::size_t column_ = 0;
};

/// Thousandths as two decimals, or three where it takes them.
std::string decimals(std::int64_t thousandths) {
    return thousandths % 10 == 0 ? fmt::format("{:02}", thousandths / 10) : fmt::format("{:03}", thousandths);
}

/// "(12... e7e5 13. g1f3)".
std::string variationText(const std::vector<std::string>& moves, int number, bool black) {
    std::string text = black ? fmt::format("({}... ", number) : "(";
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!black) text += fmt::format("{}. ", number);
        text += moves[i] + (i + 1 == moves.size() ? ")" : " ");
        number += black ? 1 : 0;
        black = !black;
    }
    return text;
}

}  // namespace

std::string_view GameRecord::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (key == name) return value;
    return {};
}

void GameRecord::setTag(std::string_view name, std::string value) {
    for (auto& [key, old] : tags)
        if (key == name) {
            old = std::move(value);
            return;
        }
    tags.emplace_back(name, std::move(value));
}

void PgnReader::skipBlanks() {
    while (!end() && isBlank(text_[at_]))
        ++at_;
}

void PgnReader::skipLine() {
    while (!end() && text_[at_] != '\n')
        ++at_;
}

void PgnReader::skipVariation() {
    int depth = 0;
    do {
        const char c = text_[at_++];
        if (c == '(')
            ++depth;
        else if (c == ')')
            --depth;
        else if (c == '{')
            while (!end() && text_[at_] != '}')
                ++at_;
    } while (!end() && depth > 0);
}

/// A result as a word of its own.
std::string_view PgnReader::resultAt(std::size_t at) const {
    for (const std::string_view result : results) {
        const std::size_t after = at + result.size();
        if (text_.substr(at, result.size()) == result &&
            (after >= text_.size() || isBlank(text_[after]) || text_[after] == '[' || text_[after] == '{'))
            return result;
    }
    return {};
}

/// "12." or "12..."; a number without a point only if it is a word of its own.
bool PgnReader::skipMoveNumber() {
    std::size_t i = at_;
    while (i < text_.size() && isDigit(text_[i]))
        ++i;
    if (i == at_) return false;
    const std::size_t digits = i;
    while (i < text_.size() && text_[i] == '.')
        ++i;
    if (i == digits && i < text_.size() && !isBlank(text_[i])) return false;
    at_ = i;
    return true;
}

/// [Name "value"], with \" and \\ in the value. False, with the line skipped, where it is not one.
bool PgnReader::readTag(GameRecord& game) {
    std::size_t i = at_ + 1;
    while (i < text_.size() && (isBlank(text_[i])))
        ++i;
    const std::size_t nameAt = i;
    while (i < text_.size() && !isBlank(text_[i]) && text_[i] != '"' && text_[i] != ']')
        ++i;
    const std::string_view name = text_.substr(nameAt, i - nameAt);
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t'))
        ++i;
    std::string value;
    bool closed = false;
    if (i < text_.size() && text_[i] == '"')
        for (++i; i < text_.size() && text_[i] != '\n'; ++i) {
            if (text_[i] == '\\' && i + 1 < text_.size()) {
                value += text_[++i];
            } else if (text_[i] == '"') {
                closed = true;
                ++i;
                break;
            } else {
                value += text_[i];
            }
        }
    const std::size_t bracket = closed ? text_.find_first_not_of(" \t", i) : std::string_view::npos;
    if (bracket == std::string_view::npos || text_[bracket] != ']' || name.empty()) {
        skipLine();
        return false;
    }
    at_ = bracket + 1;
    game.setTag(name, std::move(value));
    return true;
}

bool PgnReader::readComment(GameRecord& game) {
    const std::size_t close = text_.find('}', at_);
    if (close == std::string_view::npos) {
        at_ = text_.size();
        return false;
    }
    const std::string_view text = text_.substr(at_ + 1, close - at_ - 1);
    if (game.plies.empty())
        game.preamble = collapsed(text);
    else
        readPlyComment(text, game.plies.back());
    at_ = close + 1;
    return true;
}

void PgnReader::readMove(GameRecord& game) {
    const std::size_t from = at_;
    if (game.notation == Notation::Long) {
        // Up to a comment, the next number, or the result.
        for (; !end() && text_[at_] != '{'; ++at_) {
            if (at_ == from || !isBlank(text_[at_ - 1])) continue;
            std::size_t i = at_;
            while (i < text_.size() && isDigit(text_[i]))
                ++i;
            if ((i > at_ && i < text_.size() && text_[i] == '.') || !resultAt(at_).empty() ||
                (text_[at_] == '[' && atLineStart()))
                break;
        }
        game.plies.push_back({collapsed(text_.substr(from, at_ - from)), {}, 0, {}, {}, 0, {}});
        return;
    }
    while (!end() && !isBlank(text_[at_]) && std::string_view("{}();$").find(text_[at_]) == std::string_view::npos)
        ++at_;
    if (at_ == from) {  // a stray closing bracket
        ++at_;
        return;
    }
    std::string_view move = text_.substr(from, at_ - from);
    while (!move.empty() && std::string_view("!?+#").find(move.back()) != std::string_view::npos)
        move.remove_suffix(1);
    if (!move.empty()) game.plies.push_back({std::string(move), {}, 0, {}, {}, 0, {}});
}

void PgnReader::readMoves(GameRecord& game) {
    for (;;) {
        skipBlanks();
        if (end()) return;
        const char c = text_[at_];
        if (c == '{') {
            if (!readComment(game)) return;
        } else if (c == '[' && atLineStart()) {
            return;  // the next game; this one has no result
        } else if ((c == '%' && atLineStart()) || c == ';') {
            skipLine();
        } else if (c == '(') {
            skipVariation();
        } else if (c == '$') {
            for (++at_; !end() && isDigit(text_[at_]);)
                ++at_;
        } else if (const std::string_view result = resultAt(at_); !result.empty()) {
            game.result = result;
            game.complete = true;
            at_ += result.size();
            return;
        } else if (!skipMoveNumber()) {
            readMove(game);
        }
    }
}

std::optional<GameRecord> PgnReader::next() {
    GameRecord game;
    for (;;) {
        skipBlanks();
        if (end()) {
            if (game.tags.empty()) return std::nullopt;
            return game;
        }
        if (text_[at_] == '[')
            readTag(game);
        else if (text_[at_] == '%' && atLineStart())
            skipLine();
        else
            break;
    }
    if (lowered(game.tag("Notation")) == "long") game.notation = Notation::Long;
    readMoves(game);
    return game;
}

std::string commentText(const PlyRecord& ply) {
    std::string text;
    if (ply.score) {
        const Score& s = *ply.score;
        if (s.kind == Score::Kind::Mate)
            text = fmt::format("{}M{}/{}", s.value < 0 ? '-' : '+', std::abs(s.value), ply.depth);
        else
            text = fmt::format("{}{}.{:02}/{}",
                               s.value < 0   ? "-"
                               : s.value > 0 ? "+"
                                             : "",
                               std::abs(s.value) / 100, std::abs(s.value) % 100, ply.depth);
    }
    if (ply.timeMs)
        text += fmt::format("{}{}.{}s", text.empty() ? "" : " ", *ply.timeMs / 1000, decimals(*ply.timeMs % 1000));
    if (!ply.note.empty()) text += (text.empty() ? "" : ", ") + ply.note;
    return text;
}

std::pair<bool, int> firstMove(std::string_view fen) {
    std::string_view rest = fen;
    nextWord(rest);
    const bool black = nextWord(rest) == "b";
    for (int i = 0; i < 3; ++i)
        nextWord(rest);
    return {black, std::max(numberOr(nextWord(rest), 1), 1)};
}

std::string toPgn(const GameRecord& game) {
    std::string out;
    for (const auto& [name, value] : game.tags) {
        std::string escaped;
        for (const char c : value) {
            if (c == '"' || c == '\\') escaped += '\\';
            escaped += c == '\n' || c == '\r' ? ' ' : c;
        }
        out += fmt::format("[{} \"{}\"]\n", name, escaped);
    }
    out += '\n';

    // A closing brace would end a comment early.
    const auto comment = [](std::string text) {
        std::replace(text.begin(), text.end(), '}', ')');
        return fmt::format("{{{}}}", text);
    };
    LineFiller lines;
    if (!game.preamble.empty()) lines.add(comment(game.preamble));
    auto [black, number] = firstMove(game.fen());
    bool numbered = false;  // Black's move needs a number after a comment, and at the start
    for (const PlyRecord& ply : game.plies) {
        if (!black || !numbered || game.notation == Notation::Long)
            lines.add(fmt::format("{}{}", number, black ? "..." : "."));
        lines.add(ply.move);
        if (ply.nag != 0) lines.add(fmt::format("${}", ply.nag));
        const std::string text = commentText(ply);
        if (!text.empty()) lines.add(comment(text));
        if (!ply.variation.empty()) lines.add(variationText(ply.variation, number, black));
        numbered = ply.variation.empty();
        number += black ? 1 : 0;
        black = !black;
    }
    lines.add(game.result);
    out += lines.take();
    out += "\n\n";
    return out;
}

void translate(GameRecord& game, Session& session, Notation to) {
    session.setPosition(game.fen(), {});
    std::vector<std::string> moves;
    for (const PlyRecord& ply : game.plies) {
        try {
            const std::string move = session.rewrite(ply.move, game.notation, Notation::Coordinate);
            moves.push_back(to == Notation::Coordinate ? move : session.rewrite(move, Notation::Coordinate, to));
            session.play(move);
        } catch (const InputError& e) {
            throw InputError(fmt::format("ply {}: {}", moves.size() + 1, e.what()));
        }
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
        game.plies[i].move = std::move(moves[i]);
    game.notation = to;
    if (to == Notation::Long)
        game.setTag("Notation", "long");
    else
        std::erase_if(game.tags, [](const auto& tag) { return tag.first == "Notation"; });
}

std::uint64_t digest(const GameRecord& game, std::uint64_t before) {
    std::uint64_t hash = before;
    const auto add = [&hash](std::string_view text) {
        for (const char c : text)
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
        hash = (hash ^ 0xFF) * 0x100000001B3;  // no byte of UTF-8: ends the field
    };
    add(game.white());
    add(game.black());
    add(game.fen());
    for (const PlyRecord& ply : game.plies)
        add(ply.move);
    add(game.result);
    return hash;
}

}  // namespace fusilier::match
