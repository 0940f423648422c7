// `ryg verify`, `search`, `perft`, `bench` and `asm-info`: the published answers through the
// program, and bad input.
#include "tests/support/json.hpp"

namespace ryg {
namespace {

using nlohmann::json;
using program::expect_trouble;
using program::ryg;
using program::ryg_json;

const std::string after_first_move = "c1c1c1c1/8/8/8/8/8/2M5/8 b";

TEST(Search, WritesSquaresByRowAndColumnAsTheTextsDo) {
    for (const char* engine : {"asm", "native"}) {
        const auto run = ryg({"search", "--position", after_first_move, "--depth", "2", "--version",
                              "15", "--engine", engine, "--squares", "rc"});
        EXPECT_NE(run.out.find("\nmove      (0,0)(1,1)\n"), std::string::npos) << run.out;
        EXPECT_NE(run.out.find("\n(0,6)(1,7)   130 $82"), std::string::npos) << run.out;
    }
    expect_trouble(ryg({"search", "--squares", "xy"}), "use names or rc");
}

TEST(Search, AnswersTheAuthorsExampleOnBothEngines) {
    for (const std::string engine : {"asm", "native"}) {
        for (const std::string version : {"12", "13", "14", "15"}) {
            const json found =
                ryg_json({"search", "--position", after_first_move, "--depth", "2", "--tree-base",
                          "$4000", "--engine", engine, "--version", version});
            EXPECT_EQ(found["nodes"], 36);
            EXPECT_EQ(found["depth_used"], 2);
            EXPECT_EQ(found["tree_bytes"], 36 * 88);
            EXPECT_EQ(found["value"], version == "12" ? 0x81 : 0x82);
            ASSERT_EQ(found["children"].size(), 7u);
            EXPECT_EQ(found["children"][0]["address"], 0x4058);
            EXPECT_EQ(found["children"][6]["address"], 0x4268);
            EXPECT_EQ(found["children"][6]["move"], "g8h7");
            EXPECT_EQ(found["move"].is_null(), version < "14");
            EXPECT_EQ(found["cycles"].is_null(), engine == "native");
            if (version > "12") {
                for (const json& child : found["children"]) EXPECT_EQ(child["value"], 0x82);
            }
        }
    }
}

TEST(Search, ReportsTheDepthThatMemoryAllowed) {
    for (const std::string engine : {"asm", "native"}) {
        const json found = ryg_json(
            {"search", "--position", after_first_move, "--depth", "5", "--engine", engine});
        EXPECT_EQ(found["depth_used"], 3) << engine;
        EXPECT_EQ(found["nodes"], 208) << engine;
    }
}

TEST(Search, RefusesWhatItCannotSearch) {
    const auto with = [](std::vector<std::string> words) {
        words.insert(words.begin(), "search");
        return ryg(std::move(words));
    };
    expect_trouble(with({"--position", "8/8/8 w"}), "rank");
    expect_trouble(with({"--position", "c1c1c1c1/8/8/8/8/8/8/3M4"}), "side");
    expect_trouble(with({"--position", "c1c1c3/8/8/8/8/8/8/3M4 w"}), "cats");
    expect_trouble(with({"--position", "1c1c1c1c/8/8/8/8/8/8/4M3 w"}),
                   "geometry B, which is read as A here: write 'c1c1c1c1/8/8/8/8/8/8/3M4 w'");
    expect_trouble(with({"--depth", "6"}), "--depth");
    expect_trouble(with({"--depth", "two"}), "two");
    expect_trouble(with({"--version", "17"}), "17");
    expect_trouble(with({"--engine", "abacus"}), "abacus");
    expect_trouble(with({"--tree-base", "$0900"}), "inside the program");
    expect_trouble(with({"--tree-base", "$cfff"}), "ends at $d000");
    expect_trouble(with({"--tree-base", "$10000"}), "too large");
    expect_trouble(with({"--tree-base", "here"}), "not a number");
    expect_trouble(with({"--tree-base", "$0900", "--engine", "native"}), "inside the program");
    expect_trouble(with({"--colour"}), "colour");
}

TEST(Verify, ComparesAndCounts) {
    const json result =
        ryg_json({"verify", "--games", "2", "--positions", "5", "--depth", "2", "-j", "2"});
    EXPECT_EQ(result["differences"], 0);
    EXPECT_EQ(result["games"], 2);
    EXPECT_GT(result["searches"], 5);
    EXPECT_GT(result["nodes"], result["searches"]);
    EXPECT_GT(result["cycles"], 100'000);
    EXPECT_TRUE(result["first_difference"].is_null());
    const json alone =
        ryg_json({"verify", "--games", "2", "--positions", "5", "--depth", "2", "-j", "1"});
    EXPECT_EQ(result["cycles"], alone["cycles"]);
    EXPECT_EQ(result["rows"], alone["rows"]);
}

TEST(Verify, TakesASinglePosition) {
    const json result = ryg_json({"verify", "--position", after_first_move, "--depth", "2"});
    EXPECT_EQ(result["searches"], 1);
    EXPECT_EQ(result["nodes"], 36);
}

TEST(Verify, RefusesWhatItCannotCompare) {
    expect_trouble(ryg({"verify", "--game", "chess"}), "chess");
    expect_trouble(ryg({"verify", "--depth", "0"}), "--depth");
    expect_trouble(ryg({"verify", "--games", "-1"}), "-1");
    expect_trouble(ryg({"verify", "--positions", "many"}), "many");
    expect_trouble(ryg({"verify", "--position", "M"}), "rank");
    expect_trouble(ryg({"verify", "now"}), "--help");
    expect_trouble(ryg({"verify", "--positions", "1000001"}), "at most 1000000");
    expect_trouble(ryg({"verify", "--positions", std::string(30, '9')}), "at most 1000000");
    expect_trouble(ryg({"verify", "--games", "0", "--positions", "0"}), "nothing to compare");
    expect_trouble(ryg({"verify", "--version", "12", "--positions", "0"}), "nothing to compare");
    expect_trouble(ryg({"verify", "--all", "--version", "13"}), "give one of them");
    expect_trouble(ryg({"verify", "--position", after_first_move, "--games", "5"}),
                   "--position and --games: give one of them");
}

TEST(Perft, CountsTheSameOnBothEngines) {
    for (const std::string engine : {"asm", "native"}) {
        const json five = ryg_json({"perft", "5", "--divide", "--engine", engine});
        EXPECT_EQ(five["leaves"], 1032) << engine;
        ASSERT_EQ(five["moves"].size(), 2u);
        EXPECT_EQ(five["moves"][0]["move"], "d1c2");
        EXPECT_EQ(five["moves"][0]["leaves"], 516);
    }
    EXPECT_EQ(ryg_json({"perft", "8"})["leaves"], 141427);
    EXPECT_EQ(ryg_json({"perft", "0"})["leaves"], 1);
}

TEST(Perft, RefusesWhatIsNoNumberOfPlies) {
    expect_trouble(ryg({"perft"}), "how many");
    expect_trouble(ryg({"perft", "-1"}), "-1");
    expect_trouble(ryg({"perft", "61"}), "61");
    expect_trouble(ryg({"perft", "3", "4"}), "--help");
}

TEST(Bench, ReportsCostsRoutinesAndTheSignature) {
    const json result = ryg_json({"bench"});
    ASSERT_EQ(result["depths"].size(), 3u);
    EXPECT_LE(result["depths"][1]["least"], result["depths"][1]["median"]);
    EXPECT_LE(result["depths"][1]["median"], result["depths"][1]["most"]);
    std::uint64_t self = 0;
    for (const json& routine : result["routines"]) self += routine["self"].get<std::uint64_t>();
    EXPECT_GT(self, 1'000'000u);
    EXPECT_EQ(result["signature"]["nodes"], 3921);
}

TEST(AsmInfo, KnowsLabelsSegmentsAndTheTreesMemory) {
    const json info = ryg_json({"asm-info", "--version", "16"});
    EXPECT_EQ(info["load_address"], 0x0801);
    EXPECT_EQ(info["tree_end"], 0xd000);
    EXPECT_EQ(info["labels"]["raizArbol"], info["tree_start"]);
    EXPECT_EQ(info["load_address"].get<int>() + info["bytes"].get<int>(), info["tree_start"]);
    EXPECT_FALSE(info["segments"].empty());
    EXPECT_EQ(ryg_json({"asm-info", "--version", "15"})["tree_end"], 0xa000);
    EXPECT_EQ(ryg_json({"asm-info", "--game", "ryg3"})["program"], "ryg3");
    EXPECT_EQ(ryg_json({"asm-info", "--game", "ryg3", "--version", "9"})["program"], "ryg3-09");
    expect_trouble(ryg({"asm-info", "--game", "ryg3", "--version", "12"}), "no program 'ryg3-12'");
    EXPECT_EQ(ryg_json({"asm-info", "--label", "miniMax"})["address"], info["labels"]["miniMax"]);
    expect_trouble(ryg({"asm-info", "--label", "minimax"}), "did you mean 'miniMax'");
}

TEST(Program, SaysWhatItCanDo) {
    const auto help = ryg({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* verb : {"verify", "search", "perft", "solve", "strength", "bench", "play",
                             "run", "trace", "suite", "asm-info"}) {
        EXPECT_NE(help.out.find(std::string("\n  ") + verb), std::string::npos) << verb;
        const auto own = ryg({verb, "--help"});
        EXPECT_EQ(own.status, 0) << verb;
        EXPECT_NE(own.out.find("Examples:"), std::string::npos) << verb;
        EXPECT_NE(own.out.find("--json"), std::string::npos) << verb;
    }
    EXPECT_EQ(ryg({"dance"}).status, 2);
    EXPECT_EQ(ryg({}).status, 2);
    EXPECT_EQ(ryg({"--version"}).status, 0);
}

}  // namespace
}  // namespace ryg
