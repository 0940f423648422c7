// `ryg run` on machines of other parts, and on machines that are put away and taken up again.
#include "tests/support/other_kernal.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Finished;
using program::Folder;
using program::other_kernal_file;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What a program writes to $d7ff; -1: nothing.
int reported(const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", file, "--debugcart", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = ryg(words);
    EXPECT_LT(run.status, 2) << run.err;
    const std::string_view key = "\"debugcart\": ";
    const auto at = run.out.find(key);
    return at == std::string::npos ? -1 : std::atoi(run.out.c_str() + at + key.size());
}

const std::string hello =
    "        ldx #0\n@1:     lda text,x\n        beq @2\n        jsr $ffd2\n        inx\n"
    "        bne @1\n@2:     rts\ntext:   .byte \"HELLO\", 0\n";

// ------------------------------------------------------------------------------------- states

TEST(RunStates, AMachineGoesOnWhereItWasSaved) {
    const Folder folder;
    const auto state = folder.file("move.state");
    const auto saved =
        ryg({"run", "ryg16", "--keys", "2", "--until-text", "COLUMNA):", "--save-state", state});
    EXPECT_EQ(saved.status, 0) << saved.err;
    const auto before = content(state);
    const std::vector<std::string> rest{"--keys", "62", "--until-text", "COLUMNA): 62", "--screen"};
    std::vector<std::string> words{"run", "--load-state", state};
    words.insert(words.end(), rest.begin(), rest.end());
    const auto later = ryg(words);
    EXPECT_EQ(later.status, 0) << later.err;
    const auto whole =
        ryg({"run", "ryg16", "--keys", "262", "--until-text", "COLUMNA): 62", "--screen"});
    const auto until_the_move = [](const Finished& run) {
        return run.out.substr(0, run.out.find("COLUMNA): 62"));
    };
    EXPECT_EQ(until_the_move(later), until_the_move(whole));
    EXPECT_EQ(content(state), before);
}

TEST(RunStates, ARunInPiecesIsTheRunInOne) {
    const Folder folder;
    const auto once = folder.file("once"), twice = folder.file("twice");
    const auto cycles_of = [](const Finished& run) {
        EXPECT_EQ(run.status, 0) << run.err;
        return std::stoull(run.out.substr(run.out.find("after ") + 6));
    };
    const auto first = cycles_of(
        ryg({"run", "ryg16", "--keys", "262", "--cycles", "2000000", "--save-state", twice}));
    const auto rest = 5'000'000 - first;
    const auto second = cycles_of(ryg(
        {"run", "--load-state", twice, "--cycles", std::to_string(rest), "--save-state", twice}));
    EXPECT_EQ(first + second, cycles_of(ryg({"run", "ryg16", "--keys", "262", "--cycles", "5000000",
                                             "--save-state", once})));
    EXPECT_EQ(content(once), content(twice));
}

TEST(RunStates, AreWrittenHoweverTheRunEnds) {
    const Folder folder;
    const auto state = folder.file("state");
    const auto jammed = ryg({"run", folder.prg("jam", "        .byte 2\n"), "--save-state", state});
    EXPECT_EQ(jammed.status, 2);
    expect_trouble(ryg({"run", "--load-state", state}), "jammed after 0 cycles");
}

TEST(RunStates, OtherFilesAndOtherOptionsAreTrouble) {
    const Folder folder;
    const auto state = folder.file("state");
    ASSERT_EQ(ryg({"run", "ryg16", "--cycles", "1000", "--save-state", state}).status, 0);
    expect_trouble(ryg({"run", "--load-state", folder.write("text", "READY.")}), "not the state");
    expect_trouble(
        ryg({"run", "--load-state", folder.write("cut", content(state).substr(0, 9999))}),
        "cut off");
    expect_trouble(ryg({"run", "--load-state", folder.file("nothing")}), "nothing");
    expect_trouble(ryg({"run", "--load-state", state, "ryg16"}), "--file");
    expect_trouble(ryg({"run", "--load-state", state, "--model", "pal"}), "--model");
    expect_trouble(ryg({"run", "--load-state", state, "--seed", "1"}), "--seed");
    expect_trouble(ryg({"run", "ryg16", "--cycles", "9", "--save-state", folder.file("no/file")}),
                   "cannot write");
    expect_trouble(ryg({"run", "ryg16", "--cycles", "9", "--save-state", folder.file("")}),
                   "cannot write");
    const auto files = std::filesystem::directory_iterator(folder.file(""));
    EXPECT_EQ(std::distance(begin(files), end(files)), 3) << "something is half-written";
}

