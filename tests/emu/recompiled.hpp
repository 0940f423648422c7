// Random programs, recompiled and in lock-step with the exact core. For tests and the fuzzer.
#pragma once

#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/testing.hpp"
#include "tests/emu/lockstep.hpp"

namespace ryg::emu_test {

enum class Program { bytes, code, loops, routines };
inline constexpr std::array programs{Program::bytes, Program::code, Program::loops,
                                     Program::routines};

/// Code with many short loops, calls near by, and stores into the code, its operands and its next
/// instructions; returns and breaks are seldom.
inline void fill_with_loops(Dice& dice, Memory& ram) {
    fill_with_code(dice, ram);
    const auto near = [&](unsigned at) { return static_cast<Address>(at + dice(160) - 100); };
    for (unsigned at = 0x200; at + 2 < 0xD000;) {
        Byte& byte = ram[at];
        const auto operation = emu::opcodes[byte].operation;
        using enum emu::Operation;
        const bool seldom = operation == RTS || operation == RTI || operation == BRK ||
                            operation == PLP || operation == TXS;
        if (seldom && dice(8) != 0) byte = dice(2) == 0 ? 0xCA : 0xC8;  // dex, iny
        const auto mode = emu::opcodes[byte].mode;
        const bool jumps = byte == 0x4C || byte == 0x20;
        if (mode == emu::Mode::rel) ram[at + 1] = static_cast<Byte>(dice(48) - 36);
        if (emu::length(mode) == 3 && (jumps || dice(6) == 0)) {
            poke_word(ram, static_cast<Address>(at + 1), near(at));
        } else if (emu::length(mode) == 3 && dice(4) != 0) {
            ram[at + 2] = static_cast<Byte>(0x20 + dice(2));
        }
        at += emu::length(mode);
    }
    for (unsigned i = 0; i < 0x100; i += 2) ram[i + 1] = static_cast<Byte>(dice(0xD1));
}

/// Short routines that call each other, most with a loop through pointers, which may change in it or
/// lead to the code. Some return to the caller's caller, or have no return.
inline void fill_with_routines(Dice& dice, Memory& ram) {
    fill_with_code(dice, ram);
    constexpr unsigned first = 0x200, size = 32, last = 0xD000 - size;
    constexpr std::array<Byte, 5> pointers{0x10, 0x11, 0xFB, 0xFD, 0xFF};
    constexpr std::array<Byte, 8> through{0xB1, 0xB1, 0x91, 0x91, 0xD1, 0x71, 0x11, 0x51};
    constexpr std::array<Byte, 8> others{0xCA, 0xE8, 0x48, 0x68, 0xEA, 0x8A, 0x98, 0x18};
    for (unsigned routine = first; routine < last; routine += size) {
        unsigned at = routine;
        const auto put = [&](std::initializer_list<Byte> bytes) {
            poke(ram, static_cast<Address>(at), bytes);
            at += static_cast<unsigned>(bytes.size());
        };
        const auto call = [&] {
            const bool is_near = dice(4) != 0;
            const unsigned to =
                is_near ? routine + size * (dice(16) + 1) : first + size * dice(1600);
            put({0x20, 0, 0});
            poke_word(ram, static_cast<Address>(at - 2), static_cast<Address>(std::min(to, last)));
        };
        put({0xA0, low_byte(dice)});  // ldy #
        if (dice(2) == 0) call();
        const unsigned loop = at;
        for (auto left = 1 + dice(3); left > 0; --left) {
            const Byte pointer = pointers[dice(pointers.size())];
            put({through[dice(through.size())], pointer});
            if (dice(3) == 0) put({others[dice(others.size())]});
            if (dice(16) == 0) put({0xE6, pointer});                                  // inc
            if (dice(16) == 0) put({0x85, static_cast<Byte>(pointer + 1)});           // sta
            if (dice(16) == 0) put({0x95, dice.byte()});                              // sta zp,x
            if (dice(16) == 0) put({0x9D, dice.byte(), static_cast<Byte>(dice(8))});  // sta abs,x
        }
        put({static_cast<Byte>(dice(2) == 0 ? 0x88 : 0xC8)});  // dey, iny
        put({static_cast<Byte>(dice(2) == 0 ? 0xD0 : 0x10), static_cast<Byte>(loop - at - 2)});
        if (dice(3) == 0) call();
        if (dice(16) == 0) put({0x68, 0x68});
        if (dice(8) != 0) put({0x60});
    }
    for (const Byte pointer : pointers) {
        if (dice(3) == 0) ram[(pointer + 1U) & 0xFF] = static_cast<Byte>(0x02 + dice(0x20));
    }
}

inline void fill(Dice& dice, Program program, Memory& ram) {
    if (program == Program::routines) return fill_with_routines(dice, ram);
    if (program == Program::loops) return fill_with_loops(dice, ram);
    fill(dice, program == Program::bytes ? Bias::random_bytes : Bias::valid_code, ram);
}

/// On to cycle `until`, or before `stop`; a jammed chip goes on elsewhere.
template <class B>
void advance(emu::Cpu& cpu, B& bus, Cycle until, std::optional<Address> stop) {
    if (stop && cpu.run_to(bus, *stop, until) != emu::RunEnd::jammed) return;
    run(cpu, bus, until);
}

/// A board without its fast loop.
struct Stepped {
    Machine& machine;
    emu::Lines& lines = machine.lines;
    Byte read(Address address, Cycle& now) { return machine.read(address, now); }
    void write(Address address, Byte value, Cycle now) { machine.write(address, value, now); }
};

/// How far the two go before they are compared, and where they stop besides.
struct Piece {
    Cycle cycles;
    std::optional<Address> stop;

