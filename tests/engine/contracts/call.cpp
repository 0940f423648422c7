// Reading and writing the parameters of a call by name, and stating what should come of it.
#include "tests/engine/contracts/call.hpp"

#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "tests/engine/contracts/permits.hpp"

namespace ryg::blocks {

Address Call::address(std::string_view label) const { return program->image.labels.at(label); }

Byte Call::byte(std::string_view name) const { return ram[address(name)]; }

Address Call::word(std::string_view name) const {
    return emu::word(byte(fmt::format("{}Lo", name)), byte(fmt::format("{}Hi", name)));
}

NodeBytes Call::node_at(Address at) const {
    NodeBytes node{};
    std::copy_n(ram.begin() + at, node.size(), node.begin());
    return node;
}

engine::Position Call::position(std::string_view name) const {
    return engine::position_in(node(name)).value();
}

void Call::set_word(std::string_view name, unsigned value) {
    set(address(fmt::format("{}Lo", name)), static_cast<Byte>(value));
    set(address(fmt::format("{}Hi", name)), static_cast<Byte>(value >> 8));
}

void Call::set_node(Address at, const NodeBytes& node) {
    std::ranges::copy(node, ram.begin() + at);
}

namespace {

std::string node_text(const NodeBytes& node) {
    const auto position = engine::position_in(node);
    std::string text = position ? engine::to_fen(*position) : "no board";
    text += fmt::format(" nivel ${:02x} valor ${:02x} hijos", node[NodeLayout::level],
                        node[NodeLayout::value]);
    for (std::size_t at = NodeLayout::children; at < NodeLayout::cells; at += 2) {
        text += fmt::format(" ${:02x}{:02x}", node[at + 1], node[at]);
    }
    return text;
}

std::string entry_text(const Call& call, const Entry& entry) {
    const std::string& symbol = entry.symbol;
    if (symbol == "A") return fmt::format("A = ${:02x}", call.registers.a);
    if (symbol == "X") return fmt::format("X = ${:02x}", call.registers.x);
    if (symbol == "Y") return fmt::format("Y = ${:02x}", call.registers.y);
    if (symbol.starts_with('$')) {
        return fmt::format("{} = ${:02x}", symbol,
                           call.ram[std::stoul(symbol.substr(1), nullptr, 16)]);
    }
    if (entry.kind == Kind::position) {
        std::string text = fmt::format("{}:", symbol);
        for (const auto square : call.pieces->squares) text += fmt::format(" ${:02x}", square);
        return text;
    }
    if (entry.kind == Kind::noise) return fmt::format("noise ${:06x}", *call.noise);
    if (entry.kind == Kind::board) {
        return fmt::format("{}: {}", symbol, node_text(call.node_at(call.address(symbol))));
    }
    if (!symbol.ends_with("Lo/Hi")) {
        if (const auto element = index_symbol(symbol)) {
            const Byte index = call.byte(element->index);
            return fmt::format("{} = ${:02x}", symbol,
                               call.ram[call.address(element->array) + index]);
        }
        return fmt::format("{} = ${:02x}", symbol, call.ram[call.program->variable(symbol).begin]);
    }
    const std::string name = symbol.substr(0, symbol.size() - 5);
    std::string text = fmt::format("{} = ${:04x}", name, call.word(name));
    if (entry.kind == Kind::node || entry.kind == Kind::bare || entry.kind == Kind::tree) {
        text += fmt::format(": {}", node_text(call.node(name)));
    }
    if (entry.kind == Kind::tree) text += fmt::format("; {} nodes", call.tree->size());
    return text;
}

}  // namespace

std::string describe(const Call& call, const Block& block) {
    std::string text;
    for (const Entry& entry : block.in) text += fmt::format("    {}\n", entry_text(call, entry));
    if (!call.keys.empty()) {
        text += "    keys typed:";
        for (const Byte key : call.keys) text += fmt::format(" ${:02x}", key);
        text += '\n';
    }
    return text;
}

Expected::Expected(const Call& call) : before(call), ram(call.ram) {}

void Expected::at(Address address, Byte value) {
    ram[address] = value;
    stated.set(address);
}
void Expected::byte(std::string_view name, int value) {
    at(before.address(name), static_cast<Byte>(value));
}
void Expected::word(std::string_view name, unsigned value) {
    byte(fmt::format("{}Lo", name), static_cast<Byte>(value));
    byte(fmt::format("{}Hi", name), static_cast<Byte>(value >> 8));
}
void Expected::bytes(std::string_view name, std::span<const Byte> values) {
    Address address = before.address(name);
    for (const Byte value : values) at(address++, value);
}
void Expected::any(std::string_view name) {
    const Extent extent = before.program->variable(name);
    for (unsigned at = extent.begin; at < extent.end; ++at) open.set(at);
}
void Expected::node(Address address, const NodeBytes& node) { field(address, 0, node); }
void Expected::field(Address node, std::size_t offset, std::span<const Byte> values) {
    auto address = static_cast<Address>(node + offset);
    for (const Byte value : values) at(address++, value);
}

std::vector<Check> all_checks() {
    std::vector<Check> all;
    for (const auto checks :
         {board_checks(), move_checks(), tree_checks(), value_checks(), screen_checks(),
          dialogue_checks(), program_checks(), ryg3_board_checks(), ryg3_hash_checks(),
          ryg3_search_checks(), ryg3_screen_checks(), ryg3_line_checks(), ryg3_game_checks()}) {
        all.insert(all.end(), checks.begin(), checks.end());
    }
    return all;
}

const Check* find_check(std::string_view routine) {
    static const std::vector<Check> all = all_checks();
    const auto found = std::ranges::find(all, routine, &Check::routine);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace ryg::blocks
