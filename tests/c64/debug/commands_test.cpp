// The command lines: what they do and what they say.
#include "c64/debug/commands.hpp"

#include <fmt/format.h>
#include <regex>
#include <sstream>

#include "tests/c64/debug/machine.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/testing.hpp"

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
};

/// A session, a command a line: `COMMAND` succeeds, `! COMMAND` fails and says why in one line.
/// Then the reply, its lines divided by ` / `: ` => ` is all of it, ` =^ ` its start, ` =$ ` its
/// end, ` =~ ` is in it and ` =/ ` is not; a line without a command asks about the last reply.
struct Transcript {
    const char* name;
    const char* text;
};
struct CommandLines : CommandLine, testing::WithParamInterface<Transcript> {};

TEST_P(CommandLines, ReplyAsTheTranscriptSays) {
    static const std::regex form(R"((! )?(.*?)(?: ?(=>|=\^|=\$|=~|=/)(?: (.*))?)?)");
    std::istringstream lines(GetParam().text);
    std::string reply;
    for (std::string line; std::getline(lines, line);) {
        std::smatch parts;
        ASSERT_TRUE(std::regex_match(line, parts, form)) << line;
        const std::string command = parts[2], relation = parts[3], expected = parts[4];
        if (!command.empty()) {
            reply = parts[1].matched ? bad(command) : good(command);
            if (reply.ends_with('\n')) reply.pop_back();
            reply = std::regex_replace(reply, std::regex("\n"), " / ");
        }
        const bool agrees = relation == "=>"   ? reply == expected
                            : relation == "=^" ? reply.starts_with(expected)
                            : relation == "=$" ? reply.ends_with(expected)
                            : relation == "=~" ? reply.find(expected) != reply.npos
                            : relation == "=/" ? reply.find(expected) == reply.npos
                                               : true;
        EXPECT_TRUE(agrees) << line << "\nwas answered by: " << reply;
    }
}

