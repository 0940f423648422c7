// Calls are those that a jsr makes: what is jumped to returns for its caller.
#include "engine/claims/havoc.hpp"

#include <algorithm>
#include <utility>

#include "engine/claims/host.hpp"

namespace ryg::claims {
namespace {

/// What a block's Uses names, or that of a routine in it; and what its Out promises, as do those of
/// these routines. Throws ContractError.
struct UsedBytes {
    Addresses uses, promised;
    std::string registers, promised_registers;

    UsedBytes(const Program& program, const Block& block) {
        for (const Block* const one : program.with_named(block)) {
            for (const std::string& item : one->uses.items) {
                if (is_register(item)) registers += item;
                set(uses, program.extent(item));
            }
            for (const Entry& entry : one->out) {
                if (is_register(entry.symbol)) promised_registers += entry.symbol;
                if (!field_symbol(entry.symbol)) set(promised, program.extent(entry.symbol));
            }
        }
    }
};

}  // namespace

Havoc::Havoc(const Program& program) {
    for (const auto& [name, block] : program.blocks) {
        Callee callee{.name = name};
        try {
            const UsedBytes named(program, block);
            for (unsigned at = 0; at < named.uses.size(); ++at) {
                if (!named.uses[at] || named.promised[at]) continue;
                callee.bytes.push_back(static_cast<Address>(at));
            }
            for (const char one : std::string_view("AXY")) {
                const bool is_used = named.registers.find(one) != std::string::npos;
                const bool is_out = named.promised_registers.find(one) != std::string::npos;
                if (is_used && !is_out) callee.registers += one;
            }
        } catch (const ContractError&) {  // a check of that block says so
            continue;
        }
        const Address begin = program.image.labels.at(name);
        begins_.set(begin);
        callees_.emplace(begin, std::move(callee));
    }
}

void Havoc::begin() {
    open_.clear();
    filled_.clear();
    random_ = engine::Random(1);
}

void Havoc::before(c64::Machine& machine) {
    const emu::Registers& registers = machine.cpu.registers;
    const Address pc = registers.pc;
    while (!open_.empty() && registers.s >= open_.back().s + 2) {
        const Open one = std::move(open_.back());
        open_.pop_back();
        if (pc == one.back && registers.s == one.s + 2) fill(one, machine);
    }
    if (!begins_[pc]) return;
    constexpr Byte jsr = 0x20;
    const auto ram = std::as_const(machine).ram();
    const auto pushed = [&](unsigned at) { return ram[0x100U + ((registers.s + at) & 0xffU)]; };
    const unsigned last = emu::word(pushed(1), pushed(2));
    if (last < 2 || ram[last - 2] != jsr || emu::word(ram[last - 1], ram[last]) != pc) return;
    const Callee& callee = callees_.at(pc);
    Open one{&callee, static_cast<Address>(last + 1), registers.s, {}, registers};
    for (const Address at : callee.bytes) one.bytes.push_back(ram[at]);
    open_.push_back(std::move(one));
}

void Havoc::fill(const Open& one, c64::Machine& machine) {
    emu::Registers& now = machine.cpu.registers;
    const auto spoil = [&](Byte& value, Spot spot) {
        if (only && spot != *only) return;
        value = static_cast<Byte>(value ^ (1 + random_.below(255)));
        filled_.insert(std::move(spot));
    };
    for (std::size_t i = 0; i < one.bytes.size(); ++i) {
        const Address at = one.callee->bytes[i];
        Byte& value = machine.ram()[at];
        if (value != one.bytes[i]) spoil(value, {one.callee->name, at});
    }
    for (const char name : one.callee->registers) {
        Byte& value = name == 'A' ? now.a : name == 'X' ? now.x : now.y;
        if (value != register_value(one.registers, name)) {
            spoil(value, {one.callee->name, std::nullopt, name});
        }
    }
}

}  // namespace ryg::claims
