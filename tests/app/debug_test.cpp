// `ryg debug`: scripts, their output and exit status; and the session that the document shows.
#include <regex>
#include <sstream>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

TEST(Debug, DoesEachLineAndShowsItBeforeWhatItPrints) {
    const auto ended = expect_prints(
        ryg("debug --depth 1", "break .miniMax\nx\n\n# nothing\nquit\nz\n"), {"#1 stop: exec $"});
    EXPECT_TRUE(ended.out.starts_with("> break .miniMax\nstop #1 exec $")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with("> quit\n")) << ended.out;
    EXPECT_FALSE(contains(ended.out, "\x1b"));
}

TEST(Debug, StopsWhenTheSearchIsOver) {
    expect_prints(ryg("debug --depth 1", "x\ng\n"),
                  {"> x\nthe program has returned, at $", "\nsearchDone\n",
                   "> g\nthe program is over\nsearchDone\n"});
}

TEST(Debug, SearchesByTheProgramThatIsNamedAndStartsItWhereNoSearchIsAskedFor) {
    const std::string position = " --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b'";
    const auto root = [&](const std::string& program) {
        return expect_prints(ryg("debug " + program + position, "x\ntree 0\n"), {"searchDone"}).out;
    };
    EXPECT_EQ(root(""), root("ryg16")) << "the usual one";
    EXPECT_NE(root("ryg12"), root("ryg13"));
    const auto started = expect_prints(ryg("debug ryg13", "r\n"), {"080e"});
    EXPECT_EQ(ryg("debug ryg13.prg", "r\n").out, started.out);
}

/// Endings have names, and the place that led there; a second look at one says less.
TEST(Debug, SaysHowAProgramEndedAndWhereItCameFrom) {
    const Folder folder;
    const auto debugged = [&](const std::string& source, const std::string& lines,
                              std::initializer_list<std::string_view> parts) {
        expect_prints(ryg("debug " + folder.prg("own", code("start: " + source)), lines), parts);
    };
    debugged("lda #1; rts", "x\nx\n",
             {"> x\nthe program has returned, at $080f code+2  own.s:6\n",
              "> x\nthe program is over\n"});
    debugged("jsr $ffe4; beq start; rts", "x\nkeybuf a\nx\n",
             {"the program waits for a key", "the program has returned, at $0812 code+5  own.s:7"});
    debugged("jsr $ffcf; rts", "x\n", {"the program waits for a key"});
    debugged("brk", "x\n", {"BRK, which nothing of the program's handles, at $080d code  own.s:5"});
    debugged(".byte 2", "x\n", {"the processor has jammed, at $080d code  own.s:5"});
    debugged("jmp start; table: .byte 1", "break .table\n",
             {"own.s:6 is data: it stops only if that is executed"});
}

/// Each example that help gives works: all of them in one session, some after what they need.
TEST(Debug, TheExamplesOfHelpWork) {
    const Folder folder;
    folder.write("script.txt", "where\n");
    folder.write("labels.lbl", "al C:c000 .mine\n");
    std::string asking, session = "save part.prg c000 c0ff\nbsave part.bin c000 c0ff\n", last;
    static const std::regex row("\n  ([^ /]+)[^ ]* "), example("  for example: (.*)\n");
    const std::string list = ryg("debug --depth 1", "help\n").out;
    for (std::sregex_iterator at(list.begin(), list.end(), row), end; at != end; ++at) {
        asking += "help " + (*at)[1].str() + "\n";
    }
    const std::string answers = ryg("debug --depth 1", asking).out;
    for (std::sregex_iterator at(answers.begin(), answers.end(), example), end; at != end; ++at) {
        const std::string line = (*at)[1];
        const bool disturbs = line == "cl" || line == "reset" || line == "quit" ||
                              line.starts_with("r ") || line.starts_with("goto .");
        const std::string before =
            "break c000\nbreak c010\ndisplay 1\nal c000 .mine\n"
            "goto-cycle 81100\n";
        (disturbs ? last : session) += before +
                                       (line == "down"     ? "up\n"
                                        : line == "jump 1" ? "ww .libreLo\n"
                                                           : "") +
                                       line + "\n";
    }
    EXPECT_EQ(std::ranges::count(last, 'q'), 1);
    EXPECT_GT(std::ranges::count(asking, '\n'), 70);
    const std::string script = folder.write("session.txt", session + last);
    const auto ended = run(
        {"/bin/sh", "-c",
         "cd '" + folder.path() + "' && '" RYG_PROGRAM "' debug --depth 1 --commands session.txt"});
    EXPECT_EQ(ended.status, 0) << ended.err;
}

TEST(Debug, SaysThatACycleIsPastTheEnd) {
    const auto ended = ryg("debug --depth 1", "gc 90000\ngc 1000000\n");
    EXPECT_EQ(ended.status, 0) << ended.err;
    const auto past = ended.out.find("> gc 1000000");
    EXPECT_FALSE(contains(ended.out.substr(0, past), "is over")) << ended.out;
    EXPECT_TRUE(contains(ended.out.substr(past), "the program is over")) << ended.out;
}

