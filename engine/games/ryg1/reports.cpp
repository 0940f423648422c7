// A search and a bench as text and as data.
#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/games/ryg1/bench.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/tree_view.hpp"

namespace ryg::engine::ryg1 {

using work::Report;
using work::seconds_on;

namespace {

constexpr int profiled_depth = 2;

constexpr std::array<std::pair<std::string_view, c64::Model>, 3> models{
    {{"pal", c64::Model::pal}, {"ntsc", c64::Model::ntsc}, {"ntsc-old", c64::Model::ntsc_old}}};
constexpr std::array<std::pair<const char*, c64::Timing>, 3> timings{
    {{"cpu", c64::Timing::cpu},
     {"badlines", c64::Timing::badlines},
     {"stock", c64::Timing::stock}}};

/// The same search with the screen and the jiffy interrupt on.
double stock_seconds(const harness::Order& order, c64::Model model, const Root& root, int depth) {
    const c64::Setup setup = order.setup(model);
    harness::Searcher<Root> program = searcher(order.program(), depth, setup);
    program.set_timing(c64::Timing::stock);
    return seconds_on(setup.model, program.search(root));
}

std::optional<std::string> text_of(const std::optional<Move>& move, Geometry geometry) {
    return move ? std::optional(to_string(*move, geometry)) : std::nullopt;
}

/// The median search on a C64, by whose time is counted.
struct RealCost {
    std::string_view model_name;
    c64::Model model{};
    int depth = 0;
    std::array<Cycle, timings.size()> median{};

