// Works out what a block allows, following the routines behind `=`.
#include "tests/engine/contracts/permits.hpp"

#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/rig.hpp"

namespace ryg::blocks {
namespace {

constexpr std::string_view register_names = "AXYC";

bool is_register(std::string_view symbol) {
    return symbol.size() == 1 && register_names.find(symbol[0]) != std::string_view::npos;
}

unsigned hex(std::string_view digits) {
    return static_cast<unsigned>(std::stoul(std::string(digits), nullptr, 16));
}

/// Some program made of the same sources has a routine of this name.
bool is_routine(const std::string& name, const Program& in) {
    return std::ranges::any_of(held_programs(), [&](std::string_view held) {
        return are_family(program(held), in) && program(held).block(name) != nullptr;
    });
}

}  // namespace

Extent field_extent(std::string_view field) {
    using L = NodeLayout;
    static const std::map<std::string, Extent, std::less<>> fields{
        {"nivel", {L::level, L::turn}},
        {"turno", {L::turn, L::value}},
        {"valor", {L::value, L::parent}},
        {"padre", {L::parent, L::children}},
        {"hijos", {L::children, L::cells}},
        {"matriz", {L::cells, L::size}},
        {"*", {0, L::size}}};
    const auto found = fields.find(field);
    if (found == fields.end()) throw BlockError(fmt::format("unknown field '{}'", field));
    return found->second;
}

std::optional<FieldSymbol> field_symbol(std::string_view symbol) {
    const auto arrow = symbol.find("->");
    if (arrow == std::string_view::npos) return std::nullopt;
    return FieldSymbol{std::string(symbol.substr(0, arrow)), std::string(symbol.substr(arrow + 2))};
}

std::optional<IndexSymbol> index_symbol(std::string_view symbol) {
    const auto bracket = symbol.find('[');
    if (bracket == std::string_view::npos || !symbol.ends_with(']')) return std::nullopt;
    return IndexSymbol{std::string(symbol.substr(0, bracket)),
                       std::string(symbol.substr(bracket + 1, symbol.size() - bracket - 2))};
}

Extent extent_of(std::string_view symbol, const Program& program) {
    if (is_register(symbol)) return {};
    if (const auto element = index_symbol(symbol)) {
        static_cast<void>(program.variable(element->index));
        return program.variable(element->array);
    }
    if (symbol.starts_with('$')) {
        const unsigned first = hex(symbol.substr(1, symbol.find('/') - 1));
        const auto slash = symbol.find("/$");
        const unsigned last =
            slash == std::string_view::npos ? first : hex(symbol.substr(slash + 2));
        if (last != first && last != first + 1) {
            throw BlockError(fmt::format("{} is no pair of bytes", symbol));
        }
        return {first, last + 1};
    }
    if (symbol.ends_with("Lo/Hi")) {
        const std::string name(symbol.substr(0, symbol.size() - 5));
        const Extent low = program.variable(name + "Lo");
        const Extent high = program.variable(name + "Hi");
        if (high.begin != low.begin + 1) {
            throw BlockError(fmt::format("{} is no pair of bytes", symbol));
        }
        return {low.begin, low.begin + 2};
    }
    return program.variable(symbol);
}

void Permits::allow(std::string_view symbol) {
    if (is_register(symbol)) registers_ += symbol;
    const Extent extent = extent_of(symbol, *program_);
    for (unsigned at = extent.begin; at < extent.end; ++at) fixed_.set(at);
}

void Permits::allow_routine(const std::string& name, std::vector<std::string>& seen) {
    if (std::ranges::find(seen, name) != seen.end()) return;
    seen.push_back(name);
    const Block* block = program_->block(name);
    if (block == nullptr) {
        if (!is_routine(name, *program_))
            throw BlockError(fmt::format("unknown routine '{}' in Uses", name));
        return;
    }
    for (const Entry& entry : block->in) {
        if (entry.kind != Kind::board) allow(entry.symbol);
    }
    for (const Entry& entry : block->out) {
        if (!field_symbol(entry.symbol)) allow(entry.symbol);
    }
    for (const std::string& item : block->uses.items) allow(item);
    for (const std::string& routine : block->uses.routines) allow_routine(routine, seen);
}

Permits::Permits(const Program& program, const Block& block) : program_(&program), block_(&block) {
    const auto known = [&program](std::string_view symbol) {
        static_cast<void>(extent_of(symbol, program));
    };
    for (const Entry& entry : block.in) known(entry.symbol);
    for (const Entry& entry : block.out) {
        if (const auto field = field_symbol(entry.symbol)) {
            known(field->pointer + "Lo/Hi");
            static_cast<void>(field_extent(field->field));
        } else if (index_symbol(entry.symbol)) {
            known(entry.symbol);
        } else {
            allow(entry.symbol);
        }
    }
    for (const std::string& item : block.uses.items) allow(item);
    std::vector<std::string> seen{block.name};
    for (const std::string& routine : block.uses.routines) allow_routine(routine, seen);
}

Address Permits::element_of(const IndexSymbol& symbol, const Call& call,
                            std::span<const Byte> after) const {
    const bool passed = std::ranges::any_of(
        block_->in, [&](const Entry& entry) { return entry.symbol == symbol.index; });
    const unsigned index = program_->variable(symbol.index).begin;
    const unsigned array = program_->variable(symbol.array).begin;
    return static_cast<Address>(array + (passed ? call.ram[index] : after[index]));
}

Address Permits::node_of(const std::string& pointer, const Call& call,
                         std::span<const Byte> after) const {
    const bool passed = std::ranges::any_of(
        block_->in, [&](const Entry& entry) { return entry.symbol == pointer + "Lo/Hi"; });
    if (passed) return call.word(pointer);
    return emu::word(after[call.address(pointer + "Lo")], after[call.address(pointer + "Hi")]);
}

std::bitset<0x10000> Permits::of(const Call& call, std::span<const Byte> after) const {
    std::bitset<0x10000> allowed = fixed_;
    const auto allow_bytes = [&allowed](unsigned begin, unsigned end) {
        for (unsigned at = begin; at < std::min(end, 0x10000U); ++at) allowed.set(at);
    };
    for (const Entry& entry : block_->out) {
        if (const auto element = index_symbol(entry.symbol)) {
            allowed.set(element_of(*element, call, after));
        }
        const auto symbol = field_symbol(entry.symbol);
        if (!symbol) continue;
        const unsigned node = node_of(symbol->pointer, call, after);
        const Extent field = field_extent(symbol->field);
        if (emu::high(static_cast<Address>(node)) != 0) {
            allow_bytes(node + field.begin, node + field.end);
        }
    }
    if (block_->uses.tree) allow_bytes(call.growth.begin, call.growth.end);
    const unsigned top = 0x100U + Rig::entry_s + 1U;
    if (block_->uses.stack) {
        allow_bytes(top - *block_->uses.stack, top);
    } else if (block_->uses.screen) {
        allow_bytes(0x100, top);
    }
    return allowed;
}

}  // namespace ryg::blocks
