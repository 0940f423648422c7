// A program that plays on the C64, and whoever sits in front of it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

/// The program and the keys for it, each of which waits until it is asked for.
class PlaySession {
  public:
    explicit PlaySession(const c64::Image& image);

    /// Types `keys` by itself whenever the program waits for a key and `prompt` is the last line on
    /// the screen (blanks at its end do not count), as long as `when` says so. Answers come before
    /// keys that were pressed, and the first that fits is given.
    void answer(std::string prompt, std::string keys, std::function<bool()> when = {});

    void press(std::string_view keys);

    /// Stands still for good when `over`, which is asked all the time, has named an address and the
    /// program has come there, so that what it prints by then is on the screen.
    void end_when(std::function<std::optional<emu::Address>()> over) { over_ = std::move(over); }

    /// Works for some `cycles` at most. True when the program waits for a key and there is none, or
    /// stands still.
    bool work(emu::Cycle cycles);

    /// Lets a frame of C64 time go by, for its clock.
    void idle() {
        if (!stands_) machine_->run(machine_->frame_cycles());
    }

    [[nodiscard]] const c64::Machine& machine() const { return *machine_; }

  private:
    struct Answer {
        std::string prompt, keys;
        std::function<bool()> when;
    };
    std::optional<char> next_key();

    std::unique_ptr<c64::Machine> machine_ = std::make_unique<c64::Machine>();
    std::vector<Answer> answers_;
    std::deque<char> keys_;
    std::function<std::optional<emu::Address>()> over_;
    bool stands_ = false;
};

/// Presses the keys that the program knows: letters, digits, RETURN and those of `signs`. False
/// when one says that play is over: q, Ctrl-C or Ctrl-D.
bool press_all(PlaySession& session, std::string_view keys, std::string_view signs);

/// Keys from the terminal and the screen on it, until the player leaves. As fast as the host can
/// while the program thinks, 50 looks a second while it waits.
void play_on_terminal(PlaySession& session, std::string_view signs);

/// Works until the program waits for a key that is not there, or Ctrl-C.
void play_to_the_end(PlaySession& session);

/// Prints the screen; with `json` also the cycles since `begin`.
Exit report_play(const PlaySession& session, emu::Cycle begin, bool json);

}  // namespace ryg::app
