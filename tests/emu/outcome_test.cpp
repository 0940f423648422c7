// How runs start and end: reset, JAM, run, run_to; and the processor as a value.
#include <gtest/gtest.h>
#include <type_traits>
#include <typeinfo>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "emu/threaded.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using emu::RunEnd;

static_assert(std::is_trivially_copyable_v<emu::Cpu>);
static_assert(emu::Bus<Board> && !emu::PlainCode<Board> && !emu::BusWithLines<Board>);
static_assert(emu::PlainCode<emu::FlatMemory> && emu::BusWithLines<ScriptedBoard>);
static_assert(emu::Bus<emu::RecordingBus<Board>> && !emu::BusWithLines<emu::RecordingBus<Board>>);
static_assert(emu::BusWithLines<emu::RecordingBus<Machine>>);
static_assert(!emu::FastBus<emu::RecordingBus<Machine>>);

TEST(ThreadedLoop, HasANameOfItsOwnForEachKindOfHandlers) {
    const std::string name = typeid(emu::Threaded<emu::FlatMemory, true>).name();
    EXPECT_NE(name.find(RYG_THREADED != 0 ? "threaded" : "looped"), name.npos) << name;
}

template <class SomeBoard>
struct Outcomes : testing::Test {
    SomeBoard board;
    emu::Cpu cpu;
    Outcomes() { cpu.registers = {.pc = 0x1000, .s = 0xFD, .p = emu::Flag::unused}; }
};
using Boards = testing::Types<Board, ScriptedBoard, emu::FlatMemory, Machine>;
struct BoardNames {
    template <class SomeBoard>
    static std::string GetName(int) {
        if (std::is_same_v<SomeBoard, Board>) return "Plain";
        if (std::is_same_v<SomeBoard, ScriptedBoard>) return "WithLines";
        return std::is_same_v<SomeBoard, Machine> ? "WithEvents" : "FlatMemory";
    }
};
TYPED_TEST_SUITE(Outcomes, Boards, BoardNames);

TYPED_TEST(Outcomes, EveryJamStopsTheChipUntilReset) {
    for (const int opcode :
         {0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2}) {
        emu::Cpu one = this->cpu;
        poke(this->board.ram, 0x1000, {0xE8, static_cast<Byte>(opcode)});
        poke_word(this->board.ram, 0xFFFC, 0x1000);
        EXPECT_EQ(emu::Cpu(one).run_to(this->board, 0x1003, 1000), RunEnd::jammed);
        EXPECT_EQ(one.run(this->board, 100), RunEnd::jammed);
        EXPECT_TRUE(one.jammed);
        EXPECT_EQ(one.registers.pc, 0x1002);
        EXPECT_EQ(one.cycle, 13u);
        const emu::Cpu stopped = one;
        EXPECT_EQ(one.step(this->board), RunEnd::jammed);
        EXPECT_EQ(one.run(this->board, 1'000'000), RunEnd::jammed);
        EXPECT_EQ(one.run(this->board, 0), RunEnd::jammed);
        EXPECT_EQ(one.run_to(this->board, 0x1002, 1'000'000), RunEnd::jammed);
        EXPECT_EQ(one.run_to(this->board, 0x1002, 0), RunEnd::jammed);
        EXPECT_EQ(one, stopped);
        one.reset(this->board);
        EXPECT_FALSE(one.jammed);
        EXPECT_EQ(one.cycle, 20u);
        EXPECT_EQ(one.step(this->board), RunEnd::reached_cycle);
        EXPECT_EQ(one.registers.x, 2);
    }
}

TYPED_TEST(Outcomes, ResetTakesSevenCyclesAndKeepsTheRegisters) {
    poke_word(this->board.ram, 0xFFFC, 0x1234);
    this->cpu.registers = {.pc = 0x1000, .a = 1, .x = 2, .y = 3, .s = 0x02, .p = 0xEB};
    this->cpu.reset(this->board);
    const emu::Registers expected{.pc = 0x1234, .a = 1, .x = 2, .y = 3, .s = 0xFF, .p = 0xEF};
    EXPECT_EQ(text(this->cpu.registers), text(expected));
    EXPECT_EQ(this->cpu.cycle, 7u);
}

