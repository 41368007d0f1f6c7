// The entry that libFuzzer calls, for the target that FUSILIER_FUZZ_TARGET names.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fusilier::fuzz::Target& target = fusilier::fuzz::target(FUSILIER_FUZZ_TARGET);
    target.run({reinterpret_cast<const char*>(data), size});
    return 0;
}
