// What VELOZ says to its user, from RUN on: as version 16 except for the depth and a dot per move.
#pragma once

#include "engine/games/ryg1/native/dialogue.hpp"
#include "engine/games/veloz/native/search.hpp"

namespace ryg::engine::veloz {

class VelozDialogue final : public ryg1::Dialogue {
  public:
    static constexpr Depths answers{"PROFUNDIDAD (1-9, A-C): ", "123456789ABC", "0:@D"};

    VelozDialogue() : ryg1::Dialogue(17, answers) {}

  private:
    std::string cats_go() override;

    Search search_;
};

}  // namespace ryg::engine::veloz
