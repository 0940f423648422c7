// `ryg run --machine ram`, `trace` and `bench cpu`: what passes, what is listed, bad input; the constants of
// ANE and LXA; and what holds for every verb: help, and Ctrl-C in those that can take long.
#include <chrono>
#include <sstream>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

using Suite = WithFolder;
using Trace = WithFolder;

// --- suite --------------------------------------------------------------------------------------

/// The command that runs `source` at $1000 as a program that checks itself.
std::string suite(const Folder& folder, const std::string& source, const std::string& success) {
    return "run " + folder.binary("suite", code(source)) +
           " --machine ram --load 0x1000 --start $1000 --success " + success;
}

TEST_F(Suite, PassesWhenTheSuccessAddressIsReached) {
    const auto passed = expect_prints(
        suite(folder, "code: ldx #5; @1: dex; bne @1; lda #0; sta $20; done: jmp done", "4105") +
            " --zero 0x20",
        {"passed at $1009", "31 cycles"});  // 2 + 5 * 2 + 4 * 3 + 2, 2 + 3
    EXPECT_EQ(passed.err, "");
}

TEST_F(Suite, SaysWhereAndHowItFailed) {
    const auto expect_failed = [&](const std::string& source, const std::string& success,
                                   std::initializer_list<std::string_view> parts) {
        expect_prints(suite(folder, source, success), parts, 1);
    };
    expect_failed("lda #$80; ldx #7; clv; trap: bne trap", "0x2000",
                  {"FAILED: trap at $1005  bne $1005", "a=80 x=07 y=00 s=ff",
                   "6 cycles"});  // as it was when it got there
    expect_failed("lda #0; trap: bne trap; lda #1; bne trap", "0x2000 --json",
                  {"\"passed\": false", "\"ended\": \"trap\"", "\"address\": 4098",
                   "\"instruction\": \"bne $1002\"",
                   "\"cycles\": 9,"});  // 2 + 2 + 2 + 3: it was passed before
    expect_failed("lda #1; jam", "0x2000", {"FAILED: jam at $1002  jam"});
    expect_failed("lda #1; sta $0b; done: jmp done", "0x1004 --zero 0x0b", {"error byte not zero"});
    for (const char* loop : {"brk", "again: lda #1; jmp again"}) {  // that changes nothing
        expect_failed(loop, "1", {"FAILED: endless loop at $"});
    }
}

TEST_F(Suite, RefusesWhatIsNoSuite) {
    const std::string counts = folder.binary(
        "counts", code("again: inc $10; bne again; inc $11; bne again; inc $12; jmp again"));
    expect_refused("run --machine ram",
                   {{folder.file("none.bin") + " --load 0 --start 0 --success 1", "no such file"},
                    {folder.file("") + " --load 0 --start 0 --success 1", "cannot be read"},
                    {folder.write("empty", "") + " --load 0 --start 0 --success 1", "empty"},
                    {counts + " --load 0xffff --start 0 --success 1", "do not fit"},
                    {counts + " --load 4096 --start x --success 1", "unknown label 'x'"},
                    {counts + " --load 4096 --start 65536 --success 1", "65536"},
                    {counts + " --load 4096 --end 1 --success 1", "give one of them"},
                    {counts + " --load 4096 --zero 1", "goes with --success"},
                    {counts + " --load 0x1000 --start 0x1000 --success 1 --cycles 2000000",
                     "neither at $0001 nor trapped"}});
}

// --- trace --------------------------------------------------------------------------------------

const std::string loop = code("start: ldx #2; loop: dex; bne loop; inc $20; done: jmp done");

TEST_F(Trace, PrintsALineForEveryInstruction) {
    const auto file = folder.binary("loop", loop);
    EXPECT_EQ(
        expect_prints("trace " + file + " --machine ram --load $1000 --start start --to done", {})
            .out,
        "         0  1000  a2 02     ldx #$02       a=00 x=00 y=00 s=ff p=nv1-dIzc  start\n"
        "         2  1002  ca        dex            a=00 x=02 y=00 s=ff p=nv1-dIzc  loop\n"
        "         4  1003  d0 fd     bne $1002      a=00 x=01 y=00 s=ff p=nv1-dIzc  loop+1\n"
        "         7  1002  ca        dex            a=00 x=01 y=00 s=ff p=nv1-dIzc  loop\n"
        "         9  1003  d0 fd     bne $1002      a=00 x=00 y=00 s=ff p=nv1-dIZc  loop+1\n"
        "        11  1005  e6 20     inc $20        a=00 x=00 y=00 s=ff p=nv1-dIZc  loop+3\n");
}

