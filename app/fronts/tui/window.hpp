// A terminal that belongs to ncurses for a while.
#pragma once

#include <string_view>

namespace ryg::app::tui {

enum class Ink : short { plain, title, here, changed, mark };

/// A part of the screen.
struct Pane {
    int row = 0, column = 0, rows = 0, columns = 0;
};

/// Controls the terminal through ncurses during its lifetime. Only one may exist at a time.
class CursesWindow {
  public:
    /// Maximum wait for a key, in ms, so that a resize just before the wait is noticed, too.
    static constexpr int wait = 200;

    explicit CursesWindow(bool colours);
    ~CursesWindow();
    CursesWindow(const CursesWindow&) = delete;
    CursesWindow& operator=(const CursesWindow&) = delete;

    [[nodiscard]] static int rows();
    [[nodiscard]] static int columns();

    /// Puts a text into `width` columns and clears the rest of them. Without colours, bold and
    /// inverse replace them.
    void put(int row, int column, int width, std::string_view text, Ink ink = Ink::plain) const;

    /// Whether `put_block` can show the C64's colours.
    [[nodiscard]] bool has_palette() const { return palette_; }
    /// Puts a cell whose halves have these two C64 colours.
    void put_block(int row, int column, unsigned upper, unsigned lower) const;

  private:
    [[nodiscard]] unsigned long attributes(Ink ink) const;

    bool colours_ = false, palette_ = false;
};

}  // namespace ryg::app::tui
