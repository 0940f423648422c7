// `ryg hash`: verdicts and exit status, the plot, what it refuses.
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Finished;
using program::Folder;
using program::ryg;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/// On the boards of a small search, which takes a tenth of a second.
Finished hash(std::vector<std::string> words) {
    words.insert(words.begin(), {"hash", "--positions", "search", "--depth", "8"});
    return ryg(words);
}

Json hash_json(std::vector<std::string> words, int status) {
    words.push_back("--json");
    const Finished run = hash(words);
    EXPECT_EQ(run.status, status) << run.out << run.err;
    return Json::parse(run.out, nullptr, false);
}

bool gnuplot_is_there() { return program::run({"sh", "-c", "command -v gnuplot"}).status == 0; }

TEST(HashVerb, RandomBytesAreGood) {
    const Json json = hash_json({"--tables", "host", "--seed", "5"}, 0);
    EXPECT_EQ(json["verdict"], "good");
    EXPECT_EQ(json["lock"]["locks"].size(), 3U);
    EXPECT_EQ(json["lock"]["collisions"], json["lock"]["locks"][0]["missed"]) << "without a lock";
}

TEST(HashVerb, PlantedFaultIsBadAndSoIsTheExitStatus) {
    for (const char* fault : {"four-bits", "constant", "lock-is-hash"}) {
        EXPECT_EQ(hash_json({"--tables", "host", "--seed", "5", "--plant", fault}, 1)["verdict"],
                  "bad")
            << fault;
    }
}

TEST(HashVerb, ColdStartIsBadAndWaitingMendsIt) {
    const Finished cold = hash({});
    EXPECT_EQ(cold.status, 1);
    EXPECT_NE(cold.out.find("verdict bad (equal bytes in hash tables)"), std::string::npos)
        << cold.out;
    const Finished later = hash({"--wait", "2000"});
    EXPECT_EQ(later.status, 0);
    EXPECT_NE(later.out.find("verdict good"), std::string::npos) << later.out;
}

TEST(HashVerb, TheProgramItselfDrawsOnTheMachine) {
    const Json warm = hash_json({"--tables", "machine", "--seed", "7"}, 0);
    EXPECT_EQ(warm["tables"], "machine, warm, seed 7");
    EXPECT_EQ(warm["tests"].size(), 11U);
    const Json alone = hash_json({"--tables", "machine", "--timing", "cpu", "--seed", "7"}, 0);
    EXPECT_NE(warm["overwrites"], alone["overwrites"]) << "badlines come between the readings";
}

TEST(HashVerb, SaysTheSameEveryTime) {
    EXPECT_EQ(hash({"--seed", "7", "--jobs", "1"}).out, hash({"--seed", "7", "--jobs", "3"}).out);
    EXPECT_NE(hash({"--seed", "7"}).out, hash({"--seed", "8"}).out);
}

TEST(HashVerb, ManySetsAreCounted) {
    const Json json = hash_json({"--tables", "host", "--sets", "40"}, 0);
    const Json& overall = json["tests"]["the worst of all tests"];
    EXPECT_EQ(
        overall["good"].get<int>() + overall["suspicious"].get<int>() + overall["bad"].get<int>(),
        40);
    EXPECT_GE(overall["good"].get<int>(), 34);
    EXPECT_EQ(json["tests"]["rank of the keys"]["good"], 40);
}

TEST(HashVerb, CadencesMarkThatOfTheProgram) {
    const Finished run = ryg({"hash", "--cadences"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(std::regex_search(run.out, std::regex("\n +26 .*randomize\n"))) << run.out;
    const Json json = Json::parse(ryg({"hash", "--cadences", "--json"}).out);
    EXPECT_NEAR(json["cadences"][0]["repeated"].get<double>(), 0.75, 0.01) << "4 cycles apart";
}

TEST(HashVerb, PlotIsDrawnByItsScript) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const Folder folder;
    const Finished run = hash({"--wait", "2000", "--plot", folder.file("hash.svg")});
    ASSERT_EQ(run.status, 0) << run.err;
    std::ifstream file(folder.file("hash.svg"));
    const std::string picture{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(picture.find("</svg>"), std::string::npos);
    EXPECT_TRUE(fs::exists(folder.file("hash.svg.gp")));
}

TEST(HashVerb, PlotWithoutGnuplotIsRefusedAtOnce) {
    const Folder folder;
    const Finished run =
        ryg({"hash", "--plot", folder.file("hash.svg")}, "", {"PATH=" + folder.file("nothing")});
    expect_trouble(run, "install the package gnuplot-nox");
    EXPECT_FALSE(fs::exists(folder.file("hash.svg")));
}

TEST(HashVerb, BadInputIsRefusedInOneLine) {
    expect_trouble(ryg({"hash", "--tables", "dice"}), "use sid, machine, host, dense or a file");
    expect_trouble(ryg({"hash", "--positions", "none"}), "use all, reachable or search");
    expect_trouble(ryg({"hash", "--plant", "weeds"}), "use four-bits, equal-tables");
    expect_trouble(ryg({"hash", "--tables", "host", "--wait", "5"}),
                   "--tables host does not have it");
    expect_trouble(ryg({"hash", "--timing", "cpu"}), "--tables sid does not have it");
    expect_trouble(ryg({"hash", "--tables", "dense", "--seed", "5"}),
                   "--tables dense does not have it");
    expect_trouble(ryg({"hash", "--tables", "dense", "--positions", "search"}),
                   "use --positions all");
    expect_trouble(ryg({"hash", "--cadence", "3"}), "use 4 to");
    expect_trouble(ryg({"hash", "--depth", "5"}), "goes with --positions search only");
    expect_trouble(ryg({"hash", "--positions", "search", "--depth", "14"}), "use 1 to 13");
    expect_trouble(ryg({"hash", "--positions", "search", "--depth", "3"}), "too few");
    expect_trouble(ryg({"hash", "--sets", "5", "--plot", "p"}), "give one of them");
    expect_trouble(ryg({"hash", "--cadences", "--plot", "p"}), "give one of them");
}

}  // namespace
}  // namespace ryg
