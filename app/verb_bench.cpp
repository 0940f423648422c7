// `ryg bench`: what a search costs on the 6502, and the signature that says if that has changed.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/verb.hpp"
#include "engine/crosscheck/bench.hpp"

namespace app {
namespace {

using crosscheck::BenchResult;
using crosscheck::DepthCost;
using crosscheck::RoutineShare;

constexpr Help help{
    "bench [cpu|hints] [options]",
    "Searches a fixed set of 24 positions at depths 1 to 3 and shows the 6502 cycles of a search,\n"
    "what each routine takes of them (with all it calls, and by itself; recursion counted once;\n"
    "printing the dots apart, as chrout), and the time on a real C64 with its text screen and\n"
    "interrupt on. The signature tells whether behaviour or cost have changed.\n"
    "`ryg bench cpu` measures the emulator itself, `ryg bench hints` bits beside nested loops.",
    "./ryg bench\n"
    "./ryg bench --version 14 --json\n"
    "./ryg bench cpu --peer sim65"};

constexpr int profiled_depth = 2;

Json to_json(const DepthCost& cost) {
    using namespace crosscheck;
    return {{"depth", cost.depth},
            {"nodes", cost.nodes},
            {"least", cost.least},
            {"median", cost.median},
            {"most", cost.most},
            {"cycles_per_node", cost.cycles_per_node()},
            {"largest_tree_bytes", cost.largest_tree},
            {"seconds_pal", seconds_on(pal, cost.median)},
            {"seconds_ntsc", seconds_on(ntsc, cost.median)}};
}

void print_json(const BenchResult& result, const std::vector<RoutineShare>& shares) {
    Json json{{"positions", crosscheck::bench_positions().size()},
              {"depths", Json::array()},
              {"profiled_depth", profiled_depth},
              {"routines", Json::array()},
              {"signature",
               {{"nodes", result.signature.nodes},
                {"cycles", result.signature.cycles},
                {"moves", fmt::format("{:08x}", result.signature.moves)}}}};
    for (const DepthCost& cost : result.depths) json["depths"].push_back(to_json(cost));
    for (const RoutineShare& share : shares) {
        json["routines"].push_back({{"routine", share.routine},
                                    {"calls", share.calls},
                                    {"inclusive", share.inclusive},
                                    {"self", share.self}});
    }
    print(json);
}

void print_depths(const BenchResult& result) {
    using namespace crosscheck;
    fmt::print(
        "depth    nodes       least      median        most  cycles/node  tree KB  PAL s"
        "  NTSC s\n");
    for (const DepthCost& cost : result.depths) {
        fmt::print("{:>5} {:>8} {:>11} {:>11} {:>11} {:>12.0f} {:>8.1f} {:>6.2f} {:>7.2f}\n",
                   cost.depth, cost.nodes, cost.least, cost.median, cost.most,
                   cost.cycles_per_node(), static_cast<double>(cost.largest_tree) / 1024,
                   seconds_on(pal, cost.median), seconds_on(ntsc, cost.median));
    }
    fmt::print("(cycles of the processor alone; seconds of the median search)\n");
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
    options::options_description own("What to measure");
    add_version_option(own);
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    crosscheck::AsmEngine assembly(version_of(parsed));
    const BenchResult result = crosscheck::run_bench(assembly);
    const auto shares = crosscheck::profile_searches(assembly, profiled_depth);
    if (parsed.json()) {
        print_json(result, shares);
    } else {
        print_depths(result);
        print_shares(shares);
        fmt::print("\nSignature: {}\n", crosscheck::to_string(result.signature));
    }
    return exit_done;
}

}  // namespace app
