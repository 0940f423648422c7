// The recompiler: the same as the exact core, whatever the program does to itself, and bounded.
#include <gtest/gtest.h>
#include <thread>

#include "tests/emu/recompiled.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
namespace recompiler = emu::recompiler;

class Recompiler : public testing::Test {
  protected:
    void SetUp() override {
        if (!recompiler::is_available()) GTEST_SKIP() << "no recompiler in this build or host";
        recompiler::translate_at_once(true);
        recompiler::forget();
    }
    void TearDown() override {
        recompiler::translate_at_once(false);
        EXPECT_EQ(recompiler::statistics().failures, 0U);
    }
};

/// A program in RAM, recompiled, and the same stepped.
struct Pair {
    RecompiledMemory recompiled{};
    Board stepped{};
    emu::Cpu cpu{}, exact{};

    void put(Address at, std::initializer_list<Byte> code) {
        poke(recompiled.ram, at, code);
        poke(stepped.ram, at, code);
    }
    void start(Address at) {
        cpu.jump(at);
        exact.jump(at);
        cpu.registers.s = exact.registers.s = 0xFF;
    }
    void run(Cycle cycles) {
        cpu.run(recompiled, cpu.cycle + cycles);
        exact.run(stepped, exact.cycle + cycles);
        const auto found = difference(exact, cpu, stepped.ram, recompiled.ram);
        EXPECT_FALSE(found) << *found;
    }
};

TEST_F(Recompiler, RunsRandomProgramsInRamAsTheExactCoreDoes) {
    for (const auto program : programs) {
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const auto found = recompiled<InRam>(seed, program, 5000);
            ASSERT_FALSE(found) << "program " << static_cast<int>(program) << " seed " << seed
                                << ": " << *found;
        }
    }
}
TEST_F(Recompiler, RunsRandomProgramsOnABoardWithEventsAsTheExactCoreDoes) {
    for (const auto program : programs) {
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const auto found = recompiled<OnMachine>(seed, program, 5000);
            ASSERT_FALSE(found) << "program " << static_cast<int>(program) << " seed " << seed
                                << ": " << *found;
        }
    }
}

/// Each opcode with each D, all values of A and of the operand, in the binary and decimal adders.
TEST_F(Recompiler, AddsAndSubtractsAllNumbersInBothModes) {
    for (const Byte opcode : {Byte{0x65}, Byte{0xE5}}) {    // adc $10, sbc $10
        for (const Byte mode : {Byte{0xD8}, Byte{0xF8}}) {  // cld, sed
            for (const Byte carry : {Byte{0x18}, Byte{0x38}}) {
                Pair pair;
                pair.put(0x1000, {mode,                // $1000     cld
                                  0xA4,   0x11,        // $1001 +   ldy $11
                                  carry,  0x98,        //           clc, tya
                                  opcode, 0x10,        //           adc $10
                                  0x99,   0x00, 0x20,  //           sta $2000,y
                                  0x08,   0x68,        //           php, pla
                                  0x99,   0x00, 0x21,  //           sta $2100,y
                                  0xE6,   0x11,        //           inc $11
                                  0xD0,   0xEE,        //           bne +
                                  0xE6,   0x10,        //           inc $10
                                  0xD0,   0xEA,        //           bne +
                                  0x4C,   0x17, 0x10});
                pair.start(0x1000);
                for (int i = 0; i < 256; ++i) pair.run(256 * 35 - 7);
                ASSERT_FALSE(HasFailure());
            }
        }
    }
}

TEST_F(Recompiler, SeesCodeThatChangesItself) {
    Pair pair;
    pair.put(0x1000, {0xA9, 0x05,              // lda #5: the operand is counted up below
                      0x95, 0x20,              // sta $20,x
                      0xEE, 0x01, 0x10,        // inc $1001
                      0xEE, 0x0B, 0x10,        // inc $100b: the next instruction's operand
                      0xA2, 0x00, 0xE8,        // ldx #0, inx
                      0x8E, 0x13, 0x10,        // stx $1013
                      0xA0, 0x00, 0xA0, 0x07,  // ldy #0, ldy #7
                      0x4C, 0x00, 0x10});      // jmp $1000
    pair.start(0x1000);
    for (int i = 0; i < 200; ++i) pair.run(50 + static_cast<Cycle>(i));
}

