// `ryg run`: how programs end, what is on the screen, and files of every kind.
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using tests::content;

using RunVerb = WithFolder;
using Diskette = WithFolder;
using P00 = WithFolder;
using Cartridge = WithFolder;

const std::string hello = saying(R"($93, "HELLO, WORLD", 13)");
const std::string echo = code("@1: jsr $ffe4; beq @1; jsr $ffd2; cmp #13; bne @1; rts");

TEST_F(RunVerb, ShowsTheScreenWhenTheProgramReturns) {
    const auto ended =
        expect_prints("run --screen " + folder.prg("hello", hello), {"returned after "});
    EXPECT_TRUE(ended.out.starts_with("HELLO, WORLD\n")) << ended.out;
}

TEST_F(RunVerb, ReportsTwentyFiveLinesAsJsonAndTheSameCyclesEveryTime) {
    const std::string command = "run " + folder.prg("hello", hello);
    const auto ended = ryg_json(command);
    EXPECT_EQ(ended["ended"], "returned");
    EXPECT_EQ(ended["screen"].size(), 25U);
    EXPECT_EQ(ended["screen"][0], "HELLO, WORLD" + std::string(28, ' '));
    EXPECT_EQ(ended, ryg_json(command));
}

TEST_F(RunVerb, FeedsKeysAsTheProgramReadsThem) {
    expect_prints("run --screen --keys 'FIFTEEN KEYS: 1\\r' " + folder.prg("echo", echo),
                  {"FIFTEEN KEYS: 1", "returned"});
}

TEST_F(RunVerb, EndsAtTheTextOrAtTheLimit) {
    const auto file = folder.prg("echo", echo);
    expect_prints("run --keys AB --until-text AB " + file, {": text after "});
    expect_prints("run --cycles 100000 " + file, {": limit after 10000"});
}

TEST_F(RunVerb, KnowsTheProgramsInsideByManyNames) {
    expect_prints("run ryg16 --keys 2 --until-text 'FILA Y COLUMNA'", {});
    expect_prints("run ryg3.prg --keys .D4\\r.G\\r.Q\\r --screen",
                  {"COMPUTER'S MOVE: E1F2\n", "ryg3.prg: returned after "});
    for (const auto& [guess, shown] : {std::pair<std::string, std::string>{"ryg3-11", "RYG3-11:"},
                                       {"ryg3-9", "RYG3-09:"},
                                       {"ryg.prg", "RYG 16:"}}) {
        expect_prints("run --screen --until-text '" + shown + "' " + guess, {shown});
    }
}

TEST_F(RunVerb, MeansTheProgramInsideByItsNameWhateverFilesAreThere) {
    const auto in_folder = [&](const std::string& words) {
        return run({"sh", "-c", "cd '" + folder.path() + "' && '" RYG_PROGRAM "' run " + words});
    };
    std::filesystem::rename(folder.prg("hello", hello), folder.file("ryg16"));
    expect_prints(in_folder("ryg16 --keys 2 --until-text 'FILA Y COLUMNA'"), {});
    expect_prints(in_folder("./ryg16 --screen"), {"HELLO, WORLD"});
    expect_prints(in_folder("ryg16.prg --keys 2 --until-text 'FILA Y COLUMNA'"), {});
    std::filesystem::rename(folder.file("ryg16"), folder.file("ryg16.prg"));
    expect_prints(in_folder("ryg16.prg --screen"), {"HELLO, WORLD"});
}

TEST_F(RunVerb, Versions12And13EndWithTheLastLeafOfTheTree) {
    for (const std::string version : {"ryg12", "ryg13"}) {
        expect_prints("run --keys 262 --screen " + version,
                      {"\nNIVEL $02  TURNO GATOS  VALOR $7E\nPADRE $",
                       "\n  6 .   .   .   .\n  7   .   R   .   .\nryg1", ": returned after "});
    }
}

