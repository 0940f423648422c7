// The loops for RAM below ports and devices, and the routines that the host performs.
#include "emu/console.hpp"

#include "emu/recompiler/run.hpp"

namespace ryg::emu {
namespace {

constexpr unsigned end_of_stack = 0x0200;  // zero page and stack are taken to be plain

}  // namespace

Byte Console::take_key() {
    if (keys.empty()) return 0;
    const Byte key = keys.front();
    keys.pop_front();
    return key;
}

void Console::map(Device device) {
    plain_below = std::min<unsigned>(plain_below, device.first);
    devices.map(std::move(device));
}

void Console::serve_at(std::optional<Address>& routine, Address address) {
    constexpr Byte JAM = 0x02;
    routine = address;
    ram[address] = JAM;
}

bool Console::serve(Cpu& cpu) {
    const auto at = static_cast<Address>(cpu.registers.pc - 1);
    Registers& r = cpu.registers;
    if (!cpu.jammed) return false;
    if (at == print_routine) {
        printed += static_cast<char>(r.a);
    } else if (at == key_routine && !keys.empty()) {
        r.a = take_key();
    } else {
        return false;
    }
    const auto pull = [&] { return ram[0x100 + ++r.s]; };
    const Byte low = pull();
    cpu.jammed = false;
    cpu.jump(static_cast<Address>(word(low, pull()) + 1));
    return true;
}

recompiler::Window Console::window() {
    const unsigned end = plain_end() < end_of_stack ? 0 : plain_end();
    return {ram.data(), end == 0 ? 0 : end - 2, end, 0, end};
}

bool Console::run_fast(Core core, State& state, const Stop& stop) {
    if (plain_end() < end_of_stack) return false;
    return core == Core::recompiler ? recompiler::run_fast(*this, state, stop)
                                    : emu::run_fast(*this, state, stop);
}

ExactEnd Console::run_exactly(State& state, const Stop& stop, const Unstable& unstable) {
    return Exactly<Console>::run(*this, state, stop, unstable);
}

}  // namespace ryg::emu
