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
    /// Does what readline does for a letter with Ctrl: A E B F move, D H K U W erase, Y inserts what K,
    /// U or W has taken last, P N recall. No other does anything.
    void edit(char control);
    /// The same for b f d with Alt.
    void edit_word(char alt);

    /// Inserts what all completions have in common; returns them if there are several.
    std::vector<std::string> complete(const c64::debug::Commands& commands);

    /// Takes the line, which goes into the history unless it is empty.
    std::string take();

  private:
    /// Another line of the history: -1 is the one before. After the last comes an empty one.
    void recall(int by);
    void cut(std::size_t from, std::size_t to);
    [[nodiscard]] std::size_t word_before() const;
    [[nodiscard]] std::size_t word_end() const;

    std::string text_, cut_;
    std::size_t cursor_ = 0;
    std::vector<std::string> taken_;
    int recalled_ = 0;
};

}  // namespace ryg::app::tui
