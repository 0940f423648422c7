// Decides a formula of Out by running the routine for every input, as `contract --all` does.
#pragma once

#include "engine/claims/all_inputs.hpp"
#include "engine/prove/run.hpp"

namespace ryg::prove {

/// `yes` with an input for which a run contradicts the block, or `no`. `unknown` if the question
/// depends on more than the bytes that In names, if a run takes too long, or if time is over.
[[nodiscard]] std::pair<Possibility, Assignment> run_all(SymbolicRun& run, Literal question,
                                                         const claims::AllInputs& inputs,
                                                         claims::ManyInputs& many,
                                                         const claims::Call& base);

}  // namespace ryg::prove
