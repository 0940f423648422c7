// Random programs, run in lock-step by every way there is to run them. For tests and the fuzzer.
#pragma once

#include <optional>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "emu/opcodes.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"

namespace ryg::emu_test {

enum class Bias { random_bytes, valid_code };

/// A byte that makes interesting addresses as their upper half: zero page, stack, the I/O page and
/// its neighbours, the ends of memory.
inline Byte high_byte(Dice& dice) {
    constexpr std::array<Byte, 12> pages{0x00, 0x01, 0x02, 0x40, 0xCF, 0xCF,
                                         0xD0, 0xD0, 0xD0, 0xD1, 0xFE, 0xFF};
    const std::size_t choice = dice(pages.size() + 8);
    return choice < pages.size() ? pages[choice] : dice.byte();
}
/// Mostly near the ends of a page, where indexes carry; or a register of the I/O page.
inline Byte low_byte(Dice& dice) {
    switch (dice(4)) {
        case 0: return static_cast<Byte>(dice(8));
        case 1: return static_cast<Byte>(0xF0 + dice(16));
        default: return dice.byte();
    }
}

/// Code from end to end: no JAM, operands with a bias, pointers in the zero page, handlers of
/// which most acknowledge their interrupt.
inline void fill_with_code(Dice& dice, Memory& ram) {
    for (unsigned i = 0; i < 0x100; i += 2) {
        ram[i] = low_byte(dice);
        ram[i + 1] = high_byte(dice);
    }
    for (unsigned at = 0x100; at + 2 < 0x10000;) {
        Byte opcode = dice.byte();
        while (emu::opcodes[opcode].operation == emu::Operation::JAM) opcode = dice.byte();
        ram[at] = opcode;
        const unsigned length = emu::length(emu::opcodes[opcode].mode);
        ram[at + 1] = low_byte(dice);
        ram[at + 2] = high_byte(dice);
        at += length;
    }
    for (const Address vector : {emu::nmi_vector, emu::reset_vector, emu::irq_vector}) {
        const auto handler = static_cast<Address>(0x0200 + dice(0xCC00));
        if (dice(4) != 0) poke(ram, handler, {0xCD, 0x00, 0xD0, 0x40});  // cmp $d000, rti
        poke_word(ram, vector, handler);
    }
}

inline void fill(Dice& dice, Bias bias, Memory& ram) {
    if (bias == Bias::valid_code) return fill_with_code(dice, ram);
    for (Byte& byte : ram) byte = dice.byte();
}

inline emu::Cpu random_cpu(Dice& dice) {
    emu::Cpu cpu;
    cpu.registers = {.pc = static_cast<Address>(dice(0x10000)),
                     .a = dice.byte(),
                     .x = dice.byte(),
                     .y = dice.byte(),
                     .s = dice.byte(),
                     .p = static_cast<Byte>((dice.byte() & ~emu::Flag::B) | emu::Flag::unused)};
    cpu.cycle = 1000 + dice(1000);
    return cpu;
}

/// A jammed chip is reset and goes on somewhere else: a place that follows from its time only.
template <class B>
void revive(emu::Cpu& cpu, B& bus) {
    cpu.reset(bus);
    cpu.jump(static_cast<Address>(cpu.cycle * 40503));
}
template <class B>
void run(emu::Cpu& cpu, B& bus, Cycle until) {
    while (cpu.run(bus, until) == emu::RunEnd::jammed) revive(cpu, bus);
}
template <class B>
void step(emu::Cpu& cpu, B& bus, Cycle until) {
    while (cpu.cycle < until) {
        if (cpu.step(bus) == emu::RunEnd::jammed) revive(cpu, bus);
    }
}

/// Nothing if they are the same, or else what is different.
inline std::optional<std::string> difference(const emu::Cpu& a, const emu::Cpu& b,
                                             const Memory& ram_a, const Memory& ram_b) {
    if (a.cycle != b.cycle || a.registers != b.registers) {
        return fmt::format("cycle {} {}, and cycle {} {}", a.cycle, text(a.registers), b.cycle,
                           text(b.registers));
    }
    if (a != b) return "the same registers, but jammed or about to be interrupted";
    if (ram_a == ram_b) return std::nullopt;
    const auto at =
        static_cast<std::size_t>(std::ranges::mismatch(ram_a, ram_b).in1 - ram_a.begin());
    return fmt::format("cycle {}: ${:04x} is ${:02x}, and ${:02x}", a.cycle, at, ram_a[at],
                       ram_b[at]);
}

/// Runs a program in RAM instruction by instruction on a plain board, recorded, in the fast loop, and
/// in the exact core's, `cycles` in slices of random length. Returns the first difference after a
/// slice.
inline std::optional<std::string> lockstep_in_ram(std::uint64_t seed, Bias bias, Cycle cycles) {
    Dice dice(seed);
    Board board;
    fill(dice, bias, board.ram);
    emu::FlatMemory flat, inlined;
    flat.ram = inlined.ram = board.ram;
    Board recorded = board;
    emu::RecordingBus recorder{recorded};

    emu::Cpu exact = random_cpu(dice);
    emu::Cpu fast = exact, other = exact, in_a_loop = exact;
    in_a_loop.core = emu::Core::exact;
    const Cycle start = exact.cycle, end = start + cycles;
    while (exact.cycle < end) {
        const Cycle until = exact.cycle + 1 + dice(dice(8) == 0 ? 600 : 40);
        step(exact, board, until);
        run(fast, flat, until);
        run(other, recorder, until);
        run(in_a_loop, inlined, until);
        if (auto found = difference(exact, fast, board.ram, flat.ram)) return found;
        if (auto found = difference(exact, in_a_loop, board.ram, inlined.ram)) return found;
        if (auto found = difference(exact, other, board.ram, recorded.ram)) return found;
    }
    Cycle cycle = start;
    for (const emu::BusAccess& access : recorder.accesses) {
        if (access.cycle != cycle) return fmt::format("cycle {} has no access", cycle);
        ++cycle;
    }
    if (cycle != exact.cycle) return "not as many accesses as cycles";
    return std::nullopt;
}

/// By how much the periods of the lines differ, in cycles.
struct Spread {
    unsigned irq, nmi, rdy;
};

/// Has IRQ, NMI and RDY come now and then, each in some of the machines only.
inline void draw_lines(Dice& dice, Cycle now, Machine& machine, const Spread& spread) {
    if (dice(2) == 0) {
        machine.irq_timer = now + dice(100);
        machine.irq_period = 20 + dice(spread.irq);
    }
    if (dice(2) == 0) {
        machine.nmi_timer = now + dice(300);
        machine.nmi_period = 30 + dice(spread.nmi);
    }
    if (dice(3) == 0) {
        machine.rdy_period = 20 + dice(spread.rdy);
        machine.rdy_low = 1 + dice(15);
    }
}

/// The same on the board with I/O, timers on both lines and RDY: step by step, in the fast loop, in
/// the fast loop with slices of another length, in the exact core's loop, with and without quiet
/// instructions, and recorded; the accesses to the I/O page and their cycles must be the same, too.
inline std::optional<std::string> lockstep_on_machine(std::uint64_t seed, Bias bias, Cycle cycles) {
    Dice dice(seed);
    Machine machine;
    fill(dice, bias, machine.ram);
    emu::Cpu exact = random_cpu(dice);
    draw_lines(dice, exact.cycle, machine, {.irq = 200, .nmi = 300, .rdy = 100});
    Machine long_machine = machine, recorded = machine;
    MachineThatKnowsPlain fast_machine{machine};
    ExactMachine exact_machine{machine};
    QuietMachine quiet_machine{machine};
    emu::RecordingBus recorder{recorded};
    emu::Cpu fast = exact, in_one_go = exact, other = exact, in_a_loop = exact, quiet = exact;
    in_a_loop.core = quiet.core = emu::Core::exact;

    const auto compare = [&](const emu::Cpu& cpu,
                             const Machine& with) -> std::optional<std::string> {
        if (auto found = difference(exact, cpu, machine.ram, with.ram)) return found;
        if (machine.log != with.log)
            return fmt::format("I/O accesses {}, and {}", text(machine.log), text(with.log));
        if (machine.lines != with.lines) return "different interrupt lines";
        return std::nullopt;
    };
    const Cycle end = exact.cycle + cycles;
    while (exact.cycle < end) {
        const Cycle until = exact.cycle + 1 + dice(dice(8) == 0 ? 600 : 40);
        step(exact, machine, until);
        run(fast, fast_machine, until);
        run(other, recorder, until);
        run(in_a_loop, exact_machine, until);
        if (auto found = compare(in_a_loop, exact_machine)) return "in a loop: " + *found;
        if (machine.exact_accesses != exact_machine.exact_accesses) return "other accesses";
        exact_machine.log.clear();
        run(quiet, quiet_machine, until);
        if (auto found = compare(quiet, quiet_machine)) return "quiet: " + *found;
        quiet_machine.log.clear();
        if (auto found = compare(fast, fast_machine)) return "fast: " + *found;
        if (auto found = compare(other, recorded)) return "recorded: " + *found;
        std::vector<emu::BusAccess> io;
        for (const emu::BusAccess& access : recorder.accesses) {
            if (Machine::is_io(access.address)) io.push_back(access);
        }
        if (io != machine.log) return "the recording does not have the I/O accesses";
        recorder.accesses.clear();
        fast_machine.log.clear();
        recorded.log.clear();
        if (dice(4) == 0 || exact.cycle >= end) {
            long_machine.log.clear();
            machine.log.clear();
            run(in_one_go, long_machine, until);
            long_machine.log.clear();
            if (auto found = compare(in_one_go, long_machine)) return "in one go: " + *found;
        }
        machine.log.clear();
    }
    return std::nullopt;
}

/// Every way to compare, with the kinds of programs.
struct Way {
    const char* name;
    std::optional<std::string> (*run)(std::uint64_t seed, Bias, Cycle);
    Bias bias;
    Cycle cycles;
};
inline constexpr Way ways[]{
    {"RandomBytesRunTheSameInRam", lockstep_in_ram, Bias::random_bytes, 1500},
    {"RandomCodeRunsTheSameInRam", lockstep_in_ram, Bias::valid_code, 2500},
    {"RandomBytesRunTheSameOnABoardWithEvents", lockstep_on_machine, Bias::random_bytes, 1500},
    {"RandomCodeRunsTheSameOnABoardWithEvents", lockstep_on_machine, Bias::valid_code, 3000},
};

}  // namespace ryg::emu_test
