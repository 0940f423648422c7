// Programs of games, by name.
#include "engine/harness/game.hpp"

#include <algorithm>

namespace ryg::harness {

const c64::EmbeddedImage* find_program(std::span<const Game* const> games, std::string_view name) {
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const Game* game : games) {
        const auto guess = std::ranges::find(game->guesses, name, &Guess::first);
        const auto meant = guess == game->guesses.end() ? name : guess->second;
        if (const auto* found = find_program(game->programs, meant)) return found;
    }
    return nullptr;
}

}  // namespace ryg::harness
