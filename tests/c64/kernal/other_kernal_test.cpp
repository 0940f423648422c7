// The machine with somebody else's KERNAL: booted, started, typed to and asked in public only.
#include "c64/board/state.hpp"
#include "tests/support/c64_testing.hpp"
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

struct OtherKernal : testing::Test {
    program::Folder folder;
    Machine machine;

    void SetUp() override {
        const std::string source = tests::content(RYG_SOURCE_DIR "/tests/support/other_kernal.s");
        const auto rom = read_bytes(folder.binary("kernal", source, "$e000"), 10'000);
        ASSERT_EQ(rom.size(), 8192U);
        machine.install(Rom::kernal, rom);
        ASSERT_TRUE(machine.boot());
    }
    Image assembled(const std::string& source) { return read_prg(folder.prg("test", source)); }
};

constexpr const char* hello =
    "        ldx #0\n:       lda text,x\n        beq :+\n        jsr $ffd2\n        inx\n"
    "        bne :-\n:       rts\ntext:   .byte \"HELLO\", 0\n";
constexpr const char* echo =
    "        lda #0\n        sta $c6\n"
    ":       inx\n        bne :-\n        iny\n        bne :-\n        sta $c6\n"
    ":       jsr $ffe4\n        beq :-\n        jsr $ffd2\n        cmp #'!'\n        bne :-\n"
    "        rts\n";

TEST_F(OtherKernal, BootsUntilItIsReady) {
    EXPECT_EQ(machine.screen_text(), "\nREADY.\n");
    EXPECT_LT(machine.cpu.cycle, 10 * machine.frame_cycles());
    machine.run(500'000);
    EXPECT_TRUE(machine.boot());
    EXPECT_EQ(machine.screen_text(), "\nREADY.\n");
}

TEST_F(OtherKernal, ProgramsAreStartedByRunAndEndWhenItIsReadyAgain) {
    machine.start(assembled(hello));
    const RunResult run = machine.run(10'000'000);
    EXPECT_EQ(run.ended, Ended::returned);
    EXPECT_EQ(machine.screen_text(), "\nREADY.\nRUN\nHELLO\nREADY.\n");
    EXPECT_LE(run.cycles, 3 * machine.frame_cycles());
}

TEST_F(OtherKernal, AnAddressIsStartedBySys) {
    put(machine, 0xC123, {0xEE, 0x20, 0xD0, 0x60});
    machine.start_at(0xC123);
    EXPECT_EQ(machine.run(10'000'000).ended, Ended::returned);
    EXPECT_EQ(machine.screen_text(), "\nREADY.\nSYS49443\n\nREADY.\n");
    EXPECT_EQ(machine.peek(0xD020), 0xF1);
}

TEST_F(OtherKernal, AProgramThatDoesNotReturnRunsToItsLimitOrItsJam) {
    put(machine, 0xC000, {0x4C, 0x00, 0xC0});
    machine.start_at(0xC000);
    EXPECT_EQ(machine.run(1'000'000).ended, Ended::cycle_limit);
    put(machine, 0xC000, {0x02});
    EXPECT_EQ(machine.run(1'000'000).ended, Ended::jammed);
}

TEST_F(OtherKernal, KeysWaitForGetinEvenIfTheBufferIsEmptiedBefore) {
    machine.start(assembled(echo));
    machine.type("TWELVE KEYS!");
    EXPECT_EQ(machine.run(10'000'000).ended, Ended::returned);
    EXPECT_EQ(machine.screen_text(), "\nREADY.\nRUN\nTWELVE KEYS!\nREADY.\n");
}

TEST_F(OtherKernal, KeysGoToTheEditorWhileTheCursorBlinks) {
    put(machine, 0xC000, {0x4C, 0x00, 0xC0});
    machine.type("SYS49152\r");
    EXPECT_EQ(machine.run({.cycles = 20 * machine.frame_cycles(), .text = "SYS49152"}).ended,
              Ended::text_shown);
    EXPECT_EQ(machine.run({.cycles = 100'000, .at = {0xC000}}).ended, Ended::address);
}

TEST_F(OtherKernal, ARoutineIsCalledAndTheMachineIsAsItWas) {
    put(machine, 0xC000, {0xE8, 0x98, 0x18, 0x60});
    const emu::Registers before = machine.cpu.registers;
    const CallResult result = machine.call(0xC000, {.x = 7, .y = 9, .carry = true});
    EXPECT_TRUE(result.returned());
    EXPECT_EQ(result.registers.x, 8);
    EXPECT_EQ(result.registers.a, 9);
    EXPECT_FALSE(result.carry());
    EXPECT_EQ(result.cycles, 2U + 2U + 2U + 6U);
    EXPECT_EQ(machine.cpu.registers, before);
}

TEST_F(OtherKernal, DebugcartAndStatesWorkAsWithOurs) {
    machine.start(assembled("        lda #0\n        sta $d7ff\n        jmp *\n"));
    Machine copy = load_state(save_state(machine), "file");
    ASSERT_EQ(copy, machine);
    EXPECT_EQ(machine.run({.cycles = 1'000'000, .debugcart = true}).ended, Ended::debugcart);
    EXPECT_EQ(copy.run({.cycles = 1'000'000, .debugcart = true}).ended, Ended::debugcart);
    EXPECT_EQ(copy, machine);
}

TEST(OtherKernals, OneThatShowsNothingDoesNotBoot) {
    Machine machine;
    machine.install(Rom::kernal, std::vector<Byte>(8192, 0xEA));
    EXPECT_FALSE(machine.boot());
}

}  // namespace
}  // namespace ryg
