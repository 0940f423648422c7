// The program that a user plays against.
#include <fmt/format.h>
#include <utility>

#include "engine/games/ryg3/game.hpp"

namespace ryg::engine::ryg3 {

using harness::Player;
using work::number_option;
using work::Values;

namespace {

/// The program begins the next game when one is won: then the moves made fall to 0. They are `hply`
/// less those of the search, `ply`; while the program counts one up or down they may be one more.
Player::Over one_game(const c64::Labels& labels) {
    return [labels, most = 0](const c64::Machine& machine) mutable -> std::optional<Address> {
        const auto byte = [&](const char* label) { return machine.peek(labels.at(label)); };
        const int made = byte("hply") - byte("ply");
        if (made + 1 < most) return labels.at("prompt");
        most = std::max(most, made);
        return std::nullopt;
    };
}

/// The board of the game, where `gameResult` and the prompts find it.
Player::See board_in(const c64::Labels& labels) {
    return [board = labels.at("board"),
            side = labels.at("side")](const c64::Machine& machine) -> std::optional<Position> {
        BoardBytes bytes{};
        for (Address i = 0; i < bytes.size(); ++i) {
            bytes[i] = machine.peek(static_cast<Address>(board + i));
        }
        const Byte to_move = machine.peek(side);
        const auto found =
            to_move > 1 ? std::nullopt : board_from(bytes, static_cast<Side>(to_move));
        return found ? std::optional(position_of(*found)) : std::nullopt;
    };
}

Player begin_play(const harness::Order& order) {
    const Values& values = order.values;
    const auto image = c64::from_embedded(*order.program().image);
    const std::string side = values.text("side");
    Player player(image, order.setup());
    player.signs = ".\x7f\b";  // rubout, as terminals send it, takes a character back
    player.reads_lines = true;
    player.geometry = Geometry::b;
    player.follow(image.labels.at("gameResult"), board_in(image.labels));
    if (values.has("depth")) {
        player.answer({"MOUSE:", fmt::format(".D{}\r", values.text("depth")), "", true});
    }
    // The command that lets the computer play the side to move, typed whenever the program asks for
    // a move of a side that is the computer's; unless somebody takes a move back: then the one before
    // is taken back, too.
    for (const auto& [yours, prompt] : {std::pair{"mouse", "MOUSE:"}, {"cats", "CATS:"}}) {
        if (side == yours) continue;
        player.answer({prompt, ".U\r", ".U"});
        player.answer({prompt, ".G\r"});
    }
    if (side == "none") {
        player.plays_alone = true;
        player.end_when(one_game(image.labels));
    }
    return player;
}

}  // namespace

harness::Play play() {
    harness::Play job;
    job.about =
        R"(You are the mouse (M) or the cats (C), the C64 plays the others, or both sides of one
game. Moves are typed as E1F2, RETURN after them; .H lists the program's commands. You
win on rank 8 or where the cats cannot move, the cats where the mouse cannot. q, Ctrl-C
or Ctrl-D leaves.
Where there is no terminal, the words of the input are the lines, and the screen is
printed as it is when they have been used up.)";
    job.programs = {"ryg3-09", "ryg3-10", "ryg3-11"};
    job.options = {
        {"side",
         "yours: mouse, cats or none",
         work::OptionKind::choice,
         "mouse",
         {"mouse", "cats", "none"}},
        number_option("depth", "1 to 9, of the computer's search (default: 10; 4 in version 9)", "",
                      1, 9)};
    job.examples = {{}, {{"side", "cats"}, {"depth", "8"}}, {{"side", "none"}, {"depth", "6"}}};
    job.begin = begin_play;
    return job;
}

}  // namespace ryg::engine::ryg3
