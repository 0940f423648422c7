// `ryg bench` and `ryg search`: what a game does with a position, and what that costs.
#include <fmt/format.h>

#include "app/game_verb.hpp"

namespace ryg::app {

Exit search(Arguments arguments) {
    const GameCommand asked = ask(arguments, "search", job_of<&harness::Game::search>);
    return asked.parsed.helped ? exit_done : report("search", *asked.game->search, asked);
}

Exit bench(Arguments arguments) {
    const GameCommand asked = ask(arguments, "bench", job_of<&harness::Game::bench>);
    return asked.parsed.helped ? exit_done : report("bench", *asked.game->bench, asked);
}

}  // namespace ryg::app