TEST_F(Trace, PrintsALineForEveryBusAccess) {
    const auto file = folder.binary("loop", loop);
    EXPECT_EQ(
        expect_prints(
            "trace " + file + " --machine ram --load $1000 --start $1005 --limit 5 --bus --json",
            {})
            .out,
        "{\"cycle\":0,\"address\":4101,\"value\":230,\"access\":\"read\",\"label\":\"loop+3\"}\n"
        "{\"cycle\":1,\"address\":4102,\"value\":32,\"access\":\"read\",\"label\":\"loop+4\"}\n"
        "{\"cycle\":2,\"address\":32,\"value\":0,\"access\":\"read\"}\n"
        "{\"cycle\":3,\"address\":32,\"value\":0,\"access\":\"write\"}\n"
        "{\"cycle\":4,\"address\":32,\"value\":1,\"access\":\"write\"}\n");
}

TEST_F(Trace, FollowsAProgramOnTheMachineToItsEnd) {
    const auto file = folder.prg("two", code("main: jsr sub; rts; sub: lda $d012; rts"));
    const auto trace = expect_prints("trace --json " + file, {"\"text\":\"jsr $0811\""});
    EXPECT_EQ(std::ranges::count(trace.out, '\n'), 4) << trace.out;
    EXPECT_TRUE(trace.out.starts_with("{\"cycle\":")) << trace.out;
}

TEST_F(Trace, BeginsAndEndsAtLabelsOfAProgramInside) {
    const auto trace = expect_prints("trace ryg16 --keys 262 --from miniMax --to dameNumHijos", {});
    EXPECT_TRUE(trace.out.substr(0, trace.out.find('\n')).ends_with("  miniMax")) << trace.out;
    EXPECT_FALSE(contains(trace.out, "  dameNumHijos\n")) << trace.out;
    const auto two = ryg("trace ryg16 --keys 262 --from miniMax --limit 2");
    EXPECT_EQ(std::ranges::count(two.out, '\n'), 2) << two.out;
}

TEST_F(Trace, BusAndMachineAgreeOnTheTime) {
    const auto bus = ryg("trace ryg16 --bus --limit 500 --json");
    std::istringstream lines(ryg("trace ryg16 --limit 130 --json").out);
    for (std::string line; std::getline(lines, line);) {
        const std::string cycle = line.substr(0, line.find(','));
        if (!contains(bus.out, cycle)) continue;  // after the last access that was listed
        const std::string pc = line.substr(line.find("\"pc\":") + 5, 4);
        EXPECT_TRUE(contains(bus.out, cycle + ",\"address\":" + pc)) << line;
    }
}

TEST_F(Trace, StopsAfterAThousandLinesUnlessItIsToldOtherwise) {
    const auto file = folder.prg("endless", endless);
    const auto stopped = expect_prints("trace " + file, {});
    EXPECT_EQ(std::ranges::count(stopped.out, '\n'), 1000);
    EXPECT_EQ(stopped.err,
              "ryg trace: stopped after 1000 lines: --limit N goes on, --limit 0 to the end\n");
    const auto all = ryg("trace --limit 0 --cycles 20000 " + file);
    EXPECT_GT(std::ranges::count(all.out, '\n'), 4000);
    EXPECT_TRUE(contains(all.err, "has not ended after 20000 cycles")) << all.err;
}

TEST_F(Trace, RefusesWhatItCannotTrace) {
    const auto file = folder.binary("loop", loop);
    expect_refused("trace", {{folder.file("none.prg"), "none.prg"},
                             {file + " --start nowhere", "give --load"},
                             {file + " --load $1000 --start nowhere", "nowhere"},
                             {file + " --load 0x1000", "--start"},
                             {"ryg16 --from minMax", "miniMax"},
                             {file + " --machine ram --load 0 --keys 1", "--machine c64"},
                             {"ryg16 --count 2", "there is no option '--count'"},
                             {file + " --load 0xfffe --start 0xfffe", "do not fit"},
                             {"ryg16 --from 0xc000 --cycles 100000", "has not ended"}});
    const auto jam = ryg("trace " + folder.binary("jam", "jam\n") + " --machine ram --load 4096");
    EXPECT_EQ(jam.status, 2);
    EXPECT_TRUE(contains(jam.err, "jammed at $1000")) << jam.err;
}

