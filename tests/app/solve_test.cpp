// `ryg solve`, `strength` and `hash` through the program: reports and bad input.
#include <fmt/format.h>
#include <regex>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;
using tests::content;

TEST(Solve, SaysThatTheCatsWinFromTheStartWithoutAWord) {
    expect_prints("solve",
                  {"outcome   the cats win in 44 plies\n", "\n2013760 positions solved in "});
}

TEST(Solve, SaysWhatEachMoveIsWorth) {
    const json found = expect_report("solve --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b'",
                                     R"({winner: "cats", plies: 43})");
    EXPECT_EQ(found["best_line"].size(), 43u);
    ASSERT_EQ(found["moves"].size(), 7u);
    // The second is the one move that throws the win away.
    EXPECT_EQ(found["moves"][0], json_of(R"({move: "a8b7", winner: "cats", plies: 43})"));
    EXPECT_EQ(found["moves"][1], json_of(R"({move: "c8b7", winner: "mouse", plies: 12})"));
}

TEST(Solve, AFinishedGameHasAWinnerAndNoMoves) {
    const json found = expect_report("solve --position '2M5/1c1c1c1c/8/8/8/8/8/8 b'",
                                     R"({winner: "mouse", plies: 0})");
    EXPECT_TRUE(found["moves"].empty());
    EXPECT_TRUE(found["best_line"].empty());
}

