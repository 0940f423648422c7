// The verbs with `--game ryg3`: what they print, what they refuse.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(VerifyRyg3, AgreesAndCountsByVersionAndDepth) {
    const auto run = ryg({"verify", "--game", "ryg3", "--routines", "1", "--games", "1",
                          "--positions", "2", "--depth", "3"});
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_TRUE(contains(run.out, "version  3 randomize")) << run.out;
    EXPECT_TRUE(contains(run.out, "version 11 depth 3")) << run.out;
    EXPECT_TRUE(run.out.ends_with("The 6502 programs and the native twin agree.\n")) << run.out;
}

TEST(VerifyRyg3, ComparesOnePositionAndReportsAsJson) {
    const auto run = ryg({"verify", "--game=ryg3", "--position", "1c1c1c1c/8/8/8/8/8/8/4M3 w",
                          "--depth", "4", "--json"});
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_TRUE(contains(run.out, "\"searches\": 5")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"first_difference\": null")) << run.out;
}

TEST(VerifyRyg3, RefusesVersionsDepthsAndPositionsThatAreNone) {
    expect_trouble(ryg({"verify", "--game", "ryg3", "--version", "5"}), "use 3, 4 or 7 to 11");
    expect_trouble(ryg({"verify", "--game", "ryg3", "--depth", "21"}), "use 1 to 20");
    expect_trouble(ryg({"verify", "--game", "ryg3", "--position", "c w"}), "ryg verify: ");
    expect_trouble(ryg({"verify", "--game", "ryg4"}), "use ryg, ryg3 or hints");
    expect_trouble(ryg({"verify", "--game", "ryg3", "--all"}), "see ryg verify --game ryg3 --help");
    expect_trouble(
        ryg({"verify", "--game", "ryg3", "--routines", "0", "--games", "0", "--positions", "0"}),
        "nothing to compare");
    expect_trouble(ryg({"verify", "--game", "ryg3", "--position", "1c1c1c1c/8/8/8/8/8/8/4M3 w",
                        "--every-board"}),
                   "give one of them");
}

TEST(VerifyRyg3, DoesNotAgreeWhereNothingIsCompared) {
    expect_trouble(
        ryg({"verify", "--game", "ryg3", "--routines", "0", "--games", "0", "--positions", "0"}),
        "nothing to compare: give more routines");
    expect_trouble(ryg({"verify", "--game", "ryg3", "--version", "4", "--routines", "0"}),
                   "to a version that searches");
    expect_trouble(ryg({"verify", "--games", "0", "--positions", "0"}), "give more positions");
    expect_trouble(ryg({"verify", "--version", "12", "--positions", "0"}), "from version 14 on");
}

TEST(BenchRyg3, ShowsEveryVersionAndWhatIdeasHaveBrought) {
    const auto run = ryg({"bench", "--game", "ryg3"});
    EXPECT_EQ(run.status, 0) << run.err;
    for (const char* part : {"\n7            1 ", "\n11           7 ", "hash move (10 / 09)",
                             "history (11 / 10)", "\nSignature: "}) {
        EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
    }
    const auto json = ryg({"bench", "--game", "ryg3", "--json"});
    EXPECT_TRUE(contains(json.out, "\"hash_moves\": ")) << json.out;
}

TEST(SearchRyg3, BothEnginesShowTheSameLines) {
    const auto assembly = ryg({"search", "--game", "ryg3", "--depth", "5"});
    EXPECT_EQ(assembly.status, 0) << assembly.err;
    const auto native = ryg({"search", "--game", "ryg3", "--depth", "5", "--engine", "native"});
    EXPECT_EQ(native.status, 0) << native.err;
    std::size_t begin = native.out.find("01:");
    ASSERT_NE(begin, std::string::npos) << native.out;
    for (std::size_t end; (end = native.out.find('\n', begin)) != std::string::npos;) {
        const std::string line = native.out.substr(begin, end + 1 - begin);
        EXPECT_TRUE(contains(assembly.out, " s  " + line)) << line << assembly.out;
        begin = end + 1;
    }
}

TEST(SearchRyg3, TakesPositionsOfItsOwnGeometry) {
    const auto run = ryg({"search", "--game", "ryg3", "--depth", "2", "--json", "--position",
                          "8/8/8/6c1/3c1c1M/2c5/8/8 b"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "\"cycles\": ")) << run.out;
    expect_trouble(ryg({"search", "--game", "ryg3", "--position", "c1c1c1c1/8/8/8/8/8/8/3M4 w"}),
                   "a board of geometry A, which is read as B here: write "
                   "'1c1c1c1c/8/8/8/8/8/8/4M3 w'");
    expect_trouble(ryg({"search", "--game", "ryg3", "--version", "4"}), "use 7 to 11");
    expect_trouble(ryg({"search", "--game", "chess"}), "use ryg or ryg3");
}

