// `ryg prove --against`: eleven pairs of equal routines, and eleven of nearly equal ones.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using ProveAgainst = WithFolder;

std::string version(const std::string& file) {
    return "'" RYG_SOURCE_DIR "/tests/support/versions/" + file + "'";
}

constexpr const char* pairs[]{"mul8",      "product", "reverse", "popcount", "minmax", "abs",
                              "compare16", "bcd",     "row",     "copy",     "tenth"};

std::string command(const std::string& routine, const std::string& old) {
    return "prove " + version(routine + ".s") + " --against " + version(routine + old + ".s");
}

TEST_F(ProveAgainst, FindsEqualVersionsEqual) {
    for (const std::string routine : pairs) {
        const auto found = ryg_json(command(routine, "_old"))["routines"][0];
        EXPECT_EQ(found["verdict"], "equal") << found.dump(1);
        for (const char* end : {"least", "most"}) {
            const auto& pair = found[end];
            EXPECT_EQ(pair["gain"], pair["before"].get<int>() - pair["cycles"].get<int>());
            const std::string again = pair["reproduce"];
            const auto replayed = ryg_json(again.substr(again.find(" prove ") + 1));
            EXPECT_EQ(replayed["cycles"], pair["cycles"]) << routine;
            EXPECT_EQ(replayed["before"], pair["before"]) << routine;
        }
    }
}

TEST_F(ProveAgainst, RefutesNearlyEqualVersionsByAnInputThatReplays) {
    for (const std::string routine : pairs) {
        const auto found = ryg_json(command(routine, "_wrong"), 1)["routines"][0];
        EXPECT_EQ(found["verdict"], "different") << found.dump(1);
        const std::string again = found["different"]["reproduce"];
        EXPECT_EQ(ryg_json(again.substr(again.find(" prove ") + 1), 1)["why"], found["why"])
            << again;
    }
}

TEST_F(ProveAgainst, PrintsWhatThePageShows) {
    const auto page = tests::content(RYG_SOURCE_DIR "/docs/prove.md");
    const auto equal = ryg(command("mul8", "_old"));
    EXPECT_TRUE(contains(page, "```\n" + equal.out + "```")) << equal.out;
    const std::string bcd = ryg(command("bcd", "_wrong")).out;
    EXPECT_TRUE(contains(page, bcd.substr(0, bcd.find("    again:")))) << bcd;
}

/// What is neither Out nor Uses must stay; variables of the old version's own need not.
TEST_F(ProveAgainst, ComparesWhatTheBlockProtects) {
    const std::string rule = "; " + std::string(75, '-') + '\n';
    const std::string block =
        rule +
        "; twice -- doubles\n;\n"
        "; In      A         any                                         (any)\n"
        "; Out     A         twice\n; Uses    -\n; Time    -\n" +
        rule;
    const std::string with_variable = "twice:\n sta v\n clc\n adc v\n rts\n .zeropage\n";
    const auto found = [&](const std::string& now, const std::string& old) {
        return ryg("prove " + folder.write("now.s", block + now) + " --against " +
                   folder.write("old.s", old))
            .out;
    };
    const std::string shift = "twice:\n asl a\n rts\n .zeropage\n";
    EXPECT_TRUE(contains(found(shift, with_variable + "v: .res 1\n"), "twice    equal"));
    EXPECT_TRUE(contains(found(shift + "v: .res 1\n", with_variable + "w: .res 1\nv: .res 1\n"),
                         "keeps $0003, which the old version changes"));
    EXPECT_TRUE(
        contains(found("twice:\n asl a\n tax\n rts\n", shift), "changes X: neither Out nor Uses"));
    EXPECT_TRUE(
        contains(found(shift, "twice:\n jmp twice\n"), "returns, the old version does not"));
}

TEST_F(ProveAgainst, FindsALabelAndOtherProgramsOfTheGame) {
    expect_prints("prove ryg3-11 --label readSquare --against ryg3-10", {"readSquare equal"});
    expect_prints("prove ryg16 --label copiaTablero --against ryg15", {"copiaTablero equal"});
    const std::string file = folder.write(
        "both.s", tests::content(RYG_SOURCE_DIR "/tests/support/versions/abs.s") +
                      "older:\n ora #0\n bpl @end\n eor #$ff\n clc\n adc #1\n@end: rts\n");
    expect_prints("prove " + file + " --label abs --against older", {"abs      equal"});
}

TEST_F(ProveAgainst, RefusesWhatIsNotThere) {
    expect_trouble(ryg("prove " + version("abs.s") + " --against /no/such.s"), "no such file");
    expect_trouble(ryg("prove " + version("abs.s") + " --against " + version("row.s")),
                   "none of these routines");
    expect_trouble(ryg("prove " + version("abs.s") + " --change A=00"), "--against");
}

}  // namespace
}  // namespace ryg
