// Prints version, man page and completions, from the help of each verb.
#include "app/manual.hpp"

#include <boost/version.hpp>
#include <commit.hpp>
#include <ctime>
#include <fmt/chrono.h>
#include <fstream>

#include "app/files.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "engine/claims/game.hpp"

namespace ryg::app {
namespace {

/// The help of a verb in all its forms.
void print_forms(const Verb& verb, HelpForm form) {
    help_form = form;
    static_cast<void>(run_verb(verb, std::vector<std::string>{"--help"}));
    if (!verb.by_program) return;
    for (const claims::Game* game : program().games) {
        if (game == program().games.front()) continue;
        try {
            const std::vector<std::string> words{std::string(game->programs.back().name()),
                                                 "--help"};
            static_cast<void>(run_verb(verb, words));
        } catch (const Trouble&) {
            // a game without the verb
        }
    }
}

// Each shell's code for the table, whose lines are a verb, an option, and its choices.
constexpr std::string_view bash_completion = R"('
_ryg() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local verb=${COMP_WORDS[1]} words
    if ((COMP_CWORD == 1)); then
        words=$(cut -s -d ' ' -f 1 <<<"$_ryg_table")
    elif [[ $current != -* ]]; then
        words=$(grep -e "^$verb $before " <<<"$_ryg_table" | cut -d ' ' -f 3-)
    else
        words=$(grep -e "^$verb " <<<"$_ryg_table" | cut -d ' ' -f 2)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current" | sort -u)
}
complete -o default -F _ryg ryg ./ryg
)";
constexpr std::string_view zsh_completion = R"('
_ryg() {
    local verb=$words[2] before=$words[CURRENT-1]
    local -aU found
    if ((CURRENT == 2)); then
        found=($(cut -s -d ' ' -f 1 <<<$_ryg_table))
    elif [[ $PREFIX != -* ]]; then
        found=($(grep -e "^$verb $before " <<<$_ryg_table | cut -d ' ' -f 3-))
    else
        found=($(grep -e "^$verb " <<<$_ryg_table | cut -d ' ' -f 2))
    fi
    if (($#found)); then compadd -a found; else _files; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _ryg "$@"; else compdef _ryg ryg; fi
)";
constexpr std::string_view fish_completion = R"('
function _ryg
    set -l typed (commandline -opc)
    if test (count $typed) = 1
        printf '%s' $_ryg_table | cut -s -d ' ' -f 1 | sort -u
    else if string match -q -- '-*' (commandline -ct)
        printf '%s' $_ryg_table | grep -e "^$typed[2] " | cut -d ' ' -f 2
    else
        printf '%s' $_ryg_table | grep -e "^$typed[2] $typed[-1] " | cut -d ' ' -f 3- | tr ' ' '\n'
    end
end
complete -c ryg -n 'count (_ryg) >/dev/null' -f -a '(_ryg)'
)";

}  // namespace

std::string compiler() {
#if defined(__clang__)
    return fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#else
    return fmt::format("gcc {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
}

std::string version() { return fmt::format("ryg {}, commit {}", RYG_VERSION, commit); }

std::string host_processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
    }
    return "unknown processor";
}

std::string made_by() {
    return fmt::format("{}; {:%Y-%m-%d}; {}; {}{}", version(), fmt::gmtime(std::time(nullptr)),
                       host_processor(), program().name, program().typed);
}

void print_version() {
    fmt::print("{}\ncompiler   {}\n6502       {} dispatch, recompiler: {}\n", version(), compiler(),
               emu::loops_are_threaded() ? "threaded" : "looped",
               emu::recompiler::is_available() ? "yes" : "no");
    fmt::print("libraries  fmt {}.{}.{}, Boost {}.{}.{}, JSON {}.{}.{}, libpng {}\n",
               FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100,
               BOOST_VERSION / 100'000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100,
               NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
               NLOHMANN_JSON_VERSION_PATCH, png_version());
}

void print_man_page(std::span<const Verb> verbs) {
    fmt::print(
        ".TH RYG 1 \"\" \"ryg {}\"\n.SH NAME\nryg \\- run, test, prove and debug 6502 "
        "code on an exact C64\n.SH SYNOPSIS\n.B ryg\nVERB [options]\n.PP\nExit "
        "status: 0 agreed or done, 1 a difference, 2 error, 3 undecided (prove), 130 "
        "interrupted.\n.SH VERBS\n",
        RYG_VERSION);
    for (const Verb& verb : verbs) print_forms(verb, HelpForm::man);
}

void print_completion(std::span<const Verb> verbs, std::string_view shell) {
    fmt::print("{}# Completes the words of ryg in {}; made by `ryg --completion={}`.\n{}'\n",
               shell == "zsh" ? "#compdef ryg\n" : "", shell, shell,
               shell == "fish" ? "set -g _ryg_table " : "_ryg_table=");
    std::string programs;
    for (const claims::Game* game : program().games) {
        for (const claims::Subject& one : game->programs) {
            programs += fmt::format(" {}", one.name());
        }
        if (game->programs.size() > 1) programs += fmt::format(" {}:all", game->name);
    }
    for (const Verb& verb : verbs) {
        print_forms(verb, HelpForm::words);
        if (verb.by_program) fmt::print("{0} {0}{1}\n", verb.name, programs);
    }
    fmt::print("{}", shell == "bash"  ? bash_completion
                     : shell == "zsh" ? zsh_completion
                                      : fish_completion);
}

}  // namespace ryg::app
