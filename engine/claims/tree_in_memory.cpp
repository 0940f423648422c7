// Nodes in memory: their fields, boards, and the moves between them.
#include <algorithm>
#include <fmt/format.h>

#include "c64/board/machine.hpp"
#include "engine/claims/tree.hpp"
#include "engine/claims/trial.hpp"
#include "engine/work/report.hpp"

namespace ryg::claims {

using c64::debug::Variable;
using Ram = TreeInMemory::Ram;

const work::Option squares_option = work::choice_option(
    "squares", "how moves are shown: names (d1e2) or rc (row and column, as in the articles)",
    "names", {"names", "rc"});

engine::Geometry geometry_of(const work::Values& values) {
    return values.text("squares") == "rc" ? engine::Geometry::rows : engine::Geometry::a;
}

namespace {

constexpr std::size_t side = 8;  // squares

Address word_at(Ram ram, std::size_t at) { return emu::word(ram[at], ram[at + 1]); }

char piece(const TreeInMemory& tree, emu::Byte cell) {
    if (cell == tree.pieces[0]) return 'M';
    if (cell == tree.pieces[1]) return 'c';
    return cell == 0 ? '.' : '?';
}

}  // namespace

TreeInMemory::Place TreeInMemory::place(Ram ram, const c64::Labels& labels) const {
    const auto pointer = [&](const Pointer& pair) {
        return emu::word(ram[labels.at(pair.low)], ram[labels.at(pair.high)]);
    };
    return {pointer(first), pointer(free), pointer(end)};
}

TreeNode TreeInMemory::node(Ram ram, Address at) const {
    const auto bytes = ram.subspan(at, node_size);
    const emu::Byte mover = bytes[turn.offset];
    TreeNode node{.address = at,
                  .level = bytes[level.offset],
                  .value = bytes[value.offset],
                  .first_side = mover == pieces[0]};
    node.turn = node.first_side      ? sides[0]
                : mover == pieces[1] ? std::string(sides[1])
                                     : fmt::format("${:02x}", mover);
    return node;
}

std::vector<Address> TreeInMemory::children_of(Ram ram, Address at) const {
    std::vector<Address> all;
    while (all.size() < most_children) {
        const Address child = word_at(ram, at + children.offset + 2 * all.size());
        if (emu::high(child) == 0) break;
        all.push_back(child);
    }
    return all;
}

Tree TreeInMemory::nodes(Ram ram, std::size_t begin, std::size_t behind,
                         engine::Geometry geometry) const {
    Tree tree;
    const std::size_t count = behind < begin ? 0 : (behind - begin) / node_size;
    const auto index_of = [&](Address at) -> std::optional<std::size_t> {
        if (at < begin || (at - begin) % node_size != 0) return {};
        const std::size_t index = (at - begin) / node_size;
        return index < count ? std::optional(index) : std::nullopt;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<Address>(begin + i * node_size);
        const Address from = word_at(ram, at + parent.offset);
        TreeNode next = node(ram, at);
        next.index = i;
        next.parent = index_of(from);
        for (const Address child : children_of(ram, at)) {
            if (const auto index = index_of(child)) next.children.push_back(*index);
        }
        if (i != 0 && next.parent) next.move = move(ram, from, at, geometry);
        tree.push_back(std::move(next));
    }
    return tree;
}

std::string TreeInMemory::move(Ram ram, Address from, Address to, engine::Geometry geometry) const {
    std::string left, reached;
    for (std::size_t cell = 0; cell < side * side; ++cell) {
        const emu::Byte now = ram[to + cells + cell];
        if (ram[from + cells + cell] == now) continue;
        (now == 0 ? left : reached) += square_name(static_cast<engine::Square>(cell), geometry);
    }
    if (left.empty() && reached.empty()) return "?";
    return (left.empty() ? "??" : left) + (reached.empty() ? "??" : reached);
}

std::vector<Variable> TreeInMemory::ranks(Ram ram, Address node, std::string_view before) const {
    std::vector<Variable> rows;
    for (std::size_t row = 0; row < side; ++row) {
        const auto address = static_cast<Address>(node + cells + row * side);
        std::string text;
        for (unsigned column = 0; column < side; ++column) {
            if (column > 0) text += ' ';
            text += piece(*this, ram[address + column]);
        }
        rows.push_back({.name = fmt::format("{}{}", before, row),
                        .value = std::move(text),
                        .address = address,
                        .size = side});
    }
    return rows;
}

NodeText TreeInMemory::describe(Ram ram, Address address) const {
    const TreeNode known = node(ram, address);
    const auto all = children_of(ram, address);
    const Address father = word_at(ram, address + parent.offset);
    NodeText text{.summary = fmt::format("{} {} ${:02x}, {} {}", known.turn, value.name,
                                         *known.value, all.size(), children.name),
                  .lines = fmt::format("    {} {}  {} {}  {} {} (${:02x})  {} ${:04x}\n",
                                       level.name, known.level, turn.name, known.turn, value.name,
                                       *known.value, *known.value, parent.name, father),
                  .fields = {}};
    if (!all.empty()) text.lines += fmt::format("    {}", children.name);
    for (const Address child : all) text.lines += fmt::format(" ${:04x}", child);
    text.lines += all.empty() ? "" : "\n";
    const auto add = [&](const Part& part, std::string shown, unsigned size = 1) {
        text.fields.push_back({.name = std::string(part.name),
                               .value = std::move(shown),
                               .address = static_cast<Address>(address + part.offset),
                               .size = size});
    };
    add(level, fmt::format("${:02x}", known.level));
    add(turn, known.turn);
    add(value, fmt::format("${:02x}", *known.value));
    add(parent, fmt::format("${:04x}", father), 2);
    text.lines += "      0 1 2 3 4 5 6 7\n";
    int row = 0;
    for (Variable& rank : ranks(ram, address, "row ")) {
        std::string drawn = rank.value;  // light squares remain white
        for (int column = 0; column < static_cast<int>(side); ++column) {
            char& cell = drawn[static_cast<std::size_t>(2 * column)];
            if (cell == '.' && !engine::is_dark(engine::square_at(row, column))) cell = ' ';
        }
        drawn.erase(drawn.find_last_not_of(' ') + 1);
        text.lines += fmt::format("    {} {}\n", row++, drawn);
        text.fields.push_back(std::move(rank));
    }
    return text;
}

std::optional<std::size_t> TreeInMemory::chosen_child(Ram ram, const c64::Labels& labels) const {
    const auto label = labels.find(chosen);
    if (!label) return std::nullopt;
    const Place at = place(ram, labels);
    const auto all = children_of(ram, at.first);
    const std::size_t number = ram[*label];
    if (number >= all.size() || all[number] < at.first) return std::nullopt;
    if (all[number] + node_size > ram.size()) return std::nullopt;
    return (all[number] - at.first) / node_size;
}

work::Outcome TreeInMemory::outcome(Ram ram, const c64::Labels& labels, int to_depth) const {
    const Place at = place(ram, labels);
    work::Outcome found{.fell_back = ram[labels.at(depth)] != to_depth};
    if (at.free <= at.first || at.first + node_size > ram.size()) return found;
    found.nodes = (at.free - at.first) / node_size;
    found.value = static_cast<emu::Byte>(*node(ram, at.first).value);
    const auto child = chosen_child(ram, labels);
    if (!child) return found;
    const auto before = position(ram, at.first),
               after = position(ram, static_cast<Address>(at.first + *child * node_size));
    for (const engine::Move move : before ? generate_moves(*before) : engine::MoveList{}) {
        if (apply(*before, move) == after) found.from = move.from, found.to = move.to;
    }
    return found;
}

Tree TreeInMemory::nodes(const Expected& expected, const Field& bytes) const {
    std::vector<emu::Byte> ram(0x10000);
    std::ranges::copy(expected.bytes(bytes), ram.begin() + bytes.at);
    return nodes(Ram(ram), bytes.at, bytes.at + bytes.size, engine::Geometry::a);
}

void TreeInMemory::add_to(Expected& expected, const c64::Labels& labels, const Place& place,
                          int to_depth, std::span<const Byte> image) const {
    const auto add = [&](std::string_view label, unsigned byte) {
        expected.add_number(label, labels.at(label), byte);
    };
    add(first.low, place.first), add(first.high, place.first >> 8U);
    add(end.low, place.end), add(end.high, place.end >> 8U);
    add(depth, static_cast<unsigned>(to_depth));
    expected.add(field_label, place.first, image);
    add(free.low, place.free), add(free.high, place.free >> 8U);
}

std::vector<Spot> TreeInMemory::order(const Expected& expected, std::size_t stage) const {
    if (node_size == 0) return expected.spots(stage);
    const auto bytes = std::ranges::find(expected.fields(), field_label, &Field::label);
    const Tree tree = nodes(expected, *bytes);
    std::vector<std::uint32_t> turns(tree.size());
    std::uint32_t turn_now = 0;
    const auto take_turn = [&](auto&& self, const TreeNode& node) -> void {
        for (const std::size_t child : node.children) self(self, tree[child]);
        turns[node.index] = turn_now++;
    };
    take_turn(take_turn, tree.at(0));
    std::vector<Spot> spots = expected.spots(stage);
    const auto is_value = [&](const Spot& spot) {
        return &expected.fields()[spot.field] == &*bytes && spot.offset % node_size == value.offset;
    };
    for (Spot& spot : spots) spot.routine += is_value(spot) ? 1U : 0U;
    std::ranges::sort(spots, {}, [&](const Spot& spot) {
        return std::tuple(spot.routine, is_value(spot) ? turns[spot.offset / node_size] : 0,
                          spot.field, spot.offset);
    });
    return spots;
}

claims::Place TreeInMemory::named(const Expected& expected, const Spot& spot) const {
    const Field& bytes = expected.fields()[spot.field];
    if (node_size == 0 || bytes.label != field_label) {
        claims::Place place{name_of(bytes, spot.offset)};
        const std::size_t stage = expected.stage_of(bytes);
        if (stage < expected.stages()) place.place = "iteration " + std::to_string(stage + 1);
        return place;
    }
    const Tree tree = nodes(expected, bytes);
    return {field(spot.offset % node_size), "path", path_of(tree, tree[spot.offset / node_size])};
}

}  // namespace ryg::claims
