// A program that plays on the C64, and the keys of whoever sits in front of it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ryg/c64/board/machine.hpp"

namespace ryg::harness {

/// The program and the keys for it, each of which waits until it is asked for.
class Player {
  public:
    explicit Player(const c64::Image& image);

    /// Keys that the program knows, besides letters, digits and RETURN.
    std::string_view signs = " ";
    /// Whether the program reads lines: words of an input then have RETURN after each.
    bool reads_lines = false;
    /// Nobody sits there: no input is for it.
    bool plays_alone = false;

    /// Types `keys` by itself whenever the program waits for a key and `prompt` is the last line on
    /// the screen (blanks at its end do not count), as long as `when` says so. Answers come before
    /// keys that were pressed, and the first that fits is given.
    void answer(std::string prompt, std::string keys, std::function<bool()> when = {});

    void press(std::string_view keys) { keys_.insert(keys_.end(), keys.begin(), keys.end()); }

    /// Stands still for good when `over`, which is asked all the time with the machine, has named
    /// an address and the program has come there, so that what it prints by then is on the screen.
    using Over = std::function<std::optional<emu::Address>(const c64::Machine&)>;
    void end_when(Over over) { over_ = std::move(over); }

    /// Keeps `moves`, those of the game so far, from what it sees of the machine all the time.
    using Follow = std::function<void(const c64::Machine&, std::vector<std::string>& moves)>;
    void follow_by(Follow follow) { follow_ = std::move(follow); }
    [[nodiscard]] const std::vector<std::string>& moves() const { return moves_; }

    /// Works for some `cycles` at most. True when the program waits for a key and there is none, or
    /// stands still. Throws EngineFault if it jams.
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
    Over over_;
    Follow follow_;
    std::vector<std::string> moves_;
    bool stands_ = false;
};

}  // namespace ryg::harness
