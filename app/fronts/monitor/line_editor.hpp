// A line from the terminal, with history and completion.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ryg::app::monitor {

/// What can stand for the last word of a line that has just been begun.
using Completions = std::function<std::vector<std::string>(const std::string& line)>;

/// Lines are kept, and come back with the arrow keys. There is one at a time.
class LineEditor {
  public:
    explicit LineEditor(Completions completions);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// Nothing at the end of input.
    [[nodiscard]] std::optional<std::string> read(const char* prompt);
};

/// While it lives, Ctrl-C sets `interrupted` however often it is pressed.
class CatchInterrupts {
  public:
    explicit CatchInterrupts(std::atomic<bool>& interrupted);
    ~CatchInterrupts();
    CatchInterrupts(const CatchInterrupts&) = delete;
    CatchInterrupts& operator=(const CatchInterrupts&) = delete;

  private:
    struct sigaction before_ {};
};

}  // namespace ryg::app::monitor
