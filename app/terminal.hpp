// The terminal while a verb plays on it, and the progress of long work.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <span>
#include <string>
#include <termios.h>
#include <vector>

namespace ryg::app {

/// Takes the terminal over (keys one by one and unseen, Ctrl-C as a key, the other screen buffer,
/// no cursor) and restores it on destruction, exceptions included. SIGTERM and SIGHUP set
/// `interrupted`, so that the verb ends and this is destroyed.
class RawTerminal {
  public:
    /// Whether standard input and standard output are terminals.
    [[nodiscard]] static bool there();

    RawTerminal();
    ~RawTerminal();
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

    struct Keys {
        std::string text;
        bool closed = false;  ///< no more input will come
    };
    /// The keys typed, after waiting for them at most this long.
    [[nodiscard]] Keys read(int milliseconds);

    /// Whether colours are wanted: NO_COLOR is not set.
    [[nodiscard]] static bool has_colour();

    /// Draws the lines from the top, long ones folded, and only what has changed; if there is not
    /// room for all, the last ones. In the C64's colours if `blue`, and if colours are wanted.
    void draw(std::span<const std::string> lines, bool blue);

  private:
    static void put(std::string_view text);

    termios before_{};
    struct sigaction term_before_ {
    }, hangup_before_{};
    std::vector<std::string> drawn_;
    bool blue_ = false;
};

/// A progress line on stderr. On a terminal it is updated in place, from the first second on, and
/// wiped at the end; elsewhere there is one after four seconds and then every 20. One thread draws.
class Progress {
  public:
    explicit Progress(std::string_view what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::uint64_t done, std::uint64_t total, std::string_view more = {});

  private:
    using Clock = std::chrono::steady_clock;

    std::string_view what_;
    Clock::time_point drawn_ = Clock::now();
    Clock::duration pause_;  ///< before the next line
    bool on_terminal_;
    bool visible_ = false;
};

}  // namespace ryg::app
