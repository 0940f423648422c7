// `ryg debug --dap`: plays the sessions of sessions.txt; pause, cancel, progress and the way back.
#include "tests/app/fronts/dap/program.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

constexpr const char* endless = "start:  inc $02\n        jmp start\n";

struct DapSessions : testing::TestWithParam<tests::Case> {};
TEST_P(DapSessions, GoAsTheFileSays) {
    std::istringstream lines(GetParam().text);
    std::string source, script;
    for (std::string line; std::getline(lines, line);) {
        const bool is_source = line.starts_with("--");
        (is_source ? source : script) += (is_source ? line.erase(0, 3) : line) + '\n';
    }
    Launched(source.empty() ? dap_test::small_program : source.c_str()).plays(script);
}
INSTANTIATE_TEST_SUITE_P(Of, DapSessions,
                         testing::ValuesIn(tests::cases_of(RYG_SOURCE_DIR
                                                           "/tests/app/fronts/dap/sessions.txt")),
                         tests::name_of_row);

TEST(DapBreakpoints, AreOnLinesAsTheClientCountsThem) {
    const program::Folder folder;
    const std::string prg = folder.prg("small", dap_test::small_program);
    dap_test::Client client;
    client.ask("initialize", {{"linesStartAt1", false}, {"columnsStartAt1", false}});
    client.ask("launch", {{"program", prg}});
    const Json placed =
        client.ask("setBreakpoints", {{"source", {{"path", folder.file("small.s")}}},
                                      {"breakpoints", {{{"line", 9}}}}})["breakpoints"][0];
    EXPECT_EQ(placed["line"], 9);
    EXPECT_EQ(placed["instructionReference"], "0x0817");
    client.ask("configurationDone");
    client.event("stopped");
    const Json frame = client.ask("stackTrace", {{"threadId", 1}})["stackFrames"][0];
    EXPECT_EQ(frame["line"], 9);
    EXPECT_EQ(frame["column"], 0);
}

// --- running ------------------------------------------------------------------------------------

TEST(DapRun, PauseStopsWhatNeverEnds) {
    Launched client(endless);
    client.plays(R"(
        continue
        stackTrace ! the program is running: send 'pause' first
        threads = {threads: [{id: 1, name: "6502"}]}; go pause ~ {reason: "pause"})");
    EXPECT_GE(client.frame()["line"], 5);
    client.plays("pause\nthreads");  // no harm, and no second event
    for (const auto& message : client.kept()) EXPECT_NE(message["event"], "stopped") << message;
}

TEST(DapRun, PauseAndCancelStopACommandThatNeverEnds) {
    Launched client(endless);
    const dap_test::Json run_on{{"expression", "continue"}, {"context", "repl"}};
    const int running = client.send("evaluate", run_on);
    client.send("pause", {{"threadId", 1}});
    EXPECT_TRUE(client.response(running)["success"]);
    EXPECT_EQ(client.event("stopped")["reason"], "pause");

    const int cancelled = client.send("evaluate", run_on);
    ::usleep(50'000);  // it is under way
    client.ask("cancel", {{"requestId", cancelled}});
    EXPECT_EQ(client.response(cancelled)["message"], "cancelled");
}

TEST(DapRun, WorkThatTakesLongShowsHowFarItHasCome) {
    const program::Folder folder;
    dap_test::Client client;
    client.ask("initialize", {{"supportsProgressReporting", true}});
    client.ask("launch", {{"program", folder.prg("endless", endless)}, {"stopOnEntry", true}});
    client.ask("configurationDone");
    client.event("stopped");
    const int running = client.send("evaluate", {{"expression", "x"}, {"context", "repl"}});
    EXPECT_EQ(client.event("progressStart")["title"], "x");
    EXPECT_TRUE(client.event("progressUpdate").contains("message"));
    client.send("pause", {{"threadId", 1}});
    EXPECT_TRUE(client.response(running)["success"]);
    EXPECT_TRUE(client.event("progressEnd").contains("progressId"));
}

}  // namespace
}  // namespace ryg
