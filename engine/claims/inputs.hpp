// The declarations of all that a block's In names, for whoever reads them.
#pragma once

#include <deque>

#include "engine/claims/suite.hpp"

namespace ryg::claims {

/// A block's In as declared inputs, each after those that it depends on. Refers to the suite and the
/// program.
///
///     const BlockInputs inputs(suite, program, block);
///     claims::EntryState machine;
///     claims::Sampling(inputs.site(), machine, choices).sample(inputs.asked());
class BlockInputs {
  public:
    /// Throws ContractError if a kind has no declaration, or In names what the program lacks.
    BlockInputs(const Suite& suite, const Program& program, const Block& block);
    BlockInputs(const BlockInputs&) = delete;
    BlockInputs& operator=(const BlockInputs&) = delete;

    [[nodiscard]] const claims::Site& site() const { return site_; }
    [[nodiscard]] std::span<const claims::Asked> asked() const { return asked_; }

  private:
    claims::Site site_;
    std::deque<claims::InputKind> own_;  // `any`, sets of bytes, and texts
    std::vector<claims::Asked> asked_;
};

}  // namespace ryg::claims
