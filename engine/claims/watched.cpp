// A C64 program in the tape buffer that calls the routines of a search.
#include "engine/claims/watched.hpp"

namespace ryg::claims {

Address call_from_tape_buffer(c64::Machine& machine, c64::debug::Symbols& symbols,
                              std::span<const std::string_view> routines) {
    constexpr Address tape_buffer = 0x033c;
    Address at = tape_buffer;
    const auto put = [&](Byte opcode, Address target) {
        for (const Byte byte : {opcode, emu::low(target), emu::high(target)}) {
            machine.ram()[at++] = byte;
        }
    };
    for (const std::string_view routine : routines) put(0x20, symbols.labels.at(routine));
    const Address done = at;
    put(0x4c, done);
    if (!symbols.labels.find("search")) symbols.labels.add("search", tape_buffer);
    symbols.labels.add("searchDone", done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);  // printing clears I
    machine.cpu.jump(tape_buffer);
    return done;
}

}  // namespace ryg::claims
