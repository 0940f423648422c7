// Block entries that name bytes of an array by an index: `Out dst[i] = src[i] for i in 0..Y-1`.
#pragma once

#include "engine/claims/program.hpp"

namespace ryg::claims {

/// Replaces them by entries of single bytes, which every check supports. An Out of a byte that the
/// index may miss states that the byte is unchanged, so the whole array becomes an In; so does an
/// In `table[X]`, whose values Requires then states. Throws ContractError, with the line.
void spread_arrays(const Program& program, Block& block);

}  // namespace ryg::claims
