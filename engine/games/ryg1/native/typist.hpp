// A user who plays a game to its end: types what the mouse wants, and now and then something wrong.
#pragma once

#include "engine/games/ryg1/native/dialogue.hpp"
#include "engine/games/ryg1/native/mouse_player.hpp"

namespace ryg::engine::ryg1 {

class Typist {
  public:
    /// Answers the question for the depth with `depth`.
    Typist(MousePlayer mouse, int depth, Random& random)
        : mouse_(mouse), depth_(depth), random_(random) {}

    /// The key that the program waits for; nothing when the game, or enough of it, is over.
    [[nodiscard]] std::optional<char> key_for(const Dialogue& program);

  private:
    MousePlayer mouse_;
    int depth_;
    Random& random_;
    Square target_ = 0;  // of a row that was typed
    bool over_ = false;
};

}  // namespace ryg::engine::ryg1
