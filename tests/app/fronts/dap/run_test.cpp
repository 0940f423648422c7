// `ryg debug --dap`: breakpoints of every kind; steps forward and backward, pause and goto.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

constexpr const char* endless = "start:  inc $02\n        jmp start\n";

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
    Launched(endless).plays(R"(
        continue
        lines [{line: 6}] ~ [{verified: true}]; event stopped ~ {reason: "breakpoint"}; line 6)");
}

TEST(DapBreakpoints, OfCommandsAreKnownToTheClient) {
    Launched().plays(R"(
        type break .deep; event breakpoint ~ {reason: "new", breakpoint: {line: 15, id: 1}}
        go continue ~ {hitBreakpointIds: [1]}; type delete
        event breakpoint ~ {reason: "removed", breakpoint: {id: 1}})");
}

TEST(DapBreakpoints, CountHitsInEveryWay) {
    Launched().plays(R"(
        lines [{line: 7, hitCondition: "== 2"}, {line: 10}]; go continue; watch x = $02 (2)
        go continue; line 10)");
    Launched().plays(R"(
        lines [{line: 7, hitCondition: "% 2"}, {line: 10}]; go continue; watch x = $02 (2)
        go continue; line 10; lines [{line: 7, hitCondition: "%0"}] ~ [{verified: false}])");
}

TEST(DapBreakpoints, AreNotVerifiedWhereThereIsOnlyData) {
    Launched().plays(R"(
        lines [{line: 19}] ~ [{verified: false, message: "no line from here on has made code"}]
        breakpointLocations {source: {path: SOURCE}, line: 1, endLine: 30} = {breakpoints: [
            {line: 5}, {line: 6}, {line: 7}, {line: 8}, {line: 9}, {line: 10}, {line: 11}, {line: 12},
            {line: 13}, {line: 14}, {line: 15}, {line: 16}, {line: 17}, {line: 18}]}
        breakpointLocations {source: {path: SOURCE}, line: 2} = {breakpoints: []})");
}

TEST(DapBreakpoints, OnExceptionsStopWhatAProgramShouldNotDo) {
    Launched(
        "start:  ldx #0\n        txs\n        pha\n        inc start\n        jsr $ffe4\n"
        "        brk\n        jam\n")
        .plays(R"(
        exceptionInfo ! no exception has stopped the program
        setExceptionBreakpoints {filters: []} = {breakpoints: []}
        setExceptionBreakpoints {filters: ["all", "stack"],
            "filterOptions": [{filterId: "code"}, {filterId: "key"}, {filterId: "brk"}]}
            ~ {breakpoints: [{verified: false, message: "there is no filter 'all'"},
            {verified: true}, {verified: true}, {verified: true}, {verified: true}]}
        go continue ~ {reason: "exception", description: "Stack: S wraps around"}; line 8
        exceptionInfo = {exceptionId: "stack", description: "Stack: S wraps around",
            "breakMode": "always"}
        go continue ~ {description: "Code: a store to what a source line made as code"}; line 9
        go continue ~ {description: "Key: the program waits for one"}; at 0xffe4)");
    Launched("start:  nop\n        brk\n").plays(R"(
        setExceptionBreakpoints {filters: ["brk", "jam"]} ~ {breakpoints: [{verified: true}]}
        go continue ~ {description: "BRK: the program is about to execute one"}; line 6)");
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

// --- running ------------------------------------------------------------------------------------

TEST(DapRun, NextGoesToTheNextLinePastCalls) {
    Launched().plays(R"(
        go next = {reason: "step", threadId: 1, allThreadsStopped: true}; line 6
        go next; line 7)");
}

TEST(DapRun, StepInEntersACallAndStepOutLeavesIt) {
    Launched().plays(R"(
        go next; go stepIn; line 12
        go next; go stepIn {granularity: "instruction"}; line 15
        stackTrace ~ {totalFrames: 3}; go stepOut; at 0x0821
        go stepOut; line 7)");
}

TEST(DapRun, ALineOfAMacroIsOneStepAndThreeInstructions) {
    Launched(
        ".macro twice\n        nop\n        nop\n.endmacro\n"
        "start:  twice\n        ldx #1\n        rts\n")
        .plays(R"(
        line 9
        go next; line 10
        go stepBack; at 0x080d
        go next {granularity: "instruction"}; at 0x080e; line 9)");
}

TEST(DapRun, StepBackUndoesNextAndByInstructionAnything) {
    Launched().plays(R"(
        go next; go next; go stepBack; line 6; watch @counter = $00 (0)
        go next; watch @counter = $01 (1)
        go stepBack {granularity: "instruction"}; at 0x0821)");  // the RTS of the routine that was called
}

TEST(DapRun, ReverseContinueGoesToTheBreakpointBeforeOrToTheBeginning) {
    Launched client;
    client.plays(R"(
        lines [{line: 10}]; go continue
        lines [{line: 7}])");
    for (const std::string x : {"$01 (1)", "$02 (2)", "$03 (3)"}) {
        client.plays("go reverseContinue ~ {reason: \"breakpoint\"}\nline 7\nwatch x = " + x);
    }
    client.plays(R"(
        go reverseContinue ~ {description: "This is the beginning"}; at 0x080d
        go stepBack ~ {description: "This is the beginning"})");
}

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

TEST(DapRun, AJamIsAnException) {
    Launched("start:  nop\n        jam\n").plays(R"(
        go continue ~ {reason: "exception", text: "~JAM"}; line 6
        exceptionInfo ~ {exceptionId: "jam"})");
}

TEST(DapRun, TheClientHearsThatACommandMovesTheProgram) {
    Launched().plays(R"(
        type z; event continued = {threadId: 1, allThreadsContinued: true}
        event stopped ~ {reason: "step"}; line 6)");
}

TEST(DapRun, ATracepointOfACommandDoesItsCommand) {
    Launched().plays(R"(
        type tr .deep; type command 1 "p @.counter"; lines [{line: 10}]; go continue
        event output ~ {output: "~$01  1"})");
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

TEST(DapRun, GotoMovesTheProgramCounter) {
    Launched().plays(R"(
        gotoTargets {source: {path: SOURCE}, line: 10} = {targets: [{id: 2071,
            "label": "start@loop+8", line: 10, instructionPointerReference: "0x0817"}]}
        go goto {targetId: 2071} ~ {reason: "goto"}; line 10
        goto {targetId: 65536} !)");
}

TEST(DapRun, RefusesOtherThreadsAndGranularities) {
    Launched().plays(R"(
        next {threadId: 2} ! 'threadId' is 2: it may be 1 to 1
        next {} ! 'threadId' is missing
        stepOut {granularity: "page"} ! ~statement, line, instruction)");
}

}  // namespace
}  // namespace ryg
