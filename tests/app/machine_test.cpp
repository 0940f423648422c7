// `ryg run` on machines of other parts, and on machines that are put away and taken up again.
#include "tests/app/verbs.hpp"
#include "tests/support/other_kernal.hpp"

namespace ryg {
namespace {

using namespace program;
using tests::content;

using RunStates = WithFolder;
using RunRoms = WithFolder;
using RunParts = WithFolder;

/// What a program writes to $d7ff; -1: nothing.
int reported(const std::string& file, const std::string& options = "") {
    const Finished ended = ryg("run --debugcart --json " + file + ' ' + options);
    EXPECT_LT(ended.status, 2) << ended.err;
    const std::string_view key = "\"debugcart\": ";
    const auto at = ended.out.find(key);
    return at == std::string::npos ? -1 : std::atoi(ended.out.c_str() + at + key.size());
}

const std::string hello = saying("\"HELLO\"");

// ------------------------------------------------------------------------------------- states

TEST_F(RunStates, AMachineGoesOnWhereItWasSaved) {
    const auto state = folder.file("move.state");
    expect_prints("run ryg16 --keys 2 --until-text COLUMNA): --save-state " + state, {});
    const auto before = content(state);
    const std::string until = " --until-text 'COLUMNA): 62' --screen";
    const auto later = expect_prints("run --keys 62 --load-state " + state + until, {});
    const auto whole = ryg("run ryg16 --keys 262" + until);
    const auto until_the_move = [](const Finished& ended) {
        return ended.out.substr(0, ended.out.find("COLUMNA): 62"));
    };
    EXPECT_EQ(until_the_move(later), until_the_move(whole));
    EXPECT_EQ(content(state), before);
}

TEST_F(RunStates, ARunInPiecesIsTheRunInOne) {
    const auto once = folder.file("once"), twice = folder.file("twice");
    const auto cycles_of = [](const std::string& command) {
        const auto ended = expect_prints(command, {});
        return std::stoull(ended.out.substr(ended.out.find("after ") + 6));
    };
    const std::string from_start = "run ryg16 --keys 262 --cycles ";
    const auto first = cycles_of(from_start + "2000000 --save-state " + twice);
    const auto second = cycles_of("run --load-state " + twice + " --cycles " +
                                  std::to_string(5'000'000 - first) + " --save-state " + twice);
    EXPECT_EQ(first + second, cycles_of(from_start + "5000000 --save-state " + once));
    EXPECT_EQ(content(once), content(twice));
}

TEST_F(RunStates, AreWrittenHoweverTheRunEnds) {
    const auto state = folder.file("state");
    EXPECT_EQ(ryg("run " + folder.prg("jam", ".byte 2\n") + " --save-state " + state).status, 2);
    expect_trouble(ryg("run --load-state " + state), "jammed after 0 cycles");
}

TEST_F(RunStates, OtherFilesAndOtherOptionsAreTrouble) {
    const auto state = folder.file("state");
    expect_prints("run ryg16 --cycles 1000 --save-state " + state, {});
    expect_refused("run --load-state",
                   {{folder.write("text", "READY."), "not the state"},
                    {folder.write("cut", content(state).substr(0, 9999)), "cut off"},
                    {folder.file("nothing"), "nothing"},
                    {state + " ryg16", "--file"},
                    {state + " --model pal", "--model"},
                    {state + " --seed 1", "--seed"}});
    expect_refused("run ryg16 --cycles 9 --save-state",
                   {{folder.file("no/file"), "cannot write"}, {folder.file(""), "cannot write"}});
    const auto files = std::filesystem::directory_iterator(folder.file(""));
    EXPECT_EQ(std::distance(begin(files), end(files)), 3) << "something is half-written";
}

TEST_F(RunStates, GoToWhereALinkLeads) {
    const auto state = folder.write("state", "old"), link = folder.file("link");
    std::filesystem::create_symlink("state", link);
    expect_prints("run ryg16 --cycles 1000 --save-state " + link, {});
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    expect_prints("run --cycles 1000 --load-state " + state, {});
}

// --------------------------------------------------------------------------------------- ROMs

TEST_F(RunRoms, AnotherKernalBootsAndRunsPrograms) {
    const std::string kernal = " --kernal " + other_kernal_file(folder);
    const auto ended =
        expect_prints("run --screen " + folder.prg("hello", hello) + kernal, {"returned after "});
    EXPECT_TRUE(ended.out.starts_with("\nREADY.\nRUN\nHELLO\nREADY.\n")) << ended.out;
    EXPECT_TRUE(contains(ended.err, "warning: --kernal")) << ended.err;
    const auto state = folder.file("state");
    expect_prints(
        "run --cycles 100000 " + folder.prg("loop", "jmp *\n") + kernal + " --save-state " + state,
        {});
    expect_prints("run --cycles 100000 --screen --load-state " + state, {"\nREADY.\nRUN\n"});
}

TEST_F(RunRoms, AnotherKernalTakesKeysTheDebugcartAndTextsToWaitFor) {
    const std::string kernal = " --kernal " + other_kernal_file(folder);
    const auto echo = folder.prg("echo", code(": jsr $ffe4; beq :-; jsr $ffd2; jmp :-"));
    expect_prints("run --keys 'TWELVE KEYS!' --until-text KEYS! " + echo + kernal, {});
    EXPECT_EQ(reported(folder.prg("say", code("lda #7; sta $d7ff; jmp *")), kernal), 7);
}

TEST_F(RunRoms, OfTheWrongSizeOrWithoutReadyAreTrouble) {
    const auto nops = folder.write("nops", std::string(8192, '\xEA'));
    expect_refused("run ryg16",
                   {{"--kernal " + folder.write("small", std::string(8191, 'A')), "8191 bytes"},
                    {"--kernal " + folder.write("both", std::string(16384, 'A')), "8192"},
                    {"--kernal " + folder.file("nothing"), "nothing"},
                    {"--chargen " + nops, "4096"}});
    const auto blank = ryg("run ryg16 --kernal " + nops);
    EXPECT_EQ(blank.status, 2);
    EXPECT_TRUE(contains(blank.err, "CRC-32 eef6ea98")) << blank.err;
    EXPECT_TRUE(contains(blank.err, "without READY. on the screen: it may need BASIC"))
        << blank.err;
}

TEST_F(RunRoms, BasicIsReadByProgramsAndCharactersByTheScreenshot) {
    const auto basic = folder.write("basic", std::string(8192, '\x2A'));
    EXPECT_EQ(reported(folder.prg("peek", code("lda $a123; sta $d7ff; rts")), "--basic " + basic),
              0x2A);
    const auto chargen = folder.write("chargen", std::string(4096, '\x55'));
    const std::string command = "run " + folder.prg("hello", hello) + " --screenshot ";
    const auto ours = folder.file("ours.png"), theirs = folder.file("theirs.png");
    expect_prints(command + ours, {});
    expect_prints(command + theirs + " --chargen " + chargen, {});
    EXPECT_GT(content(ours).size(), 100U);
    EXPECT_NE(content(ours), content(theirs));
}

// -------------------------------------------------------------------------------------- parts

TEST_F(RunParts, TheNoiseIsWhatAProgramFinds) {
    const auto file = folder.prg("noise", code("lda #$80; sta $d412; lda $d41b; sta $d7ff; rts"));
    EXPECT_EQ(reported(file), 0xFE);
    EXPECT_EQ(reported(file, "--sid-noise $7ffffe"), 0xFE);
    EXPECT_EQ(reported(file, "--sid-noise 0x100000"), 0x80);
    EXPECT_EQ(reported(file, "--sid-noise 1 --sid 8580"), 0x01);
    expect_trouble(ryg("run " + file + " --sid-noise 0x800000"), "--sid-noise");
}

TEST_F(RunParts, TheSawtoothOfAnEightyFiveEightyIsACycleLate) {
    const auto file = folder.prg(
        "saw", code("sei; lda #$ff; sta $d40f; lda #$20; sta $d412; lda $d41b; sta $d7ff; rts"));
    EXPECT_EQ(reported(file) - reported(file, "--sid 8580"), 1);
    expect_trouble(ryg("run " + file + " --sid 6582"), "--sid");
}

TEST_F(RunParts, InterruptsOfThe6526ACIAComeACycleEarlier) {
    int late = 0, early = 0;
    for (const std::string latch : {"30", "31"}) {
        const auto file = folder.prg("cia" + latch, code(R"(
            sei; lda #<irq; sta $0314; lda #>irq; sta $0315; lda #$7f; sta $dc0d; lda $dc0d
            lda #)" + latch + R"(; sta $dc04; lda #0; sta $dc05; lda #$81; sta $dc0d
            ldx #0; lda #$19; sta $dc0e; cli; .res 40, $e8
            irq: tsx; lda $0102,x; sta $d7ff; jmp $ea81)"));
        late += reported(file, "--timing cpu");
        early += reported(file, "--timing cpu --cia 6526a");
    }
    EXPECT_EQ(late, early + 1);
    expect_trouble(ryg("run ryg16 --cia 6522"), "--cia");
}

TEST_F(RunParts, JoysticksAreHeld) {
    const auto reading = [&](const std::string& port) {
        return folder.prg("joy" + port, code("sei; lda $dc0" + port + "; sta $d7ff; rts"));
    };
    EXPECT_EQ(reported(reading("0"), "--joystick2 up,fire") & 0x1F, 0x0E);
    EXPECT_EQ(reported(reading("1"), "--joystick1 down,left,right") & 0x1F, 0x11);
    EXPECT_EQ(reported(reading("0")) & 0x1F, 0x1F);
    expect_trouble(ryg("run ryg16 --joystick1 up,"), "--joystick1");
}

}  // namespace
}  // namespace ryg
