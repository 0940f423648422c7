// What a search costs on the 6502: cycles over a fixed set of positions, routine by routine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/ryg/asm_engine.hpp"

namespace ryg::crosscheck {

/// The fixed set: the cats to move after each of the mouse's first moves, and positions from
/// random games with seed 6510; none finished. The signature depends on them: never change them.
[[nodiscard]] std::span<const engine::Position> bench_positions();

/// A thumbprint of the program's behaviour and cost. Equal signatures: the same trees, the same
/// cycles, the same moves.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t cycles = 0;
    std::uint32_t moves = 0;  ///< FNV-1a over from and to of each chosen move, $ff $ff for none

    void add(const AsmSearch& search);
    void add(Byte from, Byte to);  ///< of a chosen move
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);

/// One depth over the whole set. Cycles are those that the engine's timing counts, printing the
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
[[nodiscard]] DepthCost search_all(AsmEngine& engine, int depth, Signature* signature = nullptr);

/// Depths 1 to 3 over the set.
[[nodiscard]] BenchResult run_bench(AsmEngine& engine);

/// The routines of the searches at `depth` over the set, dearest first. What goes on behind
/// CHROUT counts as one routine, `chrout`; a frame that calls itself counts once.
[[nodiscard]] std::vector<RoutineShare> profile_searches(AsmEngine& engine, int depth);

/// Seconds that a C64's clock takes for so many of its cycles.
[[nodiscard]] constexpr double seconds_on(c64::Model model, Cycle cycles) {
    return static_cast<double>(cycles) / c64::timing_of(model).clock_hz;
}

}  // namespace ryg::crosscheck
