// Many processes on the same work, started by mpirun: one hands out shards, all others do them.
#pragma once

#include "engine/work/run.hpp"

namespace ryg::app {

struct Cluster {
    /// Run by rank 0, the only one with the database: hands out shards until all are done or `stop`
    /// is set. True if nothing is left. Shards of a lost process are handed out again, if MPI keeps
    /// the remaining processes alive.
    bool (*lead)(work::Dispatcher& dispatcher, const work::PieceOptions& options);
    /// Run by all other ranks: threads that request shards from rank 0.
    void (*serve)(const work::Work& work, const work::PieceOptions& options,
                  const work::CommandLine& command);
};

/// Uses MPI; missing in a program that was built without it.
extern const Cluster mpi_cluster;

}  // namespace ryg::app
