// What the chip puts on its bus, typed in from the documented cycle-by-cycle tables.  [HM] [64DOC]
#include <gtest/gtest.h>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

/// A program at $1000 in memory that is $00 but for what a test pokes.
struct BusTrace : testing::Test {
    Board board;
    emu::Cpu cpu;

    BusTrace() {
        cpu.registers = {.pc = 0x1000, .s = 0xFD, .p = emu::Flag::unused};
        poke_word(board.ram, 0xFFFE, 0x3000);
    }
    /// The accesses of one instruction; its cycles must be numbered without a gap.
    std::string step() {
        emu::RecordingBus bus{board};
        const Cycle start = cpu.cycle;
        cpu.step(bus);
        EXPECT_EQ(cpu.cycle - start, bus.accesses.size());
        for (Cycle i = 0; i < bus.accesses.size(); ++i) EXPECT_EQ(bus.accesses[i].cycle, start + i);
        return text(bus.accesses);
    }
    std::string trace(std::initializer_list<Byte> code) {
        poke(board.ram, cpu.registers.pc, code);
        return step();
    }
};

TEST_F(BusTrace, ImpliedInstructionsFetchTheNextByteInVain) {
    EXPECT_EQ(trace({0xE8, 0x77}), "r1000:e8 r1001:77");  // inx
    EXPECT_EQ(trace({0x0A, 0x66}), "r1001:0a r1002:66");  // asl a
}

TEST_F(BusTrace, ImmediateTakesTwoFetches) {
    EXPECT_EQ(trace({0xA9, 0x42}), "r1000:a9 r1001:42");
    EXPECT_EQ(cpu.registers.a, 0x42);
}

TEST_F(BusTrace, ZeroPageIndexedLooksAtTheUnindexedAddressAndStaysInThePage) {
    board.ram[0xF0] = 0x11;
    board.ram[0x10] = 0x22;
    cpu.registers.x = 0x20;
    EXPECT_EQ(trace({0xB5, 0xF0}), "r1000:b5 r1001:f0 r00f0:11 r0010:22");
}

TEST_F(BusTrace, AbsoluteReadsAndWritesOnce) {
    board.ram[0x2345] = 0x99;
    EXPECT_EQ(trace({0xAD, 0x45, 0x23}), "r1000:ad r1001:45 r1002:23 r2345:99");
    EXPECT_EQ(trace({0x8D, 0x46, 0x23}), "r1003:8d r1004:46 r1005:23 w2346:99");
}

TEST_F(BusTrace, AbsoluteIndexedReadInThePageTakesNoDummyRead) {
    board.ram[0x20F1] = 0x55;
    cpu.registers.x = 1;
    EXPECT_EQ(trace({0xBD, 0xF0, 0x20}), "r1000:bd r1001:f0 r1002:20 r20f1:55");
}

TEST_F(BusTrace, AbsoluteIndexedReadIntoTheNextPageLooksAtTheWrongOneFirst) {
    board.ram[0x2010] = 0x33;
    board.ram[0x2110] = 0x44;
    cpu.registers.y = 0x20;
    EXPECT_EQ(trace({0xB9, 0xF0, 0x20}), "r1000:b9 r1001:f0 r1002:20 r2010:33 r2110:44");
}

TEST_F(BusTrace, AbsoluteIndexedStoreAlwaysLooksFirst) {
    cpu.registers.a = 0x5A;
    cpu.registers.x = 1;
    EXPECT_EQ(trace({0x9D, 0x10, 0x20}), "r1000:9d r1001:10 r1002:20 r2011:00 w2011:5a");
    cpu.registers.x = 0xFF;
    EXPECT_EQ(trace({0x9D, 0x10, 0x20}), "r1003:9d r1004:10 r1005:20 r200f:00 w210f:5a");
}

TEST_F(BusTrace, AnIndexCanCarryOutOfTheLastPage) {
    board.ram[0xFF10] = 0x33;
    board.ram[0x0010] = 0x44;
    cpu.registers.x = 0x20;
    EXPECT_EQ(trace({0xBD, 0xF0, 0xFF}), "r1000:bd r1001:f0 r1002:ff rff10:33 r0010:44");
}

TEST_F(BusTrace, ReadModifyWriteWritesTheOldValueBackFirst) {
    board.ram[0x40] = 0x7F;
    EXPECT_EQ(trace({0xE6, 0x40}), "r1000:e6 r1001:40 r0040:7f w0040:7f w0040:80");
    board.ram[0x2000] = 0x81;
    EXPECT_EQ(trace({0x4E, 0x00, 0x20}), "r1002:4e r1003:00 r1004:20 r2000:81 w2000:81 w2000:40");
}

TEST_F(BusTrace, IndexedReadModifyWriteTakesSevenCyclesInAnyPage) {
    board.ram[0x2011] = 0x01;
    cpu.registers.x = 1;
    EXPECT_EQ(trace({0x1E, 0x10, 0x20}),
              "r1000:1e r1001:10 r1002:20 r2011:01 r2011:01 w2011:01 w2011:02");
    board.ram[0x2000] = 0x03;
    board.ram[0x2100] = 0x04;
    EXPECT_EQ(trace({0x1E, 0xFF, 0x20}),
              "r1003:1e r1004:ff r1005:20 r2000:03 r2100:04 w2100:04 w2100:08");
}

