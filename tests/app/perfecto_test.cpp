// PERFECTO through the program `ryg`: verified, played with, measured, under both its names.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

TEST(PerfectoVerb, IsVerified) {
    const auto found = ryg_json("verify perfecto --position 'c1c1c1c1/8/8/8/8/8/8/3M4 w'");
    EXPECT_EQ(found["searches"], 1);
    EXPECT_EQ(found["mistakes"], 0);
    EXPECT_TRUE(found["first_difference"].is_null());
    const auto games = ryg_json("verify perfecto --games 3");
    EXPECT_EQ(games["games"], 9) << "three mice";
    EXPECT_TRUE(games["first_difference"].is_null());
}

TEST(PerfectoVerb, PlaysEitherSideAndSaysWhatItKnows) {
    const auto mouse = expect_prints(ryg("play perfecto", "D1E2\n"), {"THE CATS WIN", "C64: "});
    EXPECT_TRUE(mouse.out.ends_with("MOUSE:\n")) << mouse.out;
    expect_prints("play perfecto --side cats --advice 2", {"THE CATS WIN\nWINNING MOVES: "});
    expect_prints(ryg("play perfecto --side cats", "? A1A2\n"),
                  {"WINNING MOVES: ", "NO SUCH MOVE"});
    expect_prints("play perfecto --side none", {"*** THE CATS HAVE WON ***"});
}

TEST(PerfectoVerb, IsAHundredPerCentStrong) {
    for (const std::string side : {"cats", "mouse"}) {
        const auto found = ryg_json(
            "strength perfecto --positions 3000 --games 30 "
            "--asm-sample 300 --side " +
            side);
        ASSERT_EQ(found["rows"].size(), 1u);
        for (const char* column : {"all", "critical", "reachable", "games"}) {
            EXPECT_EQ(found["rows"][0][column]["percent"], 100) << side << " " << column;
        }
        EXPECT_EQ(found["rows"][0]["compared_with_asm"], 300);
        EXPECT_TRUE(found["difference"].is_null());
    }
}

TEST(PerfectoVerb, ShowsItsMove) {
    const auto native = ryg_json("search perfecto --engine native");
    EXPECT_EQ(native["move"], "d1e2");
    EXPECT_EQ(native["cycles"], nullptr);
    const auto found = ryg_json("search perfecto");
    EXPECT_EQ(found["move"], "d1e2");
    EXPECT_GT(found["cycles"], 1000);
    expect_prints("search perfecto --position 'M7/8/8/8/8/8/2c1c1c1/1c6 w'", {"move      none"});
}

TEST(PerfectoVerb, RefusesWhatItDoesNotDo) {
    expect_refused("perft", {{"perfecto 2", "perft cannot be done by perfecto"}});
    expect_refused("play", {{"perfect", "there is no program 'perfect': did you mean 'perfecto'?"},
                            {"perfecto --side dog", "--side"},
                            {"perfecto --advice 3", "--advice"}});
}

}  // namespace
}  // namespace ryg
