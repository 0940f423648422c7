// What the search looks up, on the 6502 as in C++: places on its board, keys, sums of rows.
#pragma once

#include <array>

#include "engine/common/position.hpp"

namespace ryg::engine::veloz {

/// The board of the search: only dark squares, four to a row, and a border that rows share, so that
/// a step is a fixed distance: up -5 and -4, down +4 and +5.
///
///       0   1   2   3      row 0      4, 13, 22 and 31 are border
///     4   5   6   7   8    row 1
///       9  10  11  12      row 2
inline constexpr int places = 36;
constexpr bool is_square(int place) { return place % 9 != 4; }
constexpr int place_of(Square square) { return dark_index(square) + (dark_index(square) + 4) / 8; }
constexpr int index_at(int place) { return place - (place + 4) / 9; }
/// Half the row, half the column: within one search that identifies the mouse's square at each
/// depth.
constexpr int quarter_of(Square square) { return row_of(square) / 2 * 4 + column_of(square) / 2; }

/// x * y in GF(32), the polynomials modulo z^5 + z^2 + 1.
constexpr unsigned product(unsigned x, unsigned y) {
    unsigned sum = 0;
    for (unsigned bit = 0; bit < 5; ++bit) sum ^= (y >> bit & 1) * (x << bit);
    for (unsigned bit = 9; bit > 4; --bit) sum ^= (sum >> bit & 1) * (0x25U << (bit - 5));
    return sum;
}

/// 20 bits: x, x^3, x^5, x^7. No two sets of four squares have the same sum (exclusive or) of keys:
/// any eight of a BCH code's columns are independent, and 0 is one more square.
inline constexpr std::array<unsigned, 32> square_keys = [] {
    std::array<unsigned, 32> keys{};
    for (unsigned x = 0; x < 32; ++x) {
        const unsigned x2 = product(x, x), x3 = product(x2, x), x5 = product(x3, x2);
        keys[x] = x | x3 << 5 | x5 << 10 | product(x5, x2) << 15;
    }
    return keys;
}();
/// Spreads the mouse's places over the entries.
constexpr unsigned mix_of(int quarter) { return static_cast<unsigned>(quarter) * 27 & 0xff; }

/// The sum of four cats' weights, a byte, tells the groups of rows apart.
inline constexpr std::array<Byte, 8> row_weights{0, 186, 245, 129, 31, 252, 193, 7};

/// What the cats' rows are, as far as it changes values.
enum class Rows : Byte {
    other,        ///< no points now, and none after a move
    one,          ///< all in one row
    one_blocked,  ///< all in row 7
    two_last,     ///< in two rows, one cat alone in the first of them
    two,          ///< in two rows, more than one
    three         ///< in three rows, one cat alone in the first of them
};

struct RowGroup {
    Byte points = 0;
    Rows rows = Rows::other;
};

constexpr RowGroup group_of(const std::array<int, 4>& ascending) {
    const int spread = ascending[3] - ascending[0];
    const bool alone = ascending[0] != ascending[1];
    if (spread == 0) return {0xf0, ascending[0] == 7 ? Rows::one_blocked : Rows::one};
    if (spread == 1) return {0xf8, alone ? Rows::two_last : Rows::two};
    return {0, spread == 2 && alone ? Rows::three : Rows::other};
}

/// By the sum of weights. Throws, so does not compile, if the weights do not tell groups apart.
inline constexpr std::array<RowGroup, 256> row_groups = [] {
    std::array<RowGroup, 256> groups{};
    std::array<bool, 256> known{};
    for (int a = 0; a < 8; ++a) {
        for (int b = a; b < 8; ++b) {
            for (int c = b; c < 8; ++c) {
                for (int d = c; d < 8; ++d) {
                    const RowGroup group = group_of({a, b, c, d});
                    Byte sum = 0;
                    for (const int row : {a, b, c, d}) {
                        sum = static_cast<Byte>(sum + row_weights[static_cast<std::size_t>(row)]);
                    }
                    if (known[sum] &&
                        (groups[sum].rows != group.rows || groups[sum].points != group.points)) {
                        throw "two groups have one sum";
                    }
                    known[sum] = true;
                    groups[sum] = group;
                }
            }
        }
    }
    return groups;
}();

static_assert(place_of(square_at(1, 1)) == 5 && place_of(63) == 35);
static_assert(index_at(5) == 4 && index_at(35) == 31);

}  // namespace ryg::engine::veloz
