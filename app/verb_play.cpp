// `ryg play`: the real program in the machine, you at its keyboard.
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iostream>
#include <iterator>

#include "app/play_session.hpp"
#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "engine/programs.hpp"

namespace ryg::app {
namespace {

constexpr Help help{
    .usage = "play [options]",
    .about =
        "You are the mouse (R), the C64 plays the cats (G). The program asks for the depth of its\n"
        "search and then for your moves: two digits, row and column of the square to go to. You\n"
        "win in row 0, the cats by shutting you in. q, Ctrl-C or Ctrl-D leaves.\n"
        "Where there is no terminal, keys come from the input (blanks and line ends mean\n"
        "nothing) and the screen is printed as it is when they have been used up.",
    .examples =
        "./ryg play\n"
        "./ryg play --depth 3\n"
        "./ryg play --game ryg3 --side cats     (the second engine; see its --help)\n"
        "echo 62 53 | ./ryg play --version 16 --depth 2\n",
};

options::options_description own_options() {
    options::options_description own;
    own.add_options()                                                                      //
        ("game", options::value<std::string>()->default_value("ryg"), "ryg or ryg3")       //
        ("version", options::value<int>()->default_value(16), "of the program, 14 to 16")  //
        ("depth", options::value<int>(), "1 to 5: answer the program's question so");
    return own;
}

}  // namespace

Exit play(Arguments arguments) {
    if (asks_for_game(arguments, "ryg3")) return play_ryg3(arguments);
    const Parsed parsed = parse(arguments, help, own_options());
    if (parsed.helped) return exit_done;
    check_game(parsed);
    const int version = parsed.get<int>("version");
    check_range(version, 14, 16, "version");
    PlaySession session(crosscheck::program(engine::version_from(version)));
    if (parsed.has("depth")) {
        check_range(parsed.get<int>("depth"), 1, 5, "depth");
        session.answer("PROFUNDIDAD (1-5):", std::to_string(parsed.get<int>("depth")));
    }

    const emu::Cycle begin = session.machine().cpu.cycle;
    if (Terminal::there() && !parsed.json()) {
        play_on_terminal(session, " ");
    } else {
        std::string keys{std::istreambuf_iterator<char>(std::cin),
                         std::istreambuf_iterator<char>()};
        std::erase_if(keys,
                      [](char key) { return std::isspace(static_cast<unsigned char>(key)) != 0; });
        press_all(session, keys, " ");
        play_to_the_end(session);
    }
    return report_play(session, begin, parsed.json());
}

}  // namespace ryg::app