    Piece(Dice& dice, Address pc)
        : cycles(1 + dice(dice(3) == 0   ? 40
                          : dice(2) == 0 ? 600
                                         : 3000)) {
        if (dice(4) == 0) stop = static_cast<Address>(pc + dice(64) - 16);
    }
};

/// A program in RAM, in each core.
struct InRam {
    Board board{};
    emu::FlatMemory flat{};
    RecompiledMemory recompiled{};
    emu::Cpu exact{}, interpreter{}, recompiler{};

    InRam(Dice& dice, Program program) {
        fill(dice, program, board.ram);
        flat.ram = recompiled.ram = board.ram;
        exact = interpreter = recompiler = random_cpu(dice);
        interpreter.core = emu::Core::interpreter;
    }
    std::optional<std::string> advance(Cycle until, std::optional<Address> stop) {
        emu_test::advance(exact, board, until, stop);
        emu_test::advance(interpreter, flat, until, stop);
        emu_test::advance(recompiler, recompiled, until, stop);
        if (auto found = difference(exact, interpreter, board.ram, flat.ram)) {
            return "interpreter: " + *found;
        }
        return difference(exact, recompiler, board.ram, recompiled.ram);
    }
};

/// The same on the board with events.
struct OnMachine {
    Machine machine{};
    MachineThatKnowsPlain interpreted{};
    RecompiledMachine recompiled{};
    emu::Cpu exact{}, interpreter{}, recompiler{};

    OnMachine(Dice& dice, Program program) {
        fill(dice, program, machine.ram);
        exact = random_cpu(dice);
        draw_lines(dice, exact.cycle, machine, {.irq = 1000, .nmi = 1000, .rdy = 500});
        interpreted = {machine};
        recompiled = {{machine}};
        interpreter = recompiler = exact;
    }
    std::optional<std::string> advance(Cycle until, std::optional<Address> stop) {
        Stepped stepped{machine};
        emu_test::advance(exact, stepped, until, stop);
        emu_test::advance(interpreter, interpreted, until, stop);
        emu_test::advance(recompiler, recompiled, until, stop);
        if (auto found = compare(interpreter, interpreted)) return "interpreter: " + *found;
        if (auto found = compare(recompiler, recompiled)) return found;
        machine.log.clear();
        return std::nullopt;
    }

  private:
    std::optional<std::string> compare(const emu::Cpu& cpu, Machine& other) {
        if (auto found = difference(exact, cpu, machine.ram, other.ram)) return found;
        if (machine.log != other.log) {
            return fmt::format("I/O accesses {}, and {}", text(machine.log), text(other.log));
        }
        if (machine.lines != other.lines) return "different interrupt lines";
        other.log.clear();
        return std::nullopt;
    }
};

/// Runs a program in lock-step, piece by piece; now and then all go back to where they were before,
/// while the thread keeps the code that it has translated since.
template <class Cores>
std::optional<std::string> recompiled(std::uint64_t seed, Program program, Cycle cycles) {
    Dice dice(seed);
    Cores cores(dice, program), saved = cores;
    for (Cycle done = 0; done < cycles;) {
        const Cycle before = cores.exact.cycle;
        const Piece piece(dice, cores.exact.registers.pc);
        if (auto found = cores.advance(before + piece.cycles, piece.stop)) return found;
        done += cores.exact.cycle - before;
        if (dice(8) == 0) saved = cores;
        if (dice(16) == 0) cores = saved;
    }
    return std::nullopt;
}

}  // namespace ryg::emu_test
