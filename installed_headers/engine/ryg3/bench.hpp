// What the second engine's searches cost, and what each idea of its versions has brought.
#pragma once

#include <span>
#include <vector>

#include "ryg/engine/harness/report.hpp"
#include "ryg/engine/ryg3/engine.hpp"

namespace ryg::engine::ryg3 {

using harness::Signature;

inline constexpr int bench_depth = 7;

/// The fixed set: the start, and boards from random games with seed 6510; none finished. Searched
/// with `fixedTables` and empty hash tables. The signature depends on them: never change them.
[[nodiscard]] std::span<const Board> bench_boards();

/// One version and depth over the whole set, all iterations up to that depth together.
struct Cost {
    Version version{};
    int depth = 0;
    std::uint64_t nodes = 0;
    Cycle cycles = 0;     ///< of the processor alone
    SearchCounts counts;  ///< by the native twin, which counts what the program does not

    [[nodiscard]] double cycles_per_node() const {
        return static_cast<double>(cycles) / static_cast<double>(nodes);
    }
};

struct BenchResult {
    std::vector<Cost> costs;  ///< by version, then depth
    Signature signature;      ///< of all versions' searches to the last depth

    [[nodiscard]] const Cost& at(Version version, int depth) const;
};

/// Versions 7 to 11, depths 1 to `bench_depth`.
[[nodiscard]] BenchResult run_bench();

}  // namespace ryg::engine::ryg3
