// PETSCII, screen codes and Unicode: the same characters under three numbers.
//
//     key or PRINT          on the screen        here
//     PETSCII $41   ---->   screen code $01 ---> U+0041 'A'    upper case and graphics
//                                                U+0061 'a'    lower and upper case
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;

/// The two halves of the character ROM.
enum class Charset { upper_graphics, lower_upper };

/// The character of a screen code; bit 7 (reverse) makes no difference. Graphics are those that
/// Unicode has for old computers, so each code has a character of its own.
/// Source: [UNICODE] Symbols for Legacy Computing, mapping table of the C64.
[[nodiscard]] char32_t to_unicode(Byte screen_code, Charset charset);

/// The screen code, bit 7 clear, of a character; nullopt if the set lacks it.
[[nodiscard]] std::optional<Byte> to_screen_code(char32_t character, Charset charset);

/// The screen code that CHROUT shows for a printable PETSCII code; control codes as in quote mode.
[[nodiscard]] constexpr Byte petscii_to_screen_code(Byte petscii) {
    switch (petscii >> 5) {
        case 0: return static_cast<Byte>(petscii + 0x80);
        case 1: return petscii;
        case 2: return static_cast<Byte>(petscii - 0x40);
        case 3: return static_cast<Byte>(petscii - 0x20);
        case 4: return static_cast<Byte>(petscii + 0x40);
        case 5: return static_cast<Byte>(petscii - 0x40);
        default: return static_cast<Byte>(petscii == 0xFF ? 0x5E : petscii - 0x80);
    }
}

/// The PETSCII code that CHRIN gives for a screen code; bit 7 (reverse) is ignored.
[[nodiscard]] constexpr Byte screen_code_to_petscii(Byte screen_code) {
    const int code = screen_code & 0x7F;
    if (code < 0x20) return static_cast<Byte>(code + 0x40);
    if (code < 0x40) return static_cast<Byte>(code);
    return static_cast<Byte>(code < 0x60 ? code + 0x80 : code + 0x40);
}

/// The key for a character: letters of either case type the plain letter when the set has upper
/// case only; CR and LF are RETURN, U+007F and U+0008 DEL; other control codes are unchanged.
/// nullopt for a character that the C64 lacks.
[[nodiscard]] std::optional<Byte> to_petscii(char32_t character, Charset charset);

void append_utf8(std::string& text, char32_t character);

/// Removes the first character of a UTF-8 text and returns it; U+FFFD for an invalid byte.
[[nodiscard]] char32_t next_utf8(std::string_view& text);

}  // namespace ryg::c64
