// The line that is being typed on the full screen, and those that were typed before.
#pragma once

#include <string>
#include <vector>

#include "c64/debug/commands.hpp"

namespace ryg::app::tui {

class TypedLine {
  public:
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t cursor() const { return cursor_; }

    void set(const std::string& text);
    void insert(char sign) { text_.insert(cursor_++, 1, sign); }
    void erase_before();
    void erase_here();
    /// Stays within the line.
    void move(int by);

    /// Inserts what all completions have in common; returns them if there are several.
    std::vector<std::string> complete(const c64::debug::Commands& commands);

    /// Takes the line, which goes into the history unless it is empty.
    std::string take();
    /// Recalls another line of the history: -1 is the one before. After the last comes an empty
    /// one.
    void recall(int by);

  private:
    std::string text_;
    std::size_t cursor_ = 0;
    std::vector<std::string> taken_;
    int recalled_ = 0;
};

}  // namespace ryg::app::tui
