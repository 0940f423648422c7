// A program that plays on the C64, the keys of whoever sits in front of it, and the game it plays.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"
#include "engine/common/notation.hpp"

namespace ryg::harness {

/// A game as it has been seen: where it began, the moves, and the positions after each of them.
struct Course {
    std::vector<engine::Position> positions;  ///< one more than there are moves
    std::vector<engine::Move> moves;

    /// Goes on to a position that one or two moves lead to, goes back to one that was there
    /// before, or begins anew with any other.
    void see(const engine::Position& position);
    [[nodiscard]] std::optional<engine::Side> winner() const {
        return positions.empty() ? std::nullopt : engine::winner(positions.back());
    }
};

/// The program and the keys for it, each of which waits until it is asked for. A value: a copy is
/// the game as it stands now.
class Player {
  public:
    explicit Player(const c64::Image& image, const c64::Setup& setup = {});

    /// Keys that the program knows, besides letters, digits and RETURN.
    std::string_view signs = " ";
    /// Whether the program reads lines: words of an input then have RETURN after each.
    bool reads_lines = false;
    /// Nobody sits there: no input is for it.
    bool plays_alone = false;
    /// How the board is drawn and the moves are named.
    engine::Geometry geometry = engine::Geometry::a;
    /// The keys of a move, if they are not its name and RETURN.
    std::function<std::string(engine::Move)> keys_of{};

    /// Types `keys` by itself whenever the program waits for a key and `prompt` is the last line on
    /// the screen (blanks at its end do not count). Answers come before keys that were pressed, and
    /// the first that fits is given: one with a `line` fits if that is the last line that somebody
    /// typed, and only once.
    struct Answer {
        std::string prompt, keys;
        std::string line{};
        bool once = false;  ///< for the whole game
    };
    void answer(Answer answer) { answers_.push_back(std::move(answer)); }

    void press(std::string_view keys) { keys_.insert(keys_.end(), keys.begin(), keys.end()); }

    /// The same for a move.
    void press(engine::Move move) {
        press(keys_of ? keys_of(move) : to_string(move, geometry) + '\r');
    }

    /// Stands still for good when a game has been won and the program has come to `place`, so that
    /// what it prints by then is on the screen.
    void end_at(emu::Address place) { end_ = place; }

    /// Follows the game: `see` finds the position in the memory, if there is one, whenever the
    /// program comes to `place` and whenever it waits for a key.
    using See = std::function<std::optional<engine::Position>(const c64::Machine&)>;
    void follow(emu::Address place, See see);
    /// The game that is being played, or the last one as long as the new one has no moves.
    [[nodiscard]] const Course& course() const;
    /// Where the game stands, if the program has shown that.
    [[nodiscard]] std::optional<engine::Position> position() const;

    /// Works for some `cycles` at most. True when the program waits for a key and there is none, or
    /// stands still. Throws EngineFault if it jams.
    bool work(emu::Cycle cycles);

    /// Lets a frame of C64 time go by, for its clock.
    void idle() {
        if (!stands_) machine_.run(machine_.frame_cycles());
    }

    [[nodiscard]] const c64::Machine& machine() const { return machine_; }
    /// Goes on with this machine, in which the same program waits for a key, on the core that it
    /// had. False, and nothing is changed, if no position is found in it.
    bool resume(const c64::Machine& machine);

  private:
    std::optional<char> next_key();
    void look();

    c64::Machine machine_;
    std::vector<Answer> answers_;
    std::deque<char> keys_, own_keys_;  ///< somebody's, and those of answers
    std::string line_, last_line_;      ///< that somebody types, and has typed
    std::optional<emu::Address> end_;
    See see_;
    std::vector<emu::Address> places_;
    Course course_, finished_;
    bool stands_ = false;
};

}  // namespace ryg::harness
