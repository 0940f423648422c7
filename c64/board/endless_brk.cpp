// Steps a machine and counts its BRKs.
#include "c64/board/endless_brk.hpp"

#include "emu/opcodes.hpp"

namespace ryg::c64 {

std::optional<EndlessBrk> find_endless_brk(Machine& machine, Cycle cycles) {
    constexpr unsigned enough = 100;  // 85 fill the stack
    constexpr Byte BRK = 0x00, RTI = 0x40, PLA = 0x68, TXS = 0x9A;
    constexpr Address vector = 0xFFFE, CBINV = 0x0316;
    constexpr Address irq = 0xFF48, warm_start = 0xFE66;  // of our KERNAL
    const Cycle end = machine.cpu.cycle + cycles;
    EndlessBrk first;
    std::optional<Address> from;
    unsigned count = 0;
    while (machine.cpu.cycle < end) {
        machine.offer_key();
        const Address pc = machine.cpu.registers.pc;
        const Byte opcode = machine.peek(pc);
        if (opcode == RTI || opcode == PLA || opcode == TXS) count = 0;
        if (opcode == BRK && !machine.cpu.interrupt_follows()) {
            const Address handler = machine.peek_word(vector);
            if (count == 0) first = {pc, from, vector, handler};
            if (++count == enough) return first;
            if (machine.kernal.is_ours && handler == irq &&
                machine.peek_word(CBINV) == warm_start) {
                return EndlessBrk{pc, from, CBINV, warm_start};
            }
        }
        if (machine.cpu.step(machine.board) == emu::RunEnd::jammed) return {};
        const auto after = static_cast<Address>(pc + emu::length(emu::opcodes[opcode].mode));
        if (machine.cpu.registers.pc != after) from = pc;
    }
    return {};
}

}  // namespace ryg::c64
