// `ryg mutate`, and the reports for other tools: --coverage for lcov, --junit.
#include <filesystem>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

using Mutate = WithFolder;
using Reports = WithFolder;

// --- mutate -------------------------------------------------------------------------------------

TEST_F(Mutate, CountsWhatTheHeaderBlocksFindAndShowsASurvivorAgain) {
    const std::string html = folder.file("mutants.html");
    const json report = ryg_json("mutate hints --count 120 --seed 3 --html " + html, 1);
    EXPECT_EQ(report["tried"], 120);
    EXPECT_EQ(report["killed"].get<int>() + report["survived"].get<int>(), 120);
    EXPECT_GE(report["killed"], 108);
    EXPECT_LT(report["never_executed"], 20);
    for (const json& one : report["results"]) {
        EXPECT_NE(one["change"], "");
        if (one["result"] != "survived") continue;
        const std::string again = one["reproduce"];
        expect_prints(again.substr(again.find("mutate")), {"survived in", "0 of 1 faults killed"},
                      1);
        EXPECT_TRUE(contains(tests::content(html), "class=\"survived\""));
        break;
    }
    EXPECT_TRUE(contains(tests::content(html), "Masks.s</h2>"));
}

TEST_F(Mutate, OneRoutineByTheTwin) {
    const json report =
        ryg_json("mutate hints --label findMissing --count 20 --with 'verify --positions 300'");
    for (const json& one : report["results"]) EXPECT_EQ(one["routine"], "findMissing");
    EXPECT_GE(report["killed"], 12);
}

/// A stranger's program and a stranger's check of it.
TEST_F(Mutate, RunsACommandOnEachFaultyProgram) {
    const std::string program =
        folder.prg("sum", code("ldx #3; lda #'A'; @1: jsr $ffd2; clc; adc #1; dex; bne @1; rts"));
    const std::string command = folder.write("check.sh", "test \"$('" RYG_PROGRAM
                                                         "' run $1 --printed - --cycles 100000 |"
                                                         " head -c 3)\" = 'ABC'\n");
    const json report =
        ryg_json("mutate " + program + " --with 'sh " + command + " {}' --count 12", 1);
    EXPECT_EQ(report["never_executed"], json());
    EXPECT_EQ(report["tried"], 12);
    EXPECT_GE(report["killed"], 6);  // some are in the line of BASIC
    expect_refused("mutate", {{program + " --with true", "expected contract, verify"},
                              {program + " --with 'false {}'", "without any fault"},
                              {program + " --with 'verify'", "no native twin"},
                              {program, "no header blocks"}});
}

TEST_F(Mutate, CountsACommandThatCannotBeRunAsNeither) {
    const std::string program =
        folder.prg("sum", code("ldx #3; lda #'A'; @1: jsr $ffd2; clc; adc #1; dex; bne @1; rts"));
    const json report = ryg_json(
        "mutate " + program + " --with 'cmp -s {} " + program + " || no-such-command' --count 4",
        2);
    EXPECT_EQ(report["trouble"], 4);
    EXPECT_EQ(report["killed"], 0);
    EXPECT_EQ(report["tried"], 0);
}

TEST_F(Mutate, QuotesTheFileOfACommandAndReadsNoBlocksForIt) {
    const std::string games = RYG_BINARY_DIR "/engine/games/ryg1/ryg16";
    const std::string program = folder.write("game.prg", tests::content(games + ".prg"));
    folder.write("game.dbg", tests::content(games + ".dbg"));
    std::filesystem::create_directory(folder.file("a b"));
    const auto finished = run({"sh", "-c",
                               "TMPDIR='" + folder.file("a b") + "' '" RYG_PROGRAM "' mutate '" +
                                   program + "' --with 'test -s {}' --count 3"});
    EXPECT_EQ(finished.status, 1) << finished.err;
    EXPECT_TRUE(contains(finished.out, "0 of 3 faults killed")) << finished.out;
}

