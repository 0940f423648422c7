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
    /// The register, flag, counter or memory that is read.
    enum class What : Byte { a, x, y, pc, sp, flags, flag, cycle, raster_line, raster_cycle, ram };

    What what = What::a;
    unsigned begin = 0, end = 0;  ///< ram: its bytes, low byte first; flag: `begin` is the bit
    bool is_after = false;        ///< after the call: `A'` of a header block

    bool operator==(const MachineValue&) const = default;
};
[[nodiscard]] std::uint64_t value_of(const MachineValue& value, const Machine& machine);
/// The value given registers, flags and RAM alone.
[[nodiscard]] std::uint64_t value_of(const MachineValue& value, const emu::Registers& registers,
                                     std::span<const Byte> ram);

/// What a node of an expression computes from its operands.
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
    bool is_unsigned = false;            ///< whether its value is, by C's rules
    bool divides = false;                ///< the node or an operand may divide by zero
    std::uint64_t number = 0;
    MachineValue value{};
    Bank bank = Bank::cpu;            ///< bank that `peek` reads
    bool is_word = false;             ///< `peek` reads two bytes, the low one first
    unsigned character = 0, end = 0;  ///< position in the text, counted from 0
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
/// Values have 64 bits and wrap around. They are signed, except numbers of at least 2^63 and words
/// of eight bytes: results computed from one of these are unsigned, as for C's `int64_t` and
/// `uint64_t`. True is 1, false 0. `>>` of a negative value rounds down; a shift by 64 or more (or
/// by a negative number) shifts all bits out. A division by zero is an error unless `? :`, `&&` or
/// `||` skips it.
class Expression {
  public:
    /// Throws BadExpression, or UnknownLabel.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          std::string_view routine = {});

    /// Looks up a word that is none of those above; nullopt if unknown.
    using Words = std::function<std::optional<MachineValue>(std::string_view)>;
    /// Parses with such words, and with decimal numbers unless a prefix says otherwise.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          const Words& words);

    /// Throws BadExpression on a division by zero.
    [[nodiscard]] std::int64_t value(const Machine& machine) const;
    /// Evaluates a condition. One without a value holds, so that the error is noticed.
    [[nodiscard]] bool holds(const Machine& machine) const;
    [[nodiscard]] const std::string& text() const { return text_; }

    /// The nodes; the last is the whole expression. c64/debug/evaluate.hpp evaluates them with
    /// other types than numbers.
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

/// `text` with ASCII upper-case letters converted to lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace ryg::c64::debug
