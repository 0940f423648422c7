// One line on the terminal that says how far a long piece of work has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace ryg::app {

/// Draws on stderr, only if that is a terminal, not before a second has passed, and wipes itself.
/// One thread draws.
class Progress {
  public:
    explicit Progress(std::string_view what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::uint64_t done, std::uint64_t total);

  private:
    using Clock = std::chrono::steady_clock;

    std::string_view what_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point drawn_ = begin_;
    bool on_terminal_;
    bool visible_ = false;
};

}  // namespace ryg::app
