// What the verbs share that every game does its own way: `--game`, and the game's own options.
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
struct Asked {
    const harness::Game* game = nullptr;
    Parsed parsed;
    work::Values values;  ///< of the game's options, checked

    /// What the game is asked to do, until Ctrl-C.
    [[nodiscard]] harness::Order order() const {
        return {.values = values, .core = core_of(parsed.values), .stop = &interrupted};
    }
};

/// What a verb has besides the game's job: options, the words that are options without their
/// names, and a text after the game's.
struct VerbsOwn {
    Options options{};
    std::vector<std::string_view> positional{};
    std::string_view about{};
    std::string cpu = "recompiler";  ///< unless --cpu says otherwise; empty: there is no --cpu
};

/// Reads `--game`, the options of that game's job and those of the verb. Shows the help of that
/// game if it was asked for. Throws Trouble.
[[nodiscard]] Asked ask(Arguments arguments, std::string_view verb, JobOf job,
                        const VerbsOwn& own = {});

/// A program of the game by the version's number; by the game's name alone if that is empty.
[[nodiscard]] const c64::EmbeddedImage& program_of(const harness::Game& game,
                                                   const std::string& version);

/// Does a task, reports what it found, and says so to the shell.
[[nodiscard]] Exit report(std::string_view verb, const harness::Task& task, const Asked& asked);

/// `./ryg verify --game hints --seed 7`: what has a verb do what a request says.
[[nodiscard]] std::string command_line(std::string_view verb, const work::Request& request);

/// What was asked for: the game and each of its options, null where there is no value.
[[nodiscard]] Json request_of(const Asked& asked, const harness::Job& job);

/// A report as text, or as JSON if the command line asks for that.
void print(const work::Report& report, const Parsed& parsed);

}  // namespace ryg::app
