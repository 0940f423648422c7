// What a search costs on the 6502: cycles over a fixed set of positions, routine by routine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/games/ryg1/game.hpp"
#include "engine/work/difference.hpp"

namespace ryg::engine::ryg1 {

/// The fixed set: the cats to move after each of the mouse's first moves, and positions from
/// random games with seed 6510; none finished. The signature depends on them: never change them.
[[nodiscard]] std::span<const Position> bench_positions();

using work::Signature;

/// One depth over the whole set. Cycles are those that the machine's timing counts, printing the
/// dots included.
struct DepthCost {
    int depth = 0;
    std::uint64_t nodes = 0;  ///< all searches together
    Cycle total = 0;
    Cycle least = 0, median = 0, most = 0;  ///< cycles a search
    std::size_t largest_tree = 0;           ///< bytes

    [[nodiscard]] double cycles_per_node() const {
        return static_cast<double>(total) / static_cast<double>(nodes);
    }
};

struct RoutineShare {
    std::string routine;
    std::uint64_t calls = 0;
    Cycle self = 0, inclusive = 0;
};

struct BenchResult {
    std::vector<DepthCost> depths;
    Signature signature;
};

/// All searches of the set to one depth; each is added to `signature` if there is one.
[[nodiscard]] DepthCost search_all(harness::Searcher<Root>& searcher, int depth,
                                   Signature* signature = nullptr);

/// Depths 1 to 3 over the set.
[[nodiscard]] BenchResult run_bench(harness::Searcher<Root>& searcher);

/// The routines of the searches at `depth` over the set, costliest first. What goes on after
/// CHROUT is called counts as one routine, `chrout`; a frame that calls itself counts once.
[[nodiscard]] std::vector<RoutineShare> profile_searches(harness::Searcher<Root>& searcher,
                                                         int depth);

}  // namespace ryg::engine::ryg1