TEST(Solve, EveryPositionIsCountedOnceInTheStatistics) {
    const json found = ryg_json("solve --stats");
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

TEST(Solve, DrawsPositionsByASeed) {
    const json found = ryg_json("solve --random 50 --seed 7");
    ASSERT_EQ(found["positions"].size(), 50U);
    EXPECT_EQ(found["request"]["seed"], 7);
    EXPECT_EQ(ryg_json("solve --random 50 --seed 7"), found);
    EXPECT_NE(ryg_json("solve --random 50 --seed 8")["positions"], found["positions"]);
    for (const json& one : found["positions"]) EXPECT_GT(one["plies"], 0) << "not finished";
    const auto csv = expect_prints("solve --random 50 --seed 7 --csv", {"position,winner,plies\n"});
    EXPECT_EQ(std::ranges::count(csv.out, '\n'), 51);
    expect_refused("solve", {{"--random 0", "--random"},
                             {"--random 3 --stats", "give one of them"},
                             {"--csv", "there are no rows"}});
}

TEST(Solve, IsExportedAByteAPositionAndReadByTheDocumentsFunction) {
    const Folder folder;
    const std::string file = folder.file("solution.bin");
    expect_prints("solve --export " + file, {"the cats win in 44 plies"});
    EXPECT_EQ(std::filesystem::file_size(file), 2'013'760U);
    expect_refused("solve", {{"--export /nowhere/at.all", "cannot write '/nowhere/at.all'"}});
    if (!tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    const std::string document = content(RYG_SOURCE_DIR "/docs/api.md");
    const auto section = document.find("## The exported solution");
    const auto begin = document.find("```python\n", section) + 10;
    const auto end = document.find("```\n", begin);
    const auto script = folder.write(
        "read.py", document.substr(begin, end - begin) +
                       "import csv, sys\nsolution = open(sys.argv[1], 'rb').read()\n"
                       "for row in csv.DictReader(sys.stdin):\n"
                       "    found = outcome(solution, row['position'])\n"
                       "    assert found == (row['winner'], int(row['plies'])), (row, found)\n"
                       "print('all the same')\n");
    const auto read = run({"python3", script, file}, ryg("solve --random 300 --seed 3 --csv").out);
    EXPECT_EQ(read.out, "all the same\n") << read.err;
}

TEST(Solve, RefusesWhatIsNoPosition) {
    expect_refused("solve", {{"--position '8/8 w'", "rank"},
                             {"'c1c1c1c1/8/8/8/8/8/8/3M4 w'", "--position 'c1c1"}});
}

TEST(StrengthVerb, MeasuresTheFirstEngineAndAsksTheProgramToo) {
    const json found = expect_report("strength ryg16 --depth 2 --games 20 --asm-sample 50", R"({
            "difference": null, rows: [{all: {of: 89068, count: 69638}, from_start: {of: 20},
                "any_defence": {of: 89068}, compared_with_asm: 50}]})");
    EXPECT_EQ(found["rows"].size(), 1u);
}

TEST(StrengthVerb, MeasuresTheSecondEngineOnBothSidesAndItsProgramsToo) {
    const std::string few = "strength ryg3:all --positions 500 --games 10 ";
    // It remembers the game, so nobody knows what it does against every defence.
    expect_report("strength ryg3 --positions 500 --games 10 --depth 3",
                  "{rows: [{all: {of: 500}, from_start: {of: 10}, any_defence: null}]}");
    // The start is lost for the mouse.
    const json mouse = expect_report(few + "--side mouse --depth 2",
                                     "{rows: [{games: {of: 10}, from_start: {of: 0}}]}");
    EXPECT_EQ(mouse["rows"].size(), 5u) << "versions 7 to 11";
    const json both =
        expect_report("strength ryg3:all --depth 4 --positions 50 --games 2 --asm-sample 40",
                      "{difference: null}");
    ASSERT_EQ(both["rows"].size(), 5u) << "versions 7 to 11";
    for (const json& row : both["rows"]) EXPECT_EQ(row["compared_with_asm"], 40);
}

TEST(StrengthVerb, PrintsATable) {
    const auto table = expect_prints("strength --depth 1 --positions 200 --games 5",
                                     {"\nchance  ", "\nryg14 depth 1 ", "\nryg16 depth 1 "});
    EXPECT_EQ(table.err, "");
}

TEST(StrengthVerb, RefusesWhatItCannotMeasure) {
    expect_refused("strength", {{"ryg13", "ryg13 cannot do this: use ryg14, ryg15, ryg16"},
                                {"ryg3-04", "ryg3-04 cannot do this: use ryg3-07, "},
                                {"ryg3-06", "there is no program 'ryg3-06'"},
                                {"ryg16 ryg3", "programs of one family at a time"},
                                {"hints", "programs of ryg, ryg3, perfecto or ryg17 can"},
                                {"--side mouse", "plays the cats only"},
                                {"--side dog", "cats or mouse"},
                                {"--depth 6", "--depth"},
                                {"--depth 2-", "--depth"},
                                {"ryg3 --depth 21", "--depth"},
                                {"--positions 3000000", "--positions"},
                                {"--games x", "--games"}});
}

/// `ryg hash` on the boards of a small search, which takes a tenth of a second.
const std::string hash = "hash --positions search --depth 8 ";

TEST(HashVerb, RandomBytesAreGood) {
    const json found = expect_report(hash + "--tables host --seed 5", R"({verdict: "good"})");
    EXPECT_EQ(found["lock"]["locks"].size(), 3U);
    EXPECT_EQ(found["lock"]["collisions"], found["lock"]["locks"][0]["missed"]) << "without a lock";
    const auto rows = found["modulus"];
    EXPECT_EQ(rows[0]["chi_square"], found["tests"][2]["measured"]) << "the program's own entries";
    EXPECT_EQ(rows[2]["keys"], "perfect");
    EXPECT_EQ(rows[2]["entries"], 251);
}

TEST(HashVerb, PlantedFaultIsBadAndSoIsTheExitStatus) {
    for (const std::string fault : {"four-bits", "constant", "lock-is-hash"}) {
        expect_report(hash + "--tables host --seed 5 --plant " + fault, R"({verdict: "bad"})", 1);
    }
}

TEST(HashVerb, ColdStartIsBadAndWaitingMendsIt) {
    const json cold = expect_report(hash, R"({verdict: "bad"})", 1);
    for (const json& test : cold["tests"]) {
        EXPECT_EQ(test["verdict"] == "bad", test["test"] == "equal bytes in hash tables") << test;
    }
    const auto text = expect_prints(hash + "--wait 2000", {"\nequal bytes in hash tables  "});
    EXPECT_TRUE(std::regex_search(text.out, std::regex("\nverdict +good\n"))) << text.out;
}

TEST(HashVerb, TheProgramItselfDrawsOnTheMachine) {
    const json warm =
        expect_report(hash + "--tables machine --seed 7", R"({tables: "machine, warm, seed 7"})");
    EXPECT_EQ(warm["tests"].size(), 11U);
}

TEST(HashVerb, SaysTheSameEveryTime) {
    EXPECT_EQ(ryg(hash + "--seed 7 --jobs 1").out, ryg(hash + "--seed 7 --jobs 3").out);
    EXPECT_NE(ryg(hash + "--seed 7").out, ryg(hash + "--seed 8").out);
}

TEST(HashVerb, ManySetsAreCounted) {
    const json found = ryg_json(hash + "--tables host --sets 40");
    const json& overall = found["tests"].back();
    EXPECT_EQ(overall["test"], "the worst of all tests");
    const int good = overall["good"];
    EXPECT_EQ(good + overall["suspicious"].get<int>() + overall["bad"].get<int>(), 40);
    EXPECT_GE(good, 34);
    const auto rank = std::ranges::find_if(
        found["tests"], [](const json& test) { return test["test"] == "rank of the keys"; });
    EXPECT_EQ((*rank)["good"], 40);
}

TEST(HashVerb, ColdMachinesDrawOtherTablesAtOtherTimesOfAFrame) {
    const json found = ryg_json(hash + "--tables machine --sets 40");
    const json& pairs = found["equal_pairs"];
    EXPECT_GT(pairs["mean"], 39.4 + 10) << "random bytes: 39.4 +- 1 for the mean of 40";
    const auto said =
        fmt::format("{} to {} equal pairs, {:.1f} on average", pairs["least"].get<int>(),
                    pairs["most"].get<int>(), pairs["mean"].get<double>());
    EXPECT_TRUE(contains(content(RYG_SOURCE_DIR "/docs/games.md"), said)) << said;
}

TEST(HashVerb, CadencesAreThoseOfTheDocument) {
    expect_prints("hash --cadences", {"\ncycles  ", "\n26  "});
    const json rows = ryg_json("hash --cadences")["cadences"];
    EXPECT_NEAR(rows[0]["repeated"].get<double>(), 0.75, 0.01) << "4 cycles apart";
    const std::string document = content(RYG_SOURCE_DIR "/docs/games.md");
    int said = 0;
    for (const json& row : rows) {
        const auto figure = [&row](const char* name) { return row[name].get<double>(); };
        said += contains(document,
                         fmt::format(" | {:.1f}% | {:+.3f} | {:+.3f} | {:.2f} |\n",
                                     100 * figure("repeated"), figure("correlation_of_readings"),
                                     figure("correlation_of_bytes"), figure("equal_pairs_in_64")));
    }
    EXPECT_EQ(said, 5) << "rows of the document's table";
}

TEST(HashVerb, BadInputIsRefusedInOneLine) {
    expect_refused("hash", {{"--tables dice", "use sid, machine, host or a file"},
                            {"--positions none", "use all or search"},
                            {"--plant weeds", "use four-bits, equal-tables"},
                            {"--tables host --wait 5", "--wait does not go with --tables host"},
                            {"--cadence 3", "use 4 to"},
                            {"--depth 8", "goes with --positions search only"},
                            {"--positions search --depth 14", "use 7 to 13"},
                            {"--cadences --sets 5", "give one of them"}});
}

}  // namespace
}  // namespace ryg
