#include "cli/completion.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "fusilier/registry.h"

namespace fusilier {

namespace {

/// The flags of a command; those of one with a grammar of its own are found in its help text.
std::vector<std::string> flagsOf(const Subcommand& command) {
    std::vector<std::string> flags;
    for (const Flag& flag : command.flags)
        flags.emplace_back(flag.name);
    if (!command.runWords) return flags;
    const auto inName = [](char c) {
        return std::islower(static_cast<unsigned char>(c)) || allDigits({&c, 1}) || c == '-';
    };
    for (auto at = command.notes.find("--"); at != std::string_view::npos; at = command.notes.find("--", at)) {
        auto end = at;
        while (end < command.notes.size() && inName(command.notes[end]))
            ++end;
        const std::string flag(command.notes.substr(at, end - at));
        const bool word = at == 0 || !inName(command.notes[at - 1]);
        if (word && flag.size() > 2 && std::find(flags.begin(), flags.end(), flag) == flags.end())
            flags.push_back(flag);
        at = end;
    }
    return flags;
}

bool takesGame(const Subcommand& command) {
    if (command.runWords) return command.notes.starts_with(fmt::format("usage: fusilier {} GAME", command.name));
    return !command.positionals.empty() && command.positionals[0].name == "GAME";
}

std::string gameNames() {
    std::vector<std::string_view> names;
    for (const Game& game : games())
        names.push_back(game.info.name);
    return joinWords(names);
}

/// Words that may stand after the command, and file names where none of them fits.
std::string bashScript(std::span<const Subcommand> commands) {
    std::string names, cases;
    for (const Subcommand& command : commands) {
        names += fmt::format("{} ", command.name);
        cases += fmt::format("        {}) words=\"{}\" ;;\n", command.name, joinWords(flagsOf(command)));
        if (takesGame(command))
            cases.insert(cases.size() - 4, "; [ \"$COMP_CWORD\" -eq 2 ] && words=\"$words $games\"");
    }
    return fmt::format(R"sh(# Completion of fusilier's commands for bash; made by `fusilier completion bash`.
_fusilier() {{
    local words="" games="{}"
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{}help --version"
    else
        case ${{COMP_WORDS[1]}} in
{}        help) words="{}" ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _fusilier fusilier
)sh",
                       gameNames(), names, cases, names);
}

/// For a specification of zsh's _arguments in single quotes.
std::string zshText(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':') out += '\\';
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out;
}

std::string zshScript(std::span<const Subcommand> commands) {
    std::string list, cases;
    for (const Subcommand& command : commands) {
        list += fmt::format("    '{}:{}'\n", command.name, zshText(command.summary));
        cases += fmt::format("    {}) _arguments", command.name);
        if (command.runWords)
            for (const std::string& flag : flagsOf(command))
                cases += fmt::format(" '{}'", flag);
        for (const Flag& flag : command.flags)
            cases += fmt::format(" '{}[{}]{}'", flag.name, zshText(flag.help),
                                 flag.value.empty() ? "" : fmt::format(":{}:_files", flag.value));
        cases += fmt::format(" {} '*:word:_files' ;;\n",
                             takesGame(command) ? fmt::format("'1:game:({})'", gameNames()) : "");
    }
    return fmt::format(R"sh(#compdef fusilier
# Completion of fusilier's commands for zsh; made by `fusilier completion zsh`.
_fusilier() {{
    local -a commands
    commands=(
{}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{}    help) _describe command commands ;;
    esac
}}
_fusilier "$@"
)sh",
                       list, cases);
}

}  // namespace

std::string completionScript(std::string_view shell, std::span<const Subcommand> commands) {
    if (shell == "bash") return bashScript(commands);
    if (shell == "zsh") return zshScript(commands);
    throw UsageError(fmt::format("SHELL is bash or zsh, not {}", quoted(shell)));
}

}  // namespace fusilier
