// Computes an expression with numbers, or with anything else that has the operations of a word.
#pragma once

#include "c64/debug/expression.hpp"

namespace ryg::c64::debug {

/// Operations on unsigned words of 64 bits, which wrap around. `equal` and `less` give 0 or 1; a
/// shift by 64 or more gives 0; the result of a division by zero is not used.
enum class WordOperation : Byte {
    // clang-format off
    add, subtract, multiply, divide, remainder, bit_and, bit_or, bit_xor, shift_left, shift_right,
    equal, less
    // clang-format on
};

/// What `evaluate` computes with: numbers, many numbers at a time, or words of formulas.
template <class A>
concept WordAlgebra = requires(A& a, const typename A::Word& word, const ExpressionNode& node) {
    { a.number(std::uint64_t{}) } -> std::same_as<typename A::Word>;
    /// A MachineValue as a word; the bits above it are 0.
    { a.read(node.value) } -> std::same_as<typename A::Word>;
    /// What `@` reads at the low 16 bits of an address: node.bank, node.is_word.
    { a.peek(word, node) } -> std::same_as<typename A::Word>;
    { a.apply(WordOperation{}, word, word) } -> std::same_as<typename A::Word>;
    /// The second word if the first is 1, the third if it is 0.
    { a.select(word, word, word) } -> std::same_as<typename A::Word>;
    /// If the word is 1 the expression has no value: `node` divides by zero.
    a.no_value_if(word, node);
};

/// Evaluates an expression by WordOperations, from which it builds signed comparisons, shifts and
/// divisions, and operators that C evaluates conditionally. Computes both sides of `? :`.
template <WordAlgebra A>
class ExpressionEvaluation {
  public:
    using Word = typename A::Word;

    ExpressionEvaluation(std::span<const ExpressionNode> nodes, A& algebra)
        : nodes_(nodes), algebra_(algebra) {}

    [[nodiscard]] Word value() {
        constexpr std::size_t few = 12;  // cheap enough to compute twice
        if (nodes_.size() > few) known_.resize(nodes_.size());
        for (std::size_t i = 0; i < known_.size(); ++i) {
            if (!nodes_[i].divides) known_[i] = compute(i, nullptr);
        }
        return at(nodes_.size() - 1, nullptr);
    }

  private:
    using enum WordOperation;

    /// `guard` is 0 where C would not evaluate the node; nullptr if it always would.
    Word at(std::size_t index, const Word* guard) {
        if (index < known_.size() && known_[index]) return *known_[index];
        return compute(index, guard);
    }
    Word compute(std::size_t index, const Word* guard) {
        const ExpressionNode& node = nodes_[index];
        const auto [first, second, third] = node.operands;
        switch (node.what) {
            case Operator::number: return algebra_.number(node.number);
            case Operator::value: return algebra_.read(node.value);
            case Operator::peek: return algebra_.peek(at(first, guard), node);
            case Operator::negate: return apply(subtract, number(0), at(first, guard));
            case Operator::complement: return apply(bit_xor, at(first, guard), number(~0ULL));
            case Operator::invert: return inverse(truth(first, guard));
            case Operator::both: {
                const Word left = truth(first, guard);
                return apply(bit_and, left, guarded_truth(second, guard, left));
            }
            case Operator::either: {
                const Word left = truth(first, guard);
                return apply(bit_or, left, guarded_truth(second, guard, inverse(left)));
            }
            case Operator::choose: {
                const Word condition = truth(first, guard);
                const Word yes = guarded(second, guard, condition);
                return algebra_.select(condition, yes, guarded(third, guard, inverse(condition)));
            }
            default: break;
        }
        const Word left = at(first, guard);
        return binary(node, left, at(second, guard), guard);
    }

    Word binary(const ExpressionNode& node, const Word& left, const Word& right,
                const Word* guard) {
        switch (node.what) {
            case Operator::multiply: return apply(multiply, left, right);
            case Operator::add: return apply(add, left, right);
            case Operator::subtract: return apply(subtract, left, right);
            case Operator::bit_and: return apply(bit_and, left, right);
            case Operator::bit_xor: return apply(bit_xor, left, right);
            case Operator::bit_or: return apply(bit_or, left, right);
            case Operator::shift_left: return apply(shift_left, left, right);
            case Operator::shift_right: return shifted_right(node, left, right);
            case Operator::equal: return apply(equal, left, right);
            case Operator::unequal: return inverse(apply(equal, left, right));
            case Operator::less: return is_less(node, left, right);
            case Operator::greater: return is_less(node, right, left);
            case Operator::at_most: return inverse(is_less(node, right, left));
            case Operator::at_least: return inverse(is_less(node, left, right));
            default: return divided(node, left, right, guard);
        }
    }

