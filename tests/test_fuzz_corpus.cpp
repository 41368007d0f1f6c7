// The fuzzers' corpora as regression tests: what the fuzzers check holds for every input kept in tests/fuzz/corpus.

#include <filesystem>
#include <string>

#include "catch2.h"
#include "fuzz/targets.h"
#include "match/pgn.h"

using namespace fusilier;

TEST_CASE("Every input of the fuzzers' corpora holds what its target checks", "[fuzz]") {
    for (const fuzz::Target& target : fuzz::targets()) {
        int inputs = 0;
        for (const auto& file : std::filesystem::directory_iterator(FUSILIER_SOURCE_DIR "/tests/fuzz/corpus/" +
                                                                    std::string(target.name))) {
            CAPTURE(file.path().string());
            CHECK_NOTHROW(target.run(match::readFile(file.path().string())));
            ++inputs;
        }
        CAPTURE(target.name);
        CHECK(inputs > 0);
    }
}
