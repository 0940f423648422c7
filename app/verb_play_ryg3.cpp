// `ryg play --game ryg3`: the second engine's program, against you or against itself.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <utility>

#include "app/play_session.hpp"
#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "engine/programs.hpp"
#include "engine/ryg3/native/search.hpp"

namespace ryg::app {
namespace {

constexpr Help help{
    .usage = "play --game ryg3 [options]",
    .about =
        "You are the mouse (M) or the cats (C), the C64 plays the others, or both sides of one\n"
        "game. Moves are typed as E1F2, RETURN behind them; .H lists the program's commands. You\n"
        "win on rank 8 or where the cats cannot move, the cats where the mouse cannot. q, Ctrl-C\n"
        "or Ctrl-D leaves.\n"
        "Where there is no terminal, the words of the input are the lines, and the screen is\n"
        "printed as it is when they have been used up.",
    .examples =
        "./ryg play --game ryg3\n"
        "./ryg play --game ryg3 --side cats --depth 8\n"
        "./ryg play --game ryg3 --side none --depth 6\n"
        "echo E1F2 .M | ./ryg play --game ryg3 --version 9 --depth 4\n",
};

/// Rubout, as terminals send it, takes a character back.
constexpr std::string_view signs = ".\x7f\b";

/// The command that lets the computer play the side to move, typed whenever the program asks for a
/// move of a side that is the computer's.
void hand_over(PlaySession& session, const std::string& side) {
    if (side != "mouse") session.answer("MOUSE:", ".G\r");
    if (side != "cats") session.answer("CATS:", ".G\r");
}

/// The program begins the next game when one is won: then the moves made fall to 0. They are `hply`
/// less those of the search, `ply`; while the program counts one up or down they may be one more.
void end_after_one_game(PlaySession& session, const c64::Labels& labels) {
    const auto byte = [&session, &labels](const char* label) {
        return session.machine().peek(labels.at(label));
    };
    session.end_when([byte, &labels, most = 0]() mutable -> std::optional<emu::Address> {
        const int made = byte("hply") - byte("ply");
        if (made + 1 < most) return labels.at("prompt");
        most = std::max(most, made);
        return std::nullopt;
    });
}

options::options_description own_options() {
    options::options_description own;
    own.add_options()                                                                     //
        ("game", options::value<std::string>(), "ryg3")                                   //
        ("version", options::value<int>()->default_value(11), "of the program, 9 to 11")  //
        ("side", options::value<std::string>()->default_value("mouse"),
         "yours: mouse, cats or none")  //
        ("depth", options::value<int>(),
         "1 to 9, of the computer's search (default: 10; 4 in version 9)");
    return own;
}

}  // namespace

Exit play_ryg3(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options());
    if (parsed.helped) return exit_done;
    const int version = parsed.get<int>("version");
    check_range(version, 9, 11, "version");
    const auto& side = parsed.get<std::string>("side");
    if (side != "mouse" && side != "cats" && side != "none") {
        throw Trouble(fmt::format("--side: there is no '{}': use mouse, cats or none", side));
    }
    const auto image = crosscheck::program(engine::ryg3::searching_version_from(version));
    PlaySession session(image);
    if (parsed.has("depth")) {
        const int depth = parsed.get<int>("depth");
        check_range(depth, 1, 9, "depth");
        session.answer("MOUSE:", fmt::format(".D{}\r", depth),
                       [asked = false]() mutable { return !std::exchange(asked, true); });
    }
    hand_over(session, side);
    if (side == "none") end_after_one_game(session, image.labels);

    const emu::Cycle begin = session.machine().cpu.cycle;
    if (Terminal::there() && !parsed.json()) {
        play_on_terminal(session, signs);
    } else {
        bool goes_on = true;
        for (std::string word; goes_on && side != "none" && std::cin >> word;) {
            goes_on = press_all(session, word + '\r', signs);
        }
        play_to_the_end(session);
    }
    return report_play(session, begin, parsed.json());
}

}  // namespace ryg::app
