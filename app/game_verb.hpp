// Shared by the verbs for games: programs by name, and the options of each game.
#pragma once

#include "app/verb.hpp"
#include "engine/claims/game.hpp"

namespace ryg::app {

/// The job of a game for a verb; nullptr if the game has none.
using JobOf = const claims::Job* (*)(const claims::Game&);

template <auto member>
const claims::Job* job_of(const claims::Game& game) {
    return game.*member ? &*(game.*member) : nullptr;
}

/// A parsed command line.
struct GameCommand {
    const claims::Game* game = nullptr;
    const claims::Job* job = nullptr;
    std::vector<const claims::Subject*> programs{};  ///< programs named on it
    Parsed parsed{};
    work::Values values{};  ///< of the game's options, checked

    /// The order for the game with the named programs, which Ctrl-C stops.
    [[nodiscard]] claims::Order order() const {
        return {.values = values,
                .programs = programs,
                .core = core_of(parsed.values),
                .stop = &interrupted};
    }
};

/// A verb's additions to the game's job: options, positional options, and a text after the game's.
struct VerbOptions {
    Options options{};
    std::vector<std::string_view> positional{};
    std::string_view about{};
    bool has_cpu = true;        ///< the option --cpu
    bool needs_program = true;  ///< if none is named, uses the default
    bool needs_game = true;     ///< requires a game that supports the verb
};

/// Reads the names of programs, the options of their game's job and those of the verb. With --help
/// prints the help of that game. Throws Trouble.
[[nodiscard]] GameCommand ask(Arguments arguments, std::string_view verb, JobOf job,
                              const VerbOptions& own = {});

/// Throws Trouble: there is no program (or `what`) of this name; lists the existing ones.
[[noreturn]] void unknown_program(std::string_view name, std::string_view what = "program");
/// The programs that a word names; empty if it names a file: it has a path or an extension, or the
/// file exists. Throws Trouble for any other word.
[[nodiscard]] claims::Named named_or_file(const std::string& word);

/// Runs a task and prints its report. Returns the exit status.
[[nodiscard]] Exit report(std::string_view verb, const claims::Task& task,
                          const GameCommand& command);

/// The command line for a verb's request: `./ryg verify hints --seed 7`. It begins as the program
/// was called.
[[nodiscard]] std::string command_line(std::string_view verb, const work::Request& request);

/// The same without the program: `verify hints --seed 7`.
[[nodiscard]] std::string arguments_of(std::string_view verb, const work::Request& request);

/// Prints a verb's report, with --csv the rows of that name. Returns the exit status: difference,
/// interrupted or done.
Exit finish(const VerbReport& report, const Parsed& parsed, const char* rows = nullptr);

}  // namespace ryg::app