TYPED_TEST(Outcomes, RunEndsAfterTheInstructionThatPassesTheCycle) {
    this->board.ram.fill(0xEE);  // inc $eeee: 6 cycles
    for (const auto& [until, end] : {std::pair{0u, 0u}, {1u, 6u}, {6u, 6u}, {13u, 18u}}) {
        EXPECT_EQ(this->cpu.run(this->board, until), RunEnd::reached_cycle);
        EXPECT_EQ(this->cpu.cycle, end);
    }
}

TYPED_TEST(Outcomes, RunToStopsBeforeTheAddressAndGoesOnceRoundALoop) {
    poke(this->board.ram, 0x1000, {0xE8, 0xC8, 0x4C, 0x00, 0x10});  // inx, iny, jmp $1000
    for (int round = 1; round <= 5; ++round) {
        EXPECT_EQ(this->cpu.run_to(this->board, 0x1001, 1000), RunEnd::reached_address);
        EXPECT_EQ(this->cpu.registers.pc, 0x1001);
        EXPECT_EQ(this->cpu.registers.x, round);
        EXPECT_EQ(this->cpu.registers.y, round - 1);
        EXPECT_EQ(this->cpu.cycle, 7u * static_cast<unsigned>(round) - 5);
    }
    this->cpu.jump(0x1000);
    poke(this->board.ram, 0x1000, {0x4C, 0x00, 0x10});
    EXPECT_EQ(this->cpu.run_to(this->board, 0x1000, 1000), RunEnd::reached_address);
    EXPECT_EQ(this->cpu.cycle, 33u);
}

TYPED_TEST(Outcomes, RunToInSlicesDoesNotMissItsAddress) {
    poke(this->board.ram, 0x1000, {0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0x4C, 0x00, 0x10});
    for (Cycle slice = 1; slice < 20; ++slice) {
        emu::Cpu one = this->cpu;
        RunEnd outcome = RunEnd::reached_cycle;
        while (outcome == RunEnd::reached_cycle && one.cycle < 100)
            outcome = one.run_to(this->board, 0x1004, one.cycle + slice);
        EXPECT_EQ(outcome, RunEnd::reached_address) << slice;
        EXPECT_EQ(one.cycle, 8u) << slice;
    }
}

TYPED_TEST(Outcomes, AddressesInsideAnInstructionAreNoStop) {
    poke(this->board.ram, 0x1000, {0xAD, 0x00, 0x40, 0x4C, 0x00, 0x10});
    EXPECT_EQ(this->cpu.run_to(this->board, 0x1001, 500), RunEnd::reached_cycle);
    EXPECT_GE(this->cpu.cycle, 500u);
}

TYPED_TEST(Outcomes, AProgramThatRunsAwayEndsWithItsTime) {
    poke(this->board.ram, 0x1000, {0x4C, 0x00, 0x10});  // jmp *
    EXPECT_EQ(this->cpu.run(this->board, 3'000'000), RunEnd::reached_cycle);
    EXPECT_EQ(this->cpu.cycle, 3'000'000u);
    EXPECT_EQ(this->cpu.run_to(this->board, 0x2000, 6'000'000), RunEnd::reached_cycle);
    poke(this->board.ram, 0x1000, {0xD0, 0xFE});  // bne *
    EXPECT_EQ(this->cpu.run_to(this->board, 0x1002, 6'300'000), RunEnd::reached_cycle);
    this->board.ram.fill(0x00);  // brk everywhere
    EXPECT_EQ(this->cpu.run(this->board, 6'400'000), RunEnd::reached_cycle);
}

TYPED_TEST(Outcomes, CodeAtTheEndOfMemoryGoesOnAtItsStart) {
    for (unsigned start = 0xFFF8; start <= 0xFFFF; ++start) {
        this->board.ram.fill(0xEA);
        emu::Cpu one = this->cpu;
        one.registers.pc = static_cast<Address>(start);
        // lda $1234 across every place, then nops
        auto at = static_cast<Address>(start);
        for (const Byte byte : {Byte{0xAD}, Byte{0x34}, Byte{0x12}}) this->board.ram[at++] = byte;
        this->board.ram[0x1234] = 0x77;
        EXPECT_EQ(one.run(this->board, 30), RunEnd::reached_cycle);
        EXPECT_EQ(one.cycle, 30u);
        EXPECT_EQ(one.registers.a, 0x77);
        EXPECT_EQ(one.registers.pc, static_cast<Address>(start + 3 + 13));
    }
}

