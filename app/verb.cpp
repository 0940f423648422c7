// Reading a verb's command line the same way everywhere.
#include "app/verb.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <thread>

#include "c64/program/numbers.hpp"

namespace ryg::app {

std::atomic<bool> interrupted = false;

namespace {

void print_help(const Help& help, const options::options_description& all) {
    std::ostringstream listed;
    listed << all;
    fmt::print("usage: ryg {}\n\n{}\n\n{}\nExamples:\n", help.usage, help.about, listed.str());
    std::istringstream lines{std::string(help.examples)};
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) fmt::print("  {}\n", line);
    }
}

/// The verb, or the part of it that has options of its own: what stands in front of the first word
/// that is to be filled in or may be left out.
std::string_view command_of(std::string_view usage) {
    const std::size_t end = usage.find_first_of("[ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return usage.substr(0, end == usage.npos ? end : end - 1);
}

}  // namespace

Parsed parse(Arguments arguments, const Help& help, const options::options_description& own,
             const std::vector<std::string>& positional) {
    options::options_description all("Options");
    for (const auto& option : own.options()) all.add(option);  // those of its groups, too
    all.add_options()("json", "report as JSON")("help,h", "show this help");

    options::positional_options_description words;
    for (std::string name : positional) {
        const bool rest = name.ends_with("...");
        if (rest) name.resize(name.size() - 3);
        words.add(name.c_str(), rest ? -1 : 1);
    }

    Parsed parsed;
    try {
        const std::vector<std::string> list(arguments.begin(), arguments.end());
        namespace style = options::command_line_style;
        const auto read = options::command_line_parser(list)
                              .options(all)
                              .positional(words)
                              .style(style::unix_style & ~style::allow_guessing)
                              .run();
        options::store(read, parsed.values);
        if (parsed.values.count("help") != 0) {
            print_help(help, all);
            parsed.helped = true;
            return parsed;
        }
        options::notify(parsed.values);
    } catch (const options::too_many_positional_options_error&) {
        throw Trouble(fmt::format("one word too many: see ryg {} --help", command_of(help.usage)));
    } catch (const options::error& error) {
        throw Trouble(fmt::format("{}: see ryg {} --help", error.what(), command_of(help.usage)));
    }
    return parsed;
}

std::uint64_t parse_number(std::string_view text, std::string_view option, std::uint64_t greatest) {
    const auto value = c64::to_number(text);
    if (!value) {
        throw Trouble(fmt::format(
            "--{}: '{}' is not a number: write it as 16384, 0x4000 or '$4000'", option, text));
    }
    if (*value > greatest) {
        throw Trouble(fmt::format("--{}: {} is too large: at most {} (${:x})", option, text,
                                  greatest, greatest));
    }
    return *value;
}

void check_range(std::int64_t value, std::int64_t least, std::int64_t greatest,
                 std::string_view option) {
    if (value < least || value > greatest) {
        throw Trouble(
            fmt::format("--{}: {} is out of range: use {} to {}", option, value, least, greatest));
    }
}

void add_jobs_option(options::options_description& own) {
    own.add_options()("jobs,j", options::value<int>()->default_value(0),
                      "threads; 0: one for each core");
}

unsigned jobs_of(const Parsed& parsed) {
    const int jobs = parsed.get<int>("jobs");
    check_range(jobs, 0, 1024, "jobs");
    return jobs != 0 ? static_cast<unsigned>(jobs)
                     : std::max(1U, std::thread::hardware_concurrency());
}

void check_alone(const Parsed& parsed, const char* option,
                 std::initializer_list<const char*> others) {
    for (const char* const other : others) {
        if (parsed.given(option) && parsed.given(other)) {
            throw Trouble(fmt::format("--{} and --{}: give one of them", option, other));
        }
    }
}

void print(const Json& json) { fmt::print("{}\n", json.dump(2)); }

}  // namespace ryg::app
