// The program `ryg`: the verbs, the games of this project, and the verbs about those alone.
#include "app/cluster.hpp"
#include "app/game_verb.hpp"
#include "engine/games/games.hpp"

namespace {

using namespace ryg::app;

Exit in_the_script(Arguments) {
    throw Trouble("a verb of ./ryg, the script in the source tree, which builds what it needs");
}

}  // namespace

int main(int count, char** words) {
#ifdef RYG_MPI
    const Cluster* const cluster = &mpi_cluster;
#else
    const Cluster* const cluster = nullptr;
#endif
    const auto games = ryg::engine::games();
    return run(
        count, words,
        {.name = "ryg",
         .about = "board-game engines in 6502 assembly, compared with the same in C++ byte\n"
                  "by byte, on a C64 that is exact to the bus cycle",
         .games = {games.begin(), games.end()},
         .own = {{Group::game, "solve", "who wins a position, how soon and by which moves", solve},
                 {Group::game, "strength",
                  "how often a program keeps a won game, by the exact solution", strength, true},
                 {Group::research, "hash", "is the hash of RYG3 uniform, does its lock help?",
                  hash},
                 {Group::research, "bench cpu", "how fast the emulator itself is", bench_cpu},
                 {Group::around, "web", "build the page for browsers and serve it (./ryg web)",
                  in_the_script},
                 {Group::around, "test", "build everything and run the test suite (./ryg test)",
                  in_the_script}},
         .cluster = cluster});
}
