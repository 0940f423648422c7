// `ryg run` with P00 files, diskettes and cartridges: whole, and broken in every way.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::Folder;
using program::ryg;

std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string saying(const std::string& text) {
    return "        ldx #0\n:       lda t,x\n        beq :+\n        jsr $ffd2\n        inx\n"
           "        bne :-\n:       rts\nt:      .byte \"" +
           text + "\", 13, 0\n";
}

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
    disk.add("FIRST", content(folder.prg("a", saying("ONE") + "        .res 600\n")), 17);
    disk.add("OTHER GAME", content(folder.prg("b", saying("TWO"))), 20);
    for (const std::size_t more : {0U, 683U, 85U * 256U, 85U * 256U + 768U}) {
        const auto file = folder.write("disk.d64", disk.bytes + std::string(more, '\1'));
        const auto first = ryg({"run", file, "--screen"});
        EXPECT_EQ(first.status, 0) << first.err;
        EXPECT_NE(first.out.find("\nONE\n"), std::string::npos) << first.out;
        const auto named = ryg({"run", file, "--program", "other*", "--screen"});
        EXPECT_NE(named.out.find("\nTWO\n"), std::string::npos) << named.out << named.err;
    }
    const auto cycles_of = [&](const std::string& name) {
        const auto run = ryg({"run", folder.file("disk.d64"), "--program", name});
        return run.status == 0 ? run.out : run.err;
    };
    for (const std::string name : {"*", "FIRS?", "?????", "f?*", "FIRST*"}) {
        EXPECT_EQ(cycles_of(name), cycles_of("FIRST")) << name;
    }
    for (const std::string name : {"FIRS", "FIRST?", "??????"}) {
        EXPECT_NE(cycles_of(name).find("no program"), std::string::npos) << name;
    }
    expect_trouble(ryg({"run", folder.file("disk.d64"), "--program", "THIRD"}),
                   "no program 'THIRD': it has 'FIRST', 'OTHER GAME'");
    expect_trouble(ryg({"run", folder.file("a.prg"), "--program", "A"}), "no diskette");
}

TEST(Diskette, SaysWhereItsChainsAreBroken) {
    const Folder folder;
    const std::string prg = content(folder.prg("a", saying("ONE") + "        .res 600\n"));
    const auto broken = [&](auto&& damage) {
        Disk disk;
        disk.add("FILE", prg, 17);
        damage(disk);
        return ryg({"run", folder.write("disk.d64", disk.bytes)});
    };
    expect_trouble(broken([](Disk& d) { d.set(17, 1, 1, 0); }), "have no end");
    expect_trouble(broken([](Disk& d) { d.set(17, 1, 0, 36); }), "track 36, sector 2");
    expect_trouble(broken([](Disk& d) { d.set(17, 1, 1, 21); }), "track 17, sector 21");
    expect_trouble(broken([](Disk& d) { d.set(18, 1, 0, 18), d.set(18, 1, 1, 1); }), "directory");
    expect_trouble(broken([](Disk& d) { d.set(18, 1, 2, 0); }), "it has none");
    expect_trouble(broken([](Disk& d) { d.set(17, 0, 0, 0), d.set(17, 0, 1, 2); }), "no program");
    expect_trouble(broken([](Disk& d) { d.bytes.resize(174'000); }), "no diskette");
}

TEST(P00, IsAProgramBehindAHeader) {
    const Folder folder;
    const std::string prg = content(folder.prg("a", saying("P NOUGHT")));
    const std::string header = std::string("C64File\0", 8) + "A" + std::string(17, '\0');
    const auto run = ryg({"run", folder.write("a.p00", header + prg), "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("P NOUGHT"), std::string::npos) << run.out;
    expect_trouble(ryg({"run", folder.write("b.p00", header)}), "b.p00");
    expect_trouble(ryg({"run", folder.write("c.p00", header.substr(0, 12))}), "c.p00");
}

/// 8K that say 0 at $d7ff; `origin` is where the code runs.
std::string rom(const Folder& folder, const std::string& origin, const std::string& head,
                const std::string& value, bool vectors = false) {
    std::string bytes = content(folder.binary(
        "rom", head + "start:  sei\n        lda " + value + "\n        sta $d7ff\n        jmp *\n",
        origin));
    bytes.resize(8192, '\xEA');
    if (vectors) bytes.replace(0x1FFA, 6, std::string("\x00\xE0\x00\xE0\x00\xE0", 6));
    return bytes;
}
const std::string cbm80 = "        .word start, start\n        .byte $c3, $c2, $cd, \"80\"\n";

TEST(Cartridge, SizeDecidesWhereItIs) {
    const Folder folder;
    const auto run = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"run", "--debugcart", "--limit-cycles", "3000000", "--cart"});
        return ryg(words);
    };
    const std::string small = rom(folder, "$8000", cbm80, "#0");
    const auto eight = run({folder.write("8.bin", small)});
    EXPECT_EQ(eight.status, 0) << eight.out << eight.err;

    const std::string upper(8192, '\0');
    const std::string low = rom(folder, "$8000", cbm80, "$a123");
    EXPECT_EQ(run({folder.write("16.bin", low + upper)}).status, 0);
    EXPECT_EQ(run({folder.write("16.bin", low + std::string(8192, '\1'))}).status, 1);

    const std::string ultimax = rom(folder, "$e000", "", "#0", true);
    EXPECT_EQ(run({folder.write("u.bin", ultimax), "--ultimax"}).status, 0);
    const std::string reads = rom(folder, "$e000", "", "$8000", true);
    EXPECT_EQ(run({folder.write("u16.bin", std::string(8192, '\0') + reads), "--ultimax"}).status,
              0);

    const std::string four = ultimax.substr(0, 4096 - 6) + ultimax.substr(8192 - 6);
    EXPECT_EQ(run({folder.write("u4.bin", four), "--ultimax"}).status, 0);
    expect_trouble(run({folder.write("u2.bin", ultimax.substr(6144)), "--ultimax"}), "4096");

    std::string header = "C64 CARTRIDGE   " + std::string("\0\0\0\x40\1\0\0\0\0\1", 10);
    header.resize(0x40, '\0');
    const std::string chip = std::string("CHIP\0\0\x20\x10\0\0\0\0\x80\0\x20\0", 16);
    EXPECT_EQ(run({folder.write("a.crt", header + chip + small)}).status, 0);
    expect_trouble(run({folder.write("b.crt", header + chip + small.substr(1))}), "cut off");
    expect_trouble(run({folder.write("c.crt", header + "CHAP")}), "no CHIP packet");
    header[0x17] = 5;
    expect_trouble(run({folder.write("d.crt", header + chip + small)}), "type 5");
    expect_trouble(run({folder.write("e.bin", "x")}), "8192 or 16384");
    expect_trouble(ryg({"run"}), "--file");
    expect_trouble(ryg({"run", "a.prg", "--cart", "b"}), "--cart");
}

}  // namespace
}  // namespace ryg
