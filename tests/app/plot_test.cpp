// `--plot`: the picture has the numbers of the table, and what cannot be drawn is refused first.
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>

#include "app/verb.hpp"
#include "engine/games/games.hpp"
#include "engine/work/shard.hpp"
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg::program {
namespace {

using nlohmann::json;

struct Plot : WithFolder {
    std::string file = folder.file("plot.svg");
    json report;  ///< of what was drawn last

    void SetUp() override {
        if (!tests::is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
    }

    /// What the verb draws; it reports the same as without a plot, and leaves nothing else behind.
    std::string drawn(const std::string& command) {
        report = ryg_json(command + " --plot " + file);
        json without = ryg_json(command);
        report.erase("seconds"), without.erase("seconds");
        EXPECT_EQ(report, without) << command;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            EXPECT_NE(entry.path().extension(), ".part") << entry.path();
        }
        std::string svg = tests::content(file);
        EXPECT_TRUE(svg.starts_with("<?xml") && svg.ends_with("</svg>\n\n")) << svg;
        return svg;
    }
};

void expect_texts(const std::string& svg, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        EXPECT_TRUE(contains(svg, "<text>" + text + "</text>")) << text << "\nis not in\n" << svg;
    }
}

/// What a series, counted from 1, is drawn by; of several panels, in the first.
std::string drawing_of(const std::string& svg, int series) {
    const std::string id = "id=\"gnuplot_plot_";
    const auto begin = svg.find(id + std::to_string(series));
    return begin == svg.npos ? "" : svg.substr(begin, svg.find(id, begin + 1) - begin);
}

std::vector<double> numbers_in(const std::string& text, const std::regex& pattern) {
    std::vector<double> numbers;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        numbers.push_back(std::stod((*at)[1]));
    }
    return numbers;
}

/// How far down the points of a line are; the last mark is that of the key.
std::vector<double> heights_of_points(const std::string& svg, int series) {
    static const std::regex mark(
        R"(<use xlink:href='#gpPt\d+' transform='translate\([\d.]+,([\d.]+)\))");
    auto heights = numbers_in(drawing_of(svg, series), mark);
    if (!heights.empty()) heights.pop_back();
    return heights;
}

/// How far down a line's corners are, with or without a mark; the first two are those of the key.
std::vector<double> heights_of_line(const std::string& svg, int series) {
    static const std::regex corner(R"([ML][\d.]+,([\d.]+))");
    auto heights = numbers_in(drawing_of(svg, series), corner);
    if (heights.size() > 1) heights.erase(heights.begin(), heights.begin() + 2);
    return heights;
}

/// How high the bars are; the first is that of the key.
std::vector<double> heights_of_bars(const std::string& svg, int series) {
    static const std::regex bar(R"(points = '[\d.]+,([\d.]+) [\d.]+,[\d.]+ [\d.]+,([\d.]+) )");
    const std::string text = drawing_of(svg, series);
    std::vector<double> heights;
    for (std::sregex_iterator at(text.begin(), text.end(), bar), end; at != end; ++at) {
        heights.push_back(std::stod((*at)[1]) - std::stod((*at)[2]));
    }
    if (!heights.empty()) heights.erase(heights.begin());
    return heights;
}

/// Whether places and values lie on a line.
void expect_scaled(const std::vector<double>& places, const std::vector<double>& values) {
    ASSERT_EQ(places.size(), values.size());
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    ASSERT_LT(*least, *most);
    const double from = places[static_cast<std::size_t>(least - values.begin())],
                 to = places[static_cast<std::size_t>(most - values.begin())];
    EXPECT_GT(std::abs(from - to), 3);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double share = (values[i] - *least) / (*most - *least);
        EXPECT_NEAR(places[i], from + share * (to - from), 0.05) << values[i];
    }
}

/// The colours of the lines' marks, from dark to light as one sees them without colours.
std::vector<double> greys_of(const std::string& svg) {
    static const std::regex colour(R"(color='rgb\( *(\d+), *(\d+), *(\d+)\)'/>)");
    std::set<double> greys;
    for (std::sregex_iterator at(svg.begin(), svg.end(), colour), end; at != end; ++at) {
        greys.insert(0.299 * std::stod((*at)[1]) + 0.587 * std::stod((*at)[2]) +
                     0.114 * std::stod((*at)[3]));
    }
    return {greys.begin(), greys.end()};
}

