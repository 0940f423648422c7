// `ryg debug --dap`: steps by lines and by instructions, forward and backward, pause and goto.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

const Json by_instruction{{"granularity", "instruction"}};

TEST(DapRun, NextGoesToTheNextLinePastCalls) {
    Launched client;
    EXPECT_EQ(client.go("next"), Json::parse(R"({"reason": "step", "threadId": 1,
                                                 "allThreadsStopped": true})"));
    EXPECT_EQ(client.line(), dap_test::loop_line);
    client.go("next");
    EXPECT_EQ(client.line(), dap_test::dex_line);
}

TEST(DapRun, StepInEntersACallAndStepOutLeavesIt) {
    Launched client;
    client.go("next");
    client.go("stepIn");
    EXPECT_EQ(client.line(), dap_test::work_line);
    client.go("next");
    client.go("stepIn", by_instruction);
    EXPECT_EQ(client.line(), dap_test::deep_line);
    EXPECT_EQ(client.ask("stackTrace", {{"threadId", 1}})["totalFrames"], 3);
    client.go("stepOut");
    EXPECT_EQ(client.at(), "0x0821");
    client.go("stepOut");
    EXPECT_EQ(client.line(), dap_test::dex_line);
}

TEST(DapRun, ALineOfAMacroIsOneStepAndThreeInstructions) {
    Launched client(
        ".macro twice\n        nop\n        nop\n.endmacro\n"
        "start:  twice\n        ldx #1\n        rts\n");
    const int macro_line = client.line();
    client.go("next");
    EXPECT_EQ(client.line(), macro_line + 1);
    client.go("stepBack");
    EXPECT_EQ(client.at(), "0x080d");
    client.go("next", by_instruction);
    EXPECT_EQ(client.at(), "0x080e");
    EXPECT_EQ(client.line(), macro_line);
}

TEST(DapRun, StepBackUndoesNextAndByInstructionAnything) {
    Launched client;
    client.go("next");
    client.go("next");
    client.go("stepBack");
    EXPECT_EQ(client.line(), dap_test::loop_line);
    EXPECT_EQ(client.evaluate("@counter"), "$00 (0)");
    client.go("next");
    EXPECT_EQ(client.evaluate("@counter"), "$01 (1)");
    client.go("stepBack", by_instruction);
    EXPECT_EQ(client.at(), "0x0821") << "the RTS of the routine that was called";
}

TEST(DapRun, ReverseContinueGoesToTheBreakpointBeforeOrToTheBeginning) {
    Launched client;
    client.set_breakpoint(dap_test::store_line);
    client.go("continue");
    client.set_breakpoint(dap_test::dex_line);
    for (const char* const x : {"$01 (1)", "$02 (2)", "$03 (3)"}) {
        EXPECT_EQ(client.go("reverseContinue")["reason"], "breakpoint");
        EXPECT_EQ(client.line(), dap_test::dex_line);
        EXPECT_EQ(client.evaluate("x"), x);
    }
    const Json beginning = client.go("reverseContinue");
    EXPECT_EQ(beginning["description"], "This is the beginning");
    EXPECT_EQ(client.at(), "0x080d");
    EXPECT_EQ(client.go("stepBack")["description"], "This is the beginning");
}

TEST(DapRun, PauseStopsWhatNeverEnds) {
    Launched client("start:  inc $02\n        jmp start\n");
    client.ask("continue", {{"threadId", 1}});
    EXPECT_EQ(client.refusal("stackTrace", {{"threadId", 1}}),
              "the program is running: 'pause' it");
    EXPECT_EQ(client.ask("threads")["threads"], Json::parse(R"([{"id": 1, "name": "6502"}])"));
    EXPECT_EQ(client.go("pause")["reason"], "pause");
    EXPECT_GE(client.line(), 5);
    client.ask("pause", {{"threadId", 1}});  // no harm, and no second event
    client.ask("threads");
    for (const Json& message : client.kept()) EXPECT_NE(message["event"], "stopped") << message;
}

TEST(DapRun, PauseAndCancelStopACommandThatNeverEnds) {
    Launched client("start:  inc $02\n        jmp start\n");
    const int running = client.send("evaluate", {{"expression", "continue"}, {"context", "repl"}});
    client.send("pause", {{"threadId", 1}});
    EXPECT_TRUE(client.response(running)["success"]);
    EXPECT_EQ(client.event("stopped")["reason"], "pause");

    const int cancelled =
        client.send("evaluate", {{"expression", "continue"}, {"context", "repl"}});
    ::usleep(50'000);  // it is under way
    client.ask("cancel", {{"requestId", cancelled}});
    EXPECT_EQ(client.response(cancelled)["message"], "cancelled");
}

TEST(DapRun, AJamIsAnException) {
    Launched client("start:  nop\n        jam\n");
    const Json stopped = client.go("continue");
    EXPECT_EQ(stopped["reason"], "exception");
    EXPECT_NE(stopped["text"].get<std::string>().find("JAM"), std::string::npos);
}

TEST(DapRun, GotoMovesTheProgramCounter) {
    Launched client;
    const Json targets = client.ask("gotoTargets", {{"source", {{"path", client.source()}}},
                                                    {"line", dap_test::store_line}})["targets"];
    const Json expected{{"id", 0x817},
                        {"label", "start@loop+8"},
                        {"line", dap_test::store_line},
                        {"instructionPointerReference", "0x0817"}};
    EXPECT_EQ(targets, Json::array({expected}));
    EXPECT_EQ(client.go("goto", {{"targetId", 0x817}})["reason"], "goto");
    EXPECT_EQ(client.line(), dap_test::store_line);
    EXPECT_NE(client.refusal("goto", {{"threadId", 1}, {"targetId", 0x10000}}), "");
}

TEST(DapRun, RefusesOtherThreadsAndGranularities) {
    Launched client;
    EXPECT_EQ(client.refusal("next", {{"threadId", 2}}), "'threadId' is 2: it may be 1 to 1");
    EXPECT_EQ(client.refusal("next"), "'threadId' is missing");
    EXPECT_NE(client.refusal("stepOut", {{"threadId", 1}, {"granularity", "page"}})
                  .find("statement, line, instruction"),
              std::string::npos);
}

}  // namespace
}  // namespace ryg
