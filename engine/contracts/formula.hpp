// What a block's Out says as expressions of its inputs: `Out  A = (X * Y) & $ff`.
#pragma once

#include "c64/debug/expression.hpp"
#include "engine/contracts/call.hpp"

namespace ryg::contracts {

/// The formulas of a block, read once. Words in them are A, X, Y and the flags C, Z, N, V;
/// variables, low byte first; `name` for what nameLo/Hi holds; `.name` for an address and `@` for
/// the byte at one, as in c64/debug/expression.hpp. Numbers are decimal, or hexadecimal after $.
class Formulas {
  public:
    /// Throws ContractError, with the line, at one that cannot be read. The program and the block
    /// must outlive it.
    Formulas(const Program& program, const Block& block);

    /// States their values on a machine that is about to execute the routine.
    void expect(const c64::Machine& machine, Expected& expected) const;

    /// Does what the block says, in the routine's place: each Out gets the value of its formula or,
    /// without one, a value that it did not have; so does what Uses names. Memory means the RAM.
    void perform(c64::Machine& machine) const;

  private:
    struct Formula {
        const Entry* out;
        std::optional<c64::debug::Expression> expression;
    };
    const Program& program_;
    const Block& block_;
    std::vector<Formula> formulas_;
};

}  // namespace ryg::contracts
