// Where the host holds what while translated code runs.
#pragma once

#include <asmjit/x86.h>

#include "emu/recompiler/context.hpp"

namespace ryg::emu::recompiler::host {

// The functions that translated code calls preserve all registers except rcx, rdx and rsi
// (gates.cpp), so any register will do. rax, rcx and rdx are free.
inline const asmjit::x86::Gp ram = asmjit::x86::rbx, context = asmjit::x86::rbp,
                             table = asmjit::x86::r14, cycles = asmjit::x86::r15;
inline const asmjit::x86::Gp a = asmjit::x86::r8d, x = asmjit::x86::r9d, y = asmjit::x86::r10d,
                             s = asmjit::x86::r11d, nz = asmjit::x86::r12d, c = asmjit::x86::r13d,
                             v = asmjit::x86::edi;
inline const asmjit::x86::Gp pointer = asmjit::x86::esi;  ///< of a loop; else free

/// A member of the context as an operand of its size.
template <class T>
asmjit::x86::Mem in_context(T Context::*member) {
    static const Context layout{};
    const auto offset =
        reinterpret_cast<const char*>(&(layout.*member)) - reinterpret_cast<const char*>(&layout);
    return {context, static_cast<std::int32_t>(offset), sizeof(T)};
}
template <class T, std::size_t size>
asmjit::x86::Mem in_context(std::array<T, size> Context::*member, std::size_t index) {
    auto element = in_context(member).cloneAdjusted(static_cast<std::int64_t>(index * sizeof(T)));
    element.setSize(sizeof(T));
    return element;
}
inline asmjit::x86::Mem gate(Left left) {
    return in_context(&Context::leave_by, static_cast<std::size_t>(left));
}

/// The code by which translated code is entered (`enter`) and left (`leave_by`), and what it calls.
struct Gates {
    asmjit::Label enter, read_nibble, access_chip;
    std::array<asmjit::Label, left_count> leave_by;
};
Gates emit_gates(asmjit::x86::Assembler& assembler);

}  // namespace ryg::emu::recompiler::host
