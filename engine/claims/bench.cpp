// The costs of searches as text and as data.
#include "engine/claims/bench.hpp"

#include <fmt/format.h>

#include "engine/claims/jobs.hpp"
#include "engine/claims/plan.hpp"
#include "engine/work/report.hpp"

namespace ryg::claims {

namespace {

constexpr Address kernal_begin = 0xe000;
constexpr Cycle longest_search = 1'000'000'000;

double slowdown(const RealCost& cost, std::size_t timing) {
    return static_cast<double>(cost.median[timing]) / static_cast<double>(cost.median[0]);
}

double seconds(const RealCost& cost, std::size_t timing) {
    return work::seconds_on(cost.model, cost.median[timing]);
}

/// A table of the costs, without empty columns.
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
        fmt::format("\n{:<13} {:>9} {:>6} {:>9} {:>6} {:>6} {:>9} {:>6} {:>6}\n", "median search",
                    "cpu", "s", "badlines", "s", "x cpu", "stock", "s", "x cpu");
    for (const RealCost& cost : costs) {
        text += fmt::format("{:<8} {:>4}", cost.model_name,
                            cost.depth == 0 ? "" : std::to_string(cost.depth));
        for (std::size_t i = 0; i < bench_timings.size(); ++i) {
            text += fmt::format(" {:>9} {:>6.2f}", cost.median[i], seconds(cost, i));
            if (i > 0) text += fmt::format(" {:>6.4f}", slowdown(cost, i));
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

namespace {

/// Searches to all depths, then again on a C64 of each requested model (default: PAL and NTSC).
BenchResult run_bench(const AnyDoor& door, const Order& order,
                      std::span<const AnyPosition> positions, const Watch& watch) {
    const std::string only = order.values.text("model");
    std::vector<std::pair<std::string_view, c64::Model>> models;
    for (const auto& model : bench_models) {
        const bool is_meant =
            only.empty() ? model.second != c64::Model::ntsc_old : model.first == only;
        if (is_meant) models.push_back(model);
    }
    const std::vector<int> depths = bench_depths(door.depths);
    const std::uint64_t total =
        positions.size() * (depths.size() * (1 + models.size() * bench_timings.size()) + 1);
    std::uint64_t done = 0;
    const GoOn goes_on = [&] {
        if (watch.progress) watch.progress(done, total);
        ++done;
        return !watch.stopped();
    };
    const auto searcher = [&](c64::Model model) {
        const Subject& program = order.program();
        return Searcher<AnyPosition>(door, {program.name(), program.version, 0, &order.values},
                                     c64::from_embedded(*program.image), order.setup(model));
    };
    constexpr int usually_profiled = 2;
    BenchResult result{.positions = positions.size(),
                       .profiled_depth = std::min(usually_profiled, depths.back()),
                       .chooses = door.answer != nullptr};
    Searcher<AnyPosition> on_cpu = searcher(c64::Model::pal);
    for (const int depth : depths) {
        result.depths.push_back(search_all(on_cpu, positions, depth, result.signature, goes_on));
    }
    for (const auto& [name, model] : models) {
        Searcher<AnyPosition> on_c64 = searcher(model);
        work::Signature same;
        for (const int depth : depths) {
            RealCost cost{name, model, depth};
            for (const auto& [timing_name, timing] : bench_timings) {
                on_c64.set_timing(timing);
                cost.median.push_back(search_all(on_c64, positions, depth, same, goes_on).median);
            }
            result.on_c64.push_back(std::move(cost));
        }
    }
    result.routines = profile_searches(on_cpu, positions, result.profiled_depth, goes_on);
    return result;
}

}  // namespace

std::vector<int> bench_depths(const DepthRange& depths) {
    std::vector<int> all;
    for (int depth = depths.least; depth <= depths.usual; ++depth) all.push_back(depth);
    return all;
}

Task bench_of(const SharedDoor& door) {
    Task job;
    job.about =
        R"(Searches a fixed set of positions at each default depth. Shows the 6502 cycles of a search and of
each routine, with and without the routines that it calls, and the time of the median search on a C64: the
processor alone, with badlines, and with badlines and the jiffy interrupt. If the signature is the same as
before, neither behaviour nor cost has changed.)";
    job.options = {{"model",
                    "the C64: pal, ntsc or ntsc-old (default: pal and ntsc)",
                    work::OptionKind::choice,
                    "",
                    {"pal", "ntsc", "ntsc-old"}}};
    if (door->bench_set == nullptr) {
        job.options.push_back(
            work::number_option("positions", "number of random positions", "20", 1, 1'000'000));
    }
    job.options.insert(job.options.end(), door->options.begin(), door->options.end());
    job.examples = {{}};
    if (door->programs.size() > 2) {
        job.examples.push_back({{"", std::string(door->programs[2].name())}});
    } else {
        job.examples.push_back({{"model", "pal"}});
    }
    job.plot = work::Plot{.title = "Cycles of a search",
                          .rows = "depths",
                          .x = "depth",
                          .x_title = door->depths.usual == 0 ? "" : "depth",
                          .y = {"most", "median", "least"},
                          .y_title = "6502 cycles",
                          .y_logarithmic = true};
    job.run = [door](const Order& order, const Watch& watch) {
        std::vector<AnyPosition> positions;
        if (door->bench_set != nullptr) {
            positions = door->bench_set();
        } else {
            const Host host = prepared(*door, c64::from_embedded(*order.program().image),
                                       setting_of(*door, order), order);
            const auto count = order.values.number("positions");
            while (positions.size() < count) {
                const std::uint64_t index = positions.size();
                engine::Random random(index * 0x9e3779b97f4a7c15U);
                positions.push_back(drawn_position(*door, host, index, random));
            }
        }
        return report_of(run_bench(*door, order, std::span<const AnyPosition>(positions), watch));
    };
    return job;
}

}  // namespace ryg::claims
