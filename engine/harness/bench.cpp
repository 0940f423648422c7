// The costs of searches as text and as data.
#include "engine/harness/bench.hpp"

#include <fmt/format.h>

namespace ryg::harness {

namespace {

constexpr Address kernal_begin = 0xe000;
constexpr Cycle longest_search = 1'000'000'000;

double slowdown(const RealCost& cost, std::size_t timing) {
    return static_cast<double>(cost.median[timing]) / static_cast<double>(cost.median[0]);
}

double seconds(const RealCost& cost, std::size_t timing) {
    return work::seconds_on(cost.model, cost.median[timing]);
}

/// Columns without numbers are left out.
std::string text_of(const std::vector<DepthCost>& depths) {
    const bool by_depth = depths.front().depth != 0, has_nodes = depths.front().nodes != 0,
               has_trees = depths.front().largest_tree != 0;
    std::string text = by_depth ? "depth " : "";
    if (has_nodes) text += fmt::format("{:>8} ", "nodes");
    text += fmt::format("{:>11} {:>11} {:>11}", "least", "median", "most");
    if (has_nodes) text += "  cycles/node";
    if (has_trees) text += "  tree KB";
    text += '\n';
    for (const DepthCost& cost : depths) {
        if (by_depth) text += fmt::format("{:>5} ", cost.depth);
        if (has_nodes) text += fmt::format("{:>8} ", cost.nodes);
        text += fmt::format("{:>11} {:>11} {:>11}", cost.least, cost.median, cost.most);
        if (has_nodes) text += fmt::format(" {:>12.0f}", cost.cycles_per_node());
        if (has_trees) {
            text += fmt::format(" {:>8.1f}", static_cast<double>(cost.largest_tree) / 1024);
        }
        text += '\n';
    }
    return text + "(cycles of the processor alone)\n";
}

work::Record record_of(const DepthCost& cost) {
    work::Record fields;
    if (cost.depth != 0) fields.push_back({"depth", cost.depth});
    if (cost.nodes != 0) fields.push_back({"nodes", cost.nodes});
    fields.push_back({"least", cost.least});
    fields.push_back({"median", cost.median});
    fields.push_back({"most", cost.most});
    if (cost.nodes != 0) fields.push_back({"cycles_per_node", cost.cycles_per_node()});
    if (cost.largest_tree != 0) fields.push_back({"largest_tree_bytes", cost.largest_tree});
    return fields;
}

std::string text_of(const std::vector<RealCost>& costs) {
    std::string text =
        fmt::format("\n{:<15} {:>11} {:>7} {:>11} {:>7} {:>7} {:>11} {:>7} {:>7}\n",
                    "median search", "cpu", "s", "badlines", "s", "x cpu", "stock", "s", "x cpu");
    for (const RealCost& cost : costs) {
        text += fmt::format("{:<8} {:>6}", cost.model_name,
                            cost.depth == 0 ? "" : std::to_string(cost.depth));
        for (std::size_t i = 0; i < bench_timings.size(); ++i) {
            text += fmt::format(" {:>11} {:>7.2f}", cost.median[i], seconds(cost, i));
            if (i > 0) text += fmt::format(" {:>7.4f}", slowdown(cost, i));
        }
        text += '\n';
    }
    return text;
}

work::Record record_of(const RealCost& cost) {
    work::Record fields{{"model", cost.model_name}};
    if (cost.depth != 0) fields.push_back({"depth", cost.depth});
    for (std::size_t i = 0; i < bench_timings.size(); ++i) {
        const std::string name = bench_timings[i].first;
        fields.emplace_back(name + ".median", cost.median[i]);
        fields.emplace_back(name + ".ratio", slowdown(cost, i));
        fields.emplace_back(name + ".seconds", seconds(cost, i));
    }
    return fields;
}

std::string text_of(const std::vector<RoutineShare>& shares, int depth) {
    Cycle total = 0;
    for (const RoutineShare& share : shares) total += share.self;
    const auto percent = [total](Cycle cycles) {
        return 100.0 * static_cast<double>(cycles) / static_cast<double>(total);
    };
    std::string text =
        fmt::format("\n{:<24} {:>9} {:>12} {:>6} {:>12} {:>6}\n",
                    depth == 0 ? "routine" : fmt::format("routine (depth {})", depth), "calls",
                    "inclusive", "%", "self", "%");
    for (const RoutineShare& share : shares) {
        text += fmt::format("{:<24} {:>9} {:>12} {:>6.1f} {:>12} {:>6.1f}\n", share.routine,
                            share.calls, share.inclusive, percent(share.inclusive), share.self,
                            percent(share.self));
    }
    return text + fmt::format("{:<24} {:>9} {:>12} {:>6} {:>12} {:>6.1f}\n", "all", "", "", "",
                              total, 100.0);
}

work::Record record_of(const RoutineShare& share) {
    return {{"routine", share.routine},
            {"calls", share.calls},
            {"inclusive", share.inclusive},
            {"self", share.self}};
}

template <class Cost>
work::Rows rows_of(const std::vector<Cost>& costs) {
    work::Rows rows;
    for (const Cost& cost : costs) rows.push_back(record_of(cost));
    return rows;
}

}  // namespace

void Shares::call(Host& host, std::string_view routine) {
    const c64::Labels& labels = host.labels();
    const Address address = labels.at(routine);
    c64::debug::Profile profile(address, {.grouped_from = kernal_begin});
    c64::debug::watched_call(host.machine(), address, longest_search,
                             [&](const c64::debug::Step& step) { profile.note(step); });
    for (const c64::debug::RoutineCost& cost : profile.finish()) {
        RoutineShare& share = shares_[cost.routine];
        share.routine = cost.routine == kernal_begin ? "chrout" : labels.describe(cost.routine);
        share.calls += cost.calls;
        share.self += cost.self;
        share.inclusive += cost.inclusive;
    }
}

std::vector<RoutineShare> Shares::sorted() const {
    std::vector<RoutineShare> sorted;
    for (const auto& [address, share] : shares_) sorted.push_back(share);
    std::ranges::sort(sorted, [](const RoutineShare& a, const RoutineShare& b) {
        return a.inclusive != b.inclusive ? a.inclusive > b.inclusive : a.routine < b.routine;
    });
    return sorted;
}

work::Report report_of(const BenchResult& result) {
    work::Report report;
    report.text = text_of(result.depths) + text_of(result.on_c64) +
                  text_of(result.routines, result.profiled_depth);
    report.data = {{"positions", result.positions},
                   {"depths", rows_of(result.depths)},
                   {"c64", rows_of(result.on_c64)}};
    if (result.profiled_depth != 0) {
        report.data.emplace_back("profiled_depth", result.profiled_depth);
    }
    report.data.emplace_back("routines", rows_of(result.routines));
    if (result.chooses) {
        report.add(result.signature);
        return report;
    }
    const std::string answers = fmt::format("{:08x}", result.signature.moves);
    report.text += fmt::format("\nSignature: {} positions, {} cycles, answers {}\n",
                               result.positions, result.signature.cycles, answers);
    report.data.emplace_back("cycles", result.signature.cycles);
    report.data.emplace_back("answers", answers);
    return report;
}

}  // namespace ryg::harness
