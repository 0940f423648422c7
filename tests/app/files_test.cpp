// `ryg run` with P00 files, diskettes and cartridges: whole, and broken in every way.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using tests::content;

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

TEST(Diskette, RunsItsFirstProgramOrTheOneThatIsNamed) {
    const Folder folder;
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
    expect_trouble(ryg("run --program A " + folder.file("a.prg")), "no diskette");
}

TEST(Diskette, SaysWhereItsChainsAreBroken) {
    const Folder folder;
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
    expect_broken("directory", [](Disk& d) { d.set(18, 1, 0, 18), d.set(18, 1, 1, 1); });
    expect_broken("it has none", [](Disk& d) { d.set(18, 1, 2, 0); });
    expect_broken("no program", [](Disk& d) { d.set(17, 0, 0, 0), d.set(17, 0, 1, 2); });
    expect_broken("no diskette", [](Disk& d) { d.bytes.resize(174'000); });
}

TEST(P00, IsAProgramAfterAHeader) {
    const Folder folder;
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

TEST(Cartridge, SizeDecidesWhereItIs) {
    const Folder folder;
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
    std::string other_type = header;
    other_type[0x17] = 5;
    expect_refused("run --cart",
                   {{folder.write("u2.bin", ultimax.substr(6144)) + " --ultimax", "4096"},
                    {folder.write("b.crt", header + chip + small.substr(1)), "cut off"},
                    {folder.write("c.crt", header + "CHAP"), "no CHIP packet"},
                    {folder.write("d.crt", other_type + chip + small), "type 5"},
                    {folder.write("e.bin", "x"), "8192 or 16384"},
                    {"b a.prg", "--cart"}});
}

}  // namespace
}  // namespace ryg
