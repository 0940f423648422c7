// Random programs in each core in lock-step: on flat memory, on a board with events, and on the C64,
// where whole machines are compared, saved and loaded.
#include <array>
#include <memory>

#include "c64/board/machine.hpp"
#include "c64/board/state.hpp"
#include "tests/emu/recompiled.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
namespace {

using emu_test::Dice;
using emu_test::Program;

/// Loops in the machine as it is switched on, which run for many badlines undisturbed.
std::unique_ptr<c64::Machine> calm_machine(Dice& dice) {
    auto machine = std::make_unique<c64::Machine>(static_cast<c64::Model>(dice(3)));
    machine->boot();
    machine->set_timing(dice(4) == 0 ? c64::Timing::cpu : c64::Timing::stock);
    emu_test::Memory code{};
    fill(dice, Program::loops, code);
    std::copy_n(code.begin() + 0x0300, 0x8000, machine->ram().begin() + 0x0400);
    std::copy_n(code.begin() + 2, 0x8F, machine->ram().begin() + 2);
    machine->cpu.jump(static_cast<c64::Address>(0x0400 + dice(0x8000)));
    if (dice(3) == 0) {  // pointers to the colours, or to the SID just before them
        for (unsigned at = 0x10; at < 0x90; at += 2) {
            const bool sid = dice(2) == 0;
            if (sid) machine->ram()[at] = static_cast<emu::Byte>(0xF9 + dice(4));
            machine->ram()[at + 1] = static_cast<emu::Byte>(sid ? 0xD7 : 0xD8 + dice(5));
        }
    }
    if (dice(4) == 0) {  // loops in ROM
        machine->install(c64::Rom::kernal, std::span(code).subspan(0x1000, 0x2000));
        machine->cpu.jump(static_cast<c64::Address>(0xE000 + dice(0x2000)));
    }
    if (dice(4) == 0) {  // or one loop, in which ldx $20 becomes stx $20 just before it
        constexpr std::array<emu::Byte, 8> first{0x8D, 0x03, 0x10, 0xA6, 0x20, 0x4C, 0x00, 0x11};
        constexpr std::array<emu::Byte, 10> second{0xA9, 0xA6, 0x8D, 0x03, 0x10,
                                                   0xA9, 0x86, 0x4C, 0x00, 0x10};
        std::ranges::copy(first, machine->ram().begin() + 0x1000);
        std::ranges::copy(second, machine->ram().begin() + 0x1100);
        machine->cpu.jump(0x1100);
    } else if (dice(4) == 0) {  // or lda ($10),y; sta $3000,y; iny; bne
        constexpr std::array<emu::Byte, 11> colours{0xB1, 0x10, 0x99, 0x00, 0x30, 0xC8,
                                                    0xD0, 0xF8, 0x4C, 0x00, 0x10};
        std::ranges::copy(colours, machine->ram().begin() + 0x1000);
        machine->ram()[0x11] = static_cast<emu::Byte>(0xD7 + dice(4));
        machine->cpu.jump(0x1000);
    } else if (dice(4) == 0) {  // or lda ($10),y; sta ($12),y; lda or sta ($14),y; sta ($16),y
        const bool last = dice(4) == 0;  // its pointer is in $ff and $00
        const auto to = static_cast<emu::Byte>(last ? 0xFF : 0x12);
        const auto third = static_cast<emu::Byte>(dice(2) == 0 ? 0xB1 : 0x91);
        const std::array<emu::Byte, 14> copies{0xB1, 0x10, 0x91, to,   third, 0x14, 0x91,
                                               0x16, 0xC8, 0xD0, 0xF5, 0x4C,  0x00, 0x10};
        if (last) machine->ram()[0x100] = static_cast<emu::Byte>(0xD8 + dice(4));
        std::ranges::copy(copies, machine->ram().begin() + 0x1000);
        for (unsigned at = 0x11; at < 0x19; at += 2) {
            machine->ram()[at] = static_cast<emu::Byte>(dice(3) == 0 ? 0x30 : 0xD7 + dice(4));
        }
        machine->cpu.jump(0x1000);
    } else if (dice(4) == 0) {  // or a sprite that is switched on and off between two delays
        const std::array<emu::Byte, 15> switching{
            0xA0, dice.byte(), 0x88, 0xD0, 0xFD,
            0xCA, 0xD0,        0xFA, 0x49, 0x01,
            0x8D, 0x15,        0xD0, 0xA2, static_cast<emu::Byte>(1 + dice(4))};
        std::ranges::copy(switching, machine->ram().begin() + 0x1000);
        std::ranges::copy(std::array<emu::Byte, 3>{0x4C, 0x00, 0x10},
                          machine->ram().begin() + 0x1000 + switching.size());
        machine->poke(0xD001, dice.byte());
        machine->cpu.registers.a = 0;
        machine->cpu.jump(0x1000);
    }
    return machine;
}

/// Random code everywhere, with or without ROMs and a cartridge.
std::unique_ptr<c64::Machine> random_machine(Dice& dice) {
    auto machine = std::make_unique<c64::Machine>(static_cast<c64::Model>(dice(3)),
                                                  static_cast<c64::CiaChip>(dice(2)));
    machine->set_timing(static_cast<c64::Timing>(dice(3)));
    if (dice(2) == 0) machine->boot();
    emu_test::Memory code{};
    fill(dice, static_cast<Program>(dice(emu_test::programs.size())), code);
    if (dice(4) == 0) machine->install(c64::Rom::kernal, std::span(code).subspan(0x4000, 0x2000));
    if (dice(4) == 0) {
        const std::vector<emu::Byte> rom(code.begin() + 0x6000, code.begin() + 0x8000);
        machine->start(c64::Cartridge{dice(2) == 0, dice(2) == 0, rom, rom});
    }
    fill(dice, static_cast<Program>(dice(emu_test::programs.size())), code);
    for (unsigned i = 0x200; i + 2 < code.size(); ++i) {  // chips and the port, rather than a page
        if (code[i] == 0xD0 && code[i + 1] != 0xD0)
            code[i] = static_cast<emu::Byte>(0xD0 + dice(16));
        if (code[i] == 0x85 && dice(8) == 0) code[i + 1] = static_cast<emu::Byte>(dice(2));
    }
    std::copy(code.begin() + 2, code.end(), machine->ram().begin() + 2);
    machine->cpu.jump(static_cast<c64::Address>(dice(65'536)));
    return machine;
}

/// What somebody does to a machine between two runs.
void disturb(c64::Machine& machine, Dice& dice) {
    if (dice(4) == 0) machine.poke(static_cast<c64::Address>(dice(65'536)), dice.byte());
    if (dice(8) == 0) machine.poke(static_cast<c64::Address>(0xD000 + dice(4096)), dice.byte());
    if (dice(8) == 0) machine.poke(static_cast<c64::Address>(dice(2)), dice.byte());
    if (dice(16) == 0) machine.type("A");
    if (dice(16) == 0) machine.board.press_restore(machine.cpu.cycle);
    if (machine.cpu.jammed) {
        machine.board.reset(machine.cpu.cycle);
        machine.cpu.reset(machine.board);
        machine.cpu.jump(static_cast<c64::Address>(dice(65'536)));
    }
}

/// Runs it for some cycles, up to a stop or one of two, then disturbs it.
void run_piece(c64::Machine& machine, const emu_test::Piece& piece, bool calm, Dice& dice) {
    const auto cycles = piece.cycles * (calm ? 8 : 1);
    if (piece.stop && dice(2) == 0) {
        const auto other = static_cast<c64::Address>(*piece.stop + dice(40));
        machine.run({.cycles = cycles, .at = {*piece.stop, other}});
    } else if (piece.stop) {
        machine.cpu.run_to(machine.board, *piece.stop, machine.cpu.cycle + cycles);
    } else {
        machine.cpu.run(machine.board, machine.cpu.cycle + cycles);
    }
    if (!calm || dice(8) == 0) disturb(machine, dice);
    // Brings what is put off to the same point: the VIC-II's windows, and the chips.
    machine.set_timing(machine.timing());
    machine.board.catch_up(machine.cpu.cycle);
}

std::string fault_on_c64(std::uint64_t seed) {
    constexpr std::array cores{emu::Core::exact, emu::Core::interpreter, emu::Core::recompiler};
    Dice dice(seed);
    const bool calm = dice(2) == 0;
    const auto exact = calm ? calm_machine(dice) : random_machine(dice);
    const auto other = std::make_unique<c64::Machine>(*exact);
    const auto recompiled = std::make_unique<c64::Machine>(*exact);
    const std::array machines{exact.get(), other.get(), recompiled.get()};
    std::vector<emu::Byte> saved;
    for (int i = 0; i < 20; ++i) {
        const emu_test::Piece piece(dice, exact->cpu.registers.pc);
        const Dice before = dice;
        for (std::size_t k = 0; k < cores.size(); ++k) {
            dice = before;
            machines[k]->cpu.core = cores[k];
            run_piece(*machines[k], piece, calm, dice);
            if (*machines[k] == *exact) continue;
            return fmt::format("C64, core {}, run {}: pc ${:04x} and ${:04x}, cycle {} and {}", k,
                               i, exact->cpu.registers.pc, machines[k]->cpu.registers.pc,
                               exact->cpu.cycle, machines[k]->cpu.cycle);
        }
        if (dice(4) == 0) {
            saved = save_state(*exact);
            for (auto* const machine : machines) {
                if (save_state(*machine) != saved) return fmt::format("C64, state after run {}", i);
            }
        }
        if (saved.empty() || dice(8) != 0) continue;
        for (auto* const machine : machines) *machine = c64::load_state(saved, "saved");
    }
    return "";
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    emu::recompiler::translate_at_once(seed % 4 != 0);
    for (const auto program : emu_test::programs) {
        const std::string name = fmt::format("program {} ", static_cast<int>(program));
        if (const auto found = emu_test::recompiled<emu_test::InRam>(seed, program, 5000)) {
            return name + "in RAM: " + *found;
        }
        if (const auto found = emu_test::recompiled<emu_test::OnMachine>(seed, program, 5000)) {
            return name + "with events: " + *found;
        }
    }
    return fault_on_c64(seed);
}
