// How translated code is entered and left.
#include <utility>

#include "emu/recompiler/host.hpp"

namespace ryg::emu::recompiler::host {

using namespace asmjit;

namespace {

/// Calls a function with the context, the address in ecx, what rdx holds, and the cycles left. Sets
/// carry if it returns false.
void emit_call(x86::Assembler& as, const x86::Mem& function) {
    // An even number of words keeps the stack aligned.
    const std::array kept{x86::rax, x86::rcx, x86::rdi, x86::rsi,
                          x86::r8,  x86::r9,  x86::r10, x86::r11};
    for (const auto& reg : kept) as.push(reg);
    as.mov(x86::rdi, context);
    as.mov(x86::esi, x86::ecx);
    as.mov(x86::rcx, cycles);
    as.vzeroupper();
    as.call(function);
    as.cmp(x86::al, Imm(1));
    for (auto reg = kept.rbegin(); reg != kept.rend(); ++reg) as.pop(*reg);
}

/// Reads a nibble at the address in ecx, where edx holds the cycles taken for the instruction and the
/// rest of its block. Sets rcx so that the byte is at ram + rcx, like that of any other access, and
/// carry if nothing was read.
void emit_nibble_read(x86::Assembler& as) {
    constexpr int before_read = 4;  // cycles, and one for a carry
    const Label no = as.newLabel();
    as.add(x86::rdx, cycles);
    as.cmp(x86::rdx, in_context(&Context::early));
    as.jge(no);
    as.cmp(x86::cl, y.r8());  // below: a carry
    as.sbb(x86::rdx, Imm(before_read));
    emit_call(as, in_context(&Context::look));
    as.lea(x86::rcx, in_context(&Context::looked));
    as.sub(x86::rcx, ram);
    as.clc();
    as.ret();
    as.bind(no);
    as.stc();
    as.ret();
}

}  // namespace

Gates emit_gates(x86::Assembler& as) {
    const std::array saved{x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};
    const std::pair<x86::Gp, std::uint32_t Context::*> words[]{
        {a, &Context::a},   {x, &Context::x}, {y, &Context::y}, {s, &Context::s},
        {nz, &Context::nz}, {c, &Context::c}, {v, &Context::v},
    };
    Gates gates;
    const auto bind = [&as](Label& gate) {
        gate = as.newLabel();
        as.bind(gate);
    };
    bind(gates.enter);
    for (const auto& reg : saved) as.push(reg);
    as.mov(context, x86::rdi);
    as.mov(ram, in_context(&Context::ram));
    as.mov(table, in_context(&Context::table));
    as.mov(cycles, in_context(&Context::cycles));
    for (const auto& [reg, member] : words) as.mov(reg, in_context(member));
    as.mov(x86::eax, in_context(&Context::pc));  // needed by code that leaves at once
    as.jmp(x86::rsi);

    const Label leave = as.newLabel();
    for (std::size_t i = 0; i < left_count; ++i) {
        bind(gates.leave_by[i]);
        as.mov(in_context(&Context::left), Imm(i));
        as.jmp(leave);
    }
    as.bind(leave);
    as.vzeroupper();
    as.mov(in_context(&Context::pc), x86::eax);
    as.mov(in_context(&Context::table), table);
    as.mov(in_context(&Context::cycles), cycles);
    for (const auto& [reg, member] : words) as.mov(in_context(member), reg);
    for (auto reg = saved.rbegin(); reg != saved.rend(); ++reg) as.pop(*reg);
    as.ret();

    bind(gates.read_nibble);
    emit_nibble_read(as);
    // An access to a chip, whose address is in ecx and index in edx. Sets carry if it was not made.
    bind(gates.access_chip);
    emit_call(as, in_context(&Context::ask));
    as.ret();
    return gates;
}

}  // namespace ryg::emu::recompiler::host
