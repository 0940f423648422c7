// The KERNAL: what its calls do and what they cost.
#include <fmt/format.h>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

/// The KERNAL's interrupts in a loop of a NOP and a JMP: their length, and the cycles from one to
/// the next.
void expect_jiffies(Model model, Cycle cycles_each, Cycle period) {
    constexpr Cycle jiffies = 101;
    Machine machine = booted(model);
    put(machine, 0xC000, {0xEA, 0x4C, 0x00, 0xC0});
    machine.start_at(0xC000);
    machine.run({.cycles = 1000, .at = {0xC000}});
    const Address irq = machine.peek_word(emu::irq_vector);
    Cycle first = 0, entered = 0, in_handlers = 0;
    for (Cycle n = 0; n < jiffies; ++n) {
        const auto step = [&machine] {
            machine.cpu.step(machine.board);
            return machine.cpu.registers.pc;
        };
        do entered = machine.cpu.cycle;
        while (step() != irq);
        if (n == 0) first = entered;
        while (step() >> 8 != 0xC0) continue;
        in_handlers += machine.cpu.cycle - entered;
    }
    EXPECT_EQ(in_handlers / jiffies + (in_handlers % jiffies != 0), cycles_each);
    EXPECT_EQ((entered - first + 50) / (jiffies - 1), period);
}

