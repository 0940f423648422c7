// Many processes on one work, as mpirun starts them: one hands out shards, the others do them.
#pragma once

#include "engine/work/run.hpp"

namespace ryg::app {

struct Cluster {
    /// Rank 0's part, which alone has the database: hands out shards until all are done or `stop`
    /// is set. True if nothing is left. A process that is lost costs its shards' time: they are
    /// handed out again, if MPI lets the others live.
    bool (*lead)(work::Dispatcher& dispatcher, const work::PieceOptions& options);
    /// The part of the others: threads that ask rank 0 for shards.
    void (*serve)(const work::Work& work, const work::PieceOptions& options,
                  const work::CommandLine& command);
};

/// By MPI; there is none in a program that was built without it.
extern const Cluster mpi_cluster;

}  // namespace ryg::app
