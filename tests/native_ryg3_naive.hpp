// The second engine once more, plainly: 64 bytes walked square by square, by definition.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>

#include "engine/native/notation.hpp"
#include "engine/native/players.hpp"
#include "engine/native/ryg3/board.hpp"

namespace engine::ryg3 {

inline void PrintTo(const Board& board, std::ostream* out) {
    *out << to_fen(position_of(board), Geometry::b) << " cats";
    for (std::size_t cat = 1; cat < piece_count; ++cat) {
        *out << ' ' << square_name(mirrored(board.squares[cat]), Geometry::b);
    }
}

}  // namespace engine::ryg3

namespace naive3 {

using Cells = std::array<std::uint8_t, 64>;

/// Any random tables: the tests do not care how they came about.
inline engine::ryg3::RandomTables random_tables(std::uint64_t seed) {
    engine::Random random(seed);
    return engine::ryg3::draw_tables(
        [&random] { return static_cast<engine::Byte>(random.next()); });
}

/// The walk of the seed program: over 64 squares, a table for each piece that is met.
inline int walk(const Cells& cells, const std::array<std::array<std::uint8_t, 64>, 5>& tables) {
    int result = 0;
    for (std::size_t square = 0; square < 64; ++square) {
        if (cells[square] < 5) result ^= tables[cells[square]][square];
    }
    return result;
}

}  // namespace naive3
