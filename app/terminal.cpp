// The terminal by termios and escape sequences that all current terminals support.
#include "app/terminal.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/verb.hpp"

namespace ryg::app {
namespace {

void end_play(int) { interrupted = true; }

winsize size_of_terminal() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        return {.ws_row = 1000, .ws_col = 1000, .ws_xpixel = 0, .ws_ypixel = 0};
    }
    return size;
}

/// Adds a line, folded to the width; lines with colours are narrow enough.
void fold(std::string_view line, std::size_t columns, std::vector<std::string>& into) {
    while (line.size() > columns && line.find('\x1b') == line.npos) {
        const std::size_t blank = line.rfind(' ', columns);
        const bool has_blank = blank != line.npos && blank != 0;
        into.emplace_back(line.substr(0, has_blank ? blank : columns));
        line.remove_prefix(has_blank ? blank + 1 : columns);
    }
    into.emplace_back(line);
}

}  // namespace

bool RawTerminal::there() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

bool RawTerminal::has_colour() {
    const char* plain = std::getenv("NO_COLOR");
    return plain == nullptr || *plain == '\0';
}

RawTerminal::RawTerminal() {
    if (tcgetattr(STDIN_FILENO, &before_) != 0)
        throw Trouble("the terminal's settings cannot be read");
    struct sigaction end {};
    end.sa_handler = end_play;
    sigaction(SIGTERM, &end, &term_before_);
    sigaction(SIGHUP, &end, &hangup_before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    put("\x1b[?1049h\x1b[?25l\x1b[2J");
}

RawTerminal::~RawTerminal() {
    put("\x1b[0m\x1b[?25h\x1b[?1049l");
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
    sigaction(SIGTERM, &term_before_, nullptr);
    sigaction(SIGHUP, &hangup_before_, nullptr);
}

RawTerminal::Keys RawTerminal::read(int milliseconds) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, milliseconds) <= 0) return {};
    std::array<char, 256> block;
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count <= 0) return {.text = {}, .closed = true};
    return {.text = std::string(block.data(), static_cast<std::size_t>(count)), .closed = false};
}

void RawTerminal::draw(std::span<const std::string> whole, bool blue) {
    const char* const colour = blue && has_colour() ? "\x1b[38;5;153;48;5;61m" : "";
    const winsize size = size_of_terminal();
    std::vector<std::string> folded;
    for (const std::string& line : whole) fold(line, size.ws_col, folded);
    const std::size_t shown = std::min<std::size_t>(folded.size(), size.ws_row);
    const auto lines = std::span(folded).last(shown);
    if (drawn_.size() != shown || blue != blue_) {
        blue_ = blue;
        put("\x1b[0m\x1b[2J");
        drawn_.assign(shown, "");
    }
    std::string text;
    for (std::size_t row = 0; row < shown; ++row) {
        if (drawn_[row] == lines[row]) continue;
        drawn_[row] = lines[row];
        text += fmt::format("\x1b[{};1H{}{}\x1b[0m\x1b[K", row + 1, colour, lines[row]);
    }
    put(text);
}

void RawTerminal::put(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
        if (count <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

Progress::Progress(std::string_view what)
    : what_(what), pause_(std::chrono::seconds(1)), on_terminal_(isatty(STDERR_FILENO) == 1) {
    if (!on_terminal_) pause_ = std::chrono::seconds(4);
}

Progress::~Progress() {
    if (visible_) say(fmt::format("\r{:60}\r", ""));
}

void Progress::show(std::uint64_t done, std::uint64_t total, std::string_view more) {
    using namespace std::chrono_literals;
    const auto now = Clock::now();
    if (now - drawn_ < pause_ || (interrupted && !on_terminal_)) return;
    drawn_ = now;
    pause_ = on_terminal_ ? 100ms : Clock::duration(20s);
    visible_ = on_terminal_;
    const auto percent = total == 0 ? 100 : 100 * done / total;
    const auto line = fmt::format("{} {}/{} ({}%){}", what_, done, total, percent, more);
    say(on_terminal_ ? fmt::format("\r{} ", line) : fmt::format("ryg: {}\n", line));
}

}  // namespace ryg::app
