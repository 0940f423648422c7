// Many processes on the same work, as mpirun starts them: one hands out shards, the others do them.
#pragma once

#include "engine/work/run.hpp"

namespace ryg::app {

struct Cluster {
    /// The part of rank 0, which alone has the database: hands out shards until all are done or
    /// `stop` is set. True if nothing is left. The shards of a process that is lost are handed out
    /// again, if MPI lets the others live.
    bool (*lead)(work::Dispatcher& dispatcher, const work::PieceOptions& options);
    /// The part of the others: threads that ask rank 0 for shards.
    void (*serve)(const work::Work& work, const work::PieceOptions& options,
                  const work::CommandLine& command);
};

/// Uses MPI; missing in a program that was built without it.
extern const Cluster mpi_cluster;

}  // namespace ryg::app
