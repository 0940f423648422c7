// The loops for RAM below the ports.
#include "emu/console.hpp"

#include "emu/cpu.hpp"
#include "emu/recompiler/run.hpp"

namespace ryg::emu {

Byte Console::take_key() {
    if (keys.empty()) return 0;
    const Byte key = keys.front();
    keys.pop_front();
    return key;
}

recompiler::Window Console::window() {
    const unsigned end = plain_below();
    return {ram.data(), end < 3 ? 0 : end - 2, end, 0, end};
}

bool Console::run_fast(Core core, State& state, const Stop& stop) {
    constexpr unsigned low = 0x0200;  // zero page and stack are taken to be plain
    if (plain_below() < low) return false;
    return core == Core::recompiler ? recompiler::run_fast(*this, state, stop)
                                    : emu::run_fast(*this, state, stop);
}

}  // namespace ryg::emu
