// How much memory this machine lets a program have.
#pragma once

#include <cstdint>

namespace fusilier {

/// In bytes; 0 where it cannot be found out.
std::int64_t machineMemory();

}  // namespace fusilier
