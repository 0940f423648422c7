// `ryg bench --game ryg3`: what searches of the second engine cost, version by version.
#include <fmt/format.h>

#include "app/verb.hpp"
#include "engine/ryg3/bench.hpp"

namespace ryg::app {
namespace {

using crosscheck::Ryg3BenchResult;
using crosscheck::Ryg3Cost;
using engine::ryg3::Version;

constexpr Help help{
    "bench --game ryg3 [options]",
    "Searches a fixed set of 16 boards with versions 7 to 11 of the second engine to depth 7, "
    "hash\n"
    "tables empty at first, and shows nodes and 6502 cycles of all of them, by depth; what the\n"
    "look-ups before each sorting came to, how many of the moves found the board really had, and\n"
    "how often a search was cut off. \"cut\": depth 7 beside the version before. The signature "
    "tells\n"
    "whether behaviour or cost have changed.",
    "./ryg bench --game ryg3\n"
    "./ryg bench --game ryg3 --json"};

double ratio(std::uint64_t now, std::uint64_t before) {
    return static_cast<double>(now) / static_cast<double>(before);
}

/// What an idea has brought: a version beside the one before, at the last depth.
struct Effect {
    std::string_view idea;
    double nodes, cycles;
};

std::vector<Effect> effects_of(const Ryg3BenchResult& result) {
    const auto beside = [&](std::string_view idea, Version now, Version before) {
        const Ryg3Cost& a = result.at(now, crosscheck::ryg3_bench_depth);
        const Ryg3Cost& b = result.at(before, crosscheck::ryg3_bench_depth);
        return Effect{idea, ratio(a.nodes, b.nodes), ratio(a.cycles, b.cycles)};
    };
    return {beside("iterations (08 / 07)", Version::v08, Version::v07),
            beside("hash move (10 / 09)", Version::v10, Version::v09),
            beside("history (11 / 10)", Version::v11, Version::v10)};
}

void print_json(const Ryg3BenchResult& result) {
    Json json{{"boards", crosscheck::ryg3_bench_boards().size()},
              {"costs", Json::array()},
              {"effects", Json::array()},
              {"signature",
               {{"nodes", result.signature.nodes},
                {"cycles", result.signature.cycles},
                {"moves", fmt::format("{:08x}", result.signature.moves)}}}};
    for (const Ryg3Cost& cost : result.costs) {
        json["costs"].push_back({{"version", number_of(cost.version)},
                                 {"depth", cost.depth},
                                 {"nodes", cost.nodes},
                                 {"cycles", cost.cycles},
                                 {"cycles_per_node", cost.cycles_per_node()},
                                 {"found", cost.counts.found},
                                 {"empty", cost.counts.empty},
                                 {"other_lock", cost.counts.other_lock},
                                 {"hash_moves", cost.counts.hash_moves},
                                 {"cut_offs", cost.counts.cut_offs}});
    }
    for (const Effect& effect : effects_of(result)) {
        json["effects"].push_back(
            {{"idea", effect.idea}, {"nodes", effect.nodes}, {"cycles", effect.cycles}});
    }
    print(json);
}

void print_text(const Ryg3BenchResult& result) {
    fmt::print("{:<8} {:>5} {:>9} {:>13} {:>12} {:>8} {:>8} {:>8} {:>10} {:>9}\n", "version",
               "depth", "nodes", "cycles", "cycles/node", "found", "empty", "lock", "hash moves",
               "cut-offs");
    for (const Ryg3Cost& cost : result.costs) {
        fmt::print("{:<8} {:>5} {:>9} {:>13} {:>12.0f} {:>8} {:>8} {:>8} {:>10} {:>9}\n",
                   number_of(cost.version), cost.depth, cost.nodes, cost.cycles,
                   cost.cycles_per_node(), cost.counts.found, cost.counts.empty,
                   cost.counts.other_lock, cost.counts.hash_moves, cost.counts.cut_offs);
    }
    fmt::print("\n{:<24} {:>8} {:>8}\n", fmt::format("depth {}", crosscheck::ryg3_bench_depth),
               "x nodes", "x cycles");
    for (const Effect& effect : effects_of(result)) {
        fmt::print("{:<24} {:>8.3f} {:>8.3f}\n", effect.idea, effect.nodes, effect.cycles);
    }
    fmt::print("\nSignature: {}\n", crosscheck::to_string(result.signature));
}

}  // namespace

Exit bench_ryg3(Arguments arguments) {
    options::options_description own("What to measure");
    own.add_options()("game", options::value<std::string>(), "ryg3");
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;
    const Ryg3BenchResult result = crosscheck::run_ryg3_bench();
    parsed.json() ? print_json(result) : print_text(result);
    return exit_done;
}

}  // namespace ryg::app
