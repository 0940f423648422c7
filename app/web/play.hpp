// The machine being played: a game's program with its board, or any other program.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "app/json.hpp"
#include "c64/media/disk_image.hpp"
#include "engine/claims/game.hpp"
#include "engine/claims/tree.hpp"

namespace ryg::app::web {

using Bytes = std::vector<emu::Byte>;

/// A request to a game: `program`, by name, and `values`. Throws std::invalid_argument.
[[nodiscard]] claims::Order order_of(const Json& asked);

/// The layout of the tree of the program with these labels; nullptr if it keeps none in memory.
[[nodiscard]] const claims::TreeInMemory* tree_of(const c64::Labels& labels);

/// The machine in the page; at most one game or program at a time.
class PagePlay {
  public:
    /// The games that can be played, with the newest program and the options of each.
    [[nodiscard]] static Json games();

    /// Starts a game's program; `asked` as for `order_of`. Throws std::invalid_argument.
    void begin(const Json& asked);
    /// Starts a PRG or P00 file, or the first program of a D64, which is then in drive 8, with the
    /// text of its label file; or a program of ours by its name. Throws c64::ImageError.
    void start(const std::string& name, const Bytes& file, const std::string& labels);
    /// Continues a saved machine: of the program that runs, or, with `labels`, of another one.
    /// Throws c64::StateError.
    void load(const std::string& name, const Bytes& state, const std::string* labels);
    /// Puts a D64 into drive 8 of the running machine, or of the next one loaded. Throws
    /// c64::ImageError.
    void insert(const std::string& name, const Bytes& file);
    [[nodiscard]] Bytes save() const;

    /// Lets the machine run; a game's program that waits for a key keeps its clock running.
    void run(emu::Cycle cycles);
    void type(const std::string& keys);
    /// Sets the pressed keys of the matrix and the closed switches of joystick 2, for programs
    /// other than our games.
    void hold(const Json& keys, unsigned joystick);
    /// Plays a move as the board names it. Throws std::invalid_argument unless it is one here.
    void move(const std::string& name);
    void undo();

    /// The machine's cycle, whether a key is waited for, and the game: position, moves, winner.
    [[nodiscard]] Json state() const;
    /// The result of each move by the exact solution.
    [[nodiscard]] Json truth() const;

    [[nodiscard]] const c64::Machine& machine() const;
    [[nodiscard]] const c64::Image& image() const { return image_; }
    [[nodiscard]] std::optional<engine::Position> position() const;

  private:
    c64::Image image_;
    std::unique_ptr<claims::Player> player_;  // plays a game
    std::unique_ptr<c64::Machine> machine_;   // runs any other program
    std::optional<c64::DiskImage> disk_;      // disk for the next machine
    std::vector<claims::Player> past_;        // the game before each move
    bool waits_ = false;
};

/// The move of this name. Throws std::invalid_argument unless it is one here.
[[nodiscard]] engine::Move move_named(const engine::Position& position, const std::string& name);

/// A position as the page draws it: cells "M", "c" or " " in the order of squares, and the moves.
[[nodiscard]] Json to_json(const engine::Position& position);

}  // namespace ryg::app::web
