// The command lines: what they do and what they say.
#include "c64/debug/commands.hpp"
#include "tests/debug_machine.hpp"

namespace {

using namespace debug_test;
using c64::debug::Commands;
using c64::debug::Reply;
using c64::debug::Symbols;

struct CommandLine : testing::Test {
    Debugger debugger{looping()};
    Symbols symbols{
        c64::Labels::parse("al C:1000 .outer\nal C:1010 .inner\nal 001020 .deep\n"
                           "counter = $2000\n",
                           "test")};
    Commands commands{debugger, symbols};

    std::string good(std::string_view line) {
        const Reply reply = commands.execute(line);
        EXPECT_FALSE(reply.failed) << line << ": " << reply.text;
        return reply.text;
    }
    std::string bad(std::string_view line) {
        const Reply reply = commands.execute(line);
        EXPECT_TRUE(reply.failed) << line;
        EXPECT_EQ(std::ranges::count(reply.text, '\n'), 1) << reply.text;
        return reply.text;
    }
    static bool has(const std::string& text, std::string_view part) {
        return text.find(part) != text.npos;
    }
};

TEST_F(CommandLine, EmptyLinesAndCommentsSayNothing) {
    EXPECT_EQ(good(""), "");
    EXPECT_EQ(good("   "), "");
    EXPECT_EQ(good("# z"), "");
    EXPECT_EQ(debugger.history().now().steps, 0u);
}

TEST_F(CommandLine, AStepShowsTheNextInstructionWithLabelAndRegisters) {
    EXPECT_EQ(good("z 3").substr(0, 33), "inner\n.C:1010  a9 01     lda #$01");
    EXPECT_TRUE(has(good("where"), " SP:"));
}

TEST_F(CommandLine, BreaksOnAConditionWithLabels) {
    EXPECT_EQ(good("break .deep if @.counter == 3 && a == 1"),
              "stop #1 exec $1020 deep if @.counter == 3 && a == 1, 0 hits\n");
    EXPECT_TRUE(has(good("x"), "#1 stop: exec $1020 deep  cycle "));
    EXPECT_EQ(debugger.machine().peek(counter), 3);
    EXPECT_EQ(good("disable 1"),
              "stop #1 exec $1020 deep if @.counter == 3 && a == 1, disabled, 1 hits\n");
    good("enable 1");
    good("cond 1");
    EXPECT_EQ(good("ignore 1 2"), "stop #1 exec $1020 deep, ignored 2 times, 1 hits\n");
    good("x");
    EXPECT_EQ(debugger.machine().peek(counter), 6);
    good("delete 1");
    EXPECT_EQ(good("break"), "no checkpoints\n");
}

TEST_F(CommandLine, WatchesStoresAndGoesBackToThem) {
    good("watch store 2000");
    EXPECT_TRUE(has(good("x"), "#1 stop: store $2000 counter: $00 -> $01 by outer  cycle "));
    good("z 30");
    EXPECT_TRUE(has(good("rcontinue"), "#1 stop: store $2000 counter: "));
    EXPECT_TRUE(has(good("ww .counter"), " by outer at cycle "));
}

TEST_F(CommandLine, ATracepointTellsOnTheWay) {
    good("trace exec .deep");
    good("tbk .outer if @2000 == 3");
    const std::string text = good("x");
    EXPECT_TRUE(has(text, "#1 trace: exec $1020 deep")) << text;
    EXPECT_TRUE(has(text, "#2 stop: exec $1000 outer")) << text;
}

TEST_F(CommandLine, PokesFillsMovesComparesAndHunts) {
    good("> 3000 01 02 \"AB\" ff");
    EXPECT_EQ(good("m 3000 3004"),
              ">C:3000  01 02 41 42 ff                                   ..ABπ\n");
    good("t 3000 3004 3100");
    good(">3102 7f");
    EXPECT_EQ(good("c 3000 3004 3100"), "3002 41  3102 7f\n");
    good("f 3200 320f aa 55");
    EXPECT_EQ(good("h 3000 3fff 55 aa 55 aa 55 aa 55 aa 55 aa 55 aa 55 aa 55"), "$3201\n");
    good("r a=12, x=.counter/100 fl=c1");
    EXPECT_EQ(debugger.machine().cpu.registers.a, 0x12);
    EXPECT_EQ(debugger.machine().cpu.registers.x, 0x20);
    EXPECT_EQ(debugger.machine().cpu.registers.p, 0xE1);
}

TEST_F(CommandLine, ShowsTheCallsAndTheInstructionsThatLedHere) {
    good("until .deep");
    EXPECT_EQ(good("bt"),
              "#0   $1020 deep\n"
              "#1   $1012 inner+2\n"
              "#2   $1004 outer+4\n");
    const std::string history = good("chis 2");
    EXPECT_TRUE(has(history, ".C:1010  a9 01     lda #$01")) << history;
    EXPECT_TRUE(has(history, ".C:1012  20 20 10  jsr deep")) << history;
    good("return");
    EXPECT_EQ(pc(debugger), behind_deep);
    good("rn");
    EXPECT_EQ(pc(debugger), deep_call);
    good("rret");
    EXPECT_EQ(pc(debugger), call);
}

TEST_F(CommandLine, WhatIsWrongIsSaidInOneLine) {
    EXPECT_EQ(bad("frobnicate 7"), "there is no command 'frobnicate': see help\n");
    EXPECT_EQ(bad("break .countre"), "break: unknown label 'countre': did you mean 'counter'?\n");
    EXPECT_EQ(bad("break 1000 if a =="), "break: 'a ==': character 5: a value is missing\n");
    EXPECT_EQ(bad("z 3 4"), "z: '4' is too much\n");
    EXPECT_EQ(bad("m 10000"), "m: '10000': no address: use $0000 to $ffff\n");
    EXPECT_EQ(bad("delete 9"), "delete: there is no checkpoint 9\n");
    EXPECT_EQ(bad("> 2000 100"), ">: '100' is no byte\n");
    bad("break 1000 900");
    bad("until");
    bad("keybuf \xf0\x9f\x90\xad");
    bad("ll /nowhere/at.all");
    bad("print " + std::string(500, '('));
}

TEST_F(CommandLine, HelpNamesEveryCommand) {
    const std::string help = good("help");
    for (const auto& command : commands.all()) EXPECT_TRUE(has(help, command.names.front()));
    EXPECT_TRUE(has(good("help bk"), "break/bk [exec|load|store] address"));
}

TEST_F(CommandLine, CompletesCommandsAndLabels) {
    EXPECT_EQ(commands.completions("wa"), std::vector<std::string>{"watch"});
    EXPECT_EQ(commands.completions("break .in"), std::vector<std::string>{".inner"});
}

}  // namespace
