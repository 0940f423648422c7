// A block's In as declared inputs, which `contract` samples, `prove` covers and reports show.
#pragma once

#include <deque>

#include "engine/claims/host.hpp"
#include "engine/claims/suite.hpp"

namespace ryg::claims {

/// The memory where a block's inputs may be put. Refers to the program.
[[nodiscard]] Site site_of(const Program& program, const Block& block);

/// Writes an input's value into the machine. Throws std::invalid_argument if its declaration does
/// not allow the value.
void put_input(Host& host, const InputKind& kind, const Native& value);
/// The value in a machine's memory; empty if its bytes are not such an input.
[[nodiscard]] Native input_in(const c64::Machine& machine, const c64::Labels& labels,
                              const InputKind& kind);

/// A block's In as declared inputs, each after those that it depends on. Refers to the suite and
/// the program.
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

    [[nodiscard]] const Site& site() const { return site_; }
    [[nodiscard]] std::span<const Asked> asked() const { return asked_; }

  private:
    Site site_;
    std::deque<InputKind> own_;  // kinds `any`, sets of bytes, and texts
    std::vector<Asked> asked_;
};

}  // namespace ryg::claims
