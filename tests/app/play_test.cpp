// `ryg play` without a terminal: keys from the input, the last screen to the output.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Play, TheCatsAnswerAMove) {
    for (const char* version : {"14", "15", "16"}) {
        const auto run = ryg({"play", "--version", version, "--depth", "2"}, "62\n");
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(contains(run.out, "PENSANDO: ...")) << run.out;
        EXPECT_TRUE(contains(run.out, "  6 .   R   .   .")) << run.out;
        EXPECT_TRUE(run.out.ends_with("JUGADA DEL RATON (FILA Y COLUMNA):\n")) << run.out;
    }
}

TEST(Play, TakesASquareAsTheTextsWriteIt) {
    EXPECT_EQ(ryg({"play", "--depth", "2"}, "(6, 2)\n").out,
              ryg({"play", "--depth", "2"}, "62").out);
}

TEST(Play, AsksForTheDepthUnlessItIsGiven) {
    EXPECT_TRUE(ryg({"play"}).out.ends_with("PROFUNDIDAD (1-5):\n"));
    EXPECT_EQ(ryg({"play"}, "3 62").out, ryg({"play", "--depth", "3"}, "62").out);
}

TEST(Play, QLeavesBeforeTheKeysBehindIt) {
    EXPECT_EQ(ryg({"play", "--depth", "1"}, "62q53").out, ryg({"play", "--depth", "1"}, "62").out);
}

TEST(Play, ReportsTheScreenAsJson) {
    const auto run = ryg({"play", "--depth", "1", "--json"}, "62");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(contains(run.out, "\"screen\": [")) << run.out;
}

TEST(Play, RefusesVersionsThatDoNotPlayAndDepthsThatDoNotExist) {
    expect_trouble(ryg({"play", "--version", "13"}), "use 14 to 16");
    expect_trouble(ryg({"play", "--depth", "6"}), "use 1 to 5");
    expect_trouble(ryg({"play", "--depth", "deep"}), "--depth");
}

}  // namespace
}  // namespace ryg
