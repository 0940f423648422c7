// The command lines: what they do and what they say.
#include "c64/debug/commands.hpp"

#include <cstdio>
#include <fmt/format.h>

#include "tests/c64/debug/machine.hpp"

namespace ryg {
namespace {

using namespace ryg::debug_test;
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
    EXPECT_EQ(good("; z"), "");
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

TEST_F(CommandLine, SaysWhenAByteWasChangedByHand) {
    EXPECT_EQ(good("ww 3000"), "nobody has stored to $3000 since the beginning\n");
    good("> 3000 55");
    EXPECT_TRUE(has(good("ww 3000"), " since the beginning, but it was changed by hand\n"));
    good("z 30");
    EXPECT_FALSE(has(good("ww .counter"), "by hand"));
    good("> 2000 77");
    EXPECT_TRUE(has(good("ww .counter"), ", but it was changed by hand\n"));
    good("back");
    EXPECT_FALSE(has(good("ww .counter"), "by hand"));
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

TEST_F(CommandLine, TakesRangesRegistersAndNamesAsVicesMonitorDoes) {
    EXPECT_EQ(good("bk c000-c0ff"), "stop #1 exec $c000 to $c0ff, 0 hits\n");
    EXPECT_EQ(good("BK c000,c0ff"), "stop #2 exec $c000 to $c0ff, 0 hits\n");
    EXPECT_EQ(good("w store c:c000 if A == $05"), "stop #3 store $c000 if A == $05, 0 hits\n");
    EXPECT_EQ(good("w .deep-20"), "stop #4 load store $1000 outer, 0 hits\n");
    EXPECT_EQ(good("dis 3"), "stop #3 store $c000 if A == $05, disabled, 0 hits\n");
    EXPECT_EQ(good("en 3"), "stop #3 store $c000 if A == $05, 0 hits\n");
    good("r A = 5,x=$06, fl = 23");
    EXPECT_EQ(debugger.machine().cpu.registers.a, 5);
    EXPECT_EQ(debugger.machine().cpu.registers.x, 6);
    EXPECT_EQ(bad("r a"), "r: 'a': use name=value\n");
    EXPECT_EQ(bad("r a=100"), "r: 'a=100': the value is no byte\n");
    good(">c000 01,02, 03");
    EXPECT_EQ(good("m c000,c002").substr(0, 18), ">C:c000  01 02 03 ");
    EXPECT_EQ(good("~ ff"), "+255  $ff  &377  %11111111\n");
    EXPECT_EQ(good("p &377 + %1 + +10"), "$10a  266\n");
}

TEST_F(CommandLine, ReadsALabelFileOfVicesAsAScript) {
    good("al C:1234 .there");
    good("add_label 001235 .here");
    EXPECT_EQ(good("shl here"), "$1234 .there\n$1235 .here\n");
    good("dl .there");
    EXPECT_EQ(good("shl here"), "$1235 .here\n");
    EXPECT_EQ(bad("dl .there"), "dl: unknown label 'there': did you mean 'here'?\n");
    good("cl");
    EXPECT_EQ(good("shl"), "");
}

TEST_F(CommandLine, AssemblesWhatItDisassembles) {
    EXPECT_EQ(good("a c000 lda #$01"), ".C:c000  a9 01     lda #$01\n");
    EXPECT_EQ(good("a c000 JSR .deep"), ".C:c000  20 20 10  jsr deep\n");
    EXPECT_EQ(good("a c000 beq c002"), ".C:c000  f0 00     beq $c002\n");
    EXPECT_EQ(bad("a c000 beq d000"), "a: $d000 is too far away for a branch\n");
    EXPECT_EQ(bad("a c000 frob"), "a: 'frob' is no instruction\n");
    EXPECT_EQ(bad("a c000 inx 5"), "a: inx has no operand like '5'\n");
    for (unsigned code = 0; code < 256; ++code) {
        for (const unsigned operand : {0x0012U, 0x1234U}) {
            const std::string bytes =
                fmt::format("{:02x} {:02x} {:02x}", code, operand & 0xFF, operand >> 8);
            good("> c000 " + bytes);
            const std::string line = good("d c000 c000");
            const std::string text = line.substr(19, line.size() - 20);
            good("> c000 00 00 00");
            EXPECT_EQ(good("a c000 " + text).substr(19), text + '\n') << bytes;
        }
    }
}

TEST_F(CommandLine, LooksIntoBanksUnderTheRom) {
    good("bank ram");
    good("> e000 12 34");
    EXPECT_EQ(good("m e000 e001").substr(0, 15), ">C:e000  12 34 ");
    const std::string assembled = good("a e010 lda #$01");
    EXPECT_EQ(good("d e010 e010"), assembled) << "not the ROM";
    EXPECT_EQ(good("bank cpu"), "cpu\n");
    EXPECT_NE(good("m e000 e001").substr(0, 15), ">C:e000  12 34 ");
    EXPECT_EQ(good("p @ram:e000 == 12 && @rom:e000 == @e000 && @io:d020 != @ram:d020"), "$01  1\n");
    EXPECT_EQ(bad("bank tape"), "bank: 'tape' is not one of cpu, ram, rom, io and cart\n");
}

TEST_F(CommandLine, ShowsTextAndBits) {
    good("> c000 \"HELLO\" 81 18");
    EXPECT_EQ(good("i c000 c004"), ">C:c000  HELLO\n");
    good("> c000 08 09");
    EXPECT_EQ(good("ii c000 c001"), ">C:c000  HI\n");
    EXPECT_EQ(good("mc c005 c006"), ">C:c005  *......*\n>C:c006  ...**...\n");
    EXPECT_EQ(good("ms c005 c007"), ">C:c005  *......*...**...........\n");
}

TEST_F(CommandLine, DoesACommandWhereACheckpointStops) {
    good("bk .deep");
    EXPECT_EQ(good("command 1 \"print @.counter\""),
              "stop #1 exec $1020 deep, does 'print @.counter', 0 hits\n");
    EXPECT_TRUE(good("x").ends_with("\n$01  1\n"));
    good("command 1 x");
    EXPECT_TRUE(good("x").ends_with("\ncheckpoints' commands lead to one another\n"));
    EXPECT_EQ(bad("command 1 frob"), "command: 'frob' is no command\n");
    good("command 1");
    EXPECT_FALSE(has(good("x"), "$01  1"));
}

TEST_F(CommandLine, CountsTheCyclesFromOnToOff) {
    good("until .inner");
    good("prof on");
    good("sw reset");
    good("return");
    const std::string cycles = good("sw");
    good("prof off");
    good("z 5");
    EXPECT_TRUE(has(good("prof flat"), fmt::format(" {} ", cycles.substr(0, cycles.size() - 1))))
        << cycles;
    EXPECT_EQ(std::ranges::count(good("prof flat 1"), '\n'), 2);
    good("prof clear");
    EXPECT_EQ(bad("prof"), "prof: nothing has been done in that time\n");
}

TEST_F(CommandLine, AProfileCanBeStopped) {
    good("z 5000");
    int asked = 0;
    debugger.pause = [&asked] { return ++asked == 2; };
    EXPECT_EQ(bad("prof"), "prof: interrupted\n");
    good("prof");
}

TEST_F(CommandLine, AResetIsPartOfThePast) {
    const auto before = pc(debugger);
    good("reset");
    EXPECT_EQ(pc(debugger), debugger.machine().peek_word(0xFFFC));
    good("z");
    good("back");
    EXPECT_EQ(pc(debugger), debugger.machine().peek_word(0xFFFC));
    EXPECT_NE(pc(debugger), before);
    bad("reset 8");
}

TEST_F(CommandLine, LoadsAndSavesFiles) {
    const std::string file = testing::TempDir() + "ryg debug commands.prg";
    good("> c000 01 02 03");
    EXPECT_EQ(good("save \"" + file + "\" 0 c000 c002"), "3 bytes: " + file + "\n");
    EXPECT_EQ(good("load \"" + file + "\" 0 c100"), "$c100 to $c102\n");
    EXPECT_EQ(good("c c000 c002 c100"), "");
    good("f c000 c002 00");
    EXPECT_EQ(good("l \"" + file + "\" 0"), "$c000 to $c002\n");
    EXPECT_EQ(good("c c000 c002 c100"), "");
    EXPECT_EQ(good("bl \"" + file + "\" 0 c200"), "$c200 to $c204\n");
    EXPECT_EQ(good("m c200 c204").substr(0, 24), ">C:c200  00 c0 01 02 03 ");
    bad("load \"" + file + "\" 8");
    bad("bl \"" + file + "\" 0 fffe");
    bad("load \"/nowhere/at.all\" 0");
    bad("load \"" + file);
    std::remove(file.c_str());
}

TEST_F(CommandLine, SaysWhatVicesMonitorHasAndThisHasNot) {
    EXPECT_EQ(bad("attach \"x.d64\" 8"),
              "there is no command 'attach': start ryg debug with the program's file\n");
    EXPECT_EQ(bad("radix d"),
              "radix: only 'h': numbers are hexadecimal; + in front is decimal, % binary\n");
    good("radix h");
    good("device c:");
}

TEST_F(CommandLine, RunsUntilAConditionHoldsAtAPlace) {
    good("until .deep if @.counter == 3");
    EXPECT_EQ(pc(debugger), deep);
    EXPECT_EQ(debugger.machine().peek(counter), 3);
    bad("until .deep if");
    bad("until .deep 5");
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
    EXPECT_EQ(bad("bk none.s:12"), "bk: 'none.s:12': the debug file knows no such source file\n");
    bad("break 1000 900");
    bad("until");
    EXPECT_EQ(bad("time TIME z"), "time: a command is missing\n");
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
}  // namespace ryg
