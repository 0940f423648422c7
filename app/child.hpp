// Child processes: one that exchanges lines with us, and one that is run to its end.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ryg::app {

/// Runs in its own process group: Ctrl-C at the terminal reaches only us, and we then end the
/// child.
class Child {
  public:
    /// `read_line` reads its standard output, and its standard error if `errors_too`. Throws
    /// Trouble if it cannot be started.
    explicit Child(std::vector<std::string> words, bool errors_too = false);
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Does nothing if the child has closed its input.
    void write_line(std::string_view line);
    /// nullopt if the child has ended, or after Ctrl-C.
    [[nodiscard]] std::optional<std::string> read_line();
    /// Closes its input and waits. Returns its exit status, or 128 plus the signal that ended it.
    int end();

  private:
    pid_t child_ = 0;
    int socket_ = -1, status_ = 0;
    std::string waiting_;
};

/// When `run` ends a program and all processes that it started.
struct Limits {
    std::chrono::steady_clock::duration time = std::chrono::hours(1);
    const std::atomic<bool>* stop = nullptr;  ///< ends it if it becomes true
};

/// How a process has ended.
struct ProcessEnd {
    std::optional<int> status{};  ///< 128 + n if signal n ended it; nullopt at a limit
    std::string output{}, errors{};
    double seconds = 0;  ///< CPU time, user and system
};

/// Runs a program without input. Throws Trouble if it cannot be started.
[[nodiscard]] ProcessEnd run(std::vector<std::string> words, const Limits& limits = {});

}  // namespace ryg::app