// --- --ane and --lxa ----------------------------------------------------------------------------

TEST(UnstableConstants, AreThoseThatTheOptionsSay) {
    const Folder folder;
    const std::string constants =
        code("ldx #$ff; lda #0; .byte $8b, $ff; sta $20; lda #0; .byte $ab, $ff; sta $21");
    const auto prg = folder.prg("prg", constants + "end: rts\n");
    const auto reports = folder.prg("reports", constants + code("sta $d7ff; rts"));
    const auto flat =
        folder.binary("flat", constants + code("sec; sbc #$ef; here: bne here; done: jmp done"));
    const std::string at = flat + " --machine ram --load $1000 --start $1000 ";
    struct Row {
        std::string options, ane, lxa;
    };
    for (const auto& [options, ane, lxa] : {Row{"", "ef", "ee"},
                                            {"--ane $ee", "ee", "ee"},
                                            {"--lxa 0xff", "ef", "ff"},
                                            {"--ane 0 --lxa $ef", "00", "ef"}}) {
        expect_prints("run " + at + "--success $1013 " + options, {}, lxa == "ef" ? 0 : 1);
        const std::string value = std::to_string(std::stoi(lxa, nullptr, 16));
        const auto run = ryg("run --debugcart --timing cpu " + reports + ' ' + options);
        EXPECT_TRUE(contains(run.out, "value " + value + "\n")) << run.out << run.err;
        expect_prints("trace " + at + "--limit 9 " + options,
                      {"sta $20        a=" + ane, "sta $21        a=" + lxa});
        expect_prints(ryg("debug --timing cpu " + prg + ' ' + options, "until .end\nm 20 21\n"),
                      {ane + " " + lxa});
    }
    expect_refused("run " + prg, {{"--ane 256", "--ane"}});
    expect_refused("run " + at, {{"--success 1 --lxa x", "--lxa"}});
    expect_refused("debug", {{"--lxa 0", "--lxa"}, {"--dap --ane 0", "--ane"}});
}

// --- bench cpu ----------------------------------------------------------------------------------

const std::string quick = "bench cpu --rounds 1 --cycles 1000000 ";

TEST(BenchCpu, AllContestantsFindTheSame) {
    expect_prints(quick, {"tree      flat", "compute   machine", "branch    machine"});
}

TEST(BenchCpu, HasTheKindsThatAreHardToTranslate) {
    expect_prints("bench cpu --all --rounds 1 --cycles 0 --board machine",
                  {"writer    machine", "key       machine", "irq       machine  recompiler"});
}

TEST(BenchCpu, HasTheExamplesAndTheProgramsOfAllGames) {
    expect_prints("bench cpu --all --rounds 1 --cycles 0 --cpu recompiler",
                  {"oxo       flat", "multiply  stock", "ryg16     verify", "perfecto  verify"});
}

TEST(BenchCpu, SaysThatItLeavesOutSamplesThatAreNotInstalled) {
    const auto without = ryg(quick + "--workload cc65", "", {"PATH=/nowhere"});
    EXPECT_TRUE(contains(without.err, "cc65's samples are left out")) << without.err;
}

TEST(BenchCpu, ReportsAsJson) {
    const auto report = expect_prints(quick + "--workload compute --board flat --json",
                                      {"\"workload\": \"compute\"", "\"mhz\": "});
    EXPECT_FALSE(contains(report.out, "machine")) << report.out;
}

TEST(BenchCpu, PrintsATableInMarkdown) {
    expect_prints(quick + "--workload compute --board machine --table",
                  {"| workload | machine exact | machine interpreter |", "\n|---|---:|---:|",
                   "\n| compute | "});
}

TEST(BenchCpu, GoesOnWithoutItsPeerUnlessThatIsAskedFor) {
    const std::vector<std::string> nowhere{"PATH=/nowhere"};
    const auto alone =
        expect_prints(ryg(quick + "--workload compute", "", nowhere), {"compute   machine"});
    EXPECT_TRUE(contains(alone.err, "sim65 not found")) << alone.err;
    expect_trouble(ryg(quick + "--peer sim65", "", nowhere), "sim65 not found");
}