const Transcript transcripts[]{
    {"AStepShowsTheNextInstructionWithLabelAndRegisters", R"(
z 3 =^ inner / .C:1010  a9 01     lda #$01
where =~  SP:)"},
    {"AStepIsAnInstructionAndNextTakesACallAsOne", R"(
sw reset
z
sw => 6
p pc == .outer + 3 => $01  1
z 2
bt => #0   $1010 inner / #1   $1004 outer+4
back 3
n 3
bt => #0   $1007 outer+7
bk .deep
z 3
n =~ #1 stop: exec $1020 deep
bt => #0   $1020 deep / #1   $1012 inner+2 / #2   $1004 outer+4)"},
    {"ReturnLeavesTheInnermostRoutineWhateverItHasPushed", R"(
until .deep
z
return
p pc == .inner + 5 => $01  1
return
p pc == .outer + 7 => $01  1
rn
p pc == .outer + 4 => $01  1
rn
p pc == .outer + 3 => $01  1)"},
    {"BreakTakesAConditionWithLabels", R"(
break .deep if @.counter == 3 && a == 1 => stop #1 exec $1020 deep if @.counter == 3 && a == 1, 0 hits
x =~ #1 stop: exec $1020 deep  cycle
p @.counter => $03  3
disable 1 => stop #1 exec $1020 deep if @.counter == 3 && a == 1, disabled, 1 hits
enable 1
cond 1
ignore 1 2 => stop #1 exec $1020 deep, ignored 2 times, 1 hits
x
p @.counter => $06  6
delete 1
break => no checkpoints)"},
    {"WatchStopsAtStoresAndGoesBackToThem", R"(
watch store 2000 2001
x =~ #1 stop: store $2000 counter: $00 -> $01 by outer  cycle
p pc == .outer + 3 => $01  1
x =~ #1 stop: store $2001 counter+1: $00 -> $01 by inner+5  cycle
delete
watch store 2000
z 30
rcontinue =~ stop: store $2000 counter:
ww .counter =~  by outer at cycle)"},
    {"WhoWroteSaysWhenAByteWasChangedByHand", R"(
ww 3000 => nothing has stored to $3000 since the beginning: it is as it was then
> 3000 55
ww 3000 =$  since the beginning, but it was changed by hand
z 30
ww .counter =/ by hand
> 2000 77
ww .counter =~ , but it was changed by hand / .C:1000
back
ww .counter =/ by hand)"},
    {"WhoDidItIsListedAndJumpLeadsThere", R"(
until .outer if @.counter == 3
ww .counter 2 =^  1  $2000 counter: $02 -> $03 by outer at cycle
=~ / .C:1000  ee 00 20  inc counter /  2  $2000 counter: $01 -> $02 by outer
jump 2
p pc == .outer && @.counter == 1 => $01  1
! jump 3 => jump: who-wrote, who-read, who-ran and bookmark list what jump leads to
z 30
wr .counter =^ $2000 counter: $
=~  read by outer at cycle
wx .deep =~ $1020 deep: executed at cycle
=~ , called by inner+2
jump
p pc == .deep => $01  1
wr 3000 => nothing has read $3000 since the beginning
wx 3000 => nothing has executed $3000 since the beginning)"},
    {"DiffSaysWhatHasChanged", R"(
sw reset
until .deep
diff 0 =~ registers  PC 1000 -> 1020
=~ $2000 counter                                         00 -> 01
=~ $01fc                                        15 0d 40 fa -> 14 10 06 10
diff 0 0 =$ 0 bytes of memory differ
! diff => diff: the cycle is missing)"},
    {"HeatCountsWhatWasTouched", R"(
! heat => heat: nothing has been done in that time
z 100
heat =^ page      executed        loads       stores
=~ $1000          100            0            0
=~ $2000            0)"},
    {"ATracepointsCommandRunsAndMayChangeMemory", R"(
tr .deep
command 1 "p @.counter; > 2001 77"
tbk .outer if @.counter == 2
x =~ #1 trace: exec $1020 deep
=~  / $01  1 / #1
=~  / $02  2 / #2 stop: exec $1000 outer
command 1 z
until .outer if @.counter == 3 =~ z: a tracepoint's command cannot move the machine
command 1 "del 1"
until .outer if @.counter == 4 =^ #1 trace: exec $1020 deep
bk => no checkpoints)"},
    {"SeveralCommandsAreInALine", R"(
al 3000 .semi;z 3; p pc == .inner =$  / $01  1
keybuf "a;b"
> 3000 "a;b"; i 3000 3002 => >C:3000  A;B
! z; frob; z => there is no command 'frob': see help
p pc == .inner + 2 => $01  1
; z)"},
    {"MacrosGiveLinesNames", R"(
macro => no macros
macro twice "{*}; {*}"
macro at "p @{1}"
twice z
p pc == .outer + 4 => $01  1
at .counter => $01  1
macro => at: p @{1} / twice: {*}; {*}
macro loop "loop"
! loop => macros lead to one another
macro loop
! loop => there is no command 'loop': see help
! macro z "z 2" => macro: 'z' is a command: choose another name
! pb /nowhere/at.all)"},
    {"ATracepointTellsOnTheWay", R"(
trace exec .deep
tbk .outer if @2000 == 3
x =~ #1 trace: exec $1020 deep
=~ #2 stop: exec $1000 outer)"},
    {"MemoryIsPokedFilledMovedComparedAndHunted", R"(
> 3000 01 02 "AB" ff
m 3000 3004 => >C:3000  01 02 41 42 ff                                   ..ABπ
t 3000 3004 3100
>3102 7f
c 3000 3004 3100 => 3002 41  3102 7f
f 3200 320f aa 55
h 3000 3fff 55 aa 55 aa 55 aa 55 aa 55 aa 55 aa 55 aa 55 => $3201
r a=12, x=.counter/100 fl=c1
p a => $12  18
p x => $20  32
p fl => $e1  225)"},
    {"RangesRegistersAndNamesAreThoseOfVicesMonitor", R"(
bk c000-c0ff => stop #1 exec $c000 to $c0ff, 0 hits
BK c000,c0ff => stop #2 exec $c000 to $c0ff, 0 hits
w store c:c000 if A == $05 => stop #3 store $c000 if A == $05, 0 hits
w .deep-20 => stop #4 load store $1000 outer, 0 hits
dis 3 => stop #3 store $c000 if A == $05, disabled, 0 hits
en 3 => stop #3 store $c000 if A == $05, 0 hits
r A = 5,x=$06, fl = 23
p a => $05  5
p x => $06  6
! r a => r: 'a': use name=value
! r a=100 => r: 'a=100': the value is not a byte
>c000 01,02, 03
m c000,c002 =^ >C:c000  01 02 03
~ ff => +255  $ff  &377  %11111111
p &377 + %1 + +10 => $10a  266)"},
    {"ALabelFileOfVicesIsAScript", R"(
al C:1234 .there
add_label 001235 .here
shl here => $1234 .there / $1235 .here
dl .there
shl here => $1235 .here
! dl .there => dl: unknown label 'there': did you mean 'here'?
cl
shl =>)"},
    {"AssemblyIsReadAsItIsShown", R"(
a c000 lda #$01 => .C:c000  a9 01     lda #$01
a c000 JSR .deep => .C:c000  20 20 10  jsr deep
a c000 beq c002 => .C:c000  f0 00     beq $c002
! a c000 beq d000 => a: $d000 is too far away for a branch
! a c000 frob => a: 'frob' is not an instruction
! a c000 inx 5 => a: inx has no operand like '5')"},
    {"BanksShowWhatLiesUnderTheRom", R"(
bank ram
> e000 12 34
m e000 e001 =^ >C:e000  12 34
a e010 lda #$01 => .C:e010  a9 01     lda #$01
d e010 e010 => .C:e010  a9 01     lda #$01
bank cpu => cpu
m e000 e001 =/ >C:e000  12 34
p @ram:e000 == 12 && @rom:e000 == @e000 && @io:d020 != @ram:d020 => $01  1
! bank tape => bank: 'tape' is not one of cpu, ram, rom, io and cart)"},
    {"MemoryIsShownAsTextAndBits", R"(
> c000 "HELLO" 81 18
i c000 c004 => >C:c000  HELLO
> c000 08 09
ii c000 c001 => >C:c000  HI
mc c005 c006 => >C:c005  *......* / >C:c006  ...**...
ms c005 c007 => >C:c005  *......*...**...********)"},
    {"ACheckpointDoesACommandWhereItStops", R"(
bk .deep
command 1 "print @.counter" => stop #1 exec $1020 deep, does 'print @.counter', 0 hits
x =$  / $01  1
command 1 x
x =$  / checkpoints' commands lead to one another
! command 1 frob => command: 'frob' is not a command
command 1
x =/ $01  1)"},
    {"AResetIsPartOfThePast", R"(
reset
p pc == @word:fffc => $01  1
z
back
p pc == @word:fffc && pc != 1000 => $01  1
! reset 8)"},
    {"WhatOnlyVicesMonitorHasIsSaid", R"(
! attach "x.d64" 8 => there is no command 'attach': start ryg debug with the program's file
! radix d => radix: only 'h': numbers are hexadecimal; + in front is decimal, % binary
radix h
device c:)"},
    {"AnAddressIsANumberAndARegisterIsNamed", R"(
r a=5
> a 11
m a a =^ >C:000a  11
m .a .a =^ >C:0005
p a + 1 => $06  6
al 3000 .add
! m add => m: 'add': character 1: 'add' is a label and a number: write .add or $add
! p add + 1 => p: 'add + 1': character 1: 'add' is a label and a number: write .add or $add
p .add =^ $3000
m .add .add =^ >C:3000
! m a+1 => m: 'a+1': character 1: 'a' is a register and a number: write .a or $a)"},
    {"DividingByZeroIsAnErrorAndAConditionThatDoesItStops", R"(
! p 1/0 => p: '1/0': character 2: division by zero
! p 1 % (x - x) => p: '1 % (x - x)': character 3: division by zero
bk .deep if 1/0
x =~ #1 stop: exec $1020 deep: '1/0': character 2: division by zero)"},
    {"OtherFramesAreChosenAndTheMachineStays", R"(
until .deep
up => #1   $1012 inner+2
up => #2   $1004 outer+4
! up => up: this is the outermost call that is known
down 2 => #0   $1020 deep
! down => down: this is the innermost call
frame 1 => #1   $1012 inner+2
z
frame =~ #0
! frame 9 => frame: there are frames 0 to 2)"},
    {"ExpressionsAreDisplayedAfterEachStop", R"(
display @.counter => 1: @.counter = $00  0
display 6/a
z =$ 1: @.counter = $01  1 / 2: 6/a = '6/a': character 2: division by zero
undisplay 2
z =$ 1: @.counter = $01  1
! undisplay 2
undisplay
display =>)"},
    {"BookmarksNameMomentsUntilAnEditUndoesThem", R"(
bookmark => no bookmarks
z 3
bookmark here
z 5
bm later
jump here =~ inner / .C:1010
bm =~ here         cycle
=~ later
> 3000 1
bm =/ later
! bm 7
! bm there off
bm here off
bm => no bookmarks)"},
    {"NearNamesAreAskedAbout", R"(
z 9
! profile flt => profile: 'flt': did you mean 'flat'? For a file: ./flt
! heat /nowhere/h.bmp => heat: /nowhere/h.bmp: the picture is a PNG: name the file .png
! braek 1000 => there is no command 'braek': did you mean 'break'?
! help braek => help: there is no command 'braek': did you mean 'break'?
help break =$ for example: break .miniMax if x == 3 && @.etValor != 0)"},
    {"UntilTakesACondition", R"(
until .deep if @.counter == 3
p pc == .deep && @.counter == 3 => $01  1
! until .deep if
! until .deep 5)"},
    {"CallsAndInstructionsThatLedHereAreShown", R"(
until .deep
bt => #0   $1020 deep / #1   $1012 inner+2 / #2   $1004 outer+4
chis 2 =~ .C:1010  a9 01     lda #$01
=~ .C:1012  20 20 10  jsr deep
return
p pc == .inner + 5 => $01  1
rn
p pc == .inner + 2 => $01  1
rret
p pc == .outer + 4 => $01  1)"},
    {"WhatIsWrongIsSaidInOneLine", R"(
! frobnicate 7 => there is no command 'frobnicate': see help
! break .countre => break: unknown label 'countre': did you mean 'counter'?
! break 1000 if a == => break: 'a ==': character 5: a value is missing
! z 3 4 => z: one word too many: '4'
! m 10000 => m: '10000': no address: use $0000 to $ffff
! delete 9 => delete: there is no checkpoint 9
! > 2000 100 => >: '100' is not a byte
! bk none.s:12 => bk: 'none.s:12': no source lines are known, only labels
! break 1000 900
! until
! keybuf 🐭
! ll /nowhere/at.all)"},
};
INSTANTIATE_TEST_SUITE_P(Vice, CommandLines, testing::ValuesIn(transcripts), tests::name_of_row);

TEST_F(CommandLine, EmptyLinesAndCommentsSayAndDoNothing) {
    for (const char* line : {"", "   ", "# z", "; z"}) EXPECT_EQ(good(line), "") << line;
    EXPECT_EQ(debugger.history().now().steps, 0u);
}

TEST_F(CommandLine, AssemblesEveryInstructionThatItDisassembles) {
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

TEST_F(CommandLine, CountsTheCyclesFromOnToOff) {
    for (const char* line : {"until .inner", "prof on", "sw reset", "return"}) good(line);
    const std::string cycles = good("sw");
    good("prof off");
    good("z 5");
    const std::string profile = good("prof flat");
    EXPECT_NE(profile.find(fmt::format(" {} ", cycles.substr(0, cycles.size() - 1))), profile.npos)
        << cycles;
    EXPECT_EQ(std::ranges::count(good("prof flat 1"), '\n'), 2);
    good("prof clear");
    EXPECT_EQ(bad("prof"), "prof: nothing has been done in that time\n");
}

TEST_F(CommandLine, ManyLinesForwardCanBeStoppedAndHaveOneLimit) {
    int asked = 0;
    debugger.pause = [&asked] { return ++asked == 5; };
    EXPECT_NE(good("next-line 99999999").find("interrupted"), std::string::npos);
    const auto begin = debugger.machine().cpu.cycle;
    commands.limit = 100;
    EXPECT_NE(good("step-line 99999999").find("no stop within 100 cycles"), std::string::npos);
    EXPECT_LT(debugger.machine().cpu.cycle - begin, 110u);
}

TEST_F(CommandLine, AProfileCanBeStopped) {
    good("z 5000");
    int asked = 0;
    debugger.pause = [&asked] { return ++asked == 2; };
    EXPECT_EQ(bad("prof"), "prof: interrupted\n");
    good("prof");
}

TEST_F(CommandLine, LoadsAndSavesFiles) {
    const tests::Folder folder;
    const std::string file = folder.file("ryg debug commands.prg"), quoted = '"' + file + "\" ";
    good("> c000 01 02 03");
    EXPECT_EQ(good("save " + quoted + "0 c000 c002"), "3 bytes: " + file + "\n");
    EXPECT_EQ(good("load " + quoted + "0 c100"), "$c100 to $c102\n");
    EXPECT_EQ(good("c c000 c002 c100"), "");
    good("f c000 c002 00");
    EXPECT_EQ(good("l " + quoted + "0"), "$c000 to $c002\n");
    EXPECT_EQ(good("c c000 c002 c100"), "");
    EXPECT_EQ(good("bl " + quoted + "0 c200"), "$c200 to $c204\n");
    EXPECT_EQ(good("m c200 c204").substr(0, 24), ">C:c200  00 c0 01 02 03 ");
    bad("load " + quoted + "8");
    bad("bl " + quoted + "0 fffe");
    bad("load \"/nowhere/at.all\" 0");
    bad("load \"" + file);
}

TEST_F(CommandLine, PlaysFilesAndDrawsTheHeatOfMemory) {
    const tests::Folder folder;
    const std::string script = folder.write("a.txt", "z\n# nothing\np @.counter\n");
    EXPECT_TRUE(good("pb " + script).ends_with("$01  1\n"));
    const std::string wrong = folder.write("b.txt", "z\nfrob\n");
    EXPECT_EQ(bad("playback \"" + wrong + "\""),
              "playback: " + wrong + ":2: there is no command 'frob': see help\n");
    const std::string picture = folder.file("heat.png");
    good("heat from 0 \"" + picture + "\"");
    const std::string bytes = tests::content(picture);
    constexpr std::size_t rows = 256 * (1 + 256 * 3), chunk = 12, blocks = 4;
    ASSERT_EQ(bytes.size(), 8 + (chunk + 13) + (chunk + 2 + rows + blocks * 5 + 4) + chunk);
    EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    const auto point = [&](std::size_t page) {  // its first byte; all is in the first block
        return bytes.substr(8 + 25 + 8 + 2 + 5 + page * (1 + 256 * 3) + 1, 3);
    };
    EXPECT_NE(point(0x10)[2], 0) << "blue: executed";
    EXPECT_NE(point(0x20)[0], 0) << "red: stored to";
    EXPECT_EQ(point(0x30), std::string(3, '\0'));
    EXPECT_EQ(good("save \"" + folder.file("c") + "\" c000 c002"),
              "3 bytes: " + folder.file("c") + "\n")
        << "a device may be left out";
}

TEST_F(CommandLine, EverySearchOfThePastCanBeStopped) {
    good("z 5000");
    debugger.pause = [] { return true; };
    EXPECT_EQ(bad("heat"), "heat: interrupted\n");
    good("wr .counter");
    EXPECT_EQ(good("rn 20000").substr(0, 11), "interrupted");
    EXPECT_EQ(good("rx").substr(0, 11), "interrupted");
}

TEST_F(CommandLine, RefusesAnExpressionThatIsTooDeep) { bad("print " + std::string(500, '(')); }

TEST_F(CommandLine, HelpNamesEveryCommand) {
    const std::string help = good("help");
    for (const auto& command : commands.all()) {
        EXPECT_NE(help.find(command.names.front()), help.npos);
    }
    EXPECT_NE(good("help bk").find("break/bk [exec|load|store] address"), help.npos);
}

TEST_F(CommandLine, CompletesCommandsAndLabels) {
    EXPECT_EQ(commands.completions("wa"), std::vector<std::string>{"watch"});
    using Words = std::vector<std::string>;
    EXPECT_EQ(commands.completions("break .in"), Words{".inner"});
    EXPECT_EQ(commands.completions("z; wa"), Words{"watch"});
    EXPECT_EQ(commands.completions("help wa"), Words{"watch"});
    EXPECT_EQ(commands.completions("bk lo"), Words{"load"});
    EXPECT_EQ(commands.completions("bank c"), (Words{"cart", "counter", "cpu"}));
    EXPECT_EQ(commands.completions("p @.co"), Words{"@.counter"});
    EXPECT_EQ(commands.completions("prof ca"), Words{"callgrind"});
    commands.macros["mine"] = "z";
    EXPECT_EQ(commands.completions("mi"), Words{"mine"});
    const tests::Folder folder;
    const std::string file = folder.write("some.prg", "");
    EXPECT_EQ(commands.completions("load \"" + folder.file("so")), Words{"\"" + file});
}

}  // namespace
}  // namespace ryg
