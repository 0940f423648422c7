// A dot for each move that the root tries.
#include "engine/games/veloz/native/dialogue.hpp"

namespace ryg::engine::veloz {

std::string VelozDialogue::cats_go() {
    const std::string dots(generate_moves(position()).size(), '.');
    const FoundMove found = search_(position(), options().depth);
    return "PENSANDO: " + dots + '\r' + answer(found.move, found.value);
}

}  // namespace ryg::engine::veloz