TEST_F(Plot, OfABenchHasItsCyclesByDepth) {
    const std::string svg = drawn("bench ryg14");
    expect_texts(svg, {"Cycles of a search: ryg14", "depth", "6502 cycles", "least", "median",
                       "most", "100k"});
    std::vector<double> logarithms, places;
    for (int series = 1; const char* name : {"most", "median", "least"}) {
        for (const json& row : report["depths"])
            logarithms.push_back(std::log(row[name].get<double>()));
        for (const double place : heights_of_points(svg, series)) places.push_back(place);
        ++series;
    }
    expect_scaled(places, logarithms);
}

TEST_F(Plot, OfABenchHasALineForEachVersion) {
    const std::string versions = drawn("bench ryg3:all");
    expect_texts(versions, {"Cycles of the searches of 16 boards: ryg3", "version", "7", "11"});
    EXPECT_EQ(heights_of_points(versions, 5).size(), 7U);
    const std::vector<double> greys = greys_of(versions);
    ASSERT_EQ(greys.size(), 5U);
    for (std::size_t i = 1; i < greys.size(); ++i) EXPECT_GT(greys[i] - greys[i - 1], 20);
}

TEST_F(Plot, OfABenchWithoutDepthsHasBars) {
    const std::string svg = drawn("bench perfecto --positions 5 --model pal");
    const json row = report["depths"][0];
    std::vector<double> heights, logarithms;
    for (int series = 1; const char* name : {"most", "median", "least"}) {
        heights.push_back(heights_of_bars(svg, series++).at(0));
        logarithms.push_back(std::log(row[name].get<double>()));
    }
    expect_scaled(heights, logarithms);
}

TEST_F(Plot, OfStrengthHasTheKeptWinsByDepthBelowThoseOfTheExactSolution) {
    const std::string svg = drawn("strength ryg15 ryg16 --depth 1-3 --positions 100 --games 1");
    expect_texts(svg, {"Won positions in which the cats' move keeps the win", "program", "ryg15",
                       "ryg16", "exact solution", "chance"});
    std::vector<double> places, shares;
    for (const json& row : report["rows"]) shares.push_back(row["all"]["percent"]);
    for (const int series : {1, 2}) {
        for (const double place : heights_of_points(svg, series)) places.push_back(place);
    }
    static const std::regex level(R"( M[\d.]+,([\d.]+) L)");
    places.push_back(numbers_in(drawing_of(svg, 3), level).back());
    shares.push_back(100);
    expect_scaled(places, shares);
}

TEST_F(Plot, OfAHashHasItsTests) {
    const std::string of_search = "hash --tables host --positions search --depth 7";
    const std::string svg = drawn(of_search);
    std::vector<double> logarithms;
    for (const json& test : report["tests"]) {
        expect_texts(svg, {test["test"]});
        logarithms.push_back(std::log(test["p"].get<double>()));
    }
    expect_scaled(heights_of_bars(svg, 1), logarithms);
    expect_texts(drawn(of_search + " --sets 2"), {"good", "suspicious", "bad", "sets"});
    const std::string noise = drawn("hash --cadences");
    expect_texts(noise, {"correlation_of_bytes", "most by chance"});
    std::vector<double> repeated;
    for (const json& row : report["cadences"]) repeated.push_back(row["repeated"]);
    expect_scaled(heights_of_points(noise, 1), repeated);
}

TEST_F(Plot, OfMutateHasTheFaultsNoticedInEachRoutine) {
    const std::string svg = drawn("mutate hints --count 40 --seed 3");
    std::map<std::string, double> noticed;
    for (const json& one : report["results"]) {
        noticed[one["routine"]] += one["result"] == "killed" ? 1 : 0;
    }
    expect_texts(svg, {"Faults of hints, by routine", "noticed", "not noticed"});
    std::vector<double> counts;
    for (const auto& [routine, count] : noticed) {
        expect_texts(svg, {routine});
        if (count > 0) counts.push_back(count);
    }
    counts.push_back(0);
    std::vector<double> heights = heights_of_bars(svg, 2);
    std::erase(heights, 0);
    heights.push_back(0);
    expect_scaled(heights, counts);
}

