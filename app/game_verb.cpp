// Options as games know them become options of the command line, requests become commands.
#include "app/game_verb.hpp"

#include <cctype>
#include <fmt/format.h>

namespace ryg::app {

using harness::Game;
using harness::Option;
using harness::OptionKind;

namespace {

/// `asm, native or both`.
template <class List>
std::string either(const List& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

/// What `--game` says; all else is read when it is known which options there are.
std::string game_in(Arguments arguments, std::string_view fallback) {
    options::options_description only;
    only.add_options()("game", options::value<std::string>()->default_value(std::string(fallback)));
    options::variables_map values;
    namespace style = options::command_line_style;
    try {
        options::store(options::command_line_parser({arguments.begin(), arguments.end()})
                           .options(only)
                           .allow_unregistered()
                           .style(style::unix_style & ~style::allow_guessing)
                           .run(),
                       values);
    } catch (const options::error& error) {
        throw Trouble(error.what());
    }
    return values["game"].as<std::string>();
}

const Game& find_game(std::string_view name, const std::vector<const Game*>& able) {
    std::vector<std::string_view> names;
    for (const Game* game : able) {
        if (game->name == name) return *game;
        names.push_back(game->name);
    }
    throw Trouble(fmt::format("--game: there is no '{}': use {}", name, either(names)));
}

void add_option(options::options_description& all, const Option& option) {
    const std::string name(option.name), help(option.help);
    if (option.kind == OptionKind::flag) {
        all.add_options()(name.c_str(), help.c_str());
        return;
    }
    auto* const value = options::value<std::string>();
    if (!option.fallback.empty()) value->default_value(option.fallback);
    all.add_options()(name.c_str(), value, help.c_str());
}

/// The value as the game gets it.
std::string checked(const Option& option, const std::string& text) {
    if (option.kind == OptionKind::choice) {
        if (std::ranges::find(option.choices, text) == option.choices.end()) {
            throw Trouble(fmt::format("--{}: there is no '{}': use {}", option.name, text,
                                      either(option.choices)));
        }
    } else if (option.kind == OptionKind::number) {
        const bool from_zero = option.least == 0;
        const auto value =
            parse_number(text, option.name, from_zero ? option.greatest : ~std::uint64_t{0} >> 1);
        if (!from_zero) {
            check_range(static_cast<std::int64_t>(value), static_cast<std::int64_t>(option.least),
                        static_cast<std::int64_t>(option.greatest), option.name);
        }
        return std::to_string(value);
    }
    return text;
}

harness::Values values_of(const std::vector<Option>& list, const Parsed& parsed) {
    harness::Values values;
    for (const Option& option : list) {
        const std::string name(option.name);
        for (const std::string_view other : option.excludes) {
            check_alone(parsed, name.c_str(), {std::string(other).c_str()});
        }
        if (!parsed.has(name.c_str())) continue;
        values.set(name, option.kind == OptionKind::flag
                             ? ""
                             : checked(option, parsed.get<std::string>(name.c_str())));
    }
    return values;
}

}  // namespace

Asked ask(Arguments arguments, std::string_view verb, JobOf job,
          const options::options_description& own, const std::vector<std::string>& positional,
          std::string_view more) {
    std::vector<const Game*> able;
    std::vector<std::string_view> names;
    for (const Game* game : engine::games()) {
        if (job(*game) == nullptr) continue;
        able.push_back(game);
        names.push_back(game->name);
    }
    Asked asked;
    asked.game = &find_game(game_in(arguments, names.front()), able);
    const harness::Job& its = *job(*asked.game);

    options::options_description all("Options");
    const std::string choice = either(names) + "; each has its own options";
    all.add_options()("game",
                      options::value<std::string>()->default_value(std::string(names.front())),
                      choice.c_str());
    for (const Option& option : its.options) add_option(all, option);
    all.add(own);
    std::string examples;
    for (const harness::Values& values : its.examples) {
        examples += command_line(verb, {std::string(asked.game->name), values}) + '\n';
    }
    std::string usage(verb);
    if (asked.game != able.front()) usage += fmt::format(" --game {}", asked.game->name);
    for (const std::string& word : positional) usage += fmt::format(" [{}]", word);
    usage += " [options]";
    const std::string about = std::string(its.about) + std::string(more);
    asked.parsed = parse(arguments, {usage, about, examples}, all, positional);
    if (!asked.parsed.helped) asked.values = values_of(its.options, asked.parsed);
    return asked;
}

const Game& game_named(std::string_view name, bool (*can)(const Game&)) {
    std::vector<const Game*> able;
    for (const Game* game : engine::games()) {
        if (can(*game)) able.push_back(game);
    }
    return find_game(name, able);
}

std::string command_line(std::string_view verb, const harness::Request& request) {
    std::string text = fmt::format("./ryg {}", verb);
    if (request.game != engine::games().front()->name) text += " --game " + request.game;
    for (const auto& [name, value] : request.values.all()) {
        if (!name.empty()) text += " --" + name;
        const bool plain = std::ranges::all_of(value, [](unsigned char letter) {
            return std::isalnum(letter) != 0 || letter == '/' || letter == '-' || letter == '.';
        });
        if (!value.empty()) text += plain ? ' ' + value : " '" + value + "'";
    }
    return text;
}

Json to_json(const harness::Data::Fields& fields) {
    Json json = Json::object();
    for (const auto& [name, data] : fields) json[name] = to_json(data);
    return json;
}

Json to_json(const harness::Data& data) {
    return std::visit(
        [](const auto& value) -> Json {
            using T = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_same_v<T, harness::Data::List>) {
                Json json = Json::array();
                for (const harness::Data& one : value) json.push_back(to_json(one));
                return json;
            } else if constexpr (std::is_same_v<T, harness::Data::Fields>) {
                return to_json(value);
            } else {
                return value;
            }
        },
        data.value);
}

void print(const harness::Report& report, const Parsed& parsed) {
    parsed.json() ? print(to_json(report.data)) : fmt::print("{}", report.text);
}

}  // namespace ryg::app
