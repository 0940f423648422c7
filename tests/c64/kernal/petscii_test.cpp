// PETSCII, screen codes and Unicode, both ways.
#include "c64/kernal/petscii.hpp"

#include <gtest/gtest.h>
#include <set>

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr Charset both[] = {Charset::upper_graphics, Charset::lower_upper};

TEST(ScreenCode, EveryCodeHasACharacterOfItsOwnInEitherSet) {
    for (const Charset charset : both) {
        std::set<char32_t> seen;
        for (unsigned code = 0; code < 128; ++code) {
            const char32_t character = to_unicode(static_cast<Byte>(code), charset);
            EXPECT_TRUE(seen.insert(character).second) << "screen code " << code;
            EXPECT_EQ(to_screen_code(character, charset), static_cast<Byte>(code));
        }
    }
}

TEST(ScreenCode, ReverseCharactersReadAsPlainOnes) {
    EXPECT_EQ(to_unicode(0x81, Charset::upper_graphics), U'A');
    EXPECT_EQ(to_unicode(0x81, Charset::lower_upper), U'a');
}

TEST(ScreenCode, ReadingBackAPrintedCharacterPrintsTheSameAgain) {
    for (unsigned code = 0x20; code < 0x100; ++code) {
        if (code >= 0x80 && code < 0xA0) continue;
        const Byte shown = petscii_to_screen_code(static_cast<Byte>(code));
        EXPECT_LT(shown, 0x80) << "PETSCII " << code;
        EXPECT_EQ(petscii_to_screen_code(screen_code_to_petscii(shown)), shown) << code;
    }
}

TEST(Petscii, TextbookCodes) {
    for (const auto& [petscii, screen_code] : {std::pair{int{'A'}, 1},
                                               {'@', 0},
                                               {' ', 0x20},
                                               {0xC1, 0x41},
                                               {0xFF, 0x5E},
                                               {0x13, 0x93}}) {
        // $13 is HOME, inside quotes a reverse S.
        EXPECT_EQ(petscii_to_screen_code(static_cast<Byte>(petscii)), screen_code) << petscii;
    }
}

TEST(Petscii, KeysForLettersDependOnTheCharacterSet) {
    for (const auto& [character, upper, lower] : {std::tuple{U'a', 0x41, 0x41},
                                                  {U'A', 0x41, 0xC1},
                                                  {U'\n', 0x0D, 0x0D},
                                                  {U'\r', 0x0D, 0x0D}}) {
        EXPECT_EQ(to_petscii(character, Charset::upper_graphics), upper);
        EXPECT_EQ(to_petscii(character, Charset::lower_upper), lower);
    }
    EXPECT_EQ(to_petscii(U'♥', Charset::upper_graphics), 0xD3);
    EXPECT_EQ(to_petscii(U'ñ', Charset::upper_graphics), std::nullopt);
}

TEST(Utf8, CharactersOfEachLengthComeBackAsTheyWent) {
    for (const char32_t character : {U'A', U'£', U'♥', char32_t{0x1FB72}}) {
        std::string text;
        append_utf8(text, character);
        std::string_view rest = text;
        EXPECT_EQ(next_utf8(rest), character);
        EXPECT_TRUE(rest.empty());
    }
}

TEST(Utf8, BytesThatMakeNoSenseBecomeTheReplacementCharacter) {
    for (const std::string text : {"\x80", "\xC3", "\xE2\x99", "\xC3(", "\xC3\xC3", "\xFF"}) {
        std::string_view rest = text;
        EXPECT_EQ(next_utf8(rest), U'\uFFFD');
        EXPECT_LT(rest.size(), text.size());
    }
}

}  // namespace
}  // namespace ryg
