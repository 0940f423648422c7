// Programs that know the KERNAL by its public calls and vectors, and say at $d7ff what they found.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::Folder;
using program::ryg;

/// Runs a program that ends at `pass` or `fail`; `jne` and the like reach them from anywhere.
void expect_pass(const std::string& source, const std::vector<std::string>& more = {}) {
    const Folder folder;
    const auto file = folder.prg("test", "        .macpack longbranch\n" + source +
                                             "pass:   lda #0\n        .byte $2c\n"
                                             "fail:   lda #$ff\n        sta $d7ff\n"
                                             "        jmp *\n");
    std::vector<std::string> words{"run", file, "--debugcart", "--limit-cycles", "5000000"};
    words.insert(words.end(), more.begin(), more.end());
    const auto run = ryg(words);
    EXPECT_EQ(run.status, 0) << run.out << run.err;
}

TEST(KernalCalls, TheSmallOnesAnswer) {
    expect_pass(
        "        jsr $ffed\n        cpx #40\n        jne fail\n        cpy #25\n        jne fail\n"
        "        jsr $fff3\n        cpx #0\n        jne fail\n        cpy #$dc\n        jne fail\n"
        "        jsr $ffb7\n        cmp #0\n        jne fail\n"
        "        sec\n        jsr $ff99\n        cpx #0\n        jne fail\n        cpy #$a0\n"
        "        jne fail\n"
        "        sec\n        jsr $ff9c\n        cpy #8\n        jne fail\n"
        "        ldy #$80\n        clc\n        jsr $ff99\n        ldy #0\n        sec\n"
        "        jsr $ff99\n        cpy #$80\n        jne fail\n"
        "        jsr $ffe1\n        jeq fail\n"
        "        jsr $ffe4\n        cmp #0\n        jne fail\n        jmp pass\n");
}

TEST(KernalCalls, TheCursorGoesWhereItIsPut) {
    expect_pass(
        "        ldx #7\n        ldy #13\n        clc\n        jsr $fff0\n"
        "        lda #'*'\n        jsr $ffd2\n        jcs fail\n        cmp #'*'\n        jne "
        "fail\n"
        "        sec\n        jsr $fff0\n        cpx #7\n        jne fail\n        cpy #14\n"
        "        jne fail\n        lda $0400 + 7 * 40 + 13\n        cmp #'*'\n        jne fail\n"
        "        jmp pass\n");
}

TEST(KernalCalls, TheClockIsSetReadAndGoesOn) {
    expect_pass(
        "        lda #$ff\n        ldx #$ff\n        ldy #$02\n        jsr $ffdb\n"
        ":       jsr $ffde\n        cmp #$ff\n        beq :-\n"
        "        cpx #0\n        jne fail\n        cpy #3\n        jne fail\n"
        "        sei\n        jsr $ffde\n        sta $02\n        jsr $ffea\n        jsr $ffde\n"
        "        sbc $02\n        cmp #1\n        jne fail\n        jmp pass\n");
}

TEST(KernalCalls, SixtyJiffiesAreASecondOfTheTimeOfDay) {
    for (const std::string model : {"pal", "ntsc"}) {
        expect_pass(
            std::string("        lda $dc0e\n        .if ") + (model == "pal" ? "1" : "0") +
                "\n        ora #$80\n        .else\n        and #$7f\n        .endif\n"
                "        sta $dc0e\n        lda #0\n        sta $dc0b\n        sta $dc0a\n"
                "        sta $dc09\n        sta $dc08\n"
                ":       lda $dc09\n        ldx $dc08\n        cmp #1\n        bne :-\n"
                "        lda $a2\n        sta $02\n"
                ":       lda $dc09\n        ldx $dc08\n        cmp #2\n        bne :-\n"
                "        lda $a2\n        sec\n        sbc $02\n        cmp #59\n        jcc fail\n"
                "        cmp #62\n        jcs fail\n        jmp pass\n",
            {"--model", model});
    }
}

TEST(KernalVectors, AllSixteenAreReadChangedAndRestored) {
    expect_pass(
        "        ldx #<table\n        ldy #>table\n        sec\n        jsr $ff8d\n"
        "        ldx #31\n:       lda $0314,x\n        cmp table,x\n        jne fail\n"
        "        dex\n        bpl :-\n"
        "        sei\n        inc table + 16\n        ldx #<table\n        ldy #>table\n"
        "        clc\n        jsr $ff8d\n        lda $0324\n        cmp table + 16\n"
        "        jne fail\n        jsr $ff8a\n        lda $0324\n        cmp table + 16\n"
        "        jeq fail\n        jmp pass\ntable:  .res 32\n");
}

