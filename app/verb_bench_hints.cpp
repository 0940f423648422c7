// `ryg bench hints`: how fast bits are beside nested loops, on stones and on the game's squares.
#include <algorithm>
#include <ctime>
#include <fmt/format.h>

#include "app/bench/hint_tasks.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"

namespace ryg::app {
namespace {

using hint_bench::Contestant;
using hint_bench::Task;
using hint_bench::Tasks;

constexpr Help help{
    "bench hints [options]",
    "Measures the finders of match-three hints on random boards of 6 kinds, and the moves of the\n"
    "native engine, both beside plain nested loops. A list of all hints, or moves, is made each\n"
    "time. \"one stone changed\": the boards, or masks, are kept and one cell changes before each\n"
    "search, as in a game; \"new board\": the masks are built from the cells each time.\n"
    "The contestants take turns; medians count, in processor time. All must find the same.",
    "./ryg bench hints\n"
    "./ryg bench hints --rounds 31 --json"};

constexpr double least_seconds = 0.004;  // of a measurement: many passes over the boards

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Passes a second. Passes come in pairs: that is the period of the changing boards.
double measure(Contestant& contestant) {
    const double begin = processor_seconds();
    double seconds = 0;
    unsigned passes = 0;
    do {
        contestant.answer = contestant.pass();
        contestant.answer += contestant.pass();
        passes += 2;
        seconds = processor_seconds() - begin;
    } while (seconds < least_seconds);
    return passes / seconds;
}

/// Interleaved: a slow spell of the host hits all contestants alike. Returns the rounds done: one
/// at least, and after Ctrl-C no more.
unsigned run(Tasks& tasks, unsigned rounds) {
    Progress progress("rounds");
    unsigned round = 0;
    for (; round == 0 || (round < rounds && !interrupted); ++round) {
        progress.show(round, rounds);
        for (Task& task : tasks.all) {
            for (Contestant& contestant : task.contestants) {
                const double speed = measure(contestant) * static_cast<double>(task.size);
                contestant.per_second.push_back(speed);
                contestant.times_plain.push_back(speed /
                                                 task.contestants.front().per_second.back());
            }
        }
    }
    return round;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void print_json(const Tasks& tasks, unsigned rounds) {
    Json json{{"rounds", rounds},
              {"interrupted", interrupted.load()},
              {"kinds", hint_bench::kinds},
              {"agree", tasks.agree()}};
    json["tasks"] = Json::array();
    for (const Task& task : tasks.all) {
        Json one{{"name", task.name}, {"unit", task.unit}, {"contestants", Json::array()}};
        for (const Contestant& contestant : task.contestants) {
            one["contestants"].push_back({{"name", contestant.name},
                                          {"per_second", median(contestant.per_second)},
                                          {"times_plain", median(contestant.times_plain)}});
        }
        json["tasks"].push_back(one);
    }
    print(json);
}

void print_table(const Tasks& tasks) {
    for (const Task& task : tasks.all) {
        fmt::print("{:<34} {:>14} {:>9} {:>12}\n", task.name, task.unit + "/s", "ns",
                   "times plain");
        for (const Contestant& contestant : task.contestants) {
            const double speed = median(contestant.per_second);
            fmt::print("  {:<32} {:>14.0f} {:>9.1f} {:>12.1f}\n", contestant.name, speed,
                       1e9 / speed, median(contestant.times_plain));
        }
    }
}

}  // namespace

Exit bench_hints(Arguments arguments) {
    options::options_description own("What to measure");
    own.add_options()("rounds", options::value<int>()->default_value(15),
                      "measurements of each contestant, in turns");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;
    const int rounds = parsed.get<int>("rounds");
    check_range(rounds, 1, 10'000, "rounds");

    Tasks tasks;
    const unsigned done = run(tasks, static_cast<unsigned>(rounds));
    parsed.json() ? print_json(tasks, done) : print_table(tasks);
    if (interrupted && !parsed.json()) fmt::print("\nInterrupted: {} rounds.\n", done);
    if (tasks.agree()) return interrupted ? exit_interrupted : exit_done;
    fmt::print(stderr,
               "ryg bench hints: the finders do not find the same: see ryg verify --game "
               "hints\n");
    return exit_difference;
}

}  // namespace ryg::app
