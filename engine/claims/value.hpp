// A known byte, or a formula of unknown bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "emu/types.hpp"

namespace ryg::claims {

using emu::Address;
using emu::Byte;

class Value;

/// A known byte was needed, but the value is a formula.
struct Unknown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The operations on bytes. Comparisons are unsigned and give 1 or 0; `left` and `right` shift by a
/// known number of bits; `choose` is its second operand if the first is not 0, else the third.
enum class Op : std::uint8_t { both, either, differ, add, equal, at_least, left, right, choose };

/// Makes formulas. A prover implements it, so that this folder depends on no formulas.
class Algebra {
  public:
    using Table = std::array<Byte, 256>;

    virtual ~Algebra() = default;
    /// At least one operand is a formula. The result may be a known byte.
    [[nodiscard]] virtual Value make(Op op, const Value& a, const Value& b, const Value& c) = 0;
    /// The element of a table at an index that is a formula.
    [[nodiscard]] virtual Value look_up(const Table& table, const Value& index) = 0;
};

/// The values of declarations and results. There is no `if`: `choose(asked, a, b)` is `a` if
/// `asked` is not 0. If all operands are known, no formula is made.
///
///     Value is_free = in.at("board", 3) == 0;
///     Value cells = choose(is_free, 1, 2) + (square >> 3);
class Value {
  public:
    constexpr Value(unsigned known = 0)  // NOLINT(*-explicit-*): 1 is a value
        : number_(known & 0xffU) {}
    constexpr Value(Algebra& algebra, std::uint32_t formula)
        : algebra_(&algebra), number_(formula) {}

    [[nodiscard]] constexpr bool is_known() const { return algebra_ == nullptr; }
    /// Throws Unknown if it is a formula.
    [[nodiscard]] constexpr Byte known() const {
        if (!is_known()) throw Unknown("a byte has to be known, and depends on the inputs");
        return static_cast<Byte>(number_);
    }
    /// The algebra's number of the formula; of a known byte, the byte.
    [[nodiscard]] constexpr std::uint32_t formula() const { return number_; }

    friend Value operator&(const Value& a, const Value& b) { return made(Op::both, a, b); }
    friend Value operator|(const Value& a, const Value& b) { return made(Op::either, a, b); }
    friend Value operator^(const Value& a, const Value& b) { return made(Op::differ, a, b); }
    friend Value operator+(const Value& a, const Value& b) { return made(Op::add, a, b); }
    friend Value operator-(const Value& a, const Value& b) { return a + ~b + 1; }
    friend Value operator~(const Value& a) { return a ^ 0xff; }
    friend Value operator==(const Value& a, const Value& b) { return made(Op::equal, a, b); }
    friend Value operator!=(const Value& a, const Value& b) { return !(a == b); }
    friend Value operator>=(const Value& a, const Value& b) { return made(Op::at_least, a, b); }
    friend Value operator<=(const Value& a, const Value& b) { return b >= a; }
    friend Value operator<(const Value& a, const Value& b) { return !(a >= b); }
    friend Value operator>(const Value& a, const Value& b) { return !(b >= a); }
    friend Value operator!(const Value& a) { return a == 0; }
    friend Value operator<<(const Value& a, unsigned bits) { return made(Op::left, a, bits); }
    friend Value operator>>(const Value& a, unsigned bits) { return made(Op::right, a, bits); }
    Value& operator|=(const Value& other) { return *this = *this | other; }
    Value& operator&=(const Value& other) { return *this = *this & other; }
    [[nodiscard]] Value bit(unsigned number) const { return *this >> number & 1; }
    friend Value choose(const Value& asked, const Value& a, const Value& b) {
        return made(Op::choose, asked, a, b);
    }
    /// The element of a table at an index.
    friend Value look_up(const Algebra::Table& table, const Value& index);

  private:
    static Value made(Op op, const Value& a, const Value& b, const Value& c = 0);

    Algebra* algebra_ = nullptr;  // null: a known byte
    std::uint32_t number_;
};

// Declared for calls as `claims::choose` where a member of the same name hides them.
Value choose(const Value& asked, const Value& a, const Value& b);
Value look_up(const Algebra::Table& table, const Value& index);
/// The element of a list at an index below its size.
[[nodiscard]] Value element(std::span<const Value> list, const Value& index);

}  // namespace ryg::claims
