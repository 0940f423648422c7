// The program `ryg`: the verbs, the games of this project, and the verbs about those alone.
#include "app/cluster.hpp"
#include "app/game_verb.hpp"
#include "engine/games/games.hpp"

using namespace ryg::app;

int main(int count, char** words) {
#ifdef RYG_MPI
    const Cluster* const cluster = &mpi_cluster;
#else
    const Cluster* const cluster = nullptr;
#endif
    const auto games = ryg::engine::games();
    return run(count, words,
               {.name = "ryg",
                .about = "run, test, prove and debug 6502 code on a C64 that is exact to the bus\n"
                         "cycle; game engines in 6502 assembly, compared byte by byte with C++",
                .games = {games.begin(), games.end()},
                .own = {{VerbGroup::game, "solve",
                         "show who wins a position, how soon and by which moves", solve},
                        {VerbGroup::game, "strength",
                         "measure how often a program keeps a won game won", strength, true},
                        {VerbGroup::research, "hash",
                         "test whether the hash of RYG3 is uniform and its lock helps", hash},
                        {VerbGroup::research, "bench cpu",
                         "measure the speed of the emulator itself", bench_cpu},
                        {VerbGroup::around, "web",
                         "put the page for browsers into a folder; ./ryg web builds it", web}},
                .cluster = cluster});
}
