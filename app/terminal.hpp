// The terminal: for as long as a verb plays on it, and how far a long piece of work has come.
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
/// no cursor) and gives it back when it goes, exceptions included. SIGTERM and SIGHUP set
/// `interrupted`, so that whoever plays comes to an end and this goes.
class Terminal {
  public:
    /// Whether somebody sits at standard input and looks at standard output.
    [[nodiscard]] static bool there();

    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    struct Keys {
        std::string text;
        bool closed = false;  ///< nobody will type any more
    };
    /// What has been typed, after waiting for it at most this long.
    [[nodiscard]] Keys read(int milliseconds);

    /// Whether colours are wanted: NO_COLOR is not set.
    [[nodiscard]] static bool has_colour();

    /// Draws the lines from the top, those that differ from what is there. The last ones, where
    /// there is not room for all. In the C64's colours if `blue`, and if colours are wanted.
    void draw(std::span<const std::string> lines, bool blue);

  private:
    static void put(std::string_view text);

    termios before_{};
    struct sigaction term_before_ {
    }, hangup_before_{};
    std::vector<std::string> drawn_;
    bool blue_ = false;
};

/// A line on stderr that says how far the work has come. On a terminal it changes, from the first
/// second on, and is wiped at the end; elsewhere there is one after four seconds and then every 20.
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
    Clock::time_point drawn_ = Clock::now();
    Clock::duration pause_;  ///< before the next line
    bool on_terminal_;
    bool visible_ = false;
};

}  // namespace ryg::app
