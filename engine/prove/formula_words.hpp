// The formulas of a block on words of 64 literals.
#pragma once

#include "c64/debug/evaluate.hpp"
#include "engine/prove/paths.hpp"

namespace ryg::prove {

using LongWord = std::array<Literal, 64>;

/// In which order a product adds its rows. All give the same number; a routine's own order makes the
/// same nodes, so that its product needs no proof.
enum class ProductForm : std::uint8_t {
    rows_of_left,       ///< left << i for each bit i of the right, from the lowest
    rows_of_right,      ///< right << i for each bit i of the left, from the lowest
    rows_from_the_top,  ///< the sum is doubled before each row; rows of the left
    other_from_the_top,
    bytes,  ///< products of bytes, added by their weights
    bytes_by_columns,
    bytes_from_the_top,
    bytes_from_outside,  ///< low by low and high by high side by side, then what is between
    bytes_from_outside_reversed,
};
constexpr unsigned product_forms = 9;

/// What `c64::debug::evaluate` computes with in a proof.
class FormulaWords {
  public:
    using Word = LongWord;

    /// `given` are the memory and the registers before the call, `after` those after it, which only
    /// a formula with `where` reads.
    /// `check` is called for each address that an `@` may read, and throws if that is no input.
    using Check = std::function<void(const c64::debug::ExpressionNode&, unsigned address)>;
    FormulaWords(World& world, const State& given, Memory& memory, ProductForm form, Check check,
                 const Reached* after = nullptr)
        : world_(world),
          graph_(world.graph),
          given_(given),
          memory_(memory),
          form_(form),
          check_(std::move(check)),
          after_(after) {}

    [[nodiscard]] static LongWord number(std::uint64_t value);
    [[nodiscard]] LongWord read(const c64::debug::MachineValue& value);
    [[nodiscard]] LongWord peek(const LongWord& address, const c64::debug::ExpressionNode& node);
    [[nodiscard]] LongWord apply(c64::debug::WordOperation operation, const LongWord& left,
                                 const LongWord& right);
    [[nodiscard]] LongWord select(const LongWord& condition, const LongWord& yes,
                                  const LongWord& no);
    void no_value_if(const LongWord& condition, const c64::debug::ExpressionNode& node);

    /// Where the formula divides by zero.
    [[nodiscard]] Literal has_no_value() const { return has_no_value_; }
    /// Whether it multiplies unknown values, so that its form matters.
    [[nodiscard]] bool multiplies() const { return multiplies_; }

  private:
    void check_addresses(const prove::Word& at, const c64::debug::ExpressionNode& node) const;
    [[nodiscard]] LongWord add(const LongWord& a, const LongWord& b, Literal carry);
    [[nodiscard]] Literal is_less(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord shifted(const LongWord& value, const LongWord& by, bool left);
    [[nodiscard]] LongWord product(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord rows(const LongWord& value, const LongWord& bits, bool from_the_top);
    [[nodiscard]] LongWord products_of_bytes(const LongWord& a, const LongWord& b);
    [[nodiscard]] std::pair<LongWord, LongWord> divided(const LongWord& a, const LongWord& b);

    World& world_;
    Graph& graph_;
    const State& given_;
    Memory& memory_;
    ProductForm form_;
    Check check_;
    const Reached* after_;
    Literal has_no_value_{false};
    bool multiplies_ = false;
};

}  // namespace ryg::prove
