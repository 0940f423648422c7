// `ryg run`: how programs end, what is on the screen, and files that are no programs.
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const std::string hello =
    "        ldx #0\n@1:     lda text,x\n        beq @2\n        jsr $ffd2\n        inx\n"
    "        bne @1\n@2:     rts\ntext:   .byte $93, \"HELLO, WORLD\", 13, 0\n";
const std::string echo =
    "@1:     jsr $ffe4\n        beq @1\n        jsr $ffd2\n        cmp #13\n"
    "        bne @1\n        rts\n";
const std::string endless = "@1:     inc $02\n        jmp @1\n";

TEST(Run, ShowsTheScreenWhenTheProgramReturns) {
    const Folder folder;
    const auto run = ryg({"run", folder.prg("hello", hello), "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("HELLO, WORLD\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "returned after ")) << run.out;
}

TEST(Run, SaysTheSameCyclesEveryTime) {
    const Folder folder;
    const auto file = folder.prg("hello", hello);
    const auto first = ryg({"run", file, "--json"});
    EXPECT_EQ(first.out, ryg({"run", file, "--json"}).out);
}

TEST(Run, ReportsTwentyFiveLinesAsJson) {
    const Folder folder;
    const auto run = ryg({"run", folder.prg("hello", hello), "--json"});
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(contains(run.out, "\"ended\": \"returned\"")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"cycles\": ")) << run.out;
    const auto screen = run.out.substr(run.out.find("\"screen\""));
    EXPECT_EQ(std::ranges::count(screen, '\n'), 25 + 3) << screen;
    EXPECT_TRUE(contains(screen, "\"HELLO, WORLD" + std::string(28, ' ') + "\"")) << screen;
}

TEST(Run, FeedsKeysAsTheProgramReadsThem) {
    const Folder folder;
    const auto run =
        ryg({"run", folder.prg("echo", echo), "--keys", "FIFTEEN KEYS: 1\\r", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "FIFTEEN KEYS: 1")) << run.out;
    EXPECT_TRUE(contains(run.out, "returned")) << run.out;
}

TEST(Run, EndsAtTheTextOrAtTheLimit) {
    const Folder folder;
    const auto file = folder.prg("echo", echo);
    const auto text = ryg({"run", file, "--keys", "AB", "--until-text", "AB"});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_TRUE(contains(text.out, ": text after ")) << text.out;
    const auto limit = ryg({"run", file, "--cycles", "100000"});
    EXPECT_EQ(limit.status, 0) << limit.err;
    EXPECT_TRUE(contains(limit.out, ": limit after 10000")) << limit.out;
}

TEST(Run, KnowsTheProgramsInside) {
    const auto run = ryg({"run", "ryg16", "--keys", "2", "--until-text", "FILA Y COLUMNA"});
    EXPECT_EQ(run.status, 0) << run.err;
}

TEST(Run, KnowsThemByTheNamesOfTheirFilesToo) {
    const auto run = ryg({"run", "ryg3.prg", "--keys", ".D4\\r.G\\r.Q\\r", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "COMPUTER'S MOVE: E1F2\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "ryg3.prg: returned after ")) << run.out;
    expect_trouble(ryg({"run", "ryg17.prg"}), "ryg17.prg: cannot be read");
}

TEST(Run, SaysWhyAProgramDidNotEnd) {
    const Folder folder;
    expect_trouble(ryg({"run", folder.prg("endless", endless)}), "has not ended after");
    expect_trouble(ryg({"run", folder.prg("jam", "        nop\n        jam\n")}), "jammed after ");
    expect_trouble(ryg({"run", folder.prg("hello", hello), "--until-text", "BYE"}),
                   "'BYE' was not shown");
    expect_trouble(
        ryg({"run", folder.file("endless.prg"), "--until-text", "X", "--cycles", "30000"}),
        "was not shown within 3");
}

TEST(Run, WritesTheScreenAsAPng) {
    const Folder folder;
    const auto png = folder.file("screen.png");
    const auto run = ryg({"run", folder.prg("hello", hello), "--screenshot", png});
    EXPECT_EQ(run.status, 0) << run.err;
    std::ifstream in(png, std::ios::binary);
    std::string head(8, ' ');
    in.read(head.data(), 8);
    EXPECT_EQ(head, "\x89PNG\r\n\x1a\n");
    expect_trouble(ryg({"run", folder.prg("hello", hello), "--screenshot", "/no/where.png"}),
                   "/no/where.png");
}

TEST(Run, WritesToAPipeWithoutPuttingAFileInItsPlace) {
    const Folder folder;
    const auto pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int end = open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // the program finds a reader
    EXPECT_EQ(ryg({"run", folder.prg("hello", hello), "--screenshot", pipe}).status, 0);
    std::string head(8, ' ');
    EXPECT_EQ(read(end, head.data(), 8), 8);
    EXPECT_EQ(head, "\x89PNG\r\n\x1a\n");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    close(end);
}

TEST(Run, SaysThatItsOutputCannotBeWritten) {
    const std::string full = "'" RYG_PROGRAM "' run hints >/dev/full";
    const auto run = program::run({"sh", "-c", full});
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.err, "the output cannot be written: No space")) << run.err;
}

