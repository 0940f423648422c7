// `ryg play`: the real program in the machine, you at its keyboard.
#include <cctype>
#include <chrono>
#include <fmt/ranges.h>
#include <iostream>

#include "app/game_verb.hpp"
#include "app/terminal.hpp"

namespace ryg::app {
namespace {

using harness::Player;

/// Presses the keys that the program knows. False when one says that play is over: q, Ctrl-C or
/// Ctrl-D.
bool press_all(Player& player, std::string_view keys) {
    constexpr char control_c = 3, control_d = 4, escape = 27;
    for (const char key : keys) {
        if (key == 'q' || key == 'Q' || key == control_c || key == control_d) return false;
        if (key == escape) return true;  // a sequence is a key that the C64 does not have
        const bool known = std::isalnum(static_cast<unsigned char>(key)) != 0 || key == '\r' ||
                           key == '\n' || player.signs.find(key) != std::string_view::npos;
        if (known) player.press(std::string_view(&key, 1));
    }
    return true;
}

/// Keys from the terminal and the screen on it, until the player leaves. As fast as the host can
/// while the program thinks, 50 looks a second while it waits.
void play_on_terminal(Player& player) {
    using Clock = std::chrono::steady_clock;
    using namespace std::chrono_literals;
    constexpr emu::Cycle piece = 1'000'000;
    Terminal terminal;
    auto drawn = Clock::time_point{};
    bool waits = false;
    while (!interrupted) {
        const Terminal::Keys keys = terminal.read(waits ? 20 : 0);
        if (keys.closed || !press_all(player, keys.text)) return;
        if (waits && keys.text.empty()) {
            player.idle();
        } else {
            waits = player.work(piece);
        }
        if (!waits && Clock::now() - drawn < 30ms) continue;
        drawn = Clock::now();
        const auto screen = player.machine().screen();
        std::vector<std::string> lines(screen.begin(), screen.end());
        lines.emplace_back(waits ? "q leaves" : "thinking");
        if (!player.moves().empty()) lines.back() += ", last move " + player.moves().back();
        terminal.draw(lines);
    }
}

/// Keys from the input, until the program waits for one that is not there, or Ctrl-C.
void play_from_input(Player& player) {
    constexpr emu::Cycle piece = 20'000'000;
    bool goes_on = !player.plays_alone;
    for (std::string word; goes_on && std::cin >> word;) {
        if (player.reads_lines) word += '\r';
        goes_on = press_all(player, word);
    }
    while (!interrupted && !player.work(piece)) {
    }
}

}  // namespace

Exit play(Arguments arguments) {
    const Asked asked = ask(arguments, "play", job_of<&harness::Game::play>);
    if (asked.parsed.helped) return exit_done;
    Player player = asked.game->play->begin(asked.values);
    const c64::Machine& machine = player.machine();
    const emu::Cycle begin = machine.cpu.cycle;
    if (Terminal::there() && !asked.parsed.json()) {
        play_on_terminal(player);
    } else {
        play_from_input(player);
    }
    const std::vector<std::string>& moves = player.moves();
    if (asked.parsed.json()) {
        Json report{{"cycles", machine.cpu.cycle - begin}, {"screen", machine.screen()}};
        if (!moves.empty()) report["moves"] = moves;
        print(report);
    } else {
        fmt::print("{}", machine.screen_text());
        if (!moves.empty()) fmt::print("moves: {}\n", fmt::join(moves, " "));
    }
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
