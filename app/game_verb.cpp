// Turns options of games into options of the command line, and requests into commands.
#include "app/game_verb.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>
#include <set>
#include <utility>

#include "app/plot.hpp"
#include "app/program_file.hpp"
#include "app/terminal.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {

using claims::Game;

namespace {

using claims::Named;

/// The programs of a game, and the word for all of them; with `job` those that can do it.
std::string names_of(const Game& game, const claims::Job* job = nullptr) {
    std::vector<std::string_view> names;
    for (const claims::Subject& program : game.programs) names.push_back(program.name());
    if (job != nullptr && !job->programs.empty()) names = job->programs;
    std::string text = fmt::format("{}", fmt::join(names, ", "));
    const bool takes_all = job == nullptr || job->several;
    if (names.size() > 1 && takes_all) text += fmt::format(", {}:all", game.name);
    return text;
}

/// Moves words that name programs to the front, unless they are values of options: the game's
/// options depend on its programs.
std::vector<std::string> programs_first(Arguments typed, const Options& own, JobOf job) {
    std::set<std::string> flags{"--json", "--help"};
    const auto add_flags = [&flags](const Options& options) {
        for (const Option& one : options) {
            if (one.kind == work::OptionKind::flag) flags.insert("--" + std::string(one.name));
        }
    };
    add_flags(own);
    for (const Game* game : program().games) {
        if (const claims::Job* const able = job(*game)) add_flags(able->options);
    }
    std::vector<std::string> words, others;
    bool is_value = false;
    for (const std::string& word : typed) {
        const bool is_program = !is_value && claims::find_named(program().games, word).game;
        (is_program ? words : others).push_back(word);
        is_value = !is_value && word.find('=') == word.npos &&
                   (word == "-j" || (word.starts_with("--") && !flags.contains(word)));
    }
    words.insert(words.end(), others.begin(), others.end());
    return words;
}

/// The programs that are named, and the other words.
struct Words {
    Named named;
    bool is_family = false;
    Arguments others;
};
Words named_in(Arguments arguments, const VerbOptions& own, JobOf job) {
    const bool may_be_others = !own.positional.empty();
    const bool may_be_file = may_be_others && own.positional.front() == "file";
    Words words{{}, false, arguments};
    for (; !words.others.empty(); words.others = words.others.subspan(1)) {
        const std::string& word = words.others.front();
        if (word.starts_with('-')) return words;
        const Named found = claims::find_named(program().games, word);
        if (found.game == nullptr) {
            if (may_be_file || (may_be_others && word[0] >= '0' && word[0] <= '9')) return words;
            unknown_program(word, has_ending(word, ".prg") ? "program inside ryg" : "program");
        }
        if (may_be_file && job(*found.game) == nullptr) return words;
        if (words.named.game != nullptr && words.named.game != found.game) {
            throw Trouble(fmt::format("{} and {}: programs of one family at a time",
                                      arguments.front(), word));
        }
        words.named.game = found.game;
        words.is_family |= word.ends_with(":all");
        for (const claims::Subject* one : found.programs) {
            auto& all = words.named.programs;
            if (std::ranges::count(all, one) == 0) all.push_back(one);
        }
    }
    return words;
}

/// Used by a verb that needs no game, if no game of the program supports it.
const Game no_game{.name = "file", .programs = {}};
const claims::Job no_job{};

/// The first game that supports the verb, or the one whose program was named.
const Game& able_game(const Game* named, std::string_view verb, JobOf job, bool needs_game) {
    std::vector<std::string_view> able;
    for (const Game* game : program().games) {
        if (job(*game) == nullptr) continue;
        if (named == nullptr || named == game) return *game;
        able.push_back(game->name);
    }
    if (able.empty() && !needs_game && named == nullptr) return no_game;
    if (able.empty()) {
        throw Trouble(
            fmt::format("{} lacks the member `{}` of engine/claims/game.hpp, which this verb needs",
                        named != nullptr ? named->name : "every game here", verb));
    }
    throw Trouble(fmt::format("{} does not support {}: name a program of {}", named->name, verb,
                              either(able)));
}

std::string programs_help(const Game& game, const claims::Job& job, JobOf job_of_game,
                          bool needs_program) {
    if (&game == &no_game) return "";
    std::string text = fmt::format("\n\nPROGRAM: {}", names_of(game, &job));
    const bool is_first = &game == program().games.front();
    if (needs_program && is_first) text += fmt::format("; {} if none is named", job.usual);
    std::vector<std::string> others;
    for (const Game* other : program().games) {
        const claims::Job* const same = other == &game ? nullptr : job_of_game(*other);
        if (same != nullptr) others.push_back(names_of(*other, same));
    }
    if (!others.empty()) {
        text += fmt::format(".\nThese have their own options (PROGRAM --help): {}",
                            fmt::join(others, ", "));
    }
    return text + ".";
}

}  // namespace

