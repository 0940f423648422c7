// `ryg solve`: who wins, how soon and by which moves, from the exact solution of the game.
#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

#include "app/board_game.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "c64/program/text.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"

namespace ryg::app {
namespace {

using engine::GameValue;
using engine::Position;
using engine::Side;
using engine::Solution;

constexpr Help solve_help{
    "solve [options]",
    "Solves all 2,013,760 positions and says who wins a position with perfect play, in which the\n"
    "winner wins as soon and the loser loses as late as possible. With --position it also shows\n"
    "the value of each move and one line of perfect play; with --stats how many positions each\n"
    "side wins, by plies to the end; with --random positions that play from the start can reach,\n"
    "and who wins them. --export writes the solution: docs/api.md has its format and a reader.",
    "solve --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b'\n"
    "solve --random 20 --seed 7 --csv"};

/// Counts of positions; the first index is the side to move, the second the winner.
struct Counts {
    template <class T>
    using BySides = std::array<std::array<T, 2>, 2>;

    BySides<std::size_t> over{}, ahead{};
    std::array<std::array<std::size_t, 2>, 128> by_plies{};  ///< by plies and winner
    int most_plies = 0;

    /// Positions that a side wins or has won, whoever is to move.
    [[nodiscard]] std::size_t won_by(Side winner) const {
        const auto side = static_cast<std::size_t>(winner);
        return over[0][side] + over[1][side] + ahead[0][side] + ahead[1][side];
    }
};

Counts count(const Solution& solution) {
    Counts counts;
    engine::indexing::PositionIndex index = 0;
    for (const engine::Byte score : solution.scores()) {
        const auto [winner, plies] = engine::outcome_of(score);
        const auto to_move = static_cast<std::size_t>(engine::indexing::side_at(index++));
        const auto side = static_cast<std::size_t>(winner);
        ++(plies == 0 ? counts.over : counts.ahead)[to_move][side];
        ++counts.by_plies[static_cast<std::size_t>(plies)][side];
        counts.most_plies = std::max(counts.most_plies, plies);
    }
    return counts;
}

/// Adds the winner, each move and one line of perfect play; the last two to the text only
/// `with_moves`.
void add_position(VerbReport& report, const Solution& solution, const Position& position,
                  bool with_moves) {
    const GameValue outcome = solution[position];
    Json moves = Json::array(), line = Json::array();
    std::string text, line_text = "line     ";
    for (const engine::Move& move : solution.best_line(position)) {
        line.emplace_back(engine::to_string(move));
        line_text += ' ' + engine::to_string(move);
    }
    if (outcome.plies > 0) {
        for (const engine::Move& move : engine::generate_moves(position)) {
            GameValue after = solution[engine::apply(position, move)];
            ++after.plies;
            const std::string name = engine::to_string(move);
            moves.push_back(
                Json{{"move", name}, {"winner", name_of(after.winner)}, {"plies", after.plies}});
            text += fmt::format("{}      {}{}\n", name, to_text(after),
                                after == outcome ? ", best" : "");
        }
    }
    report.text =
        fmt::format("position  {}\noutcome   {}\n", engine::to_fen(position), to_text(outcome));
    if (with_moves && outcome.plies > 0) report.text += c64::wrapped(line_text, 10) + "\n\n" + text;
    report.data = {{"position", engine::to_fen(position)},
                   {"winner", name_of(outcome.winner)},
                   {"plies", outcome.plies},
                   {"moves", std::move(moves)},
                   {"best_line", std::move(line)}};
}

void add_counts(VerbReport& report, const Counts& counts) {
    report.text += fmt::format("\n{:<16} {:>14} {:>14} {:>14} {:>14}\n", "to move", "mouse has won",
                               "cats have won", "mouse wins", "cats win");
    Json to_move = Json::array(), by_plies = Json::array();
    for (const Side side : {Side::mouse, Side::cats}) {
        const auto& [mouse_has_won, cats_have_won] = counts.over[static_cast<std::size_t>(side)];
        const auto& [mouse_wins, cats_win] = counts.ahead[static_cast<std::size_t>(side)];
        report.text += fmt::format("{:<16} {:>14} {:>14} {:>14} {:>14}\n", name_of(side),
                                   mouse_has_won, cats_have_won, mouse_wins, cats_win);
        to_move.push_back(Json{{"side", name_of(side)},
                               {"mouse_has_won", mouse_has_won},
                               {"cats_have_won", cats_have_won},
                               {"mouse_wins", mouse_wins},
                               {"cats_win", cats_win}});
    }
    report.text +=
        fmt::format("\n{:<16} {:>14} {:>14}\n", "plies to the end", "mouse wins", "cats win");
    for (int plies = 0; plies <= counts.most_plies; ++plies) {
        const auto& [mouse, cats] = counts.by_plies[static_cast<std::size_t>(plies)];
        report.text += fmt::format("{:<16} {:>14} {:>14}\n", plies, mouse, cats);
        by_plies.push_back(Json{{"plies", plies}, {"mouse", mouse}, {"cats", cats}});
    }
    report.data["stats"] = {{"to_move", std::move(to_move)}, {"by_plies", std::move(by_plies)}};
}

Option random_option() {
    Option option = number_option(
        "random", "show this many positions that play from the start can reach", "", 1, 1'000'000);
    option.excludes = {"position", "stats"};
    return option;
}

/// Prints random positions of a seed, each with its outcome.
Exit print_random(const Parsed& parsed, const Solution& solution) {
    engine::Random random(parsed.number("seed"));
    Json rows = Json::array();
    std::string text;
    for (std::uint64_t i = 0; i < parsed.number("random"); ++i) {
        const Position position = engine::random_position(random);
        const GameValue outcome = solution[position];
        const std::string fen = engine::to_fen(position);
        rows.push_back(
            {{"position", fen}, {"winner", name_of(outcome.winner)}, {"plies", outcome.plies}});
        text += fmt::format("{:<34} {}\n", fen, to_text(outcome));
    }
    return finish({text, Json{{"positions", std::move(rows)}}}, parsed, "positions");
}

}  // namespace

Exit solve(Arguments arguments) {
    const Parsed parsed = parse(
        arguments, solve_help,
        {{"position",
          "a FEN, geometry A: rows from the cats' home row on, M mouse, c cat; w = mouse to "
          "move, b = cats (default: the start)"},
         flag_option("stats", "positions by side to move and winner, and by plies to the end"),
         random_option(),
         number_option("seed", "seed of --random", "1"),
         {"export", "write the solution to this file, one byte per position"},
         csv_option()});
    if (parsed.helped) return exit_done;
    if (parsed.csv() && !parsed.has("random") && !parsed.has("position")) {
        throw Trouble("--csv: give --random or --position: there are no rows");
    }

    const Position position =
        parsed.has("position")
            ? engine::parse_position(parsed.text("position"), engine::Geometry::a)
            : engine::start_position();
    const auto begin = std::chrono::steady_clock::now();
    const Solution solution;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (parsed.has("export")) {
        write_output(parsed.text("export"), solution.scores());
        say(fmt::format("ryg solve: {}: {} bytes written\n", parsed.text("export"),
                        solution.scores().size_bytes()));
    }
    if (parsed.has("random")) return print_random(parsed, solution);
    const Counts counts = count(solution);
    const std::size_t positions = solution.scores().size();
    const std::size_t bytes =
        solution.scores().size_bytes() + sizeof engine::indexing::cats_by_rank;

    VerbReport report;
    add_position(report, solution, position, parsed.has("position"));
    report.data.update({{"positions", positions},
                        {"won_by_mouse", counts.won_by(Side::mouse)},
                        {"won_by_cats", counts.won_by(Side::cats)},
                        {"seconds", time.count()},
                        {"bytes", bytes}});
    if (parsed.has("stats")) add_counts(report, counts);
    report.text += fmt::format(
        "\n{} positions solved in {:.2f} s, {:.1f} MB:\n  {} won by the mouse, {} by the cats.\n",
        positions, time.count(), static_cast<double>(bytes) / 1e6, counts.won_by(Side::mouse),
        counts.won_by(Side::cats));
    return finish(report, parsed, "moves");
}

}  // namespace ryg::app
