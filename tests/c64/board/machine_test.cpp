// The machine as a value: starting programs, calling routines, copying, keys in and text out.
#include "c64/board/state.hpp"
#include "tests/c64/board/random_machine.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

/// A program at $0801 with the line "10 SYS2061" and this code after it.
Image program(std::initializer_list<int> code) {
    std::vector<Byte> file = {0x01, 0x08, 0x0B, 0x08, 0x0A, 0x00, 0x9E,
                              '2',  '0',  '6',  '1',  0,    0,    0};
    for (const int byte : code) file.push_back(static_cast<Byte>(byte));
    return parse_prg(file, "test.prg");
}

/// Counts in $c100 and adds up what timer A shows, so that each cycle leaves its mark.
const Image busy = program({0xEE, 0x00, 0xC1,    // inc $c100
                            0xAD, 0x04, 0xDC,    // lda $dc04
                            0x6D, 0x01, 0xC1,    // adc $c101
                            0x8D, 0x01, 0xC1,    // sta $c101
                            0x20, 0xD2, 0xFF,    // jsr chrout
                            0x4C, 0x0D, 0x08});  // jmp

struct BootedMachine : Booted {};
struct Start : Booted {};
struct Run : Booted {};
struct Call : Booted {};
struct Observed : Booted {};
struct Typing : Booted {};
struct Devices : Booted {};
struct PeekAndPoke : Booted {};

