// Many processes on one campaign, as mpirun starts them: one hands out shards, the others do them.
#pragma once

#include "engine/proof/run.hpp"

namespace ryg::app {

/// Whether this is one of several processes that mpirun or srun has started, and which. Rank 0
/// alone has the database.
struct Rank {
    int number = 0, count = 1;
};
/// By the environment, before MPI is asked. Throws Trouble if this program was built without MPI.
[[nodiscard]] Rank rank();

/// Rank 0's part: hands out shards until all are done or `stop` is set. True if nothing is left. A
/// process that is lost costs its shards' time: they are handed out again, if MPI lets the others
/// live.
bool lead_cluster(proof::Office& office, const harness::PieceOptions& options);

/// The part of the others: threads that ask rank 0 for shards.
void serve_cluster(const harness::Survey& survey, const harness::PieceOptions& options,
                   const proof::Tell& tell);

}  // namespace ryg::app
