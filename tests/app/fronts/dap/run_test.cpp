// `ryg debug --dap`: steps by lines and by instructions, forward and backward, pause and goto.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Launched;

constexpr const char* endless = "start:  inc $02\n        jmp start\n";

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
        stackTrace ! the program is running: 'pause' it
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
    Launched("start:  nop\n        jam\n")
        .plays(R"(go continue ~ {reason: "exception", text: "~JAM"})");
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
