// Costs of searches on the 6502: cycles over a set of positions, by depth, by routine, on a C64.
#pragma once

#include <algorithm>
#include <map>

#include "c64/debug/profile.hpp"
#include "engine/claims/searcher.hpp"

namespace ryg::claims {

/// The cost of one depth over the whole set, in cycles as the machine's timing counts them,
/// printing included.
struct DepthCost {
    int depth = 0;            ///< 0: searches have no depth
    std::uint64_t nodes = 0;  ///< nodes of all searches; 0: not counted
    Cycle total = 0;
    Cycle least = 0, median = 0, most = 0;  ///< cycles per search
    std::uint64_t largest_tree = 0;         ///< bytes; 0: no tree is kept

    [[nodiscard]] double cycles_per_node() const {
        return static_cast<double>(total) / static_cast<double>(nodes);
    }
};

/// A routine's share of the cycles: without and with the routines that it calls.
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
    std::vector<Cycle> median{};  ///< median cycles, by `bench_timings`
};
constexpr std::array<std::pair<const char*, c64::Timing>, 3> bench_timings{
    {{"cpu", c64::Timing::cpu},
     {"badlines", c64::Timing::badlines},
     {"stock", c64::Timing::stock}}};
constexpr std::array<std::pair<std::string_view, c64::Model>, 3> bench_models{
    {{"pal", c64::Model::pal}, {"ntsc", c64::Model::ntsc}, {"ntsc-old", c64::Model::ntsc_old}}};

/// Everything that `bench` measures of one program.
struct BenchResult {
    std::size_t positions = 0;
    std::vector<DepthCost> depths{};
    std::vector<RealCost> on_c64{};
    int profiled_depth = 0;
    std::vector<RoutineShare> routines{};
    work::Signature signature{};
    bool chooses = false;  ///< the signature is of moves, not of other results
};
[[nodiscard]] work::Report report_of(const BenchResult& result);

/// The depths of a bench: all default ones; 0 if searches have no depth.
[[nodiscard]] std::vector<int> bench_depths(const DepthRange& depths);

/// Called before each search; returns false to stop.
using GoOn = std::function<bool()>;

/// Adds the result of a search to a signature: the move, or all numbers that the twin states.
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
        door.twin(searcher.host, searcher.setting)(position, expected);
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

/// Sums the cycles of routines over several calls, most expensive first. Everything inside the
/// KERNAL counts as one routine, `chrout`; recursive calls count once.
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

}  // namespace ryg::claims
