// The list of games.
#include "engine/games.hpp"

#include "engine/hints/game.hpp"
#include "engine/ryg/game.hpp"
#include "engine/ryg3/game.hpp"

namespace ryg::engine {

std::span<const harness::Game* const> games() {
    static const std::array all{
        &first::game(),
        &ryg3::game(),
        &hints::game(),
    };
    return all;
}

const c64::EmbeddedImage* find_program(std::string_view name) {
    for (const harness::Game* game : games()) {
        if (const auto* found = harness::find_program(game->programs, name)) return found;
    }
    return nullptr;
}

}  // namespace ryg::engine
