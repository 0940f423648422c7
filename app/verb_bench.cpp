// `ryg bench` and `ryg search`: a game's search of a position, and its cost.
#include <fmt/format.h>

#include "app/game_verb.hpp"
#include "app/plot.hpp"

namespace ryg::app {
Exit search(Arguments arguments) {
    const GameCommand asked = ask(arguments, "search", job_of<&claims::Game::search>);
    return asked.parsed.helped ? exit_done : report("search", *asked.game->search, asked);
}

Exit bench(Arguments arguments) {
    const GameCommand asked =
        ask(arguments, "bench", job_of<&claims::Game::bench>, {.options = {plot_option()}});
    const Parsed& parsed = asked.parsed;
    if (parsed.helped) return exit_done;
    check_plot(parsed);
    if (parsed.has("plot") && !asked.game->bench->plot) {
        throw Trouble(fmt::format("--plot: the bench of {} has none", asked.game->name));
    }
    return report("bench", *asked.game->bench, asked);
}

}  // namespace ryg::app
