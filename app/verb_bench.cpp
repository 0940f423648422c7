// `ryg bench`: what a search costs on the 6502, and the signature that says if that has changed.
#include <fmt/format.h>

#include "app/machine_options.hpp"
#include "app/position_options.hpp"
#include "app/verb.hpp"
#include "engine/ryg/bench.hpp"

namespace ryg::app {
namespace {

using crosscheck::BenchResult;
using crosscheck::DepthCost;
using crosscheck::RoutineShare;

constexpr Help help{
    "bench [cpu|hints|index] [options]",
    "Searches a fixed set of 24 positions at depths 1 to 3 and shows the 6502 cycles of a search,\n"
    "what each routine takes of them (with all it calls, and by itself; recursion counted once;\n"
    "printing the dots apart, as chrout); and the median search on a C64 with its text screen on:\n"
    "the processor alone, with badlines, with badlines and jiffy interrupt, and the seconds that\n"
    "means. The signature tells whether behaviour or cost have changed.\n"
    "`ryg bench cpu` measures the emulator itself, `ryg bench hints` bits beside nested loops,\n"
    "`ryg bench index` the numbering of positions and the solution of the game.",
    "./ryg bench\n"
    "./ryg bench --version 14 --json\n"
    "./ryg bench --game ryg3\n"
    "./ryg bench cpu --peer sim65"};

constexpr int profiled_depth = 2;

/// The median search on a C64, by whose time is counted.
struct RealCost {
    std::string_view model_name;
    c64::Model model{};
    int depth = 0;
    std::array<emu::Cycle, timings.size()> median{};

