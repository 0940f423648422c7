// Defines a verb of the program, and what all verbs share: options, output, exit status.
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <stdexcept>

#include "app/json.hpp"
#include "emu/core.hpp"

namespace ryg::claims {
struct Game;
}  // namespace ryg::claims

namespace ryg::app {

using work::choice_option;
using work::flag_option;
using work::number_option;
using work::Option;
using work::OptionKind;
using Options = std::vector<Option>;
/// The options of several lists, in order.
[[nodiscard]] Options joined_options(std::initializer_list<Options> lists);

/// Exit statuses.
enum Exit : int {
    exit_done = 0,          ///< agreed, or done
    exit_difference = 1,    ///< the comparison found one
    exit_trouble = 2,       ///< usage, input, or the machine
    exit_undecided = 3,     ///< neither a difference nor a proof that there is none
    exit_interrupted = 130  ///< Ctrl-C; the results so far have been reported
};

/// Bad input: the message is one line with the error, its place and the remedy. `main` prints it
/// after the program's and the verb's name and exits with status 2, as for every other exception
/// from the layers below.
struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The words of a verb's --help, apart from its options.
struct Help {
    std::string_view usage;     ///< after "usage: ryg ", e.g. "search --position FEN [options]"
    std::string_view about;     ///< a description in a few lines
    std::string_view examples;  ///< one command a line, without the program
};

/// A parsed command line.
struct Parsed {
    work::Values given;   ///< values as typed
    work::Values values;  ///< checked values and defaults; numbers are decimal
    bool helped = false;  ///< --help was given, and the help has been printed
    std::string usage{};  ///< usage of the verb, with an example

    [[nodiscard]] bool has(std::string_view name) const { return values.has(name); }
    [[nodiscard]] std::string text(std::string_view name) const { return values.text(name); }
    template <class Number = std::uint64_t>
    [[nodiscard]] Number number(std::string_view name) const {
        return values.number<Number>(name);
    }
    [[nodiscard]] bool json() const { return has("json"); }
    [[nodiscard]] bool csv() const { return has("csv"); }
    /// Throws Trouble if an option without a default was left out.
    void need(std::string_view name) const;
};

using Arguments = std::span<const std::string>;

/// Adds --help and --json to `own`, parses the arguments, and prints the help if requested.
/// `positional` names the options that bare words set, in order. Throws Trouble for invalid
/// arguments.
[[nodiscard]] Parsed parse(Arguments arguments, const Help& help, const Options& own,
                           const std::vector<std::string_view>& positional = {});

/// Checks the given values by their options, and adds the other options' defaults. Throws Trouble.
[[nodiscard]] work::Values checked(const Options& options, const work::Values& given);

/// Whether a word looks like a position of the board game; and the Trouble for one that is not the
/// value of an option.
[[nodiscard]] bool is_board(std::string_view word);
[[nodiscard]] Trouble bare_position(std::string_view word);

/// `asm, native or both`.
[[nodiscard]] std::string either(std::span<const std::string_view> names);

/// The value of a name in a list of pairs. Throws Trouble, which lists the names, if it is not
/// there.
template <class List>
[[nodiscard]] auto named(std::string_view name, std::string_view option, const List& list) {
    std::vector<std::string_view> names;
    for (const auto& [known, value] : list) {
        if (known == name) return value;
        names.push_back(known);
    }
    throw Trouble("--" + std::string(option) + ": there is no '" + std::string(name) + "': use " +
                  either(names));
}

/// An unsigned number in decimal, or in hex after `$` or `0x`. Throws Trouble, which names the
/// option, for anything else, and for one that is less than `least` or more than `greatest`.
[[nodiscard]] std::uint64_t parse_number(std::string_view text, std::string_view option,
                                         std::uint64_t least, std::uint64_t greatest);

/// The option --cpu, its names for the cores, and the chosen core.
[[nodiscard]] Option cpu_option();
constexpr std::array<std::pair<std::string_view, emu::Core>, 3> cores{
    {{"exact", emu::Core::exact},
     {"interpreter", emu::Core::interpreter},
     {"recompiler", emu::Core::recompiler}}};
[[nodiscard]] emu::Core core_of(const work::Values& values);

[[nodiscard]] Option coverage_option();
[[nodiscard]] Option junit_option();
/// --jobs, and its number of threads: by default one per core.
[[nodiscard]] Option jobs_option();
[[nodiscard]] unsigned jobs_of(const Parsed& parsed);

/// Prints a report; an object gets Application::request as its last field.
void print(const Json& json);
/// Prints objects with the same fields as comma-separated lines, the names first; the fields of a
/// nested object are prefixed with its name and a dot.
void print_csv(const Json& rows);
[[nodiscard]] Option csv_option();

/// Writes to stderr, and ignores a failure to do so.
void say(std::string_view text);

/// How --help is printed: for people, as part of the man page, or as words for shell completion.
enum class HelpForm { text, man, words };
extern HelpForm help_form;

/// Set by Ctrl-C. Loops over work check it between two work items, stop, and report what they have.
extern std::atomic<bool> interrupted;

/// The groups of verbs, in the order of `ryg --help`.
enum class VerbGroup : std::uint8_t { engine, game, code, research, around };

/// A verb of the command line.
struct Verb {
    VerbGroup group;
    std::string_view name;     ///< one word, or two: `bench cpu`
    std::string_view summary;  ///< one line of `ryg --help`
    Exit (*run)(Arguments);
    bool by_program = false;  ///< its options depend on the named program
};

struct Cluster;  // app/cluster.hpp

/// The program that contains the verbs.
struct Application {
    std::string name;   ///< the beginning of its messages
    std::string about;  ///< one line of description
    std::vector<const claims::Game*> games;
    std::vector<Verb> own;             ///< verbs in addition to those for all games
    const Cluster* cluster = nullptr;  ///< for work on many processes; nullptr: not built in
    std::string called{};              ///< how the shell called it, as one word: `./ryg`
    std::string typed{};               ///< the command line after that word
    Json request{};                    ///< the request in reports: docs/api.md
    std::string summary{};             ///< summary of the current verb
};

/// The running program.
Application& program();

/// Runs a verb with what follows its name.
Exit run_verb(const Verb& verb, Arguments arguments);

/// A value as one word of a shell's command line.
[[nodiscard]] std::string shell_word(const std::string& value);

/// Runs the command line. Returns the exit status of `main`.
int run(int count, char** words, Application program);

// The verbs for all games, one file each, in the order of `ryg --help`.
Exit verify(Arguments);
Exit search(Arguments);
Exit perft(Arguments);
Exit bench(Arguments);
Exit play(Arguments);
Exit run(Arguments);
Exit trace(Arguments);
Exit debug(Arguments);
Exit mutate(Arguments);
Exit contract(Arguments);
Exit prove(Arguments);
Exit shorten(Arguments);

// Those about the games of this project and the emulator.
Exit solve(Arguments);
Exit strength(Arguments);
Exit hash(Arguments);
Exit bench_cpu(Arguments);
Exit web(Arguments);

}  // namespace ryg::app