TEST_F(BusTrace, IndexedIndirectWrapsItsPointerInTheZeroPage) {
    board.ram[0x80] = 0x12;
    board.ram[0xFF] = 0x00;
    board.ram[0x00] = 0x20;
    board.ram[0x2000] = 0x77;
    cpu.registers.x = 0x7F;
    EXPECT_EQ(trace({0xA1, 0x80}), "r1000:a1 r1001:80 r0080:12 r00ff:00 r0000:20 r2000:77");
}

TEST_F(BusTrace, IndirectIndexedReadLooksAgainOnlyWhenItCarries) {
    poke_word(board.ram, 0x40, 0x20F0);
    board.ram[0x20F1] = 0x11;
    cpu.registers.y = 1;
    EXPECT_EQ(trace({0xB1, 0x40}), "r1000:b1 r1001:40 r0040:f0 r0041:20 r20f1:11");
    board.ram[0x2000] = 0x22;
    board.ram[0x2100] = 0x33;
    cpu.registers.y = 0x10;
    EXPECT_EQ(trace({0xB1, 0x40}), "r1002:b1 r1003:40 r0040:f0 r0041:20 r2000:22 r2100:33");
}

TEST_F(BusTrace, IndirectIndexedStoreAlwaysTakesSixCycles) {
    poke_word(board.ram, 0x40, 0x2010);
    cpu.registers.a = 0x99;
    EXPECT_EQ(trace({0x91, 0x40}), "r1000:91 r1001:40 r0040:10 r0041:20 r2010:00 w2010:99");
}

TEST_F(BusTrace, BranchNotTakenReadsItsTwoBytes) {
    EXPECT_EQ(trace({0xF0, 0x10}), "r1000:f0 r1001:10");  // beq, Z clear
}

TEST_F(BusTrace, TakenBranchFetchesBehindItselfFirst) {
    EXPECT_EQ(trace({0xD0, 0x10, 0x77}), "r1000:d0 r1001:10 r1002:77");
    EXPECT_EQ(cpu.registers.pc, 0x1012);
}

TEST_F(BusTrace, TakenBranchIntoAnotherPageLooksAtTheWrongPageToo) {
    board.ram[0x10F2] = 0x88;
    EXPECT_EQ(trace({0xD0, 0xF0, 0x77}), "r1000:d0 r1001:f0 r1002:77 r10f2:88");
    EXPECT_EQ(cpu.registers.pc, 0x0FF2);
}

TEST_F(BusTrace, SubroutineCallLooksAtTheStackBeforeItReadsTheHighByte) {
    EXPECT_EQ(trace({0x20, 0x00, 0x40}), "r1000:20 r1001:00 r01fd:00 w01fd:10 w01fc:02 r1002:40");
    EXPECT_EQ(trace({0x60, 0x77}), "r4000:60 r4001:77 r01fb:00 r01fc:02 r01fd:10 r1002:40");
    EXPECT_EQ(cpu.registers.pc, 0x1003);
    EXPECT_EQ(cpu.registers.s, 0xFD);
}

TEST_F(BusTrace, ASubroutineCallOnTheStackReadsTheHighByteThatItPushed) {
    cpu.registers.pc = 0x0180;
    cpu.registers.s = 0x82;
    EXPECT_EQ(trace({0x20, 0x34, 0x77}), "r0180:20 r0181:34 r0182:77 w0182:01 w0181:82 r0182:01");
    EXPECT_EQ(cpu.registers.pc, 0x0134);
}

TEST_F(BusTrace, PushesTakeThreeCyclesAndPullsFour) {
    cpu.registers.a = 0x12;
    EXPECT_EQ(trace({0x48, 0x77}), "r1000:48 r1001:77 w01fd:12");
    EXPECT_EQ(trace({0x08, 0x77}), "r1001:08 r1002:77 w01fc:30");  // B and bit 5 are pushed as 1
    EXPECT_EQ(trace({0x28, 0x77}), "r1002:28 r1003:77 r01fb:00 r01fc:30");
    EXPECT_EQ(trace({0x68, 0x77}), "r1003:68 r1004:77 r01fc:30 r01fd:12");
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused);
}

TEST_F(BusTrace, TheStackWrapsInItsPage) {
    cpu.registers.s = 0x00;
    EXPECT_EQ(trace({0x20, 0x00, 0x40}), "r1000:20 r1001:00 r0100:00 w0100:10 w01ff:02 r1002:40");
    EXPECT_EQ(cpu.registers.s, 0xFE);
}

