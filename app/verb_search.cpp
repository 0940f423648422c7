// `ryg search`: one position, one search, by either engine.
#include "app/game_verb.hpp"
#include "app/progress.hpp"

namespace ryg::app {

Exit search(Arguments arguments) {
    const Asked asked = ask(arguments, "search", job_of<&harness::Game::search>);
    if (asked.parsed.helped) return exit_done;
    harness::Report report;
    {
        Progress progress("thinking: depth");
        report = asked.game->search->run(asked.values, {&interrupted, [&](auto done, auto total) {
                                                            progress.show(done, total);
                                                        }});
    }
    print(report, asked.parsed);
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
