#include "cli/arguments.h"

#include <algorithm>
#include <utility>

namespace fusilier {

namespace {

/// A lone hyphen is a word (a FEN has some); so is everything that does not begin with two hyphens or is not `-x`.
bool looksLikeFlag(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

std::string flagForm(const Flag& flag) {
    return flag.value.empty() ? std::string(flag.name) : fmt::format("{} {}", flag.name, flag.value);
}

}  // namespace

Arguments::Arguments(const Subcommand& command, std::span<const std::string> words) {
    auto open = command.positionals.begin();
    bool flagsAllowed = true;
    while (!words.empty()) {
        if (flagsAllowed && words.front() == "--") {
            flagsAllowed = false;
            words = words.subspan(1);
        } else if (flagsAllowed && looksLikeFlag(words.front())) {
            takeFlag(command, words);
        } else if (open == command.positionals.end()) {
            throw UsageError(fmt::format("{} is too much", quoted(words.front())));
        } else {
            auto& value = values_[open->name];
            value += (value.empty() ? "" : " ") + words.front();
            words = words.subspan(1);
            if (!open->rest) ++open;
        }
    }
    for (const Positional& positional : command.positionals)
        if (positional.required && !has(positional.name))
            throw UsageError(fmt::format("{} is missing", positional.name));
}

void Arguments::takeFlag(const Subcommand& command, std::span<const std::string>& words) {
    const std::string& word = words.front();
    const auto equals = word.find('=');
    const auto name = word.substr(0, equals);
    const auto flag =
        std::find_if(command.flags.begin(), command.flags.end(), [&](const Flag& f) { return f.name == name; });
    if (flag == command.flags.end()) throw UsageError(fmt::format("unknown option {}", quoted(name)));
    words = words.subspan(1);

    std::string value;
    if (flag->value.empty()) {
        if (equals != std::string::npos) throw UsageError(fmt::format("{} takes no value", name));
    } else if (equals != std::string::npos) {
        value = word.substr(equals + 1);
    } else {
        if (words.empty()) throw UsageError(fmt::format("{} needs a value: {}", name, flag->value));
        value = words.front();
        words = words.subspan(1);
    }
    if (!values_.emplace(flag->name, std::move(value)).second) throw UsageError(fmt::format("{} is given twice", name));
}

std::optional<std::string> Arguments::text(std::string_view name) const {
    const auto it = values_.find(name);
    return it == values_.end() ? std::nullopt : std::optional(it->second);
}

std::string usage(const Subcommand& command) {
    std::string line(command.name);
    for (const Positional& positional : command.positionals)
        line += positional.required ? fmt::format(" {}", positional.name) : fmt::format(" [{}]", positional.name);
    for (const Flag& flag : command.flags)
        line += fmt::format(" [{}]", flagForm(flag));
    return line;
}

std::string help(const Subcommand& command) {
    if (command.runWords) return std::string(command.notes);
    auto text = fmt::format("usage: fusilier {}\n\n{}.\n\n", usage(command), command.summary);
    for (const Positional& positional : command.positionals)
        text += fmt::format("  {:<14} {}\n", positional.name, positional.help);
    for (const Flag& flag : command.flags)
        text += fmt::format("  {:<14} {}\n", flagForm(flag), flag.help);
    if (!command.notes.empty()) text += fmt::format("\n{}\n", command.notes);
    return text;
}

}  // namespace fusilier
