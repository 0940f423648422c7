// Conditions and addresses as VICE's monitor writes them: a == $10 && @$1000 != 0.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"
#include "c64/program/labels.hpp"

namespace ryg::c64::debug {

/// Text that is no expression. The message is one line: what is wrong, and where.
struct BadExpression : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A value that is worked out on a machine. From what binds least to what binds most:
///
///     ||   &&   == != < > <= >=   |   ^   &   << >>   + -   * / %   - ! ~ @   ( )
///
///     a x y pc sp fl       registers; fl is the flags' byte, fl.n fl.v .. fl.c are its flags
///     cycle rl cy          cycles since the machine was switched on; the raster line, and the cycle in
///                          it (from 0)
///     $10 10 +16 &20 %10000  hexadecimal, also without $ as in VICE; decimal; octal; binary
///     .name name           a label; without the dot where it reads as nothing else
///     @address             the byte there as the processor would read it; `@ram:`, `@rom:` and
///                          `@io:` look into that bank (c64/debug/banks.hpp), `@word:` and
///                          `@word:ram:` at two bytes, the low one first
///     .@name @name         a local label of the routine; without the dot where the name alone
///                          is nothing else
///
/// True is 1, false 0; x / 0 and x % 0 are 0. Values have 64 bits and a sign.
class Expression {
  public:
    /// Throws BadExpression, or UnknownLabel.
    [[nodiscard]] static Expression parse(std::string_view text, const Labels& labels,
                                          std::string_view routine = {});

    [[nodiscard]] std::int64_t value(const Machine& machine) const;
    [[nodiscard]] bool holds(const Machine& machine) const { return value(machine) != 0; }
    [[nodiscard]] const std::string& text() const { return text_; }

    /// `$` in front of what it is; what stands for it in an expression. Of `peek` the number is the
    /// bank, with 16 added for a word; of `flag` its bit.
    enum class Code : Byte {
        number,
        a,
        x,
        y,
        pc,
        sp,
        fl,
        cycle,
        rl,
        cy,
        flag,
        peek,
        negative,
        no,
        complement,  // one value
        either,
        both,
        equal,
        unequal,
        less,
        greater,
        at_most,
        at_least,  // of two
        bit_or,
        bit_xor,
        bit_and,
        shift_left,
        shift_right,
        plus,
        minus,
        times,
        over,
        modulo,
    };
    struct Item {
        Code code;
        std::int64_t number = 0;
    };

  private:
    std::string text_;
    std::vector<Item> items_;  // values first, then what is done with them
};

/// An expression of a command line as an address. Throws BadExpression, also for a value above
/// $ffff; UnknownLabel.
[[nodiscard]] Address address_of(std::string_view text, const Machine& machine,
                                 const Labels& labels, std::string_view routine = {});

}  // namespace ryg::c64::debug
