// The command lines: what they do and what they say.
#include "c64/debug/commands.hpp"

#include <fmt/format.h>
#include <regex>
#include <sstream>

#include "tests/c64/debug/machine.hpp"
#include "tests/support/cases.hpp"
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

/// A session of commands.txt, a command a line: `COMMAND` succeeds, `! COMMAND` fails and says why in one line.
/// Then the reply, its lines divided by ` / `: ` => ` is all of it, ` =^ ` its start, ` =$ ` its
/// end, ` =~ ` is in it and ` =/ ` is not; a line without a command asks about the last reply.
struct CommandLines : CommandLine, testing::WithParamInterface<tests::Case> {};

TEST_P(CommandLines, ReplyAsTheTranscriptSays) {
    static const std::regex form(R"((! )?(.*?)(?: ?(=>|=\^|=\$|=~|=/)(?: (.*))?)?)");
    std::istringstream lines(GetParam().text);
    std::string reply;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty()) continue;
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

INSTANTIATE_TEST_SUITE_P(Vice, CommandLines,
                         testing::ValuesIn(tests::cases_of(RYG_SOURCE_DIR
                                                           "/tests/c64/debug/commands.txt")),
                         tests::name_of_row);

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
