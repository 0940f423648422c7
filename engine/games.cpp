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
    // Names that somebody may guess.
    static constexpr std::pair<std::string_view, std::string_view> guesses[]{
        {"ryg", "ryg16"},      {"ryg3-3", "ryg3-03"}, {"ryg3-4", "ryg3-04"}, {"ryg3-7", "ryg3-07"},
        {"ryg3-8", "ryg3-08"}, {"ryg3-9", "ryg3-09"}, {"ryg3-11", "ryg3"}};
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const auto& [guess, meant] : guesses) {
        if (name == guess) name = meant;
    }
    for (const harness::Game* game : games()) {
        if (const auto* found = harness::find_program(game->programs, name)) return found;
    }
    return nullptr;
}

}  // namespace ryg::engine
