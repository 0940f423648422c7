// What the user of a C64 does and sees: keys, lines, the text screen.
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "c64/board/machine.hpp"
#include "c64/kernal/petscii.hpp"

namespace ryg::c64 {
Charset Machine::charset() const {
    return (board.vic.register_value(0x18) & 2) != 0 ? Charset::lower_upper
                                                     : Charset::upper_graphics;
}

void Machine::type(std::string_view text) { type_petscii(petscii_of(text)); }

std::vector<Byte> Machine::petscii_of(std::string_view text) const {
    std::vector<Byte> keys;
    while (!text.empty()) {
        const char32_t character = next_utf8(text);
        const auto key = to_petscii(character, charset());
        if (!key) {
            throw std::invalid_argument(
                fmt::format("no C64 key types U+{:04X}", static_cast<std::uint32_t>(character)));
        }
        keys.push_back(*key);
    }
    return keys;
}

void Machine::type_petscii(std::span<const Byte> keys) {
    kernal.since = cpu.cycle;
    kernal.keys.insert(kernal.keys.end(), keys.begin(), keys.end());
}

void Machine::plan(Input input) {
    const auto after = std::ranges::upper_bound(inputs_, input.cycle, {}, &Input::cycle);
    inputs_.insert(after, std::move(input));
}

void Machine::do_planned() {
    if (disk_ && cpu.registers.pc == Kernal::load_wanted) load_from_disk();
    while (!inputs_.empty() && cpu.cycle >= inputs_.front().cycle) {
        const Input input = std::move(inputs_.front());
        inputs_.erase(inputs_.begin());
        if (!input.keys.empty()) type_petscii(input.keys);
        if (input.port != 0) board.keyboard.move_joystick(input.port, input.closed);
    }
}

/// As the KERNAL does once the drive has sent the file: the bytes, the end, the status, RTS.
void Machine::load_from_disk() {
    constexpr Address STATUS = 0x90, VERCK = 0x93, EAL = 0xAE, FNLEN = 0xB7, SA = 0xB9, FA = 0xBA,
                      FNADR = 0xBB, MEMUSS = 0xC3;
    constexpr Byte drive = 8, no_file = 4, no_name = 8, end_of_file = 0x40, differs = 0x10;
    if (!kernal.is_ours || board.mode().at_e000 != Area::kernal || ram()[FA] != drive) return;
    emu::Registers& r = cpu.registers;
    const bool verifies = r.a != 0;
    ram()[VERCK] = r.a;
    std::vector<Byte> name;
    for (unsigned i = 0; i < ram()[FNLEN]; ++i) {
        name.push_back(peek(static_cast<Address>(peek_word(FNADR) + i)));
    }
    const auto file = name.empty() ? std::nullopt : disk_->find(name);
    Byte error = name.empty() ? no_name : no_file;
    if (file) {
        error = 0;
        const unsigned start = ram()[SA] != 0 ? file->load_address : peek_word(MEMUSS);
        ram()[STATUS] = end_of_file;
        unsigned at = start;
        for (const Byte byte : file->bytes) {
            const auto to = static_cast<Address>(at++);
            if (!verifies) {
                poke(to, byte);
            } else if (peek(to) != byte) {
                ram()[STATUS] |= differs;
            }
        }
        ram()[EAL] = r.x = emu::low(static_cast<Address>(at));
        ram()[EAL + 1] = r.y = emu::high(static_cast<Address>(at));
    }
    r.a = error;
    r.p = static_cast<Byte>((r.p & ~emu::Flag::C) | (error != 0 ? emu::Flag::C : 0));
    const auto top = static_cast<Address>(0x101 + r.s);
    r.s = static_cast<Byte>(r.s + 2);
    cpu.jump(static_cast<Address>(peek_word(top) + 1));
}

std::array<std::string, screen_lines> Machine::screen() const {
    const unsigned bank = ~board.cia2.port_a() & 3U;
    const unsigned matrix = board.vic.register_value(0x18) >> 4U;
    const std::size_t start = bank * 0x4000U + matrix * 0x400U;
    const Charset set = charset();
    std::array<std::string, screen_lines> lines;
    for (std::size_t cell = 0; cell < screen_lines * screen_columns; ++cell) {
        append_utf8(lines[cell / screen_columns], to_unicode(ram()[start + cell], set));
    }
    return lines;
}

bool Machine::shows(std::string_view text) const {
    return std::ranges::any_of(
        screen(), [text](const std::string& line) { return line.find(text) != std::string::npos; });
}

std::string Machine::screen_text() const {
    std::string text;
    std::size_t kept = 0;
    for (std::string line : screen()) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line;
        text += '\n';
        if (!line.empty()) kept = text.size();
    }
    text.resize(kept);
    return text;
}

}  // namespace ryg::c64
