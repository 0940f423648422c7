// `ryg play`: plays against the real program, at a board or at its keyboard.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/ranges.h>
#include <iostream>
#include <iterator>
#include <utility>

#include "app/board_game.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {
namespace {

using Clock = std::chrono::steady_clock;
using claims::Player;

constexpr char control_c = 3, control_d = 4, tab = 9, escape = 27, rubout = 127;

// --- the machine's own screen and keys ----------------------------------------------------------

/// Presses the keys that the program accepts. False if one ends the game: q, Ctrl-C or Ctrl-D.
bool press_all(Player& player, std::string_view keys) {
    for (const char key : keys) {
        if (key == 'q' || key == 'Q' || key == control_c || key == control_d) return false;
        if (key == escape) return true;  // a sequence is a key that the C64 does not have
        const bool known = std::isalnum(static_cast<unsigned char>(key)) != 0 || key == '\r' ||
                           key == '\n' || player.signs.find(key) != std::string_view::npos;
        if (known) player.press(std::string_view(&key, 1));
    }
    return true;
}

/// Plays keys from the input, until they are used up, or Ctrl-C.
void play_from_input(Player& player) {
    constexpr emu::Cycle piece = 20'000'000;
    bool goes_on = !player.plays_alone;
    for (std::string word; goes_on && std::cin >> word && word != "exit";) {
        if (player.reads_lines) word += '\r';
        goes_on = press_all(player, word);
    }
    while (!interrupted && !player.work(piece)) {
    }
}

// --- the board ----------------------------------------------------------------------------------

/// The player's input and view at a terminal.
struct Seat {
    BoardGameTerminal& game;
    bool at_board;
    bool waits = false;
    std::string typing{}, said{};

    /// False when play is over.
    bool take(std::string_view keys) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const char key = keys[i];
            if (key == tab) {
                at_board = !at_board;
            } else if (!at_board) {
                if (!press_all(game.player(), keys.substr(i, 1))) return false;
                if (key == escape) return true;
            } else if (!edit(key)) {
                return false;
            } else if (key == escape) {
                return true;
            }
        }
        return true;
    }

    [[nodiscard]] std::vector<std::string> lines() const {
        if (!at_board) {
            const auto screen = game.player().machine().screen();
            std::vector<std::string> lines(screen.begin(), screen.end());
            lines.emplace_back(waits ? "q leaves, Tab shows the board" : "thinking");
            return lines;
        }
        std::vector<std::string> lines = game.lines(RawTerminal::has_colour());
        lines.emplace_back();
        for (const std::string& line : last_lines()) lines.push_back("C64: " + line);
        lines.emplace_back();
        std::ranges::move(c64::lines_of(said), std::back_inserter(lines));
        lines.push_back((waits ? "> " : "thinking ") + typing + '_');
        lines.emplace_back("Tab: the C64's screen   help   undo   hint   truth   q leaves");
        return lines;
    }

  private:
    bool edit(char key) {
        if (key == control_c || key == control_d) return false;
        if (key == rubout || key == '\b') {
            if (!typing.empty()) typing.pop_back();
        } else if (key == '\r' || key == '\n') {
            said = game.obey(std::exchange(typing, ""));
        } else if (key >= ' ') {
            typing += key;
        }
        return !game.left();
    }
    /// The last two: an answer and the prompt after it.
    [[nodiscard]] std::vector<std::string> last_lines() const {
        auto lines = c64::lines_of(game.player().machine().screen_text());
        std::erase(lines, "");
        if (lines.size() > 2) lines.erase(lines.begin(), lines.end() - 2);
        return lines;
    }
};

/// Plays at the terminal until the player leaves. Runs as fast as possible while the program
/// thinks, and checks input 50 times a second while it waits.
void play_on_terminal(BoardGameTerminal& game, bool at_board, const std::string& said) {
    using namespace std::chrono_literals;
    constexpr emu::Cycle piece = 1'000'000;
    RawTerminal terminal;
    Seat seat{.game = game, .at_board = at_board, .said = said};
    auto drawn = Clock::time_point{};
    while (!interrupted) {
        const RawTerminal::Keys keys = terminal.read(seat.waits ? 20 : 0);
        if (keys.closed || !seat.take(keys.text)) return;
        if (seat.waits && keys.text.empty()) {
            game.player().idle();
        } else {
            seat.waits = game.player().work(piece);
        }
        if (!seat.waits && Clock::now() - drawn < 30ms) continue;
        drawn = Clock::now();
        terminal.draw(seat.lines(), !seat.at_board);
    }
}

