// `ryg bench`: what a search costs on the 6502, and the signature that says if that has changed.
#include <array>
#include <fmt/format.h>

#include "app/game_verb.hpp"

namespace ryg::app {
namespace {

/// What else is measured: `ryg bench NAME`.
struct Other {
    std::string_view name, measures;
    Exit (*run)(Arguments);
};
constexpr std::array others{
    Other{"cpu", "the emulator itself", bench_cpu},
    Other{"hints", "bits beside nested loops", bench_hints},
    Other{"index", "the numbering of positions and the solution of the game", bench_index},
};

}  // namespace

Exit bench(Arguments arguments) {
    std::string more;
    for (const auto& [name, measures, run] : others) {
        if (!arguments.empty() && arguments.front() == name) return run(arguments.subspan(1));
        more += fmt::format("\n`ryg bench {}` measures {}.", name, measures);
    }
    const Asked asked = ask(arguments, "bench", job_of<&harness::Game::bench>, {}, {}, more);
    if (asked.parsed.helped) return exit_done;
    print(asked.game->bench->run(asked.values, {&interrupted}), asked.parsed);
    return exit_done;
}

}  // namespace ryg::app
