// A carriage return, a count, a percentage: enough to see that it moves.
#include "app/progress.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ryg::app {

Progress::Progress(std::string_view what) : what_(what), on_terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (visible_) fmt::print(stderr, "\r{:60}\r", "");
}

void Progress::show(std::uint64_t done, std::uint64_t total) {
    using namespace std::chrono_literals;
    if (!on_terminal_) return;
    const auto now = Clock::now();
    if (now - begin_ < 1s || now - drawn_ < 100ms) return;
    drawn_ = now;
    visible_ = true;
    const auto percent = total == 0 ? 100 : 100 * done / total;
    fmt::print(stderr, "\r{} {}/{} ({}%) ", what_, done, total, percent);
    std::fflush(stderr);
}

}  // namespace ryg::app
