#include "protocol/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text.h"
#include "fusilier/session.h"

namespace fusilier {

namespace {

/// A number brought into the option's range, also one too long for any integer.
std::string readSpin(const Option& option, std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (stop != end || (error != std::errc{} && error != std::errc::result_out_of_range))
        throw InputError(fmt::format("option {} needs a number, not {}", option.name, quoted(text)));
    if (error == std::errc::result_out_of_range) number = text.front() == '-' ? option.min : option.max;
    return fmt::format("{}", std::clamp(number, option.min, option.max));
}

std::string readCombo(const Option& option, std::string_view text) {
    for (const auto& choice : option.choices)
        if (equalIgnoringCase(choice, text)) return choice;
    throw InputError(fmt::format("option {} has an unknown value {}; it can be: {}", option.name, quoted(text),
                                 joinWords(option.choices)));
}

std::string readCheck(const Option& option, std::string_view text) {
    for (const std::string_view choice : {"true", "false"})
        if (equalIgnoringCase(choice, text)) return std::string(choice);
    throw InputError(fmt::format("option {} is true or false, not {}", option.name, quoted(text)));
}

std::string readValue(const Option& option, std::string_view text) {
    switch (option.type) {
        case Option::Type::Spin:
            return readSpin(option, text);
        case Option::Type::Combo:
            return readCombo(option, text);
        case Option::Type::Check:
            return readCheck(option, text);
        case Option::Type::Button:
        case Option::Type::String:
            break;
    }
    return std::string(text);
}

}  // namespace

void Options::add(Option option) {
    option.value = option.initial;
    options_.push_back(std::move(option));
}

const Option* Options::find(std::string_view name) const {
    const auto it = std::find_if(options_.begin(), options_.end(),
                                 [&](const Option& option) { return equalIgnoringCase(option.name, name); });
    return it == options_.end() ? nullptr : &*it;
}

std::string Options::set(std::string_view name, std::optional<std::string_view> value) {
    const Option* found = find(name);
    if (!found) throw InputError(fmt::format("unknown option {}", quoted(name)));
    Option& option = options_[static_cast<std::size_t>(found - options_.data())];
    if (option.type == Option::Type::Button) {
        if (option.apply) option.apply("");
        return "";
    }
    if (!value || (value->empty() && option.type != Option::Type::String))
        throw InputError(fmt::format("option {} needs a value", option.name));

    const std::string wanted = readValue(option, *value);
    option.value = option.apply ? option.apply(wanted) : wanted;
    if (option.type == Option::Type::Spin && option.value != *value)
        return fmt::format("option {} set to {}", option.name, option.value);
    return "";
}

}  // namespace fusilier
