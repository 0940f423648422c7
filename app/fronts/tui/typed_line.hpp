// The command line of the full screen, with its history.
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
    /// Edits like readline for a letter with Ctrl: A E B F move, D H K U W erase, Y inserts the
    /// text last taken by K, U or W, P N recall. Ignores all others.
    void edit(char control);
    /// Edits like readline for b f d with Alt.
    void edit_word(char alt);

    /// Inserts the common prefix of all completions; returns them if there are several.
    std::vector<std::string> complete(const c64::debug::Commands& commands);

    /// Returns and clears the line, and adds it to the history unless it is empty.
    std::string take();

  private:
    /// Recalls another line of the history: -1 is the one before. After the last comes an empty
    /// line.
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
