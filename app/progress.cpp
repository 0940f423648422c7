// A carriage return, a count, a percentage: enough to see that it moves.
#include "app/progress.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace app {

Progress::Progress(std::string_view what, std::uint64_t total)
    : what_(what), total_(total), on_terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (visible_) fmt::print(stderr, "\r{:60}\r", "");
}

void Progress::show(std::uint64_t done) {
    using namespace std::chrono_literals;
    if (!on_terminal_) return;
    const auto now = Clock::now();
    if (now - begin_ < 1s || now - drawn_ < 100ms) return;
    drawn_ = now;
    visible_ = true;
    const auto percent = total_ == 0 ? 100 : 100 * done / total_;
    fmt::print(stderr, "\r{} {}/{} ({}%) ", what_, done, total_, percent);
    std::fflush(stderr);
}

}  // namespace app
