// What people bring: the files of their tools beside a program, programs that begin in unusual ways,
// diskettes and cartridges, keys that are scanned, and programs for other machines.
#include <filesystem>

#include "app/run.hpp"
#include "engine/claims/game.hpp"
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using tests::content;

struct Brought : WithFolder {
    /// A program at $0801 that begins with a line of BASIC, its tokens in `text`; then code at $0840.
    [[nodiscard]] std::string basic(const std::string& name, const std::string& text,
                                    const std::string& code) const {
        std::string bytes("\x01\x08", 2);
        const auto link = static_cast<char>(1 + 5 + text.size());
        bytes += std::string{link, 8, 10, 0} + text + std::string(3, '\0');
        bytes.resize(2 + 0x3F, '\0');
        return folder.write(name, bytes + code);
    }
    [[nodiscard]] static std::string says(char letter) {
        return std::string{'\xA9', letter, '\x20', '\xD2', '\xFF', '\x60'};
    }
    /// SYS 2112, and the code prints a letter.
    [[nodiscard]] std::string tiny(const std::string& name) const {
        return basic(name,
                     "\x9e"
                     "2112",
                     says('!'));
    }
    static Finished printing(const std::string& arguments) {
        return ryg("run " + arguments + " --printed -");
    }
    static void expect_printed(const std::string& arguments, const std::string& text) {
        const Finished run = printing(arguments);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(run.out.starts_with(text)) << run.out << run.err;
    }
    /// A diskette with these files, through a folder that is mounted.
    [[nodiscard]] std::string disk(
        const std::string& name,
        const std::vector<std::pair<std::string, std::string>>& files) const {
        const std::string from = "of " + name, to = folder.file(name);
        for (const auto& [file, content] : files) folder.write(from + '/' + file, content);
        const std::string prg = tiny("maker.prg");
        EXPECT_EQ(
            run({RYG_PROGRAM, "run", prg, "--disk", folder.file(from), "--disk-out", to}).status,
            0);
        return to;
    }
};

// --- files beside a program ---------------------------------------------------------------------------

TEST_F(Brought, AFileBesideAProgramThatCannotBeReadCostsALine) {
    const std::string prg = tiny("k.prg");
    for (const std::string ending : {".sym", ".lst", ".map", ".lbl", ".dbg", ".vs", ".rep"}) {
        const std::string file = folder.write("k" + ending, "\x01\x02 rubbish\n");
        const Finished run = printing(prg);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_TRUE(contains(run.err, file)) << run.err;
        EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
        EXPECT_TRUE(run.out.starts_with("!"));
        std::filesystem::remove(file);
    }
}

TEST_F(Brought, ALineThatIsNoLabelCostsNoMoreThanItself) {
    const std::string prg = tiny("k.prg");
    folder.write("k.lbl", "al C:840 .start\nal C:841 .next\nwhat is this\n");
    const Finished run = printing(prg);
    EXPECT_TRUE(run.out.starts_with("!")) << run.out;
    EXPECT_TRUE(run.err.ends_with("k.lbl:3: not a label: 'what is this': left out\n")) << run.err;
    EXPECT_EQ(ryg("debug " + prg, "break .next\n").status, 0);
}

TEST_F(Brought, SymbolsOfKickAssemblerHaveNamespaces) {
    const std::string prg = tiny("k.prg");
    folder.write("k.sym",
                 ".label start=$840\n.label SIZE=60\n.namespace vic {\n  .label BORDER=$d020\n"
                 "  .namespace inner {\n    .label x=$1\n  }\n}\n.label keys=$842 {\n  .label "
                 "row=$843\n}\n");
    folder.write("k.vs", "al C:840 .start\nbreak 842\nal C:ffffffff .unset\n");
    const auto session = ryg("debug '" + prg + "'",
                             "p .vic.BORDER\np .vic.inner.x\np .keys.row\np .SIZE\nbreak .start\n");
    EXPECT_EQ(session.status, 0) << session.err;
    EXPECT_EQ(session.err, "");
    for (const auto* value : {"$d020", "$01", "$843", "$3c"}) {
        EXPECT_TRUE(contains(session.out, value)) << session.out;
    }
}