    Word is_less(const ExpressionNode& node, const Word& left, const Word& right) {
        if (operands_are_unsigned(node)) return apply(less, left, right);
        const Word top = number(1ULL << 63);
        return apply(less, apply(bit_xor, left, top), apply(bit_xor, right, top));
    }
    Word shifted_right(const ExpressionNode& node, const Word& value, const Word& count) {
        if (node.is_unsigned) return apply(shift_right, value, count);
        const Word sign = sign_of(value);
        return apply(bit_xor, apply(shift_right, apply(bit_xor, value, sign), count), sign);
    }
    Word divided(const ExpressionNode& node, const Word& left, const Word& right,
                 const Word* guard) {
        const bool is_quotient = node.what == Operator::divide;
        const WordOperation operation = is_quotient ? divide : remainder;
        if (const ExpressionNode& by = nodes_[node.operands[1]];
            by.what != Operator::number || by.number == 0) {
            const Word is_zero = apply(equal, right, number(0));
            algebra_.no_value_if(guard == nullptr ? is_zero : apply(bit_and, *guard, is_zero),
                                 node);
        }
        if (node.is_unsigned) return apply(operation, left, right);
        const Word sign = sign_of(left), other = sign_of(right);
        const Word result = apply(operation, with_sign(left, sign), with_sign(right, other));
        return with_sign(result, is_quotient ? apply(bit_xor, sign, other) : sign);
    }

    /// All bits set where a value is negative, else none.
    Word sign_of(const Word& value) {
        return apply(subtract, number(0), apply(shift_right, value, number(63)));
    }
    /// Negates a value whose `sign` is all ones: converts a magnitude to a value and back.
    Word with_sign(const Word& value, const Word& sign) {
        return apply(subtract, apply(bit_xor, value, sign), sign);
    }
    /// 1 if a node is not 0, else 0.
    Word truth(std::size_t index, const Word* guard) {
        const Word value = at(index, guard);
        return gives_truth(nodes_[index].what) ? value : inverse(apply(equal, value, number(0)));
    }
    Word guarded(std::size_t index, const Word* guard, const Word& condition) {
        if (!nodes_[index].divides) return at(index, nullptr);
        const Word both = guard == nullptr ? condition : apply(bit_and, *guard, condition);
        return at(index, &both);
    }
    Word guarded_truth(std::size_t index, const Word* guard, const Word& condition) {
        if (!nodes_[index].divides) return truth(index, nullptr);
        const Word both = guard == nullptr ? condition : apply(bit_and, *guard, condition);
        return truth(index, &both);
    }
    Word inverse(const Word& truth) { return apply(bit_xor, truth, number(1)); }
    Word number(std::uint64_t value) { return algebra_.number(value); }
    Word apply(WordOperation operation, const Word& left, const Word& right) {
        return algebra_.apply(operation, left, right);
    }
    [[nodiscard]] bool operands_are_unsigned(const ExpressionNode& node) const {
        return nodes_[node.operands[0]].is_unsigned || nodes_[node.operands[1]].is_unsigned;
    }
    static bool gives_truth(Operator what) {
        return what == Operator::invert || (what >= Operator::less && what <= Operator::unequal) ||
               what == Operator::both || what == Operator::either;
    }

    std::span<const ExpressionNode> nodes_;
    A& algebra_;
    std::vector<std::optional<Word>>
        known_{};  // words of nodes that cannot divide, so need no guard
};

template <WordAlgebra A>
[[nodiscard]] typename A::Word evaluate(const Expression& expression, A& algebra) {
    return ExpressionEvaluation<A>(expression.nodes(), algebra).value();
}

/// A WordOperation on two numbers; the reference for every algebra of `evaluate`.
[[nodiscard]] constexpr std::uint64_t apply(WordOperation operation, std::uint64_t left,
                                            std::uint64_t right) {
    switch (operation) {
        case WordOperation::add: return left + right;
        case WordOperation::subtract: return left - right;
        case WordOperation::multiply: return left * right;
        case WordOperation::divide: return right == 0 ? 0 : left / right;
        case WordOperation::remainder: return right == 0 ? 0 : left % right;
        case WordOperation::bit_and: return left & right;
        case WordOperation::bit_or: return left | right;
        case WordOperation::bit_xor: return left ^ right;
        case WordOperation::shift_left: return right > 63 ? 0 : left << right;
        case WordOperation::shift_right: return right > 63 ? 0 : left >> right;
        case WordOperation::equal: return left == right ? 1 : 0;
        case WordOperation::less: return left < right ? 1 : 0;
    }
    return 0;
}

/// The algebra of numbers, without the source of the numbers read.
struct NumberAlgebra {
    using Word = std::uint64_t;

    std::string_view text;  ///< text of the expression, for errors

    [[nodiscard]] static Word number(std::uint64_t value) { return value; }
    [[nodiscard]] static Word apply(WordOperation operation, Word left, Word right) {
        return debug::apply(operation, left, right);
    }
    [[nodiscard]] static Word select(Word condition, Word yes, Word no) {
        return condition != 0 ? yes : no;
    }
    void no_value_if(Word condition, const ExpressionNode& node) const {
        if (condition != 0) throw error_in(text, node.character, "division by zero");
    }
};

/// The numbers of one machine.
struct OnMachine : NumberAlgebra {
    const Machine& machine;

    [[nodiscard]] Word read(const MachineValue& value) const { return value_of(value, machine); }
    [[nodiscard]] Word peek(Word address, const ExpressionNode& node) const {
        const auto at = static_cast<Address>(address);
        const Word low = debug::peek(machine, at, node.bank);
        if (!node.is_word) return low;
        return low | Word{debug::peek(machine, static_cast<Address>(at + 1), node.bank)} << 8;
    }
};

}  // namespace ryg::c64::debug
