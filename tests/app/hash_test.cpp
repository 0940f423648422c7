// `ryg hash`: verdicts and exit status, the report on disk, what it refuses; p-values by the book.
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "app/hash_text.hpp"
#include "app/hash_theory.hpp"
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

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool gnuplot_is_there() { return program::run({"sh", "-c", "command -v gnuplot"}).status == 0; }

TEST(HashVerb, RandomBytesAreGood) {
    const Json json = hash_json({"--tables", "host", "--seed", "5"}, 0);
    EXPECT_EQ(json["verdict"], "good");
    EXPECT_EQ(json["jury"], 999);
    EXPECT_EQ(json["locks"].size(), 3U);
    EXPECT_EQ(json["collisions"], json["locks"][0]["missed"]) << "without a lock";
}

TEST(HashVerb, CollisionsOfDifferentBoardsAreExpectedByTheory) {
    engine::Random random(5);
    auto tables = crosscheck::host_tables(random);
    crosscheck::planted_faults()[0].plant(tables);
    const auto figures = crosscheck::hash_figures(crosscheck::all_boards(1), tables);
    const auto rows = app::lock_rows({.tables = {}, .boards = {}, .independent = true}, figures);
    const double collisions = 8192 - 256 * (1 - std::pow(255.0 / 256, 8192));
    const std::vector<std::pair<unsigned, double>> expected{
        {8, collisions}, {9, collisions / 2}, {16, collisions / 256}};
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(rows[i].bits, expected[i].first);
        EXPECT_NEAR(rows[i].expected, expected[i].second, 1e-6);
    }
    EXPECT_EQ(rows[0].missed, 8192U - 16U) << "so many there are with four bits";
}

TEST(HashVerb, PlantedFaultIsBadAndSoIsTheExitStatus) {
    for (const char* fault : {"four-bits", "equal-tables", "lock-is-hash"}) {
        const Finished run = ryg({"hash", "--positions", "games", "--boards", "10000", "--tables",
                                  "host", "--seed", "5", "--plant", fault, "--json"});
        EXPECT_EQ(run.status, 1) << run.err;
        EXPECT_EQ(Json::parse(run.out)["verdict"], "bad") << fault << run.out;
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
    const Json& overall = json["overall"];
    EXPECT_EQ(
        overall["good"].get<int>() + overall["suspicious"].get<int>() + overall["bad"].get<int>(),
        40);
    EXPECT_GE(overall["good"].get<int>(), 34);
    EXPECT_EQ(json["tests"]["rank"]["good"], 40);
}

TEST(HashVerb, CadencesMarkThatOfTheProgram) {
    const Finished run = ryg({"hash", "--cadences"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(std::regex_search(run.out, std::regex("\n +26 .*randomize\n"))) << run.out;
    const Json json = Json::parse(ryg({"hash", "--cadences", "--json"}).out);
    EXPECT_NEAR(json["cadences"][0]["repeated"].get<double>(), 0.75, 0.01) << "4 cycles apart";
}

TEST(HashVerb, ReportOpensFromTheDisk) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const Folder folder;
    const std::string report = folder.file("report");
    for (int i = 0; i < 2; ++i) {  // the second takes the place of the first
        const Finished run = hash({"--wait", "2000", "--report", report});
        ASSERT_EQ(run.status, 0) << run.err;
    }
    const std::string page = content(fs::path(report) / "index.html");
    EXPECT_NE(page.find("Verdict: good"), std::string::npos);
    EXPECT_EQ(page.find("http"), std::string::npos) << "something from the network";
    EXPECT_EQ(page.find("<script"), std::string::npos);
    static const std::regex image("<img src=\"([^\"]+)\"[^>]* alt=\"[^\"]{40,}\"");
    int images = 0;
    for (std::sregex_iterator it(page.begin(), page.end(), image), end; it != end; ++it, ++images) {
        const std::string svg = content(fs::path(report) / (*it)[1].str());
        EXPECT_NE(svg.find("</svg>"), std::string::npos) << (*it)[1];
        EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos) << (*it)[1];
        EXPECT_EQ(svg.find("rgb(  0,   0,   0)"), std::string::npos) << (*it)[1] << ": black";
    }
    EXPECT_EQ(images, 6);
    EXPECT_EQ(std::distance(fs::directory_iterator(report), {}), 7) << "nothing else is left";
    EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(report).parent_path()), {}), 1);
}