/// The same program in tests/app/brought, as each tool writes it and what it leaves beside it.
TEST(BroughtTools, TheirLabelsAndLinesAreRead) {
    struct Tool {
        std::string name, line;
        int warnings = 0;
    };
    const std::string folder = RYG_SOURCE_DIR "/tests/app/brought/";
    for (const Tool& tool : std::vector<Tool>{{"ca65", "game.s:11"},
                                              {"cc65-2.13", "game.s:11"},
                                              {"acme", "game.a:10"},
                                              {"64tass", "", 1},  // lines without numbers
                                              {"dasm", "game.asm:9"},
                                              {"xa", ""},
                                              {"vasm", "game.s:9"},
                                              {"kickassembler", ""}}) {
        const std::string prg = folder + tool.name + "/game.prg";
        const std::string line = tool.line.empty() ? "$0811" : tool.line;
        const auto session = ryg("debug '" + prg + "'",
                                 "p .main\np .count\nbreak .again\nbreak " + line + "\ng\ng\nr\n");
        EXPECT_EQ(session.status, 0) << tool.name << session.err;
        EXPECT_EQ(std::ranges::count(session.err, '\n'), tool.warnings) << session.err;
        for (const auto* value : {"$80d", "$03", "again", "$0811"}) {
            EXPECT_TRUE(contains(session.out, value)) << tool.name << ' ' << value << session.out;
        }
        if (tool.line.empty()) continue;
        EXPECT_TRUE(contains(session.out, tool.line)) << tool.name << session.out;
    }
}

TEST_F(Brought, SourcesOfAnotherMachineAreFoundByTheEndOfTheirPaths) {
    const std::string prg = folder.prg("g", "start:  nop\n        rts\n");
    const std::string source = content(folder.file("g.s"));
    for (const std::string path : {"C:\\\\work\\\\src\\\\g.s", "/build/x/src/g.s"}) {
        std::filesystem::remove(folder.file("g.s"));
        folder.write("elsewhere/src/g.s", source);
        std::string debug = content(folder.file("g.dbg"));
        const auto name = debug.find("name=\"", debug.find("file\t")) + 6;
        debug.replace(name, debug.find('"', name) - name, path);
        folder.write("g.dbg", debug);
        const auto session = ryg(
            "debug " + prg + " --source-folder '" + folder.file("elsewhere") + "'", "z\nlist\n");
        EXPECT_TRUE(contains(session.out, "start:  nop")) << session.out << session.err;
    }
}

TEST_F(Brought, TwoSourcesOfOneNameAreToldApartByTheirFolders) {
    const std::string prg = folder.write("t.prg", std::string("\x00\x10\xea\xea\x60", 5));
    folder.write("t.rep",
                 "\n; ******** Source: a/init.a\n"
                 "     1  1000 ea                              nop\n"
                 "\n; ******** Source: b/init.a\n"
                 "     1  1001 ea                              nop\n");
    const auto session =
        ryg("debug " + prg + " --start 4096", "break init.a:1\nbreak b/init.a:1\n");
    EXPECT_TRUE(contains(session.err, "a/init.a and b/init.a: name the folder")) << session.err;
    EXPECT_TRUE(contains(session.out, "$1001")) << session.out;
}

TEST_F(Brought, PlacesAreNamedByRoutinesOfTheirOwnSegment) {
    const std::string prg = folder.prg("n",
                                       "zp = $90\n        jsr work\n        rts\n"
                                       ".proc work\n        ldx #2\nloop:   dex\n        bne loop\n"
                                       "        rts\n.endproc\n");
    const auto session = ryg("debug " + prg, "z\nz\nz\nbt\nr\n");
    EXPECT_TRUE(contains(session.out, "work+")) << session.out << session.err;
    EXPECT_TRUE(contains(session.out, "$0814 work+3")) << session.out;
    EXPECT_FALSE(contains(session.out, "zp+")) << session.out;
}

