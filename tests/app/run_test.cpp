// `ryg run`: how programs end, what is on the screen, and files that are no programs.
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

const std::string hello = saying(R"($93, "HELLO, WORLD", 13)");
const std::string echo = code("@1: jsr $ffe4; beq @1; jsr $ffd2; cmp #13; bne @1; rts");

TEST(Run, ShowsTheScreenWhenTheProgramReturns) {
    const Folder folder;
    const auto ended =
        expect_prints("run --screen " + folder.prg("hello", hello), {"returned after "});
    EXPECT_TRUE(ended.out.starts_with("HELLO, WORLD\n")) << ended.out;
}

TEST(Run, ReportsTwentyFiveLinesAsJsonAndTheSameCyclesEveryTime) {
    const Folder folder;
    const std::string command = "run --json " + folder.prg("hello", hello);
    const auto ended = expect_prints(command, {"\"ended\": \"returned\"", "\"cycles\": "});
    const auto screen = ended.out.substr(ended.out.find("\"screen\""));
    EXPECT_EQ(std::ranges::count(screen, '\n'), 25 + 3) << screen;
    EXPECT_TRUE(contains(screen, "\"HELLO, WORLD" + std::string(28, ' ') + "\"")) << screen;
    EXPECT_EQ(ended.out, ryg(command).out);
}

TEST(Run, FeedsKeysAsTheProgramReadsThem) {
    const Folder folder;
    expect_prints("run --screen --keys 'FIFTEEN KEYS: 1\\r' " + folder.prg("echo", echo),
                  {"FIFTEEN KEYS: 1", "returned"});
}

TEST(Run, EndsAtTheTextOrAtTheLimit) {
    const Folder folder;
    const auto file = folder.prg("echo", echo);
    expect_prints("run --keys AB --until-text AB " + file, {": text after "});
    expect_prints("run --cycles 100000 " + file, {": limit after 10000"});
}

TEST(Run, KnowsTheProgramsInsideByManyNames) {
    expect_prints("run ryg16 --keys 2 --until-text 'FILA Y COLUMNA'", {});
    expect_prints("run ryg3.prg --keys .D4\\r.G\\r.Q\\r --screen",
                  {"COMPUTER'S MOVE: E1F2\n", "ryg3.prg: returned after "});
    for (const auto& [guess, shown] : {std::pair<std::string, std::string>{"ryg3-11", "RYG3-11:"},
                                       {"ryg3-9", "RYG3-09:"},
                                       {"ryg.prg", "RYG 16:"}}) {
        expect_prints("run --screen --until-text '" + shown + "' " + guess, {shown});
    }
}

TEST(Run, Versions12And13EndWithTheLastLeafOfTheTree) {
    for (const std::string version : {"ryg12", "ryg13"}) {
        expect_prints("run --keys 262 --screen " + version,
                      {"\nNIVEL $02  TURNO GATOS  VALOR $7E\nPADRE $",
                       "\n  6 .   .   .   .\n  7   .   R   .   .\nryg1", ": returned after "});
    }
}

TEST(Run, SaysWhyAProgramDidNotEnd) {
    const Folder folder;
    const std::string forever = folder.prg("endless", endless);
    expect_refused("run",
                   {{forever, "has not ended after"},
                    {folder.prg("jam", "nop\njam\n"), "jammed after "},
                    {folder.prg("hello", hello) + " --until-text BYE", "'BYE' was not shown"},
                    {forever + " --until-text X --cycles 30000", "was not shown within 3"}});
}

TEST(Run, WritesTheScreenAsAPng) {
    const Folder folder;
    const auto file = folder.prg("hello", hello), png = folder.file("screen.png");
    expect_prints("run " + file + " --screenshot " + png, {});
    EXPECT_TRUE(tests::content(png).starts_with("\x89PNG\r\n\x1a\n"));
    expect_trouble(ryg("run " + file + " --screenshot /no/where.png"), "/no/where.png");
}

TEST(Run, WritesToAPipeWithoutPuttingAFileInItsPlace) {
    const Folder folder;
    const auto pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int end = open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // the program finds a reader
    expect_prints("run " + folder.prg("hello", hello) + " --screenshot " + pipe, {});
    std::string head(8, ' ');
    EXPECT_EQ(read(end, head.data(), 8), 8);
    EXPECT_EQ(head, "\x89PNG\r\n\x1a\n");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    close(end);
}

TEST(Run, SaysThatItsOutputCannotBeWritten) {
    const auto ended = run({"sh", "-c", "'" RYG_PROGRAM "' run hints >/dev/full"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_TRUE(contains(ended.err, "the output cannot be written: No space")) << ended.err;
}

TEST(Run, TakesLongerTheMoreTakesItsTime) {
    const Folder folder;
    const auto prg = folder.prg("loop", code("ldy #0; ldx #0; : inx; bne :-; iny; bne :-; rts"));
    std::vector<long> cycles;
    for (const std::string timing : {"cpu", "badlines", "stock"}) {
        for (const std::string model : {"pal", "ntsc"}) {
            const auto ended = expect_prints(
                "run --json --timing " + timing + " --model " + model + ' ' + prg, {});
            cycles.push_back(std::stol(ended.out.substr(ended.out.find(':') + 1)));
        }
    }
    EXPECT_EQ(cycles[0], cycles[1]);
    EXPECT_TRUE(std::ranges::is_sorted(cycles));
}

TEST(Run, RefusesWhatIsNoProgram) {
    const Folder folder;
    expect_refused("run",
                   {{"", "--file"},
                    {"ryg17.prg", "ryg17.prg: cannot be read"},
                    {folder.file("none.prg"), "none.prg"},
                    {folder.write("short.prg", "\x01"), "short.prg"},
                    {folder.write("empty.prg", ""), "empty.prg"},
                    {folder.write("no-sys.prg", "\x01\x08 abcdef"), "SYS"},
                    {folder.write("long.prg", "\xf0\xff" + std::string(40, 'x')), "long.prg"}});
    expect_refused("run " + folder.prg("hello", hello), {{"--cycles -1", "--cycles"},
                                                         {"--keys a\\z", "backslash"},
                                                         {"more", "one word too many"},
                                                         {"--until-text ''", "--until-text"},
                                                         {"--ultimax", "goes with --cart"},
                                                         {"--timing slow", "--timing"},
                                                         {"--model vic20", "--model"},
                                                         {"--speed 9", "--speed"}});
}

}  // namespace
}  // namespace ryg
