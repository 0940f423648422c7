// `ryg bench` and `ryg search`: what a game does with a position, and what that costs.
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "app/game_verb.hpp"
#include "app/plot.hpp"
#include "app/terminal.hpp"

namespace ryg::app {
namespace {

using engine::Position;
using harness::Step;

/// What the searches of a step have cost.
struct StepCost {
    const Step* step;
    std::size_t bytes;                  ///< of its file
    std::vector<std::uint64_t> sums{};  ///< cycles of all searches, by depth from 1 on

    [[nodiscard]] double average(std::size_t depth, std::size_t positions) const {
        return static_cast<double>(sums.at(depth - 1)) / static_cast<double>(positions);
    }
};

std::vector<Position> drawn_positions(std::uint64_t count) {
    engine::Random random(1);
    std::vector<Position> positions;
    while (positions.size() < count) positions.push_back(engine::random_position(random));
    return positions;
}

/// Bars, by logarithms, of the steps that search so deep.
std::string drawing_of(const std::vector<StepCost>& costs, std::size_t depth,
                       std::size_t positions) {
    constexpr double a_power = 10;  // signs for ten times as much
    std::string text =
        fmt::format("\ndepth {}: each ten # more mean ten times the cycles\n", depth);
    for (const StepCost& cost : costs) {
        if (cost.sums.size() < depth) continue;
        const double average = cost.average(depth, positions);
        text += fmt::format("{:<13} {:#<{}} {:.0f}\n", cost.step->program, "",
                            std::lround(a_power * std::log10(average)), average);
    }
    return text;
}

work::Report report_of(const std::vector<StepCost>& costs, std::size_t positions) {
    work::Report report;
    work::Rows rows;
    std::size_t shallowest = costs.back().sums.size();
    std::string heading = fmt::format("{:<13} {:>6}", "step", "bytes"), notes;
    for (std::size_t depth = 1; depth <= shallowest; ++depth) {
        heading += fmt::format(" {:>9}", depth);
    }
    report.text = heading + '\n';
    for (const StepCost& cost : costs) {
        shallowest = std::min(shallowest, cost.sums.size());
        report.text += fmt::format("{:<13} {:>6}", cost.step->program, cost.bytes);
        work::Record row{
            {"program", cost.step->program}, {"what", cost.step->what}, {"bytes", cost.bytes}};
        for (std::size_t depth = 1; depth <= cost.sums.size(); ++depth) {
            const double average = cost.average(depth, positions);
            report.text += fmt::format(" {:>9.0f}", average);
            row.emplace_back(fmt::format("cycles.{}", depth), average);
        }
        report.text += '\n';
        notes += fmt::format("{:<13} {}\n", cost.step->program, cost.step->what);
        rows.push_back(std::move(row));
    }
    report.text += fmt::format("(cycles of a search, the average of {} positions, by depth)\n\n{}",
                               positions, notes);
    report.text += drawing_of(costs, shallowest, positions);
    report.text += drawing_of(costs, costs.back().sums.size(), positions);
    report.data = {{"positions", positions}, {"steps", std::move(rows)}};
    return report;
}

/// Lets each program of the ladder make the same searches. They have to choose the same moves.
work::Report climb(const GameCommand& asked) {
    const harness::Contest& own = *asked.game->contest;
    const auto positions = drawn_positions(asked.parsed.number("positions"));
    std::size_t done = 0, total = 0;
    for (const Step& step : own.ladder) {
        total += static_cast<std::size_t>(step.greatest_depth) * positions.size();
    }
    Progress progress("bench");
    std::map<std::pair<int, std::size_t>, std::optional<engine::Move>> moves;
    std::vector<StepCost> costs;
    std::string differs;
    for (const Step& step : own.ladder) {
        const auto [game, programs] = harness::find_named(program().games, step.program);
        harness::Order order = asked.order();
        order.programs = programs;
        costs.push_back({&step, programs.at(0)->image->prg.size()});
        for (int depth = 1; depth <= step.greatest_depth; ++depth) {
            const auto player = game->contest->assembly(order, depth);
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < positions.size() && !interrupted; ++i) {
                progress.show(++done, total);
                player->begin(positions[i]);
                const engine::Choice choice = player->choose();
                sum += choice.cycles;
                const bool plays = std::ranges::count(own.sides, positions[i].side) != 0;
                if (!plays || !choice.full_depth) continue;
                const auto known = moves.try_emplace({depth, i}, choice.move).first;
                if (known->second == choice.move || !differs.empty()) continue;
                differs = fmt::format("\n{} chooses another move at depth {}: {}\n", step.program,
                                      depth, to_fen(positions[i]));
            }
            costs.back().sums.push_back(sum);
        }
    }
    work::Report report = report_of(costs, positions.size());
    report.text += differs;
    report.agrees = differs.empty();
    return report;
}

/// The report with a row for each depth of a step.
Json by_depth(const Json& report) {
    Json rows = Json::array();
    for (const Json& step : report["steps"]) {
        for (const auto& [depth, cycles] : step["cycles"].items()) {
            rows.push_back(
                {{"program", step["program"]}, {"depth", std::stoi(depth)}, {"cycles", cycles}});
        }
    }
    return {{"steps", std::move(rows)}};
}

}  // namespace

Exit search(Arguments arguments) {
    const GameCommand asked = ask(arguments, "search", job_of<&harness::Game::search>);
    return asked.parsed.helped ? exit_done : report("search", *asked.game->search, asked);
}

Exit bench(Arguments arguments) {
    const GameCommand asked =
        ask(arguments, "bench", job_of<&harness::Game::bench>, {.options = {plot_option()}});
    const Parsed& parsed = asked.parsed;
    if (parsed.helped) return exit_done;
    check_plot(parsed);
    if (!parsed.has("ladder")) {
        if (parsed.has("plot") && !asked.game->bench->plot) {
            throw Trouble(fmt::format("--plot: the bench of {} has none", asked.game->name));
        }
        return report("bench", *asked.game->bench, asked);
    }
    const work::Report found = climb(asked);
    if (interrupted) return exit_interrupted;
    const VerbReport made = to_json(found);
    write_plot(parsed,
               {.title = fmt::format("Cycles of a search, on the way to {}",
                                     asked.programs.front()->name()),
                .rows = "steps",
                .x = "depth",
                .x_title = "depth",
                .y = {"cycles"},
                .y_title = "6502 cycles",
                .series = "program",
                .y_logarithmic = true},
               by_depth(made.data));
    print(made, parsed);
    return found.agrees ? exit_done : exit_difference;
}

}  // namespace ryg::app