// --- how a program starts and ends ----------------------------------------------------------------------

TEST_F(Brought, AProgramMayLoadBelowItsLineOfBasic) {
    const std::string whole = content(tiny("t.prg"));
    const std::string from_0800 =
        folder.write("z.prg", std::string("\x00\x08\x00", 3) + whole.substr(2));
    expect_printed(from_0800, "!");
    const std::string lower =
        folder.write("l.prg", std::string("\xF0\x07", 2) + std::string(17, '\0') + whole.substr(2));
    expect_printed(lower, "!");
}

TEST_F(Brought, StatementsBeforeSysAreDoneOrNamed) {
    const std::string prints_2 = "\xA5\x02\x20\xD2\xFF\x60";
    expect_printed(basic("p.prg",
                         "\x97"
                         "2,55:\x9e"
                         "2112",
                         prints_2),
                   "7");
    expect_printed(basic("v.prg",
                         "A\xb2"
                         "2000:\x97"
                         "2,55:\x97"
                         "2,\xc2(2)\xaa"
                         "1:\x9e"
                         "A\xaa"
                         "112",
                         prints_2),
                   "8");
    const Finished named = printing(basic("n.prg",
                                          "\x99\"HI\":\x9e"
                                          "2112",
                                          says('!')));
    EXPECT_EQ(named.status, 0);
    EXPECT_TRUE(contains(named.err, "line 10: PRINT")) << named.err;
    for (const char* const sys : {"\x9e"
                                  "2112\xaa"
                                  "B",
                                  "\x9e"
                                  "2112\xaa",
                                  "\x9e"
                                  "2^2"}) {
        EXPECT_EQ(printing(basic("r.prg", sys, says('!'))).status, 2) << sys;
    }
}

TEST_F(Brought, AProgramThatLeavesAnInterruptRunsOn) {
    const std::string prg = folder.prg(
        "i",
        code("sei; lda #<ir; sta $0314; lda #>ir; sta $0315; cli; rts; ir: inc n; lda n; cmp #90;"
             "bne :+; lda #11; sta $0400; sta $0401; : jmp $ea31; n: .byte 0"));
    EXPECT_EQ(ryg("run " + prg + " --until-text KK --cycles 6000000").status, 0);
    expect_prints("run " + prg, {"returned"});
    expect_prints("run " + prg + " --cycles 3000000", {"limit after 3000"});
}

TEST_F(Brought, AResetAndTheWarmStartEndARun) {
    expect_prints("run " + folder.prg("r", code("jmp $fce2")), {"reset after"});
    expect_prints("run " + folder.prg("v", code("jmp ($fffc)")), {"reset after"});
    expect_prints("run " + folder.prg("w", code("jmp $fe66")), {"warm start after"});
    expect_trouble(ryg("run " + folder.prg("b", code("nop; here: brk"))), "BRK at $080e");
}

TEST_F(Brought, AGameThatNeverEndsShowsItsScreen) {
    const std::string prg = folder.prg("e", code("lda #1; sta $0400; : jmp :-"));
    const Finished run = expect_prints("run " + prg + " --screen", {"A", "limit after"});
    EXPECT_TRUE(contains(run.err, "--cycles")) << run.err;
}

TEST_F(Brought, ACallOfTheKernalThatIsNotThereIsNamed) {
    expect_trouble(ryg("run " + folder.prg("k", code("jsr $f642; rts"))), "calls $f642 from $080d");
    EXPECT_FALSE(contains(ryg("run " + folder.file("k.prg")).err, "no BASIC"));
}

