// The combinatorial number system: sets of k dark squares, numbered without a gap.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "engine/common/position.hpp"

namespace ryg::engine::indexing {

// triangles.hpp numbers sets of two elements; this extends it to sets of k. A set is read as a
// word, one bit per square. Its rank is the number of smaller words with the same number of bits:
//
//     rank    0     1     2     3     4     5     6  ..     sets of two, i and j < i:
//     word   11   101   110  1001  1010  1100 10001         rank = C(i,2) + C(j,1)
//     set   1,0   2,0   2,1   3,0   3,1   3,2   4,0              = i (i-1) / 2 + j
//
// Of the sets that come before {d, c, b, a}, with d > c > b > a, C(d,4) have all elements below d;
// C(c,3) have d as the highest and the other three below c; and so on:
//
//     rank = C(d,4) + C(c,3) + C(b,2) + C(a,1)
//
// Ranks are in the order of the words, so the rank grows when an element moves up.

/// C(n, k): the number of sets of k elements among n; 0 if k is not in 0 .. n.
constexpr std::uint32_t combinations(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t count = 1;
    for (int i = 0; i < k; ++i) {
        count = count * static_cast<unsigned>(n - i) / static_cast<unsigned>(i + 1);  // C(n, i+1)
    }
    return static_cast<std::uint32_t>(count);
}

/// The number of sets of `size` dark squares.
template <std::size_t size>
inline constexpr std::uint32_t set_count = combinations(32, static_cast<int>(size));

/// What an element adds to the rank: place_values<4>[k][c] = C(c, k + 1) for square c as the k-th
/// lowest, counted from 0.
template <std::size_t size>
inline constexpr auto place_values = [] {
    std::array<std::array<std::uint32_t, 32>, size> values{};
    for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t c = 0; c < 32; ++c) {
            values[k][c] = combinations(static_cast<int>(c), static_cast<int>(k) + 1);
        }
    }
    return values;
}();

/// The rank of a set of `size` squares: 0 .. set_count<size> - 1.
template <std::size_t size>
constexpr std::uint32_t rank_of(DarkSet set) {
    assert(std::popcount(set) == size);
    std::uint32_t rank = 0;
    for (const auto& values : place_values<size>) {
        rank += values[static_cast<std::size_t>(std::countr_zero(set))];
        set &= set - 1;
    }
    return rank;
}

/// The set of a rank: from the highest element down, each is the greatest whose value still fits.
template <std::size_t size>
constexpr DarkSet set_of(std::uint32_t rank) {
    assert(rank < set_count<size>);
    DarkSet set = 0;
    std::size_t c = 32;
    for (std::size_t k = size; k-- > 0;) {
        do {
            --c;
        } while (place_values<size>[k][c] > rank);
        set |= DarkSet{1} << c;
        rank -= place_values<size>[k][c];
    }
    return set;
}

/// The set whose rank is one higher: the next larger word with the same number of bits. The highest
/// bit of the lowest run of ones moves up by one; the rest of the run moves down to bit 0:
///
///     0 0 1 1 1 0 0   adding the lowest one carries through the run
///     0 1 0 0 0 0 0   the rest of the run, one bit fewer, is put back at the bottom
///     0 1 0 0 0 1 1
///
/// Undefined for the last set; the caller has to count.
constexpr DarkSet next_set(DarkSet set) {
    const DarkSet lowest = set & (0 - set);
    const DarkSet carried = set + lowest;
    return carried | (set ^ carried) >> (2 + std::countr_zero(set));
}

static_assert(set_count<4> == 35'960 && combinations(31, 4) == 31'465);
static_assert(rank_of<2>(0b1100) == 5 && set_of<2>(5) == 0b1100);
static_assert(rank_of<4>(start_position().cats) == 0);
static_assert(rank_of<4>(0xf0000000) + 1 == set_count<4>);
static_assert(next_set(0b0011100) == 0b0100011);

}  // namespace ryg::engine::indexing
