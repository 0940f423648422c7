// `ryg debug --dap`: how a session begins and ends, and what is refused on the way.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Client;
using dap_test::Json;
using dap_test::Launched;
using dap_test::search_arguments;

TEST(DapSession, SaysWhatItCan) {
    Client client;
    const Json expected = Json::parse(R"({
        "supportsConfigurationDoneRequest": true, "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true, "supportsHitConditionalBreakpoints": true,
        "supportsEvaluateForHovers": true, "supportsStepBack": true,
        "supportsSetVariable": true, "supportsGotoTargetsRequest": true,
        "supportsCompletionsRequest": true, "supportsRestartRequest": true,
        "supportsLoadedSourcesRequest": true, "supportsLogPoints": true,
        "supportsSetExpression": true, "supportsTerminateRequest": true,
        "supportsDataBreakpoints": true, "supportsDataBreakpointBytes": true,
        "supportsReadMemoryRequest": true, "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true, "supportsCancelRequest": true,
        "supportsSteppingGranularity": true, "supportsInstructionBreakpoints": true})");
    EXPECT_EQ(client.ask("initialize", {{"adapterID", "ryg"}}), expected);
    EXPECT_EQ(client.refusal("initialize"), "the session has been initialized");
}

TEST(DapSession, RefusesWhatItDoesNotKnowInTheProtocolsShape) {
    Client client;
    const int seq = client.send("teleport", {{"where", "home"}});
    const Json answer = client.response(seq);
    EXPECT_EQ(answer["type"], "response");
    EXPECT_EQ(answer["command"], "teleport");
    EXPECT_EQ(answer["success"], false);
    EXPECT_EQ(answer["message"], "there is no request 'teleport'");
    EXPECT_EQ(answer["body"]["error"]["format"], "{why}");
    EXPECT_EQ(answer["body"]["error"]["variables"]["why"], answer["message"]);
}

TEST(DapSession, RefusesWhatComesTooSoon) {
    Client client;
    EXPECT_EQ(client.refusal("launch"), "the first request is 'initialize'");
    client.ask("initialize");
    EXPECT_EQ(client.refusal("stackTrace", {{"threadId", 1}}),
              "there is no program yet: 'launch' it");
    client.ask("launch", search_arguments());
    EXPECT_EQ(client.refusal("next", {{"threadId", 1}}),
              "the program has not begun: 'configurationDone' lets it");
    EXPECT_NE(client.refusal("launch", search_arguments()).find("'restart'"), std::string::npos);
}