TEST_F(Brought, ARawBinaryNeedsItsAddress) {
    const std::string binary = folder.write("raw.bin", says('!'));
    expect_refused("run", {{binary, "give --load"}});
    expect_refused("debug " + binary, {{"--start $c000", "give --load"}});
    expect_printed(binary + " --load $c000 --start $c000", "!");
    const auto session = ryg("debug " + binary + " --load $c000 --start $c000", "r\n");
    EXPECT_TRUE(contains(session.out, "c000")) << session.out << session.err;
    EXPECT_TRUE(contains(ryg("trace " + binary + " --load $c000 --start $c000").out, "lda #$21"));
    EXPECT_TRUE(contains(ryg("run " + tiny("t.prg") + " --start $c000 --cycles 9").err,
                         "outside of the file"));
}

// --- diskettes and cartridges -----------------------------------------------------------------------------

/// Opens a file of the drive by a name, and prints its first byte, or the error.
std::string reading(const std::string& name) {
    return code(
        "lda #" + std::to_string(name.size()) +
        "; ldx #<name; ldy #>name; jsr $ffbd; lda #2; ldx #8; ldy #2; jsr $ffba; jsr $ffc0;"
        "bcs :+; ldx #2; jsr $ffc6; bcs :+; jsr $ffcf; jmp $ffd2; : ora #'0'; jmp $ffd2; name: "
        ".byte \"" +
        name + "\"");
}

TEST_F(Brought, FilesOfAFolderATapeOrADisketteAreRead) {
    const std::string prg = folder.prg("o", reading("NOTES,S,R"));
    const std::string image = disk("d.d64", {{"notes.seq", "!\r"}});
    expect_printed(prg + " --disk " + image, "!");
    folder.write("dir/notes.seq", "?");
    expect_printed(prg + " --disk " + folder.file("dir"), "?");
    EXPECT_TRUE(printing(prg).out.starts_with("5")) << "no drive";
    expect_refused("run " + prg, {{"--disk-out x.d64", "--disk"}, {"--disk none", "none"}});
}

TEST_F(Brought, AWrittenDisketteIsSavedWhereThatIsAskedFor) {
    const std::string writes = folder.prg(
        "w",
        code("lda #7; ldx #<name; ldy #>name; jsr $ffbd; lda #2; ldx #8; ldy #2; jsr $ffba; jsr "
             "$ffc0; ldx #2; jsr $ffc9; lda #'W'; jsr $ffd2; jsr $ffcc; lda #2; jmp $ffc3; name: "
             ".byte \"NEW,S,W\""));
    const std::string image = disk("d.d64", {{"old.seq", "!"}});
    const std::string before = content(image);
    const Finished unsaved = ryg("run " + writes + " --disk " + image);
    EXPECT_TRUE(contains(unsaved.err, "--disk-out")) << unsaved.err;
    EXPECT_EQ(content(image), before);
    const std::string out = folder.file("out.d64");
    EXPECT_EQ(ryg("run " + writes + " --disk " + image + " --disk-out " + out).status, 0);
    EXPECT_EQ(content(image), before);
    expect_printed(folder.prg("r", reading("NEW,S,R")) + " --disk " + out, "W");
    expect_printed(folder.prg("s", reading("OLD,S,R")) + " --disk " + out, "!");
}

