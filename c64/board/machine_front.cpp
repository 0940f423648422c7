// What somebody in front of a C64 does and sees: keys, lines, the text screen.
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "c64/board/machine.hpp"
#include "c64/kernal/petscii.hpp"

namespace ryg::c64 {
namespace {

constexpr Address NDX = 0x00C6, BLNSW = 0x00CC, PNTR = 0x00D3, TBLX = 0x00D6, KEYD = 0x0277,
                  HIBASE = 0x0288;

Charset charset_of(const Board& board) {
    return (board.vic.register_value(0x18) & 2) != 0 ? Charset::lower_upper
                                                     : Charset::upper_graphics;
}

}  // namespace

void Machine::type(std::string_view text) {
    std::vector<Byte> keys;
    while (!text.empty()) {
        const char32_t character = next_utf8(text);
        const auto key = to_petscii(character, charset_of(board));
        if (!key) {
            throw std::invalid_argument(
                fmt::format("no C64 key types U+{:04X}", static_cast<std::uint32_t>(character)));
        }
        keys.push_back(*key);
    }
    type_petscii(keys);
}

void Machine::type_petscii(std::span<const Byte> keys) {
    for (const Byte key : keys) board.type(key, entries_.key_wanted);
}

/// Puts a line into the keyboard buffer, RETURN behind it: at most ten keys.
void Machine::enter_line(std::string_view line) {
    Address at = KEYD;
    for (const char key : line) ram()[at++] = static_cast<Byte>(key);
    ram()[at] = '\r';
    ram()[NDX] = static_cast<Byte>(line.size() + 1);
}

/// The editor of another KERNAL lets the cursor blink until a key comes.
bool Machine::editor_waits() const { return !entries_.own && ram()[BLNSW] == 0 && ram()[NDX] == 0; }

/// The cursor of another KERNAL waits for a line under the word READY.
bool Machine::is_ready() const {
    constexpr std::array<Byte, 6> READY{18, 5, 1, 4, 25, 46};  // as the screen has it
    const unsigned row = ram()[TBLX];
    if (!editor_waits() || ram()[PNTR] != 0 || row == 0 || row >= screen_lines) return false;
    const unsigned start = ram()[HIBASE] * 0x100U + (row - 1) * screen_columns;
    return start + READY.size() <= ram().size() &&
           std::ranges::equal(ram().subspan(start, READY.size()), READY);
}

std::array<std::string, screen_lines> Machine::screen() const {
    const unsigned bank = ~board.cia2.port_a() & 3U;
    const unsigned matrix = board.vic.register_value(0x18) >> 4U;
    const std::size_t start = bank * 0x4000U + matrix * 0x400U;
    const Charset charset = charset_of(board);
    std::array<std::string, screen_lines> lines;
    for (std::size_t cell = 0; cell < screen_lines * screen_columns; ++cell) {
        append_utf8(lines[cell / screen_columns], to_unicode(ram()[start + cell], charset));
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
