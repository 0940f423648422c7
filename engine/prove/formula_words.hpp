// The formulas of a block on words of 64 literals.
#pragma once

#include "c64/debug/evaluate.hpp"
#include "engine/prove/paths.hpp"

namespace ryg::prove {

using LongWord = std::array<Literal, 64>;

/// How a product is computed. All forms give the same number; the form that a routine uses makes
/// the same nodes, so that its product needs no proof.
struct ProductForm {
    /// The partial products, and the order in which they are added.
    enum class ProductOrder : std::uint8_t {
        rows,               ///< left << i for each bit i of the right, from the lowest
        rows_from_the_top,  ///< the sum is doubled before each row
        bytes_of_right,     ///< the left times each byte of the right, in rows
        bytes_of_right_each_from_the_top,
        bytes_from_the_top_of_right,
        bytes_from_the_top_of_right_each_from_the_top,
        bytes,  ///< products of bytes, added by their weights
        bytes_by_columns,
        bytes_from_the_top,
        bytes_from_outside,  ///< low * low and high * high side by side, then the middle products
        bytes_with_middle,   ///< the same, with the middle products added up first
    };
    /// How signs enter a product.
    enum class Signs : std::uint8_t {
        extended,    ///< as words of 64 bits
        corrected,   ///< unsigned product, minus one number if the other is negative
        magnitudes,  ///< of the absolute values
    };
    ProductOrder order = ProductOrder::rows;
    bool is_swapped = false;  ///< left and right
    Signs signs = Signs::extended;
    bool is_onto = false;  ///< rows are added directly to the other summand
};

/// All forms, including equivalent ones.
[[nodiscard]] std::vector<ProductForm> product_forms();

/// The algebra of `c64::debug::evaluate` in a proof.
class FormulaWords {
  public:
    using Word = LongWord;

    /// `given` are memory and registers before the call, `after` those after it, which only a
    /// formula with `where` reads. `check` is called for each address at which an `@` may read,
    /// and throws if that is no input.
    using Check = std::function<void(const c64::debug::ExpressionNode&, unsigned address)>;
    FormulaWords(World& world, const State& given, SymbolicMemory& memory, ProductForm form,
                 Check check, const ReachedState* after = nullptr)
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

    /// True where the formula divides by zero.
    [[nodiscard]] Literal has_no_value() const { return has_no_value_; }
    /// Whether this form differs from a simpler one for the current product.
    [[nodiscard]] bool is_of_use(const ProductForm& form) const {
        return multiplies_ && (form.signs == ProductForm::Signs::extended || has_signs_) &&
               (!form.is_onto || adds_a_product_);
    }

  private:
    [[nodiscard]] static prove::Bits16 address_in(const LongWord& value);
    void remember_pointer(const LongWord& made, const LongWord& left, const LongWord& right,
                          bool is_minus);
    void check_addresses(const prove::Bits16& at, const c64::debug::ExpressionNode& node) const;
    [[nodiscard]] LongWord add(const LongWord& a, const LongWord& b, Literal carry);
    [[nodiscard]] Literal is_less(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord shifted(const LongWord& value, const LongWord& by, bool left);
    [[nodiscard]] LongWord product(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord subtract(const LongWord& left, const LongWord& right);
    [[nodiscard]] LongWord chosen(Literal condition, const LongWord& yes, const LongWord& no);
    [[nodiscard]] LongWord rows(const LongWord& value, const LongWord& bits, bool from_the_top,
                                const LongWord& onto = {});
    [[nodiscard]] LongWord product_in_order(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord product_of_signed(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord products_with_bytes(const LongWord& a, const LongWord& b);
    [[nodiscard]] LongWord products_of_bytes(const LongWord& a, const LongWord& b);
    [[nodiscard]] std::pair<LongWord, LongWord> divided(const LongWord& a, const LongWord& b);

    World& world_;
    Graph& graph_;
    const State& given_;
    SymbolicMemory& memory_;
    ProductForm form_;
    Check check_;
    const ReachedState* after_;
    Literal has_no_value_{false};
    bool multiplies_ = false, has_signs_ = false, adds_a_product_ = false;
    struct Product {
        LongWord value, left, right;
    };
    std::vector<Product> products_;
};

}  // namespace ryg::prove