TEST_F(Brought, AProgramLoadsItsNextPartFromTheDeviceThatItCameFrom) {
    const std::string part = std::string("\x00\xC0", 2) + says('!');
    const auto loading = [](const std::string& device, const std::string& call) {
        return code("lda #4; ldx #<name; ldy #>name; jsr $ffbd; lda #1; ldx " + device +
                    "; ldy #1; jsr $ffba; lda #0; " + call + "; name: .byte \"PART\"");
    };
    const std::string game = content(
        folder.prg("g", loading("$ba", "jsr $ffd5; bcs :+; jmp $c000; : ora #'0'; jmp $ffd2")));
    const std::string image = disk("g.d64", {{"game.prg", game}, {"part.prg", part}});
    expect_printed(image, "!");
    expect_prints("run " + folder.prg("j", loading("#8", "jmp $ffd5")) + " --disk " + image +
                      " --cycles 3000000",
                  {"returned"});
    const std::string shim = std::string(RYG_SOURCE_DIR) + "/app/ryg-x64sc";
    const std::string first =
        folder.prg("f", loading("#8", "jsr $ffd5; bcs :+; lda #0; : sta $d7ff; rts"));
    for (const auto& words : {std::vector<std::string>{"-8", image, "-autostart", first},
                              {"-autostart", first, "-8", image}}) {
        std::vector<std::string> all{shim, "-warp", "-debugcart", "-limitcycles", "9000000"};
        all.insert(all.end(), words.begin(), words.end());
        const Finished run = program::run(all, "", {"RYG=" RYG_PROGRAM});
        EXPECT_EQ(run.status, 0) << run.out << run.err;
    }
    const Finished named = program::run(
        {shim, "-limitcycles", "9000000", "-autostart", image + ":GAME"}, "", {"RYG=" RYG_PROGRAM});
    EXPECT_EQ(named.status, 0) << named.out << named.err;
}

TEST_F(Brought, LabelsOfADisketteAreBesideIt) {
    const std::string prg = folder.prg("g", code("start: lda #'!'; jmp $ffd2"));
    for (const std::string name : {"g.d64", "other.d64"}) {  // by its own name, or its program's
        (void)disk(name, {{"a.prg", content(tiny("a.prg"))}, {"g.prg", content(prg)}});
        const std::string arguments = folder.file(name) + " --program G";
        const auto session = ryg("debug " + arguments, "break .start\n");
        EXPECT_EQ(session.status, 0) << session.err;
        const Finished traced = ryg("trace " + arguments + " --limit 1");
        EXPECT_TRUE(contains(traced.out, "  code")) << traced.out << traced.err;
    }
}

TEST_F(Brought, ACartridgeIsDebuggedAndTraced) {
    std::string rom(
        "\x09\x80\x09\x80\xC3\xC2\xCD"
        "80\xEE\x20\xD0\x4C\x09\x80",
        15);
    rom.resize(8192, '\xFF');
    std::string crt = "C64 CARTRIDGE   " + std::string("\0\0\0\x40\1\0\0\0\0\1", 10);
    crt.resize(0x40, '\0');
    crt += "CHIP" + std::string("\0\0\x20\x10\0\0\0\0\x80\0\x20\0", 12) + rom;
    const std::string file = folder.write("c.crt", crt);
    const auto session = ryg("debug " + file, "r\nz\n");
    EXPECT_EQ(session.status, 0) << session.err;
    EXPECT_TRUE(contains(session.out, "8009")) << session.out;
    EXPECT_TRUE(contains(ryg("trace " + file + " --limit 3").out, "inc $d020"));
}

// --- keys ------------------------------------------------------------------------------------------------

TEST_F(Brought, AProgramThatScansTheKeyboardSeesKeys) {
    const std::string scans = folder.prg("m", code("sei; lda #$fd; sta $dc00; : lda $dc01; and #4;"
                                                   "bne :-; lda #'A'; jmp $ffd2"));
    expect_printed(scans + " --keys-at 300000:a --cycles 3000000", "A");
    expect_printed(scans + " --keys a --cycles 3000000", "A");
    EXPECT_TRUE(contains(ryg("debug " + scans + " --keys a", "g\n").out, "has returned"));
    const std::string by_pointer = folder.prg(
        "p", code("sei; lda #0; sta $fb; lda #$dc; sta $fc; ldy #0; lda #$fd; sta ($fb),y; iny;"
                  ": lda ($fb),y; and #4; bne :-; lda #'P'; jmp $ffd2"));
    expect_printed(by_pointer + " --keys a --cycles 3000000", "P");
    const std::string reads_c5 =
        folder.prg("c", code(": lda $c5; cmp #10; bne :-; lda #'C'; jmp $ffd2"));
    expect_printed(reads_c5 + " --keys-at 300000:a --cycles 3000000", "C");
    const std::string asks =
        folder.prg("g", code(": jsr $ffe4; beq :-; jsr $ffd2; cmp #'!'; bne :-; rts"));
    expect_printed(asks + " --keys-at '300000:ABBA!' --cycles 9000000", "ABBA!");
}

