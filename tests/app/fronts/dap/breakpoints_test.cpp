// `ryg debug --dap`: breakpoints of every kind, what is answered, and that they stop the program.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

std::string text_at(const Json& object, const char* name) { return object.value(name, ""); }

TEST(DapBreakpoints, OnALineStopThere) {
    Launched client;
    const Json placed = client.set_breakpoint(dap_test::store_line);
    const Json expected{{"id", placed["id"]},
                        {"verified", true},
                        {"line", dap_test::store_line},
                        {"source", {{"name", "small.s"}, {"path", client.source()}}},
                        {"instructionReference", "0x0817"}};
    EXPECT_EQ(placed, expected);
    const Json stopped = client.go("continue");
    EXPECT_EQ(stopped["reason"], "breakpoint");
    EXPECT_EQ(stopped["hitBreakpointIds"], Json::array({placed["id"]}));
    EXPECT_EQ(client.line(), dap_test::store_line);
}

TEST(DapBreakpoints, MoveToTheNextLineWithCode) {
    Launched client("start:  nop\n; nothing\n\n        rts\n");
    const Json moved = client.set_breakpoint(6);
    EXPECT_EQ(moved["line"], 8);
    EXPECT_TRUE(moved["verified"]);
    const Json nowhere = client.set_breakpoint(900);
    EXPECT_FALSE(nowhere["verified"]);
    EXPECT_EQ(nowhere["message"], "no line from here on has made code");
    const Json unknown =
        client.ask("setBreakpoints", {{"source", {{"path", "/no/where.s"}}},
                                      {"breakpoints", {{{"line", 1}}}}})["breakpoints"][0];
    EXPECT_FALSE(unknown["verified"]);
    EXPECT_NE(text_at(unknown, "message").find("does not know this source"), std::string::npos);
}

TEST(DapBreakpoints, AreReplacedFileByFileAndKindByKind) {
    Launched client;
    client.set_breakpoint(dap_test::dex_line);
    client.ask("setFunctionBreakpoints", {{"breakpoints", {{{"name", "deep"}}}}});
    client.set_breakpoint(dap_test::store_line);
    EXPECT_EQ(client.go("continue")["reason"], "function breakpoint");
    client.ask("setFunctionBreakpoints", {{"breakpoints", Json::array()}});
    client.go("continue");
    EXPECT_EQ(client.line(), dap_test::store_line);
}

TEST(DapBreakpoints, TakeConditionsAndHitCounts) {
    Launched client;
    client.set_breakpoints({{{"line", dap_test::dex_line}, {"condition", "x == 2"}}});
    client.go("continue");
    EXPECT_EQ(client.evaluate("x"), "$02 (2)");

    Launched counted;
    counted.set_breakpoints({{{"line", dap_test::dex_line}, {"hitCondition", ">= 3"}}});
    counted.go("continue");
    EXPECT_EQ(counted.evaluate("x"), "$01 (1)");

    const Json list =
        counted.set_breakpoints({{{"line", dap_test::dex_line}, {"condition", "x =="}},
                                 {{"line", dap_test::dex_line}, {"hitCondition", "often"}},
                                 {{"line", dap_test::dex_line}, {"logMessage", "open {x"}},
                                 {{"line", dap_test::dex_line}, {"condition", "nobody == 1"}},
                                 {{"line", "six"}},
                                 {{"line", dap_test::dex_line}}})["breakpoints"];
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_FALSE(list[i]["verified"]) << list[i];
        EXPECT_NE(text_at(list[i], "message"), "") << list[i];
    }
    EXPECT_TRUE(list[5]["verified"]) << list[5];
}

TEST(DapBreakpoints, ThatLogDoNotStop) {
    Launched client;
    client.set_breakpoints({{{"line", dap_test::dex_line}, {"logMessage", "x is {x}, {x + 1}"}},
                            {{"line", dap_test::store_line}}});
    client.go("continue");
    EXPECT_EQ(client.line(), dap_test::store_line);
    for (const char* const text : {"x is $03, $04\n", "x is $02, $03\n", "x is $01, $02\n"}) {
        const Json output = client.event("output");
        EXPECT_EQ(output["output"], text);
        EXPECT_EQ(output["category"], "console");
        EXPECT_EQ(output["line"], dap_test::dex_line);
    }
}

TEST(DapBreakpoints, OnFunctionsAndInstructions) {
    Launched client;
    const Json functions =
        client.ask("setFunctionBreakpoints",
                   {{"breakpoints", {{{"name", "deep"}}, {{"name", "depe"}}}}})["breakpoints"];
    EXPECT_EQ(functions[0]["instructionReference"], "0x0822");
    EXPECT_EQ(functions[0]["line"], dap_test::deep_line);
    EXPECT_FALSE(functions[1]["verified"]);
    EXPECT_NE(text_at(functions[1], "message").find("deep"), std::string::npos) << functions[1];
    const Json instructions = client.ask("setInstructionBreakpoints",
                                         {{"breakpoints",
                                           {{{"instructionReference", "0x0822"}, {"offset", 5}},
                                            {{"instructionReference", "0xffff"}, {"offset", 1}},
                                            {{"instructionReference", "here"}}}}})["breakpoints"];
    EXPECT_TRUE(instructions[0]["verified"]);
    EXPECT_FALSE(instructions[1]["verified"]);
    EXPECT_FALSE(instructions[2]["verified"]);
    EXPECT_EQ(client.go("continue")["reason"], "function breakpoint");
    EXPECT_EQ(client.go("continue")["reason"], "instruction breakpoint");
    EXPECT_EQ(client.at(), "0x0827");
}

