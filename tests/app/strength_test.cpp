// `ryg strength` through the program: a small measurement of each engine, and what it refuses.
#include "tests/support/json.hpp"

namespace ryg {
namespace {

using nlohmann::json;
using program::expect_trouble;
using program::ryg;

json strength(std::vector<std::string> words) {
    words.insert(words.begin(), "strength");
    return program::ryg_json(std::move(words));
}

TEST(StrengthVerb, MeasuresTheFirstEngineAndAsksTheProgramToo) {
    const json found =
        strength({"--version", "16", "--depth", "2", "--games", "20", "--asm-sample", "50"});
    ASSERT_EQ(found["rows"].size(), 1u);
    const json& row = found["rows"][0];
    EXPECT_EQ(row["all"]["of"], 89'068);
    EXPECT_EQ(row["all"]["count"], 69'638);
    EXPECT_EQ(row["from_start"]["of"], 20);
    EXPECT_EQ(row["any_defence"]["of"], 89'068);
    EXPECT_EQ(row["compared_with_asm"], 50);
    EXPECT_TRUE(found["difference"].is_null());
}

TEST(StrengthVerb, MeasuresTheSecondEngineOnBothSides) {
    const json cats = strength({"--game", "ryg3", "--version", "11", "--depth", "3", "--positions",
                                "500", "--games", "10"});
    EXPECT_EQ(cats["rows"][0]["all"]["of"], 500);
    EXPECT_EQ(cats["rows"][0]["from_start"]["of"], 10);
    EXPECT_TRUE(cats["rows"][0]["any_defence"].is_null()) << "it remembers the game";
    const json mouse = strength({"--game", "ryg3", "--side", "mouse", "--depth", "2", "--positions",
                                 "500", "--games", "10"});
    EXPECT_EQ(mouse["rows"].size(), 5u) << "versions 7 to 11";
    EXPECT_EQ(mouse["rows"][0]["games"]["of"], 10);
    EXPECT_EQ(mouse["rows"][0]["from_start"]["of"], 0) << "the start is lost for the mouse";
}

TEST(StrengthVerb, AsksTheSecondEnginesProgramsToo) {
    const json found = strength({"--game", "ryg3", "--depth", "4", "--positions", "50", "--games",
                                 "2", "--asm-sample", "40"});
    ASSERT_EQ(found["rows"].size(), 5u) << "versions 7 to 11";
    for (const json& row : found["rows"]) EXPECT_EQ(row["compared_with_asm"], 40);
    EXPECT_TRUE(found["difference"].is_null());
}

TEST(StrengthVerb, PrintsATable) {
    const auto run = ryg({"strength", "--depth", "1", "--positions", "200", "--games", "5"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("\nchance  "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("\nversion 14 depth  1 "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("\nversion 16 depth  1 "), std::string::npos) << run.out;
    EXPECT_EQ(run.err, "");
}

TEST(StrengthVerb, RefusesWhatItCannotMeasure) {
    expect_trouble(ryg({"strength", "--version", "13"}), "chooses no moves");
    expect_trouble(ryg({"strength", "--game", "ryg3", "--version", "6"}), "use 7 to 11");
    expect_trouble(ryg({"strength", "--game", "chess"}), "ryg or ryg3");
    expect_trouble(ryg({"strength", "--side", "mouse"}), "plays the cats only");
    expect_trouble(ryg({"strength", "--side", "dog"}), "cats or mouse");
    expect_trouble(ryg({"strength", "--depth", "6"}), "--depth");
    expect_trouble(ryg({"strength", "--game", "ryg3", "--depth", "21"}), "--depth");
    expect_trouble(ryg({"strength", "--positions", "3000000"}), "--positions");
    expect_trouble(ryg({"strength", "--games", "x"}), "--games");
}

}  // namespace
}  // namespace ryg
