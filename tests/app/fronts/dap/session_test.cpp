// `ryg debug --dap`: how a session begins and ends, and what is refused on the way.
#include "tests/app/fronts/dap/program.hpp"
#include "tests/support/socket.hpp"

namespace ryg {
namespace {

using dap_test::Client;
using dap_test::Json;
using dap_test::Launched;
using dap_test::search_arguments;

constexpr const char* endless = "start:  inc $02\n        jmp start\n";

TEST(DapSession, SaysWhatItCan) {
    Client client;
    Json expected;
    // clang-format off
    for (const std::string what :
        {"ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints",
         "HitConditionalBreakpoints", "EvaluateForHovers", "StepBack", "SetVariable",
         "GotoTargetsRequest", "CompletionsRequest", "RestartRequest", "LoadedSourcesRequest",
         "LogPoints", "SetExpression", "TerminateRequest", "DataBreakpoints", "DataBreakpointBytes",
         "ReadMemoryRequest", "WriteMemoryRequest", "DisassembleRequest", "CancelRequest",
         "SteppingGranularity", "InstructionBreakpoints", "BreakpointLocationsRequest",
         "ExceptionInfoRequest"}) {
        // clang-format on
        expected["supports" + what] = true;
    }
    for (const auto& [filter, label] :
         {std::pair{"brk", "BRK: the program is about to execute one"},
          {"jam", "JAM: the program is about to execute one"},
          {"stack", "Stack: S wraps around"},
          {"code", "Code: a store to code that a source line generated"},
          {"key", "Key: the program waits for one"}}) {
        expected["exceptionBreakpointFilters"].push_back(
            {{"filter", filter}, {"label", label}, {"default", false}});
    }
    EXPECT_EQ(client.ask("initialize", {{"adapterID", "ryg"}}), expected);
    EXPECT_EQ(client.refusal("initialize"), "'initialize' was already sent");
}

TEST(DapSession, RefusesWhatItDoesNotKnowInTheProtocolsShape) {
    Client client;
    const Json answer = client.response(client.send("teleport", {{"where", "home"}}));
    const std::string why = "there is no request 'teleport'";
    const Json wanted{{"type", "response"},
                      {"command", "teleport"},
                      {"success", false},
                      {"message", why},
                      {"body", {{"error", {{"format", "{why}"}, {"variables", {{"why", why}}}}}}}};
    EXPECT_TRUE(program::holds(answer, wanted)) << answer;
}

TEST(DapSession, RefusesWhatComesTooSoon) {
    Client client;
    EXPECT_EQ(client.refusal("launch"), "send 'initialize' first");
    client.ask("initialize");
    EXPECT_EQ(client.refusal("stackTrace", {{"threadId", 1}}),
              "there is no program yet: send 'launch' first");
    client.ask("launch", search_arguments());
    EXPECT_EQ(client.refusal("next", {{"threadId", 1}}),
              "the program has not started: send 'configurationDone' first");
    EXPECT_TRUE(program::contains(client.refusal("launch", search_arguments()), "'restart'"));
}

TEST(DapSession, SaysWhatIsWrongWithALaunch) {
    const program::Folder folder;
    const Json position = search_arguments()["position"];
    const std::vector<std::pair<Json, std::string>> cases{
        {Json::object(), "give 'program', a file, or 'position'"},
        {{{"program", "ryg99"}, {"position", position}}, "ryg99"},
        {{{"program", "perfecto"}, {"position", position}}, "perfecto: its searches"},
        {{{"program", "perfecto.prg"}, {"depth", 2}}, "--depth is for a search"},
        {{{"position", position}, {"keys", "1"}}, "--keys is for a program"},
        {{{"position", position}, {"cia", "6526"}}, "--cia is for a program"},
        {{{"program", "ryg16"}, {"cia", "6522"}}, "use 6526, 6526a or 6526-4485"},
        {{{"program", "ryg16"}, {"joystickAt", {"5:3:up"}}}, "the port, 1 or 2"},
        {{{"program", 7}}, "'program' is not a string"},
        {{{"program", folder.file("none.prg")}}, "none.prg"},
        {{{"position", "nonsense"}}, "unknown letter 'n'"},
        {{{"position", position}, {"depth", 9}}, "depth"},
        {{{"position", position}, {"depth", "two"}}, "depth"},
        {{{"program", "ryg16"}, {"putc", "$fff0"}}, "--machine ram"},
        {{{"program", "ryg16"}, {"model", "vic20"}}, "vic20"},
        {{{"program", "ryg16"}, {"stopOnEntry", 1}}, "'stopOnEntry'"},
    };
    Client client;
    client.ask("initialize");
    for (const auto& [arguments, words] : cases) {
        const std::string why = client.refusal("launch", arguments);
        EXPECT_TRUE(program::contains(why, words)) << arguments << ": " << why;
    }
    client.ask("launch", search_arguments());
    client.event("initialized");
}

TEST(DapSession, GoesOnWithoutLabelsThatCannotBeReadAndSaysSo) {
    const program::Folder folder;
    const std::string prg = folder.prg("bad", "        rts\n");
    EXPECT_FALSE(folder.write("bad.lbl", "al nothing\n").empty());
    Launched client({{"program", prg}}, false);
    client.plays(R"(event output ~ {output: "~bad.lbl:1: not a label"}
        configurationDone; event terminated)");
}

TEST(DapSession, StartsARawBinaryOnRamWithATerminal) {
    const program::Folder folder;
    const std::string binary = folder.write("a.bin", "\xad\xf1\xff\x8d\xf0\xff\x60");
    Launched client({{"program", binary},
                     {"machine", "ram"},
                     {"load", "$1000"},
                     {"putc", "$fff0"},
                     {"getc", "$fff1"},
                     {"end", "$ff00"},
                     {"keys", "!"},
                     {"stopOnEntry", true}});
    client.plays("at 0x1000; next; next");
    EXPECT_EQ(client.ask("evaluate", {{"expression", ".a"}})["result"], "$21 (33)");
}

TEST(DapSession, ConnectsWhatTheLaunchNames) {
    Launched client({{"program", "ryg16"}, {"joystick2", "fire"}, {"stopOnEntry", true}});
    EXPECT_EQ(client.ask("evaluate", {{"expression", "@$dc00 & $10"}})["result"], "$00 (0)");
}

TEST(DapSession, SearchesByTheProgramThatTheLaunchNames) {
    Json arguments = search_arguments();
    const auto value_by = [&](const char* program) {
        arguments["program"] = program;
        Launched client(arguments);
        client.plays("functions [{name: \"searchDone\"}]; go continue");
        return client.ask("evaluate", {{"expression", "tree 0"}, {"context", "repl"}})["result"];
    };
    EXPECT_NE(value_by("ryg12"), value_by("ryg13"));
    EXPECT_EQ(value_by("ryg"), value_by("ryg16"));
}

TEST(DapSession, StopsOnEntryOrRunsToTheEnd) {
    Launched client(dap_test::small_program, false);
    client.plays(R"(
        configurationDone
        event stopped = {reason: "entry", threadId: 1, allThreadsStopped: true}; at 0x080d
        continue; event output ~ {output: "~has returned after"}; event exited ~ {exitCode: 0}
        event terminated; disconnect)");
    EXPECT_EQ(client.adapter.wait(), 0);
}

TEST(DapSession, RunsAtOnceWithoutStopOnEntryOrDebugging) {
    const program::Folder folder;
    Json arguments{{"program", folder.prg("quick", "        nop\n        rts\n")}};
    Launched(arguments, false).plays("configurationDone\nevent terminated");
    arguments.update({{"noDebug", true}, {"stopOnEntry", true}});
    Launched(arguments, false).plays(R"(
        instructions [{instructionReference: "0x080e"}]; configurationDone; event terminated)");
}

TEST(DapSession, DoesNotBeginByARestartBeforeItIsConfigured) {
    Json arguments = search_arguments();
    arguments.erase("stopOnEntry");
    Launched(arguments, false).plays(R"(
        restart
        functions [{name: "miniMax"}]; configurationDone
        event stopped ~ {reason: "function breakpoint"})");
}

TEST(DapSession, EndsWhenTheClientSaysSo) {
    Launched client;
    client.plays("terminate\nevent terminated\ndisconnect {terminateDebuggee: true}");
    EXPECT_EQ(client.adapter.wait(), 0);
    EXPECT_EQ(client.errors(), "");
}

TEST(DapSession, EndsWhenTheClientGoesWhileTheProgramRuns) {
    Launched client(endless);
    client.plays("continue");
    client.adapter.close_input();
    EXPECT_EQ(client.adapter.wait(), 0);
}

TEST(DapSession, HasNothingToAttachToUnlessTheServerHasAProgram) {
    Client client;
    client.ask("initialize");
    EXPECT_TRUE(program::contains(client.refusal("attach"), "nothing to attach to"));
}

TEST(DapSession, EndsAtCtrlC) {
    Launched client(endless);
    client.plays("continue");
    client.adapter.interrupt();
    EXPECT_EQ(client.adapter.wait(), 130);
}

TEST(DapSession, CancelsARequestThatHasNotBegun) {
    Launched client;
    // In one piece, so that all three are there before the first is handled.
    client.adapter.send(
        dap_test::request(901, "threads") +
        dap_test::request(902, "readMemory", {{"memoryReference", "0"}, {"count", 1}}) +
        dap_test::request(903, "cancel", {{"requestId", 902}}));
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
    EXPECT_TRUE(program::contains(output, "no source file ")) << output;
    EXPECT_TRUE(program::contains(output, "small.s")) << output;
    const Json other{{"program", prg}, {"sourceFolders", 7}};
    EXPECT_TRUE(
        program::contains(client.refusal("restart", {{"arguments", other}}), "'sourceFolders'"));
}

/// One client over a port: sends its requests at once, and gives all that comes until it is hung up on.
std::string over_a_port(int port, const std::string& requests) {
    tests::Socket connection(port);
    connection.send(requests);
    return connection.receive_all();
}

TEST(DapSession, AttachesToTheProgramOfTheServerWhichOutlivesTheClient) {
    const program::Folder folder;
    program::Child server({RYG_PROGRAM, "debug", folder.prg("small", dap_test::small_program),
                           "--dap-port", "0", "--timing", "cpu"});
    std::string line;
    while (line.find('\n') == line.npos && server.receive(line)) continue;
    const int port = std::atoi(line.c_str() + line.find_last_of(' '));
    using dap_test::request;
    const std::string begin =
        request(1, "initialize") + request(2, "attach") + request(3, "configurationDone");
    const std::string first = over_a_port(
        port, begin + request(4, "evaluate", {{"expression", "z"}, {"context", "repl"}}) +
                  request(5, "setFunctionBreakpoints", {{"breakpoints", {{{"name", "deep"}}}}}) +
                  request(6, "restart") + request(7, "disconnect"));
    EXPECT_TRUE(program::contains(first, "\"reason\":\"entry\"")) << first;
    EXPECT_TRUE(program::contains(first, "'restart' is not supported")) << first;
    const std::string second =
        over_a_port(port, begin + request(4, "stackTrace", {{"threadId", 1}}) +
                              request(5, "evaluate", {{"expression", "bk"}, {"context", "repl"}}) +
                              request(6, "disconnect"));
    EXPECT_TRUE(program::contains(second, "0x080f"))
        << "where the first client left it: " << second;
    EXPECT_TRUE(program::contains(second, "no checkpoints")) << second;
}

// --- frames -------------------------------------------------------------------------------------

const std::string initialize = dap_test::request(1, "initialize");

TEST(DapFrames, MayComeByteByByte) {
    Client client;
    for (const char byte : initialize) client.adapter.send(std::string_view(&byte, 1));
    EXPECT_TRUE(client.response(1)["success"]);
}

TEST(DapFrames, MayComeSeveralAtOnce) {
    Client client;
    std::string all = initialize;
    for (int seq = 2; seq <= 1000; ++seq) all += dap_test::request(seq, "threads");
    client.adapter.send(all);
    for (const int seq : {1, 2, 999, 1000}) EXPECT_EQ(client.response(seq)["request_seq"], seq);
}

TEST(DapFrames, MayHaveOtherHeaderLinesAndNamesInAnyCase) {
    Client client;
    const std::string body = R"({"seq":7,"type":"request","command":"initialize"})";
    client.adapter.send("Content-Type: application/json\r\ncontent-length:" +
                        std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_TRUE(client.response(7)["success"]);
}

TEST(DapFrames, WithABrokenHeaderEndTheConnection) {
    for (const std::string& header : std::vector<std::string>{
             "Content-Length: -1", "Content-Length: twelve", "Content-Length: 12 34",
             "Content-Length: ", "Content-Length: 1048577", "Content-Length: 99999999999999999999",
             "Content-Length: 5\r\nContent-Length: 5", "Content-Type: x", "no colon",
             "POST /: HTTP/1.1\r\nContent-Length: 5", "Content-Length: 5\r\nHost: 127.0.0.1", "",
             std::string(5000, 'x')}) {
        Client client;
        client.adapter.send(initialize + header + "\r\n\r\nabcde");
        EXPECT_TRUE(client.response(1)["success"]);
        const Json answer = client.response(0);
        EXPECT_FALSE(answer["success"]) << header;
        EXPECT_TRUE(
            program::contains(answer["message"].get<std::string>(), "the connection ends here"))
            << answer;
        EXPECT_EQ(client.adapter.wait(), 2) << header;
        EXPECT_TRUE(client.errors().starts_with("ryg debug: ")) << client.errors();
        EXPECT_EQ(std::ranges::count(client.errors(), '\n'), 1) << client.errors();
    }
}

TEST(DapFrames, TakeNoMemoryForWhatAHeaderPromises) {
    Client client;
    std::string flood = "Content-Length: 4000000000\r\n\r\n";
    flood.resize(1 << 16, ' ');
    for (int i = 0; i < 1000 && client.adapter.send(flood); ++i) continue;
    EXPECT_EQ(client.adapter.wait(), 2);
}

TEST(DapFrames, ThatHoldNoRequestAreAnsweredAndTheSessionGoesOn) {
    Client client;
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "no JSON"},
        {"{", "no JSON"},
        {"{\"seq\":1e9999}", "no JSON"},
        {"\"\xff\xfe\"", "no JSON"},
        {std::string(500'000, '['), "nested deeper"},
        {"[]", "a message is a JSON object"},
        {"7", "a message is a JSON object"},
        {R"({"seq":1})", "'type'"},
        {R"({"seq":1,"type":"event","event":"x"})", "'type'"},
        {R"({"seq":1,"type":"request"})", "'command'"},
        {R"({"seq":1,"type":"request","command":7})", "'command'"},
        {R"({"seq":1,"type":"request","command":"initialize","arguments":[1]})", "'arguments'"},
    };
    for (const auto& [body, words] : cases) {
        client.adapter.send(dap_test::framed(body));
        const auto answer = client.receive();
        ASSERT_TRUE(answer.has_value()) << body.substr(0, 80);
        const Json wanted{{"type", "response"}, {"success", false}, {"message", "~" + words}};
        EXPECT_TRUE(program::holds(*answer, wanted)) << body.substr(0, 80) << *answer;
    }
    client.adapter.send(initialize);
    EXPECT_TRUE(client.response(1)["success"]);
}

TEST(DapFrames, MayEndTheSessionAnywhere) {
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{20},
                                     initialize.size() - 1, initialize.size()}) {
        const bool whole = length == 0 || length == initialize.size();
        Client client;
        client.adapter.send(initialize.substr(0, length));
        client.adapter.close_input();
        EXPECT_EQ(client.adapter.wait(), whole ? 0 : 2) << "after " << length << " bytes";
        EXPECT_EQ(program::contains(client.errors(), "the input ends within a message"), !whole);
    }
}

}  // namespace
}  // namespace ryg
