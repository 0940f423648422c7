// What the verbs share that every game does its own way: `--game`, and the game's own options.
#pragma once

#include "app/verb.hpp"
#include "engine/games.hpp"

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
    harness::Values values;  ///< of the game's options, checked
};

/// Reads `--game`, the options of that game's job and `own`, those of the verb. Shows the help of
/// that game, with `more` after its words, if it was asked for. Throws Trouble.
[[nodiscard]] Asked ask(Arguments arguments, std::string_view verb, JobOf job,
                        const options::options_description& own = {},
                        const std::vector<std::string>& positional = {},
                        std::string_view more = {});

/// The game that `name` names, of those that `can` do it; Trouble has the others' names.
[[nodiscard]] const harness::Game& game_named(std::string_view name,
                                              bool (*can)(const harness::Game&));

/// `./ryg verify --game hints --seed 7`: what has a verb do what a request says.
[[nodiscard]] std::string command_line(std::string_view verb, const harness::Request& request);

[[nodiscard]] Json to_json(const harness::Data& data);
[[nodiscard]] Json to_json(const harness::Data::Fields& fields);

/// Prints a report as text, or as JSON if that was asked for.
void print(const harness::Report& report, const Parsed& parsed);

}  // namespace ryg::app