TEST(Run, TakesLongerTheMoreTakesItsTime) {
    const Folder folder;
    const auto prg = folder.prg("loop",
                                "        ldy #0\n        ldx #0\n:       inx\n        bne :-\n"
                                "        iny\n        bne :-\n        rts\n");
    std::vector<long> cycles;
    for (const std::string timing : {"cpu", "badlines", "stock"}) {
        for (const std::string model : {"pal", "ntsc"}) {
            const auto run = ryg({"run", prg, "--json", "--timing", timing, "--model", model});
            EXPECT_EQ(run.status, 0) << run.err;
            cycles.push_back(std::stol(run.out.substr(run.out.find(':') + 1)));
        }
    }
    EXPECT_EQ(cycles[0], cycles[1]);
    EXPECT_TRUE(std::ranges::is_sorted(cycles));
    expect_trouble(ryg({"run", prg, "--timing", "slow"}), "--timing");
    expect_trouble(ryg({"run", prg, "--model", "vic20"}), "--model");
}

TEST(Run, RefusesWhatIsNoProgram) {
    const Folder folder;
    const auto good = folder.prg("hello", hello);
    expect_trouble(ryg({"run", folder.file("none.prg")}), "none.prg");
    expect_trouble(ryg({"run", folder.write("short.prg", "\x01")}), "short.prg");
    expect_trouble(ryg({"run", folder.write("empty.prg", "")}), "empty.prg");
    expect_trouble(ryg({"run", folder.write("no-sys.prg",
                                            "\x01\x08"
                                            "abcdef")}),
                   "SYS");
    expect_trouble(ryg({"run", folder.write("long.prg", "\xf0\xff" + std::string(40, 'x'))}),
                   "long.prg");
    expect_trouble(ryg({"run"}), "--file");
    expect_trouble(ryg({"run", good, "--cycles", "-1"}), "--cycles");
    expect_trouble(ryg({"run", good, "--keys", "a\\z"}), "backslash");
    expect_trouble(ryg({"run", good, "more"}), "one word too many");
    expect_trouble(ryg({"run", good, "--until-text", ""}), "--until-text");
    expect_trouble(ryg({"run", good, "--ultimax"}), "goes with --cart");
    expect_trouble(ryg({"run", good, "--speed", "9"}), "--speed");
}

TEST(Run, KnowsProgramsByTheNamesThatOneMayGuess) {
    for (const auto& [guess, shown] :
         {std::pair{"ryg3-11", "RYG3-11:"}, {"ryg3-9", "RYG3-09:"}, {"ryg.prg", "RYG 16:"}}) {
        const auto run = ryg({"run", guess, "--until-text", shown, "--screen"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(contains(run.out, shown)) << run.out;
    }
}

TEST(Run, Versions12And13EndWithTheLastLeafOfTheTree) {
    for (const char* program : {"ryg12", "ryg13"}) {
        const auto run = ryg({"run", program, "--keys", "262", "--screen"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(contains(run.out, "\nNIVEL $02  TURNO GATOS  VALOR $7E\nPADRE $"));
        EXPECT_TRUE(contains(run.out, "\n  6 .   .   .   .\n  7   .   R   .   .\nryg1")) << run.out;
        EXPECT_TRUE(contains(run.out, ": returned after ")) << run.out;
    }
}

}  // namespace
}  // namespace ryg
