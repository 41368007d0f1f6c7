// Threads that help the one that starts them.
#pragma once

#include <system_error>
#include <thread>
#include <vector>

namespace fusilier {

/// Starts `work(1)` to `work(count)`, each in a thread of its own; fewer where the machine has no more to give. The
/// caller joins them.
template <class Work>
std::vector<std::thread> startHelpers(int count, const Work& work) {
    std::vector<std::thread> helpers;
    if (count <= 0) return helpers;
    helpers.reserve(static_cast<std::size_t>(count));  // so that nothing fails once there are some
    try {
        for (int i = 1; i <= count; ++i)
            helpers.emplace_back([work, i] { work(i); });
    } catch (const std::system_error&) {
        // Those there are do the work.
    }
    return helpers;
}

}  // namespace fusilier
