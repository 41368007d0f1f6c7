// Whole files, read and written at one go.
#pragma once

#include <string>
#include <string_view>

namespace fusilier {

/// Throws InputError if there is no such file.
std::string readFile(const std::string& path);
/// Throws InputError if it cannot.
void saveFile(const std::string& path, std::string_view bytes);

}  // namespace fusilier