/// Plays lines from the input; prints the reply to each, and the board at the end.
void play_lines(BoardGameTerminal& game, bool says) {
    constexpr emu::Cycle piece = 20'000'000;
    const auto work = [&] {
        while (!interrupted && !game.player().work(piece)) {
        }
    };
    work();
    for (std::string line; !interrupted && !game.left() && std::getline(std::cin, line); work()) {
        const std::string said = game.obey(line);
        if (says && !said.empty()) fmt::print("{}{}", said, said.ends_with('\n') ? "" : "\n");
    }
}

/// Sets the depth, as the C64's prompt for it is not visible at a board. Returns a note about it.
std::string answer_depth(claims::Order& order, const claims::Play& play) {
    constexpr std::string_view usual = "3";
    const auto option = std::ranges::find(play.options, "depth", &Option::name);
    if (option == play.options.end() || !option->fallback.empty() || order.values.has("depth")) {
        return "";
    }
    order.values.set("depth", std::string(usual));
    return fmt::format("the C64 searches to depth {}: --depth chooses another", usual);
}

Json report_of(const Player& player, const GameCommand& asked, emu::Cycle begin) {
    const c64::Machine& machine = player.machine();
    Json report{{"game", asked.game->name},   {"cycles", machine.cpu.cycle - begin},
                {"screen", machine.screen()}, {"position", nullptr},
                {"moves", Json::array()},     {"winner", nullptr}};
    const claims::Course& course = player.course();
    const auto geometry =
        player.geometry == engine::Geometry::b ? engine::Geometry::b : engine::Geometry::a;
    if (!course.positions.empty()) {
        report["position"] = engine::to_fen(course.positions.back(), geometry);
    }
    for (const engine::Move move : course.moves) {
        report["moves"].push_back(to_string(move, player.geometry));
    }
    if (const std::string winner = player.winner(); !winner.empty()) report["winner"] = winner;
    return report;
}

constexpr std::string_view play_about = R"(

On a terminal you see the board and type moves (d1c2, or the target square alone) and commands: undo,
new, side NAME, hint, truth (what every move leads to, by the exact solution), save FILE, load FILE,
help. Tab shows the C64's own screen, where you type the program's own keys. q, Ctrl-C or Ctrl-D
leaves. Without a terminal the words of the input are typed on the C64, and its screen is printed
when there are no more; with --view board the lines of the input are moves and commands.)";

}  // namespace

Exit play(Arguments arguments) {
    const GameCommand asked =
        ask(arguments, "play", job_of<&claims::Game::play>,
            {.options = {choice_option("view",
                                       "board, or the C64's screen (default: screen where there is "
                                       "no terminal)",
                                       "", {"board", "screen"})},
             .about = play_about});
    if (asked.parsed.helped) return exit_done;
    const bool json = asked.parsed.json(), on_terminal = RawTerminal::there() && !json;
    const bool at_board =
        asked.parsed.has("view") ? asked.parsed.text("view") == "board" : on_terminal;
    claims::Order order = asked.order();
    const std::string said = at_board ? answer_depth(order, *asked.game->play) : "";
    BoardGameTerminal game(*asked.game->play, order);
    const emu::Cycle begin = game.player().machine().cpu.cycle;
    if (on_terminal) {
        play_on_terminal(game, at_board, said);
    } else if (at_board) {
        if (!json && !said.empty()) fmt::print("{}\n", said);
        play_lines(game, !json);
    } else {
        play_from_input(game.player());
    }
    const Json report = report_of(game.player(), asked, begin);
    if (json) {
        print(report);
    } else if (at_board) {
        fmt::print("{}\n", fmt::join(game.lines(on_terminal && RawTerminal::has_colour()), "\n"));
    } else {
        fmt::print("{}", game.player().machine().screen_text());
        if (asked.values.has("squares") && !report["moves"].empty()) {
            fmt::print("moves: {}\n",
                       fmt::join(report["moves"].get<std::vector<std::string>>(), " "));
        }
        if (report["position"].is_null() && !report["winner"].is_null()) {
            fmt::print("winner: {}\n", report["winner"].get<std::string>());
        }
    }
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
