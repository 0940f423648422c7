// Triangular indices: a symmetric table in half the space, without gaps.
#pragma once

#include <cassert>
#include <cstdint>

namespace ryg::engine::indexing {

// If x[i][j] = x[j][i], half of the table is enough, stored row after row:
//
//     without the diagonal: j < i           with the diagonal: j <= i
//
//       j   0   1   2   3                     j   0   1   2   3
//     i                                     i
//     1     0                               0     0
//     2     1   2                           1     1   2
//     3     3   4   5                       2     3   4   5
//     4     6   7   8   9                   3     6   7   8   9
//
// On the left, row i begins at 0 + 1 + .. + i-1 = i (i-1) / 2 and has i entries; the next row
// begins at i (i-1) / 2 + i = (i+1) i / 2. So each index is used once.

/// Index of the pair {i, j} with j < i.
constexpr std::uint32_t triangle_index(std::uint32_t i, std::uint32_t j) {
    assert(j < i);
    return i * (i - 1) / 2 + j;
}
/// Number of pairs with j < i < n.
constexpr std::uint32_t triangle_size(std::uint32_t n) { return n == 0 ? 0 : n * (n - 1) / 2; }

/// Index of the pair {i, j} with j <= i: the triangle without its diagonal, moved up by a row.
constexpr std::uint32_t diagonal_triangle_index(std::uint32_t i, std::uint32_t j) {
    assert(j <= i);
    return i * (i + 1) / 2 + j;
}
constexpr std::uint32_t diagonal_triangle_size(std::uint32_t n) { return n * (n + 1) / 2; }

static_assert(triangle_index(1, 0) == 0 && triangle_index(4, 3) + 1 == triangle_size(5));
static_assert(diagonal_triangle_index(3, 3) + 1 == diagonal_triangle_size(4));
static_assert(diagonal_triangle_index(3, 1) == triangle_index(4, 1));

}  // namespace ryg::engine::indexing
