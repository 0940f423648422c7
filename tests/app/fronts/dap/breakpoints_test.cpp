// `ryg debug --dap`: breakpoints of every kind, what is answered, and that they stop the program.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

TEST(DapBreakpoints, OnALineStopThere) {
    Launched().plays(R"(
        lines [{line: 10}]
            = [{id: 1, verified: true, line: 10, source: {name: "small.s", path: SOURCE},
            "instructionReference": "0x0817"}]
        go continue ~ {reason: "breakpoint", hitBreakpointIds: [1]}; line 10)");
}

TEST(DapBreakpoints, MoveToTheNextLineWithCode) {
    Launched("start:  nop\n; nothing\n\n        rts\n").plays(R"(
        lines [{line: 6}] ~ [{line: 8, verified: true}]
        lines [{line: 900}] ~ [{verified: false, message: "no line from here on has made code"}]
        setBreakpoints {source: {path: "/no/where.s"}, breakpoints: [{line: 1}]}
            ~ {breakpoints: [{verified: false, message: "~does not know this source"}]})");
}

TEST(DapBreakpoints, AreReplacedFileByFileAndKindByKind) {
    Launched().plays(R"(
        lines [{line: 7}]
        functions [{name: "deep"}]
        lines [{line: 10}]; go continue ~ {reason: "function breakpoint"}
        functions []; go continue; line 10)");
}

TEST(DapBreakpoints, TakeConditionsAndHitCounts) {
    Launched().plays(R"(lines [{line: 7, condition: "x == 2"}]; go continue; watch x = $02 (2))");
    Launched().plays(R"(
        lines [{line: 7, hitCondition: ">= 3"}]; go continue; watch x = $01 (1)
        lines [{line: 7, condition: "x =="}, {line: 7, hitCondition: "often"},
            {line: 7, logMessage: "open {x"}, {line: 7, condition: "nobody == 1"},
            {line: "six"}, {line: 7}]
            ~ [{verified: false, message: "~"}, {verified: false, message: "~"},
            {verified: false, message: "~"}, {verified: false, message: "~"},
            {verified: false, message: "~"}, {verified: true}])");
}

TEST(DapBreakpoints, ThatLogDoNotStop) {
    Launched().plays(R"(
        lines [{line: 7, logMessage: "x is {x}, {x + 1}"}, {line: 10}]; go continue; line 10
        event output ~ {output: "x is $03, $04\n", category: "console", line: 7}
        event output ~ {output: "x is $02, $03\n", category: "console", line: 7}
        event output ~ {output: "x is $01, $02\n", category: "console", line: 7})");
}

TEST(DapBreakpoints, OnFunctionsAndInstructions) {
    Launched().plays(R"(
        functions [{name: "deep"}, {name: "depe"}]
            ~ [{instructionReference: "0x0822", line: 15}, {verified: false, message: "~deep"}]
        instructions [{instructionReference: "0x0822", offset: 5},
            {instructionReference: "0xffff", offset: 1}, {instructionReference: "here"}]
            ~ [{verified: true}, {verified: false}, {verified: false}]
        go continue ~ {reason: "function breakpoint"}
        go continue ~ {reason: "instruction breakpoint"}; at 0x0827)");
}

TEST(DapBreakpoints, OnDataStopAfterTheAccess) {
    Launched().plays(R"(
        dataBreakpointInfo {name: "counter"} = {dataId: "0828-0828", description: "counter",
            "accessTypes": ["read", "write", "readWrite"], canPersist: true}
        data [{dataId: "0828-0828", accessType: "write"}]
        go continue ~ {reason: "data breakpoint", text: "~"}; line 13
        dataBreakpointInfo {name: "0x0828", asAddress: true, bytes: 2} ~ {dataId: "0828-0829"}
        data [{dataId: "0829-0829"}]; go continue; line 11)");
}

TEST(DapBreakpoints, OnDataAreRefusedWhereThereIsNone) {
    Launched().plays(R"(
        dataBreakpointInfo {variablesReference: 1, name: "A"} ~ {dataId: null}
        dataBreakpointInfo {variablesReference: 3, name: "$02"} ~ {dataId: "0002-0002"}
        dataBreakpointInfo {name: "0xffff", asAddress: true, bytes: 2} !
        dataBreakpointInfo {name: "nobody"} !
        dataBreakpointInfo {name: "X"} ~ {dataId: null}
        data [{dataId: "0829"}, {dataId: "0829-0828"}, {dataId: "zzzz-zzzz"},
            {dataId: "0829-0829", accessType: "sniff"}]
            ~ [{verified: false}, {verified: false}, {verified: false}, {verified: false}])");
}

TEST(DapBreakpoints, CanBeSetWhileTheProgramRuns) {
    Launched("start:  inc $02\n        jmp start\n").plays(R"(
        continue
        lines [{line: 6}] ~ [{verified: true}]; event stopped ~ {reason: "breakpoint"}; line 6)");
}

TEST(DapBreakpoints, OfCommandsAreKnownToTheClient) {
    Launched().plays(R"(
        type break .deep; event breakpoint ~ {reason: "new", breakpoint: {line: 15, id: 1}}
        go continue ~ {hitBreakpointIds: [1]}; type delete
        event breakpoint ~ {reason: "removed", breakpoint: {id: 1}})");
}

TEST(DapBreakpoints, OnExceptionsAreNotOffered) {
    Launched().plays(R"(
        setExceptionBreakpoints {filters: []} = {breakpoints: []}
        setExceptionBreakpoints {filters: ["all"]} ! there are no exception filters)");
}

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

}  // namespace
}  // namespace ryg
