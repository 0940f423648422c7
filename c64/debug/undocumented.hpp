// Describes an instruction that the 6502's manual does not list.
#pragma once

#include <array>
#include <string>

#include "emu/cpu.hpp"
#include "emu/opcodes.hpp"

namespace ryg::c64::debug {

/// "nop, opcode $da, is undocumented; on a 65C02 it is phx": `bytes` are those at `at`.
[[nodiscard]] std::string undocumented(emu::Address at, const std::array<emu::Byte, 3>& bytes);

/// Whether a processor is about to execute such an instruction. `peek(address)` reads memory.
template <class Peek>
[[nodiscard]] bool is_next_undocumented(const emu::Cpu& cpu, const Peek& peek) {
    return !cpu.interrupt_follows() && !emu::is_documented(peek(cpu.registers.pc));
}

}  // namespace ryg::c64::debug
