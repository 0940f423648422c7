// The user's side of a C64: keys, lines, the text screen.
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
    auto& typed = board.terminal ? board.terminal->keys : kernal.keys;
    typed.insert(typed.end(), keys.begin(), keys.end());
}

void Machine::plan(Input input) {
    const auto after = std::ranges::upper_bound(inputs_, input.cycle, {}, &Input::cycle);
    inputs_.insert(after, std::move(input));
}

void Machine::do_planned() {
    if (drive_) serve_drive();
    while (!inputs_.empty() && cpu.cycle >= inputs_.front().cycle) {
        Input input = std::move(inputs_.front());
        inputs_.erase(inputs_.begin());
        do_input(std::move(input));
    }
}

/// Applies an input. Keys are pressed and released one by one; the rest is planned again.
void Machine::do_input(Input input) {
    constexpr Byte restore = 64;
    constexpr Cycle held = 3, between = 2;  // frames
    if (input.port != 0) board.keyboard.move_joystick(input.port, input.closed);
    if (input.holds) {
        board.keyboard.release_all();
        for (const Byte key : input.down) {
            key == restore ? board.press_restore(cpu.cycle)
                           : board.keyboard.press(Key::number(key));
        }
    }
    if (input.keys.empty()) return;
    const Byte code = input.keys.front();
    const auto chord = Kernal::chord_of(code);
    if (chord && !input.pressed) {
        board.keyboard.press(Key::number(chord->key));
        if (chord->shift) board.keyboard.press(Key::number(*chord->shift));
        input.cycle = cpu.cycle + held * frame_cycles();
    } else {
        const bool is_seen = chord && ram()[Kernal::last_key] == chord->key;
        if (!is_seen) Kernal::put_key(ram(), code);
        if (chord) board.keyboard.release(Key::number(chord->key));
        if (chord && chord->shift) board.keyboard.release(Key::number(*chord->shift));
        input.keys.erase(input.keys.begin());
        input.cycle = cpu.cycle + between * frame_cycles();
    }
    input.pressed = chord && !input.pressed;
    input.holds = false;
    input.port = 0;
    if (!input.keys.empty()) plan(std::move(input));
}

namespace {

/// The last lines of a text.
std::array<std::string, screen_lines> screen_of(std::string_view text) {
    std::vector<std::string> all(1);
    for (const char letter : text) {
        if (letter == '\n' || all.back().size() == screen_columns) all.emplace_back();
        if (letter != '\n') all.back() += letter;
    }
    std::array<std::string, screen_lines> lines;
    const std::size_t shown = std::min<std::size_t>(all.size(), screen_lines);
    std::copy(all.end() - static_cast<std::ptrdiff_t>(shown), all.end(), lines.begin());
    for (std::string& line : lines) line.resize(screen_columns, ' ');
    return lines;
}

}  // namespace

std::array<std::string, screen_lines> Machine::screen() const {
    if (board.terminal) return screen_of(board.terminal->text());
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
