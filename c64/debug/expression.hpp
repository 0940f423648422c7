// Conditions, addresses and formulas: C's operators over registers, memory and labels, as a tree.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c64/debug/banks.hpp"
#include "c64/program/labels.hpp"

namespace ryg::c64::debug {

/// Text that is not an expression. The message is one line: what is wrong, and where.
struct BadExpression : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// "'1 / x': character 3: division by zero"; `character` is counted from 0.
[[nodiscard]] BadExpression error_in(std::string_view text, std::size_t character,
                                     std::string_view what);

/// A number that an expression reads from a machine.
struct MachineValue {
    enum class What : Byte { a, x, y, pc, sp, flags, flag, cycle, raster_line, raster_cycle, ram };

    What what = What::a;
    unsigned begin = 0, end = 0;  ///< ram: its bytes, the lowest first; flag: `begin` is its bit
    bool is_after = false;        ///< after the call: `A'` of a header block

    bool operator==(const MachineValue&) const = default;
};
[[nodiscard]] std::uint64_t value_of(const MachineValue& value, const Machine& machine);
/// The same of registers, flags and RAM alone.
[[nodiscard]] std::uint64_t value_of(const MachineValue& value, const emu::Registers& registers,
                                     std::span<const Byte> ram);

enum class Operator : Byte {
    // clang-format off
    number, value, peek,                                  // the last has an address as operand
    negate, complement, invert,                           // - ~ !
    multiply, divide, remainder, add, subtract, shift_left, shift_right,
    less, greater, at_most, at_least, equal, unequal, bit_and, bit_xor, bit_or, both, either,
    choose                                                // ? :
    // clang-format on
};

/// One step of an expression.
struct ExpressionNode {
    Operator what = Operator::number;
    std::array<unsigned, 3> operands{};  ///< indexes of nodes, smaller than this one's
    bool is_unsigned = false;            ///< its value, as C's rules say
    bool divides = false;                ///< it, or a part of it, may divide by zero
    std::uint64_t number = 0;
    MachineValue value{};
    Bank bank = Bank::cpu;            ///< bank that `peek` reads
    bool is_word = false;             ///< `peek` reads two bytes, the low one first
    unsigned character = 0, end = 0;  ///< where it stands in the text, counted from 0
};

/// A value computed from a machine. Operators bind as in C, from the lowest precedence:
///
///     ? :   ||   &&   |   ^   &   == !=   < > <= >=   << >> >>>   + -   * / %   - + ! ~ @   ( )
///
///     a x y pc sp fl       registers; fl is the flags byte, fl.n fl.v .. fl.c are its flags
///     cycle rl cy          cycles since the machine was switched on; the raster line, and the
///                          cycle in it (from 0)
///     $10 10 +16 &20 %10000  hexadecimal, also without $ as in VICE; decimal; octal; binary
///     .name name           a label; the dot may be omitted where the name is nothing else
///     @address             the byte there as the processor would read it; `@ram:`, `@rom:` and
///                          `@io:` read from that bank (c64/debug/banks.hpp), `@word:` and
///                          `@word:ram:` read two bytes, the low one first
///     .@name @name         a local label of the routine; the dot may be omitted where the name
///                          is nothing else
///     signed(x)            a register, a variable or bytes read by @ whose top bit is a sign;
///                          x >>> n is signed(x) >> n
///
/// Values have 64 bits and wrap around. They are signed, but for numbers of at least 2^63 and words
/// of eight bytes: what is computed with one of these is unsigned, as C's rules say of `int64_t`
/// and `uint64_t`. True is 1, false 0. `>>` of a negative value rounds down; a shift by 64 or more
/// (or by a negative number) shifts all bits out. A division by zero has no value, unless `? :`,
/// `&&` or `||` passes it by.
class Expression {
  public:
    /// Throws BadExpression, or UnknownLabel.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          std::string_view routine = {});

    /// The meaning of a word that is none of those above; empty for other words.
    using Words = std::function<std::optional<MachineValue>(std::string_view)>;
    /// The same with such words, and with numbers in decimal unless a prefix says otherwise.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          const Words& words);

    /// Throws BadExpression on a division by zero.
    [[nodiscard]] std::int64_t value(const Machine& machine) const;
    /// As a condition, which holds where it has no value, so that what is wrong comes to light.
    [[nodiscard]] bool holds(const Machine& machine) const;
    [[nodiscard]] const std::string& text() const { return text_; }

    /// The steps, the last of which is the whole. To compute them with something else than numbers
    /// see c64/debug/evaluate.hpp.
    [[nodiscard]] std::span<const ExpressionNode> nodes() const { return nodes_; }

  private:
    std::string text_;
    std::vector<ExpressionNode> nodes_;
};

/// An expression of a command line as an address. Throws BadExpression, also for a value above
/// $ffff, or UnknownLabel. Here `a` by itself is the number $0a, and any other word that is both a
/// number and a name is refused: it is `.add` or `$add`.
[[nodiscard]] Address address_of(std::string_view text, const Machine& machine,
                                 const Labels& labels, std::string_view routine = {});

/// With ASCII's upper-case letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace ryg::c64::debug
