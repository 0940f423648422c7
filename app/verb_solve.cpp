// `ryg solve`: who wins, how soon and by which moves, from the exact solution of the game.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

#include "app/verb.hpp"
#include "engine/common/indexing/tables.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/solution.hpp"

namespace ryg::app {
namespace {

using engine::Outcome;
using engine::Position;
using engine::Side;
using engine::Solution;

constexpr Help help{
    "solve [--position FEN] [options]",
    "Solves all 2,013,760 positions and says who wins from one if nobody errs: the winner "
    "hastens,\n"
    "the loser delays, and plies are counted to the end of such play. With --position it also\n"
    "says what each move is worth and shows one line of perfect play; with --stats how the\n"
    "positions divide.",
    "./ryg solve\n"
    "./ryg solve --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b'\n"
    "./ryg solve --stats --json"};

std::string_view name_of(Side side) { return side == Side::mouse ? "mouse" : "cats"; }

/// `the cats win in 44 plies`, or `the cats have won`.
std::string to_text(const Outcome& outcome) {
    const bool mouse = outcome.winner == Side::mouse;
    if (outcome.plies == 0) return mouse ? "the mouse has won" : "the cats have won";
    return fmt::format("{} in {} {}", mouse ? "the mouse wins" : "the cats win", outcome.plies,
                       outcome.plies == 1 ? "ply" : "plies");
}

struct Solved {
    Solution solution;
    double seconds;

    [[nodiscard]] std::size_t bytes() const {
        return solution.scores().size_bytes() + sizeof engine::indexing::cats_by_rank;
    }
};

/// How the positions divide; the first index is who is to move, the second who wins.
struct Counts {
    template <class T>
    using BySides = std::array<std::array<T, 2>, 2>;

    BySides<std::size_t> over{}, ahead{};
    std::array<std::array<std::size_t, 2>, 128> by_plies{};  ///< and who wins
    int most_plies = 0;

    /// Positions that a side wins or has won, whoever is to move.
    [[nodiscard]] std::size_t won_by(Side winner) const {
        const auto side = static_cast<std::size_t>(winner);
        return over[0][side] + over[1][side] + ahead[0][side] + ahead[1][side];
    }
};

Counts count(const Solution& solution) {
    Counts counts;
    engine::indexing::for_each_position([&](const Position& position) {
        const auto [winner, plies] = solution[position];
        const auto to_move = static_cast<std::size_t>(position.side);
        const auto side = static_cast<std::size_t>(winner);
        ++(plies == 0 ? counts.over : counts.ahead)[to_move][side];
        ++counts.by_plies[static_cast<std::size_t>(plies)][side];
        counts.most_plies = std::max(counts.most_plies, plies);
    });
    return counts;
}

Json to_json(const Counts& counts) {
    Json json{{"to_move", Json::array()}, {"by_plies", Json::array()}};
    for (const Side to_move : {Side::mouse, Side::cats}) {
        const auto side = static_cast<std::size_t>(to_move);
        json["to_move"].push_back({{"side", name_of(to_move)},
                                   {"mouse_has_won", counts.over[side][0]},
                                   {"cats_have_won", counts.over[side][1]},
                                   {"mouse_wins", counts.ahead[side][0]},
                                   {"cats_win", counts.ahead[side][1]}});
    }
    for (int plies = 0; plies <= counts.most_plies; ++plies) {
        const auto& [mouse, cats] = counts.by_plies[static_cast<std::size_t>(plies)];
        json["by_plies"].push_back({{"plies", plies}, {"mouse", mouse}, {"cats", cats}});
    }
    return json;
}

void print_json(const Solved& solved, const Position& position, bool stats) {
    const Counts counts = count(solved.solution);
    const Outcome outcome = solved.solution[position];
    Json json{{"position", engine::to_fen(position)},
              {"winner", name_of(outcome.winner)},
              {"plies", outcome.plies},
              {"moves", Json::array()},
              {"best_line", Json::array()},
              {"positions", solved.solution.scores().size()},
              {"won_by_mouse", counts.won_by(Side::mouse)},
              {"won_by_cats", counts.won_by(Side::cats)},
              {"seconds", solved.seconds},
              {"bytes", solved.bytes()}};
    if (outcome.plies > 0) {
        for (const engine::Move& move : engine::generate_moves(position)) {
            const Outcome after = solved.solution[engine::apply(position, move)];
            json["moves"].push_back({{"move", engine::to_string(move)},
                                     {"winner", name_of(after.winner)},
                                     {"plies", after.plies + 1}});
        }
    }
    for (const engine::Move& move : solved.solution.best_line(position)) {
        json["best_line"].push_back(engine::to_string(move));
    }
    if (stats) json["stats"] = to_json(counts);
    print(json);
}

void print_moves(const Solution& solution, const Position& position) {
    if (engine::is_over(position)) return;
    fmt::print("line     ");
    for (const engine::Move& move : solution.best_line(position)) {
        fmt::print(" {}", engine::to_string(move));
    }
    fmt::print("\n\n");
    for (const engine::Move& move : engine::generate_moves(position)) {
        Outcome outcome = solution[engine::apply(position, move)];
        ++outcome.plies;
        fmt::print("{}      {}{}\n", engine::to_string(move), to_text(outcome),
                   outcome == solution[position] ? ", best" : "");
    }
}

void print_counts(const Counts& counts) {
    fmt::print("\n{:<16} {:>14} {:>14} {:>14} {:>14}\n", "to move", "mouse has won",
               "cats have won", "mouse wins", "cats win");
    for (const Side to_move : {Side::mouse, Side::cats}) {
        const auto side = static_cast<std::size_t>(to_move);
        fmt::print("{:<16} {:>14} {:>14} {:>14} {:>14}\n", name_of(to_move), counts.over[side][0],
                   counts.over[side][1], counts.ahead[side][0], counts.ahead[side][1]);
    }
    fmt::print("\n{:<16} {:>14} {:>14}\n", "plies to the end", "mouse wins", "cats win");
    for (int plies = 0; plies <= counts.most_plies; ++plies) {
        const auto& [mouse, cats] = counts.by_plies[static_cast<std::size_t>(plies)];
        fmt::print("{:<16} {:>14} {:>14}\n", plies, mouse, cats);
    }
}

}  // namespace

Exit solve(Arguments arguments) {
    const Parsed parsed = parse(
        arguments, help,
        {{"position",
          "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse to "
          "move, b = cats (default: the start)"},
         flag_option("stats", "positions by side to move and winner, and by plies to the end")});
    if (parsed.helped) return exit_done;

    const Position position =
        parsed.has("position")
            ? engine::parse_position(parsed.text("position"), engine::Geometry::a)
            : engine::start_position();
    const auto begin = std::chrono::steady_clock::now();
    Solution solution;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    const Solved solved{std::move(solution), time.count()};
    if (parsed.json()) {
        print_json(solved, position, parsed.has("stats"));
        return exit_done;
    }
    fmt::print("position  {}\noutcome   {}\n", engine::to_fen(position),
               to_text(solved.solution[position]));
    if (parsed.has("position")) print_moves(solved.solution, position);
    const Counts counts = count(solved.solution);
    if (parsed.has("stats")) print_counts(counts);
    fmt::print(
        "\n{} positions solved in {:.2f} s, {:.1f} MB: {} won by the mouse, {} by the cats.\n",
        solved.solution.scores().size(), solved.seconds, static_cast<double>(solved.bytes()) / 1e6,
        counts.won_by(Side::mouse), counts.won_by(Side::cats));
    return exit_done;
}

}  // namespace ryg::app
