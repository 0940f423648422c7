// A program that plays on the C64, the keys typed to it, and the game it plays.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"
#include "engine/common/notation.hpp"

namespace ryg::claims {

/// A game as observed: where it began, its moves, and the position after each.
struct Course {
    std::vector<engine::Position> positions;  ///< one more than there are moves
    std::vector<engine::Move> moves;

    /// Continues with a position one or two moves away, returns to an earlier one, or begins a new
    /// course with any other.
    void see(const engine::Position& position);
    [[nodiscard]] std::optional<engine::Side> winner() const {
        return positions.empty() ? std::nullopt : engine::winner(positions.back());
    }
};

/// The program and the keys for it; each key waits until the program reads one. A value: a copy is
/// a snapshot of the game.
class Player {
  public:
    explicit Player(const c64::Image& image, const c64::Setup& setup = {});
    /// Replaces bytes of the program before play begins.
    void put(emu::Address address, std::span<const emu::Byte> bytes);

    /// Keys that the program accepts, apart from letters, digits and RETURN.
    std::string_view signs = " ";
    /// Whether the program reads lines: RETURN then follows each word of an input.
    bool reads_lines = false;
    /// The program plays against itself and takes no input.
    bool plays_alone = false;
    /// How the board is drawn and the moves are named.
    engine::Geometry geometry = engine::Geometry::a;
    /// The keys of a move, if they are not its name and RETURN.
    std::function<std::string(engine::Move)> keys_of{};

    /// Types `keys` automatically whenever the program waits for a key and `prompt` is the last
    /// line on the screen (trailing blanks do not count). Answers come before pressed keys, and the
    /// first that matches is given; one with a `line` matches if that was the last line typed, and
    /// only once.
    struct Answer {
        std::string prompt, keys;
        std::string line{};
        bool once = false;  ///< at most once per game
    };
    void answer(Answer answer);

    void press(std::string_view keys);

    /// Types the keys of a move.
    void press(engine::Move move);

    /// Halts for good once a game has been won and the program has reached `place`, so that its
    /// output up to there is on the screen.
    void end_at(emu::Address place) { end_ = place; }

    /// Follows the game: `see` finds the position in memory, if there is one, each time the program
    /// reaches `place` or waits for a key.
    using See = std::function<std::optional<engine::Position>(const c64::Machine&)>;
    void follow(emu::Address place, See see);
    /// The game being played, or the last one until the new one has a move.
    [[nodiscard]] const Course& course() const;
    /// The current position, if the program has shown one.
    [[nodiscard]] std::optional<engine::Position> position() const;

    /// Calls `winner` each time the program waits for a key or has returned; the player halts when
    /// the result is not empty.
    using Winner = std::function<std::string(const c64::Machine&)>;
    void decide_by(Winner winner) { decides_ = std::move(winner); }
    /// The winner, by that function or by the game followed; empty while there is none.
    [[nodiscard]] std::string winner() const;

    /// Runs for about `cycles` at most. True if the program waits for a key and there is none, or
    /// has halted. Throws EngineFault if it jams.
    bool work(emu::Cycle cycles);

    /// Lets a frame of C64 time pass, for its clock.
    void idle() {
        if (!stands_) machine_.run(machine_.frame_cycles());
    }

    [[nodiscard]] const c64::Machine& machine() const { return machine_; }
    /// Continues with this machine, in which the same program waits for a key, on the player's
    /// core. Returns false and changes nothing if no position is found in it.
    bool resume(const c64::Machine& machine);

  private:
    std::optional<char> next_key();
    void look();

    c64::Machine machine_;
    std::vector<Answer> answers_;
    std::deque<char> keys_, own_keys_;  ///< keys typed, and keys of answers
    std::string line_, last_line_;      ///< line being typed, and the last one typed
    std::optional<emu::Address> end_;
    See see_;
    Winner decides_;
    std::vector<emu::Address> places_;
    Course course_, finished_;
    bool stands_ = false;
};

}  // namespace ryg::claims
