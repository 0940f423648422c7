// What the textbooks expect of hashes that are independent draws: the p-values of their tests.
#pragma once

#include <cstdint>
#include <span>

namespace ryg::app::theory {

/// That the count farthest from total / counts.size() is as far or farther, above or below: twice
/// the binomial tail, times the number of counts (Bonferroni).
[[nodiscard]] double farthest_count(std::span<const std::uint32_t> counts, unsigned farthest);

[[nodiscard]] double chi_square(double value, unsigned degrees);

/// That rare events of this mean happen so often or oftener.
[[nodiscard]] double poisson(double mean, std::uint64_t count);

/// So many of `trials`, or more.
[[nodiscard]] double binomial(std::uint64_t trials, double chance, std::uint64_t count);

/// That the serial correlation of so many independent bytes is as far from 0.
[[nodiscard]] double correlation(double value, std::size_t count);

}  // namespace ryg::app::theory
