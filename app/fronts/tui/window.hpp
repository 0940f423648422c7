// A terminal that belongs to ncurses for a while.
#pragma once

#include <string_view>

namespace ryg::app::tui {

enum class Ink : short { plain, title, here, changed, mark };

/// A part of the screen.
struct Pane {
    int row = 0, column = 0, rows = 0, columns = 0;
};

/// While it lives the terminal belongs to ncurses. There is one at a time.
class Window {
  public:
    /// So long a key is waited for, in ms: a new size that comes just before is then seen, too.
    static constexpr int wait = 200;

    explicit Window(bool colours);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    [[nodiscard]] static int rows();
    [[nodiscard]] static int columns();

    /// A text within `width` columns; the rest of them is cleared. Without colours bold and inverse
    /// letters take their place.
    void put(int row, int column, int width, std::string_view text, Ink ink = Ink::plain) const;

    /// Whether `put_block` can show the C64's colours.
    [[nodiscard]] bool has_palette() const { return palette_; }
    /// A cell whose upper and lower half have these of the C64's colours.
    void put_block(int row, int column, unsigned upper, unsigned lower) const;

  private:
    [[nodiscard]] unsigned long attributes(Ink ink) const;

    bool colours_ = false, palette_ = false;
};

}  // namespace ryg::app::tui
