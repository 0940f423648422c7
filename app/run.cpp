// The entry point: finds the verb, runs it, turns exceptions into one line and a status.
#include "app/run.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "app/game_verb.hpp"
#include "app/manual.hpp"
#include "c64/program/text.hpp"

namespace ryg {
namespace {

using app::Verb;

using app::VerbGroup;

constexpr std::array verbs{
    Verb{VerbGroup::engine, "verify", "compare a 6502 program with its native twin, byte by byte",
         app::verify, true},
    Verb{VerbGroup::engine, "search", "search one position with either engine", app::search, true},
    Verb{VerbGroup::engine, "bench", "show what a search costs on the 6502, routine by routine",
         app::bench, true},
    Verb{VerbGroup::engine, "debug", "step through a search or a program, forward and back in time",
         app::debug, true},
    Verb{VerbGroup::engine, "play", "play against the real program in the machine", app::play,
         true},
    Verb{VerbGroup::game, "perft", "count the lines of play of a given length", app::perft, true},
    Verb{VerbGroup::code, "run", "run a program on the C64 and show its screen", app::run},
    Verb{VerbGroup::code, "trace", "print every instruction of a program, or every bus access",
         app::trace},
    Verb{VerbGroup::code, "contract", "check 6502 routines against the header blocks above them",
         app::contract},
    Verb{VerbGroup::code, "prove", "decide header blocks for all inputs that they allow",
         app::prove},
    Verb{VerbGroup::code, "shorten", "make routines shorter or faster, with a proof", app::shorten},
    Verb{VerbGroup::code, "mutate",
         "plant faults in a program and count those that its checks find", app::mutate},
};

constexpr std::array headings{"The engine", "The game", "Your own 6502 code", "Research",
                              "Around it"};  // of VerbGroup

/// All verbs of the program, as `--help` lists them.
std::vector<Verb> all_verbs() {
    std::vector<Verb> all;
    for (std::size_t group = 0; group < headings.size(); ++group) {
        const auto add = [&](const Verb& verb) {
            if (verb.group == VerbGroup(group)) all.push_back(verb);
        };
        std::ranges::for_each(verbs, add);
        std::ranges::for_each(app::program().own, add);
    }
    return all;
}

std::string usage() {
    const app::Application& program = app::program();
    std::string text = fmt::format("{0}: {1}\n\nusage: {0} VERB [PROGRAM] [options]\n",
                                   program.name, program.about);
    std::optional<VerbGroup> group;
    for (const Verb& verb : all_verbs()) {
        if (verb.group != group) {
            text += fmt::format("\n{}\n", headings.at(static_cast<std::size_t>(verb.group)));
        }
        group = verb.group;
        text += fmt::format("  {:<11} {}\n", verb.name, verb.summary);
    }
    return text + fmt::format(
                      "\n`{0} help VERB` shows a verb's options and examples.\n"
                      "Exit status: 0 agreed or done, 1 difference, 2 error, 3 undecided, "
                      "130 Ctrl-C.\n",
                      program.name);
}

/// The second Ctrl-C ends the program at once, unless it is a duplicate of the first: timeout(1)
/// sends a signal to the program and then to its group, which contains the program.
void note_interrupt(int signal_number) {
    using Clock = std::chrono::steady_clock;  // clock_gettime, which a handler may call
    constexpr auto same = std::chrono::milliseconds(200);
    static Clock::time_point first;
    const auto now = Clock::now();
    if (!app::interrupted) {
        first = now;
        app::interrupted = true;
    } else if (now - first > same) {
        std::signal(signal_number, SIG_DFL);
        static_cast<void>(std::raise(signal_number));
    }
}

/// nullopt if there is no such verb.
std::optional<app::Exit> do_verb(const std::vector<std::string>& arguments) {
    const std::string& name = arguments[0];
    const std::string two_words = arguments.size() < 2 ? "" : name + ' ' + arguments[1];
    const std::vector<Verb> all = all_verbs();
    auto verb = std::ranges::find(all, two_words, &Verb::name);
    const std::size_t words = verb == all.end() ? 1 : 2;
    if (words == 1) verb = std::ranges::find(all, name, &Verb::name);
    if (verb == all.end()) return {};
    return app::run_verb(*verb, app::Arguments(arguments).subspan(words));
}

/// Prints the program's version, manual or completion, if one is requested.
bool say_of_itself(std::string_view what) {
    std::vector<Verb> all = all_verbs();
    std::erase_if(all, [](const Verb& verb) { return verb.group == VerbGroup::around; });
    if (what == "--version") {
        app::print_version();
    } else if (what == "--man-page") {
        app::print_man_page(all);
    } else if (what == "--completion=bash" || what == "--completion=zsh" ||
               what == "--completion=fish") {
        app::print_completion(all, what.substr(what.find('=') + 1));
    } else {
        return false;
    }
    return true;
}

int do_line(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        app::say(usage());
        return app::exit_trouble;
    }
    const std::string& name = arguments.front();
    try {
        if (name == "--help" || name == "-h" || name == "help") {
            std::vector<std::string> words(arguments.begin() + 1, arguments.end());
            if (name == "help" && !words.empty() && !words[0].starts_with('-')) {
                words.emplace_back("--help");
                return do_line(words);
            }
            fmt::print("{}", usage());
            return app::exit_done;
        }
        const bool asks_version =
            name == "-v" || name == "version" || std::ranges::count(arguments, "--version") != 0;
        if (say_of_itself(asks_version ? "--version" : name)) return app::exit_done;
        if (const auto status = do_verb(arguments)) return *status;
    } catch (const std::exception& trouble) {
        std::fflush(stdout);
        if (app::interrupted) return app::exit_interrupted;
        const app::Json& request = app::program().request;
        const auto verb = request.contains("verb") ? request["verb"].get<std::string>() : name;
        app::say(fmt::format("{} {}: {}\n", app::program().name, verb, trouble.what()));
        return app::exit_trouble;
    }
    std::vector<std::string_view> names;
    for (const Verb& verb : all_verbs()) names.push_back(verb.name);
    const std::string otherwise = fmt::format(": see {} --help", app::program().name);
    app::say(fmt::format("{}: there is no verb '{}'{}\n", app::program().name, name,
                         c64::did_you_mean(name, names, otherwise)));
    return app::exit_trouble;
}

}  // namespace
}  // namespace ryg

