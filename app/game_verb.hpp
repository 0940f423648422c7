// What the verbs share that every game does its own way: programs by name, and the game's options.
#pragma once

#include "app/verb.hpp"
#include "engine/harness/game.hpp"

namespace ryg::app {

/// The part of a game that does a verb; nullptr if the game does not.
using JobOf = const harness::Job* (*)(const harness::Game&);

template <auto member>
const harness::Job* job_of(const harness::Game& game) {
    return game.*member ? &*(game.*member) : nullptr;
}

/// What the command line says.
struct GameCommand {
    const harness::Game* game = nullptr;
    const harness::Job* job = nullptr;
    std::vector<const harness::Program*> programs{};  ///< that were named
    Parsed parsed{};
    work::Values values{};  ///< of the game's options, checked

    /// What the game is asked to do with the programs that were named, until Ctrl-C.
    [[nodiscard]] harness::Order order() const {
        return {.values = values,
                .programs = programs,
                .core = core_of(parsed.values),
                .stop = &interrupted};
    }
};

/// What a verb has besides the game's job: options, the words that are options without their
/// names, and a text after the game's.
struct VerbOptions {
    Options options{};
    std::vector<std::string_view> positional{};
    std::string_view about{};
    std::string cpu = "recompiler";  ///< unless --cpu says otherwise; empty: there is no --cpu
    bool needs_program = true;       ///< where none is named, the usual one is meant
};

/// Reads the names of programs, the options of their game's job and those of the verb. Shows the
/// help of that game if it was asked for. Throws Trouble.
[[nodiscard]] GameCommand ask(Arguments arguments, std::string_view verb, JobOf job,
                              const VerbOptions& own = {});

/// Trouble: there is no program of this name, but these.
[[noreturn]] void unknown_program(std::string_view name);
/// The programs that a word names; none if it is a file's: it has a path or an ending, or such a file
/// is there. Throws Trouble for other words.
[[nodiscard]] harness::Named named_or_file(const std::string& word);

/// Does a task, reports what it found, and says so to the shell.
[[nodiscard]] Exit report(std::string_view verb, const harness::Task& task,
                          const GameCommand& command);

/// `./ryg verify hints --seed 7`: what has a verb do what a request says; it begins as the program
/// was called.
[[nodiscard]] std::string command_line(std::string_view verb, const work::Request& request);

/// The same without the program: `verify hints --seed 7`.
[[nodiscard]] std::string arguments_of(std::string_view verb, const work::Request& request);

/// A report as text, or as JSON if the command line asks for that.
void print(const VerbReport& report, const Parsed& parsed);

}  // namespace ryg::app