TEST_F(Brought, KeysAreHeldTogether) {
    const std::string both = folder.prg(
        "b", code("sei; : lda #$fd; sta $dc00; lda $dc01; and #$84; bne :-; lda #'B'; jmp $ffd2"));
    expect_printed(both + " --hold-at 200000:a,left-shift --cycles 3000000", "B");
    const std::string stop = folder.prg("s", code(": jsr $ffe1; bne :-; lda #'S'; jmp $ffd2"));
    expect_printed(stop + " --hold-at 200000:stop --cycles 3000000", "S");
    expect_prints(
        "run " + folder.prg("r", endless) + " --hold-at 200000:stop --hold-at 300000:stop,restore",
        {"warm start after"});
    expect_refused("run " + stop, {{"--hold-at 5:nokey", "nokey"}});
}

// --- other machines ---------------------------------------------------------------------------------------

TEST_F(Brought, AProgramRunsOnRamWithATerminal) {
    const std::string echo = folder.binary(
        "echo",
        code(
            "loop: lda $fff1; beq loop; cmp #'Q'; beq done; sta $fff0; jmp loop; done: jmp $ff00"));
    const std::string ram = " --machine ram --load $1000 ";
    const std::string ports = ram + "--putc $fff0 --getc $fff1 --end $ff00 ";
    const Finished run = ryg("run " + echo + ports + "--keys 'HI THEREQ'");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("HI THERE\n")) << run.out;
    EXPECT_TRUE(contains(run.out, "ended at $ff00")) << run.out;
    EXPECT_TRUE(contains(ryg("run " + echo + ports + "--keys HI").out, "waits for a key"));
    const std::string typed =
        "(sleep 1; printf 'AB\\nQ'; sleep 5) | script -qec \"'" RYG_PROGRAM "' run " + echo +
        " --machine ram --load 0x1000 --putc 0xfff0 --getc 0xfff1 --end 0xff00\" /dev/null";
    const Finished session_at_terminal = program::run({"sh", "-c", typed});
    EXPECT_TRUE(contains(session_at_terminal.out, "AB\r\n")) << session_at_terminal.out;
    EXPECT_TRUE(contains(session_at_terminal.out, "ended at $ff00")) << session_at_terminal.out;
    const std::string calls =
        folder.binary("calls", code("jsr get; jsr put; rts; get: rts; put: rts"));
    const Finished called =
        ryg("run " + calls + ram + "--putc jsr:put --getc jsr:get --end $ff00 --keys X");
    EXPECT_TRUE(called.out.starts_with("X\n")) << called.out << called.err;
    const auto session = ryg("debug " + calls + ram + "--end $ff00", "r\ng\n");
    EXPECT_TRUE(contains(session.out, "1000  20 07 10")) << session.out << session.err;
    EXPECT_TRUE(contains(session.out, "has returned")) << session.out;
    expect_refused("debug " + calls + ram, {{"--sid 8580", "--machine c64"}});
    expect_refused("run " + echo, {{"--machine ram", "give --load"},
                                   {ram + "--putc jsr:nowhere", "nowhere"},
                                   {ram + "--sid 8580", "--machine c64"},
                                   {"--load $1000 --start $1000 --putc $fff0", "--machine ram"}});
}

