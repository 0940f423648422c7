// The way in: finds the verb, runs it, turns trouble into one line and a status.
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

namespace ryg {
namespace {

using app::Verb;

constexpr std::array verbs{
    Verb{"verify", "compare a 6502 program with its native twin, byte by byte", app::verify, true},
    Verb{"search", "search one position with either engine", app::search, true},
    Verb{"perft", "count the lines of play of a given length", app::perft, true},
    Verb{"bench", "what a search costs, routine by routine; the signature", app::bench, true},
    Verb{"play", "play against the real program in the machine", app::play, true},
    Verb{"run", "run any PRG on the C64 and show its screen", app::run},
    Verb{"trace", "print every instruction of a PRG, or every bus access", app::trace},
    Verb{"debug", "step through a program or a search, forward and back in time", app::debug},
    Verb{"mutate", "plant faults in a program and count those that its checks find", app::mutate},
    Verb{"suite", "run a self-checking 6502 test program", app::suite},
    Verb{"contract", "check 6502 routines against their header blocks", app::contract},
    Verb{"asm-info", "labels, segments and memory of a game's program", app::asm_info},
};

std::string usage() {
    const app::Program& program = app::program();
    std::string text =
        fmt::format("{0}: {1}\n\nusage: {0} VERB [options]\n\n", program.name, program.about);
    const auto add = [&text](const auto& verb) {
        text += fmt::format("  {:<11} {}\n", verb.name, verb.summary);
    };
    std::ranges::for_each(verbs, add);
    std::ranges::for_each(program.own, add);
    return text +
           fmt::format(
               "\n`{0} VERB --help` shows a verb's options and examples; `{0} --version` what "
               "this program\nis made of. `{0} --man-page` and `{0} --completion` print the "
               "manual, and a script with\nwhich bash completes options.\n"
               "Exit status: 0 agreed or done, 1 a difference was found, 2 trouble, 130 "
               "interrupted.\n",
               program.name);
}

/// The second Ctrl-C ends the program at once, unless it is the first one over again: timeout(1)
/// sends a signal to the program and then to its group, and the program is in both.
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

/// Nothing if there is no such verb.
std::optional<app::Exit> do_verb(const std::string& name, app::Arguments arguments) {
    const std::string two_words = arguments.empty() ? "" : name + ' ' + arguments.front();
    for (const Verb& verb : app::program().own) {
        if (verb.name == two_words) return verb.run(arguments.subspan(1));
        if (verb.name == name) return verb.run(arguments);
    }
    for (const Verb& verb : verbs) {
        if (verb.name == name) return verb.run(arguments);
    }
    return {};
}

/// The program's version, manual or completion, if one of them is asked for.
bool say_of_itself(std::string_view what) {
    std::vector<Verb> all(verbs.begin(), verbs.end());
    std::ranges::copy(app::program().own, std::back_inserter(all));
    if (what == "--version") {
        app::print_version();
    } else if (what == "--man-page") {
        app::print_man_page(all);
    } else if (what == "--completion") {
        app::print_completion(all);
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
            fmt::print("{}", usage());
            return app::exit_done;
        }
        if (say_of_itself(name)) return app::exit_done;
        if (const auto status = do_verb(name, app::Arguments(arguments).subspan(1))) return *status;
    } catch (const std::exception& trouble) {
        std::fflush(stdout);
        app::say(fmt::format("{} {}: {}\n", app::program().name, name, trouble.what()));
        return app::exit_trouble;
    }
    app::say(
        fmt::format("{0}: there is no verb '{1}': see {0} --help\n", app::program().name, name));
    return app::exit_trouble;
}

}  // namespace
}  // namespace ryg

namespace ryg {

app::Program& app::program() {
    static Program running;
    return running;
}

int app::run(int count, char** words, Program program) {
    app::program() = std::move(program);
    std::signal(SIGINT, note_interrupt);  // which stays installed when it was called
    const int status = do_line({words + 1, words + count});
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (is_written || status == app::exit_trouble) return status;
    app::say(fmt::format("{}: the output cannot be written: {}\n", app::program().name,
                         std::strerror(errno)));
    return app::exit_trouble;
}

int run(int count, char** words, std::vector<const harness::Game*> games) {
    const std::string called = count > 0 ? words[0] : "program";
    return app::run(count, words,
                    {.name = std::filesystem::path(called).filename().string(),
                     .about = "a 6502 program, compared with the same in C++",
                     .called = app::shell_word(called),
                     .games = std::move(games),
                     .own = {},
                     .cluster = nullptr});
}

}  // namespace ryg
