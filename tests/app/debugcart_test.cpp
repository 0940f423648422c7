// `ryg run --debugcart` with programs in the manner of the C64 community: they look at the machine
// and say at $d7ff what they found.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Finished;
using program::Folder;
using program::ryg;

/// `fail` and `pass` for the programs: border colour and $d7ff, then on the spot for ever.
const std::string verdict =
    "pass:   lda #5\n        ldx #0\n        beq say\n"
    "fail:   lda #2\n        ldx #$ff\n"
    "say:    sta $d020\n        stx $d7ff\n        jmp *\n";

Finished tested(const std::string& source, const std::vector<std::string>& more = {}) {
    const Folder folder;
    std::vector<std::string> words{"run",         folder.prg("test", source + verdict),
                                   "--debugcart", "--limit-cycles",
                                   "5000000",     "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return ryg(words);
}

void expect_pass(const Finished& run) {
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("\"debugcart\": 0,"), std::string::npos) << run.out;
}

TEST(Debugcart, ValueDecidesOverTheStatus) {
    expect_pass(tested("        jmp pass\n"));
    const auto failed = tested("        jmp fail\n");
    EXPECT_EQ(failed.status, 1);
    EXPECT_NE(failed.out.find("\"debugcart\": 255,"), std::string::npos) << failed.out;
    const auto silent = tested("        jmp *\n");
    EXPECT_EQ(silent.status, 1);
    EXPECT_NE(silent.out.find("\"debugcart\": null,"), std::string::npos) << silent.out;
}

TEST(Debugcart, EndsBehindTheInstructionThatWrites) {
    const Folder folder;
    const std::string nops = "        .res 100, $ea\n";
    const auto run = [&](const std::string& name, const std::string& source) {
        const auto finished = ryg({"run", folder.prg(name, source + verdict), "--debugcart"});
        const auto at = finished.out.find("after ");
        return at == std::string::npos ? -1 : std::stol(finished.out.substr(at + 6));
    };
    EXPECT_EQ(run("late", nops + "        jmp pass\n") - run("soon", "        jmp pass\n"), 200);
}

TEST(Debugcart, HasItsOwnOptionsInOrder) {
    const Folder folder;
    const auto file = folder.prg("test", verdict);
    expect_trouble(ryg({"run", file, "--debugcart", "--until-text", "A"}), "--until-text");
    expect_trouble(ryg({"run", file, "--cycles", "9", "--limit-cycles", "9"}), "--limit-cycles");
    expect_trouble(ryg({"run", file, "--limit-cycles", "x"}), "--limit-cycles");
}

TEST(TestPrograms, RasterLinesComeInOrderAndWrap) {
    expect_pass(
        tested("        sei\n"
               "@line:  lda #$80\n:       cmp $d012\n        bne :-\n"
               "        ldx $d012\n:       cpx $d012\n        beq :-\n"
               "        inx\n        cpx $d012\n        bne fail\n"
               ":       bit $d011\n        bpl :-\n:       bit $d011\n        bmi :-\n"
               "        lda $d012\n        cmp #2\n        bcs fail\n"
               "        jmp pass\n"));
}

TEST(TestPrograms, TimerACountsTheCyclesOfInstructions) {
    expect_pass(
        tested("        sei\n        lda #$7f\n        sta $dc0d\n"
               "        lda #$ff\n        sta $dc04\n        sta $dc05\n"
               "        lda #$19\n        sta $dc0e\n"
               "        ldx $dc04\n        nop\n        nop\n        ldy $dc04\n"
               "        sty $02\n        txa\n        sec\n        sbc $02\n"
               "        cmp #8\n        beq :+\n        jmp fail\n:\n"
               "        cpx #$fe\n        beq :+\n        jmp fail\n:\n"
               "        jmp pass\n"));
}

TEST(TestPrograms, TimerBCountsUnderflowsAndTellsByItsFlag) {
    expect_pass(
        tested("        sei\n        lda #$7f\n        sta $dd0d\n        lda $dd0d\n"
               "        lda #99\n        sta $dd04\n        lda #0\n        sta $dd05\n"
               "        lda #9\n        sta $dd06\n        lda #0\n        sta $dd07\n"
               "        lda #$59\n        sta $dd0f\n        lda #$11\n        sta $dd0e\n"
               "        ldx #170\n:       dex\n        bne :-\n"  // 850 cycles and two badlines
               "        lda $dd0d\n        and #2\n        beq :+\n        jmp fail\n"
               ":       ldx #60\n:       dex\n        bne :-\n"
               "        lda $dd0d\n        and #2\n        bne :+\n        jmp fail\n"
               ":       jmp pass\n"));
}

