// Reading a verb's command line the same way everywhere.
#include "app/verb.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

#include "c64/program/numbers.hpp"

namespace ryg::app {

std::atomic<bool> interrupted = false;

namespace {

/// The verb, or the part of it that has options of its own: what comes before the first word that
/// is to be filled in or may be left out.
std::string_view command_of(std::string_view usage) {
    const std::size_t end = usage.find_first_of("[ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return usage.substr(0, end == usage.npos ? end : end - 1);
}

/// `-j, --jobs N (0)`.
std::string heading_of(const Option& option) {
    std::string text = fmt::format("  --{}", option.name);
    if (option.name == "help" || option.name == "jobs") {
        text = fmt::format("  -{}, --{}", option.name[0], option.name);
    }
    if (option.kind == OptionKind::flag) return text;
    text += option.kind == OptionKind::number ? " N" : " ARG";
    return option.fallback.empty() ? text : fmt::format("{} ({})", text, option.fallback);
}

/// The option's own words, and its choices if they are not among them.
std::string help_of(const Option& option) {
    std::string text(option.help);
    const bool named = option.choices.empty() || text.find(option.choices.front()) != text.npos;
    return named ? text : text + ": " + either(option.choices);
}

void print_help(const Help& help, const Options& all) {
    constexpr std::size_t column = 26, width = 80;
    fmt::print("usage: ryg {}\n\n{}\n\nOptions:\n", help.usage, help.about);
    for (const Option& option : all) {
        std::string line = heading_of(option);
        line.resize(std::max(line.size() + 1, column - 1), ' ');
        std::istringstream words{help_of(option)};
        for (std::string word; words >> word;) {
            if (line.size() + 1 + word.size() > width) {
                fmt::print("{}\n", line);
                line.assign(column - 1, ' ');
            }
            line += ' ' + word;
        }
        fmt::print("{}\n", line);
    }
    fmt::print("\nExamples:\n");
    std::istringstream lines{std::string(help.examples)};
    for (std::string line; std::getline(lines, line);) fmt::print("  {}\n", line);
}

/// An option in an argument, and the value that is in the same argument: `--rounds=5`, `-j4`.
struct Word {
    std::string name;
    std::optional<std::string> value{};
};

Word word_of(const std::string& argument) {
    if (argument == "-h") return {"help"};
    if (argument == "-j") return {"jobs"};
    if (argument.starts_with("-j")) return {"jobs", argument.substr(2)};
    if (!argument.starts_with("--")) return {""};
    const std::size_t equals = argument.find('=');
    if (equals == argument.npos) return {argument.substr(2)};
    return {argument.substr(2, equals - 2), argument.substr(equals + 1)};
}

const Option* find_option(const Options& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Option::name);
    return found == all.end() ? nullptr : &*found;
}

/// The values as they were typed.
harness::Values read(Arguments arguments, const Options& all,
                     std::span<const std::string_view> positional) {
    harness::Values given;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Word word = word_of(arguments[i]);
        if (!arguments[i].starts_with('-') || arguments[i] == "-") {
            if (positional.empty()) throw Trouble("one word too many");
            word = {std::string(positional.front()), arguments[i]};
            positional = positional.subspan(1);
        }
        const Option* const option = find_option(all, word.name);
        if (option == nullptr) {
            throw Trouble(fmt::format("there is no option '{}'", arguments[i]));
        }
        if (option->kind == OptionKind::flag) {
            if (word.value) throw Trouble(fmt::format("--{} takes no value", option->name));
            word.value = "";
        } else if (!word.value) {
            const bool follows = i + 1 < arguments.size() &&
                                 find_option(all, word_of(arguments[i + 1]).name) == nullptr;
            if (!follows && option->bare.empty()) {
                throw Trouble(fmt::format("--{} needs a value", option->name));
            }
            word.value = follows ? arguments[++i] : option->bare;
        }
        if (given.has(option->name)) {
            if (!option->repeats) throw Trouble(fmt::format("--{} is given twice", option->name));
            *word.value = given.text(option->name) + '\n' + *word.value;
        }
        if (option->reads_input && *word.value == "-") {
            word.value = std::string(std::istreambuf_iterator<char>(std::cin), {});
        }
        given.set(option->name, *word.value);
    }
    return given;
}

std::string checked(const Option& option, const std::string& text) {
    if (option.kind == OptionKind::number) {
        return std::to_string(parse_number(text, option.name, option.least, option.greatest));
    }
    if (option.kind == OptionKind::choice && std::ranges::count(option.choices, text) == 0) {
        throw Trouble(fmt::format("--{}: there is no '{}': use {}", option.name, text,
                                  either(option.choices)));
    }
    return text;
}

}  // namespace

void Parsed::need(std::string_view name) const {
    if (!has(name)) throw Trouble(fmt::format("--{} is missing: see --help", name));
}

Parsed parse(Arguments arguments, const Help& help, const Options& own,
             const std::vector<std::string_view>& positional) {
    Options all = own;
    all.push_back(flag_option("json", "report as JSON"));
    all.push_back(flag_option("help", "show this help"));
    Parsed parsed;
    try {
        parsed.given = read(arguments, all, positional);
    } catch (const Trouble& trouble) {
        throw Trouble(fmt::format("{}: see ryg {} --help", trouble.what(), command_of(help.usage)));
    }
    parsed.helped = parsed.given.has("help");
    if (parsed.helped) {
        print_help(help, all);
    } else {
        parsed.values = checked(all, parsed.given);
    }
    return parsed;
}

harness::Values checked(const Options& options, const harness::Values& given) {
    harness::Values values;
    for (const Option& option : options) {
        const bool is_given = given.has(option.name);
        for (const std::string_view other : option.excludes) {
            if (!is_given || !given.has(other)) continue;
            throw Trouble(fmt::format("--{} and --{}: give one of them", option.name, other));
        }
        if (is_given || !option.fallback.empty()) {
            const auto text = is_given ? given.text(option.name) : option.fallback;
            values.set(option.name, checked(option, text));
        }
    }
    return values;
}

std::string either(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

std::uint64_t parse_number(std::string_view text, std::string_view option, std::uint64_t least,
                           std::uint64_t greatest) {
    const auto value = c64::to_number(text);
    if (!value) {
        throw Trouble(fmt::format(
            "--{}: '{}' is not a number: write it as 16384, 0x4000 or '$4000'", option, text));
    }
    if (least == 0 && *value > greatest) {
        throw Trouble(fmt::format("--{}: {} is too large: at most {} (${:x})", option, text,
                                  greatest, greatest));
    }
    if (*value < least || *value > greatest) {
        throw Trouble(
            fmt::format("--{}: {} is out of range: use {} to {}", option, text, least, greatest));
    }
    return *value;
}

Option jobs_option() {
    return number_option("jobs", "threads; 0: one for each core", "0", 0, 1024);
}

unsigned jobs_of(const Parsed& parsed) {
    const auto jobs = parsed.number<unsigned>("jobs");
    return jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

void print(const Json& json) { fmt::print("{}\n", json.dump(2)); }

}  // namespace ryg::app
