// What RYG 17 says to its user, from RUN on: as version 16 but for the depth, and a dot a move.
#pragma once

#include <string>

#include "engine/games/ryg1/native/dialogue.hpp"
#include "engine/games/ryg17/native/search.hpp"

namespace ryg::engine::ryg17 {

/// The program as a value: keys go in, what it prints comes out.
class Dialogue {
  public:
    enum class Wants : std::uint8_t { depth, row, column, any_key };

    static constexpr std::string_view depth_question = "PROFUNDIDAD (1-9, A-C): ";
    static constexpr std::string_view depth_keys = "123456789ABC";

    /// From RUN to the first question.
    [[nodiscard]] std::string begin();
    /// From a key to the next question.
    [[nodiscard]] std::string type(char key);

    [[nodiscard]] Wants wants() const { return wants_; }
    /// The game, with the mouse to move unless it is over, and its board as the program keeps it.
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const ryg1::NodeBytes& board() const { return board_; }
    /// Searches since RUN, and the position that the last one was of.
    [[nodiscard]] int searches() const { return searches_; }
    [[nodiscard]] const Position& searched() const { return searched_; }

  private:
    std::string answer_move(char key);
    std::string mouse_goes(Square to);

    Wants wants_ = Wants::depth;
    Position position_{}, searched_{};
    ryg1::NodeBytes board_ = ryg1::board_bytes(start_position());
    Search search_;
    int depth_ = 0, row_ = 0, searches_ = 0;
};

}  // namespace ryg::engine::ryg17