    [[nodiscard]] double seconds(std::size_t timing) const {
        return crosscheck::seconds_on(model, median[timing]);
    }
    [[nodiscard]] double slowdown(std::size_t timing) const {
        return static_cast<double>(median[timing]) / static_cast<double>(median[0]);
    }
};

std::vector<RealCost> measure_on_c64(engine::Version version, const Parsed& parsed) {
    std::vector<RealCost> costs;
    for (const auto& [name, model] : models) {
        const bool wanted =
            parsed.has("model") ? model == model_of(parsed) : model != c64::Model::ntsc_old;
        if (!wanted) continue;
        crosscheck::AsmEngine assembly(version, model);
        for (const int depth : {1, 2, 3}) {
            RealCost cost{name, model, depth};
            for (std::size_t i = 0; i < timings.size(); ++i) {
                assembly.set_timing(timings[i].second);
                cost.median[i] = crosscheck::search_all(assembly, depth).median;
            }
            costs.push_back(cost);
        }
    }
    return costs;
}

Json to_json(const DepthCost& cost) {
    return {{"depth", cost.depth},
            {"nodes", cost.nodes},
            {"least", cost.least},
            {"median", cost.median},
            {"most", cost.most},
            {"cycles_per_node", cost.cycles_per_node()},
            {"largest_tree_bytes", cost.largest_tree}};
}

Json to_json(const RealCost& cost) {
    Json json{{"model", cost.model_name}, {"depth", cost.depth}};
    for (std::size_t i = 0; i < timings.size(); ++i) {
        json[std::string(timings[i].first)] = {
            {"median", cost.median[i]}, {"ratio", cost.slowdown(i)}, {"seconds", cost.seconds(i)}};
    }
    return json;
}

void print_json(const BenchResult& result, const std::vector<RealCost>& on_c64,
                const std::vector<RoutineShare>& shares) {
    Json json{{"positions", crosscheck::bench_positions().size()},
              {"depths", Json::array()},
              {"c64", Json::array()},
              {"profiled_depth", profiled_depth},
              {"routines", Json::array()},
              {"signature",
               {{"nodes", result.signature.nodes},
                {"cycles", result.signature.cycles},
                {"moves", fmt::format("{:08x}", result.signature.moves)}}}};
    for (const DepthCost& cost : result.depths) json["depths"].push_back(to_json(cost));
    for (const RealCost& cost : on_c64) json["c64"].push_back(to_json(cost));
    for (const RoutineShare& share : shares) {
        json["routines"].push_back({{"routine", share.routine},
                                    {"calls", share.calls},
                                    {"inclusive", share.inclusive},
                                    {"self", share.self}});
    }
    print(json);
}

void print_depths(const BenchResult& result) {
    fmt::print("depth    nodes       least      median        most  cycles/node  tree KB\n");
    for (const DepthCost& cost : result.depths) {
        fmt::print("{:>5} {:>8} {:>11} {:>11} {:>11} {:>12.0f} {:>8.1f}\n", cost.depth, cost.nodes,
                   cost.least, cost.median, cost.most, cost.cycles_per_node(),
                   static_cast<double>(cost.largest_tree) / 1024);
    }
    fmt::print("(cycles of the processor alone)\n");
}

void print_on_c64(const std::vector<RealCost>& costs) {
    fmt::print("\n{:<15} {:>11} {:>7} {:>11} {:>7} {:>7} {:>11} {:>7} {:>7}\n", "median search",
               "cpu", "s", "badlines", "s", "x cpu", "stock", "s", "x cpu");
    for (const RealCost& cost : costs) {
        fmt::print(
            "{:<8} {:>6} {:>11} {:>7.2f} {:>11} {:>7.2f} {:>7.4f} {:>11} {:>7.2f} {:>7.4f}\n",
            cost.model_name, cost.depth, cost.median[0], cost.seconds(0), cost.median[1],
            cost.seconds(1), cost.slowdown(1), cost.median[2], cost.seconds(2), cost.slowdown(2));
    }
}

void print_shares(const std::vector<RoutineShare>& shares) {
    emu::Cycle total = 0;
    for (const RoutineShare& share : shares) total += share.self;
    const auto percent = [total](emu::Cycle cycles) {
        return 100.0 * static_cast<double>(cycles) / static_cast<double>(total);
    };
    fmt::print("\n{:<24} {:>9} {:>12} {:>6} {:>12} {:>6}\n",
               fmt::format("routine (depth {})", profiled_depth), "calls", "inclusive", "%", "self",
               "%");
    for (const RoutineShare& share : shares) {
        fmt::print("{:<24} {:>9} {:>12} {:>6.1f} {:>12} {:>6.1f}\n", share.routine, share.calls,
                   share.inclusive, percent(share.inclusive), share.self, percent(share.self));
    }
    fmt::print("{:<24} {:>9} {:>12} {:>6} {:>12} {:>6.1f}\n", "all", "", "", "", total, 100.0);
}

}  // namespace

Exit bench(Arguments arguments) {
    if (!arguments.empty() && arguments.front() == "cpu") return bench_cpu(arguments.subspan(1));
    if (!arguments.empty() && arguments.front() == "hints") {
        return bench_hints(arguments.subspan(1));
    }
    if (!arguments.empty() && arguments.front() == "index") {
        return bench_index(arguments.subspan(1));
    }
    if (asks_for_game(arguments, "ryg3")) return bench_ryg3(arguments);
    options::options_description own("What to measure");
    own.add_options()("game", options::value<std::string>()->default_value("ryg"), "ryg or ryg3");
    add_version_option(own);
    own.add_options()("model", options::value<std::string>(),
                      "the C64: pal, ntsc or ntsc-old (default: pal and ntsc)");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    check_game(parsed);
    crosscheck::AsmEngine assembly(version_of(parsed));
    const BenchResult result = crosscheck::run_bench(assembly);
    const auto on_c64 = measure_on_c64(assembly.version(), parsed);
    const auto shares = crosscheck::profile_searches(assembly, profiled_depth);
    if (parsed.json()) {
        print_json(result, on_c64, shares);
    } else {
        print_depths(result);
        print_on_c64(on_c64);
        print_shares(shares);
        fmt::print("\nSignature: {}\n", crosscheck::to_string(result.signature));
    }
    return exit_done;
}

}  // namespace ryg::app
