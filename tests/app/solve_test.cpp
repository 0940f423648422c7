// `ryg solve` and `bench index` through the program: the game's value, moves' values, counts.
#include "tests/support/json.hpp"

namespace ryg {
namespace {

using nlohmann::json;
using program::expect_trouble;
using program::ryg;

json solve(std::vector<std::string> words) {
    words.insert(words.begin(), "solve");
    return program::ryg_json(std::move(words));
}

TEST(Solve, SaysThatTheCatsWinFromTheStartWithoutAWord) {
    const auto run = ryg({"solve"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("outcome   the cats win in 44 plies\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("\n2013760 positions solved in "), std::string::npos) << run.out;
}

TEST(Solve, SaysWhatEachMoveIsWorth) {
    const json found = solve({"--position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"});
    EXPECT_EQ(found["winner"], "cats");
    EXPECT_EQ(found["plies"], 43);
    EXPECT_EQ(found["best_line"].size(), 43u);
    ASSERT_EQ(found["moves"].size(), 7u);
    EXPECT_EQ(found["moves"][0], (json{{"move", "a8b7"}, {"winner", "cats"}, {"plies", 43}}));
    // The one move that throws the win away.
    EXPECT_EQ(found["moves"][1], (json{{"move", "c8b7"}, {"winner", "mouse"}, {"plies", 12}}));
}

TEST(Solve, AFinishedGameHasAWinnerAndNoMoves) {
    const json found = solve({"--position", "2M5/1c1c1c1c/8/8/8/8/8/8 b"});
    EXPECT_EQ(found["winner"], "mouse");
    EXPECT_EQ(found["plies"], 0);
    EXPECT_TRUE(found["moves"].empty());
    EXPECT_TRUE(found["best_line"].empty());
}

TEST(Solve, EveryPositionIsCountedOnceInTheStatistics) {
    const json found = solve({"--stats"});
    std::int64_t to_move = 0, by_plies = 0;
    for (const json& side : found["stats"]["to_move"]) {
        for (const char* key : {"mouse_has_won", "cats_have_won", "mouse_wins", "cats_win"}) {
            to_move += side[key].get<std::int64_t>();
        }
    }
    for (const json& row : found["stats"]["by_plies"]) {
        by_plies += row["mouse"].get<std::int64_t>() + row["cats"].get<std::int64_t>();
    }
    EXPECT_EQ(to_move, 2'013'760);
    EXPECT_EQ(by_plies, 2'013'760);
    EXPECT_EQ(found["won_by_mouse"].get<std::int64_t>() + found["won_by_cats"].get<std::int64_t>(),
              2'013'760);
    EXPECT_LT(found["bytes"], 16'000'000);
}

TEST(Solve, RefusesWhatIsNoPosition) {
    expect_trouble(ryg({"solve", "--position", "8/8 w"}), "rank");
    expect_trouble(ryg({"solve", "c1c1c1c1/8/8/8/8/8/8/3M4 w"}), "--help");
}

TEST(Solve, BenchIndexMeasuresBothWaysAndTheSolution) {
    const auto run = ryg({"bench", "index", "--rounds", "1", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const json found = json::parse(run.out, nullptr, false);
    ASSERT_EQ(found["tasks"].size(), 5u);
    for (const json& task : found["tasks"]) EXPECT_GT(task["nanoseconds"], 0) << task["name"];
    expect_trouble(ryg({"bench", "index", "--rounds", "0"}), "--rounds");
}

}  // namespace
}  // namespace ryg
