// The game tree in a machine's memory: decoding it, and what its nodes say.
#include "engine/games/ryg1/tree_view.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/game.hpp"

namespace ryg::engine::ryg1 {

using c64::Labels;
using c64::Machine;
using c64::debug::Variable;
using harness::NodeText;
using harness::TreeInMemory;
using Place = TreeInMemory::Place;

namespace {

Place place_of(const Machine& machine, const Labels& labels) {
    const auto word = [&](std::string_view low, std::string_view high) {
        return emu::word(machine.ram()[labels.at(low)], machine.ram()[labels.at(high)]);
    };
    return {word("baseArbolLo", "baseArbolHi"), word("libreLo", "libreHi"),
            word("finArbolLo", "finArbolHi")};
}

TreeInMemory::Node decode(const Machine& machine, Address at) {
    const NodeBytes bytes = node_at(machine, at);
    const auto word = [&](std::size_t offset) {
        return emu::word(bytes[offset], bytes[offset + 1]);
    };
    const Byte turn = bytes[NodeLayout::turn];
    TreeInMemory::Node node{.level = bytes[NodeLayout::level],
                            .value = bytes[NodeLayout::value],
                            .parent = word(NodeLayout::parent),
                            .turn = turn == mouse_cell ? "RATON"
                                    : turn == cat_cell ? "GATOS"
                                                       : fmt::format("${:02x}", turn),
                            .first_side = turn == mouse_cell};
    for (std::size_t child = 0; child < NodeLayout::most_children; ++child) {
        const Address address = word(NodeLayout::children + 2 * child);
        if (emu::high(address) == 0) break;  // the first empty slot
        node.children.push_back(address);
    }
    return node;
}

/// "d1e2", or "(7,3)(6,4)"; "?" where two boards do not differ by a move.
std::string move_between(const Machine& machine, Address from_node, Address to_node,
                         const work::Values& values) {
    const NodeBytes before = node_at(machine, from_node), after = node_at(machine, to_node);
    const Geometry geometry = geometry_of(values);
    std::string from, to;
    for (std::size_t cell = 0; cell < 64; ++cell) {
        const Byte left = after[NodeLayout::cells + cell];
        if (before[NodeLayout::cells + cell] == left) continue;
        (left == empty_cell ? from : to) += square_name(static_cast<Square>(cell), geometry);
    }
    if (from.empty() && to.empty()) return "?";
    return (from.empty() ? "??" : from) + (to.empty() ? "??" : to);
}

/// Rows and columns numbered, `M` the mouse, `c` a cat, `?` neither.
std::string draw_board(const NodeBytes& node) {
    std::string text = "      0 1 2 3 4 5 6 7\n";
    for (unsigned row = 0; row < 8; ++row) {
        text += fmt::format("    {}", row);
        for (unsigned column = 0; column < 8; ++column) {
            const Byte cell = node[NodeLayout::cells + 8 * row + column];
            const auto square = square_at(static_cast<int>(row), static_cast<int>(column));
            text += ' ';
            text += cell == mouse_cell   ? 'M'
                    : cell == cat_cell   ? 'c'
                    : cell != empty_cell ? '?'
                    : is_dark(square)    ? '.'
                                         : ' ';
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

char piece(Byte cell) {
    if (cell == mouse_cell) return 'M';
    if (cell == cat_cell) return 'c';
    return cell == empty_cell ? '.' : '?';
}

std::vector<Variable> rows_of_board(const Machine& machine, Address begin,
                                    std::string_view before = {}) {
    constexpr std::size_t side = 8;
    std::vector<Variable> rows;
    for (std::size_t row = 0; row < side; ++row) {
        const auto address = static_cast<Address>(begin + row * side);
        std::string text;
        for (unsigned column = 0; column < side; ++column) {
            if (column > 0) text += ' ';
            text += piece(machine.peek(static_cast<Address>(address + column)));
        }
        rows.push_back({.name = fmt::format("{}{}", before, row),
                        .value = std::move(text),
                        .address = address,
                        .size = side});
    }
    return rows;
}

NodeText describe(const Machine& machine, Address address) {
    const NodeBytes bytes = node_at(machine, address);
    const TreeInMemory::Node node = decode(machine, address);
    NodeText text{
        .summary =
            fmt::format("{} valor ${:02x}, {} hijos", node.turn, node.value, node.children.size()),
        .lines = fmt::format("    nivel {}  turno {}  valor {} (${:02x})  padre ${:04x}\n",
                             node.level, node.turn, node.value, node.value, node.parent),
        .fields = {},
        .position = position_in(bytes)};
    if (!node.children.empty()) {
        text.lines += "    hijos";
        for (const Address child : node.children) text.lines += fmt::format(" ${:04x}", child);
        text.lines += '\n';
    }
    text.lines += draw_board(bytes);
    const auto field = [&](const char* name, std::size_t offset, std::string its_value,
                           unsigned size = 1) {
        text.fields.push_back({.name = name,
                               .value = std::move(its_value),
                               .address = static_cast<Address>(address + offset),
                               .size = size});
    };
    field("nivel", NodeLayout::level, fmt::format("${:02x}", node.level));
    field("turno", NodeLayout::turn, node.turn);
    field("valor", NodeLayout::value, fmt::format("${:02x}", node.value));
    field("padre", NodeLayout::parent, fmt::format("${:04x}", node.parent), 2);
    std::ranges::move(
        rows_of_board(machine, static_cast<Address>(address + NodeLayout::cells), "row "),
        std::back_inserter(text.fields));
    return text;
}

}  // namespace

NodeBytes node_at(const Machine& machine, emu::Address node) {
    NodeBytes bytes{};
    std::ranges::copy(machine.ram().subspan(node, bytes.size()), bytes.begin());
    return bytes;
}

const TreeInMemory& tree_in_memory() {
    static const TreeInMemory all{.place = place_of,
                                  .node = decode,
                                  .move = move_between,
                                  .describe = describe,
                                  .field = field_name,
                                  .typed =
                                      [](const std::string& typed, const work::Values& values) {
                                          const Geometry geometry = geometry_of(values);
                                          return to_string(parse_move(typed, geometry), geometry);
                                      },
                                  .node_size = NodeLayout::size,
                                  .value = NodeLayout::value,
                                  .root = "plantaRaiz",
                                  .made = "pensando",
                                  .chosen = "djmHijo"};
    return all;
}

SearchOutcome outcome_in(const Machine& machine, const Labels& labels) {
    const Place place = place_of(machine, labels);
    const std::size_t nodes =
        place.free > place.first ? (place.free - place.first) / NodeLayout::size : 0;
    SearchOutcome found{.move = {},
                        .value = 0,
                        .nodes = nodes,
                        .depth_used = machine.ram()[labels.at("dajProfReal")],
                        .tree_bytes = nodes * NodeLayout::size,
                        .children = {}};
    if (nodes == 0) return found;
    const NodeBytes root = node_at(machine, place.first);
    const auto position = position_in(root);
    found.value = root[NodeLayout::value];
    for (const Address address : decode(machine, place.first).children) {
        const unsigned offset = unsigned{address} - place.first;  // huge in front of the tree
        if (offset % NodeLayout::size != 0 || offset / NodeLayout::size >= nodes) break;
        const NodeBytes child = node_at(machine, address);
        ChildResult result{.value = child[NodeLayout::value], .address = address};
        const auto next = position_in(child);
        for (const Move move : position ? generate_moves(*position) : MoveList{}) {
            if (apply(*position, move) == next) result.move = move;
        }
        found.children.push_back(result);
    }
    if (const auto chosen = labels.find("djmHijo")) {
        const Byte child = machine.ram()[*chosen];
        if (child < found.children.size()) found.move = found.children[child].move;
    }
    return found;
}

void add_board_view(c64::debug::Commands& commands) {
    const auto board = commands.symbols.labels.find("tableroActual");
    if (!board) return;
    const auto begin = static_cast<Address>(*board + NodeLayout::cells);
    commands.views.push_back({"Board", [begin](const Machine& machine, std::optional<Address>) {
                                  return rows_of_board(machine, begin);
                              }});
}

}  // namespace ryg::engine::ryg1
