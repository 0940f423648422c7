// What a search costs on the 6502: cycles over a fixed set of positions, routine by routine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/crosscheck/asm_engine.hpp"

namespace crosscheck {

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
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);

/// One depth over the whole set. Cycles are processor time, printing the dots included.
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

/// Depths 1 to 3 over the set.
[[nodiscard]] BenchResult run_bench(AsmEngine& engine);

/// The routines of the searches at `depth` over the set, dearest first. What goes on behind
/// CHROUT counts as one routine, `chrout`; a frame that calls itself counts once.
[[nodiscard]] std::vector<RoutineShare> profile_searches(AsmEngine& engine, int depth);

/// Seconds on a real C64 with its text screen and its jiffy interrupt on, from processor cycles:
/// 43 cycles a bad line, 25 of them a frame, 219 an interrupt. Sources: hardware measurements of
/// the ratio, [VICE].
struct Model {
    double clock_hz;
    double slowdown;  ///< wall clock cycles for each processor cycle
};
inline constexpr Model pal{985'248, 1.0731};
inline constexpr Model ntsc{1'022'730, 1.0819};
constexpr double seconds_on(const Model& model, Cycle cycles) {
    return static_cast<double>(cycles) * model.slowdown / model.clock_hz;
}

}  // namespace crosscheck
