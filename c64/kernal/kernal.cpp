// A KERNAL seen from outside: where it waits, how it starts programs, and how keys are typed.
#include "c64/kernal/kernal.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/kernal/entries.hpp"
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

std::optional<Address> Kernal::start_at(Ram ram, Address address) const {
    if (is_ours) {
        put_word(ram, LINNUM, address);
        return sys_;
    }
    enter_line(ram, fmt::format("SYS{}", address));
    return {};
}

void Kernal::note_load(Ram ram, Address first, unsigned end) {
    put_word(ram, EAL, end);
    if (first != basic_start) return;
    put_word(ram, TXTTAB, basic_start);
    for (Address pointer = VARTAB; pointer < VARTAB + 6; pointer += 2) put_word(ram, pointer, end);
}

void Kernal::enter_line(Ram ram, std::string_view line) {
    *std::ranges::copy(line, ram.begin() + KEYD).out = '\r';
    ram[NDX] = static_cast<Byte>(line.size() + 1);
}

bool Kernal::editor_waits(ConstRam ram) { return ram[BLNSW] == 0 && ram[NDX] == 0; }

bool Kernal::is_ready(ConstRam ram) {
    constexpr std::array<Byte, 6> READY{18, 5, 1, 4, 25, 46};  // as the screen has it
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
    ram[KEYD] = keys.front();
    ram[NDX] = 1;
    keys.pop_front();
    ++given;
}

}  // namespace ryg::c64
