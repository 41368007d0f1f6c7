#include "core/memory.h"

#ifdef _WIN32

#include <windows.h>

namespace fusilier {

std::int64_t machineMemory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? static_cast<std::int64_t>(status.ullTotalPhys) : 0;
}

}  // namespace fusilier

#else

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

#include "core/text.h"

namespace fusilier {

namespace {

/// What a container may use; nothing where there is no such limit.
std::optional<std::int64_t> containerLimit() {
    for (const auto* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::string text;
        if (std::getline(std::ifstream(file), text)) return parseNumber<std::int64_t>(text);
    }
    return std::nullopt;
}

}  // namespace

std::int64_t machineMemory() {
    const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
    const std::int64_t pageSize = sysconf(_SC_PAGE_SIZE);
    const std::int64_t bytes = std::max<std::int64_t>(pages, 0) * std::max<std::int64_t>(pageSize, 0);
    return std::min(bytes, containerLimit().value_or(bytes));
}

}  // namespace fusilier

#endif