namespace ryg {

app::Application& app::program() {
    static Application running;
    return running;
}

app::Exit app::run_verb(const Verb& verb, Arguments arguments) {
    program().summary = verb.summary;
    program().request = {{"ryg", RYG_VERSION}, {"format", 1}, {"verb", verb.name}};
    return verb.run(arguments);
}

int app::run(int count, char** words, Application program) {
    app::program() = std::move(program);
    app::program().called = app::shell_word(count > 0 ? words[0] : app::program().name);
    for (const char* const word : std::span(words, static_cast<std::size_t>(count)).subspan(1)) {
        app::program().typed += ' ' + app::shell_word(word);
    }
    std::signal(SIGINT, note_interrupt);  // which stays installed when it was called
    const int status = do_line({words + 1, words + count});
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (is_written || status == app::exit_trouble) return status;
    app::say(fmt::format("{}: the output cannot be written: {}\n", app::program().name,
                         std::strerror(errno)));
    return app::exit_trouble;
}

int run(int count, char** words, std::vector<const claims::Game*> games) {
    const std::string called = count > 0 ? words[0] : "program";
    return app::run(count, words,
                    {.name = std::filesystem::path(called).filename().string(),
                     .about = "a 6502 program, compared with the same in C++",
                     .games = std::move(games),
                     .own = {}});
}

}  // namespace ryg