/// Sources and their blocks, as `contract` takes them.
TEST_F(Mutate, AssemblesAStrangersFileAndChecksItByItsBlocks) {
    const std::string sources = RYG_SOURCE_DIR "/tests/support/strangers/";
    const json report = ryg_json("mutate '" + sources + "mul.s'", 1);
    EXPECT_GE(report["killed"], 38);
    EXPECT_EQ(report["never_executed"], 0);
    std::string again = "mutate '" + sources + "mul.s'";
    int survivors = 0;
    for (const json& one : report["results"]) {
        if (one["result"] != "survived") continue;
        again += " --fault " + one["fault"].get<std::string>();
        ++survivors;
    }
    ASSERT_GT(survivors, 0);
    EXPECT_EQ(ryg_json(again, 1)["survived"], survivors);
    if (!tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    const std::string command = "mutate '" + sources + "find.s' --count 5 --reference ";
    const json by_reference = ryg_json(command + "'python3 \"" + sources + "find.py\"'");
    EXPECT_EQ(by_reference["killed"], 5);
}

TEST_F(Mutate, MeansTheProgramInsideByItsNameWhateverFilesAreThere) {
    folder.write("hints", "no program");
    const std::string in_folder = "cd '" + folder.path() + "' && '" RYG_PROGRAM "' mutate ";
    expect_prints(run({"sh", "-c", in_folder + "hints --label turnBoard --count 2"}),
                  {"\nhints: ", " of 2 faults killed"}, 1);
    const auto file = run({"sh", "-c", in_folder + "./hints"});
    EXPECT_EQ(file.status, 2);
    EXPECT_TRUE(contains(file.err, "./hints: neither assembly source")) << file.err;
}

TEST_F(Mutate, RefusesWhatItCannotDo) {
    const std::string bare = folder.write("bare.prg", std::string("\x00\x10\x60", 3));
    expect_refused("mutate", {{"", "--program"},
                              {"''", "there is no file or program ''"},
                              {"ryg99", "there is no file or program 'ryg99'. There are ryg12, "},
                              {bare + " --with 'x {}'", "debug file"},
                              {folder.file("none.prg"), "none.prg"},
                              {"hints --fault 1000-bent", "no '1000-bent' in hints"},
                              {"hints --fault 1 --seed 2", "give one of them"},
                              {"hints --label findHint", "did you mean 'findHints'"},
                              {"hints --with 'verify --bords 1'", "--bords"},
                              {"ryg:all", "one program at a time"},
                              {"ryg16 hints", "one program at a time"},
                              {"ryg3-04 --with 'verify --positions 9'", "nothing to compare"}});
}

// --- reports for other tools --------------------------------------------------------------------

/// What lcov makes of a tracefile, if it is installed.
void expect_lcov_reads(const std::string& file) {
    const std::string text = tests::content(file);
    EXPECT_TRUE(text.starts_with("TN:\nSF:")) << text;
    if (!tests::is_installed("lcov")) return;
    const Finished summary = run({"lcov", "--rc", "lcov_branch_coverage=1", "--summary", file});
    EXPECT_EQ(summary.status, 0) << summary.err;
    EXPECT_TRUE(contains(summary.out + summary.err, "lines")) << summary.out << summary.err;
}

TEST_F(Reports, CoverageOfARun) {
    const std::string program =
        folder.prg("twice", code("ldx #2; @1: dex; bne @1; beq @2; nop; @2: rts"));
    const std::string info = folder.file("run.info");
    expect_prints("run " + program + " --coverage " + info, {"returned"});
    const std::string text = tests::content(info);
    EXPECT_TRUE(contains(text, "DA:6,2\n")) << text;                      // dex
    EXPECT_TRUE(contains(text, "BRDA:7,0,0,1\nBRDA:7,0,1,1\n")) << text;  // bne @1
    EXPECT_TRUE(contains(text, "DA:9,0\n")) << text;                      // nop
    expect_lcov_reads(info);
    expect_refused("run", {{folder.write("bare.prg", std::string("\x00\x10\x60", 3)) +
                                " --start $1000 --coverage " + info,
                            "debug file"}});
}

TEST_F(Reports, CoverageAndCasesOfASuite) {
    const std::string binary = folder.binary(
        "suite", code("code: ldx #3; @1: dex; bne @1; done: jmp done; trap: jmp trap"));
    const std::string info = folder.file("a.info"), junit = folder.file("a.xml");
    const std::string suite = "run " + binary +
                              " --machine ram --load $1000 --start $1000 --coverage " + info +
                              " --junit " + junit + " --success ";
    expect_prints(suite + "$1005", {"passed"});
    EXPECT_TRUE(contains(tests::content(info), "DA:2,3\n")) << tests::content(info);
    expect_lcov_reads(info);
    EXPECT_TRUE(contains(tests::content(junit), "tests=\"1\" failures=\"0\""));
    expect_prints(suite + "$1008", {"FAILED"}, 1);
    EXPECT_TRUE(contains(tests::content(junit), "<failure message=\"trap at $1005  jmp $1005\">"));
}

TEST_F(Reports, CoverageAndCasesOfContracts) {
    const std::string info = folder.file("a.info"), junit = folder.file("a.xml");
    const std::string source =
        folder.write("mul.s", tests::content(RYG_SOURCE_DIR "/tests/support/strangers/mul.s"));
    const std::string reports = " --coverage " + info + " --junit " + junit;
    expect_prints("contract " + source + reports, {"The contract holds."});
    EXPECT_TRUE(contains(tests::content(info), "/mul.s\n")) << tests::content(info);
    expect_lcov_reads(info);
    EXPECT_TRUE(contains(tests::content(junit), "name=\"mul8\""));
    EXPECT_TRUE(contains(tests::content(junit), "failures=\"0\""));
    std::string lie = tests::content(source);
    lie.replace(lie.find("Uses    Y; "), 11, "Uses    ");
    expect_prints("contract " + folder.write("lie.s", lie) + " --junit " + junit, {"BROKEN"}, 1);
    EXPECT_TRUE(contains(tests::content(junit), "changes Y")) << tests::content(junit);
    expect_refused("contract", {{"ryg3:all --coverage " + info, "--coverage is for one program"}});
}

TEST_F(Reports, CoverageAndCasesOfVerify) {
    const std::string info = folder.file("a.info"), junit = folder.file("a.xml");
    expect_prints(
        "verify --depth 1 --games 3 --positions 3 --coverage " + info + " --junit " + junit,
        {"agree"});
    EXPECT_TRUE(contains(tests::content(info), "/Arbol.s\n"));
    expect_lcov_reads(info);
    EXPECT_TRUE(contains(tests::content(junit), "name=\"ryg16 depth 1\""));
    expect_refused("verify", {{"ryg:all --coverage " + info, "--coverage is for one program"},
                              {"ryg3:all --coverage " + info, "--coverage is for one program"}});
}

}  // namespace
}  // namespace ryg
