// What searches cost on the 6502: cycles over a set of positions, by depth, by routine, on a C64.
#pragma once

#include <algorithm>
#include <map>

#include "c64/debug/profile.hpp"
#include "engine/harness/searcher.hpp"

namespace ryg::harness {

/// The cost of one depth over the whole set, in cycles as the machine's timing counts them,
/// printing included.
struct DepthCost {
    int depth = 0;            ///< 0: searches have no depth
    std::uint64_t nodes = 0;  ///< of all searches; 0: not counted
    Cycle total = 0;
    Cycle least = 0, median = 0, most = 0;  ///< cycles per search
    std::uint64_t largest_tree = 0;         ///< bytes; 0: no tree is kept

    [[nodiscard]] double cycles_per_node() const {
        return static_cast<double>(total) / static_cast<double>(nodes);
    }
};

struct RoutineShare {
    std::string routine;
    std::uint64_t calls = 0;
    Cycle self = 0, inclusive = 0;
};

/// The median search on a C64, for each timing.
struct RealCost {
    std::string_view model_name;
    c64::Model model{};
    int depth = 0;
    std::vector<Cycle> median{};  ///< by `bench_timings`
};
constexpr std::array<std::pair<const char*, c64::Timing>, 3> bench_timings{
    {{"cpu", c64::Timing::cpu},
     {"badlines", c64::Timing::badlines},
     {"stock", c64::Timing::stock}}};
constexpr std::array<std::pair<std::string_view, c64::Model>, 3> bench_models{
    {{"pal", c64::Model::pal}, {"ntsc", c64::Model::ntsc}, {"ntsc-old", c64::Model::ntsc_old}}};

struct BenchResult {
    std::size_t positions = 0;
    std::vector<DepthCost> depths{};
    std::vector<RealCost> on_c64{};
    int profiled_depth = 0;
    std::vector<RoutineShare> routines{};
    work::Signature signature{};
    bool chooses = false;  ///< the signature is of moves rather than other answers
};
[[nodiscard]] work::Report report_of(const BenchResult& result);

/// Called before each search; returns false to stop.
using GoOn = std::function<bool()>;

/// The depths of a bench: all usual ones.
template <class P>
std::vector<int> bench_depths(const Door<P>& door) {
    std::vector<int> depths;
    for (int depth = door.depths.least; depth <= door.depths.usual; ++depth) {
        depths.push_back(depth);
    }
    return depths;  // 0 if there are none
}

/// Adds the result of a search to a signature: the move, or all numbers that the twin knows of.
/// Returns the nodes.
template <class P>
std::uint64_t add_answer(const Searcher<P>& searcher, const P& position,
                         work::Signature& signature) {
    const Door<P>& door = *searcher.door;
    work::Outcome found;
    if (door.answer != nullptr) {
        found = door.answer(searcher.host, position, searcher.setting);
        signature.add(found.from, found.to);
    } else {
        Expected expected;
        door.twin(searcher.host, searcher.setting)->search(position, expected);
        const auto ram = searcher.host.machine().ram();
        for (const auto& [label, number] : expected.numbers_in(ram)) {
            signature.add(number);
            if (label == "nodes") found.nodes = number;
        }
    }
    signature.nodes += found.nodes;
    return found.nodes;
}

/// Searches the whole set to one depth and adds each search to `signature`.
template <class P>
DepthCost search_all(Searcher<P>& searcher, std::span<const P> positions, int depth,
                     work::Signature& signature, const GoOn& goes_on = {}) {
    searcher.setting.depth = depth;
    DepthCost cost{.depth = depth};
    std::vector<Cycle> cycles;
    for (const P& position : positions) {
        if (goes_on && !goes_on()) break;
        const Cycle took = searcher.search(position);
        const std::uint64_t nodes = add_answer(searcher, position, signature);
        signature.cycles += took;
        cost.nodes += nodes;
        cost.total += took;
        cost.largest_tree =
            std::max(cost.largest_tree, nodes * searcher.door->tree_in_memory.node_size);
        cycles.push_back(took);
    }
    if (cycles.empty()) return cost;
    std::ranges::sort(cycles);
    cost.least = cycles.front();
    cost.median = cycles[cycles.size() / 2];
    cost.most = cycles.back();
    return cost;
}

/// Adds up what routines cost over several calls, the costliest first. Everything inside the KERNAL
/// counts as one routine, `chrout`; a frame that calls itself counts once.
class Shares {
  public:
    void call(Host& host, std::string_view routine);
    [[nodiscard]] std::vector<RoutineShare> sorted() const;

  private:
    std::map<Address, RoutineShare> shares_;
};

template <class P>
std::vector<RoutineShare> profile_searches(Searcher<P>& searcher, std::span<const P> positions,
                                           int depth, const GoOn& goes_on = {}) {
    searcher.setting.depth = depth;
    Shares shares;
    for (const P& position : positions) {
        if (goes_on && !goes_on()) break;
        searcher.prepare(position);
        for (const std::string_view routine : searcher.routines()) {
            shares.call(searcher.host, routine);
        }
    }
    return shares.sorted();
}

/// Searches to all depths, then again on a C64 of each model asked for (by default PAL and NTSC).
template <class P>
BenchResult run_bench(const Door<P>& door, const Order& order, std::span<const P> positions,
                      const Watch& watch = {}) {
    const std::string only = order.values.text("model");
    std::vector<std::pair<std::string_view, c64::Model>> models;
    for (const auto& model : bench_models) {
        const bool is_meant =
            only.empty() ? model.second != c64::Model::ntsc_old : model.first == only;
        if (is_meant) models.push_back(model);
    }
    const std::vector<int> depths = bench_depths(door);
    const std::uint64_t total =
        positions.size() * (depths.size() * (1 + models.size() * bench_timings.size()) + 1);
    std::uint64_t done = 0;
    const GoOn goes_on = [&] {
        if (watch.progress) watch.progress(done, total);
        ++done;
        return !watch.stopped();
    };
    const auto searcher = [&](c64::Model model) {
        const Program& program = order.program();
        return Searcher<P>(door, {program.name(), program.version, 0, &order.values},
                           c64::from_embedded(*program.image), order.setup(model));
    };
    constexpr int usually_profiled = 2;
    BenchResult result{.positions = positions.size(),
                       .profiled_depth = std::min(usually_profiled, depths.back()),
                       .chooses = door.answer != nullptr};
    Searcher<P> on_cpu = searcher(c64::Model::pal);
    for (const int depth : depths) {
        result.depths.push_back(search_all(on_cpu, positions, depth, result.signature, goes_on));
    }
    for (const auto& [name, model] : models) {
        Searcher<P> on_c64 = searcher(model);
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

}  // namespace ryg::harness