/// At a terminal Ctrl-C goes to the whole group. This peer presses it in the middle of its work.
TEST(BenchCpu, EndsAtOnceWhenCtrlCIsPressedWhileThePeerRuns) {
    const Folder folder;
    const auto peer =
        folder.write("sim65",
                     "#!/bin/sh\ncase $1 in --version) echo peer; exit ;; esac\n"
                     "if ! test -e \"$0.pressed\"; then : >\"$0.pressed\"; kill -INT -$PPID; fi\n"
                     "PATH=${PATH#*:}\nexec sim65 \"$@\"\n");
    std::filesystem::permissions(peer, std::filesystem::perms::owner_all);
    const auto ended = expect_prints(
        run(words_of("setsid --wait '" RYG_PROGRAM "' " + quick + "--workload compute"), "",
            {"PATH=" + folder.path() + ":" + std::getenv("PATH")}),
        {"compute   stock"}, 130);
    EXPECT_FALSE(contains(ended.out, "sim65    sim65")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with("\nInterrupted.\n")) << ended.out;
}

TEST(BenchCpu, RefusesWhatItDoesNotKnow) {
    expect_refused("bench cpu", {{"--peer vice", "there is no 'vice': use sim65"},
                                 {"--workload chess", "use tree, compute, branch, mixed, short,"},
                                 {"--board moon", "use flat, machine"},
                                 {"--rounds 0", "--rounds"},
                                 {"--round 1", "did you mean '--rounds'?"},
                                 {"--nonsense 1", "see ryg bench cpu --help"},
                                 {"--cycles many", "ryg bench cpu: --cycles"}});
}

// --- the whole program --------------------------------------------------------------------------

TEST(Program, SaysWhatItCanDo) {
    const auto help = expect_prints("--help", {});
    EXPECT_EQ(help.out, tests::content(RYG_SOURCE_DIR "/app/help.txt")) << "./ryg prints that file";
    for (const std::string verb : {"verify", "search", "perft", "solve", "strength", "bench",
                                   "play", "run", "trace", "mutate", "shorten"}) {
        EXPECT_TRUE(contains(help.out, "\n  " + verb)) << verb;
        expect_prints(verb + " --help", {"Examples:", "--json"});
    }
    EXPECT_EQ(ryg("dance").err, "ryg: there is no verb 'dance': see ryg --help\n");
    EXPECT_EQ(ryg("serch").err, "ryg: there is no verb 'serch': did you mean 'search'?\n");
    EXPECT_EQ(ryg("version").out, ryg("--version").out);
    EXPECT_EQ(ryg("help solve").out, ryg("solve --help").out);
    expect_refused("web", {{"", "--out"}, {"--out public", "./ryg web, the script in the source"}});
    EXPECT_EQ(ryg("test").err, "ryg: there is no verb 'test': see ryg --help\n") << "the script's";
    EXPECT_EQ(ryg("").status, 2);
}

/// As it is installed: the page is beside it, with folders of its own.
TEST(Program, LeavesThePageThatIsInstalledBesideIt) {
    const Folder folder;
    const std::string copy = folder.write("bin/ryg", tests::content(RYG_PROGRAM));
    std::filesystem::permissions(copy, std::filesystem::perms::owner_all);
    folder.write("share/ryg/web/index.html", "the page");
    folder.write("share/ryg/web/more/board.js", "the board");
    const std::string out = folder.file("public/page");
    for (int i = 0; i < 2; ++i) {  // over itself, too
        const auto left = run({copy, "web", "--out", out});
        EXPECT_EQ(left.status, 0) << left.err;
        EXPECT_EQ(left.out, "the page is " + out + "/index.html\n");
        EXPECT_EQ(tests::content(out + "/index.html"), "the page");
        EXPECT_EQ(tests::content(out + "/more/board.js"), "the board");
    }
}

TEST(Program, SaysWhatItIsMadeOf) {
    const auto version = expect_prints(
        "--version",
        {"ryg ", ", commit ", "\ncompiler   ", " dispatch, recompiler: ", "\nlibraries  fmt "});
    EXPECT_EQ(std::ranges::count(version.out, '\n'), 4);
}

