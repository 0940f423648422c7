// Finds undocumented instructions, which programs for a 65C02 run into.
#pragma once

#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

#include "c64/debug/undocumented.hpp"
#include "emu/cpu.hpp"

namespace ryg::app {

/// Cycles at the start of a run in which they are looked for without --documented.
constexpr emu::Cycle looks_for_undocumented = 1'000'000;
constexpr std::string_view ended_undocumented = "undocumented opcode";

struct Undocumented {
    emu::Cycle cycle = 0;  ///< cycle before its execution
    emu::Address at = 0;
    std::string text;  ///< "$1003: phy, opcode $5a, ..." (c64/debug/undocumented.hpp)
};

/// The first undocumented instruction that a processor reaches within this many cycles by `step()`,
/// which returns false if the run is over. `peek(address)` reads memory. Time: about ten times that
/// of a run.
template <class Peek, class Step>
std::optional<Undocumented> find_undocumented(const emu::Cpu& cpu, emu::Cycle cycles,
                                              const Peek& peek, const Step& step) {
    const emu::Cycle end = cpu.cycle + cycles;
    do {
        const emu::Address pc = cpu.registers.pc;
        const auto byte = [&](unsigned i) { return peek(static_cast<emu::Address>(pc + i)); };
        if (c64::debug::is_next_undocumented(cpu, peek)) {
            return Undocumented{
                cpu.cycle, pc,
                fmt::format("${:04x}: {}", pc,
                            c64::debug::undocumented(pc, {byte(0), byte(1), byte(2)}))};
        }
    } while (step() && cpu.cycle < end);
    return {};
}

}  // namespace ryg::app
