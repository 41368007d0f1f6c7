#include "cli/thinker.h"

#include <fmt/format.h>

namespace fusilier {

std::string scoreText(const Score& score) {
    if (score.kind == Score::Kind::Mate) return fmt::format("mate in {}", score.value);
    return fmt::format("{:+.2f}", score.value / 100.0);
}

}  // namespace fusilier