TEST_F(RunVerb, PrintsWhatScrollsOffInTheTextsPrograms) {
    const std::string locks = ryg("run ryg3-04 --printed -").out, zeros(128, '0');
    const auto first = locks.find("LOCK TABLES\n"), second = locks.find("LOCK TABLES\n", first + 1);
    ASSERT_NE(second, std::string::npos) << locks;
    EXPECT_EQ(locks.substr(first + 12, second - first - 12),
              zeros + '\n' + zeros + '\n' + zeros + '\n' + zeros + '\n' + zeros + '\n');
    EXPECT_EQ(locks.find(zeros, second), std::string::npos) << "after randomize";
    EXPECT_TRUE(contains(locks, "\nNOT FOUND\n040D\nHASHPOS MOUSE\n00:E1F200,\n")) << locks;

    const std::string tree = ryg("run ryg12 --keys 262 --printed -").out;
    std::size_t boards = 0;
    for (auto at = tree.find("NIVEL $"); at != tree.npos; at = tree.find("NIVEL $", at + 1))
        ++boards;
    EXPECT_EQ(boards, 2 + 36u) << "before and after the mouse's move, then the tree";
    EXPECT_TRUE(contains(tree, "PENSANDO: " + std::string(35, '.'))) << "a dot for each child";
    EXPECT_TRUE(contains(tree, "NIVEL $00  TURNO GATOS  VALOR $81")) << "the root";
    EXPECT_TRUE(contains(tree, "NIVEL $01  TURNO RATON")) << tree;
}

TEST_F(RunVerb, SaysWhyAProgramDidNotEnd) {
    const std::string forever = folder.prg("endless", endless);
    expect_refused("run",
                   {{forever, "has not ended after"},
                    {folder.prg("jam", "nop\njam\n"), "jammed after "},
                    {folder.prg("hello", hello) + " --until-text BYE", "'BYE' was not shown"},
                    {forever + " --until-text X --cycles 30000", "was not shown within 3"}});
}

TEST_F(RunVerb, NamesFilesThatAreNoProgramsForWhatTheyAre) {
    expect_refused("run", {{folder.write("mul.s", "mul: lda #0\n rts\n"), "assembly source"},
                           {folder.write("notes.txt", "no program at all\n"), "a text"},
                           {folder.write("games.T64", "C64S tape file"), "no header of a T64"},
                           {folder.write("game.d81", "x"), "a diskette of the 1581"},
                           {folder.write("game.TAP", "C64-TAPE-RAW"), "as the recorder reads it"},
                           {folder.write("a.bin", "C64 CARTRIDGE   "), "give it to --cart"},
                           {folder.write("a.crt", "C64 CARTRIDGE   "), "its header is cut off"}});
    expect_refused("contract", {{folder.write("notes.md", "# no\n"), "neither assembly source"}});
}

TEST_F(RunVerb, WritesTheScreenAsAPng) {
    const auto file = folder.prg("hello", hello), png = folder.file("screen.png");
    expect_prints("run " + file + " --screenshot " + png, {});
    EXPECT_TRUE(content(png).starts_with("\x89PNG\r\n\x1a\n"));
    expect_trouble(ryg("run " + file + " --screenshot /no/where.png"), "/no/where.png");
}