TYPED_TEST(Outcomes, ABranchOverTheEndOfMemoryWraps) {
    this->board.ram.fill(0xEA);
    poke(this->board.ram, 0xFFF0, {0xD0, 0x20});
    this->cpu.registers.pc = 0xFFF0;
    this->cpu.run(this->board, 1);
    EXPECT_EQ(this->cpu.registers.pc, 0x0012);
    EXPECT_EQ(this->cpu.cycle, 4u);
    poke(this->board.ram, 0x0012, {0xD0, 0x80});
    this->cpu.run(this->board, 5);
    EXPECT_EQ(this->cpu.registers.pc, 0xFF94);
}

TYPED_TEST(Outcomes, ACopyIsAnotherProcessor) {
    this->board.ram.fill(0xE8);  // inx
    this->cpu.run(this->board, 10);
    const emu::Cpu kept = this->cpu;
    EXPECT_EQ(kept, this->cpu);
    this->cpu.run(this->board, 20);
    EXPECT_NE(kept, this->cpu);
    emu::Cpu again = kept;
    again.run(this->board, 20);
    EXPECT_EQ(again, this->cpu);
    again.unstable.ane = 0x00;
    EXPECT_NE(again, this->cpu);
}

TYPED_TEST(Outcomes, AJumpGoesOnSomewhereElse) {
    this->board.ram.fill(0xE8);
    this->cpu.step(this->board);
    this->cpu.jump(0x3000);
    this->cpu.step(this->board);
    EXPECT_EQ(this->cpu.registers.pc, 0x3001);
    EXPECT_EQ(this->cpu.registers.x, 2);
    EXPECT_EQ(this->cpu.cycle, 4u);
}

TYPED_TEST(Outcomes, ProgramsMayWriteTheirNextInstruction) {
    // lda #$e8, sta $1005, nop becomes inx; a page further the same in the page of the code
    poke(this->board.ram, 0x1000, {0xA9, 0xE8, 0x8D, 0x05, 0x10, 0xEA, 0xEA});
    this->cpu.run(this->board, 8);
    EXPECT_EQ(this->cpu.registers.x, 1);
}

TEST(Flags, PAlwaysHasBit5AndNeverB) {
    emu::FlatMemory memory;
    poke(memory.ram, 0x1000, {0x28});  // plp
    for (unsigned p = 0; p < 256; ++p) {
        emu::Cpu cpu;
        cpu.registers = {.pc = 0x1000, .s = 0xFC};
        memory.ram[0x1FD] = static_cast<Byte>(p);
        cpu.step(memory);
        EXPECT_EQ(cpu.registers.p, (p & 0xEF) | 0x20);
    }
}

TEST(Events, HappenDuringAResetWhichForgetsAnNmi) {
    Machine machine;
    machine.nmi_timer = 3;
    machine.irq_timer = 5;
    emu::Cpu cpu;
    cpu.reset(machine);
    EXPECT_TRUE(machine.lines.irq_low());
    EXPECT_FALSE(machine.lines.nmi_waits());
    EXPECT_EQ(machine.exact_accesses, 7u);
}

TEST(Events, ARecordingLetsThemHappen) {
    Machine machine;
    machine.ram.fill(0xEA);
    machine.irq_timer = 5;
    poke_word(machine.ram, 0xFFFE, 0x2000);
    emu::RecordingBus recorder{machine};
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .s = 0xFF, .p = emu::Flag::unused};
    EXPECT_EQ(cpu.run_to(recorder, 0x2000, 100), RunEnd::reached_address);
    EXPECT_EQ(cpu.cycle, 15u);  // nops look in even cycles: 6 is the first, 8 to 14 the sequence
}

}  // namespace
}  // namespace ryg
