// The cache of evaluations gives back what was put in, and for no other position.

#include "catch2.h"
#include "eval/cache.h"

using namespace fusilier;

namespace {

/// What the cache says of `key` if the position is worth `fresh`.
int ask(EvalCache& cache, Key key, int fresh) {
    return cache.of(key, [fresh] { return fresh; });
}

}  // namespace

TEST_CASE("Evaluation cache: a value is worked out once", "[eval]") {
    EvalCache cache;
    const Key key = 0x123456789ABCDEF0;
    for (const int value : {0, 1, -1, 32767, -32768}) {
        const Key k = key ^ (static_cast<Key>(value & 0xFFFF) << 40);
        CHECK(ask(cache, k, value) == value);
        CHECK(ask(cache, k, 5) == value);
    }
}

TEST_CASE("Evaluation cache: keys that share a place are told apart, the last one stays", "[eval]") {
    EvalCache cache;
    const Key key = 0x123456789ABCDEF0;
    CHECK(ask(cache, key, 100) == 100);
    for (int bit = 20; bit < 64; ++bit) {
        const Key other = key ^ (Key(1) << bit);
        CHECK(ask(cache, other, bit) == bit);
        CHECK(ask(cache, other, -1) == bit);
        CHECK(ask(cache, key, 100 + bit) == 100 + bit);
    }
}