TEST_F(Plot, OfADatabaseHasThePiecesByTheirCycles) {
    const std::string database = folder.file("a.sqlite");
    ASSERT_EQ(
        ryg("verify ryg15 ryg16 --depth 1,2 --positions 20 --games 1 --into " + database).status,
        0);
    const std::string svg = drawn("verify report " + database);
    expect_texts(svg, {"depth 1", "depth 2", "ryg15", "ryg16", "searches", "6502 cycles"});
    std::vector<double> pieces;
    const json& bins = report["rows"][0]["histogram"];
    for (auto bin = work::bin_of(bins[0]["cycles"]), i = 0U; i < bins.size(); ++bin) {
        const bool is_there = work::bin_of(bins[i]["cycles"]) == bin;
        pieces.push_back(is_there ? bins[i++]["pieces"].get<double>() : 0);
    }
    expect_scaled(heights_of_line(svg, 1), pieces);
    EXPECT_FALSE(contains(ryg("verify report " + database).out, "stroke-width"));
}

TEST_F(Plot, TakesNamesAsTheyAre) {
    const std::string name = folder.file("a'`touch x`.s");
    std::filesystem::copy(RYG_SOURCE_DIR "/tests/support/strangers/mul.s", name);
    const auto finished = run({RYG_PROGRAM, "mutate", name, "--count", "3", "--plot", file});
    EXPECT_NE(finished.status, 2) << finished.err;
    EXPECT_TRUE(contains(tests::content(file), "a'`touch x`")) << tests::content(file);
}

const std::vector<std::string> that_take_long{
    "bench veloz --positions 1000000", "strength veloz --depth 12 --games 1000000",
    "hash --sets 1000000", "mutate ryg16 --count 1000000", "verify report /nowhere"};

TEST_F(Plot, IsRefusedBeforeTheWork) {
    std::filesystem::create_directory(folder.file("folder.svg"));
    for (const std::string& command : that_take_long) {
        expect_refused(command, {{"--plot a.png", "'a.png': plots are SVG"},
                                 {"--plot ''", "a name that ends in .svg"},
                                 {"--plot /nowhere/a.svg",
                                  "cannot write '/nowhere/a.svg': No such file or directory"},
                                 {"--plot " + folder.file("folder.svg"), "Is a directory"}});
    }
}

TEST_F(WithFolder, PlotsNeedGnuplot) {
    for (const std::string& command : that_take_long) {
        expect_trouble(ryg(command + " --plot " + folder.file("a.svg"), "", {"PATH=/nowhere"}),
                       "install the package gnuplot");
    }
}

/// A gnuplot that knows its version and no more.
TEST_F(WithFolder, ThePlotThatIsThereStaysIfAnotherCannotBeDrawn) {
    const std::string fake = folder.write("gnuplot",
                                          "#!/bin/sh\n"
                                          "test \"$2\" = --version || "
                                          "{ echo '<svg'; echo no colours >&2; exit 3; }\n");
    std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
    const std::string file = folder.write("a.svg", "old");
    expect_trouble(ryg("bench ryg14 --plot " + file, "",
                       {"PATH=" + folder.path() + ":" + std::getenv("PATH")}),
                   "gnuplot failed: no colours");
    EXPECT_EQ(tests::content(file), "old");
}

TEST_F(Plot, OfAGameWithoutOneIsRefused) {
    claims::Game game = *engine::games().front();
    game.bench->plot.reset();
    const auto before = app::program();
    app::program().games = {&game};
    app::program().summary = "bench";
    const std::string why = tests::message_of([&] {
        static_cast<void>(app::bench({{"--plot", file}}));
    });
    app::program() = before;
    EXPECT_EQ(why, "--plot: the bench of ryg has none");
}

}  // namespace
}  // namespace ryg::program
