// Programs in the manner of the C64 community: they look at the machine, know the KERNAL by its
// public calls and vectors, and say at $d7ff what they found.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

/// A program that goes to `pass` or `fail`, or reaches its end to pass; `jne` and the like reach
/// them from anywhere.
std::string judging(const std::string& source) {
    return code(".macpack longbranch;" + source +
                "; pass: lda #0; .byte $2c; fail: lda #$ff; sta $d7ff; jmp *");
}
Finished tested(const std::string& source, const std::string& options = "") {
    const Folder folder;
    return ryg("run --debugcart --cycles 5000000 --json " + folder.prg("test", judging(source)) +
               " " + options);
}

TEST(Debugcart, ValueDecidesOverTheStatus) {
    expect_prints(tested("jmp pass"), {"\"debugcart\": 0,"}, 0);
    expect_prints(tested("jmp fail"), {"\"debugcart\": 255,"}, 1);
    expect_prints(tested("jmp *"), {"\"debugcart\": null,"}, 1);
}

TEST(Debugcart, EndsAfterTheInstructionThatWrites) {
    const Folder folder;
    const auto cycles_of = [&](const std::string& name, const std::string& source) {
        const auto ended = ryg("run --debugcart " + folder.prg(name, judging(source)));
        const auto at = ended.out.find("after ");
        return at == std::string::npos ? -1 : std::stol(ended.out.substr(at + 6));
    };
    EXPECT_EQ(cycles_of("late", ".res 100, $ea; jmp pass") - cycles_of("soon", "jmp pass"), 200);
}

TEST(Debugcart, HasItsOwnOptionsInOrder) {
    const Folder folder;
    expect_refused("run " + folder.prg("test", "rts\n"),
                   {{"--debugcart --until-text A", "--until-text"},
                    {"--cycles 9 --cycles 9", "more than once"},
                    {"--cycles x", "--cycles"}});
}

struct C64Program {
    std::string name, source, options{};
};

void PrintTo(const C64Program& program, std::ostream* out) { *out << program.name; }

class TestPrograms : public testing::TestWithParam<C64Program> {};

TEST_P(TestPrograms, Pass) {
    expect_prints(tested(GetParam().source, GetParam().options), {"\"debugcart\": 0,"});
}

const auto by_name = [](const auto& info) { return info.param.name; };

