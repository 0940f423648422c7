// How translated code is entered and left.
#include <cstddef>
#include <utility>

#include "emu/recompiler/host.hpp"
#include "emu/recompiler/translator.hpp"

namespace ryg::emu::recompiler {

using namespace asmjit;

Gates emit_gates(x86::Assembler& as) {
    const std::array saved{x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};
    const std::pair<x86::Gp, std::size_t> words[]{
        {host::a, offsetof(Context, a)},   {host::x, offsetof(Context, x)},
        {host::y, offsetof(Context, y)},   {host::s, offsetof(Context, s)},
        {host::nz, offsetof(Context, nz)}, {host::c, offsetof(Context, c)},
        {host::v, offsetof(Context, v)},
    };
    const auto at = [](std::size_t offset) {
        return x86::ptr(host::context, static_cast<std::int32_t>(offset));
    };
    Gates gates;
    gates.enter = as.newLabel();
    as.bind(gates.enter);
    for (const auto& reg : saved) as.push(reg);
    as.mov(host::context, x86::rdi);
    as.mov(host::ram, at(offsetof(Context, ram)));
    as.mov(host::table, at(offsetof(Context, table)));
    as.mov(host::cycles, at(offsetof(Context, cycles)));
    for (const auto& [reg, offset] : words) as.mov(reg, at(offset));
    as.mov(x86::eax, at(offsetof(Context, pc)));  // the code may be one that leaves at once
    as.jmp(x86::rsi);

    const Label leave = as.newLabel();
    for (std::size_t i = 0; i < left_count; ++i) {
        gates.leave_by[i] = as.newLabel();
        as.bind(gates.leave_by[i]);
        as.mov(x86::dword_ptr(host::context, offsetof(Context, left)), Imm(i));
        as.jmp(leave);
    }
    as.bind(leave);
    as.mov(at(offsetof(Context, pc)), x86::eax);
    as.mov(at(offsetof(Context, table)), host::table);
    as.mov(at(offsetof(Context, cycles)), host::cycles);
    for (const auto& [reg, offset] : words) as.mov(at(offset), reg);
    for (auto reg = saved.rbegin(); reg != saved.rend(); ++reg) as.pop(*reg);
    as.ret();
    return gates;
}

}  // namespace ryg::emu::recompiler