TEST_F(Brought, AnOpcodeOfA65C02IsNamedOrEndsTheRun) {
    const std::string flat = folder.binary("phy", code("ldx #1; .byte $5a, $80, 0; jmp $ff00"));
    const std::string ram = "run " + flat + " --machine ram --load $1000 --end $ff00";
    const Finished told = ryg(ram);
    EXPECT_EQ(told.status, 0);
    EXPECT_TRUE(contains(told.err, "$1002: nop")) << told.err;
    EXPECT_TRUE(contains(told.err, "on a 65C02 it is phy")) << told.err;
    EXPECT_EQ(std::ranges::count(told.err, '\n'), 1) << told.err;
    expect_prints(ryg(ram + " --documented"), {"undocumented opcode at $1002"}, 1);
    const std::string prg = folder.prg("bra", code("ldx #9; : dex; bne :-; .byte $80, 0; rts"));
    EXPECT_TRUE(contains(ryg("run " + prg).err, "on a 65C02 it is bra"));
    expect_prints("run " + prg + " --documented", {"undocumented opcode after "}, 1);
    const Finished plain = ryg("run " + folder.prg("plain", code("nop; rts")) + " --documented");
    EXPECT_EQ(plain.status, 0);
    EXPECT_EQ(plain.err, "");
}

TEST_F(Brought, RoutinesOfARawBinaryAreCheckedOnTheC64OrOnRam) {
    const auto raw = [&](const std::string& name, const std::string& text, const std::string& at) {
        return folder.linked(name, code(text),
                             "MEMORY { M: start = " + at +
                                 ", size = $1000, file = %O; }\n"
                                 "SEGMENTS { CODE: load = M, type = ro; }\n");
    };
    const std::string low = raw("low", "double: asl; rts", "$1000");
    const std::string cases = folder.write(
        "low.json", R"({"cases": [{"call": "double", "in": {"A": 4}, "out": {"A": 8}}]})");
    expect_refused("contract", {{low + " --cases " + cases, "give --load"}});
    expect_prints("contract " + low + " --load $1000 --cases " + cases, {"1 of 1 cases hold."});
    const std::string high = raw("high", "put: sta $d000; inc $fff0; rts", "$e000");
    const std::string into_ram = folder.write("high.json", R"({"cases": [
        {"call": "put", "in": {"A": 4, "$fff0": 6}, "out": {"$d000": 4, "$fff0": 7}}]})");
    const std::string contract = "contract " + high + " --load $e000 --cases " + into_ram;
    expect_prints(contract + " --machine ram", {"1 of 1 cases hold."});
    EXPECT_EQ(ryg(contract).status, 1);
    const std::string wrong = folder.write(
        "wrong.json", R"({"cases": [{"call": "put", "in": {}, "out": {"$0055": 5}}]})");
    const Finished told = ryg("contract " + high + " --load $e000 --machine ram --cases " + wrong);
    EXPECT_TRUE(contains(told.out, ": $0055 is $")) << told.out;
}

// --- a program of one's own, whose game brings little ------------------------------------------------------

/// Runs a command line of a program with one game that has no verbs, and ends with its exit status.
[[noreturn]] void run_bare(std::vector<std::string> words) {
    static const claims::Game bare{.name = "bare", .programs = {}};
    words.insert(words.begin(), "own");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    std::exit(ryg::run(static_cast<int>(words.size()), pointers.data(), {&bare}));
}

TEST(OwnProgramDeathTest, SaysWhatItsGameLacks) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const std::string verb : {"verify", "search", "bench", "perft", "play"}) {
        EXPECT_EXIT(run_bare({verb}), testing::ExitedWithCode(2), "lacks the member `" + verb + "`")
            << verb;
    }
    EXPECT_EXIT(run_bare({"debug"}), testing::ExitedWithCode(2), "give FILE");
    EXPECT_EXIT(run_bare({"debug", "--help"}), testing::ExitedWithCode(0), "");
}

TEST(OwnProgramDeathTest, DebugsFilesAllTheSame) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const Folder folder;
    const std::string prg = folder.write("a.prg", std::string("\x00\x10\x60", 3));
    const std::string script = folder.write("script", "r\n");
    EXPECT_EXIT(run_bare({"debug", prg, "--start", "4096", "--commands", script}),
                testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ryg