    [[nodiscard]] double seconds(std::size_t timing) const {
        return seconds_on(model, median[timing]);
    }
    [[nodiscard]] double slowdown(std::size_t timing) const {
        return static_cast<double>(median[timing]) / static_cast<double>(median[0]);
    }
    [[nodiscard]] work::Record record() const {
        work::Record record{{"model", model_name}, {"depth", depth}};
        for (std::size_t i = 0; i < timings.size(); ++i) {
            const std::string name = timings[i].first;
            record.emplace_back(name + ".median", median[i]);
            record.emplace_back(name + ".ratio", slowdown(i));
            record.emplace_back(name + ".seconds", seconds(i));
        }
        return record;
    }
    [[nodiscard]] std::string line() const {
        return fmt::format(
            "{:<8} {:>6} {:>11} {:>7.2f} {:>11} {:>7.2f} {:>7.4f} {:>11} {:>7.2f} {:>7.4f}\n",
            model_name, depth, median[0], seconds(0), median[1], seconds(1), slowdown(1), median[2],
            seconds(2), slowdown(2));
    }
};

std::vector<RealCost> measure_on_c64(const harness::Order& order) {
    const std::string only = order.values.text("model");
    std::vector<RealCost> costs;
    for (const auto& [name, model] : models) {
        if (only.empty() ? model == c64::Model::ntsc_old : name != only) continue;
        harness::Searcher<Root> assembly = searcher(order.program(), 1, order.setup(model));
        for (const int depth : {1, 2, 3}) {
            RealCost cost{name, model, depth};
            for (std::size_t i = 0; i < timings.size(); ++i) {
                assembly.set_timing(timings[i].second);
                cost.median[i] = search_all(assembly, depth).median;
            }
            costs.push_back(cost);
        }
    }
    return costs;
}

work::Record record_of(const DepthCost& cost) {
    return {{"depth", cost.depth},
            {"nodes", cost.nodes},
            {"least", cost.least},
            {"median", cost.median},
            {"most", cost.most},
            {"cycles_per_node", cost.cycles_per_node()},
            {"largest_tree_bytes", cost.largest_tree}};
}

work::Record record_of(const RoutineShare& share) {
    return {{"routine", share.routine},
            {"calls", share.calls},
            {"inclusive", share.inclusive},
            {"self", share.self}};
}

std::string text_of(const std::vector<DepthCost>& depths) {
    std::string text = "depth    nodes       least      median        most  cycles/node  tree KB\n";
    for (const DepthCost& cost : depths) {
        text += fmt::format("{:>5} {:>8} {:>11} {:>11} {:>11} {:>12.0f} {:>8.1f}\n", cost.depth,
                            cost.nodes, cost.least, cost.median, cost.most, cost.cycles_per_node(),
                            static_cast<double>(cost.largest_tree) / 1024);
    }
    return text + "(cycles of the processor alone)\n";
}

std::string text_of(const std::vector<RoutineShare>& shares) {
    Cycle total = 0;
    for (const RoutineShare& share : shares) total += share.self;
    const auto percent = [total](Cycle cycles) {
        return 100.0 * static_cast<double>(cycles) / static_cast<double>(total);
    };
    std::string text = fmt::format("\n{:<24} {:>9} {:>12} {:>6} {:>12} {:>6}\n",
                                   fmt::format("routine (depth {})", profiled_depth), "calls",
                                   "inclusive", "%", "self", "%");
    for (const RoutineShare& share : shares) {
        text += fmt::format("{:<24} {:>9} {:>12} {:>6.1f} {:>12} {:>6.1f}\n", share.routine,
                            share.calls, share.inclusive, percent(share.inclusive), share.self,
                            percent(share.self));
    }
    return text + fmt::format("{:<24} {:>9} {:>12} {:>6} {:>12} {:>6.1f}\n", "all", "", "", "",
                              total, 100.0);
}

}  // namespace

Report search_report(const harness::Order& order) {
    const work::Values& values = order.values;
    const Root root = values.has("position") ? door().read(values.text("position")) : Root{};
    const Geometry geometry = geometry_of(values);
    harness::Searcher<Root> program =
        searcher(order.program(), values.number<int>("depth"), order.setup());
    const SearchOptions options = options_of(program.host, root, program.setting);
    program.prepare(root);  // refuses a tree where none can lie, whoever searches
    SearchOutcome found;
    std::optional<Cycle> cycles;  // the native engine has none
    if (values.text("engine") == "native") {
        found = search(root.position, options);
    } else {
        cycles = program.search(root);
        found = outcome_in(program.host.machine(), program.host.labels());
    }
    Report report;
    report.text = fmt::format(
        "position  {}\nmove      {}\nvalue     {} (${:02x})\ndepth     {} of {}\n"
        "tree      {} nodes, {} bytes from ${:04x}\n",
        to_fen(root.position), text_of(found.move, geometry).value_or("none"), found.value,
        found.value, found.depth_used, options.depth, found.nodes, found.tree_bytes,
        options.tree_base);
    if (cycles) {
        report.text +=
            fmt::format("time      {} cycles; {:.2f} s on a PAL C64, {:.2f} s on an NTSC one\n",
                        *cycles, stock_seconds(order, c64::Model::pal, root, options.depth),
                        stock_seconds(order, c64::Model::ntsc, root, options.depth));
    }
    if (!found.children.empty()) report.text += "\nmove   value    node\n";
    work::Rows children;
    for (const ChildResult& child : found.children) {
        report.text += fmt::format("{}   {:>3} ${:02x}  ${:04x}\n", to_string(child.move, geometry),
                                   child.value, child.value, child.address);
        children.push_back(work::Record{{"move", to_string(child.move, geometry)},
                                        {"value", child.value},
                                        {"address", child.address}});
    }
    report.data = {{"move", text_of(found.move, geometry)},
                   {"value", found.value},
                   {"nodes", found.nodes},
                   {"depth_used", found.depth_used},
                   {"tree_bytes", found.tree_bytes},
                   {"cycles", cycles},
                   {"children", std::move(children)}};
    return report;
}

Report bench_report(const harness::Order& order) {
    harness::Searcher<Root> assembly = searcher(order.program(), 1, order.setup());
    const BenchResult result = run_bench(assembly);
    const auto on_c64 = measure_on_c64(order);
    const auto shares = profile_searches(assembly, profiled_depth);
    Report report;
    report.text =
        text_of(result.depths) +
        fmt::format("\n{:<15} {:>11} {:>7} {:>11} {:>7} {:>7} {:>11} {:>7} {:>7}\n",
                    "median search", "cpu", "s", "badlines", "s", "x cpu", "stock", "s", "x cpu");
    work::Rows depths, real, routines;
    for (const DepthCost& cost : result.depths) depths.push_back(record_of(cost));
    for (const RealCost& cost : on_c64) {
        report.text += cost.line();
        real.push_back(cost.record());
    }
    for (const RoutineShare& share : shares) routines.push_back(record_of(share));
    report.text += text_of(shares);
    report.data = {{"positions", bench_positions().size()},
                   {"depths", std::move(depths)},
                   {"c64", std::move(real)},
                   {"profiled_depth", profiled_depth},
                   {"routines", std::move(routines)}};
    report.add(result.signature);
    return report;
}

}  // namespace ryg::engine::ryg1
