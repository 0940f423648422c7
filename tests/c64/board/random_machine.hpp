// Machines in which nothing is as it was meant, and what may happen to them: for tests and fuzzers.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "c64/board/state.hpp"
#include "emu/opcodes.hpp"
#include "tests/support/dice.hpp"

namespace ryg::tests {

using emu::Byte;

inline std::vector<Byte> random_bytes(Dice& dice, std::size_t size) {
    std::vector<Byte> bytes(size);
    for (Byte& byte : bytes) byte = dice.byte();
    return bytes;
}

/// Bytes none of which stops the processor.
inline std::vector<Byte> random_code(Dice& dice, std::size_t size) {
    auto bytes = random_bytes(dice, size);
    for (Byte& byte : bytes) {
        if (emu::opcodes[byte].operation == emu::Operation::JAM) byte = 0xEA;
    }
    return bytes;
}

/// Whatever an access from outside may do between two instructions.
inline void disturb(c64::Machine& machine, Dice& dice) {
    const auto address = static_cast<c64::Address>(dice(8) == 0   ? dice(2)
                                                   : dice(4) == 0 ? dice(65'536)
                                                                  : 0xD000 + dice(4096));
    machine.poke(address, dice.byte());
    if (dice(8) == 0) machine.type("A");
    if (dice(8) == 0) machine.board.keyboard.press(c64::Key::number(dice.byte() & 0x3F));
    if (dice(16) == 0) machine.board.press_restore(machine.cpu.cycle);
    if (machine.cpu.jammed) {
        machine.board.reset(machine.cpu.cycle);
        machine.cpu.reset(machine.board);
    }
}

/// A machine in which nothing is as it was meant: RAM, maybe ROMs, cartridge, chips.
inline std::unique_ptr<c64::Machine> random_machine(Dice& dice) {
    auto machine = std::make_unique<c64::Machine>(static_cast<c64::Model>(dice(4)),
                                                  static_cast<c64::CiaChip>(dice(2)));
    machine->board.sid = c64::Sid(static_cast<c64::SidChip>(dice(2)),
                                  {.phases = {dice(1 << 24), 0, 1}, .noise = dice(1 << 23)});
    machine->set_timing(static_cast<c64::Timing>(dice(3)));
    if (dice(4) != 0) machine->boot();
    if (dice(2) == 0) machine->install(c64::Rom::kernal, random_code(dice, 8192));
    if (dice(4) == 0) machine->install(c64::Rom::basic, random_code(dice, 8192));
    if (dice(4) == 0) {
        const auto rom = random_code(dice, 8192);
        machine->start(c64::Cartridge{dice(2) == 0, dice(2) == 0, rom, rom});
    }
    std::ranges::copy(random_code(dice, 65'534), machine->ram().begin() + 2);
    machine->cpu.jump(static_cast<c64::Address>(dice(65'536)));
    return machine;
}

/// Whether a machine that runs in this core is, whenever it stops, where one that makes each access
/// on the bus is. Half of the runs stop before an address that the code often reaches.
inline bool goes_on_when_stepped(Dice& dice, emu::Core core) {
    const auto whole = random_machine(dice);
    for (unsigned i = dice(40); i > 0; --i) {
        whole->poke(static_cast<c64::Address>(0xD000 + dice(4) * 0x400 + dice(0x30)), dice.byte());
    }
    if (dice(8) == 0) whole->board.vic.begin_picture(whole->cpu.cycle);
    whole->board.rebuild();
    whole->cpu.core = core;
    const auto stepped = std::make_unique<c64::Machine>(*whole);
    emu::Cpu& cpu = stepped->cpu;
    for (int moment = 0; moment < 10; ++moment) {
        const emu::Cycle until = cpu.cycle + dice(5000);
        const bool has_stop = dice(2) == 0;
        const auto stop = static_cast<c64::Address>(cpu.registers.pc + dice(12));
        if (has_stop) {
            whole->cpu.run_to(whole->board, stop, until);
            if (cpu.cycle < until) cpu.step(stepped->board);
        } else {
            whole->cpu.run(whole->board, until);
        }
        while (cpu.cycle < until && !cpu.jammed) {
            if (has_stop && cpu.registers.pc == stop && !cpu.interrupt_follows()) break;
            cpu.step(stepped->board);
        }
        const bool pulls = core == emu::Core::exact && dice(4) == 0;
        const Dice before = dice;
        for (c64::Machine* const machine : {whole.get(), stepped.get()}) {
            dice = before;
            disturb(*machine, dice);
            // Brings what is put off to the same point: the VIC-II's windows, and the chips.
            machine->set_timing(machine->timing());
            machine->board.catch_up(machine->cpu.cycle);
            if (!pulls) continue;
            machine->board.lines.pull_irq(machine->cpu.cycle);  // low in one cycle
            machine->board.lines.release_irq(machine->cpu.cycle + 1);
        }
        if (*whole != *stepped) return false;
    }
    return true;
}

/// Whether a machine that is saved and loaded, at several moments, goes on like its original.
inline bool goes_on_when_loaded(Dice& dice) {
    const auto machine = random_machine(dice);
    for (int moment = 0; moment < 10; ++moment) {
        machine->run(dice(5000));
        disturb(*machine, dice);
        const auto loaded =
            std::make_unique<c64::Machine>(c64::load_state(c64::save_state(*machine), "random"));
        if (*loaded != *machine) return false;
        const emu::Cycle cycles = dice(5000);
        machine->run(cycles);
        loaded->run(cycles);
        Dice again = dice;
        disturb(*machine, dice);
        disturb(*loaded, again);
        // Each plans its own way when the VIC-II's sprites are counted.
        machine->catch_up();
        loaded->catch_up();
        if (*loaded != *machine) return false;
    }
    return true;
}

}  // namespace ryg::tests
