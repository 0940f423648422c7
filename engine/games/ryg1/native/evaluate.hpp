// What a board is worth to the mouse, in the 6502's bytes: three criteria and their sum.
#pragma once

#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "engine/common/moves.hpp"

namespace ryg::engine::ryg1 {

/// The versions of the first engine that have a tree: 12 values every node by itself, 13 has
/// minimax, 14 chooses a move, 15 ends the game, 16 has more memory and the third criterion.
enum class Version : std::uint8_t { v12 = 12, v13, v14, v15, v16 };

inline constexpr std::array all_versions{Version::v12, Version::v13, Version::v14, Version::v15,
                                         Version::v16};

constexpr int number_of(Version version) { return static_cast<int>(version); }

/// 12..16, or std::invalid_argument.
constexpr Version version_from(int number) {
    if (number < 12 || number > 16) {
        throw std::invalid_argument("there is no version " + std::to_string(number) +
                                    " of the first engine: use 12 to 16");
    }
    return static_cast<Version>(number);
}

/// Neither side is better; a higher value is better for the mouse.
inline constexpr Byte neutral_value = 0x80;

// Negative points are bytes that wrap: $ff is -1. The sums never pass $00 or $ff themselves.
inline constexpr std::array<Byte, 8> mouse_row_points{0x20, 6, 5, 4, 3, 2, 1, 0};
inline constexpr std::array<Byte, 5> mouse_moves_points{0xe0, 0xfd, 0xfe, 0xff, 0x00};
inline constexpr std::array<Byte, 8> cat_row_spread_points{0xf0, 0xf8, 0, 0, 0, 0, 0, 0};

/// What the mouse gains by its row: the nearer to row 0 the more, and row 0 wins.
constexpr Byte mouse_row_score(const Position& position) {
    return mouse_row_points[static_cast<std::size_t>(row_of(position.mouse))];
}

/// What the mouse loses by having fewer than four moves, whoever is to move.
constexpr Byte mouse_moves_score(const Position& position) {
    return mouse_moves_points[static_cast<std::size_t>(std::popcount(mouse_targets(position)))];
}

/// What the cats gain by standing in a closed row (from version 16).
constexpr Byte cat_row_spread_score(const Position& position) {
    const int lowest = std::countr_zero(position.cats) / 4;
    const int highest = (31 - std::countl_zero(position.cats)) / 4;
    return cat_row_spread_points[static_cast<std::size_t>(highest - lowest)];
}

/// A board's own value, `evaluaTablero`: the neutral value and the criteria, modulo 256.
constexpr Byte evaluate(const Position& position, Version version) {
    int value = neutral_value + mouse_row_score(position) + mouse_moves_score(position);
    if (version >= Version::v16) value += cat_row_spread_score(position);
    return static_cast<Byte>(value);
}

static_assert(evaluate(apply(start_position(), {59, 50}), Version::v12) == 0x81);
static_assert(evaluate(start_position(), Version::v16) == 0x6e);

}  // namespace ryg::engine::ryg1
