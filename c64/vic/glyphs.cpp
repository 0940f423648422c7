// A character ROM of our own: two sets of 256 characters of 8 x 8 pixels, drawn with strokes.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "c64/vic/picture.hpp"

namespace ryg::c64 {
namespace {

using emu::Byte;
using Glyph = std::array<Byte, 8>;

// Two digits are a point, column and row; points joined by '-' are a line, a blank lifts the pen.
// A word that begins with '#' is a filled box from one point to another. In characters that begin
// with '*' each point is two columns wide. The ROM's first byte is $3c: programs look for it.
// clang-format off
constexpr std::array<std::string_view, 64> plain{
    "*54-33-23-24-34-52-51-40-20-01-05-16-56", "*06-02-20-30-52-56 04-54",           // @ A
    "*00-06-46-55-54-43-03 00-40-51-52-43", "*51-40-10-01-05-16-46-55",              // B C
    "*00-06-36-54-52-30-00", "*50-00-06-56 03-43", "*50-00-06 03-43",                // D E F
    "*51-40-10-01-05-16-46-55-53-33", "*00-06 50-56 03-53", "*10-40 16-46 20-26",    // G H I
    "*20-50 40-45-36-16-05", "*00-06 50-03-56", "*00-06-56", "*06-00-23-50-56",      // J K L M
    "*06-00-56-50", "*10-40-51-55-46-16-05-01-10", "*06-00-40-51-52-43-03",          // N O P
    "*10-40-51-55-46-16-05-01-10 34-56", "*06-00-40-51-52-43-03 23-56",              // Q R
    "*51-40-10-01-02-13-43-54-55-46-16-05", "*00-50 20-26", "*00-05-16-46-55-50",    // S T U
    "*00-03-26-53-50", "*00-06-23-56-50", "*00-56 50-06", "*00-23-50 23-26",         // V W X Y
    "*00-50-06-56", "*40-10-16-46", "*51-40-30-21-25-06-56 03-43", "*10-40-46-16",   // Z [ pound ]
    "*20-27 03-20-53", "*03-63 30-03-36",                                            // up left
    "", "*20-24 26-26", "*10-12 40-42", "*10-16 40-46 02-52 04-54",                  // blank ! " #
    "*51-11-02-13-43-54-45-05 20-26", "*50-06 00-11 45-56",                          // $ %
    "*56-11-20-31-04-05-16-36-53", "*30-21-22", "*40-22-24-46", "*10-32-34-16",      // & ' ( )
    "*03-53 11-45 41-15", "*21-25 03-53", "*25-26-17", "*03-53", "*25-26", "*50-06", // * + , - . /
    "*10-40-51-55-46-16-05-01-10 24-32", "*02-20-26 06-46", "*01-10-40-51-52-06-56", // 0 1 2
    "*00-50-23-43-54-55-46-16-05", "*46-40-04-54", "*50-00-02-42-53-55-46-16-05",    // 3 4 5
    "*50-20-02-05-16-46-55-54-43-03", "*00-50-51-24-26",                             // 6 7
    "*10-40-51-52-43-13-02-01-10 13-04-05-16-46-55-54-43",                           // 8
    "*06-36-54-51-40-10-01-02-13-53", "*22-22 25-25", "*22-22 25-26-17",             // 9 : ;
    "*40-13-46", "*02-52 04-54", "*10-43-16", "*01-10-40-51-33-34 36-36",            // < = > ?
};
constexpr std::array<std::string_view, 26> lower_case{
    "*12-42-53-56-16-05-14-54", "*00-06-46-55-53-42-02", "*53-42-12-03-05-16-46-55", // a b c
    "*50-56-16-05-03-12-52", "*04-54-53-42-12-03-05-16-46", "*40-30-21-26 03-43",    // d e f
    "*52-12-03-04-15-55 52-56-47-17", "*00-06 02-42-53-56", "*20-20 12-22-26 16-36", // g h i
    "*40-40 42-46-37-17", "*00-06 52-04-56", "*10-20-26 16-36",                      // j k l
    "06-02-12-23-26 23-42-52-63-66", "*06-02-42-53-56",                              // m n
    "*12-42-53-55-46-16-05-03-12",                                                   // o
    "*07-02-42-53-54-45-05", "*57-52-12-03-04-15-55", "*02-06 04-22-42-53",          // p q r
    "*52-12-03-14-44-55-46-06", "*20-25-36-46 02-42", "*02-05-16-56 52-56",          // s t u
    "*02-04-26-54-52", "*02-06-24-56-52", "*02-56 52-06",                            // v w x
    "*02-04-15-55 52-56-47-17", "*02-52-06-56",                                      // y z
};
constexpr std::array<std::string_view, 64> graphics{
    "#03-74", "#30-40 #21-51 #12-62 #03-74 #15-25 #55-65 #35-46 #27-57", "30-37",    // line spade
    "03-73", "02-72", "01-71", "05-75", "20-27", "50-57",                            // thin lines
    "#03-24 #04-34 #35-47 34-44", "#30-42 #33-73 #44-74", "#30-42 #03-43 #04-34",    // arcs
    "00-07-77", "00-77", "70-07", "07-00-70", "00-70-77",                            // corners
    "#20-50 #11-61 #02-75 #16-66 #27-57", "06-76",                                   // ball
    "#10-20 #50-60 #01-32 #41-72 #03-73 #14-64 #25-55 #36-46", "10-17",              // heart
    "#35-47 34-44 #43-73 #54-74", "00-77 70-07", "20-50-72-75-57-27-05-02-20",       // arc x ring
    "#30-41 #22-52 #03-24 #53-74 #32-47 #27-57", "60-67",                            // club
    "#30-40 #21-51 #12-62 #03-74 #15-65 #26-56 #37-47", "#03-74 #30-47",             // diamond +
    "00-00 20-20 11-11 31-31 02-02 22-22 13-13 33-33 04-04 24-24 15-15 35-35 06-06 26-26 17-17 "
    "37-37", "#30-47",                                                               // shade line
    "02-72 22-27 52-56-67", "00-70-77-00 10-76 20-75 30-74 40-73 50-72 60-71",       // pi triangle
    "", "#00-37", "#04-77", "00-70", "07-77", "00-07",                              // halves, edges
    "00-00 20-20 40-40 60-60 11-11 31-31 51-51 71-71 02-02 22-22 42-42 62-62 13-13 33-33 53-53 "
    "73-73 04-04 24-24 44-44 64-64 15-15 35-35 55-55 75-75 06-06 26-26 46-46 66-66 17-17 37-37 "
    "57-57 77-77", "70-77",                                                          // shade, edge
    "04-04 24-24 44-44 64-64 15-15 35-35 55-55 75-75 06-06 26-26 46-46 66-66 17-17 37-37 57-57 "
    "77-77", "00-70-07-00 01-60 02-50 03-40 04-30 05-20 06-10", "#60-77",            // triangle
    "#30-47 #33-74", "#44-77", "#30-44 #33-74", "#03-44 #33-47", "#06-77",           // joints
    "#33-74 #33-47", "#03-74 #30-44", "#03-74 #33-47", "#30-47 #03-44",
    "#00-17", "#00-27", "#50-77", "#00-71", "#00-72", "#05-77", "70-77-07",          // bars
    "#04-37", "#40-73", "#03-44 #30-44", "#00-33", "#00-33 #44-77",                  // quarters
};
/// Characters that differ in the second set.
struct Other { unsigned code; std::string_view strokes; };
constexpr std::array<Other, 4> others{{
    {94, "#00-11 #40-51 #22-33 #62-73 #04-15 #44-55 #26-37 #66-77"},                 // chequers
    {95, "00-77 40-73 04-37 30-74 03-47 70-70 07-07"},                               // stripes
    {105, "30-03 40-04 70-07 73-37 74-47 00-00 77-77"},
    {122, "*03-26-50"},                                                              // tick
}};
// clang-format on

struct GlyphPoint {
    int x, y;
};

void draw_line(Glyph& glyph, GlyphPoint from, GlyphPoint to, int width) {
    const int steps = std::max({std::abs(to.x - from.x), std::abs(to.y - from.y), 1});
    const auto between = [steps](int a, int b, int i) {
        return (2 * (a * (steps - i) + b * i) + steps) / (2 * steps);
    };
    for (int i = 0; i <= steps; ++i) {
        const int x = between(from.x, to.x, i), y = between(from.y, to.y, i);
        for (int column = x; column < x + width && column < 8; ++column) {
            glyph[static_cast<std::size_t>(y)] |= static_cast<Byte>(0x80 >> column);
        }
    }
}

Glyph draw(std::string_view strokes) {
    Glyph glyph{};
    const int width = strokes.starts_with('*') ? 2 : 1;
    if (width == 2) strokes.remove_prefix(1);
    bool box = false, joined = false;
    GlyphPoint last{};
    for (std::size_t i = 0; i + 1 < strokes.size();) {
        if (strokes[i] == '#') {
            box = true;
            ++i;
            continue;
        }
        const GlyphPoint point{strokes[i] - '0', strokes[i + 1] - '0'};
        if (joined && box) {
            for (int y = last.y; y <= point.y; ++y) draw_line(glyph, {last.x, y}, {point.x, y}, 1);
        } else if (joined) {
            draw_line(glyph, last, point, width);
        }
        last = point;
        i += 2;
        joined = i < strokes.size() && strokes[i] == '-';
        if (!joined) box = false;
        ++i;
    }
    return glyph;
}

}  // namespace

std::array<Byte, 4096> drawn_characters() {
    std::array<Byte, 4096> rom{};
    const auto put = [&rom](std::size_t set, std::size_t code, std::string_view strokes) {
        const Glyph glyph = draw(strokes);
        for (std::size_t row = 0; row < 8; ++row) {
            rom[set * 2048 + code * 8 + row] = glyph[row];
            rom[set * 2048 + (code + 128) * 8 + row] = static_cast<Byte>(~glyph[row]);
        }
    };
    for (std::size_t code = 0; code < 64; ++code) {
        const bool letter = code >= 1 && code <= 26;
        put(0, code, plain[code]);
        put(0, code + 64, graphics[code]);
        put(1, code, letter ? lower_case[code - 1] : plain[code]);
        put(1, code + 64, letter ? plain[code] : graphics[code]);
    }
    for (const Other& other : others) put(1, other.code, other.strokes);
    return rom;
}

}  // namespace ryg::c64