void unknown_program(std::string_view name, std::string_view what) {
    if (is_board(name)) throw bare_position(name);
    std::vector<std::string> all, families;
    for (const Game* game : program().games) {
        families.push_back(names_of(*game));
        for (const claims::Subject& one : game->programs) {
            all.emplace_back(one.name());
            if (!one.second_name.empty()) all.emplace_back(one.second_name);
        }
        if (game->programs.size() > 1) all.push_back(fmt::format("{}:all", game->name));
    }
    const std::vector<std::string_view> names(all.begin(), all.end());
    throw Trouble(fmt::format("there is no {} '{}'{} There are {}", what, name,
                              c64::did_you_mean(name, names, "."), fmt::join(families, ", ")));
}

claims::Named named_or_file(const std::string& word) {
    const Named named = claims::find_named(program().games, word);
    std::error_code ignored;
    const bool is_name = word.find_first_of("/.") == word.npos || is_board(word);
    if (named.game == nullptr && is_name && !std::filesystem::exists(word, ignored)) {
        unknown_program(word, "file or program");
    }
    return named;
}

GameCommand ask(Arguments typed, std::string_view verb, JobOf job_of_game, const VerbOptions& own) {
    const auto sorted = programs_first(typed, own.options, job_of_game);
    const Words words = named_in(sorted, own, job_of_game);
    const Game& game = able_game(words.named.game, verb, job_of_game, own.needs_game);
    const claims::Job& job = &game == &no_game ? no_job : *job_of_game(game);
    GameCommand command{.game = &game, .job = &job, .programs = words.named.programs};
    if (!words.is_family && !command.programs.empty()) {
        static_cast<void>(claims::programs_for(game, job, command.programs));
    }
    const auto& named = words.named.programs;
    const bool is_first = &game == &no_game || &game == program().games.front();
    const std::string who = &game == &no_game ? ""
                            : is_first
                                ? fmt::format("[PROGRAM{}]", job.several ? " ..." : "")
                                : std::string(named.size() == 1 ? named[0]->name() : job.usual);
    std::string usage = fmt::format("{}{}{}", verb, who.empty() ? "" : " ", who), examples;
    for (const std::string_view word : own.positional) usage += fmt::format(" [{}]", word);
    const auto names_program = [](const work::Values& values) {
        return values.has("") &&
               claims::find_named(program().games, values.text("")).game != nullptr;
    };
    const auto fits = [&](const work::Values& values) {  // a file cannot follow a game's name
        return is_first || !values.has("") || names_program(values);
    };
    for (const work::Values& values :
         job.examples | std::views::filter(fits) | std::views::take(2)) {
        const bool is_whole = is_first || names_program(values);
        examples += arguments_of(verb, {is_whole ? "" : std::string(game.name), values}) + '\n';
    }
    const Options options =
        joined_options({job.options, own.has_cpu ? Options{cpu_option()} : Options(), own.options});
    std::string summary = program().summary;
    summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
    const std::string about = summary + ".\n\n" + std::string(job.about) + std::string(own.about) +
                              programs_help(game, job, job_of_game, own.needs_program);
    command.parsed =
        parse(words.others, {usage + " [options]", about, examples}, options, own.positional);
    if (command.parsed.helped) return command;
    if (words.is_family && !job.programs.empty()) {
        std::erase_if(command.programs, [&](const claims::Subject* one) {
            return std::ranges::count(job.programs, one->name()) == 0;
        });
    }
    if (own.needs_program || !command.programs.empty()) {
        command.programs = claims::programs_for(game, job, command.programs);
    }
    Json& programs = program().request["programs"] = Json::array();
    for (const auto* one : command.programs) programs.push_back(one->name());
    if (programs.empty() && !job.usual.empty()) programs.push_back(job.usual);
    for (const Option& option : job.options) {
        if (command.parsed.has(option.name)) {
            command.values.set(option.name, command.parsed.text(option.name));
        }
    }
    return command;
}

Exit report(std::string_view verb, const claims::Task& task, const GameCommand& command) {
    work::Report found;
    {
        Progress progress(verb);
        found =
            task.run(command.order(),
                     {&interrupted, [&](auto done, auto total) { progress.show(done, total); }});
    }
    const VerbReport made = to_json(found);
    if (task.plot) {
        work::Plot plot = *task.plot;
        plot.title +=
            fmt::format(": {}", command.programs.size() == 1 ? command.programs.front()->name()
                                                             : command.game->name);
        write_plot(command.parsed, plot, made.data);
    }
    return finish(made, command.parsed);
}

std::string command_line(std::string_view verb, const work::Request& request) {
    return program().called + ' ' + arguments_of(verb, request);
}

std::string arguments_of(std::string_view verb, const work::Request& request) {
    std::string text(verb);
    if (!request.program.empty()) text += ' ' + request.program;
    for (const auto& [name, value] : request.values.all()) {
        if (!name.empty()) text += fmt::format(" --{}", name);
        if (!value.empty()) text += ' ' + shell_word(value);
    }
    return text;
}

Exit finish(const VerbReport& report, const Parsed& parsed, const char* rows) {
    if (rows != nullptr && parsed.csv()) {
        print_csv(report.data.at(rows));
    } else {
        parsed.json() ? print(report.data) : fmt::print("{}", report.text);
    }
    if (!report.agrees) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
