// What a block's Out says as expressions of its inputs: `Out  A = (X * Y) & $ff`.
#pragma once

#include "c64/debug/expression.hpp"
#include "engine/claims/expected.hpp"
#include "engine/claims/host.hpp"

namespace ryg::claims {

/// Reads what a block or a case says of a value; `name'` is one after the call, if that is known.
/// Throws ContractError.
[[nodiscard]] c64::debug::Expression formula_of(std::string_view text, const Program& program,
                                                bool knows_after = false);

/// The bytes of a program that are the same in each call: in none of its variables.
[[nodiscard]] Addresses constants_of(const Program& program);

/// The formulas of a block, read once. Words in them are A, X, Y and the flags C, Z, N, V, D, I;
/// variables, low byte first; `name` for what nameLo/Hi holds; `.name` for an address and `@` for
/// the byte at one, as in c64/debug/expression.hpp. Numbers are decimal, or hexadecimal after $.
/// They read what In names, and tables of the program that are no variables; what follows `where`
/// also the values of Outs after the call.
class Formulas {
  public:
    using Expression = c64::debug::Expression;
    struct Formula {
        const Entry* out;
        std::optional<Expression> expression{};
        std::optional<Expression> condition{};  ///< `when`: else the Out may be anything
        std::optional<Expression> relation{};   ///< `where`: in the place of an expression
    };

    /// Throws ContractError, with the line, at one that cannot be read, or that reads what In does
    /// not name. The program and the block must outlive it.
    Formulas(const Program& program, const Block& block);

    /// Of each Out of the block.
    [[nodiscard]] std::span<const Formula> all() const { return formulas_; }
    /// What Prints says: a text, or the formula of one character.
    struct Characters {
        std::string text{};
        std::optional<Expression> value{};
    };
    [[nodiscard]] std::span<const Characters> prints() const { return prints_; }
    /// What Requires says.
    [[nodiscard]] std::span<const Expression> requirements() const { return requirements_; }
    /// The first of them that a machine does not meet that is about to execute the routine, or that
    /// has no value there; nullptr: it meets all.
    [[nodiscard]] const Expression* unmet(const c64::Machine& machine) const;
    /// What `@` may read in each call: bytes of In, and of tables that are no variables.
    [[nodiscard]] const Addresses& readable() const { return readable_; }
    /// Throws ContractError if what a formula's `@` reads at an address is no input. An In may lead
    /// to more (a text): without memory that is let pass.
    void check_peek(const Expression& formula, const c64::debug::ExpressionNode& peek,
                    std::uint64_t address, std::span<const Byte> ram) const;

    /// States their values on a machine that is about to execute the routine. Throws ContractError
    /// if one has none, or reads what In does not name. This must outlive what it states.
    void expect(const c64::Machine& machine, Expected& expected) const;

    /// Does what the block says, in the routine's place: each Out gets the value of its formula or,
    /// without one, a value that it did not have; so does what Uses names. Memory means the RAM.
    void perform(c64::Machine& machine) const;

  private:
    void read_inputs();
    void read_prints();
    void check(const Expression& expression) const;
    [[nodiscard]] bool is_in(const c64::debug::MachineValue& value,
                             std::span<const Entry> entries) const;

    const Program& program_;
    const Block& block_;
    std::vector<Formula> formulas_;
    std::vector<Expression> requirements_;
    std::vector<Characters> prints_;
    Addresses readable_;
    std::vector<Extent> texts_;                         // pointers to texts, which are inputs, too
    std::vector<std::pair<Extent, unsigned>> buffers_;  // pointers to memory of a size
    bool leads_elsewhere_ = false;  // an In leads to more, which only its kind knows
};

}  // namespace ryg::claims
