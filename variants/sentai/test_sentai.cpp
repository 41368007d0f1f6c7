#include "conformance.h"
#include "exchanges.h"
#include "make_mates.h"
#include "mates.h"
#include "sentai/rules.h"

using namespace fusilier;
using sentai::Sentai;

TEST_CASE("sentai conforms", "[sentai]") {
    conformance::all<Sentai>();
}

TEST_CASE("sentai: mates", "[sentai][mates]") {
    mates::all<Sentai>();
}

TEST_CASE("sentai: make the mate suite", "[.][make-mates]") {
    mates::SuiteMaker<Sentai>().make();
}

TEST_CASE("sentai: all 31 Rangers have a letter, a name in octal and the moves of their powers", "[sentai]") {
    std::set<std::string_view> letters;
    for (PieceType powers = 1; powers <= 31; ++powers) {
        const PieceInfo& ranger = Sentai::pieces[powers];
        CHECK(letters.insert(ranger.letter).second);
        // From d4 on an empty board every displacement is on it: 4 squares a power, 8 for the knight's.
        int squares = 0;
        int parts = 0;
        for (int bit = 0; bit < 5; ++bit) {
            if (!(powers >> bit & 1)) continue;
            squares += bit == 2 ? 8 : 4;
            ++parts;
        }
        const std::string fen = "k7/8/8/8/3" + std::string(ranger.letter) + "4/8/8/7K w - - 0 1";
        INFO(fen);
        // Whole moves, and disengaging beside each of them if there is more than one power.
        const auto moves = conformance::movesFrom<Sentai>(fen, "d4");
        CHECK(moves.size() == static_cast<std::size_t>(parts > 1 ? 2 * squares : squares));
        CHECK(ranger.name ==
              "R" + std::string(powers >= 8 ? std::to_string(powers / 8) : "") + std::to_string(powers % 8));
    }
    CHECK(letters.size() == 31);
}

TEST_CASE("sentai: combining adds the powers, disengaging leaves the rest", "[sentai]") {
    CHECK(conformance::after<Sentai>("k7/8/8/8/8/8/8/RN5K w - - 3 1", "a1b1") == "k7/8/8/8/8/8/8/1+C5K b - - 4 1");
    CHECK(conformance::after<Sentai>("7k/8/8/8/+P7/8/8/7K w - - 0 1", "a4b6n") == "7k/8/1N6/8/+N7/8/8/7K b - - 1 1");
    CHECK(conformance::after<Sentai>("7k/8/8/8/+P7/8/8/7K w - - 0 1", "a4b6") == "7k/8/1+P6/8/8/8/8/7K b - - 1 1");
}

TEST_CASE("sentai: a redundant suffix is accepted if it is true", "[sentai]") {
    auto position = readFen<Sentai>("k7/8/8/8/8/8/8/AN5K w - - 0 1");
    CHECK_THROWS_AS(parseMove(position, "b1a1e"), InputError);  // a knight does not reach a1
    position = readFen<Sentai>("k7/8/8/8/8/A7/8/1N5K w - - 0 1");
    CHECK(parseMove(position, "b1a3e") == parseMove(position, "b1a3"));
    CHECK_THROWS_AS(parseMove(position, "b1a3n"), InputError);
}

TEST_CASE("sentai: long notation", "[sentai]") {
    const auto text = [](const std::string& fen, const std::string& move) {
        auto position = readFen<Sentai>(fen);
        return longText(position, parseMove(position, move));
    };
    CHECK(text("k7/8/8/8/8/8/K7/6WD w - - 0 1", "g1h1") == "R10 g1-h1 = R30");
    CHECK(text("k7/8/8/8/+P7/8/8/K7 w - - 0 1", "a4b6n") == "R4 a4-b6; a4=R33");
    CHECK(text("k7/8/1p6/8/+P7/8/8/K7 w - - 0 1", "a4b6") == "R37 a4xb6");
    CHECK(text("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8w") == "e7-e8 = R10");
}

TEST_CASE("sentai: exchanges are worth what they leave on the board", "[sentai]") {
    testing::exchangesAreWorth<Sentai>({
        {"combining", "k7/8/8/8/8/8/3W4/K1F5 w - - 0 1", "c1d2", "Q", "WF"},
        {"combining where a pawn attacks", "k7/8/8/8/8/2p5/3W4/K1F5 w - - 0 1", "c1d2", "", "WF"},
        {"disengaging", "k7/8/8/8/8/8/3Q4/K7 w - - 0 1", "d2d3w", "WF", "Q"},
        {"disengaging to where a pawn attacks", "k7/8/8/8/4p3/8/3Q4/K7 w - - 0 1", "d2d3w", "F", "Q"},
        {"a capture changes nothing but what is gone", "k7/8/8/8/8/4p3/3Q4/K7 w - - 0 1", "d2e3", "P", ""},
    });
}
