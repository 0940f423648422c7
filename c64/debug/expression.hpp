// Conditions and addresses as VICE's monitor writes them: a == $10 && @$1000 != 0.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "c64/board/machine.hpp"
#include "c64/program/labels.hpp"

namespace ryg::c64::debug {

/// Text that is not an expression. The message is one line: what is wrong, and where.
struct BadExpression : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A value computed from a machine. Operators, from the lowest precedence to the highest:
///
///     ||   &&   == != < > <= >=   |   ^   &   << >>   + -   * / %   - ! ~ @   ( )
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
///
/// True is 1, false 0. Values are signed, 64 bits.
class Expression {
  public:
    /// Throws BadExpression, or UnknownLabel.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          std::string_view routine = {});

    using Value = std::function<std::int64_t(const Machine&)>;
    /// The meaning of a word that is none of those above; empty for other words.
    using Words = std::function<Value(std::string_view)>;
    /// The same with such words, and with numbers in decimal unless a prefix says otherwise.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          const Words& words);

    /// Throws BadExpression on a division by zero.
    [[nodiscard]] std::int64_t value(const Machine& machine) const { return value_(machine); }
    /// As a condition, which holds where it has no value, so that what is wrong comes to light.
    [[nodiscard]] bool holds(const Machine& machine) const;
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
    Value value_;
};

/// An expression of a command line as an address. Throws BadExpression, also for a value above
/// $ffff, or UnknownLabel. Here `a` by itself is the number $0a, and any other word that is both a
/// number and a name is refused: it is `.add` or `$add`.
[[nodiscard]] Address address_of(std::string_view text, const Machine& machine,
                                 const Labels& labels, std::string_view routine = {});

/// With ASCII's upper-case letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace ryg::c64::debug