TEST(HashVerb, ReportLeavesOtherFoldersAlone) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const Folder folder;
    const std::string mine = folder.write("mine.txt", "mine");
    expect_trouble(hash({"--report", fs::path(mine).parent_path().string()}),
                   "is not an earlier report");
    expect_trouble(hash({"--report", mine}), "is no folder");
    EXPECT_EQ(content(mine), "mine");
    const std::string report = folder.file("report");
    ASSERT_EQ(hash({"--seed", "7", "--report", report + "/"}).status, 0);
    const std::string guest = folder.write("report/guest.txt", "guest");
    expect_trouble(hash({"--report", report}), "has guest.txt beside the report");
    EXPECT_EQ(content(guest), "guest");
}

TEST(HashVerb, ReportWithoutGnuplotIsRefusedAtOnce) {
    const Folder folder;
    const Finished run =
        ryg({"hash", "--report", folder.file("report")}, "", {"PATH=" + folder.file("nothing")});
    expect_trouble(run, "install the package gnuplot-nox");
    EXPECT_FALSE(fs::exists(folder.file("report")));
}

TEST(HashVerb, BadInputIsRefusedInOneLine) {
    expect_trouble(ryg({"hash", "--tables", "dice"}), "use sid, machine, host or dense");
    expect_trouble(ryg({"hash", "--positions", "none"}), "use all, reachable, games or search");
    expect_trouble(ryg({"hash", "--plant", "weeds"}), "use four-bits, equal-tables");
    expect_trouble(ryg({"hash", "--tables", "host", "--wait", "5"}), "--tables host has none");
    expect_trouble(ryg({"hash", "--timing", "cpu"}), "--tables sid has none");
    expect_trouble(ryg({"hash", "--tables", "dense", "--seed", "5"}), "--tables dense has none");
    expect_trouble(ryg({"hash", "--tables", "dense", "--positions", "games"}),
                   "use --positions all");
    expect_trouble(ryg({"hash", "--cadence", "3"}), "use 4 to");
    expect_trouble(ryg({"hash", "--jury", "10"}), "use 999 to");
    expect_trouble(ryg({"hash", "--depth", "5"}), "goes with --positions search only");
    expect_trouble(ryg({"hash", "--positions", "search", "--depth", "14"}), "use 1 to 13");
    expect_trouble(ryg({"hash", "--positions", "search", "--depth", "3"}), "too few");
    expect_trouble(ryg({"hash", "--positions", "games", "--boards", "20"}), "use 256 to");
    expect_trouble(ryg({"hash", "--sets", "5", "--report", "r"}), "of one set of tables");
    expect_trouble(ryg({"hash", "--cadences", "--report", "r"}), "give one of them");
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    expect_trouble(hash({"--report", ""}), "--report: no name");
    expect_trouble(hash({"--report", "/proc/no/report"}), "cannot make a folder beside");
}

// Values of printed tables.
TEST(HashTheory, TailsAreThoseOfTheBooks) {
    namespace theory = app::theory;
    EXPECT_NEAR(theory::chi_square(18.307, 10), 0.05, 1e-4);
    EXPECT_NEAR(theory::chi_square(3.841, 1), 0.05, 1e-4);
    EXPECT_NEAR(theory::poisson(4, 9), 0.0214, 1e-4);
    EXPECT_EQ(theory::poisson(4, 0), 1);
    EXPECT_NEAR(theory::binomial(20, 0.5, 15), 0.0207, 1e-4);
    EXPECT_NEAR(theory::correlation(0.0775, 640), 0.05, 1e-3) << "1.96 sigmas";
    // Two entries, twenty writes, fifteen of them to one: 15 or more or 5 or less, times two.
    EXPECT_NEAR(theory::farthest_count(std::vector<std::uint32_t>{5, 15}, 1), 4 * 0.0207, 4e-4);
    EXPECT_NEAR(theory::farthest_count(std::vector<std::uint32_t>{5, 15}, 0), 4 * 0.0207, 4e-4);
    EXPECT_EQ(theory::farthest_count(std::vector<std::uint32_t>{10, 10}, 0), 1);
}

}  // namespace
}  // namespace ryg