// timeout sends it twice at once, which is one Ctrl-C; another one later would end the program.
TEST(SearchRyg3, CtrlCEndsItWithTheIterationsThatWereDone) {
    const auto run = program::run({"timeout", "--preserve-status", "-s", "INT", "2", RYG_PROGRAM,
                                   "search", "--game", "ryg3", "--depth", "20"});
    EXPECT_EQ(run.status, 130) << run.err;
    EXPECT_TRUE(contains(run.out, "move      E1F2\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "01:00000001,11 E1F2\n")) << run.out;
    EXPECT_FALSE(contains(run.out, "14:")) << run.out;
}

/// The fixed tables' 640 bytes: a 16-bit xorshift, its high byte.
std::string fixed_tables() {
    std::string bytes;
    for (unsigned state = 0x1980; bytes.size() < 640;) {
        state ^= state << 7 & 0xffff;
        state ^= state >> 9;
        state ^= state << 8 & 0xffff;
        bytes += static_cast<char>(state >> 8);
    }
    return bytes;
}

TEST(TablesOfRyg3, OutOfAFileTakeThePlaceOfOurs) {
    const program::Folder folder;
    const std::string ours = folder.write("ours", fixed_tables());
    std::string reversed = fixed_tables();
    std::ranges::reverse(reversed);
    const std::string others = folder.write("others.prg", std::string("\x00\x40", 2) + reversed);
    const auto search = [](const std::string& file, const char* engine) {
        return ryg({"search", "--game", "ryg3", "--depth", "8", "--engine", engine, "--tables",
                    file})
            .out;
    };
    EXPECT_EQ(search(ours, "asm"), ryg({"search", "--game", "ryg3", "--depth", "8"}).out);
    EXPECT_NE(search(others, "native"), search(ours, "native"));
    const auto strength = [](std::vector<std::string> more) {
        std::vector<std::string> words{
            "strength",    "--game", "ryg3",    "--version", "11",           "--depth", "4",
            "--positions", "200",    "--games", "20",        "--asm-sample", "20"};
        words.insert(words.end(), more.begin(), more.end());
        return ryg(words).out;
    };
    EXPECT_EQ(strength({"--tables", ours}), strength({}));
    EXPECT_TRUE(contains(strength({"--tables", others}), "same move in 20 searches"));
    const auto verified = ryg({"verify", "--game", "ryg3", "--routines", "1", "--games", "1",
                               "--positions", "2", "--depth", "4", "--tables", others});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
    const auto judged = ryg({"hash", "--tables", ours});
    EXPECT_TRUE(contains(judged.out, "tables  file\n")) << judged.out << judged.err;
    EXPECT_NE(judged.out, ryg({"hash", "--tables", others}).out);
    expect_trouble(ryg({"search", "--game", "ryg3", "--tables", folder.write("short", "640")}),
                   "3 bytes: random tables are 640, or a PRG of them");
}

TEST(PlayRyg3, CatsAnswerAMoveWithoutBeingTold) {
    for (const char* version : {"9", "10", "11"}) {
        const auto run =
            ryg({"play", "--game", "ryg3", "--version", version, "--depth", "3"}, "E1F2\n");
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(contains(run.out, "MOUSE: .D3\nMOUSE: E1F2\nCATS: .G\n01:00000001,"))
            << run.out;
        EXPECT_TRUE(contains(run.out, "COMPUTER'S MOVE: ")) << run.out;
        EXPECT_TRUE(contains(run.out, "SIDE:00 PLY:00 HPLY:02")) << run.out;
        EXPECT_TRUE(run.out.ends_with("\nMOUSE:\n")) << run.out;
    }
}

TEST(PlayRyg3, MouseOfTheComputerMovesFirst) {
    const auto run = ryg({"play", "--game", "ryg3", "--side", "cats", "--depth", "3"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "COMPUTER'S MOVE: E1")) << run.out;
    EXPECT_TRUE(run.out.ends_with("\nCATS:\n")) << run.out;
}

TEST(PlayRyg3, PlaysOneGameAgainstItselfWhoeverWins) {
    for (const char* depth : {"1", "3", "5"}) {
        const auto run = ryg({"play", "--game", "ryg3", "--side", "none", "--depth", depth});
        EXPECT_EQ(run.status, 0) << run.err;
        const std::size_t won = run.out.rfind(" WIN");
        ASSERT_NE(won, std::string::npos) << run.out;
        const std::string rest = run.out.substr(run.out.find('\n', won) + 1);
        EXPECT_TRUE(rest.starts_with(
            "  ABCDEFGH\n8 .C.C.C.C\n7 X.X.X.X.\n6 .X.X.X.X\n5 X.X.X.X.\n4 .X.X.X.X\n"
            "3 X.X.X.X.\n2 .X.X.X.X\n1 X.X.M.X.\nSIDE:00 PLY:00 HPLY:00 HASH:"))
            << run.out;
        EXPECT_EQ(std::ranges::count(rest, '\n'), 10) << "the next game's board, nothing else";
    }
}

TEST(PlayRyg3, RefusesWhatItDoesNotHave) {
    expect_trouble(ryg({"play", "--game", "ryg3", "--version", "8"}), "use 9 to 11");
    expect_trouble(ryg({"play", "--game", "ryg3", "--side", "dog"}), "use mouse, cats or none");
    expect_trouble(ryg({"play", "--game", "ryg3", "--depth", "10"}), "use 1 to 9");
    expect_trouble(ryg({"play", "--game", "chess"}), "use ryg or ryg3");
    expect_trouble(ryg({"bench", "--game", "chess"}), "use ryg or ryg3");
}

}  // namespace
}  // namespace ryg
