// A game against a program, shown as a board: interprets typed lines and draws the board.
#pragma once

#include "engine/claims/game.hpp"
#include "engine/common/solution.hpp"

namespace ryg::app {

/// `the cats win in 44 plies`, or `the cats have won`.
[[nodiscard]] std::string to_text(const engine::GameValue& outcome);

/// Lines are moves (`d1c2`, or in the program's own notation), commands (`help` lists them), or
/// input for the program.
class BoardGameTerminal {
  public:
    /// The order has values of the job's options.
    BoardGameTerminal(const claims::Play& job, claims::Order order);

    /// Carries out a line and returns the reply. `left` is true after `quit`.
    std::string obey(const std::string& line);

    [[nodiscard]] claims::Player& player() { return player_; }
    [[nodiscard]] const claims::Player& player() const { return player_; }
    [[nodiscard]] bool left() const { return left_; }

    /// The board with coordinates and `*` on the target squares of the side to move, and below it
    /// the side to move and how to move. Before there is a board: the program's screen.
    [[nodiscard]] std::vector<std::string> lines(bool colour) const;

  private:
    struct PlayCommand;
    static const std::vector<PlayCommand>& commands();

    [[nodiscard]] std::string move_or_keys(const std::string& line);
    [[nodiscard]] std::string begin(work::Values values);
    [[nodiscard]] std::string undo();
    [[nodiscard]] std::string hint();
    [[nodiscard]] std::string save(const std::string& path);
    [[nodiscard]] std::string load(const std::string& path);
    [[nodiscard]] std::string moves_line(const engine::Position& position) const;
    /// The result of a move for the side that makes it: `loses in 12`.
    [[nodiscard]] std::string worth(const engine::Position& position, engine::Move move) const;

    const claims::Play* job_;
    claims::Order order_;
    claims::Player player_;
    std::vector<claims::Player> past_;  ///< the game before each typed move
    bool truth_ = false, left_ = false;
};

}  // namespace ryg::app