TEST(KernalVectors, EachCallGoesThroughItsVector) {
    const std::array<std::array<const char*, 2>, 12> calls{{{"$ffc0", "$031a"},
                                                            {"$ffc3", "$031c"},
                                                            {"$ffc6", "$031e"},
                                                            {"$ffc9", "$0320"},
                                                            {"$ffcc", "$0322"},
                                                            {"$ffcf", "$0324"},
                                                            {"$ffd2", "$0326"},
                                                            {"$ffd5", "$0330"},
                                                            {"$ffd8", "$0332"},
                                                            {"$ffe1", "$0328"},
                                                            {"$ffe4", "$032a"},
                                                            {"$ffe7", "$032c"}}};
    std::string source;
    for (const auto& [call, vector] : calls) {
        const std::string at = vector;
        source += "        lda #<hook\n        sta " + at + "\n        lda #>hook\n        sta " +
                  at + " + 1\n        lda #0\n        sta $02\n        jsr " + call +
                  "\n        lda $02\n        cmp #1\n        jne fail\n";
    }
    expect_pass(source + "        jmp pass\nhook:   inc $02\n        rts\n");
}

TEST(KernalVectors, BrkAndTheInterruptComeWithTheRegistersOnTheStack) {
    expect_pass(
        "        lda #<trap\n        sta $0316\n        lda #>trap\n        sta $0317\n"
        "        lda #$12\n        ldx #$34\n        ldy #$56\nhere:   brk\n        nop\n"
        "        jmp fail\ntrap:   pla\n        cmp #$56\n        jne fail\n        pla\n"
        "        cmp #$34\n        jne fail\n        pla\n        cmp #$12\n        jne fail\n"
        "        pla\n        pla\n        cmp #<(here + 2)\n        jne fail\n        pla\n"
        "        cmp #>(here + 2)\n        jne fail\n        jmp pass\n");
}

TEST(KernalCalls, FilesHaveNoDeviceAndSaySo) {
    expect_pass(
        "        lda #4\n        ldx #<name\n        ldy #>name\n        jsr $ffbd\n"
        "        lda #1\n        ldx #8\n        ldy #2\n        jsr $ffba\n"
        "        lda $b7\n        cmp #4\n        jne fail\n        lda $bb\n        cmp #<name\n"
        "        jne fail\n        lda $ba\n        cmp #8\n        jne fail\n"
        "        lda $b9\n        cmp #2\n        jne fail\n"
        "        lda #0\n        jsr $ffd5\n        jcc fail\n        cmp #5\n        jne fail\n"
        "        lda #$2b\n        jsr $ffd8\n        jcc fail\n        cmp #5\n        jne fail\n"
        "        jsr $ffc0\n        jcc fail\n        jmp pass\nname:   .byte \"NAME\"\n");
}

TEST(KernalCalls, ALineIsReadFromTheKeyboardByChrin) {
    expect_pass(
        "        ldx #0\n:       jsr $ffcf\n        sta $c000,x\n        inx\n        cmp #13\n"
        "        bne :-\n        cpx #6\n        jne fail\n        lda $c000\n        cmp #'H'\n"
        "        jne fail\n        lda $c004\n        cmp #'O'\n        jne fail\n"
        "        jmp pass\n",
        {"--keys", "HELLO\\r"});
}

TEST(KernalCalls, AWarmMachineIsMadeOfItsParts) {
    expect_pass(
        "        sei\n        lda #0\n        sta $d018\n        sta $dc0e\n        sta $0286\n"
        "        jsr $ff84\n        jsr $ff8a\n        jsr $ff81\n        cli\n"
        "        lda $d018\n        and #$fe\n        cmp #$14\n        jne fail\n"
        "        lda $0286\n        cmp #14\n        jne fail\n        lda $dc0e\n        and #1\n"
        "        jeq fail\n        lda $a2\n:       cmp $a2\n        beq :-\n        jmp pass\n");
}

TEST(TestPrograms, ABadlineIsCountedByATimer) {
    expect_pass(
        "        sei\n        lda #$7f\n        sta $dc0d\n        lda #$1b\n        sta $d011\n"
        ":       bit $d011\n        bpl :-\n:       bit $d011\n        bmi :-\n"
        "        lda #$31\n        jsr count\n        stx $02\n"  // from line $32 into $33
        "        lda #$35\n        jsr count\n        txa\n        sec\n        sbc $02\n"
        "        cmp #43\n        jne fail\n        jmp pass\n"
        "count:  cmp $d012\n        bne count\n:       cmp $d012\n        beq :-\n"
        "        lda #$ff\n        sta $dd04\n        sta $dd05\n        lda #$11\n"
        "        sta $dd0e\n        .res 30, $ea\n        ldx $dd04\n        rts\n",
        {"--timing", "badlines"});
}

}  // namespace
}  // namespace ryg