TEST_F(BusTrace, BreakPushesTheAddressBehindItsSignatureAndSetsB) {
    EXPECT_EQ(trace({0x00, 0x77}),
              "r1000:00 r1001:77 w01fd:10 w01fc:02 w01fb:30 rfffe:00 rffff:30");
    EXPECT_EQ(cpu.registers.pc, 0x3000);
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused | emu::Flag::I);
    EXPECT_EQ(trace({0x40, 0x66}), "r3000:40 r3001:66 r01fa:00 r01fb:30 r01fc:02 r01fd:10");
    EXPECT_EQ(cpu.registers.pc, 0x1002);
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused);
}

TEST_F(BusTrace, JumpIndirectTakesBothBytesOfThePointerFromOnePage) {
    board.ram[0x20FF] = 0x34;
    board.ram[0x2000] = 0x12;
    board.ram[0x2100] = 0x99;
    EXPECT_EQ(trace({0x6C, 0xFF, 0x20}), "r1000:6c r1001:ff r1002:20 r20ff:34 r2000:12");
    EXPECT_EQ(cpu.registers.pc, 0x1234);
}

TEST_F(BusTrace, CodeRunsOverTheEndOfMemory) {
    cpu.registers.pc = 0xFFFF;
    board.ram[0xFFFF] = 0xAD;
    poke_word(board.ram, 0x0000, 0x2000);
    EXPECT_EQ(step(), "rffff:ad r0000:00 r0001:20 r2000:00");
    EXPECT_EQ(cpu.registers.pc, 0x0002);
}

TEST_F(BusTrace, UndocumentedNopsReadTheirOperands) {
    board.ram[0x2010] = 0x33;
    board.ram[0x2110] = 0x44;
    cpu.registers.x = 0x20;
    EXPECT_EQ(trace({0x1C, 0xF0, 0x20}), "r1000:1c r1001:f0 r1002:20 r2010:33 r2110:44");
    EXPECT_EQ(trace({0x80, 0x55}), "r1003:80 r1004:55");
}

TEST_F(BusTrace, UndocumentedPairsModifyAndUseTheResult) {
    poke_word(board.ram, 0x44, 0x2000);
    board.ram[0x2000] = 0x81;
    cpu.registers.a = 0x10;
    cpu.registers.x = 4;
    EXPECT_EQ(trace({0x03, 0x40}),  // slo ($40,x)
              "r1000:03 r1001:40 r0040:00 r0044:00 r0045:20 r2000:81 w2000:81 w2000:02");
    EXPECT_EQ(cpu.registers.a, 0x12);
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused | emu::Flag::C);
}

TEST_F(BusTrace, SaxStoresWithoutFlags) {
    cpu.registers.a = 0xF0;
    cpu.registers.x = 0x3C;
    EXPECT_EQ(trace({0x87, 0x50}), "r1000:87 r1001:50 w0050:30");
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused);
}

TEST_F(BusTrace, ShaStoresTheAndWithTheHighByteThatCarriesIntoTheAddress) {
    cpu.registers.a = 0xFF;
    cpu.registers.x = 0x7F;
    cpu.registers.y = 0x01;
    EXPECT_EQ(trace({0x9F, 0x10, 0x20}), "r1000:9f r1001:10 r1002:20 r2011:00 w2011:21");
    cpu.registers.y = 0xFF;  // $20ff + $10: the page becomes the value
    cpu.registers.x = 0x0F;
    EXPECT_EQ(trace({0x9F, 0x10, 0x20}), "r1003:9f r1004:10 r1005:20 r200f:00 w010f:01");
}

TEST_F(BusTrace, TasSetsTheStackPointerOnItsWay) {
    cpu.registers.a = 0xF7;
    cpu.registers.x = 0x3F;
    EXPECT_EQ(trace({0x9B, 0x10, 0x20}), "r1000:9b r1001:10 r1002:20 r2010:00 w2010:21");
    EXPECT_EQ(cpu.registers.s, 0x37);
}

TEST_F(BusTrace, JamEndsInAnEndlessReadOfTheLastAddress) {
    board.ram[0xFFFF] = 0x30;
    EXPECT_EQ(trace({0x02, 0x77}),
              "r1000:02 r1001:77 rffff:30 rfffe:00 rfffe:00 rffff:30 rffff:30 rffff:30 rffff:30 "
              "rffff:30 rffff:30");
    EXPECT_TRUE(cpu.jammed);
}

TEST_F(BusTrace, ResetLooksAtTheStackThreeTimes) {
    poke_word(board.ram, 0xFFFC, 0xC000);
    emu::RecordingBus bus{board};
    cpu.registers.s = 0x00;
    cpu.reset(bus);
    EXPECT_EQ(text(bus.accesses), "r1000:00 r1000:00 r0100:00 r01ff:00 r01fe:00 rfffc:00 rfffd:c0");
    EXPECT_EQ(cpu.cycle, 7u);
    EXPECT_EQ(cpu.registers.pc, 0xC000);
    EXPECT_EQ(cpu.registers.s, 0xFD);
    EXPECT_EQ(cpu.registers.p, emu::Flag::unused | emu::Flag::I);
}

}  // namespace
}  // namespace ryg