TEST(Program, PrintsAManPageFromTheHelpOfItsVerbs) {
    const auto page = expect_prints(
        "--man-page", {".TH RYG 1", "\n.SS ryg verify [PROGRAM ...] [options]\n",
                       "\n.SS ryg play ryg3\\-11 [options]\n", "\n.SS ryg bench cpu [options]\n",
                       "\n.SS ryg hash [options]\n", "\n.B \\-\\-depth", "\\er is RETURN",
                       "\nCompare a 6502 program with its native twin, byte by byte.\n"});
    const std::string contract = "\n.SS ryg contract [";
    EXPECT_EQ(page.out.find(contract), page.out.rfind(contract)) << "once, not for each game";
    if (!tests::is_installed("man")) GTEST_SKIP() << "man is not installed";
    const Folder folder;
    const auto shown =
        run({"man", "-l", folder.write("ryg.1", page.out)}, "", {"MANPAGER=cat", "LC_ALL=C"});
    EXPECT_TRUE(contains(shown.out, "ryg verify --positions 1000 --seed 7"))
        << shown.out << shown.err;
}

TEST(Program, BashCompletesVerbsOptionsAndChoices) {
    const Folder folder;
    const std::string script = folder.write("ryg.bash", ryg("--completion=bash").out);
    const auto completed = [&](const std::string& words) {
        return run({"bash", "-c",
                    "source '" + script + "'; COMP_WORDS=(" + words +
                        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ryg; echo \"${COMPREPLY[*]}\""})
            .out;
    };
    EXPECT_EQ(completed("ryg ver"), "verify\n");
    EXPECT_EQ(completed("ryg verify --see"), "--seed\n");
    EXPECT_EQ(completed("ryg verify ryg1"),
              "ryg12 ryg13 ryg14 ryg15 ryg16 ryg16_desempate ryg17 ryg17:all ryg17_cuenta\n");
    EXPECT_EQ(completed("ryg play per"), "perfecto\n");
    EXPECT_EQ(completed("ryg play --side c"), "cats\n") << "an option of other games";
}

TEST(Program, ZshAndFishCompleteTheSame) {
    const Folder folder;
    const std::string zsh = folder.write("_ryg", ryg("--completion=zsh").out);
    const std::string fish = folder.write("ryg.fish", ryg("--completion=fish").out);
    const auto by_zsh = [&](const std::string& before, const std::string& word) {
        return run({"zsh", "-fc",
                    "compdef() {}; source '" + zsh + "'; compadd() { print -- ${(M)found:#" + word +
                        "*} }; words=(" + before + " " + word +
                        "); CURRENT=$#words PREFIX=" + word + "; _ryg"})
            .out;
    };
    const auto by_fish = [&](const std::string& before, const std::string& word) {
        return run({"fish", "-c",
                    "source '" + fish + "'; string join -- ' ' (complete -C '" + before + " " +
                        word + "')"})
            .out;
    };
    for (const bool is_zsh : {true, false}) {
        const std::string shell = is_zsh ? "zsh" : "fish";
        if (!tests::is_installed(shell)) {
            GTEST_LOG_(INFO) << shell << " is not installed";
            continue;
        }
        const auto completed = [&](const std::string& before, const std::string& word) {
            return is_zsh ? by_zsh(before, word) : by_fish(before, word);
        };
        EXPECT_EQ(completed("ryg", "ver"), "verify\n") << shell;
        EXPECT_EQ(completed("ryg verify", "--see"), "--seed\n") << shell;
        EXPECT_EQ(completed("ryg play", "per"), "perfecto\n") << shell;
        EXPECT_EQ(completed("ryg play --side", "c"), "cats\n") << shell;
    }
}

TEST(Program, EndsWithTroubleWhereItCannotWriteAndWithoutACrash) {
    const auto shell = [](const std::string& command) {
        return run({"sh", "-c", "'" RYG_PROGRAM "' " + command});
    };
    EXPECT_EQ(shell("dance 2>/dev/full").status, 2);
    EXPECT_EQ(shell("verify --depth 9 2>/dev/full").status, 2);
    EXPECT_EQ(shell("2>/dev/full").status, 2);
    for (const std::string verb : {"solve", "--help", "play --depth 1 </dev/null"}) {
        const auto full = shell(verb + " >/dev/full");
        EXPECT_EQ(full.status, 2) << verb << full.err;
        EXPECT_TRUE(full.err.starts_with("ryg")) << verb << full.err;
    }
    EXPECT_EQ(run({"sh", "-c", "echo r | '" RYG_PROGRAM "' debug >/dev/full"}).status, 2);
}

