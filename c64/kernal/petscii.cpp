// PETSCII, screen codes and Unicode: the same characters under three numbers.
#include "c64/kernal/petscii.hpp"

#include <array>

namespace ryg::c64 {
namespace {

// clang-format off
constexpr std::array<char32_t, 128> upper_graphics = [] {
    std::array<char32_t, 128> table{};
    for (unsigned i = 0; i < 0x40; ++i) table[i] = static_cast<char32_t>(i < 0x20 ? i + 0x40 : i);
    table[0x1C] = U'£';
    table[0x1E] = U'↑';
    table[0x1F] = U'←';
    constexpr std::array<char32_t, 64> graphics{
        /* $40 */ 0x2500,  0x2660,  0x1FB72, 0x1FB78, 0x1FB77, 0x1FB76, 0x1FB7A, 0x1FB71,
        /* $48 */ 0x1FB74, 0x256E,  0x2570,  0x256F,  0x1FB7C, 0x2572,  0x2571,  0x1FB7D,
        /* $50 */ 0x1FB7E, 0x25CF,  0x1FB7B, 0x2665,  0x1FB70, 0x256D,  0x2573,  0x25CB,
        /* $58 */ 0x2663,  0x1FB75, 0x2666,  0x253C,  0x1FB8C, 0x2502,  0x03C0,  0x25E5,
        /* $60 */ 0x00A0,  0x258C,  0x2584,  0x2594,  0x2581,  0x258F,  0x2592,  0x2595,
        /* $68 */ 0x1FB8F, 0x25E4,  0x1FB87, 0x251C,  0x2597,  0x2514,  0x2510,  0x2582,
        /* $70 */ 0x250C,  0x2534,  0x252C,  0x2524,  0x258E,  0x258D,  0x1FB88, 0x1FB82,
        /* $78 */ 0x1FB83, 0x2583,  0x1FB7F, 0x2596,  0x259D,  0x2518,  0x2598,  0x259A};
    for (unsigned i = 0; i < 64; ++i) table[0x40 + i] = graphics[i];
    return table;
}();
// clang-format on

constexpr std::array<char32_t, 128> lower_upper = [] {
    std::array<char32_t, 128> table = upper_graphics;
    for (unsigned i = 1; i <= 26; ++i) {
        table[i] = static_cast<char32_t>(U'a' + i - 1);
        table[0x40 + i] = static_cast<char32_t>(U'A' + i - 1);
    }
    table[0x5E] = 0x1FB96;
    table[0x5F] = 0x1FB98;
    table[0x69] = 0x1FB99;
    table[0x7A] = 0x2713;
    return table;
}();

constexpr const std::array<char32_t, 128>& table_of(Charset charset) {
    return charset == Charset::upper_graphics ? upper_graphics : lower_upper;
}

}  // namespace

char32_t to_unicode(Byte screen_code, Charset charset) {
    return table_of(charset)[screen_code & 0x7F];
}

std::optional<Byte> to_screen_code(char32_t character, Charset charset) {
    const auto& table = table_of(charset);
    for (unsigned code = 0; code < table.size(); ++code) {
        if (table[code] == character) return static_cast<Byte>(code);
    }
    return {};
}

std::optional<Byte> to_petscii(char32_t character, Charset charset) {
    if (character == U'\n') return Byte{0x0D};
    if (character == 0x08 || character == 0x7F) return Byte{0x14};
    if (character < 0x20 || (character >= 0x80 && character < 0xA0)) {
        return static_cast<Byte>(character);
    }
    if (character == U'^') character = U'↑';
    if (character == U'_') character = U'←';
    if (charset == Charset::upper_graphics && character >= U'a' && character <= U'z') {
        character = character - U'a' + U'A';
    }
    const auto code = to_screen_code(character, charset);
    if (!code) return {};
    return screen_code_to_petscii(*code);
}

void append_utf8(std::string& text, char32_t character) {
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80 | (character >> shift & 0x3F));
    };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xC0 | character >> 6);
        tail(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xE0 | character >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | character >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

char32_t next_utf8(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    if (first < 0x80) return first;
    const unsigned more = first >= 0xF0 && first < 0xF8 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC0 || first >= 0xF8 || text.size() < more) return U'\uFFFD';
    auto character = static_cast<char32_t>(first & (0x3FU >> more));
    for (unsigned i = 0; i < more; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80) return U'\uFFFD';
        character = character << 6 | (byte & 0x3FU);
    }
    text.remove_prefix(more);
    return character;
}

}  // namespace ryg::c64
