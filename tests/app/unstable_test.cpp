// --ane and --lxa: what chips differ in, on every verb that runs programs of the user's.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;
using program::ryg;

/// Ends with the constants of ANE and LXA in $20 and $21.
const std::string constants =
    "        ldx #$ff\n        lda #0\n        .byte $8b, $ff\n        sta $20\n"
    "        lda #0\n        .byte $ab, $ff\n        sta $21\n";

struct Row {
    std::vector<std::string> options;
    std::string ane, lxa;
};
const std::vector<Row> rows{{{}, "ee", "ee"},
                            {{"--ane", "$ef"}, "ef", "ee"},
                            {{"--lxa", "0xff"}, "ee", "ff"},
                            {{"--ane", "0", "--lxa", "$ef"}, "00", "ef"}};

std::vector<std::string> with(std::vector<std::string> words, const Row& row) {
    words.insert(words.end(), row.options.begin(), row.options.end());
    return words;
}

TEST(UnstableConstants, AreThoseThatTheOptionsSay) {
    const Folder folder;
    const auto prg = folder.prg("prg", constants + "end:    rts\n");
    const auto flat = folder.binary(
        "flat", constants + "        sec\n        sbc #$ef\nhere:   bne here\ndone:   jmp done\n");
    const auto reports = folder.prg("reports", constants + "        sta $d7ff\n        rts\n");
    for (const Row& row : rows) {
        const bool is_ef = row.lxa == "ef";
        const auto suite = ryg(with(
            {"suite", flat, "--load", "$1000", "--start", "$1000", "--success", "$1013"}, row));
        EXPECT_EQ(suite.status, is_ef ? 0 : 1) << suite.out << suite.err;

        const auto run = ryg(with({"run", reports, "--debugcart", "--timing", "cpu"}, row));
        EXPECT_NE(run.out.find("value " + std::to_string(std::stoi(row.lxa, nullptr, 16)) + "\n"),
                  std::string::npos)
            << run.out << run.err;

        const auto trace =
            ryg(with({"trace", flat, "--load", "$1000", "--start", "$1000", "--limit", "9"}, row));
        EXPECT_NE(trace.out.find("sta $20        a=" + row.ane), std::string::npos) << trace.out;
        EXPECT_NE(trace.out.find("sta $21        a=" + row.lxa), std::string::npos) << trace.out;

        const auto debug =
            ryg(with({"debug", prg, "--timing", "cpu"}, row), "until .end\nm 20 21\n");
        EXPECT_NE(debug.out.find(row.ane + " " + row.lxa), std::string::npos) << debug.out;
    }
    expect_trouble(ryg({"run", prg, "--ane", "256"}), "--ane");
    expect_trouble(ryg({"suite", flat, "--start", "0", "--success", "1", "--lxa", "x"}), "--lxa");
    expect_trouble(ryg({"debug", "--lxa", "0"}), "--lxa");
    expect_trouble(ryg({"debug", "--dap", "--ane", "0"}), "--ane");
}

}  // namespace
}  // namespace ryg