TEST(KernalCost, TheJiffyInterruptTakes219CyclesEvery16422OnPalAnd17046OnNtsc) {
    expect_jiffies(Model::pal, 219, 16'422);
    expect_jiffies(Model::ntsc, 219, 17'046);
}

TEST(Kernal, ResetLeavesTheMachineAsTheBookSays) {
    for (const Model model : {Model::pal, Model::ntsc}) {
        const Machine machine = booted(model);
        expect_bytes(machine, 0x0000, {0x2F, 0x37});
        EXPECT_EQ(machine.peek(0x02A6), model == Model::pal ? 1 : 0);
        EXPECT_EQ(machine.peek(0x0288), 0x04);
        expect_bytes(machine, 0x0281, {0x00, 0x08, 0x00, 0xA0});
        expect_bytes(machine, 0x0314, {0x31, 0xEA});
        expect_bytes(machine, 0xFFFC, {0xE2, 0xFC});
        EXPECT_EQ(machine.cpu.registers.p & emu::Flag::I, 0);
        EXPECT_EQ(machine.screen_text(), "**** RYG ****\n\nREADY.\n");
    }
}

TEST(Kernal, TheJiffyClockCountsAndWrapsAfterADay) {
    Machine machine = booted();
    machine.run(16'422 * 10);
    const Byte ten = machine.peek(0xA2);
    machine.run(16'422 * 10);
    EXPECT_EQ(machine.peek(0xA2) - ten, 10);
    machine.call(kernal::SETTIM, {.a = 0xFF, .x = 0x19, .y = 0x4F});
    machine.call(kernal::UDTIM);
    expect_bytes(machine, 0xA1, {0x1A, 0x00});
    machine.call(kernal::UDTIM);
    expect_registers(machine.call(kernal::RDTIM), 0, 0, 0);
}

TEST(Kernal, CallsAndTheirAddressesAreWhereProgramsLookForThem) {
    Machine machine = booted();
    print(machine, "HELLO");
    machine.call(0xE544);
    EXPECT_EQ(machine.screen_text(), "");
    plot(machine, 5, 5);
    machine.call(0xE566);
    const auto at = machine.call(kernal::PLOT, {.carry = true});
    EXPECT_EQ(at.registers.x, 0);
    EXPECT_EQ(at.registers.y, 0);
    const auto size = machine.call(kernal::SCREEN);
    EXPECT_EQ(size.registers.x, 40);
    EXPECT_EQ(size.registers.y, 25);
    const auto cia = machine.call(kernal::IOBASE);
    EXPECT_EQ(cia.registers.x + cia.registers.y * 256, 0xDC00);
}

TEST(Kernal, AProgramsInterruptHandlerMayEndAtEa31AndEa81) {
    for (const int back : {0x31, 0x7E, 0x81}) {
        Machine machine = booted();
        // inc $c100; lda $dc0d (for $ea81); jmp $eaxx
        put(machine, 0xC000, {0xEE, 0x00, 0xC1, 0xAD, 0x0D, 0xDC, 0x4C, back, 0xEA});
        put(machine, 0x0314, {0x00, 0xC0});
        const Byte time = machine.peek(0xA2);
        machine.run(16'422 * 5);
        EXPECT_EQ(machine.peek(0xC100), 5) << back;
        EXPECT_EQ(machine.peek(0xA2) - time, back == 0x31 ? 5 : 0);
    }
}

TEST(Kernal, GetinTakesKeysInTheirOrder) {
    Machine machine = booted();
    put(machine, 0x0277, {'A', 'B', 'C'});
    machine.ram()[0xC6] = 3;
    for (const int expected : {int{'A'}, int{'B'}, int{'C'}, 0}) {
        EXPECT_EQ(machine.call(kernal::GETIN).registers.a, expected);
    }
}

TEST(Kernal, ChrinLetsALineBeEditedAndThenReadsIt) {
    Machine machine = booted();
    print(machine, "\x93? ");
    // loop: jsr chrin; sta $c100,x; inx; cmp #13; bne loop; rts
    put(machine, 0xC000,
        {0xA2, 0, 0x20, 0xCF, 0xFF, 0x9D, 0, 0xC1, 0xE8, 0xC9, 13, 0xD0, 0xF5, 0x60});
    machine.type("HELO\x14\x14LLO, WORLD   \n");
    machine.start_at(0xC000);
    ASSERT_EQ(machine.run(5'000'000).ended, Ended::returned);
    std::string read;
    for (Address at = 0xC100; machine.peek(at) != 13; ++at) {
        read += static_cast<char>(machine.peek(at));
    }
    EXPECT_EQ(read, "HELLO, WORLD");
    EXPECT_EQ(machine.screen_text(), "? HELLO, WORLD\n");
    EXPECT_EQ(machine.peek(0xD6), 1);
}

/// Presses keys by their numbers, one after the other, and lets the KERNAL scan them.
void press(Machine& machine, std::initializer_list<int> keys, Cycle jiffies = 3) {
    for (const int key : keys) machine.board.keyboard.press(Key::number(static_cast<Byte>(key)));
    machine.run(jiffies * 16'422);
}
void release(Machine& machine) {
    machine.board.keyboard.release_all();
    machine.run(3 * 16'422);
}

TEST(Keys, EveryKeyOfTheMatrixComesThroughTheInterrupt) {
    const Machine idle = booted();
    const std::vector<std::pair<int, int>> keys = {
        {10, 'A'}, {28, 'B'}, {9, 'W'},  {60, ' '}, {1, 13},   {0, 20},   {7, 17},  {2, 29},
        {4, 133},  {56, '1'}, {35, '0'}, {62, 'Q'}, {46, '@'}, {49, '*'}, {51, 19}, {57, '_'}};
    for (const auto& [number, petscii] : keys) {
        Machine machine = idle;
        press(machine, {number});
        release(machine);
        EXPECT_EQ(machine.peek(0xC6), 1) << "key " << number;
        EXPECT_EQ(machine.peek(0x0277), petscii) << "key " << number;
        EXPECT_EQ(machine.peek(0xCB), 64);
    }
}

constexpr int A = 10, left_shift = 15, right_shift = 52, commodore = 61, control = 58, stop = 63;

TEST(Keys, ShiftCommodoreAndControlChooseTheirTables) {
    const Machine idle = booted();
    for (const auto& [shift, petscii] :
         {std::pair{left_shift, 0xC1}, {right_shift, 0xC1}, {commodore, 0xB0}, {control, 0x01}}) {
        Machine machine = idle;
        press(machine, {shift, A});
        EXPECT_EQ(machine.peek(0xC6), 1) << shift;
        EXPECT_EQ(machine.peek(0x0277), petscii) << shift;
    }
}

TEST(Keys, ShiftWithCommodoreSwitchesTheCharacterSetOnce) {
    Machine machine = booted();
    press(machine, {left_shift, commodore}, 10);
    EXPECT_EQ(machine.peek(0xD018), 0x17);
    EXPECT_EQ(machine.screen()[2].substr(0, 6), "ready.");
}

TEST(Keys, StopIsSeenByTheClockAndReportedByTheCall) {
    Machine machine = booted();
    press(machine, {stop});
    EXPECT_EQ(machine.peek(0x91), 0x7F);
    EXPECT_NE(machine.call(kernal::STOP).registers.p & emu::Flag::Z, 0);
    release(machine);
    EXPECT_EQ(machine.call(kernal::STOP).registers.p & emu::Flag::Z, 0);
}

TEST(Keys, TheCursorRepeatsWhileSomebodyReadsAndLettersDoNot) {
    for (const auto& [number, repeats] : {std::pair{7, true}, std::pair{10, false}}) {
        Machine machine = booted();
        // loop: jsr getin; beq loop; inc $c100; jmp loop
        put(machine, 0xC000, {0x20, 0xE4, 0xFF, 0xF0, 0xFB, 0xEE, 0, 0xC1, 0x4C, 0, 0xC0});
        machine.board.keyboard.press(Key::number(static_cast<Byte>(number)));
        machine.start_at(0xC000);
        machine.run(60 * 16'422);
        EXPECT_EQ(machine.peek(0xC100) > 5, repeats);
    }
}

TEST(Restore, AloneDoesNothingAndWithStopStartsWarm) {
    Machine machine = booted();
    print(machine, "\x93HELLO");
    machine.board.press_restore(machine.cpu.cycle);
    machine.run(100'000);
    EXPECT_EQ(machine.screen_text(), "HELLO\n");
    machine.board.lines.release_nmi(machine.cpu.cycle);
    press(machine, {stop}, 2);
    machine.board.press_restore(machine.cpu.cycle);
    machine.run(200'000);
    EXPECT_EQ(machine.screen_text(), "**** RYG ****\n\nREADY.\n");
}

TEST(Cartridge, Cbm80IsStartedByReset) {
    Machine machine;
    std::vector<Byte> rom(0x2000, 0xEA);
    const Byte head[] = {0x09, 0x80, 0x09, 0x80, 0xC3, 0xC2, 0xCD, '8',
                         '0',  0xEE, 0x20, 0xD0, 0x4C, 0x09, 0x80};
    std::copy(std::begin(head), std::end(head), rom.begin());
    machine.board.install(Rom::roml, rom);
    machine.board.set_cartridge_lines(false, true);
    machine.board.reset(machine.cpu.cycle);
    machine.cpu.reset(machine.board);
    EXPECT_EQ(machine.run({.cycles = 1000, .at = {0x8009}}).ended, Ended::address);
}

}  // namespace
}  // namespace ryg
