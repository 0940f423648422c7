// A block's Out as expressions of its inputs: `Out  A = (X * Y) & $ff`.
#pragma once

#include "c64/debug/expression.hpp"
#include "engine/claims/expected.hpp"
#include "engine/claims/host.hpp"

namespace ryg::claims {

/// Parses an expression of a block or a case; `name'` is a value after the call, if available.
/// Throws ContractError.
[[nodiscard]] c64::debug::Expression formula_of(std::string_view text, const Program& program,
                                                bool knows_after = false);

/// The bytes of a program that are the same in each call: those in none of its variables.
[[nodiscard]] Addresses constants_of(const Program& program);

/// The formulas of a block, parsed once. Words in them are A, X, Y and the flags C, Z, N, V, D, I;
/// variables, low byte first; `name` for the word in nameLo/Hi; `.name` for an address and `@` for
/// the byte at one, as in c64/debug/expression.hpp. Numbers are decimal, or hexadecimal after $.
/// Formulas may read the inputs that In names and constant tables of the program; conditions after
/// `where` also values of Outs after the call.
class Formulas {
  public:
    using Expression = c64::debug::Expression;
    /// What the block says about one Out.
    struct Formula {
        const Entry* out;
        std::optional<Expression> expression{};
        std::optional<Expression> condition{};  ///< `when`; if false, the Out may be anything
        std::optional<Expression> relation{};   ///< `where`; replaces the expression
    };

    /// Throws ContractError, with the line, at an invalid formula or one that reads something that
    /// In does not name. The program and the block must outlive it.
    Formulas(const Program& program, const Block& block);

    /// The formulas, one per Out of the block.
    [[nodiscard]] std::span<const Formula> all() const { return formulas_; }
    /// A part of Prints: a text, or the formula of one character.
    struct Characters {
        std::string text{};
        std::optional<Expression> value{};
    };
    [[nodiscard]] std::span<const Characters> prints() const { return prints_; }
    /// The conditions of Requires.
    [[nodiscard]] std::span<const Expression> requirements() const { return requirements_; }
    /// The first condition of Requires that is false or has no value on a machine that is about to
    /// execute the routine; nullptr if all hold.
    [[nodiscard]] const Expression* unmet(const c64::Machine& machine) const;
    /// The addresses that `@` may read: bytes of In, and of constant tables.
    [[nodiscard]] const Addresses& readable() const { return readable_; }
    /// Throws ContractError if a formula's `@` reads an address that is no input. If `ram` is
    /// empty, inputs behind pointers (a text) cannot be checked, and are accepted.
    void check_peek(const Expression& formula, const c64::debug::ExpressionNode& peek,
                    std::uint64_t address, std::span<const Byte> ram) const;

    /// States the formulas' values on a machine that is about to execute the routine. Throws
    /// ContractError if one has no value, or reads something that In does not name. This must
    /// outlive `expected`.
    void expect(const c64::Machine& machine, Expected& expected) const;

    /// Performs the block in place of the routine: sets each Out to its formula's value. An Out
    /// without a formula, and everything in Uses, gets a value different from before. Memory means
    /// RAM.
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
    bool leads_elsewhere_ = false;  // an In leads to inputs that only its kind can find
};

}  // namespace ryg::claims
