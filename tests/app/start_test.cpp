// How `ryg run`, `trace` and `debug` start programs, what they say of those that do not start, and
// what is printed.
#include <filesystem>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

using Start = WithFolder;
using Printed = WithFolder;
using Ram = WithFolder;

const std::string prints_and_passes =
    code("lda #'H'; jsr $ffd2; lda #'I'; jsr $ffd2; lda #13; jsr $ffd2; lda #0; sta $d7ff; rts");
const std::string verbs_that_start[]{"run ", "trace ", "debug "};

TEST_F(Start, AnAddressStartsWhatHasNoBasicLine) {
    const auto bytes = tests::content(folder.binary("high", prints_and_passes, "$c000"));
    const auto file = folder.write("high.prg", std::string("\x00\xc0", 2) + bytes);
    expect_prints("run --start $c000 --screen " + file, {"HI\n"});
    expect_prints("run --start $c000 --debugcart " + file, {});
    for (const std::string& verb : verbs_that_start) {
        expect_trouble(ryg(verb + file),
                       "no SYS in a BASIC line at $0801 says where: give --start");
    }
    expect_prints("trace --start $c000 --limit 1 " + file, {"c000  a9 48"});
    expect_prints(ryg("debug --start $c000 " + file, "r\n"), {"c000"});
}

TEST_F(Start, ABasicProgramIsToldThatThereIsNoBasicAndWhoHasOne) {
    const auto file = folder.write(
        "hello.prg", std::string("\x01\x08\x0a\x08\x0a\x00\x99\"HI\"\x00\x00\x00", 15));
    for (const std::string& verb : verbs_that_start) {
        expect_trouble(ryg(verb + file), "open-roms/C64, which lack most of BASIC");
    }
    expect_trouble(ryg("run " + file), "a BASIC program");
    expect_trouble(ryg("run " + file), "--kernal and --basic");
}

TEST_F(Start, ACallToARoutineThatIsNotThereIsOneLineWithItsAddressAndThatOfTheCall) {
    const auto file = folder.prg("calls", code("jsr $bc0f; rts"));
    expect_trouble(ryg("run " + file), "calls $bc0f from $080d");
    expect_trouble(ryg("run " + file), "open-roms");
    expect_trouble(ryg("run --debugcart " + file), "calls $bc0f from $080d");
}

TEST_F(Start, AnImageWithoutALoadAddressIsToldByItsLabels) {
    const auto image = folder.binary("image", code("start: sta $02; sta $0286; rts"));
    expect_trouble(ryg("run " + image), "a raw binary has no load address: give --load");
    const auto named = folder.file("image.prg");
    std::filesystem::rename(image, named);
    const auto run = ryg("run --start $1000 --cycles 1000 " + named);
    EXPECT_TRUE(contains(run.err, "loads at $0285, where none of its labels is")) << run.err;
    EXPECT_EQ(ryg("run " + folder.prg("good", code("rts"))).err, "");
}

TEST_F(Printed, EverythingThatGoesThroughChroutIsWrittenThoughItScrollsOff) {
    const auto file = folder.prg("lines", code("ldx #0; : txa; and #15; ora #'@'; jsr $ffd2; "
                                               "lda #13; jsr $ffd2; inx; cpx #60; bne :-; rts"));
    expect_prints("run " + file + " --printed " + folder.file("all.txt"), {});
    std::ifstream in(folder.file("all.txt"));
    int lines = 0;
    for (std::string line; std::getline(in, line); ++lines) {
        EXPECT_EQ(line, std::string(1, static_cast<char>('@' + lines % 16)));
    }
    EXPECT_EQ(lines, 60);
    const auto shown = ryg("run --printed - " + file);
    EXPECT_TRUE(shown.out.starts_with("@\nA\nB\n")) << shown.out;
    const auto cycles = [](const std::string& text) { return text.substr(text.find("after")); };
    EXPECT_EQ(cycles(shown.out), cycles(ryg("run " + file).out)) << "it costs the program nothing";
    expect_trouble(ryg("run --printed - --json " + file), "--printed");
}

TEST_F(Ram, HasThePatternOfAC64OrZeros) {
    const auto file = folder.prg(
        "ram", code("lda $c004; and $c043; cmp #$ff; bne fail; lda $c003; ora $c044; bne fail; "
                    "lda #0; .byte $2c; fail: lda #1; sta $d7ff; jmp *"));
    EXPECT_EQ(ryg("run --debugcart " + file).status, 0);
    EXPECT_EQ(ryg("run --debugcart --ram zeros " + file).status, 1);
    expect_trouble(ryg("run --ram ones " + file), "pattern or zeros");
}

// ------------------------------------------------------------------------------- Debian's open-roms

struct OpenRoms : WithFolder {
    void SetUp() override {
        if (!std::filesystem::exists("/usr/share/open-roms/C64/kernal")) {
            GTEST_SKIP() << "open-roms is not installed: apt-get install open-roms";
        }
    }
    std::string run = "run --screen";
    OpenRoms() {
        for (const std::string rom : {"kernal", "basic", "chargen"}) {
            run += " --" + rom + " /usr/share/open-roms/C64/" + rom;
        }
    }
};

TEST_F(OpenRoms, AProgramIsStartedByRunAndEndsWhenItIsReadyAgain) {
    expect_prints(run + ' ' + folder.prg("hi", prints_and_passes), {"HI\n", "returned"});
}

TEST_F(OpenRoms, ABasicProgramRuns) {
    const auto file = folder.write(
        "hello.prg", std::string("\x01\x08\x0d\x08\x0a\x00\x99\"HELLO\"\x00\x00\x00", 18));
    expect_prints(run + ' ' + file, {"\nHELLO"});
}

TEST_F(OpenRoms, LinesAreTypedAndLoadSaysThatThereIsNoDevice) {
    const auto file = folder.prg("hi", prints_and_passes) + " --keys ";
    expect_prints(run + " --cycles 9000000 " + file + R"('PRINT "TYPED"\r')", {"\nTYPED"});
    expect_prints(run + " --cycles 30000000 " + file + R"('LOAD "X",8\r')", {"DEVICE NOT PRESENT"});
}

}  // namespace
}  // namespace ryg
