// The program `ryg`: the verbs, the games of this project, and the verbs about those alone.
#include "app/cluster.hpp"
#include "app/game_verb.hpp"
#include "engine/games/games.hpp"

int main(int count, char** words) {
    using namespace ryg::app;
#ifdef RYG_MPI
    const Cluster* const cluster = &mpi_cluster;
#else
    const Cluster* const cluster = nullptr;
#endif
    const auto games = ryg::engine::games();
    return run(count, words,
               {.name = "ryg",
                .about = "board-game engines in 6502 assembly, compared with the same in C++",
                .called = "./ryg",
                .games = {games.begin(), games.end()},
                .own = {{"solve", "who wins a position, how soon and by which moves", solve},
                        {"strength", "how often an engine keeps a won game, by the exact solution",
                         strength, true},
                        {"hash", "is the second engine's hash uniform, does its lock help?", hash},
                        {"bench cpu", "how fast the emulator itself is", bench_cpu}},
                .cluster = cluster});
}
