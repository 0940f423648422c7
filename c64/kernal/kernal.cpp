// A KERNAL seen from outside: where it waits, how it starts programs, and how keys are typed.
#include "c64/kernal/kernal.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/kernal/entries.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/program/files.hpp"
#include "c64/program/image.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage kernal;
}

namespace ryg::c64 {
namespace {

constexpr std::size_t rom_size = 8192;
constexpr Address LINNUM = 0x0014, TXTTAB = 0x002B, VARTAB = 0x002D, EAL = 0x00AE, BLNSW = 0x00CC,
                  PNTR = 0x00D3, TBLX = 0x00D6, KEYD = 0x0277, HIBASE = 0x0288;
constexpr Address vectors = 0xFFFA;

/// BASIC's part at $a000, then the KERNAL's.
const Image& ours() {
    static const Image image = from_embedded(ryg::images::kernal);
    return image;
}

/// The name by which LOAD finds a program: up to 16 letters.
std::vector<Byte> name_of(const Image& image) {
    constexpr std::size_t longest = 16;
    std::vector<Byte> name = image.petscii;
    if (name.empty()) {
        for (const char letter : Path(image.name).stem().string()) {
            const auto code =
                to_petscii(static_cast<unsigned char>(letter), Charset::upper_graphics);
            name.push_back(code.value_or('?'));
        }
    }
    name.resize(std::min(name.size(), longest));
    return name;
}

void put_word(Kernal::Ram ram, Address at, unsigned value) {
    ram[at] = static_cast<Byte>(value);
    ram[at + 1U] = static_cast<Byte>(value >> 8);
}

}  // namespace

std::span<const Byte> Kernal::our_rom() { return std::span(ours().bytes).last(rom_size); }
std::span<const Byte> Kernal::our_basic() { return std::span(ours().bytes).first(rom_size); }

Kernal Kernal::in(std::span<const Byte> rom) {
    Kernal made;
    made.is_ours = std::ranges::equal(rom, our_rom());
    const auto place = [&](const char* label, Address else_at) {
        return made.is_ours ? ours().labels.at(label) : else_at;
    };
    made.idle = place("idle", vectors);
    made.sys_ = place("sys", vectors);
    made.sys_returned = place("sysReturned", vectors);
    made.guard = place("guard", vectors);
    made.key_wanted = place("keyWanted", GETIN);
    return made;
}

const Kernal::DriveWaits& Kernal::drive() {
    static const DriveWaits places = [] {
        const auto at = [](const char* label) { return ours().labels.at(label); };
        return DriveWaits{.open = at("openDrive"),
                          .open_table = at("openTable"),
                          .close = at("closeDrive"),
                          .chkin = at("chkinDrive"),
                          .chkout = at("chkoutDrive"),
                          .chrin = at("chrinDrive"),
                          .chrout = at("chroutDrive"),
                          .clrchn = at("clrchnDrive"),
                          .find = at("findDrive"),
                          .found = at("foundFile"),
                          .load = at("loadDrive"),
                          .save = at("saveDrive")};
    }();
    return places;
}

std::optional<Address> Kernal::start_at(Ram ram, Address address) const {
    if (is_ours) {
        put_word(ram, LINNUM, address);
        return sys_;
    }
    enter_line(ram, fmt::format("SYS{}", address));
    return {};
}

/// Writes what LOAD"NAME",8,1 and RUN leave in memory: the KERNAL's variables, BASIC's pointers,
/// and the name below the end of BASIC's memory.  [C64PRG]
void Kernal::note_load(Ram ram, const Image& image) {
    constexpr Address FRETOP = 0x33, MEMSIZ = 0x37, STATUS = 0x90, VERCK = 0x93, FNLEN = 0xB7,
                      LA = 0xB8, SA = 0xB9, FA = 0xBA, FNADR = 0xBB, MEMUSS = 0xC3;
    constexpr unsigned basic_end = 0xA000;
    constexpr Byte end_of_file = 0x40, of_load = 0x60, drive = 8;
    const std::vector<Byte> name = name_of(image);
    std::ranges::copy(name, ram.begin() + basic_end - static_cast<std::ptrdiff_t>(name.size()));
    ram[STATUS] = end_of_file;
    ram[VERCK] = 0;
    ram[FNLEN] = static_cast<Byte>(name.size());
    ram[LA] = 1;
    ram[SA] = of_load;
    ram[FA] = drive;
    put_word(ram, FNADR, basic_end - static_cast<unsigned>(name.size()));
    put_word(ram, MEMUSS, basic_start);
    put_word(ram, EAL, image.end());
    for (const Address pointer : {FRETOP, MEMSIZ}) put_word(ram, pointer, basic_end);
    if (image.load_address > basic_start || image.end() <= basic_start) return;
    put_word(ram, TXTTAB, basic_start);
    for (Address pointer = VARTAB; pointer < VARTAB + 6; pointer += 2) {
        put_word(ram, pointer, image.end());
    }
}

void Kernal::enter_line(Ram ram, std::string_view line) {
    *std::ranges::copy(line, ram.begin() + KEYD).out = '\r';
    ram[NDX] = static_cast<Byte>(line.size() + 1);
}

bool Kernal::editor_waits(ConstRam ram) { return ram[BLNSW] == 0 && ram[NDX] == 0; }

bool Kernal::is_ready(ConstRam ram) {
    constexpr std::array<Byte, 6> READY{18, 5, 1, 4, 25, 46};  // in screen codes
    constexpr unsigned columns = 40, rows = 25;
    const unsigned row = ram[TBLX];
    if (!editor_waits(ram) || ram[PNTR] != 0 || row == 0 || row >= rows) return false;
    const unsigned start = ram[HIBASE] * 0x100U + (row - 1) * columns;
    return start + READY.size() <= ram.size() &&
           std::ranges::equal(ram.subspan(start, READY.size()), READY);
}

void Kernal::forget_ready(Ram ram) { ram[TBLX] = 0; }

void Kernal::give_key(Ram ram) {
    if (keys.empty() || ram[NDX] != 0) return;
    put_key(ram, take_key());
}

Byte Kernal::take_key() {
    const Byte key = keys.front();
    keys.pop_front();
    ++given;
    return key;
}

void Kernal::put_key(Ram ram, Byte petscii) {
    constexpr Byte room = 10;
    if (ram[NDX] < room) ram[static_cast<Address>(KEYD + ram[NDX]++)] = petscii;
}

std::optional<Kernal::Chord> Kernal::chord_of(Byte petscii) {
    struct KeyTable {
        const char* label;
        std::optional<Byte> shift;
    };
    constexpr Byte left_shift = 15, commodore = 61, control = 58;
    constexpr std::array tables{KeyTable{"plainKeys", {}}, KeyTable{"shiftKeys", left_shift},
                                KeyTable{"commodoreKeys", commodore},
                                KeyTable{"controlKeys", control}};
    for (const KeyTable& table : tables) {
        const auto codes = our_rom().subspan(ours().labels.at(table.label) - 0xE000U, 64);
        const auto found = std::ranges::find(codes, petscii);
        const bool is_shift = petscii < 5 && petscii != 3;  // the tables' codes for SHIFT, C=, CTRL
        if (found != codes.end() && petscii != 0xFF && (!is_shift || table.shift == control)) {
            return Chord{static_cast<Byte>(found - codes.begin()), table.shift};
        }
    }
    return {};
}

}  // namespace ryg::c64
