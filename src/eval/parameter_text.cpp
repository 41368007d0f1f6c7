#include "fusilier/parameter_text.h"

#include <fmt/format.h>

#include "core/text.h"
#include "fusilier/session.h"

namespace fusilier {

void refuseParameters(std::string_view game, int line, std::string_view wanted, std::string_view found) {
    throw InputError(fmt::format("parameters of {}, line {}: expected {}, found {}", game, line, wanted,
                                 found.empty() ? "the end" : quoted(found)));
}

}  // namespace fusilier