TEST(DapBreakpoints, OnDataStopBehindTheAccess) {
    Launched client;
    const Json info = client.ask("dataBreakpointInfo", {{"name", "counter"}});
    EXPECT_EQ(info, Json::parse(R"({"dataId": "0828-0828", "description": "counter",
        "accessTypes": ["read", "write", "readWrite"], "canPersist": true})"));
    client.ask("setDataBreakpoints",
               {{"breakpoints", {{{"dataId", info["dataId"]}, {"accessType", "write"}}}}});
    const Json stopped = client.go("continue");
    EXPECT_EQ(stopped["reason"], "data breakpoint");
    EXPECT_NE(text_at(stopped, "text"), "");
    EXPECT_EQ(client.line(), dap_test::call_deep_line);

    const Json range =
        client.ask("dataBreakpointInfo", {{"name", "0x0828"}, {"asAddress", true}, {"bytes", 2}});
    EXPECT_EQ(range["dataId"], "0828-0829");
    client.ask("setDataBreakpoints", {{"breakpoints", {{{"dataId", "0829-0829"}}}}});
    client.go("continue");
    EXPECT_EQ(client.line(), dap_test::rts_line);
}

TEST(DapBreakpoints, OnDataAreRefusedWhereThereIsNone) {
    Launched client;
    EXPECT_TRUE(
        client.ask("dataBreakpointInfo", {{"variablesReference", 1}, {"name", "A"}})["dataId"]
            .is_null());
    EXPECT_EQ(
        client.ask("dataBreakpointInfo", {{"variablesReference", 3}, {"name", "$02"}})["dataId"],
        "0002-0002");
    EXPECT_NE(client.refusal("dataBreakpointInfo",
                             {{"name", "0xffff"}, {"asAddress", true}, {"bytes", 2}}),
              "");
    EXPECT_NE(client.refusal("dataBreakpointInfo", {{"name", "nobody"}}), "");
    EXPECT_TRUE(client.ask("dataBreakpointInfo", {{"name", "X"}})["dataId"].is_null());
    const Json list =
        client.ask("setDataBreakpoints",
                   {{"breakpoints",
                     {{{"dataId", "0829"}},
                      {{"dataId", "0829-0828"}},
                      {{"dataId", "zzzz-zzzz"}},
                      {{"dataId", "0829-0829"}, {"accessType", "sniff"}}}}})["breakpoints"];
    for (const Json& each : list) EXPECT_FALSE(each["verified"]) << each;
}

TEST(DapBreakpoints, CanBeSetWhileTheProgramRuns) {
    Launched client("start:  inc $02\n        jmp start\n");
    client.ask("continue", {{"threadId", 1}});
    EXPECT_TRUE(client.set_breakpoint(6)["verified"]);
    EXPECT_EQ(client.event("stopped")["reason"], "breakpoint");
    EXPECT_EQ(client.line(), 6);
}

TEST(DapBreakpoints, OfCommandsAreKnownToTheClient) {
    Launched client;
    client.evaluate("break .deep", "repl");
    const Json added = client.event("breakpoint");
    EXPECT_EQ(added["reason"], "new");
    EXPECT_EQ(added["breakpoint"]["line"], dap_test::deep_line);
    EXPECT_EQ(client.go("continue")["hitBreakpointIds"], Json::array({added["breakpoint"]["id"]}));
    client.evaluate("delete", "repl");
    const Json removed = client.event("breakpoint");
    EXPECT_EQ(removed["reason"], "removed");
    EXPECT_EQ(removed["breakpoint"]["id"], added["breakpoint"]["id"]);
}

TEST(DapBreakpoints, OnExceptionsAreNone) {
    Launched client;
    EXPECT_EQ(client.ask("setExceptionBreakpoints", {{"filters", Json::array()}}),
              Json::parse(R"({"breakpoints": []})"));
    EXPECT_EQ(client.refusal("setExceptionBreakpoints", {{"filters", {"all"}}}),
              "there are no exception filters");
}

TEST(DapBreakpoints, AreOnLinesAsTheClientCountsThem) {
    const program::Folder folder;
    const std::string prg = folder.prg("small", dap_test::small_program);
    dap_test::Client client;
    client.ask("initialize", {{"linesStartAt1", false}, {"columnsStartAt1", false}});
    client.ask("launch", {{"program", prg}});
    const Json placed =
        client.ask("setBreakpoints",
                   {{"source", {{"path", folder.file("small.s")}}},
                    {"breakpoints", {{{"line", dap_test::store_line - 1}}}}})["breakpoints"][0];
    EXPECT_EQ(placed["line"], dap_test::store_line - 1);
    EXPECT_EQ(placed["instructionReference"], "0x0817");
    client.ask("configurationDone");
    client.event("stopped");
    const Json frame = client.ask("stackTrace", {{"threadId", 1}})["stackFrames"][0];
    EXPECT_EQ(frame["line"], dap_test::store_line - 1);
    EXPECT_EQ(frame["column"], 0);
}

}  // namespace
}  // namespace ryg
