// The loops for RAM below ports and devices, and the routines that the host performs.
#include "emu/console.hpp"

#include "emu/recompiler/run.hpp"

namespace ryg::emu {
namespace {

constexpr unsigned end_of_stack = 0x0200;  // zero page and stack are taken to be plain

}  // namespace

Byte Terminal::take_key() {
    if (keys.empty()) return ++misses, 0;
    const Byte key = keys.front();
    keys.pop_front();
    return key;
}

bool Terminal::serve(Cpu& cpu, std::span<Byte, 0x10000> ram, Address pc) {
    Registers& r = cpu.registers;
    if (pc == print_routine) {
        printed += static_cast<char>(r.a);
    } else if (pc == key_routine && !keys.empty()) {
        r.a = take_key();
        constexpr Byte others = 0x7D;
        r.p = static_cast<Byte>((r.p & others) | (r.a & Flag::N) | (r.a == 0 ? Flag::Z : 0));
    } else {
        return false;
    }
    const auto pull = [&] { return ram[0x100 + ++r.s]; };
    const Byte low = pull();
    cpu.jammed = false;
    cpu.jump(static_cast<Address>(word(low, pull()) + 1));
    return true;
}

std::string Terminal::text() const {
    std::string text;
    char before = 0;
    for (const char letter : printed) {
        const char plain = static_cast<char>(letter & 0x7F);
        if (plain == '\r' || (plain == '\n' && before != '\r')) text += '\n';
        if (plain >= ' ' && plain < 0x7F) text += plain;
        before = plain;
    }
    return text;
}

void Console::map(Device device) {
    plain_below = std::min<unsigned>(plain_below, device.first);
    devices.map(std::move(device));
}

void Console::stop_at_routines() {
    constexpr Byte JAM = 0x02;
    if (terminal.print_routine) ram[*terminal.print_routine] = JAM;
    if (terminal.key_routine) ram[*terminal.key_routine] = JAM;
}

recompiler::Window Console::window() {
    const unsigned end = plain_end() < end_of_stack ? 0 : plain_end();
    return {ram.data(), end == 0 ? 0 : end - 2, end, 0, end};
}

bool Console::run_fast(Core core, State& state, const RunLimit& stop) {
    if (plain_end() < end_of_stack) return false;
    return core == Core::recompiler ? recompiler::run_fast(*this, state, stop)
                                    : emu::run_fast(*this, state, stop);
}

ExactEnd Console::run_exactly(State& state, const RunLimit& stop, const Unstable& unstable) {
    return Exactly<Console>::run(*this, state, stop, unstable);
}

}  // namespace ryg::emu