/// Operands that change all the time are read when they are needed: the code is translated once more
/// and not again. What is not translated at once begins in time at any instruction that a run or a
/// slice of the interpreter ends before, but only once. The thread that pays is new, so that no
/// other test decides what it can pay.
TEST_F(Recompiler, TakesChangingOperandsFromMemory) {
    Pair pair;
    pair.put(0x1000, {0xA2, 0x40,        //   ldx #$40
                      0xBD, 0x00, 0x20,  //   lda $2000,x: both bytes change
                      0x69, 0x05,        //   adc #5
                      0x99, 0x80, 0x30,  //   sta $3080,y
                      0x85, 0x10,        //   sta $10
                      0xE6, 0x10,        //   inc $10
                      0x20, 0x40, 0x10,  //   jsr $1040, or $1041
                      0xA9, 0x06, 0x85, 0x12, 0xA9, 0x10, 0x85, 0x13,  // $12: the adc's operand
                      0xA0, 0x00,                                      //   ldy #0
                      0xA5, 0x10,                                      //   lda $10
                      0x91, 0x12,              //   sta ($12),y: the adc's operand
                      0x4C, 0x00, 0x10});      //   jmp $1000
    pair.put(0x1040, {0xEA, 0xEE, 0x03, 0x10,  //   nop, inc $1003
                      0xEE, 0x08, 0x10,        //   inc $1008
                      0xEE, 0x0B, 0x10,        //   inc $100b: a cell of the zero page
                      0xC8, 0x98, 0x29, 0x3F,  //   iny, tya, and #$3f
                      0x8D, 0x01, 0x10,        //   sta $1001
                      0xAD, 0x0F, 0x10, 0x49, 0x01, 0x8D, 0x0F, 0x10,  // the call's target
                      0xAD, 0x04, 0x10, 0x49, 0x01, 0x8D, 0x04, 0x10, 0x60});
    pair.put(0x2000, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    const auto translated = [&pair](int rounds) {
        const auto before = recompiler::statistics().regions;
        for (int i = 0; i < 600 * rounds; ++i) pair.run(200 + static_cast<Cycle>(i % 7));
        return recompiler::statistics().regions - before;
    };
    std::thread([&] {
        recompiler::translate_at_once(true);
        pair.start(0x1000);
        EXPECT_GT(translated(1), 0U);
        EXPECT_EQ(translated(1), 0U);
    }).join();
    std::thread([&] {
        constexpr unsigned instructions = 30;
        pair.start(0x1000);
        const auto regions = translated(20);
        EXPECT_GT(regions, 0U);
        EXPECT_LE(regions, instructions);
    }).join();
}

TEST_F(Recompiler, SeesALoopThatStoresIntoItself) {
    Pair pair;
    const std::initializer_list<Byte> loop{0xA0, 0x00,         //   ldy #0
                                           0xB1, 0x12,         // + lda ($12),y
                                           0x91, 0x10,         //   sta ($10),y
                                           0xC8, 0xD0, 0xF9,   //   iny, bne +
                                           0x4C, 0x09, 0x10};  //   jmp *
    pair.put(0x10, {0x80, 0x0F, 0x00, 0x20, 0x00, 0x30});
    pair.put(0x2080, loop);
    pair.put(0x2085, {0x14});  // from then on: sta ($14),y
    for (int i = 0; i < 3; ++i) {
        pair.put(0x1000, loop);
        pair.start(0x1000);
        pair.run(6000);
    }
}

TEST_F(Recompiler, SeesALoopThatChangesItsPointers) {
    using Store = std::array<Byte, 3>;
    // sta $0010,x; sta ($12),y; sta $10,x; sta $10: from the second on with a nop
    for (const Store& store : {Store{0x9D, 0x10, 0x00}, Store{0x91, 0x12, 0xEA},
                               Store{0x95, 0x10, 0xEA}, Store{0x85, 0x10, 0xEA}}) {
        Pair pair;
        pair.put(0x10, {0x00, 0x20, 0x10, 0x00});
        pair.put(0x1000, {0xA0, 0x00,                    //   ldy #0
                          0xA2, 0x00,                    //   ldx #0
                          0xB1, 0x10,                    // + lda ($10),y
                          store[0], store[1], store[2],  //
                          0xC8, 0xD0, 0xF8,              //   iny, bne +
                          0x4C, 0x00, 0x10});            //   jmp $1000
        for (Byte i = 0; i < 100; ++i) pair.put(static_cast<Address>(0x2000 + i), {i});
        pair.start(0x1000);
        for (int i = 0; i < 10; ++i) pair.run(500);
    }
}

TEST_F(Recompiler, CallsARoutineInTheMiddleOfAnInstruction) {
    Pair pair;
    pair.put(0x1000, {0xA5, 0x10,          //   lda $10
                      0xD0, 0x05,          //   bne +
                      0x20, 0x0A, 0x10,    //   jsr $100a, which is inx
                      0xEA, 0xEA,          //   nop, nop
                      0xA9, 0xE8, 0x60});  // + lda #$e8, rts
    pair.put(0x1010, {0xC6, 0x10, 0x20, 0x00, 0x10, 0x4C, 0x10, 0x10});  // dec $10, jsr $1000, jmp
    pair.start(0x1010);
    for (int i = 0; i < 10; ++i) pair.run(2000);
}

/// SED and CLD within a region, and code that is come to with D clear and set.
TEST_F(Recompiler, KnowsDWhereverItChanges) {
    Pair pair;
    pair.put(0x1000, {0xF8, 0x18, 0x65, 0x10, 0x85, 0x11,  //   sed, clc, adc $10, sta $11
                      0x90, 0x01, 0xD8,                    //   bcc +, cld: D clear if C is set
                      0x69, 0x19, 0x85, 0x12, 0x08, 0x68,  // + adc #$19, sta $12, php, pla
                      0x85, 0x13, 0xE6, 0x10, 0xA5, 0x12,  //   sta $13, inc $10, lda $12
                      0xD8, 0x69, 0x27, 0xB0, 0xEF,        //   cld, adc #$27, bcs +
                      0x4C, 0x00, 0x10});
    pair.start(0x1000);
    for (int i = 0; i < 2000; ++i) pair.run(20 + static_cast<Cycle>(i % 90));
}

/// A line with D set runs into one that is part of the same region with D clear.
TEST_F(Recompiler, LeavesALineThatRunsIntoCodeForTheOtherD) {
    Pair pair;
    pair.put(0x1000, {0x4C, 0x10, 0x10});            //   jmp $1010
    pair.put(0x1008, {0x18, 0x69, 0x19, 0x85, 0x12,  // + clc, adc #$19, sta $12
                      0xE6, 0x10, 0xEA,              //   inc $10, nop
                      0x69, 0x27, 0x85, 0x11,        //   $1010: adc #$27, sta $11
                      0x08, 0x68, 0x85, 0x13,        //   php, pla, sta $13
                      0xF8, 0x90, 0xED, 0xD8,        //   sed, bcc +, cld
                      0x4C, 0x00, 0x10});            //   jmp $1000
    pair.start(0x1000);
    for (int i = 0; i < 200; ++i) pair.run(20 + static_cast<Cycle>(i % 90));
}

TEST_F(Recompiler, SeesARoutineCopiedOverAnother) {
    Pair pair;
    pair.put(0x1000, {0xA2, 0x03,              //   ldx #3
                      0xBD, 0x40, 0x10,        // + lda $1040,x
                      0xBC, 0x50, 0x10,        //   ldy $1050,x: swaps two routines
                      0x9D, 0x50, 0x10,        //   sta $1050,x
                      0x98, 0x9D, 0x40, 0x10,  //   tya, sta $1040,x
                      0xCA, 0x10, 0xF0,        //   dex, bpl +
                      0x20, 0x40, 0x10,        //   jsr $1040
                      0x20, 0x50, 0x10,        //   jsr $1050
                      0x4C, 0x00, 0x10});      //   jmp $1000
    pair.put(0x1040, {0xE6, 0x10, 0xEA, 0x60});
    pair.put(0x1050, {0x18, 0x65, 0x10, 0x60});
    pair.start(0x1000);
    for (int i = 0; i < 100; ++i) pair.run(1000);
}

TEST_F(Recompiler, RunsCodeInTheZeroPageAndInTheStack) {
    Pair pair;
    pair.put(0x0070, {0xE6, 0x75, 0xD0, 0x00, 0xAD, 0x00, 0x20,  // as CHRGET: its own operand
                      0x85, 0x20, 0x4C, 0x00, 0x10});
    pair.put(0x0150, {0xE6, 0x21, 0x48, 0x68, 0x4C, 0x70, 0x00});
    pair.put(0x1000, {0x4C, 0x50, 0x01});
    pair.start(0x1000);
    for (int i = 0; i < 100; ++i) pair.run(500);
}

TEST_F(Recompiler, StopsInFrontOfEachAddressOfALoop) {
    Pair pair;
    pair.put(0x1000, {0xA2, 0x05, 0x8A, 0x18, 0x65, 0x10, 0x85, 0x10, 0xCA, 0xD0, 0xF7,  //
                      0x20, 0x10, 0x10, 0x4C, 0x00, 0x10});
    pair.put(0x1010 + 1, {0xE6, 0x11, 0x60});
    pair.put(0x1010, {0xEA});
    pair.start(0x1000);
    for (Address stop = 0x1000; stop < 0x1014; ++stop) {
        for (int i = 0; i < 3; ++i) {
            const Cycle until = pair.exact.cycle + 300;
            EXPECT_EQ(pair.cpu.run_to(pair.recompiled, stop, until),
                      pair.exact.run_to(pair.stepped, stop, until));
            EXPECT_EQ(pair.cpu, pair.exact) << stop;
        }
        pair.run(1000);
    }
}

TEST_F(Recompiler, LeavesWritesToTheStackToABoardThatWantsToSeeThem) {
    CountingMemory memory;
    emu::Cpu cpu;
    cpu.core = emu::Core::recompiler;
    poke(memory.ram, 0x1000, {0x20, 0x09, 0x10});        // 1000: jsr $1009
    poke(memory.ram, 0x1003, {0x48, 0x08, 0x85, 0x02});  // pha, php, sta $02
    poke(memory.ram, 0x1007, {0xD0, 0xF7, 0x60});        // bne $1000; 1009: rts
    cpu.jump(0x1000);
    cpu.registers.a = 1;
    constexpr Cycle round = 6 + 6 + 3 + 3 + 3 + 3;
    cpu.run(memory, 1000 * round);
    EXPECT_EQ(memory.low_writes, 5000U);
}

/// A branch into another page first reads at the right offset in the wrong one.
TEST_F(Recompiler, LeavesABranchThatLooksAtADeviceToTheInterpreter) {
    HalfPage memory;
    emu::Cpu cpu;
    cpu.core = emu::Core::recompiler;
    poke(memory.ram, 0x1FC8, {0x4C, 0x10, 0x20});  // 1fc8: jmp $2010
    poke(memory.ram, 0x2010, {0xD0, 0xB6});        // 2010: bne $1fc8, by way of $20c8
    cpu.jump(0x1FC8);
    cpu.run(memory, 100 * (3 + 4));
    EXPECT_EQ(memory.reads, 100U);
}

TEST_F(Recompiler, StopsInEachCycle) {
    Pair pair;
    pair.put(0x1000, {0xA2, 0x05, 0xBD, 0xFE, 0x20, 0x91, 0x10, 0xCA, 0xD0, 0xF8, 0xC8,  //
                      0x4C, 0x00, 0x10});
    pair.put(0x0010, {0x80, 0x20});
    pair.start(0x1000);
    for (Cycle cycles = 1; cycles < 400; ++cycles) pair.run(cycles);
}

/// Programs at the same addresses and unlike: neither sees the other's code, copies go their way.
TEST_F(Recompiler, MachinesShareCodeAndDoNotSeeEachOther) {
    Pair first, second;
    for (Pair* const pair : {&first, &second}) {
        const Byte step = pair == &first ? 3 : 5;
        pair->put(0x1000, {0x18, 0xA5, 0x10, 0x69, step, 0x85, 0x10, 0x90, 0xF7, 0xE6, 0x11,  //
                           0x4C, 0x00, 0x10});
        pair->start(0x1000);
    }
    for (int i = 0; i < 20; ++i) {
        first.run(100);
        second.run(150);
    }
    Pair copy = first;
    copy.put(0x1004, {0x07});
    copy.run(500);
    first.run(500);
    const auto before = recompiler::statistics().regions;
    Pair same = second;
    same.run(200);
    second.run(200);
    EXPECT_EQ(recompiler::statistics().regions, before) << "a copy was translated again";
}

/// Inside a region its own code continues, and a region that is met later ends before it.
TEST_F(Recompiler, TranslatesStraightCodeOnceWhereverItIsComeTo) {
    Pair pair;
    for (unsigned at = 0x1000; at < 0x1400; at += 2) {
        pair.put(static_cast<Address>(at), {0x69, static_cast<Byte>(at / 2)});  // adc #
    }
    pair.put(0x1400, {0x4C, 0x00, 0x10});
    const auto before = recompiler::statistics().regions;
    for (const Address first : {Address{0x1234}, Address{0x1000}}) {
        pair.start(first);
        pair.run(3000);
    }
    for (unsigned at = 0x1000; at < 0x1400; at += 6) {
        pair.start(static_cast<Address>(at));
        pair.run(50 + at % 64);
    }
    constexpr unsigned parts = 0x400 / 96 + 1;
    EXPECT_LE(recompiler::statistics().regions, before + parts + 2);
}

/// Programs without end: code is thrown away, and what comes back is right.
TEST_F(Recompiler, StaysWithinItsMemory) {
    Pair pair;
    Dice dice(1);
    const auto before = recompiler::statistics().flushes;
    for (int i = 0; i < 40'000 && recompiler::statistics().flushes < before + 2; ++i) {
        const auto at = static_cast<Address>(0x1000 + dice(0x8000));
        for (unsigned k = 0; k < 40; ++k) {
            pair.put(static_cast<Address>(at + 2 * k), {0x69, dice.byte()});
        }
        pair.put(static_cast<Address>(at + 80), {0xA0, 0x00, 0x99, 0x00, 0x0E,  //
                                                 0x4C, emu::low(at), emu::high(at)});
        pair.start(at);
        pair.run(110);
        ASSERT_LE(recompiler::statistics().code_bytes, 16u << 20);
        if (HasFailure()) break;
    }
    EXPECT_EQ(recompiler::statistics().flushes, before + 2);
}

TEST_F(Recompiler, LeavesSeldomCodeToTheInterpreter) {
    recompiler::translate_at_once(false);
    Pair pair;
    for (unsigned at = 0x1000; at < 0x9000; at += 2) {
        pair.put(static_cast<Address>(at), {0x69, static_cast<Byte>(at)});
    }
    pair.start(0x1000);
    const auto before = recompiler::statistics().regions;
    pair.run(20'000);
    EXPECT_LE(recompiler::statistics().regions, before + 1);
}

}  // namespace
}  // namespace ryg
