// Parses the command lines of all verbs.
#include "app/verb.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cctype>
#include <fmt/ostream.h>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {

namespace options = boost::program_options;

std::atomic<bool> interrupted = false;
HelpForm help_form = HelpForm::text;

namespace {

/// The verb, or the part of it with options of its own: the words before the first placeholder or
/// optional word.
std::string_view command_of(std::string_view usage) {
    const std::size_t end = usage.find_first_of("[ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return usage.substr(0, end == usage.npos ? end : end - 1);
}

/// The option's own words, and its choices if they are not among them.
std::string help_of(const Option& option) {
    std::string text(option.help);
    const bool named = option.choices.empty() || text.find(option.choices.front()) != text.npos;
    return named ? text : text + ": " + either(option.choices);
}

/// The options as Boost reads and lists them.
options::options_description described(const Options& all) {
    options::options_description listed("Options");
    for (const Option& option : all) {
        const bool is_short = option.name == "help" || option.name == "jobs";
        const std::string name =
            fmt::format("{}{}", option.name, is_short ? fmt::format(",{}", option.name[0]) : "");
        const std::string help = help_of(option);
        if (option.kind == OptionKind::flag) {
            listed.add_options()(name.c_str(), help.c_str());
        } else if (option.repeats) {
            listed.add_options()(name.c_str(), options::value<std::vector<std::string>>(),
                                 help.c_str());
        } else {
            auto* const value = options::value<std::string>();
            if (!option.fallback.empty()) value->default_value(option.fallback);
            if (!option.bare.empty()) value->implicit_value(option.bare);
            listed.add_options()(name.c_str(), value, help.c_str());
        }
    }
    return listed;
}

/// Escapes a text for troff.
std::string for_troff(std::string_view text) {
    std::string escaped;
    for (const char letter : text) {
        const bool begins = escaped.empty() || escaped.back() == '\n';
        if (begins && (letter == '.' || letter == '\'')) escaped += "\\&";
        escaped += letter == '\\' ? "\\e" : letter == '-' ? "\\-" : std::string(1, letter);
    }
    return escaped;
}

template <class Take>
void for_each_line(std::string_view text, Take take) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) take(line);
}

/// Wraps the paragraphs of a text; indented lines are unchanged.
std::string wrapped(std::string_view text) {
    std::string lines, paragraph;
    const auto end = [&] {
        if (!paragraph.empty()) lines += c64::wrapped(std::exchange(paragraph, ""), 0) + '\n';
    };
    for_each_line(text, [&](const std::string& line) {
        if (line.empty() || line.starts_with("  ")) {
            end();
            lines += line + '\n';
        } else {
            paragraph += (paragraph.empty() ? "" : " ") + line;
        }
    });
    end();
    return lines;
}

/// Prints a text only once: some verbs have the same help for every game.
void print_once(const std::string& text) {
    static std::set<std::string> printed;
    if (printed.insert(text).second) fmt::print("{}", text);
}

void print_man(const Help& help, const Options& all) {
    std::string page = fmt::format(".SS ryg {}\n.nf\n{}.fi\n", for_troff(help.usage),
                                   for_troff(wrapped(help.about)));
    for (const Option& option : all) {
        page += fmt::format(".TP\n.B \\-\\-{}{}\n{}\n", for_troff(option.name),
                            option.fallback.empty() ? "" : " (=" + for_troff(option.fallback) + ")",
                            for_troff(help_of(option)));
    }
    page += ".PP\nExamples:\n.PP\n.nf\n";
    for_each_line(help.examples,
                  [&](const std::string& line) { page += "ryg " + for_troff(line) + '\n'; });
    print_once(page + ".fi\n");
}

/// Prints one line per option: the verb, the option, and its choices.
void print_words(const Help& help, const Options& all) {
    const std::string_view verb = help.usage.substr(0, help.usage.find_first_of(" ["));
    for (const Option& option : all) {
        print_once(fmt::format("{} --{} {}\n", verb, option.name, fmt::join(option.choices, " ")));
    }
}

/// Folds a command before options into lines that fit the screen and can be pasted.
std::string folded(std::string_view command) {
    constexpr std::size_t width = 76;
    constexpr std::string_view option = " --";
    std::string lines;
    while (command.size() > width) {
        const auto at = command.rfind(option, width);
        if (at == command.npos || at == 0) break;
        lines += fmt::format("{} \\\n     ", command.substr(0, at));
        command.remove_prefix(at);
    }
    return lines.append(command);
}

