// The engine's options: one table, whichever protocol shows it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fusilier {

struct Option {
    enum class Type : std::uint8_t { Check, Spin, Combo, Button, String };
    /// Puts a checked value into effect and returns the value then in force. May throw InputError: nothing changes.
    using Apply = std::function<std::string(const std::string& value)>;

    std::string name;
    Type type = Type::String;
    std::string initial;               ///< the default; empty for a button
    std::int64_t min = 0;              ///< spin only
    std::int64_t max = 0;              ///< spin only
    std::vector<std::string> choices;  ///< combo only
    Apply apply;
    std::string value;  ///< in force now
};

class Options {
  public:
    /// Adds an option in its default state, without applying it.
    void add(Option option);

    const std::vector<Option>& all() const { return options_; }
    /// By name, in any case of letters; nullptr if there is none.
    const Option* find(std::string_view name) const;

    /// Checks and applies a value; a number out of range is clamped. Returns a remark for the user, mostly empty.
    /// Throws InputError for an unknown name, a missing value or a bad one; then nothing has changed.
    std::string set(std::string_view name, std::optional<std::string_view> value);

  private:
    std::vector<Option> options_;
};

}  // namespace fusilier