TEST_F(BootedMachine, BootsInAFrameOrThreeAndIdles) {
    EXPECT_LT(machine.cpu.cycle, 3 * machine.frame_cycles() + 60'000);
    const Address idle = machine.cpu.registers.pc;
    EXPECT_EQ(machine.run(1'000'000).ended, Ended::cycle_limit);
    EXPECT_EQ(machine.run({.cycles = 1000, .at = {idle}}).ended, Ended::address);
}

TEST(Machines, ACopyContinuesCycleForCycleLikeItsOriginal) {
    Machine original = booted();
    original.start(busy);
    original.run(123'456);
    original.type("KEYS");
    Machine copy = original;
    EXPECT_EQ(copy, original);
    for (int i = 0; i < 20; ++i) {
        original.run(9'973);
        copy.run(9'973);
        ASSERT_EQ(copy, original) << i;
    }
    original.run(1);
    EXPECT_NE(copy, original);
}

TEST(Machines, InPiecesOrInOneRunTheStateIsTheSame) {
    Machine whole = booted();
    whole.start(busy);
    Machine pieces = whole, steps = whole;
    const Cycle end = whole.cpu.cycle + 200'000;
    whole.run(200'000);
    while (pieces.cpu.cycle < end) pieces.run(std::min<Cycle>(7, end - pieces.cpu.cycle));
    while (steps.cpu.cycle < end) steps.cpu.step(steps.board);
    // How far the fast loop may go is not a state of the machine.
    whole.board.plan(0);
    pieces.board.plan(0);
    steps.board.plan(0);
    EXPECT_EQ(pieces.cpu, whole.cpu);
    EXPECT_EQ(steps.cpu, whole.cpu);
    EXPECT_TRUE(std::ranges::equal(pieces.ram(), whole.ram()));
    EXPECT_TRUE(std::ranges::equal(steps.ram(), whole.ram()));
}

TEST(Machines, SteppedOrRunARandomMachineIsTheSameWithAllItsChips) {
    for (const emu::Core core : {emu::usual_core, emu::Core::exact}) {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            tests::Dice dice(seed);
            ASSERT_TRUE(tests::goes_on_when_stepped(dice, core)) << "seed " << seed;
        }
    }
}

/// A badline stops the read, in which the chip is asked; the writes come right after it.
TEST(Machines, AnInstructionThatReadsAndWritesAChipIsStoppedAsOne) {
    for (unsigned early = 0; early < 12; ++early) {
        Machine machine = booted();
        machine.set_timing(Timing::badlines);
        machine.run(3 * machine.frame_cycles());
        while (machine.board.vic.ba_low().from < machine.cpu.cycle + 20) machine.run(1);
        const Cycle badline = machine.board.vic.ba_low().from;
        put(machine, 0xC000, {0xEE, 0x20, 0xD0, 0xEA});  // inc $d020
        machine.cpu.jump(0xC000);
        Cycle now = machine.cpu.cycle;
        machine.board.read(0xD01E, now);  // from now on the beam is followed, up to each write
        machine.cpu.cycle = badline - early;
        machine.board.catch_up(machine.cpu.cycle);
        Machine stepped = machine;
        machine.cpu.run(machine.board, badline + 1);
        while (stepped.cpu.cycle < badline + 1) stepped.cpu.step(stepped.board);
        for (Machine* const each : {&machine, &stepped}) {
            each->set_timing(Timing::badlines);  // asks the bus anew
            each->board.catch_up(each->cpu.cycle);
        }
        EXPECT_EQ(machine, stepped) << early;
    }
}

TEST(Machines, AnInstructionThatEndsWithTheLastAddressGoesOnAtZero) {
    Machine machine = booted();
    auto rom = std::vector<Byte>(8192, Byte{0xEA});
    std::ranges::copy(std::array<Byte, 3>{0xAD, 0x00, 0x20}, rom.end() - 3);  // lda $2000
    machine.install(Rom::kernal, rom);
    machine.poke(2, 0xE8);  // inx, after the two registers of the port
    machine.cpu.jump(0xFFFD);
    Machine stepped = machine;
    const Cycle until = machine.cpu.cycle + 10;
    machine.cpu.run(machine.board, until);
    while (stepped.cpu.cycle < until) stepped.cpu.step(stepped.board);
    EXPECT_EQ(machine.cpu, stepped.cpu);
}

TEST(Machines, TwoMachinesDoNotMeet) {
    Machine pal = booted(), ntsc = booted(Model::ntsc);
    const Machine before = pal;
    ntsc.start(busy);
    ntsc.run(500'000);
    print(ntsc, "\x93\x0E");
    EXPECT_EQ(pal, before);
}

TEST_F(Start, SysRunsTheProgramAndItsRtsEndsTheRun) {
    machine.start(program({0xA9, 'X', 0x20, 0xD2, 0xFF, 0x60}));
    const RunResult result = machine.run(100'000);
    EXPECT_EQ(result.ended, Ended::returned);
    EXPECT_LT(result.cycles, 1000U);
    EXPECT_EQ(machine.screen()[3][0], 'X');
    EXPECT_EQ(machine.peek_word(0x002D), 0x0813);
    machine.run(1000);
    EXPECT_EQ(machine.peek(0x030C), 'X');  // A at the RTS, as SYS leaves it
}

TEST_F(Start, RegistersComeFromWhereSysTakesThem) {
    put(machine, 0x030C, {0x11, 0x22, 0x33, 0x01});
    machine.start(program({0xEA, 0x60}));
    ASSERT_EQ(machine.run({.cycles = 1000, .at = {2061}}).ended, Ended::address);
    EXPECT_EQ(machine.cpu.registers,
              (emu::Registers{2061, 0x11, 0x22, 0x33, machine.cpu.registers.s,
                              emu::Flag::unused | emu::Flag::C}));
}

TEST_F(Start, AProgramWithoutSysIsRefused) {
    Image image = program({0x60});
    image.load_address = 0x1000;
    EXPECT_THROW(machine.start(image), ImageError);
}

TEST_F(Run, EndsAtAJamAtTheLimitAndAtAText) {
    machine.start(program({0x02}));
    EXPECT_EQ(machine.run(100'000).ended, Ended::jammed);
    EXPECT_EQ(machine.run(100'000).ended, Ended::jammed);
    machine.boot();
    machine.start(program({0x4C, 0x0D, 0x08}));
    const RunResult loop = machine.run(100'000);
    EXPECT_EQ(loop.ended, Ended::cycle_limit);
    EXPECT_GE(loop.cycles, 100'000U);
    EXPECT_LT(loop.cycles, 100'010U);
    machine.boot();
    machine.start(busy);
    EXPECT_EQ(machine.run({.cycles = 1, .text = "READY."}).ended, Ended::text_shown);
    EXPECT_EQ(machine.run({.cycles = 50'000, .text = "NOT THERE"}).ended, Ended::cycle_limit);
}

TEST_F(Run, BasicIsNotThereAndACallToItJamsAtOnce) {
    machine.start(program({0x20, 0x12, 0xAB, 0x60}));
    EXPECT_EQ(machine.run(100'000).ended, Ended::jammed);
    EXPECT_EQ(machine.cpu.registers.pc & 0xFFF0, 0xAB10);
}

TEST_F(Call, PassesRegistersCountsFromItsFirstCycleToTheLastOfRtsAndLeavesTheMachineAsItWas) {
    put(machine, 0xC000, {0x48, 0x8A, 0x69, 0x00, 0xAA, 0x68, 0xC8, 0x60});  // x += carry, y++
    const emu::Registers before = machine.cpu.registers;
    const CallResult result = machine.call(0xC000, {.a = 1, .x = 2, .y = 3, .carry = true});
    EXPECT_TRUE(result.returned());
    EXPECT_EQ(result.cycles, 3U + 2U + 2U + 2U + 4U + 2U + 6U);
    expect_registers(result, 1, 3, 4);
    EXPECT_FALSE(result.carry());
    EXPECT_EQ(machine.cpu.registers, before);
}

TEST_F(Call, InterruptsAreMaskedUnlessAskedFor) {
    // ldx #0; ldy #0; loop: inx bne loop; iny bne loop; rts: 328,705 cycles
    put(machine, 0xC000, {0xA2, 0, 0xA0, 0, 0xE8, 0xD0, 0xFD, 0xC8, 0xD0, 0xFA, 0x60});
    const Cycle pure = machine.call(0xC000).cycles;
    const Cycle again = machine.call(0xC000).cycles;
    EXPECT_EQ(pure, 4U + 256U * (256U * 5U - 1U) + 256U * 5U - 1U + 6U);
    EXPECT_EQ(again, pure);
    const Cycle live = machine.call(0xC000, {.interrupts = true}).cycles;
    const Cycle interrupts = (live - pure) / 219;
    EXPECT_EQ((live - pure) % 219, 0U);
    EXPECT_GE(interrupts, pure / 16'422);
    EXPECT_LE(interrupts, live / 16'422 + 1);
}

TEST_F(Call, IsTheSameWhenWhatItTouchesIsCounted) {
    put(machine, 0xC000,
        {0xA9, 'A', 0x20, 0xD2, 0xFF, 0xEE, 0x00, 0x20, 0x60});  // chrout, inc $2000
    for (const bool interrupts : {false, true}) {
        Machine other = machine;
        emu::Touched touched;
        const auto counted = machine.call(0xC000, {.interrupts = interrupts}, 1000, &touched);
        const auto plain = other.call(0xC000, {.interrupts = interrupts}, 1000);
        EXPECT_TRUE(counted.returned());
        EXPECT_EQ(counted.cycles, plain.cycles);
        EXPECT_EQ(counted.registers, plain.registers);
        EXPECT_EQ(machine.cpu, other.cpu);
        EXPECT_EQ(touched.executed.at(0xC005), 1U);
        EXPECT_EQ(touched.read.at(0x2000), 1U);
        EXPECT_EQ(touched.written.at(0x2000), 2U);
        EXPECT_FALSE(touched.written.contains(0x2001));
    }
    put(machine, 0xC000, {0x4C, 0x00, 0xC0});
    emu::Touched touched;
    EXPECT_FALSE(machine.call(0xC000, {}, 300, &touched).returned());
    EXPECT_EQ(touched.executed.at(0xC000), 100U);
}

TEST_F(Call, ReachesADeviceOfTheUsersInTheExpansionPortInItsCycle) {
    // lda $de10; adc #1; sta $de11; rts
    put(machine, 0xC000, {0xAD, 0x10, 0xDE, 0x69, 0x01, 0x8D, 0x11, 0xDE, 0x60});
    std::vector<Cycle> times;
    Byte kept = 0;
    machine.map(
        {.first = 0xDE10,
         .last = 0xDE11,
         .read =
             [&times, asked = 40](Address, Cycle now) mutable {
                 times.push_back(now);
                 return static_cast<Byte>(++asked);
             },
         .write = [&kept](Address at, Byte value, Cycle) { kept = at == 0xDE11 ? value : 0; }});
    Machine copy = machine;
    const Cycle begin = machine.cpu.cycle;
    EXPECT_EQ(machine.call(0xC000).registers.a, 42);
    EXPECT_EQ(machine.call(0xC000).registers.a, 43);
    EXPECT_EQ(kept, 43);
    EXPECT_EQ(times.front(), begin + 3);
    EXPECT_EQ(copy.call(0xC000).registers.a, 42) << "what a device keeps is copied";
    static_cast<void>(machine.peek(0xDE10));
    EXPECT_EQ(times.size(), 3U) << "peek does not ask it";
    machine.poke(1, 0x34);  // RAM everywhere
    machine.call(0xC000);
    EXPECT_EQ(times.size(), 3U) << "nor does a read of RAM";
    for (const auto& [first, last] :
         {std::pair{0xCFFF, 0xD000}, {0xDE00, 0xE000}, {0xDF00, 0xDE00}}) {
        EXPECT_THROW(machine.map({static_cast<Address>(first), static_cast<Address>(last)}),
                     std::invalid_argument);
    }
}

TEST_F(Call, ADeviceInPlaceOfAChipTakesItsAccesses) {
    std::vector<int> written;
    for (const Address at : {Address{0xD020}, Address{0xD7FF}, Address{0xD800}, Address{0xDC0D}}) {
        machine.map({.first = at,
                     .last = at,
                     .read = [](Address address, Cycle) { return emu::low(address); },
                     .write = [&](Address, Byte value, Cycle) { written.push_back(value); }});
        const Byte low = emu::low(at), high = emu::high(at);
        put(machine, 0xC000, {0xA2, 0x77, 0x8E, low, high, 0xAD, low, high, 0x60});
        EXPECT_EQ(machine.call(0xC000).registers.a, low);
    }
    EXPECT_EQ(written, (std::vector<int>{0x77, 0x77, 0x77, 0x77}));
    EXPECT_FALSE(machine.board.debugcart);
    EXPECT_NE(machine.board.vic.register_value(0x20), 0x77);
}

TEST_F(Typing, WhatIsPlannedHappensInItsCycleHoweverTheMachineRuns) {
    // Counts up $02 until fire of joystick 2, prints a key, ends at the second.
    const auto image = program({0xE6, 0x02, 0xAD, 0x00, 0xDC, 0x29, 0x10, 0xD0, 0xF7,  // to fire
                                0x20, 0xE4, 0xFF, 0xF0, 0xFB, 0x20, 0xD2, 0xFF, 0x20,
                                0xE4, 0xFF, 0xF0, 0xFB, 0x60});
    machine.start(image);
    const Cycle now = machine.cpu.cycle;
    machine.plan({.cycle = now + 300'000, .keys = {'X'}});
    machine.plan({.cycle = now + 100'000, .port = 2, .closed = Joystick::fire});
    machine.plan({.cycle = now + 200'000, .keys = {'Y'}});
    Machine stepped = load_state(save_state(machine), "state");
    EXPECT_EQ(stepped, machine);
    EXPECT_EQ(machine.run(1'000'000).ended, Ended::returned);
    EXPECT_GE(machine.cpu.cycle, now + 300'000);
    EXPECT_LT(machine.cpu.cycle, now + 300'500 + 16'422) << "a jiffy: the key is scanned";
    while (stepped.cpu.cycle < machine.cpu.cycle) {
        stepped.offer_key();
        stepped.cpu.step(stepped.board);
    }
    for (Machine* const each : {&machine, &stepped}) each->catch_up();
    EXPECT_EQ(stepped.cpu.registers, machine.cpu.registers);
    EXPECT_TRUE(std::ranges::equal(stepped.ram(), machine.ram()));
    EXPECT_TRUE(machine.screen_text().find('Y') != std::string::npos);
}

TEST_F(Call, EndlessAndJammingRoutinesAreReported) {
    put(machine, 0xC000, {0x4C, 0x00, 0xC0});
    EXPECT_EQ(machine.call(0xC000, {}, 10'000).ended, emu::RunEnd::reached_cycle);
    machine.boot();
    put(machine, 0xC000, {0x02});
    EXPECT_EQ(machine.call(0xC000, {}, 10'000).ended, emu::RunEnd::jammed);
}

TEST_F(Observed, AnInterruptInFrontOfAnAddressDoesNotCountAsAPass) {
    put(machine, 0xC000, {0x58, 0xEE, 0x00, 0x20, 0x4C, 0x01, 0xC0});  // cli; inc $2000; jmp
    poke(machine, {{0x2000, 0}, {0xDC04, 0xFF}, {0xDC05, 0x01}});  // an interrupt every 512 cycles
    machine.cpu.jump(0xC000);
    unsigned seen = 0;
    for (const auto& at : {std::vector<Address>{0xC001}, {0xC001, 0xFFFF}}) {
        const Cycle end = machine.cpu.cycle + 100'000;
        while (machine.cpu.cycle < end) {
            ASSERT_EQ(machine.run({.cycles = 10'000, .at = at}).ended, Ended::address);
            EXPECT_EQ(machine.peek(0x2000), seen % 256);
            ++seen;
        }
    }
    EXPECT_GT(seen, 1000U);
}

TEST_F(Observed, EachPassOfAnAddressIsSeenUntilTheProgramReturns) {
    machine.start(program({0xA2, 5, 0xA9, 'X', 0x20, 0xD2, 0xFF, 0xCA, 0xD0, 0xF8, 0x60}));
    Machine unobserved = machine;
    std::string printed;
    RunResult part;
    Cycle cycles = 0;
    const auto go_on = [&] {
        part = machine.run({.cycles = 100'000, .at = {kernal::CHROUT}, .returned = true});
        cycles += part.cycles;
        return part.ended == Ended::address;
    };
    while (go_on()) printed += static_cast<char>(machine.cpu.registers.a);
    EXPECT_EQ(part.ended, Ended::returned);
    EXPECT_EQ(printed, "XXXXX");
    EXPECT_EQ(unobserved.run(100'000).cycles, cycles);
}

TEST_F(Run, EndsAtAReportToTheDebugcartEvenAfterTheProgramHasReturned) {
    // lda #<irq, sta $0314, lda #>irq, sta $0315, rts; irq: lda #7, sta $d7ff, jmp $ea81
    machine.start(program({0x78, 0xA9, 0x1A, 0x8D, 0x14, 0x03, 0xA9, 0x08, 0x8D, 0x15, 0x03,
                           0x58, 0x60, 0xA9, 0x07, 0x8D, 0xFF, 0xD7, 0x4C, 0x81, 0xEA}));
    EXPECT_EQ(machine.run({.cycles = 100'000, .debugcart = true}).ended, Ended::debugcart);
    EXPECT_EQ(machine.board.debugcart->value, 7);
}

TEST_F(Typing, KeysWaitUntilTheyAreAskedForAndNoneIsLost) {
    // Empties the buffer, waits, gets a key, prints it; ends at RETURN.
    machine.start(program({0xA9, 0x00, 0x85, 0xC6,        // lda #0, sta $c6
                           0x20, 0xE4, 0xFF, 0xF0, 0xFB,  // jsr getin, beq
                           0xC9, 13,   0xF0, 0x06,        // cmp #13, beq rts
                           0x20, 0xD2, 0xFF, 0x4C, 0x0D, 0x08, 0x60}));
    machine.type("the quick brown fox\n");
    EXPECT_EQ(machine.run(100'000).ended, Ended::returned);
    EXPECT_EQ(machine.screen()[3].substr(0, 19), "THE QUICK BROWN FOX");
    EXPECT_EQ(machine.keys_waiting(), 0U);
}

TEST_F(Typing, AProgramThatLooksIntoTheBufferItselfGetsAKeyASecond) {
    machine.start(program({0xA5, 0xC6, 0xC9, 1, 0xD0, 0xFA, 0xA9, 0, 0x85, 0xC6, 0xAE, 0x77, 0x02,
                           0xE0, 13, 0xD0, 0xEF, 0x60}));
    machine.type("AB\n");
    EXPECT_EQ(machine.run(10'000'000).ended, Ended::returned);
}

TEST_F(Typing, CharactersThatNoKeyTypesAreRefused) {
    EXPECT_THROW(machine.type("año"), std::invalid_argument);
    EXPECT_EQ(machine.keys_waiting(), 0U);
}

TEST_F(Devices, AReadRightAfterTheStartOfATimerShowsOneLessThanItsLatch) {
    // lda #$50, sta $dd04, lda #0, sta $dd05, lda #$11, sta $dd0e, lda $dd04, rts
    put(machine, 0xC000,
        {0xA9, 0x50, 0x8D, 0x04, 0xDD, 0xA9, 0x00, 0x8D, 0x05, 0xDD, 0xA9, 0x11, 0x8D, 0x0E, 0xDD,
         0xAD, 0x04, 0xDD, 0x60});
    EXPECT_EQ(machine.call(0xC000).registers.a, 0x50 + 3 - 4);
}

TEST_F(PeekAndPoke, HasNoSideEffect) {
    machine.run(16'422);
    const Machine before = machine;
    for (unsigned address = 0; address < 0x10000; ++address) {
        static_cast<void>(machine.peek(static_cast<Address>(address)));
    }
    EXPECT_EQ(machine, before);
}

TEST_F(PeekAndPoke, WritesAsTheProcessorDoes) {
    machine.poke(0xE000, 0x55);
    EXPECT_EQ(machine.ram()[0xE000], 0x55);
    EXPECT_NE(machine.peek(0xE000), 0x55);
    machine.poke(1, 0x35);
    EXPECT_EQ(machine.peek(0xE000), 0x55);
    machine.poke(0xD020, 5);
    EXPECT_EQ(machine.peek(0xD020), 0xF5);
}

}  // namespace
}  // namespace ryg