void print_help(const Help& help, const Options& all, const options::options_description& listed) {
    if (help_form == HelpForm::man) return print_man(help, all);
    if (help_form == HelpForm::words) return print_words(help, all);
    fmt::print("usage: {} {}\n\n{}\n{}\nExamples:\n", program().name, help.usage,
               wrapped(help.about), fmt::streamed(listed));
    for_each_line(help.examples, [](const std::string& line) {
        fmt::print("  {}\n", folded(fmt::format("{} {}", program().called, line)));
    });
}

/// The value as typed; several values are lines of one text.
std::string typed(const Option& option, const boost::any& value) {
    if (option.kind == OptionKind::flag) return "";
    const auto text =
        option.repeats
            ? fmt::format("{}", fmt::join(boost::any_cast<std::vector<std::string>>(value), "\n"))
            : boost::any_cast<std::string>(value);
    if (!option.reads_input || text != "-") return text;
    return {std::istreambuf_iterator<char>(std::cin), {}};
}

/// The values as they were typed.
work::Values read(Arguments arguments, const Options& all,
                  const options::options_description& listed,
                  std::span<const std::string_view> positional) {
    options::positional_options_description words;
    for (const std::string_view name : positional) {
        const bool repeats = std::ranges::find(all, name, &Option::name)->repeats;
        words.add(std::string(name).c_str(), repeats ? -1 : 1);
    }
    namespace style = options::command_line_style;
    options::variables_map map;
    options::store(options::command_line_parser({arguments.begin(), arguments.end()})
                       .options(listed)
                       .positional(words)
                       .style(style::unix_style & ~style::allow_guessing)
                       .run(),
                   map);
    work::Values given;
    for (const Option& option : all) {
        const options::variable_value& value = map[std::string(option.name)];
        if (!value.empty() && !value.defaulted()) {
            given.set(option.name, typed(option, value.value()));
        }
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

/// The value of each option except those for the output; null if it has none, or another option
/// excludes it.
Json request_of(const Options& own, const Parsed& parsed) {
    constexpr std::array silent{"csv", "jobs", "plot"};
    Json request = Json::object();
    for (const Option& option : own) {
        if (std::ranges::count(silent, option.name) != 0) continue;
        const bool is_left_out = std::ranges::any_of(own, [&](const Option& other) {
            return parsed.given.has(other.name) && std::ranges::count(other.excludes, option.name);
        });
        const bool has = parsed.has(option.name) && !is_left_out;
        Json& value = request[std::string(option.name)];
        if (option.kind == OptionKind::flag) {
            value = has;
        } else if (has && option.kind == OptionKind::number) {
            value = parsed.number(option.name);
        } else if (has && option.repeats) {
            value = Json::array();
            for_each_line(parsed.text(option.name),
                          [&](const std::string& line) { value.push_back(line); });
        } else if (has) {
            value = parsed.text(option.name);
        }
    }
    return request;
}

}  // namespace

void Parsed::need(std::string_view name) const {
    if (!has(name)) throw Trouble(fmt::format("--{} is missing: {}", name, usage));
}

Parsed parse(Arguments arguments, const Help& help, const Options& own,
             const std::vector<std::string_view>& positional) {
    Options all = own;
    all.push_back(flag_option("json", "report as JSON"));
    all.push_back(flag_option("help", "show this help"));
    Parsed parsed;
    const options::options_description listed = described(all);
    const std::string see =
        fmt::format(": see {} {} --help", program().name, command_of(help.usage));
    const auto refused = [&](std::string_view why) { return Trouble(std::string(why) + see); };
    try {
        parsed.given = read(arguments, all, listed, positional);
    } catch (const options::unknown_option& error) {
        std::vector<std::string_view> names;
        for (const Option& option : all) names.push_back(option.name);
        const std::string& typed_name = error.get_option_name();
        const auto nearest = c64::nearest_name(
            typed_name.substr(std::min(typed_name.size(), typed_name.find_first_not_of('-'))),
            names);
        throw Trouble(fmt::format("there is no option '{}'", typed_name) +
                      (nearest.empty() ? see : fmt::format(": did you mean '--{}'?", nearest)));
    } catch (const options::too_many_positional_options_error&) {
        const auto board = std::ranges::find_if(arguments, is_board);
        if (board != arguments.end()) throw bare_position(*board);
        throw refused(positional.empty()
                          ? "too many arguments; quote a position that contains spaces"
                          : "too many arguments");
    } catch (const options::error& error) {
        throw refused(error.what());
    }
    parsed.usage = fmt::format("type {0} {1}, for example: {0} {2}", program().called, help.usage,
                               help.examples.substr(0, help.examples.find('\n')));
    parsed.helped = parsed.given.has("help");
    if (parsed.helped) {
        print_help(help, all, listed);
    } else {
        parsed.values = checked(all, parsed.given);
        program().request.update(request_of(own, parsed));
    }
    return parsed;
}

work::Values checked(const Options& options, const work::Values& given) {
    work::Values values;
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

bool is_board(std::string_view word) {
    return std::ranges::count(word, '/') == 7 && word.find('.') == word.npos;
}

Trouble bare_position(std::string_view word) {
    return Trouble(fmt::format("a position is the value of an option: --position {}",
                               shell_word(std::string(word))));
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
    const bool negative = text.starts_with('-') && c64::to_number(text.substr(1));
    const auto value = c64::to_number(text);
    if (!value && !negative) {
        throw Trouble(fmt::format(
            "--{}: '{}' is not a number: write it as 16384, 0x4000 or '$4000'", option, text));
    }
    if (least == 0 && !negative && *value > greatest) {
        throw Trouble(fmt::format("--{}: {} is too large: at most {} (${:x})", option, text,
                                  greatest, greatest));
    }
    if (negative || *value < least || *value > greatest) {
        throw Trouble(
            fmt::format("--{}: {} is out of range: use {} to {}", option, text, least, greatest));
    }
    return *value;
}

Options joined_options(std::initializer_list<Options> lists) {
    Options all;
    for (const Options& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

Option cpu_option() {
    return choice_option("cpu", "how the 6502 runs; the results are the same",
                         std::string(cores[static_cast<std::size_t>(emu::usual_core)].first),
                         {"exact", "interpreter", "recompiler"});
}

emu::Core core_of(const work::Values& values) {
    return values.has("cpu") ? named(values.text("cpu"), "cpu", cores) : emu::usual_core;
}

Option coverage_option() {
    return {"coverage", "write the executed source lines and branches to this file, for lcov"};
}

Option junit_option() {
    return {"junit", "write the checks to this file, as test cases in JUnit's XML"};
}

Option jobs_option() {
    return number_option("jobs", "threads; 0: one for each core", "0", 0, 1024);
}

unsigned jobs_of(const Parsed& parsed) {
    const auto jobs = parsed.number<unsigned>("jobs");
    return jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

void print(const Json& json) {
    if (!json.is_object()) return fmt::print("{}\n", json.dump(2));
    Json report = json;
    report["request"] = program().request;
    fmt::print("{}\n", report.dump(2));
}

namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;

void add_cells(Cells& cells, const std::string& name, const Json& value) {
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            add_cells(cells, name.empty() ? key : name + '.' + key, member);
        }
    } else if (value.is_array()) {
        std::vector<std::string> all;
        for (const Json& one : value)
            all.push_back(one.is_string() ? one.get<std::string>() : one.dump());
        cells.emplace_back(name, fmt::format("{}", fmt::join(all, " ")));
    } else {
        cells.emplace_back(name, value.is_string() ? value.get<std::string>()
                                 : value.is_null() ? ""
                                                   : value.dump());
    }
}

/// A CSV cell, quoted if it contains a comma or a quote.
std::string csv_cell(std::string text) {
    if (text.find_first_of(",\"") == text.npos) return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != text.npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

}  // namespace

std::string shell_word(const std::string& value) {
    const bool plain = std::ranges::all_of(value, [](unsigned char letter) {
        return std::isalnum(letter) != 0 ||
               std::string_view("/-._:").find(static_cast<char>(letter)) != std::string_view::npos;
    });
    if (plain && !value.empty()) return value;
    std::string word = "'";
    for (const char letter : value) word += letter == '\'' ? "'\\''" : std::string(1, letter);
    return word + "'";
}

void print_csv(const Json& rows) {
    std::vector<Cells> lines;
    std::vector<std::string> names;
    for (const Json& row : rows) {
        add_cells(lines.emplace_back(), "", row);
        for (const auto& [name, value] : lines.back()) {
            if (std::ranges::count(names, name) == 0) names.push_back(name);
        }
    }
    // A field may be null in one row and an object in another.
    std::erase_if(names, [all = names](const std::string& name) {
        return std::ranges::any_of(
            all, [&](const std::string& other) { return other.starts_with(name + '.'); });
    });
    fmt::print("{}\n", fmt::join(names, ","));
    for (const Cells& line : lines) {
        std::vector<std::string> values;
        for (const std::string& name : names) {
            const auto cell = std::ranges::find(line, name, &Cells::value_type::first);
            values.push_back(cell == line.end() ? "" : csv_cell(cell->second));
        }
        fmt::print("{}\n", fmt::join(values, ","));
    }
}

Option csv_option() {
    Option option = flag_option("csv", "report the rows as CSV");
    option.excludes = {"json"};
    return option;
}

void say(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace ryg::app