TEST(DapSession, SaysWhatIsWrongWithALaunch) {
    const program::Folder folder;
    const std::string bad_labels = folder.prg("bad", "        rts\n");
    EXPECT_FALSE(folder.write("bad.lbl", "al nothing\n").empty());
    const std::vector<std::pair<Json, std::string>> cases{
        {Json::object(), "give 'program', a file, or 'position'"},
        {{{"program", "a"}, {"position", "b"}}, "one of them"},
        {{{"program", 7}}, "'program' is no string"},
        {{{"program", folder.file("none.prg")}}, "none.prg"},
        {{{"program", bad_labels}}, "bad.lbl"},
        {{{"position", "nonsense"}}, "unknown letter 'n'"},
        {{{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", 9}}, "depth"},
        {{{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", "two"}}, "'depth'"},
        {{{"program", "ryg16"}, {"model", "vic20"}}, "vic20"},
        {{{"program", "ryg16"}, {"stopOnEntry", 1}}, "'stopOnEntry'"},
    };
    Client client;
    client.ask("initialize");
    for (const auto& [arguments, words] : cases) {
        const std::string why = client.refusal("launch", arguments);
        EXPECT_NE(why.find(words), std::string::npos) << arguments << ": " << why;
        EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    }
    client.ask("launch", search_arguments());
    client.event("initialized");
}

TEST(DapSession, StopsOnEntryOrRunsToTheEnd) {
    Launched stopped(dap_test::small_program, false);
    stopped.ask("configurationDone");
    const Json entry = Json::parse(R"({"reason": "entry", "threadId": 1,
                                      "allThreadsStopped": true})");
    EXPECT_EQ(stopped.event("stopped"), entry);
    EXPECT_EQ(stopped.at(), "0x080d");

    stopped.ask("continue", {{"threadId", 1}});
    EXPECT_NE(stopped.event("output")["output"].get<std::string>().find("has returned after"),
              std::string::npos);
    EXPECT_EQ(stopped.event("exited")["exitCode"], 0);
    stopped.event("terminated");
    stopped.ask("disconnect");
    EXPECT_EQ(stopped.wait(), 0);
}

TEST(DapSession, RunsAtOnceWithoutStopOnEntryOrDebugging) {
    const program::Folder folder;
    const std::string prg = folder.prg("quick", "        rts\n");
    for (const Json& arguments :
         {Json{{"program", prg}},
          Json{{"program", prg}, {"noDebug", true}, {"stopOnEntry", true}}}) {
        Launched client(arguments, false);
        client.ask("configurationDone");
        client.event("terminated");
    }
}

TEST(DapSession, StartsAgainWithTheSameBreakpoints) {
    Launched client;
    const Json placed = client.set_breakpoint(dap_test::store_line);
    client.go("continue");
    client.ask("restart");
    EXPECT_EQ(client.event("stopped")["reason"], "entry");
    EXPECT_EQ(client.at(), "0x080d");
    EXPECT_EQ(client.go("continue")["hitBreakpointIds"], Json::array({placed["id"]}));

    Json other = search_arguments();
    client.ask("restart", {{"arguments", other}});
    client.event("stopped");
    EXPECT_EQ(client.frame()["name"], "search");
    EXPECT_NE(client.refusal("restart", {{"arguments", {{"program", "none.prg"}}}}), "");
    EXPECT_EQ(client.frame()["name"], "search") << "a restart that fails changes nothing";
}

TEST(DapSession, DoesNotBeginByARestartBeforeItIsConfigured) {
    Launched client({{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", 1}}, false);
    client.ask("restart");
    client.ask("setFunctionBreakpoints", {{"breakpoints", {{{"name", "miniMax"}}}}});
    client.ask("configurationDone");
    EXPECT_EQ(client.event("stopped")["reason"], "function breakpoint");
}

TEST(DapSession, EndsWhenTheClientSaysSo) {
    Launched client;
    client.ask("terminate");
    client.event("terminated");
    client.ask("disconnect", {{"terminateDebuggee", true}});
    EXPECT_EQ(client.wait(), 0);
    EXPECT_EQ(client.errors(), "");
}

TEST(DapSession, EndsWhenTheClientGoesWhileTheProgramRuns) {
    Launched client("start:  inc $02\n        jmp start\n");
    client.ask("continue", {{"threadId", 1}});
    client.close_input();
    EXPECT_EQ(client.wait(), 0);
}

TEST(DapSession, EndsAtCtrlC) {
    Launched client("start:  inc $02\n        jmp start\n");
    client.ask("continue", {{"threadId", 1}});
    ::kill(client.pid(), SIGINT);
    EXPECT_EQ(client.wait(), 130);
}

TEST(DapSession, IsAskedForInOneWayAndToldWhatToDebugByTheClient) {
    using program::expect_trouble;
    using program::ryg;
    expect_trouble(ryg({"debug", "--dap", "ryg16"}), "--file");
    expect_trouble(ryg({"debug", "--dap", "--position", "8/8 w"}), "--position");
    expect_trouble(ryg({"debug", "--dap", "--dap-port", "0"}), "give one of them");
    expect_trouble(ryg({"debug", "--dap-port", "65536"}), "too large");
    expect_trouble(ryg({"debug", "--dap-port", "door"}), "--dap-port");
}

TEST(DapSession, CancelsARequestThatHasNotBegun) {
    Launched client;
    const auto message = [](int seq, const std::string& command, const Json& arguments) {
        return dap_test::framed(
            Json{{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}}
                .dump());
    };
    // In one piece, so that all three are there before the first is handled.
    client.send_raw(message(901, "threads", Json::object()) +
                    message(902, "readMemory", {{"memoryReference", "0"}, {"count", 1}}) +
                    message(903, "cancel", {{"requestId", 902}}));
    EXPECT_TRUE(client.response(901)["success"]);
    const Json cancelled = client.response(902);
    EXPECT_FALSE(cancelled["success"]);
    EXPECT_EQ(cancelled["message"], "cancelled");
    EXPECT_TRUE(client.response(903)["success"]);
}

TEST(DapSession, NamesTheSourceFilesThatAreMissingAndLooksWhereItIsSent) {
    const program::Folder folder;
    const std::string prg = folder.prg("small", dap_test::small_program);
    std::filesystem::create_directory(folder.file("moved"));
    std::filesystem::rename(folder.file("small.s"), folder.file("moved/small.s"));
    Client client;
    client.ask("initialize", {{"adapterID", "ryg"}});
    client.ask("launch", {{"program", prg}, {"timing", "cpu"}});
    const std::string output = client.event("output")["output"];
    EXPECT_NE(output.find("no source file "), std::string::npos) << output;
    EXPECT_NE(output.find("small.s"), std::string::npos) << output;
    EXPECT_NE(client.refusal("restart", {{"arguments", {{"program", prg}, {"sourceFolders", 7}}}})
                  .find("'sourceFolders'"),
              std::string::npos);
}

}  // namespace
}  // namespace ryg
