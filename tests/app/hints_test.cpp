// `ryg hints`, `verify --game hints` and `bench hints`: what they print, what they refuse.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr const char* board_8x8 =
    "ABCDABDC/BDAACCBA/BABDCBBA/DCDBADCB/AACBDABD/CBDABCDA/DCACDBAB/BDCAADBC";

TEST(HintsVerb, ListsHintsInOrder) {
    const auto run = ryg({"hints", "AABAA"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "2 hints (bits)")) << run.out;
    EXPECT_TRUE(contains(run.out, "0       1  right\n     0       2  right\n")) << run.out;
}

TEST(HintsVerb, ReadsTheStandardInput) {
    const auto run = ryg({"hints", "-", "--json"}, "AAB\nBBA\n");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "\"count\": 1")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"direction\": \"down\"")) << run.out;
}

TEST(HintsVerb, AllEnginesSayTheSame) {
    const auto hints_of = [](const char* engine) {
        const auto run = ryg({"hints", board_8x8, "--engine", engine, "--json"});
        EXPECT_EQ(run.status, 0) << run.err;
        return run.out.substr(std::min(run.out.find("\"count\""), run.out.size()));
    };
    const std::string plain = hints_of("plain");
    EXPECT_FALSE(plain.empty());
    EXPECT_EQ(hints_of("bits"), plain);
    EXPECT_EQ(hints_of("bytes"), plain);
    EXPECT_EQ(hints_of("asm"), plain);
}

TEST(HintsVerb, MakesTheSameRandomBoardFromTheSameSeed) {
    const auto run = ryg({"hints", "--random", "70x64", "--kinds", "9", "--seed", "5"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(ryg({"hints", "--random", "70x64", "--kinds", "9", "--seed", "5"}).out, run.out);
    EXPECT_NE(ryg({"hints", "--random", "70x64", "--kinds", "9", "--seed", "6"}).out, run.out);
}

TEST(HintsVerb, RefusesMalformedBoardsInOneLine) {
    expect_trouble(ryg({"hints"}), "no board");
    expect_trouble(ryg({"hints", ""}), "the board is empty");
    expect_trouble(ryg({"hints", "-"}), "the board is empty");
    expect_trouble(ryg({"hints", "AB/A"}), "make all rows equally long");
    expect_trouble(ryg({"hints", "A1"}), "row 0, column 1 is '1'");
    expect_trouble(ryg({"hints", std::string(65, 'A')}), "use at most 64");
    expect_trouble(ryg({"hints", "ABCDEFGHIJKLMNOPQ"}), "use at most 16");
    expect_trouble(ryg({"hints", "AAB", "--engine", "asm"}), "takes 8 x 8");
    expect_trouble(ryg({"hints", "AAB", "--engine", "bytes"}), "takes 8 x 8");
    expect_trouble(ryg({"hints", "AAB", "--engine", "fast"}), "there is no 'fast'");
    expect_trouble(ryg({"hints", "--random", "8"}), "no size");
    expect_trouble(ryg({"hints", "--random", "8x65"}), "at most 64");
    expect_trouble(ryg({"hints", "--random", "8x8", "--kinds", "17"}), "at most 16");
    expect_trouble(ryg({"hints", "--random", "8x8", "AAB"}), "give one of them");
    expect_trouble(ryg({"verify", "--game", "hints", "--board", "AB/A"}), "equally long");
    expect_trouble(ryg({"verify", "--game", "hints", "--board", "AAB", "--boards", "9"}),
                   "--board and --boards: give one of them");
    expect_trouble(ryg({"verify", "--game", "chess"}), "there is no 'chess'");
}

TEST(HintsVerb, VerifyComparesAllFinders) {
    const auto run =
        ryg({"verify", "--game", "hints", "--boards", "500", "--asm-boards", "100", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "\"differences\": 0")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"first_difference\": null")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"cycles_per_board\"")) << run.out;
}

TEST(HintsVerb, BenchPutsBitsBesideNestedLoops) {
    const auto run = ryg({"bench", "hints", "--rounds", "1", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "\"agree\": true")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"times_plain\"")) << run.out;
}

}  // namespace
}  // namespace ryg
