// How `ryg run`, `trace` and `debug` start programs, what they say of those that do not start, and
// what is printed.
#include <filesystem>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;

program::Finished ryg(std::vector<std::string> words, std::string_view input = "") {
    words.insert(words.begin(), RYG_PROGRAM);
    return program::run(words, input);
}

/// A PRG at any address.
std::string prg_at(const Folder& folder, const std::string& name, const std::string& origin,
                   const std::string& source) {
    const std::string bytes = folder.binary(name, source, origin);
    std::ifstream in(bytes, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    const auto address = std::stoul(origin.substr(1), nullptr, 16);
    const std::string head{static_cast<char>(address), static_cast<char>(address >> 8)};
    return folder.write(name + ".prg", head + content);
}

const std::string prints_and_passes =
    "        lda #'H'\n        jsr $ffd2\n        lda #'I'\n        jsr $ffd2\n"
    "        lda #13\n        jsr $ffd2\n        lda #0\n        sta $d7ff\n        rts\n";

TEST(Start, AnAddressStartsWhatHasNoBasicLine) {
    const Folder folder;
    const auto file = prg_at(folder, "high", "$c000", prints_and_passes);
    const auto run = ryg({"run", file, "--start", "$c000", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("HI\n"), std::string::npos) << run.out;
    EXPECT_EQ(ryg({"run", file, "--start", "$c000", "--debugcart"}).status, 0);
    for (const char* verb : {"run", "trace", "debug"}) {
        expect_trouble(ryg({verb, file}),
                       "no SYS in a BASIC line at $0801 says where: give --start");
    }
    const auto trace = ryg({"trace", file, "--start", "$c000", "--limit", "1"});
    EXPECT_NE(trace.out.find("c000  a9 48"), std::string::npos) << trace.out << trace.err;
    const auto debug = ryg({"debug", file, "--start", "$c000"}, "r\n");
    EXPECT_NE(debug.out.find("c000"), std::string::npos) << debug.out << debug.err;
}

TEST(Start, ABasicProgramIsToldThatThereIsNoBasicAndWhoHasOne) {
    const Folder folder;
    const auto file = folder.write(
        "hello.prg", std::string("\x01\x08\x0a\x08\x0a\x00\x99\"HI\"\x00\x00\x00", 15));
    for (const char* verb : {"run", "trace", "debug"}) {
        expect_trouble(ryg({verb, file}), "open-roms");
    }
    const auto run = ryg({"run", file});
    EXPECT_NE(run.err.find("a BASIC program"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("--kernal and --basic"), std::string::npos) << run.err;
}

TEST(Start, ACallToARoutineThatIsNotThereIsOneLineWithItsAddressAndThatOfTheCall) {
    const Folder folder;
    const auto file = folder.prg("calls", "        jsr $bc0f\n        rts\n");
    expect_trouble(ryg({"run", file}), "calls $bc0f from $080d");
    expect_trouble(ryg({"run", file}), "open-roms");
    expect_trouble(ryg({"run", file, "--debugcart"}), "calls $bc0f from $080d");
}

TEST(Start, AnImageWithoutALoadAddressIsToldByItsLabels) {
    const Folder folder;
    const auto image = folder.binary("image", "start:  sta $02\n        sta $0286\n        rts\n");
    const auto run = ryg({"run", image, "--start", "$1000", "--cycles", "1000"});
    EXPECT_NE(run.err.find("loads at $0285, where none of its labels is"), std::string::npos)
        << run.err;
    const auto good = folder.prg("good", "        rts\n");
    EXPECT_EQ(ryg({"run", good}).err, "");
}

TEST(Printed, EverythingThatGoesThroughChroutIsWrittenThoughItScrollsOff) {
    const Folder folder;
    const auto file = folder.prg("lines",
                                 "        ldx #0\n:       txa\n        and #15\n        ora #'@'\n"
                                 "        jsr $ffd2\n        lda #13\n        jsr $ffd2\n"
                                 "        inx\n        cpx #60\n        bne :-\n        rts\n");
    const auto run = ryg({"run", file, "--printed", folder.file("all.txt")});
    ASSERT_EQ(run.status, 0) << run.err;
    std::ifstream in(folder.file("all.txt"));
    int lines = 0;
    for (std::string line; std::getline(in, line); ++lines) {
        EXPECT_EQ(line, std::string(1, static_cast<char>('@' + lines % 16)));
    }
    EXPECT_EQ(lines, 60);
    const auto shown = ryg({"run", file, "--printed", "-"});
    EXPECT_TRUE(shown.out.starts_with("@\nA\nB\n")) << shown.out;
    const auto cycles = [](const std::string& text) { return text.substr(text.find("after")); };
    EXPECT_EQ(cycles(shown.out), cycles(ryg({"run", file}).out)) << "it costs the program nothing";
    expect_trouble(ryg({"run", file, "--printed", "-", "--json"}), "--printed");
}

TEST(Ram, HasThePatternOfAC64OrZeros) {
    const Folder folder;
    const auto file = folder.prg("ram",
                                 "        lda $c040\n        and $c07f\n        cmp #$ff\n"
                                 "        bne fail\n        lda $c000\n        ora $c0bf\n"
                                 "        bne fail\n        lda #0\n        .byte $2c\n"
                                 "fail:   lda #1\n        sta $d7ff\n        jmp *\n");
    EXPECT_EQ(ryg({"run", file, "--debugcart"}).status, 0);
    EXPECT_EQ(ryg({"run", file, "--debugcart", "--ram", "zeros"}).status, 1);
    expect_trouble(ryg({"run", file, "--ram", "ones"}), "pattern or zeros");
}

// ------------------------------------------------------------------------------- Debian's open-roms

struct OpenRoms : testing::Test {
    static constexpr const char* folder = "/usr/share/open-roms/C64/";
    Folder files;

    void SetUp() override {
        if (!std::filesystem::exists(std::string(folder) + "kernal")) {
            GTEST_SKIP() << "open-roms is not installed: apt-get install open-roms";
        }
    }
    static program::Finished run(std::vector<std::string> words) {
        words.insert(words.begin(), "run");
        for (const std::string rom : {"kernal", "basic", "chargen"}) {
            words.insert(words.end(), {"--" + rom, folder + rom});
        }
        return ryg(words);
    }
};

TEST_F(OpenRoms, AProgramIsStartedByRunAndEndsWhenItIsReadyAgain) {
    const auto done = run({files.prg("hi", prints_and_passes), "--screen"});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out.find("HI\n"), std::string::npos) << done.out;
    EXPECT_NE(done.out.find("returned"), std::string::npos) << done.out;
}

TEST_F(OpenRoms, ABasicProgramRuns) {
    const auto file = files.write(
        "hello.prg", std::string("\x01\x08\x0d\x08\x0a\x00\x99\"HELLO\"\x00\x00\x00", 18));
    const auto done = run({file, "--screen"});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.out.find("\nHELLO"), std::string::npos) << done.out;
}

TEST_F(OpenRoms, LinesAreTypedAndLoadSaysThatThereIsNoDevice) {
    const auto file = files.prg("hi", prints_and_passes);
    const auto typed =
        run({file, "--keys", "PRINT \"TYPED\"\\r", "--cycles", "9000000", "--screen"});
    EXPECT_NE(typed.out.find("\nTYPED"), std::string::npos) << typed.out << typed.err;
    const auto load = run({file, "--keys", "LOAD \"X\",8\\r", "--cycles", "30000000", "--screen"});
    EXPECT_NE(load.out.find("DEVICE NOT PRESENT"), std::string::npos) << load.out << load.err;
}

}  // namespace
}  // namespace ryg
