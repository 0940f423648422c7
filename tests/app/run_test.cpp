// `ryg run`: diskettes, tapes, cartridges, pipes, and the open ROMs of Debian.
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

TEST_F(RunVerb, WritesToAPipeWithoutPuttingAFileInItsPlace) {
    const auto pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int end = open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // the program finds a reader
    expect_prints("run " + folder.prg("hello", saying("\"HELLO\"")) + " --screenshot " + pipe, {});
    std::string head(8, ' ');
    EXPECT_EQ(read(end, head.data(), 8), 8);
    EXPECT_EQ(head, "\x89PNG\r\n\x1a\n");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    close(end);
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

// ------------------------------------------------------------------------------- Debian's open-roms

struct OpenRoms : WithFolder {
    void SetUp() override {
        if (!std::filesystem::exists("/usr/share/open-roms/C64/kernal")) {
            GTEST_SKIP() << "open-roms is not installed: apt-get install open-roms";
        }
    }
    std::string run = "run --screen";
    OpenRoms() {
        for (const std::string rom : {"kernal", "basic", "chargen"}) {
            run += " --" + rom + " /usr/share/open-roms/C64/" + rom;
        }
    }
};

TEST_F(OpenRoms, AProgramIsStartedByRunAndEndsWhenItIsReadyAgain) {
    expect_prints(run + ' ' + folder.prg("hi", saying("\"HI\", 13")), {"HI\n", "returned"});
}

TEST_F(OpenRoms, ABasicProgramRuns) {
    const auto file = folder.write(
        "hello.prg", std::string("\x01\x08\x0d\x08\x0a\x00\x99\"HELLO\"\x00\x00\x00", 18));
    expect_prints(run + ' ' + file, {"\nHELLO"});
}

TEST_F(OpenRoms, LinesAreTypedAndLoadSaysThatThereIsNoDevice) {
    const auto file = folder.prg("hi", saying("\"HI\", 13")) + " --keys ";
    expect_prints(run + " --cycles 9000000 " + file + R"('PRINT "TYPED"\r')", {"\nTYPED"});
    expect_prints(run + " --cycles 30000000 " + file + R"('LOAD "X",8\r')", {"DEVICE NOT PRESENT"});
}

}  // namespace
}  // namespace ryg
