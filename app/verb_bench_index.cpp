// `ryg bench index`: how long the dense index takes, both ways, and the solution built on it.
#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <functional>

#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"

namespace ryg::app {
namespace {

namespace indexing = engine::indexing;

constexpr Help help{
    "bench index [options]",
    "Measures the dense index: a position's number, and a number's position, for all positions in\n"
    "order and for as many drawn at random; and the solution of the game. They take turns;\n"
    "medians count, in processor time. A task's check must be the same in each round.",
    "./ryg bench index\n"
    "./ryg bench index --rounds 41 --json"};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Work on all positions; what it returns depends on all that it computed.
struct Task {
    std::string_view name;
    std::function<std::uint64_t()> run;
    std::vector<double> nanoseconds{};  ///< a position, one for each round
    std::uint64_t check = 0;
    bool steady = true;  ///< the check has been the same in all rounds

    [[nodiscard]] double median() const {
        auto sorted = nanoseconds;
        std::ranges::sort(sorted);
        return sorted.empty() ? 0 : sorted[sorted.size() / 2];
    }
};

std::uint64_t add_up(const engine::Position& position) {
    return position.cats + position.mouse + static_cast<std::uint64_t>(position.side);
}

/// The positions of an order of indices, and the two directions as tasks.
class Order {
  public:
    explicit Order(std::vector<indexing::PositionIndex> indices) : indices_(std::move(indices)) {
        for (const auto index : indices_) positions_.push_back(indexing::position_at(index));
    }
    std::uint64_t sum_indices() const {
        std::uint64_t sum = 0;
        for (const auto& position : positions_) sum += indexing::dense_index(position);
        return sum;
    }
    std::uint64_t sum_positions() const {
        std::uint64_t sum = 0;
        for (const auto index : indices_) sum += add_up(indexing::position_at(index));
        return sum;
    }

  private:
    std::vector<indexing::PositionIndex> indices_;
    std::vector<engine::Position> positions_;
};

Order ascending() {
    std::vector<indexing::PositionIndex> indices(indexing::position_count);
    for (indexing::PositionIndex i = 0; i < indexing::position_count; ++i) indices[i] = i;
    return Order(std::move(indices));
}

Order drawn() {
    engine::Random random(1);
    std::vector<indexing::PositionIndex> indices(indexing::position_count);
    for (auto& index : indices) index = random.below(indexing::position_count);
    return Order(std::move(indices));
}

void measure(Task& task) {
    const double begin = processor_seconds();
    const std::uint64_t check = task.run();
    const double seconds = processor_seconds() - begin;
    task.steady = task.steady && (task.nanoseconds.empty() || check == task.check);
    task.check = check;
    task.nanoseconds.push_back(1e9 * seconds / indexing::position_count);
}

void print_json(const std::vector<Task>& tasks) {
    Json json{{"rounds", tasks.front().nanoseconds.size()},
              {"interrupted", interrupted.load()},
              {"positions", indexing::position_count}};
    json["tasks"] = Json::array();
    for (const Task& task : tasks) {
        json["tasks"].push_back(
            {{"name", task.name}, {"nanoseconds", task.median()}, {"steady", task.steady}});
    }
    print(json);
}

void print_table(const std::vector<Task>& tasks) {
    fmt::print("{:<34} {:>14} {:>15}\n", "all 2013760 positions", "ns a position",
               "seconds in all");
    for (const Task& task : tasks) {
        fmt::print("{:<34} {:>14.1f} {:>15.4f}\n", task.name, task.median(),
                   1e-9 * task.median() * indexing::position_count);
    }
}

}  // namespace

Exit bench_index(Arguments arguments) {
    options::options_description own("What to measure");
    own.add_options()("rounds", options::value<int>()->default_value(15),
                      "measurements of each task, in turns");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;
    const int rounds = parsed.get<int>("rounds");
    check_range(rounds, 1, 10'000, "rounds");

    const Order in_order = ascending(), at_random = drawn();
    std::vector<Task> tasks{
        {"position to index, in order", [&] { return in_order.sum_indices(); }},
        {"position to index, at random", [&] { return at_random.sum_indices(); }},
        {"index to position, in order", [&] { return in_order.sum_positions(); }},
        {"index to position, at random", [&] { return at_random.sum_positions(); }},
        {"solving the game", [] { return engine::Solution().scores()[0]; }}};
    {
        Progress progress("rounds");
        for (int round = 0; round == 0 || (round < rounds && !interrupted); ++round) {
            progress.show(static_cast<unsigned>(round), static_cast<unsigned>(rounds));
            for (Task& task : tasks) measure(task);
        }
    }
    parsed.json() ? print_json(tasks) : print_table(tasks);
    if (interrupted && !parsed.json()) {
        fmt::print("\nInterrupted: {} rounds.\n", tasks.front().nanoseconds.size());
    }
    if (!std::ranges::all_of(tasks, &Task::steady)) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
