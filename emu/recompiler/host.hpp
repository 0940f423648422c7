// Which host register holds what while translated code runs.
#pragma once

#include <asmjit/x86.h>

namespace ryg::emu::recompiler::host {

// The functions that translated code calls preserve all registers except rcx, rdx and rsi
// (gates.cpp), so any register will do. rax, rcx and rdx are free.
inline const asmjit::x86::Gp ram = asmjit::x86::rbx, context = asmjit::x86::rbp,
                             table = asmjit::x86::r14, cycles = asmjit::x86::r15;
inline const asmjit::x86::Gp a = asmjit::x86::r8d, x = asmjit::x86::r9d, y = asmjit::x86::r10d,
                             s = asmjit::x86::r11d, nz = asmjit::x86::r12d, c = asmjit::x86::r13d,
                             v = asmjit::x86::edi;
inline const asmjit::x86::Gp pointer = asmjit::x86::esi;  ///< of a loop; else free

}  // namespace ryg::emu::recompiler::host
