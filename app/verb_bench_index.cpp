// `ryg bench index`: how long the dense index takes, both ways, and the solution built on it.
#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"
#include "engine/harness/report.hpp"

namespace ryg::app {
namespace {

namespace indexing = engine::indexing;

constexpr Help help{
    "bench index [options]",
    "Measures the dense index: a position's number, and a number's position, for all positions in\n"
    "order and for as many drawn at random; and the solution of the game. The tasks take turns;\n"
    "medians count, in processor time. A task's check must be the same in each round.",
    "./ryg bench index\n"
    "./ryg bench index --rounds 41 --json"};

/// Work on all positions; what it returns depends on all that it computed.
struct Task {
    std::string_view name;
    std::function<std::uint64_t()> run;
    std::vector<double> nanoseconds{};  ///< a position, one for each round
    std::uint64_t check = 0;
    bool steady = true;  ///< the check has been the same in all rounds

    void measure() {
        const double begin = harness::processor_seconds();
        const std::uint64_t result = run();
        const double seconds = harness::processor_seconds() - begin;
        steady = steady && (nanoseconds.empty() || check == result);
        check = result;
        nanoseconds.push_back(1e9 * seconds / indexing::position_count);
    }
    [[nodiscard]] double median() const { return harness::median(nanoseconds); }
};

/// Indices in some order, and their positions.
struct Order {
    std::vector<indexing::PositionIndex> indices;
    std::vector<engine::Position> positions{};

    template <class Next>
    explicit Order(Next&& next) : indices(indexing::position_count) {
        std::ranges::generate(indices, next);
        std::ranges::transform(indices, std::back_inserter(positions), indexing::position_at);
    }
    [[nodiscard]] std::uint64_t sum_indices() const {
        std::uint64_t sum = 0;
        for (const auto& position : positions) sum += indexing::dense_index(position);
        return sum;
    }
    /// Of numbers that depend on every part of a position.
    [[nodiscard]] std::uint64_t sum_positions() const {
        std::uint64_t sum = 0;
        for (const auto index : indices) {
            const engine::Position position = indexing::position_at(index);
            sum += position.cats + position.mouse + static_cast<std::uint64_t>(position.side);
        }
        return sum;
    }
};

harness::Report report_of(const std::vector<Task>& tasks) {
    const std::size_t rounds = tasks.front().nanoseconds.size();
    std::string text = fmt::format("{:<34} {:>14} {:>15}\n", "all 2013760 positions",
                                   "ns a position", "seconds in all");
    harness::Data::List list;
    for (const Task& task : tasks) {
        text += fmt::format("{:<34} {:>14.1f} {:>15.4f}\n", task.name, task.median(),
                            1e-9 * task.median() * indexing::position_count);
        list.push_back(harness::Data::Fields{
            {"name", task.name}, {"nanoseconds", task.median()}, {"steady", task.steady}});
    }
    if (interrupted) text += fmt::format("\nInterrupted: {} rounds.\n", rounds);
    return {text,
            {{"rounds", rounds},
             {"interrupted", interrupted.load()},
             {"positions", indexing::position_count},
             {"tasks", std::move(list)}}};
}

}  // namespace

Exit bench_index(Arguments arguments) {
    const Parsed parsed =
        parse(arguments, help,
              {number_option("rounds", "measurements of each task, in turns", "15", 1, 10'000)});
    if (parsed.helped) return exit_done;

    const Order in_order([next = indexing::PositionIndex{0}]() mutable { return next++; });
    const Order at_random(
        [random = engine::Random(1)]() mutable { return random.below(indexing::position_count); });
    std::vector<Task> tasks{
        {"position to index, in order", [&] { return in_order.sum_indices(); }},
        {"position to index, at random", [&] { return at_random.sum_indices(); }},
        {"index to position, in order", [&] { return in_order.sum_positions(); }},
        {"index to position, at random", [&] { return at_random.sum_positions(); }},
        {"solving the game", [] { return engine::Solution().scores()[0]; }}};
    {
        Progress progress("rounds");
        const auto rounds = parsed.number("rounds");
        for (std::uint64_t round = 0; round == 0 || (round < rounds && !interrupted); ++round) {
            progress.show(round, rounds);
            std::ranges::for_each(tasks, &Task::measure);
        }
    }
    print(report_of(tasks), parsed);
    if (!std::ranges::all_of(tasks, &Task::steady)) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
