// A terminal that belongs to ncurses for a while.
#include "app/fronts/tui/window.hpp"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <ncurses.h>
#include <string>

#include "c64/vic/picture.hpp"

namespace ryg::app::tui {
namespace {

constexpr int first_block = 16;  // of 256 pairs of the C64's colours

constexpr short number_of(Ink ink) { return static_cast<short>(ink); }

}  // namespace

CursesWindow::CursesWindow(bool colours) {
    if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) {
        std::setlocale(LC_CTYPE, "C.UTF-8");
    }
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    timeout(wait);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, nullptr);
    mouseinterval(0);
    colours_ = colours && has_colors();
    if (!colours_) return;
    start_color();
    use_default_colors();
    init_pair(number_of(Ink::title), COLOR_BLACK, COLOR_CYAN);
    init_pair(number_of(Ink::here), COLOR_BLACK, COLOR_YELLOW);
    init_pair(number_of(Ink::changed), COLOR_RED, -1);
    init_pair(number_of(Ink::mark), COLOR_GREEN, -1);
    palette_ = COLORS >= 256 && COLOR_PAIRS >= 256 + first_block;
    if (!palette_) return;
    // The nearest of xterm's 6 x 6 x 6 colours.
    const auto ink = [](int colour) {
        const auto& [red, green, blue] = c64::palette[static_cast<std::size_t>(colour)];
        const auto level = [](int part) { return (part * 5 + 127) / 255; };
        return static_cast<short>(16 + 36 * level(red) + 6 * level(green) + level(blue));
    };
    for (int pair = 0; pair < 256; ++pair) {
        init_pair(static_cast<short>(first_block + pair), ink(pair / 16), ink(pair % 16));
    }
}

void CursesWindow::put_block(int row, int column, unsigned upper, unsigned lower) const {
    if (row >= LINES || column >= COLS) return;
    const auto look = static_cast<attr_t>(
        COLOR_PAIR(first_block + static_cast<int>(upper % 16 * 16 + lower % 16)));
    attron(look);
    mvaddstr(row, column, "\u2580");
    attroff(look);
}

CursesWindow::~CursesWindow() { endwin(); }

int CursesWindow::rows() { return LINES; }
int CursesWindow::columns() { return COLS; }

void CursesWindow::put(int row, int column, int width, std::string_view text, Ink ink) const {
    if (row < 0 || row >= LINES || column >= COLS || width <= 0) return;
    width = std::min(width, COLS - column);
    std::string shown;
    int used = 0;
    for (const char c : text) {
        const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        if (begins && used == width) break;
        if (begins) ++used;
        shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    shown.append(static_cast<std::size_t>(width - used), ' ');
    const auto look = static_cast<attr_t>(attributes(ink));
    attron(look);
    mvaddstr(row, column, shown.c_str());
    attroff(look);
}

unsigned long CursesWindow::attributes(Ink ink) const {
    if (ink == Ink::plain) return A_NORMAL;
    if (colours_) return static_cast<unsigned long>(COLOR_PAIR(number_of(ink)));
    return ink == Ink::title || ink == Ink::here ? A_REVERSE : A_BOLD;
}

}  // namespace ryg::app::tui