TEST(Program, DrawsThePicturesOfThePage) {
    const Folder folder;
    std::filesystem::create_directory(folder.file("docs"));
    const std::string page = tests::content(RYG_SOURCE_DIR "/docs/games.md");
    const auto section = page.find("These commands make the pictures");
    const auto begin = page.find("```sh\n", section) + 6, end = page.find("```\n", begin);
    std::string commands = page.substr(begin, end - begin);
    for (std::size_t at = 0; (at = commands.find("./ryg", at)) != commands.npos; ++at) {
        commands.replace(at, 5, "'" RYG_PROGRAM "'");
    }
    const auto made = run({"sh", "-ec", "cd '" + folder.path() + "'\n" + commands});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(tests::content(folder.file("docs/tree.svg")),
              tests::content(RYG_SOURCE_DIR "/docs/tree.svg"));
    EXPECT_TRUE(tests::content(folder.file("docs/machine.png")).starts_with("\x89PNG"));
}

TEST(Program, SaysHowFarALongJobHasComeWithoutATerminal) {
    const auto press_when_it_has_spoken = [](pid_t child) {
        const std::string errors = "/proc/" + std::to_string(child) + "/fd/2";
        std::error_code ignored;
        for (int i = 0; i < 600 && std::filesystem::file_size(errors, ignored) == 0; ++i) {
            usleep(100'000);
        }
        program::press_ctrl_c(child);
    };
    const auto job = run(words_of("'" RYG_PROGRAM "' verify --positions 1000000 --games 0"), "", {},
                         press_when_it_has_spoken);
    EXPECT_EQ(job.status, 130);
    EXPECT_TRUE(job.err.starts_with("ryg: comparing ")) << job.err;
}

/// Pressed as early as can be: nothing that the verb has begun may make it deaf.
Finished interrupted(const std::string& command) {
    const auto finished =
        run(words_of("'" RYG_PROGRAM "' " + command), "", {}, program::press_ctrl_c);
    EXPECT_EQ(finished.status, 130) << command << "\n" << finished.err;
    EXPECT_EQ(finished.err, "") << command;
    return finished;
}

TEST(CtrlC, EndsWhatWouldTakeForEverAndReportsInJson) {
    for (const std::string command :
         {"verify --positions 100000", "verify ryg3:all --positions 100000",
          "verify hints --boards 1000000000", "perft 60", "perft 60 --engine asm",
          "search ryg3 --depth 20", "search ryg3 --depth 20 --engine native",
          "search ryg3-07 --depth 20", "strength --depth 5 --games 1000000",
          "bench cpu --cycles 10000000000 --board flat", "bench hints --rounds 10000",
          "mutate ryg16"}) {
        const auto finished = interrupted(command + " --json");
        const json report = json::parse(finished.out, nullptr, false);
        ASSERT_FALSE(report.is_discarded()) << command << "\n" << finished.out;
        EXPECT_EQ(report.value("interrupted", false), true) << command << "\n" << finished.out;
    }
}

TEST(CtrlC, EndsRunsOfPrograms) {
    const Folder folder;
    const auto prg = folder.prg("endless", endless);
    const auto counts = folder.binary(
        "counts", code("again: inc $10; bne again; inc $11; bne again; inc $12; jmp again"));
    for (const std::string& command :
         {"run --cycles 1000000000000000 " + prg,
          "trace --from $c000 --cycles 1000000000000000 " + prg,
          "run --machine ram --load 0x1000 --success 9 --cycles 1000000000000000 " + counts,
          std::string("hash --tables host --sets 1000000")}) {
        interrupted(command);
    }
}

/// A call that never returns, and a reference that never answers and does not hear Ctrl-C.
TEST(CtrlC, EndsACallAndAReferenceThatTakeForEver) {
    const Folder folder;
    const std::string rule = "; " + std::string(60, '-') + '\n';
    const auto routine = [&](const std::string& name, const std::string& code) {
        return folder.write(name + ".s", rule + "; " + name + " -- for ever\n;\n; In      A     " +
                                             "(any)\n; Out     A\n; Uses    -\n; Time    -\n" +
                                             rule + name + ":\n" + code + "  rts\n");
    };
    const auto ends = [](const std::string& command) {
        const auto begin = std::chrono::steady_clock::now();
        const auto finished = interrupted(command);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << command;
        EXPECT_FALSE(contains(finished.out, "The contract holds")) << finished.out;
    };
    ends("contract " + routine("circle", "  jmp circle\n") + " --cycles 1000000000000");
    ends("contract " + routine("quick", "") + " --reference 'trap : INT TERM; sleep 1000; cat'");
}

}  // namespace
}  // namespace ryg