TEST(RunStates, GoToWhereALinkLeads) {
    const Folder folder;
    const auto state = folder.write("state", "old"), link = folder.file("link");
    std::filesystem::create_symlink("state", link);
    ASSERT_EQ(ryg({"run", "ryg16", "--cycles", "1000", "--save-state", link}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(ryg({"run", "--load-state", state, "--cycles", "1000"}).status, 0);
}

// --------------------------------------------------------------------------------------- ROMs

TEST(RunRoms, AnotherKernalBootsAndRunsPrograms) {
    const Folder folder;
    const auto kernal = other_kernal_file(folder);
    const auto run = ryg({"run", folder.prg("hello", hello), "--kernal", kernal, "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("\nREADY.\nRUN\nHELLO\nREADY.\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "returned after ")) << run.out;
    EXPECT_TRUE(contains(run.err, "warning: --kernal")) << run.err;
    const auto state = folder.file("state");
    EXPECT_EQ(ryg({"run", folder.prg("loop", "        jmp *\n"), "--kernal", kernal, "--cycles",
                   "100000", "--save-state", state})
                  .status,
              0);
    const auto later = ryg({"run", "--load-state", state, "--cycles", "100000", "--screen"});
    EXPECT_TRUE(contains(later.out, "\nREADY.\nRUN\n")) << later.out;
}

TEST(RunRoms, AnotherKernalTakesKeysTheDebugcartAndTextsToWaitFor) {
    const Folder folder;
    const auto kernal = other_kernal_file(folder);
    const auto echo = folder.prg("echo",
                                 ":       jsr $ffe4\n        beq :-\n        jsr $ffd2\n"
                                 "        jmp :-\n");
    const auto typed =
        ryg({"run", echo, "--kernal", kernal, "--keys", "TWELVE KEYS!", "--until-text", "KEYS!"});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_EQ(reported(folder.prg("say", "        lda #7\n        sta $d7ff\n        jmp *\n"),
                       {"--kernal", kernal}),
              7);
}

TEST(RunRoms, OfTheWrongSizeOrWithoutReadyAreTrouble) {
    const Folder folder;
    const auto nops = folder.write("nops", std::string(8192, '\xEA'));
    const auto kernal = [&](const std::string& file) {
        return ryg({"run", "ryg16", "--kernal", file});
    };
    expect_trouble(kernal(folder.write("small", std::string(8191, 'A'))), "8191 bytes");
    expect_trouble(kernal(folder.write("both", std::string(16384, 'A'))), "8192");
    expect_trouble(kernal(folder.file("nothing")), "nothing");
    expect_trouble(ryg({"run", "ryg16", "--chargen", nops}), "4096");
    const auto blank = kernal(nops);
    EXPECT_EQ(blank.status, 2);
    EXPECT_TRUE(contains(blank.err, "CRC-32 eef6ea98")) << blank.err;
    EXPECT_TRUE(contains(blank.err, "without READY. on the screen: it may need BASIC"))
        << blank.err;
}

TEST(RunRoms, BasicIsReadByProgramsAndCharactersByTheScreenshot) {
    const Folder folder;
    const auto basic = folder.write("basic", std::string(8192, '\x2A'));
    EXPECT_EQ(reported(folder.prg("peek", "        lda $a123\n        sta $d7ff\n        rts\n"),
                       {"--basic", basic}),
              0x2A);
    const auto chargen = folder.write("chargen", std::string(4096, '\x55'));
    const auto file = folder.prg("hello", hello);
    const auto ours = folder.file("ours.png"), theirs = folder.file("theirs.png");
    EXPECT_EQ(ryg({"run", file, "--screenshot", ours}).status, 0);
    EXPECT_EQ(ryg({"run", file, "--screenshot", theirs, "--chargen", chargen}).status, 0);
    EXPECT_GT(content(ours).size(), 100U);
    EXPECT_NE(content(ours), content(theirs));
}

// -------------------------------------------------------------------------------------- parts

TEST(RunParts, TheSeedIsTheNoiseThatAProgramFinds) {
    const Folder folder;
    const auto file = folder.prg("noise",
                                 "        lda #$80\n        sta $d412\n        lda $d41b\n"
                                 "        sta $d7ff\n        rts\n");
    EXPECT_EQ(reported(file), 0xFE);
    EXPECT_EQ(reported(file, {"--seed", "$7ffffe"}), 0xFE);
    EXPECT_EQ(reported(file, {"--seed", "0x100000"}), 0x80);
    EXPECT_EQ(reported(file, {"--seed", "1", "--sid", "8580"}), 0x01);
    expect_trouble(ryg({"run", file, "--seed", "0x800000"}), "--seed");
}

TEST(RunParts, TheSawtoothOfAnEightyFiveEightyIsACycleLate) {
    const Folder folder;
    const auto file = folder.prg("saw",
                                 "        sei\n        lda #$ff\n        sta $d40f\n"
                                 "        lda #$20\n        sta $d412\n        lda $d41b\n"
                                 "        sta $d7ff\n        rts\n");
    EXPECT_EQ(reported(file) - reported(file, {"--sid", "8580"}), 1);
    expect_trouble(ryg({"run", file, "--sid", "6582"}), "--sid");
}

TEST(RunParts, InterruptsOfThe6526ACIAComeACycleEarlier) {
    const Folder folder;
    std::vector<int> late, early;
    for (const int latch : {30, 31}) {
        const auto file = folder.prg(
            "cia" + std::to_string(latch),
            "        sei\n        lda #<irq\n        sta $0314\n        lda #>irq\n"
            "        sta $0315\n        lda #$7f\n        sta $dc0d\n        lda $dc0d\n"
            "        lda #" +
                std::to_string(latch) +
                "\n        sta $dc04\n"
                "        lda #0\n        sta $dc05\n        lda #$81\n        sta $dc0d\n"
                "        ldx #0\n        lda #$19\n        sta $dc0e\n        cli\n"
                "        .res 40, $e8\nirq:    tsx\n        lda $0102,x\n        sta $d7ff\n       "
                " jmp $ea81\n");
        late.push_back(reported(file, {"--timing", "cpu"}));
        early.push_back(reported(file, {"--timing", "cpu", "--cia", "6526a"}));
    }
    EXPECT_EQ(late[0] + late[1], early[0] + early[1] + 1);
    expect_trouble(ryg({"run", "ryg16", "--cia", "6522"}), "--cia");
}

TEST(RunParts, JoysticksAreHeld) {
    const Folder folder;
    const auto reading = [&](const std::string& port) {
        return folder.prg("joy" + port, "        sei\n        lda $dc0" + port +
                                            "\n        sta $d7ff\n        rts\n");
    };
    EXPECT_EQ(reported(reading("0"), {"--joystick2", "up,fire"}) & 0x1F, 0x0E);
    EXPECT_EQ(reported(reading("1"), {"--joystick1", "down,left,right"}) & 0x1F, 0x11);
    EXPECT_EQ(reported(reading("0")) & 0x1F, 0x1F);
    expect_trouble(ryg({"run", "ryg16", "--joystick1", "up,"}), "--joystick1");
}

TEST(RunParts, EveryOptionOfTheHelpIsInAnExampleOrSaysEnough) {
    const auto help = ryg({"run", "--help"});
    EXPECT_EQ(help.status, 0);
    const auto examples = help.out.substr(help.out.find("Examples:"));
    for (const std::string option :
         {"keys",   "cycles",     "limit-cycles", "until-text", "debugcart", "program", "cart",
          "screen", "screenshot", "save-state",   "load-state", "joystick2", "model",   "timing",
          "cia",    "sid",        "seed",         "kernal",     "basic",     "chargen", "json"}) {
        EXPECT_TRUE(contains(examples, "--" + option)) << option;
    }
}

}  // namespace
}  // namespace ryg
