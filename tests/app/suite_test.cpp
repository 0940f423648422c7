// `ryg suite`: what passes, what fails and where, and what is no suite at all.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Suite, PassesWhenTheSuccessAddressIsReached) {
    const Folder folder;
    const auto file = folder.binary("good",
                                    "code:   ldx #5\n@1:     dex\n        bne @1\n"
                                    "        lda #0\n        sta $20\ndone:   jmp done\n");
    const auto run = ryg({"suite", file, "--load", "0x1000", "--start", "$1000", "--success",
                          "4105", "--zero", "0x20"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "passed at $1009")) << run.out;
    EXPECT_TRUE(contains(run.out, "31 cycles")) << run.out;  // 2 + 5 * 2 + 4 * 3 + 2, 2 + 3
    EXPECT_EQ(run.err, "");
}

TEST(Suite, ReportsATrapWithAddressRegistersAndInstruction) {
    const Folder folder;
    const auto file = folder.binary("trap",
                                    "        lda #$80\n        ldx #7\n        clv\n"
                                    "trap:   bne trap\n");
    const auto run =
        ryg({"suite", file, "--load", "0x1000", "--start", "$1000", "--success", "0x2000"});
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "FAILED: trap at $1005  bne $1005")) << run.out;
    EXPECT_TRUE(contains(run.out, "a=80 x=07 y=00 s=ff")) << run.out;
    EXPECT_TRUE(contains(run.out, "6 cycles")) << "as it was when it got there: " << run.out;
}

TEST(Suite, FindsATrapThatWasPassedBefore) {
    const Folder folder;
    const auto file = folder.binary(
        "later", "        lda #0\ntrap:   bne trap\n        lda #1\n        bne trap\n");
    const auto run = ryg(
        {"suite", file, "--load", "0x1000", "--start", "$1000", "--success", "0x2000", "--json"});
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "\"passed\": false")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"ended\": \"trap\"")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"address\": 4098")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"instruction\": \"bne $1002\"")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"cycles\": 9,")) << run.out;  // 2 + 2 + 2 + 3
}

TEST(Suite, ReportsAJamAtTheOpcodeItself) {
    const Folder folder;
    const auto file = folder.binary("jam", "        lda #1\n        jam\n");
    const auto run =
        ryg({"suite", file, "--load", "0x1000", "--start", "$1000", "--success", "0x2000"});
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "FAILED: jam at $1002  jam")) << run.out;
}

TEST(Suite, FailsWhenTheErrorByteIsNotZero) {
    const Folder folder;
    const auto file = folder.binary("error", "        lda #1\n        sta $0b\ndone:   jmp done\n");
    const auto run = ryg({"suite", file, "--load", "0x1000", "--start", "$1000", "--success",
                          "0x1004", "--zero", "0x0b"});
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.out, "error byte not zero")) << run.out;
}

TEST(Suite, FailsSoonInALoopThatChangesNothing) {
    const Folder folder;
    for (const std::string code : {"        brk\n", "again:  lda #1\n        jmp again\n"}) {
        const auto file = folder.binary("loop", code);
        const auto run =
            ryg({"suite", file, "--load", "$1000", "--start", "$1000", "--success", "1"});
        EXPECT_EQ(run.status, 1) << run.err;
        EXPECT_TRUE(contains(run.out, "FAILED: endless loop at $")) << run.out;
    }
}

TEST(Suite, RefusesWhatIsNoSuite) {
    const Folder folder;
    const auto loop = folder.binary("loop",
                                    "again:  inc $10\n        bne again\n        inc $11\n"
                                    "        bne again\n        inc $12\n        jmp again\n");
    const auto with = [](std::vector<std::string> words) {
        words.insert(words.begin(), "suite");
        return ryg(words);
    };
    expect_trouble(with({folder.file("none"), "--start", "0", "--success", "1"}), "no such file");
    expect_trouble(with({folder.file(""), "--start", "0", "--success", "1"}), "cannot be read");
    expect_trouble(with({folder.write("empty", ""), "--start", "0", "--success", "1"}), "empty");
    expect_trouble(with({loop, "--load", "0xffff", "--start", "0", "--success", "1"}),
                   "do not fit");
    expect_trouble(with({loop, "--start", "0"}), "--success");
    expect_trouble(with({loop, "--start", "x", "--success", "1"}), "not a number");
    expect_trouble(with({loop, "--start", "65536", "--success", "1"}), "too large");
    expect_trouble(with({loop, "--load", "0x1000", "--start", "0x1000", "--success", "1",
                         "--cycles", "2000000"}),
                   "neither at $0001 nor trapped");
}

}  // namespace
}  // namespace ryg
