// A processor on a bus of your own: step, run to an address, run for a time, interrupt, go back.
#include <array>
#include <fmt/format.h>
#include <initializer_list>
#include <ryg/emu/cpu.hpp>
#include <string>

using namespace ryg;

namespace {

/// 64 KB of RAM, a terminal at $f000, and a button on the IRQ line, which a read of $f001 releases.
/// A processor needs only read() and write(); `lines` is for the interrupt.
struct Board {
    std::array<emu::Byte, 0x10000> ram{};
    emu::Lines lines;
    std::string terminal;

    emu::Byte read(emu::Address address, emu::Cycle& now) {
        if (address == 0xF001) lines.release_irq(now);
        return ram[address];
    }
    void write(emu::Address address, emu::Byte value, emu::Cycle) {
        if (address == 0xF000) terminal += static_cast<char>(value);
        ram[address] = value;
    }
    void put(emu::Address address, std::initializer_list<emu::Byte> bytes) {
        for (const emu::Byte byte : bytes) ram[address++] = byte;
    }
};

void print(const char* what, const emu::Cpu& cpu, const Board& board) {
    fmt::print("{:<22} cycle {:>5}  pc {:04x}  x {:02x}  \"{}\"\n", what, cpu.cycle,
               cpu.registers.pc, cpu.registers.x, board.terminal);
}

}  // namespace

int main() {
    Board board;
    // clang-format off
    board.put(0x1000, {0xA2, 0x00,               // 1000         ldx #0
                       0xBD, 0x00, 0x11,         // 1002 letter: lda $1100,x
                       0x8D, 0x00, 0xF0,         // 1005         sta $f000
                       0xE8,                     // 1008         inx
                       0xE0, 0x05,               // 1009         cpx #5
                       0xD0, 0xF5,               // 100b         bne letter
                       0x58,                     // 100d         cli
                       0x4C, 0x0E, 0x10});       // 100e         jmp *
    board.put(0x1100, {'H', 'E', 'L', 'L', 'O'});
    board.put(0x2000, {0xA9, '!',                // 2000         lda #'!'
                       0x8D, 0x00, 0xF0,         // 2002         sta $f000
                       0xCD, 0x01, 0xF0,         // 2005         cmp $f001
                       0x40});                   // 2008         rti
    board.put(0xFFFC, {0x00, 0x10, 0x00, 0x20}); // reset at $1000, IRQ at $2000
    // clang-format on

    emu::Cpu cpu;
    cpu.reset(board);
    print("reset", cpu, board);

    cpu.step(board);
    print("one instruction", cpu, board);

    const emu::RunEnd outcome = cpu.run_to(board, 0x100D, cpu.cycle + 1'000'000);
    print(outcome == emu::RunEnd::reached_address ? "up to $100d" : "never came by", cpu, board);

    const emu::Cpu kept_cpu = cpu;  // both are values: a copy is a snapshot
    const Board kept_board = board;

    cpu.run(board, cpu.cycle + 1000);
    board.lines.pull_irq(cpu.cycle);
    cpu.run(board, cpu.cycle + 1000);
    print("a press of the button", cpu, board);

    cpu = kept_cpu;
    board = kept_board;
    print("back again", cpu, board);
    return board.terminal == "HELLO" ? 0 : 1;
}