/// A program without a tree shows the moves to where it is.
TEST(Debug, ShowsThePathOfASearchAndTheBoundsOnIt) {
    const auto ended = expect_prints(
        ryg("debug ryg17 --depth 5", "path\nbreak .raton2\nx\npath\nx\npath\nfirst-diff\n"),
        {"no search is going on", "\n0 cats       alpha 40 beta 200  best --  ",
         "\n1 mouse      alpha ", "\n3 mouse      alpha ", "the results agree"});
    EXPECT_FALSE(contains(ended.out, "\n4 "));
    expect_prints(ryg("debug ryg3-08 --depth 3 --tables fixed",
                      "path\nbreak takeEvaluation\nx\nx\nx\npath\nfirst-diff\n"),
                  {"no search is going on", "\n0 mouse      alpha $00 beta $ff  E1F2\n",
                   "\n1 cats       alpha $00 beta $ff  B8A7\n", "the results agree"});
    expect_trouble(ryg("debug ryg3-03 --depth 3"), "ryg3-03 searches nothing");
    expect_prints(ryg("debug ryg17", "path\n"), {"no search is going on"});
}

TEST(Debug, WritesAndReadsSquaresByRowAndColumn) {
    expect_prints(
        ryg("debug --depth 1 --squares rc", "break-node moves (7,3)(6,4)\nx\nnode\nquit\n"),
        {"node after (7,3)(6,4)", ": (7,3)(6,4)\n"});
}

TEST(Debug, GoesOnAfterABadLineAndEndsWithStatusTwo) {
    const auto ended =
        expect_prints(ryg("debug --depth 1", "z\nfrobnicate\nback\n"), {"> back\nsearch\n"}, 2);
    EXPECT_EQ(ended.err, "ryg debug: line 2: there is no command 'frobnicate': see help\n");
}

TEST(Debug, GivesAnObjectForEachCommand) {
    const auto ended =
        expect_prints(ryg("debug --depth 1 --json", "watch store .libreLo\nx\nnope\n"), {}, 2);
    EXPECT_EQ(ended.err, "");
    std::istringstream lines(ended.out);
    std::vector<json> objects;
    for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
    ASSERT_EQ(objects.size(), 3u);
    EXPECT_EQ(objects[0]["ok"], true);
    EXPECT_TRUE(holds(objects[1], json_of(R"({stop: "checkpoint", hits: [{access: "store"}]})")));
    EXPECT_EQ(objects[1]["pc"].is_number(), true);
    EXPECT_EQ(objects[2]["ok"], false);
}

TEST(Debug, StartsTheUsersOwnProgramWithTheLabelsBesideIt) {
    const Folder folder;
    const std::string file = folder.prg("own", code("start: lda #7; border: sta $d020; rts"));
    std::filesystem::remove(folder.file("own.dbg"));  // labels alone
    expect_prints(ryg("debug " + file, "until .border\nz\np @d020 & f\n"),
                  {"border\n.C:080f  8d 20 d0  sta $d020", "$07  7\n"});
}

TEST(Debug, ManyLinesBackAreAsManySingleOnes) {
    const Folder folder;
    const std::string file = folder.prg(
        "own", code(".macro three; inx; nop; nop; .endmacro; again: three; jsr sub; jsr $ffe4; "
                    "three; jmp again; sub: iny; three; rts"));
    const auto where_after = [&](const std::string& back) {
        const std::string out = ryg("debug " + file, "z 37\n" + back + "where\n").out;
        return out.substr(out.rfind("> where\n"));
    };
    std::string singly;
    for (unsigned count = 1; count <= 12; ++count) {
        singly += "rnl\n";
        EXPECT_EQ(where_after("rnl " + std::to_string(count) + "\n"), where_after(singly)) << count;
    }
    EXPECT_TRUE(contains(where_after("rnl 1000\n"), "own.s:"));
}

TEST(Debug, TakesCommandsFromStandardInputByName) {
    expect_prints(ryg("debug --depth 1 --commands -", "p 2;p 3\n"),
                  {"> p 2;p 3\n$02  2\n$03  3\n"});
}

TEST(Debug, BadOptionsAreTrouble) {
    expect_refused("debug", {{"ryg99", "there is no file or program 'ryg99'. There are ryg12, "},
                             {"--commands /nowhere/at.all", "/nowhere/at.all: no such file"},
                             {"--commands '" RYG_SOURCE_DIR "'", "cannot be read"},
                             {"--depth 9", "--depth: 9 is out of range"},
                             {"--memory 0", "--memory"},
                             {"ryg16 ryg15", "one program at a time"},
                             {"ryg16 x.prg", "ryg16 or x.prg: one program at a time"},
                             {"ryg16.prg --depth 3", "--depth is for a search"},
                             {"ryg16 --depth 3 --keys 1", "--keys is for a program"},
                             {"--keys 1", "--keys is for a program"},
                             {"perfecto --depth 2", "--depth is for a search"},
                             {"ryg15 --position '8/8 w'", "rank"},
                             {"--dap --depth 3", "--depth: with --dap"},
                             {"--dap game.prg", "--file"},
                             {"--dap ryg16", "ryg16: with --dap"},
                             {"--dap --position '8/8 w'", "--position"},
                             {"--dap --dap-port 0", "give one of them"},
                             {"--dap-port 65536", "too large"},
                             {"--dap-port door", "--dap-port"},
                             {"ryg16 --binary-monitor 65536", "--binary-monitor"},
                             {"ryg16 --binary-monitor here", "--binary-monitor"},
                             {"ryg16 --remote-monitor 65536", "--remote-monitor"},
                             {"ryg16 --binary-monitor 0 --commands x", "x: no such file"},
                             {"--tui", "--tui needs a terminal"},
                             {"--tui --json", "--tui"}});
}

}  // namespace
}  // namespace ryg
