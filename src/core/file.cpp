#include "core/file.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "fusilier/session.h"

namespace fusilier {

std::string readFile(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("cannot read '{}'", path));
    return {std::istreambuf_iterator<char>(in), {}};
}

void saveFile(const std::string& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    if (!out.flush()) throw InputError(fmt::format("cannot write '{}'", path));
}

}  // namespace fusilier
