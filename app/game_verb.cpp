// Options as games know them become options of the command line, requests become commands.
#include "app/game_verb.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "app/terminal.hpp"

namespace ryg::app {

using harness::Game;

namespace {

/// The words without `--game`, and what it says; everything else is read when it is known which
/// options there are. `--version perfecto` is another way to say `--game perfecto`.
struct Words {
    std::vector<std::string> others;
    std::string game;
};
Words without_game(Arguments arguments) {
    namespace options = boost::program_options;
    namespace style = options::command_line_style;
    options::options_description known;
    known.add_options()("game", options::value<std::string>())("version",
                                                               options::value<std::string>());
    Words words;
    try {
        const auto parsed =
            options::command_line_parser({arguments.begin(), arguments.end()})
                .options(known)
                .allow_unregistered()
                .style(style::unix_style & ~style::allow_guessing & ~style::allow_short)
                .run();
        for (const auto& option : parsed.options) {
            const bool is_game =
                option.string_key == "game" ||
                (option.string_key == "version" &&
                 std::ranges::count(program().games, option.value.front(), &Game::name) != 0);
            if (is_game) {
                if (!words.game.empty()) throw Trouble("--game: say once which game is meant");
                words.game = option.value.front();
            } else {
                words.others.insert(words.others.end(), option.original_tokens.begin(),
                                    option.original_tokens.end());
            }
        }
    } catch (const options::error&) {
        words.others.assign(arguments.begin(), arguments.end());  // to be refused
    }
    return words;
}

Asked asked_of(const Game& game, const harness::Job& job, std::string_view verb,
               std::string_view command, Options options, const VerbsOwn& own,
               Arguments arguments) {
    std::string usage(command), examples;
    for (const std::string_view word : own.positional) usage += fmt::format(" [{}]", word);
    for (const work::Values& values : job.examples) {
        examples += command_line(verb, {std::string(game.name), values}) + '\n';
    }
    options.insert(options.end(), job.options.begin(), job.options.end());
    if (!own.cpu.empty()) options.push_back(cpu_option(own.cpu));
    options.insert(options.end(), own.options.begin(), own.options.end());
    const std::string about = std::string(job.about) + std::string(own.about);
    Asked asked{&game,
                parse(arguments, {usage + " [options]", about, examples}, options, own.positional),
                {}};
    for (const Option& option : job.options) {
        if (asked.parsed.has(option.name)) {
            asked.values.set(option.name, asked.parsed.text(option.name));
        }
    }
    return asked;
}

}  // namespace

Asked ask(Arguments typed, std::string_view verb, JobOf job, const VerbsOwn& own) {
    const auto [arguments, wanted] = without_game(typed);
    std::vector<std::pair<std::string_view, const Game*>> able;
    std::vector<std::string_view> names;
    for (const Game* game : program().games) {
        if (job(*game) == nullptr) continue;
        able.emplace_back(game->name, game);
        names.push_back(game->name);
    }
    const Game& game =
        *named(wanted.empty() ? names.front() : std::string_view(wanted), "game", able);
    const std::string help = either(names) + (names.size() > 1 ? "; each has its own options" : "");
    std::string command(verb);
    if (&game != able.front().second) command += fmt::format(" --game {}", game.name);
    return asked_of(game, *job(game), verb, command,
                    {choice_option("game", help, std::string(names.front()), names)}, own,
                    arguments);
}

const c64::EmbeddedImage& program_of(const Game& game, const std::string& version) {
    std::vector<std::string> names{std::string(game.name)};
    if (!version.empty()) names = {names.front() + version, names.front() + "-" + version};
    for (const std::string& name : names) {
        if (const auto* found = harness::find_program(app::program().games, name)) return *found;
    }
    throw Trouble(fmt::format("there is no program '{}'", names.back()));
}

Exit report(std::string_view verb, const harness::Task& task, const Asked& asked) {
    work::Report found;
    {
        Progress progress(verb);
        found =
            task.run(asked.order(),
                     {&interrupted, [&](auto done, auto total) { progress.show(done, total); }});
    }
    print(found, asked.parsed);
    if (!found.agrees) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

std::string command_line(std::string_view verb, const work::Request& request) {
    std::string text = fmt::format("{} {}", program().called, verb);
    const bool is_first = request.game == program().games.front()->name;
    if (!request.game.empty() && !is_first) text += " --game " + request.game;
    for (const auto& [name, value] : request.values.all()) {
        if (!name.empty()) text += " --" + name;
        if (!value.empty()) text += ' ' + shell_word(value);
    }
    return text;
}

Json request_of(const Asked& asked, const harness::Job& job) {
    Json request{{"ryg", RYG_VERSION}, {"game", asked.game->name}};
    for (const Option& option : job.options) {
        const bool has = asked.values.has(option.name);
        Json& value = request[std::string(option.name)];
        if (option.kind == OptionKind::flag) {
            value = has;
        } else if (has && option.kind == OptionKind::number) {
            value = asked.values.number(option.name);
        } else if (has) {
            value = asked.values.text(option.name);
        }
    }
    return request;
}

void print(const work::Report& report, const Parsed& parsed) {
    parsed.json() ? print(to_json(report.data)) : fmt::print("{}", report.text);
}

}  // namespace ryg::app
