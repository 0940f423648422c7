// What the verbs about games share: programs by name, and the options of each game.
#pragma once

#include "app/verb.hpp"
#include "engine/claims/game.hpp"

namespace ryg::app {

/// The job of a game that does a verb; nullptr if the game has none.
using JobOf = const claims::Job* (*)(const claims::Game&);

template <auto member>
const claims::Job* job_of(const claims::Game& game) {
    return game.*member ? &*(game.*member) : nullptr;
}

/// What the command line says.
struct GameCommand {
    const claims::Game* game = nullptr;
    const claims::Job* job = nullptr;
    std::vector<const claims::Subject*> programs{};  ///< that were named
    Parsed parsed{};
    work::Values values{};  ///< of the game's options, checked

    /// What the game is asked to do with the programs that were named, until Ctrl-C.
    [[nodiscard]] claims::Order order() const {
        return {.values = values,
                .programs = programs,
                .core = core_of(parsed.values),
                .stop = &interrupted};
    }
};

/// What a verb adds to the game's job: options, the options that bare words stand for, and a text
/// after the game's.
struct VerbOptions {
    Options options{};
    std::vector<std::string_view> positional{};
    std::string_view about{};
    bool has_cpu = true;        ///< the option --cpu
    bool needs_program = true;  ///< if none is named, the usual one is meant
    bool needs_game = true;     ///< that can do it
};

/// Reads the names of programs, the options of their game's job and those of the verb. Shows the
/// help of that game if it was asked for. Throws Trouble.
[[nodiscard]] GameCommand ask(Arguments arguments, std::string_view verb, JobOf job,
                              const VerbOptions& own = {});

/// Throws Trouble: there is no program (or no `what`) of this name, only these.
[[noreturn]] void unknown_program(std::string_view name, std::string_view what = "program");
/// The programs that a word names; none if it names a file: it has a path or an ending, or such a
/// file exists. Throws Trouble for other words.
[[nodiscard]] claims::Named named_or_file(const std::string& word);

/// Does a task and reports what it found. Returns the exit status.
[[nodiscard]] Exit report(std::string_view verb, const claims::Task& task,
                          const GameCommand& command);

/// The command line that has a verb do a request: `./ryg verify hints --seed 7`. It begins as the
/// program was called.
[[nodiscard]] std::string command_line(std::string_view verb, const work::Request& request);

/// The same without the program: `verify hints --seed 7`.
[[nodiscard]] std::string arguments_of(std::string_view verb, const work::Request& request);

/// Prints what a verb has found, with --csv the rows of that name. The exit status: a difference,
/// interrupted, done.
Exit finish(const VerbReport& report, const Parsed& parsed, const char* rows = nullptr);

}  // namespace ryg::app
