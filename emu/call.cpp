// How a call of a routine begins and ends.
#include "emu/call.hpp"

namespace ryg::emu {

void enter(Cpu& cpu, const AnyBus& bus, Address routine, const CallInput& input, Address back) {
    Registers& registers = cpu.registers;
    registers.a = input.a;
    registers.x = input.x;
    registers.y = input.y;
    registers.p = static_cast<Byte>(Flag::unused | (input.carry ? Flag::C : 0) |
                                    (input.interrupts ? 0 : Flag::I));
    const auto pushed = static_cast<Address>(back - 1);  // as JSR leaves it
    for (const Byte byte : {high(pushed), low(pushed)}) {
        bus.write(static_cast<Address>(0x100 + registers.s), byte, cpu.cycle);
        registers.s = static_cast<Byte>(registers.s - 1);
    }
    cpu.jump(routine);
}

CallResult leave(Cpu& cpu, const Registers& before, Cycle begin, RunEnd outcome) {
    const CallResult result{outcome, cpu.cycle - begin, cpu.registers};
    if (result.returned()) {
        cpu.registers = before;
        cpu.jump(before.pc);
    }
    return result;
}

}  // namespace ryg::emu
