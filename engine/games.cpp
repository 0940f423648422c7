// Programs of all games, by name; CMakeLists.txt has the list of games.
#include "engine/games.hpp"

namespace ryg::engine {

const c64::EmbeddedImage* find_program(std::string_view name) {
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const harness::Game* game : games()) {
        const auto guess = std::ranges::find(game->guesses, name, &harness::Guess::first);
        const auto meant = guess == game->guesses.end() ? name : guess->second;
        if (const auto* found = harness::find_program(game->programs, meant)) return found;
    }
    return nullptr;
}

}  // namespace ryg::engine
