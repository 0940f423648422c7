// Finds the bytes that an instruction reads, by its addressing mode.
#include "engine/claims/strict.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/undocumented.hpp"
#include "emu/disassemble.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/program.hpp"

namespace ryg::claims {
namespace {

bool reads_operand(emu::Operation operation) {
    using enum emu::Operation;
    constexpr std::array others{STA, STX, STY, SAX, SHA, SHX, SHY, TAS, JMP, JSR, NOP};
    return std::ranges::find(others, operation) == others.end();
}

/// Calls `action` for each operand byte that the instruction at pc reads.
template <class Action>
void for_each_read(const c64::Machine& machine, const std::array<Byte, 3>& bytes, Action action) {
    using enum emu::Mode;
    const emu::Registers& registers = machine.cpu.registers;
    const auto [operation, mode] = emu::opcodes[bytes[0]];
    const unsigned operand = emu::word(bytes[1], bytes[2]);
    const auto pointer = [&](unsigned zero_page) {
        const auto low = static_cast<Byte>(zero_page), high = static_cast<Byte>(zero_page + 1);
        action(low);
        action(high);
        return unsigned{emu::word(machine.peek(low), machine.peek(high))};
    };
    unsigned at = 0;
    switch (mode) {
        case zp: at = bytes[1]; break;
        case zpx: at = (bytes[1] + registers.x) & 0xffU; break;
        case zpy: at = (bytes[1] + registers.y) & 0xffU; break;
        case abs: at = operand; break;
        case abx: at = operand + registers.x; break;
        case aby: at = operand + registers.y; break;
        case izx: at = pointer(bytes[1] + registers.x); break;
        case izy: at = pointer(bytes[1]) + registers.y; break;
        case ind:
            action(operand);
            action((operand & 0xff00U) | ((operand + 1) & 0xffU));  // the NMOS 6502 drops the carry
            return;
        default: return;
    }
    if (reads_operand(operation)) action(at & 0xffffU);
}

}  // namespace

Strict::Strict(const Program& program, Strictness asked)
    : program_(program), asked_(asked), constant_(constants_of(program)) {
    constant_.set(0);  // the port
    constant_.set(1);
}

void Strict::begin() {
    known_ = constant_;
    faults_.clear();
    is_undocumented_ = is_unknown_ = false;
}

void Strict::know(c64::Extent bytes) { set(known_, bytes); }

void Strict::before(const c64::Machine& machine) {
    const Address pc = machine.cpu.registers.pc;
    const auto stub = program_.stubs.find(pc);
    if (stub != program_.stubs.end()) {
        const Block& block = *program_.block(stub->second);
        for (const Entry& entry : block.out) know(program_.extent(entry.symbol));
        for (const std::string& item : block.uses.items) know(program_.extent(item));
        return;
    }
    const auto byte = [&](unsigned i) { return machine.peek(static_cast<Address>(pc + i)); };
    const std::array<Byte, 3> bytes{byte(0), byte(1), byte(2)};
    const c64::Labels& labels = program_.image.labels;
    if (asked_.documented && !is_undocumented_ && !emu::is_documented(bytes[0])) {
        is_undocumented_ = true;
        faults_.push_back(
            fmt::format("executes {}: {}", labels.locate(pc), c64::debug::undocumented(pc, bytes)));
    }
    if (!asked_.reads || is_unknown_) return;
    for_each_read(machine, bytes, [&](unsigned at) {
        if (known_[at] || is_unknown_) return;
        is_unknown_ = true;
        faults_.push_back(fmt::format("reads {}, which was neither given nor written, at {}: {}",
                                      labels.locate(static_cast<Address>(at)), labels.locate(pc),
                                      emu::disassemble(pc, bytes).text));
    });
}

}  // namespace ryg::claims