TEST(TestPrograms, TimeOfDayGoesAndItsAlarmIsSeen) {
    expect_pass(
        tested("        sei\n        lda $dc0e\n        ora #$80\n        sta $dc0e\n"
               "        lda #$80\n        sta $dc0f\n"
               "        lda #$92\n        sta $dc0b\n        lda #0\n        sta $dc0a\n"
               "        sta $dc09\n        sta $dc08\n"
               "        lda #0\n        sta $dc0f\n        lda $dc0d\n"
               "        lda #$11\n        sta $dc0b\n        lda #$59\n        sta $dc0a\n"
               "        sta $dc09\n        lda #8\n        sta $dc08\n"
               ":       lda $dc0d\n        and #4\n        beq :-\n"
               "        lda $dc0b\n        ldx $dc08\n"
               "        cmp #$92\n        bne fail\n        cpx #0\n        bne fail\n"
               "        jmp pass\n"));
}

TEST(TestPrograms, RamLiesUnderTheRoms) {
    expect_pass(
        tested("        sei\n        ldx #0\n"
               ":       txa\n        sta $a000,x\n        eor #$ff\n        sta $e000,x\n"
               "        inx\n        bne :-\n"
               "        ldy $e000\n        lda #$34\n        sta $01\n"
               ":       txa\n        cmp $a000,x\n        bne bad\n        eor #$ff\n"
               "        cmp $e000,x\n        bne bad\n        inx\n        bne :-\n"
               "        lda #$37\n        sta $01\n        cpy $e000\n        bne bad\n"
               "        jmp pass\nbad:    lda #$37\n        sta $01\n        jmp fail\n"));
}

TEST(TestPrograms, TheSecondCiaMakesAnNmiThroughTheVector) {
    expect_pass(
        tested("        lda #<nmi\n        sta $0318\n        lda #>nmi\n"
               "        sta $0319\n        lda #$7f\n        sta $dd0d\n"
               "        lda $dd0d\n        lda #200\n        sta $dd04\n        lda #0\n"
               "        sta $dd05\n        sta $02\n        lda #$81\n        sta $dd0d\n"
               "        lda #$19\n        sta $dd0e\n        ldx #100\n"
               ":       dex\n        bne :-\n"
               "        lda $02\n        cmp #$81\n        beq pass\n        jmp fail\n"
               "nmi:    pha\n        lda $dd0d\n        sta $02\n        pla\n"
               "        rti\n"));
}

TEST(TestPrograms, TheKeyboardIsAskedBothWaysAndIsQuiet) {
    expect_pass(
        tested("        sei\n        lda #$ff\n        sta $dc02\n        lda #0\n"
               "        sta $dc03\n        sta $dc00\n        lda $dc01\n"
               "        cmp #$ff\n        bne fail\n"
               "        lda #0\n        sta $dc02\n        lda #$ff\n"
               "        sta $dc03\n        lda #0\n        sta $dc01\n"
               "        lda $dc00\n        cmp #$ff\n        bne fail\n"
               "        jmp pass\n"));
}

TEST(TestPrograms, OscillatorThreeShowsTheNoiseFromItsStart) {
    expect_pass(
        tested("        sei\n        lda #$ff\n        sta $d40e\n        sta $d40f\n"
               "        lda #$80\n        sta $d412\n        lda $d41b\n        sta $02\n"
               "        ldx #0\n:       lda $d41b\n        cmp $02\n        bne pass\n"
               "        inx\n        bne :-\n        jmp fail\n"));
}

TEST(TestPrograms, KeysAndTextGoThroughTheKernal) {
    expect_pass(
        tested(":       jsr $ffe4\n        beq :-\n        cmp #'Q'\n"
               "        bne fail\n        jsr $ffd2\n        jmp pass\n",
               {"--keys", "Q"}));
}

}  // namespace
}  // namespace ryg