const std::vector<C64Program> of_the_machine{
    {"RasterLinesComeInOrderAndWrap", R"(
        sei; @line: lda #$80; : cmp $d012; bne :-; ldx $d012; : cpx $d012; beq :-
        inx; cpx $d012; jne fail; : bit $d011; bpl :-; : bit $d011; bmi :-
        lda $d012; cmp #2; jcs fail)"},
    {"TimerACountsTheCyclesOfInstructions", R"(
        sei; lda #$7f; sta $dc0d; lda #$ff; sta $dc04; sta $dc05; lda #$19; sta $dc0e
        ldx $dc04; nop; nop; ldy $dc04; sty $02; txa; sec; sbc $02; cmp #8; jne fail
        cpx #$fe; jne fail)"},
    // The first wait is 850 cycles and two badlines.
    {"TimerBCountsUnderflowsAndSetsItsFlag", R"(
        sei; lda #$7f; sta $dd0d; lda $dd0d; lda #99; sta $dd04; lda #0; sta $dd05
        lda #9; sta $dd06; lda #0; sta $dd07; lda #$59; sta $dd0f; lda #$11; sta $dd0e
        ldx #170; : dex; bne :-; lda $dd0d; and #2; jne fail
        ldx #60; : dex; bne :-; lda $dd0d; and #2; jeq fail)"},
    {"TimeOfDayGoesAndItsAlarmIsSeen", R"(
        sei; lda $dc0e; ora #$80; sta $dc0e; lda #$80; sta $dc0f
        lda #$92; sta $dc0b; lda #0; sta $dc0a; sta $dc09; sta $dc08
        lda #0; sta $dc0f; lda $dc0d
        lda #$11; sta $dc0b; lda #$59; sta $dc0a; sta $dc09; lda #8; sta $dc08
        : lda $dc0d; and #4; beq :-
        lda $dc0b; ldx $dc08; cmp #$92; jne fail; cpx #0; jne fail)"},
    {"RamLiesUnderTheRoms", R"(
        sei; ldx #0; : txa; sta $a000,x; eor #$ff; sta $e000,x; inx; bne :-
        ldy $e000; lda #$34; sta $01
        : txa; cmp $a000,x; bne bad; eor #$ff; cmp $e000,x; bne bad; inx; bne :-
        lda #$37; sta $01; cpy $e000; bne bad; jmp pass
        bad: lda #$37; sta $01; jmp fail)"},
    {"TheSecondCiaMakesAnNmiThroughTheVector", R"(
        lda #<nmi; sta $0318; lda #>nmi; sta $0319; lda #$7f; sta $dd0d; lda $dd0d
        lda #200; sta $dd04; lda #0; sta $dd05; sta $02; lda #$81; sta $dd0d; lda #$19; sta $dd0e
        ldx #100; : dex; bne :-; lda $02; cmp #$81; jeq pass; jmp fail
        nmi: pha; lda $dd0d; sta $02; pla; rti)"},
    {"TheKeyboardIsAskedBothWaysAndIsQuiet", R"(
        sei; lda #$ff; sta $dc02; lda #0; sta $dc03; sta $dc00; lda $dc01; cmp #$ff; jne fail
        lda #0; sta $dc02; lda #$ff; sta $dc03; lda #0; sta $dc01; lda $dc00; cmp #$ff; jne fail)"},
    {"OscillatorThreeShowsTheNoiseFromItsStart", R"(
        sei; lda #$ff; sta $d40e; sta $d40f; lda #$80; sta $d412; lda $d41b; sta $02
        ldx #0; : lda $d41b; cmp $02; jne pass; inx; bne :-; jmp fail)"},
    // From line $32, a badline, into $33; then between two other lines.
    {"ABadlineIsCountedByATimer", R"(
        sei; lda #$7f; sta $dc0d; lda #$1b; sta $d011; : bit $d011; bpl :-; : bit $d011; bmi :-
        lda #$31; jsr count; stx $02
        lda #$35; jsr count; txa; sec; sbc $02; cmp #43; jne fail; jmp pass
        count: cmp $d012; bne count; : cmp $d012; beq :-
        lda #$ff; sta $dd04; sta $dd05; lda #$11; sta $dd0e; .res 30, $ea; ldx $dd04; rts)",
     "--timing badlines"},
};
INSTANTIATE_TEST_SUITE_P(Machine, TestPrograms, testing::ValuesIn(of_the_machine), by_name);

/// From the first second of the time of day to the next; `set_mains` says how many hertz it has.
std::string sixty_jiffies(const std::string& set_mains) {
    return "lda $dc0e;" + set_mains + R"(
        sta $dc0e; lda #0; sta $dc0b; sta $dc0a; sta $dc09; sta $dc08
        : lda $dc09; ldx $dc08; cmp #1; bne :-; lda $a2; sta $02
        : lda $dc09; ldx $dc08; cmp #2; bne :-
        lda $a2; sec; sbc $02; cmp #59; jcc fail; cmp #62; jcs fail)";
}

const std::vector<C64Program> of_the_kernal{
    {"KeysAndTextGoThroughTheKernal", ": jsr $ffe4; beq :-; cmp #'Q'; jne fail; jsr $ffd2",
     "--keys Q"},
    {"TheSmallCallsAnswer", R"(
        jsr $ffed; cpx #40; jne fail; cpy #25; jne fail
        jsr $fff3; cpx #0; jne fail; cpy #$dc; jne fail
        jsr $ffb7; cmp #$40; jne fail
        sec; jsr $ff99; cpx #0; jne fail; cpy #$a0; jne fail
        sec; jsr $ff9c; cpy #8; jne fail
        ldy #$80; clc; jsr $ff99; ldy #0; sec; jsr $ff99; cpy #$80; jne fail
        jsr $ffe1; jeq fail; jsr $ffe4; cmp #0; jne fail)"},
    {"TheCursorGoesWhereItIsPut", R"(
        ldx #7; ldy #13; clc; jsr $fff0; lda #'*'; jsr $ffd2; jcs fail; cmp #'*'; jne fail
        sec; jsr $fff0; cpx #7; jne fail; cpy #14; jne fail
        lda $0400 + 7 * 40 + 13; cmp #'*'; jne fail)"},
    {"TheClockIsSetReadAndGoesOn", R"(
        lda #$ff; ldx #$ff; ldy #$02; jsr $ffdb; : jsr $ffde; cmp #$ff; beq :-
        cpx #0; jne fail; cpy #3; jne fail
        sei; jsr $ffde; sta $02; jsr $ffea; jsr $ffde; sbc $02; cmp #1; jne fail)"},
    {"SixtyJiffiesAreASecondOfTheTimeOfDayOfPal", sixty_jiffies("ora #$80"), "--model pal"},
    {"SixtyJiffiesAreASecondOfTheTimeOfDayOfNtsc", sixty_jiffies("and #$7f"), "--model ntsc"},
    {"AllSixteenVectorsAreReadChangedAndRestored", R"(
        ldx #<table; ldy #>table; sec; jsr $ff8d
        ldx #31; : lda $0314,x; cmp table,x; jne fail; dex; bpl :-
        sei; inc table + 16; ldx #<table; ldy #>table; clc; jsr $ff8d
        lda $0324; cmp table + 16; jne fail; jsr $ff8a; lda $0324; cmp table + 16; jeq fail
        jmp pass; table: .res 32)"},
    {"EachCallGoesThroughItsVector", R"(
        .macro through call, vector
        lda #<hook; sta vector; lda #>hook; sta vector + 1; lda #0; sta $02
        jsr call; lda $02; cmp #1; jne fail
        .endmacro
        through $ffc0, $031a; through $ffc3, $031c; through $ffc6, $031e; through $ffc9, $0320
        through $ffcc, $0322; through $ffcf, $0324; through $ffd2, $0326; through $ffd5, $0330
        through $ffd8, $0332; through $ffe1, $0328; through $ffe4, $032a; through $ffe7, $032c
        jmp pass; hook: inc $02; rts)"},
    {"BrkAndTheInterruptComeWithTheRegistersOnTheStack", R"(
        lda #<trap; sta $0316; lda #>trap; sta $0317
        lda #$12; ldx #$34; ldy #$56; here: brk; nop; jmp fail
        trap: pla; cmp #$56; jne fail; pla; cmp #$34; jne fail; pla; cmp #$12; jne fail
        pla; pla; cmp #<(here + 2); jne fail; pla; cmp #>(here + 2); jne fail)"},
    {"FilesHaveNoDeviceAndSaySo", R"(
        lda #4; ldx #<name; ldy #>name; jsr $ffbd; lda #1; ldx #8; ldy #2; jsr $ffba
        lda $b7; cmp #4; jne fail; lda $bb; cmp #<name; jne fail
        lda $ba; cmp #8; jne fail; lda $b9; cmp #2; jne fail
        lda #0; jsr $ffd5; jcc fail; cmp #5; jne fail
        lda #$2b; jsr $ffd8; jcc fail; cmp #5; jne fail
        jsr $ffc0; jcc fail; jmp pass; name: .byte "NAME")"},
    {"ALineIsReadFromTheKeyboardByChrin", R"(
        ldx #0; : jsr $ffcf; sta $c000,x; inx; cmp #13; bne :-; cpx #6; jne fail
        lda $c000; cmp #'H'; jne fail; lda $c004; cmp #'O'; jne fail)",
     "--keys HELLO\\r"},
    {"AWarmMachineIsMadeOfItsParts", R"(
        sei; lda #0; sta $d018; sta $dc0e; sta $0286; jsr $ff84; jsr $ff8a; jsr $ff81; cli
        lda $d018; and #$fe; cmp #$14; jne fail; lda $0286; cmp #14; jne fail
        lda $dc0e; and #1; jeq fail; lda $a2; : cmp $a2; beq :-)"},
};
INSTANTIATE_TEST_SUITE_P(Kernal, TestPrograms, testing::ValuesIn(of_the_kernal), by_name);

}  // namespace
}  // namespace ryg
