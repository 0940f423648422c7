// The 6502's board node: writing, reading and naming its 88 bytes.
#include "engine/games/ryg1/native/node_layout.hpp"

#include <algorithm>
#include <stdexcept>

namespace ryg::engine::ryg1 {

NodeBytes board_bytes(const Position& position, Byte level, Byte value) {
    NodeBytes bytes{};
    std::fill_n(bytes.begin(), NodeLayout::level, marker_byte);
    bytes[NodeLayout::level] = level;
    bytes[NodeLayout::turn] = turn_byte(position.side);
    bytes[NodeLayout::value] = value;
    for (DarkSet cats = position.cats; cats != 0;) {
        bytes[NodeLayout::cells + take_first(cats)] = cat_cell;
    }
    bytes[NodeLayout::cells + position.mouse] = mouse_cell;
    return bytes;
}

std::optional<Position> position_in(std::span<const Byte, NodeLayout::size> node) {
    const Byte turn = node[NodeLayout::turn];
    if (turn != mouse_cell && turn != cat_cell) return std::nullopt;
    Position position{.cats = 0, .mouse = 0, .side = turn == mouse_cell ? Side::mouse : Side::cats};
    int mice = 0;
    for (std::size_t cell = 0; cell < 64; ++cell) {
        const Byte content = node[NodeLayout::cells + cell];
        const auto square = static_cast<Square>(cell);
        if (content == empty_cell) continue;
        if (!is_dark(square)) return std::nullopt;
        if (content == mouse_cell) {
            position.mouse = square;
            ++mice;
        } else if (content == cat_cell) {
            position.cats |= dark_bit(square);
        } else {
            return std::nullopt;
        }
    }
    if (mice != 1 || !is_well_formed(position)) return std::nullopt;
    return position;
}

std::string field_name(std::size_t offset) {
    if (offset >= NodeLayout::size) {
        throw std::out_of_range("offset " + std::to_string(offset) +
                                " is outside a node: its bytes are 0 to 87");
    }
    const auto half = [offset] { return offset % 2 == 0 ? ".lo" : ".hi"; };  // fields lie even
    if (offset < NodeLayout::level) return "marca[" + std::to_string(offset) + "]";
    if (offset == NodeLayout::level) return "nivel";
    if (offset == NodeLayout::turn) return "turno";
    if (offset == NodeLayout::value) return "valor";
    if (offset < NodeLayout::children) return std::string("padre") + half();
    if (offset < NodeLayout::cells) {
        const std::size_t child = (offset - NodeLayout::children) / 2;
        return "hijos[" + std::to_string(child) + "]" + half();
    }
    const std::size_t cell = offset - NodeLayout::cells;
    return "matriz(" + std::to_string(cell / 8) + "," + std::to_string(cell % 8) + ")";
}

}  // namespace ryg::engine::ryg1