TEST_F(RunVerb, WritesToAPipeWithoutPuttingAFileInItsPlace) {
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

TEST_F(RunVerb, SaysThatItsOutputCannotBeWritten) {
    const auto ended = run({"sh", "-c", "'" RYG_PROGRAM "' run hints >/dev/full"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_TRUE(contains(ended.err, "the output cannot be written: No space")) << ended.err;
}

TEST_F(RunVerb, TakesLongerTheMoreTakesItsTime) {
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

TEST_F(RunVerb, RefusesWhatIsNoProgram) {
    expect_refused(
        "run", {{"", "give FILE"},
                {"ryg18.prg", "ryg18.prg: no such file"},
                {"ryg18", "there is no file or program 'ryg18': did you mean 'ryg17'? There are "},
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

// --- P00 files, diskettes and cartridges: whole, and broken in every way ------------------------

/// A diskette of 35 tracks, made by hand.
struct Disk {
    std::string bytes = std::string(174'848, '\0');
    int files = 0;

    [[nodiscard]] static std::size_t at(int track, int sector) {
        std::size_t number = static_cast<std::size_t>(sector);
        for (int t = 1; t < track; ++t) number += t <= 17 ? 21 : t <= 24 ? 19 : t <= 30 ? 18 : 17;
        return number * 256;
    }
    void set(int track, int sector, std::size_t offset, int value) {
        bytes[at(track, sector) + offset] = static_cast<char>(value);
    }
    /// The file's blocks begin in sector 0 of the track and go on from sector to sector.
    void add(const std::string& name, const std::string& file, int track) {
        const auto entry = static_cast<std::size_t>(files++) * 32;
        set(18, 1, 1, 0xFF);
        set(18, 1, entry + 2, 0x82);
        set(18, 1, entry + 3, track);
        set(18, 1, entry + 4, 0);
        for (std::size_t i = 0; i < 16; ++i) {
            set(18, 1, entry + 5 + i, i < name.size() ? name[i] : 0xA0);
        }
        int sector = 0;
        for (std::size_t from = 0; from < file.size(); from += 254, ++sector) {
            const std::string part = file.substr(from, 254);
            const bool last = from + 254 >= file.size();
            set(track, sector, 0, last ? 0 : track);
            set(track, sector, 1, last ? static_cast<int>(part.size()) + 1 : sector + 1);
            bytes.replace(at(track, sector) + 2, part.size(), part);
        }
    }
};

TEST_F(Diskette, RunsItsFirstProgramOrTheOneThatIsNamed) {
    Disk disk;
    disk.add("FIRST", content(folder.prg("a", saying("\"ONE\", 13") + ".res 600\n")), 17);
    disk.add("OTHER GAME", content(folder.prg("b", saying("\"TWO\", 13"))), 20);
    const std::string file = folder.file("disk.d64");
    for (const std::size_t more : {0U, 683U, 85U * 256U, 85U * 256U + 768U}) {
        folder.write("disk.d64", disk.bytes + std::string(more, '\1'));
        expect_prints("run --screen " + file, {"\nONE\n"});
        expect_prints("run --screen --program other* " + file, {"\nTWO\n"});
    }
    const std::string first = expect_prints("run --program FIRST " + file, {}).out;
    for (const std::string name : {"*", "FIRS?", "?????", "f?*", "FIRST*"}) {
        EXPECT_EQ(ryg("run --program " + name + ' ' + file).out, first) << name;
    }
    expect_refused("run " + file + " --program",
                   {{"FIRS", "no program"},
                    {"FIRST?", "no program"},
                    {"??????", "no program"},
                    {"THIRD", "no program 'THIRD': it has 'FIRST', 'OTHER GAME'"}});
    expect_trouble(ryg("run --program A " + folder.file("a.prg")), "not a .d64 or .t64");
}

TEST_F(Diskette, SaysWhereItsChainsAreBroken) {
    const std::string prg = content(folder.prg("a", saying("\"ONE\", 13") + ".res 600\n"));
    const auto expect_broken = [&](std::string_view why, auto&& damage) {
        Disk disk;
        disk.add("FILE", prg, 17);
        damage(disk);
        expect_trouble(ryg("run " + folder.write("disk.d64", disk.bytes)), why);
    };
    expect_broken("have no end", [](Disk& d) { d.set(17, 1, 1, 0); });
    expect_broken("track 36, sector 2", [](Disk& d) { d.set(17, 1, 0, 36); });
    expect_broken("track 17, sector 21", [](Disk& d) { d.set(17, 1, 1, 21); });
    expect_broken("it has none", [](Disk& d) { d.set(18, 1, 2, 0); });
    expect_broken("no program", [](Disk& d) { d.set(17, 0, 0, 0), d.set(17, 0, 1, 2); });
    expect_broken("not a diskette", [](Disk& d) { d.bytes.resize(174'000); });
}

/// LOAD"NAME",8,1 through SETNAM, SETLFS and LOAD, then a jump to $c000; the error's number if C is set.
std::string loading(const std::string& name, unsigned secondary) {
    return code("lda #" + std::to_string(name.size()) + "; ldx #<name; ldy #>name; jsr $ffbd;" +
                "lda #1; ldx #8; ldy #" + std::to_string(secondary) + "; jsr $ffba; lda #0;" +
                "ldx #0; ldy #$c0; jsr $ffd5; bcs :+; stx $02; sty $03; jmp $c000;" +
                ": ora #'0'; jsr $ffd2; rts; name: .byte \"" + name + "\"");
}

TEST_F(Diskette, LoadsProgramsForThoseThatChain) {
    const std::string part = content(folder.binary("b", code("lda #'!'; jsr $ffd2; rts"), "$c000"));
    Disk disk;
    disk.add("SECOND", std::string("\x00\xc0", 2) + part, 20);
    const std::string file = folder.write("disk.d64", disk.bytes);
    for (const unsigned secondary : {0U, 1U}) {
        for (const std::string name : {"SECOND", "SEC*", "*", "0:SECOND"}) {
            expect_prints(
                "run --screen " + folder.prg("a", loading(name, secondary)) + " --disk " + file,
                {"\n!\n", "returned"});
        }
    }
    expect_prints("run --screen " + folder.prg("a", loading("THIRD", 1)) + " --disk " + file,
                  {"\n4\n"});
    expect_prints("run --screen " + folder.prg("a", loading("SECOND", 1)), {"\n5\n"});
}

TEST_F(Diskette, IsReadAsATapeToo) {
    const std::string prg = content(folder.prg("a", saying("\"TAPED\", 13")));
    std::string tape = "C64S tape image file" + std::string(44, '\0');
    tape[34] = 2;
    std::string entry = "\1\x82\1\x08\xc6\xc3" + std::string(26, '\0');
    entry.replace(8, 1, "\x60");
    entry.replace(16, 16, "A GAME          ");
    const std::string file = folder.write("a.t64", tape + entry + prg.substr(2));
    expect_prints("run --screen " + file, {"\nTAPED\n"});
    expect_prints("run --screen --program 'A GAME' " + file, {"\nTAPED\n"});
    expect_trouble(ryg("run --program B " + file), "no program 'B': it has 'A GAME'");
}

TEST_F(RunVerb, TypesAndMovesJoysticksAtTheirTimes) {
    const std::string file = folder.prg(
        "wait", code("@1: lda $dc00; and #$10; bne @1; @2: jsr $ffe4; beq @2; jsr $ffd2; rts"));
    const std::string inputs =
        " --keys-at 400000:Q --joystick-at 200000:2:fire --joystick-at 300000:2:none ";
    const auto ended = ryg_json("run " + file + inputs);
    EXPECT_EQ(ended["ended"], "returned");
    EXPECT_TRUE(contains(ended["screen"].dump(), "Q"));
    EXPECT_GT(ended["cycles"].get<int>(), 300'000);
    EXPECT_LT(ended["cycles"].get<int>(), 400'000);
    expect_prints("trace --timing stock --cia 6526a --sid 8580 --limit 0" + inputs + file,
                  {"jsr $ffd2"});
    expect_prints("debug --cia 6526a --sid 8580 --commands " +
                      folder.write("c", "break ffd2\ncontinue\n") + inputs + file,
                  {".C:ffd2"});
    for (const std::string verb : {"run ", "trace ", "debug "}) {
        expect_refused(verb + file, {{"--joystick-at 5:3:up", "the port, 1 or 2"},
                                     {"--joystick-at 5:1:around", "around"},
                                     {"--keys-at X", "expected CYCLE"},
                                     {"--keys-at 9:A --keys-at 8:B", "cycle 8 comes after 9"}});
    }
}

TEST_F(RunVerb, EndsAProgramThatFallsIntoBrksWithoutAHandler) {
    const std::string missing = folder.prg("missing", code("lda #0; sta $c000; jsr $c000; rts"));
    expect_trouble(ryg("run " + missing), "BRK at $c000");
    const std::string handled = folder.prg(
        "handled", code("lda #<h; sta $0316; lda #>h; sta $0317; brk; nop; rts; h: jmp $ea81"));
    expect_prints("run " + handled, {"returned"});
}

TEST_F(P00, IsAProgramAfterAHeader) {
    const std::string prg = content(folder.prg("a", saying("\"P NOUGHT\"")));
    const std::string header = std::string("C64File\0", 8) + "A" + std::string(17, '\0');
    expect_prints("run --screen " + folder.write("a.p00", header + prg), {"P NOUGHT"});
    expect_refused("run", {{folder.write("b.p00", header), "b.p00"},
                           {folder.write("c.p00", header.substr(0, 12)), "c.p00"}});
}

/// 8K that say `value` at $d7ff; `origin` is where the code runs.
std::string rom(const Folder& folder, const std::string& origin, const std::string& head,
                const std::string& value, bool vectors = false) {
    std::string bytes = content(folder.binary(
        "rom", code(head + "start: sei; lda " + value + "; sta $d7ff; jmp *"), origin));
    bytes.resize(8192, '\xEA');
    if (vectors) bytes.replace(0x1FFA, 6, std::string("\x00\xE0\x00\xE0\x00\xE0", 6));
    return bytes;
}

// CIA 2's timer A reads L + 3 - k in the k-th cycle after its start: 2 + 260 + 4 for LDA, CHROUT, LDA.
TEST_F(Cartridge, ThatMeasuresReadsTheDocumentedFigures) {
    const std::string measure =
        rom(folder, "$8000",
            ".word begin, begin; .byte $c3, $c2, $cd, \"80\"; begin: sei; ldx #$ff; txs; jsr $ff84;"
            "jsr $ff87; jsr $ff8a; jsr $ff81; lda #$7f; sta $dc0d; lda $dc0d; lda #$0b; sta $d011;"
            "ldx #0; ldy #0; : inx; bne :-; iny; bne :-; lda #$ff; sta $dd04; sta $dd05; lda #$11;"
            "sta $dd0e; lda #'A'; jsr $ffd2; lda $dd04; sec; sbc #<($ffff + 3 - 284); sta $02;"
            "jmp start;",
            "$02");
    expect_prints("run --debugcart --cycles 9000000 --cart " + folder.write("m.bin", measure), {});
}

TEST_F(Cartridge, SizeDecidesWhereItIs) {
    const std::string cbm80 = ".word start, start; .byte $c3, $c2, $cd, \"80\";";
    const auto run = [&](const std::string& name, const std::string& bytes, int status = 0,
                         const std::string& option = "") {
        expect_prints(
            "run --debugcart --cycles 3000000 --cart " + folder.write(name, bytes) + option, {},
            status);
    };
    const std::string small = rom(folder, "$8000", cbm80, "#0");
    const std::string low = rom(folder, "$8000", cbm80, "$a123");
    run("8.bin", small);
    run("16.bin", low + std::string(8192, '\0'));
    run("16.bin", low + std::string(8192, '\1'), 1);

    const std::string ultimax = rom(folder, "$e000", "", "#0", true);
    const std::string reads = rom(folder, "$e000", "", "$8000", true);
    run("u.bin", ultimax, 0, " --ultimax");
    run("u16.bin", std::string(8192, '\0') + reads, 0, " --ultimax");
    run("u4.bin", ultimax.substr(0, 4096 - 6) + ultimax.substr(8192 - 6), 0, " --ultimax");

    std::string header = "C64 CARTRIDGE   " + std::string("\0\0\0\x40\1\0\0\0\0\1", 10);
    header.resize(0x40, '\0');
    const std::string chip = std::string("CHIP\0\0\x20\x10\0\0\0\0\x80\0\x20\0", 16);
    run("a.crt", header + chip + small);
    run("more.crt", header + chip + small + "more than it says");
    expect_prints("run --debugcart --cycles 3000000 " + folder.file("a.crt"), {});
    expect_refused("run " + folder.file("a.crt"),
                   {{"--start $8000", "--start does not go with a cartridge"}});
    std::string other_type = header;
    other_type[0x17] = 7;
    expect_refused("run --cart",
                   {{folder.write("u2.bin", ultimax.substr(6144)) + " --ultimax", "4096"},
                    {folder.write("b.crt", header + chip + small.substr(1)), "cut off"},
                    {folder.write("c.crt", header + "CHAP"), "not a CHIP packet"},
                    {folder.write("d.crt", other_type + chip + small), "type 7"},
                    {folder.write("e.bin", "x"), "8192 or 16384"},
                    {"b a.prg", "--cart"}});
}

}  // namespace
}  // namespace ryg
