// The 6502's board node: 88 bytes, where each field is, and how to write and read one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "engine/common/position.hpp"

namespace ryg::engine::ryg1 {

/// Offsets of the fields.
///
///      0  marker $aa $aa $aa    4  turno    6  padre, lo hi               24  matriz, 64 cells
///      3  nivel                 5  valor    8  hijos[0..7], each lo hi        row by row
struct NodeLayout {
    static constexpr std::size_t marker = 0, level = 3, turn = 4, value = 5, parent = 6,
                                 children = 8, cells = 24, size = 88;
    static constexpr std::size_t most_children = 8;
};
static_assert(NodeLayout::cells + 64 == NodeLayout::size);
static_assert(NodeLayout::children + 2 * NodeLayout::most_children == NodeLayout::cells);

inline constexpr Byte marker_byte = 0xaa;
inline constexpr Byte mouse_cell = 0x01;  ///< also the turn byte of the mouse
inline constexpr Byte cat_cell = 0xff;    ///< also the turn byte of the cats
inline constexpr Byte empty_cell = 0x00;

constexpr Byte turn_byte(Side side) { return side == Side::mouse ? mouse_cell : cat_cell; }

using NodeBytes = std::array<Byte, NodeLayout::size>;

/// A board as the 6502 holds it: what goes into `tableroActual`. Parent and children are $0000.
[[nodiscard]] NodeBytes board_bytes(const Position& position, Byte level = 0, Byte value = 0x80);

/// The position in a node's cells and turn byte; nothing if those are not four cats and a mouse
/// on dark squares and one of the two turns. Other fields are not looked at.
[[nodiscard]] std::optional<Position> position_in(std::span<const Byte, NodeLayout::size> node);

/// The field that a byte of a node belongs to, by the original's name and for reports of
/// differences: `marca[1]`, `nivel`, `turno`, `valor`, `padre.lo`, `hijos[3].hi`, `matriz(2,4)`.
/// Throws std::out_of_range from 88 on.
[[nodiscard]] std::string field_name(std::size_t offset);

}  // namespace ryg::engine::ryg1
