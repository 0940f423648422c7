// Conditions and addresses as VICE's monitor writes them: read once, worked out often.
#include "c64/debug/expression.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <utility>

#include "c64/debug/banks.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::c64::debug {
namespace {

using Value = Expression::Value;
using Int = std::int64_t;
using Bits = std::uint64_t;

struct Operator {
    std::string_view text;
    int level;  ///< the higher, the closer it binds
    Int (*apply)(Int, Int);
};
// clang-format off
// Of two that begin alike the longer comes first.
constexpr std::array operators{
    Operator{"||", 1, [](Int l, Int r) -> Int { return l != 0 || r != 0; }},
    Operator{"&&", 2, [](Int l, Int r) -> Int { return l != 0 && r != 0; }},
    Operator{"==", 3, [](Int l, Int r) -> Int { return l == r; }},
    Operator{"!=", 3, [](Int l, Int r) -> Int { return l != r; }},
    Operator{"<<", 7, [](Int l, Int r) { return Bits(r) > 63 ? 0 : Int(Bits(l) << r); }},
    Operator{">>", 7, [](Int l, Int r) { return l >> std::min<Bits>(Bits(r), 63); }},
    Operator{"<=", 3, [](Int l, Int r) -> Int { return l <= r; }},
    Operator{">=", 3, [](Int l, Int r) -> Int { return l >= r; }},
    Operator{"<", 3, [](Int l, Int r) -> Int { return l < r; }},
    Operator{">", 3, [](Int l, Int r) -> Int { return l > r; }},
    Operator{"|", 4, [](Int l, Int r) { return l | r; }},
    Operator{"^", 5, [](Int l, Int r) { return l ^ r; }},
    Operator{"&", 6, [](Int l, Int r) { return l & r; }},
    Operator{"+", 8, [](Int l, Int r) { return Int(Bits(l) + Bits(r)); }},
    Operator{"-", 8, [](Int l, Int r) { return Int(Bits(l) - Bits(r)); }},
    Operator{"*", 9, [](Int l, Int r) { return Int(Bits(l) * Bits(r)); }},
    Operator{"/", 9, [](Int l, Int r) { return r == -1 ? Int(0 - Bits(l)) : l / r; }},
    Operator{"%", 9, [](Int l, Int r) { return r == -1 ? 0 : l % r; }}};

/// Before a value.
constexpr std::array<std::pair<char, Int (*)(Int)>, 3> prefixes{
    {{'-', [](Int value) { return Int(0 - Bits(value)); }},
     {'!', [](Int value) -> Int { return value == 0; }},
     {'~', [](Int value) { return ~value; }}}};

constexpr std::array<std::pair<std::string_view, Int (*)(const Machine&)>, 9> register_values{
    {{"a", [](const Machine& m) -> Int { return m.cpu.registers.a; }},
     {"x", [](const Machine& m) -> Int { return m.cpu.registers.x; }},
     {"y", [](const Machine& m) -> Int { return m.cpu.registers.y; }},
     {"pc", [](const Machine& m) -> Int { return m.cpu.registers.pc; }},
     {"sp", [](const Machine& m) -> Int { return m.cpu.registers.s; }},
     {"fl", [](const Machine& m) -> Int { return m.cpu.registers.p; }},
     {"cycle", [](const Machine& m) { return Int(m.cpu.cycle); }},
     {"rl", [](const Machine& m) { return Int(m.board.vic.raster_line(m.cpu.cycle)); }},
     {"cy", [](const Machine& m) {
          return Int(m.cpu.cycle % timing_of(m.board.vic.model()).line_cycles);
      }}}};
// clang-format on
constexpr std::string_view blanks = " \t", flag_letters = "czidb-vn";  // by bit

bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '@' || c == ':' || c == '.';
}

std::optional<Int> number_of(std::string_view digits, int base) {
    const auto number = digits_of(digits, base);
    if (!number || *number > Bits(std::numeric_limits<Int>::max())) return {};
    return Int(*number);
}

Value constant(Int number) {
    return [number](const Machine&) { return number; };
}

/// A register, or a flag; empty for other names.
Value named_value(std::string_view word) {
    const std::string name = lower_case(word);
    for (const auto& [known, read] : register_values) {
        if (name == known) return read;
    }
    const auto bit = name.size() == 4 && name.starts_with("fl.") ? flag_letters.find(name.back())
                                                                 : flag_letters.npos;
    if (bit == flag_letters.npos) return {};
    return [bit](const Machine& machine) { return machine.cpu.registers.p >> bit & 1; };
}

class Reader {
  public:
    static constexpr int deepest = 60, most = 1000;  // each operation is a call in the next one's

    Reader(std::string_view text, const Labels& labels, std::string_view routine,
           Expression::Words words = {}, bool is_address = false)
        : text_(text),
          labels_(labels),
          routine_(routine),
          words_(std::move(words)),
          is_address_(is_address) {}

    Value all() {
        Value value = binary(1);
        if (rest().starts_with('['))
            fail("'[' is not an operator: a byte of a table is @(.name + 3)");
        if (!rest().empty()) fail(fmt::format("'{}' is not expected", rest()));
        return value;
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw BadExpression(fmt::format("'{}': character {}: {}", text_, at_ + 1, what));
    }
    std::string_view rest() {
        while (at_ < text_.size() && blanks.find(text_[at_]) != blanks.npos) ++at_;
        return text_.substr(at_);
    }

    /// Everything that binds at least as close as `level`.
    Value binary(int level) {
        if (++depth_ > deepest) fail("too deep");
        Value left = unary();
        while (true) {
            const std::string_view next = rest();
            const auto found = std::ranges::find_if(
                operators, [next](const Operator& o) { return next.starts_with(o.text); });
            if (found == operators.end() || found->level < level) break;
            at_ += found->text.size();
            if (++operations_ > most) fail("too long");
            const bool divides = found->text == "/" || found->text == "%";
            const std::string by_zero =
                divides ? fmt::format("'{}': character {}: division by zero", text_, at_) : "";
            left = [apply = found->apply, l = std::move(left), r = binary(found->level + 1),
                    by_zero](const Machine& machine) {
                const Int right = r(machine);
                if (right == 0 && !by_zero.empty()) throw BadExpression(by_zero);
                return apply(l(machine), right);
            };
        }
        --depth_;
        return left;
    }

    Value unary() {
        const std::string_view next = rest();
        if (next.empty()) fail("a value is missing");
        const char sign = next.front();
        if (sign == '@') {
            if (const auto address = local(next.substr(1))) return constant(*address);
            ++at_;
            return peeked();
        }
        if (sign == '(') {
            ++at_;
            Value value = binary(1);
            if (!rest().starts_with(')')) fail("')' is missing");
            ++at_;
            return value;
        }
        for (const auto& [known, apply] : prefixes) {
            if (sign != known) continue;
            ++at_;
            return [apply, value = operand()](const Machine& machine) {
                return apply(value(machine));
            };
        }
        return value();
    }

    Value operand() {
        if (++depth_ > deepest) fail("too deep");
        Value value = unary();
        --depth_;
        return value;
    }

    /// What follows `@`: "word:" and a bank may stand before the address.
    Value peeked() {
        const bool is_word = take_prefix("word");
        const auto found = std::ranges::find_if(
            banks, [this](const NamedBank& each) { return take_prefix(each.name); });
        const Bank bank = found == banks.end() ? Bank::cpu : found->bank;
        return [is_word, bank, address = operand()](const Machine& machine) -> Int {
            const auto at = static_cast<Address>(address(machine));
            const Int low = peek(machine, at, bank);
            return is_word ? low | peek(machine, static_cast<Address>(at + 1), bank) << 8 : low;
        };
    }
    /// A name with a colon after it.
    bool take_prefix(std::string_view name) {
        const std::string next = lower_case(rest());
        const bool there = next.starts_with(name) && next.substr(name.size()).starts_with(':');
        if (there) at_ += name.size() + 1;
        return there;
    }

    /// Takes "@name", of which `rest` is what follows the sign, if that is a label of the routine
    /// and the name by itself is nothing that could be looked at.
    std::optional<Address> local(std::string_view rest) {
        const auto end = std::ranges::find_if_not(rest, in_name);
        const std::string name(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
        const auto address = labels_.find(fmt::format("{}@{}", routine_, name));
        if (name.empty() || labels_.find(name) || named_value(name) || number_of(name, 16)) {
            return {};
        }
        if (address) at_ += name.size() + 1;
        return address;
    }

    Value value() {
        constexpr std::array<std::pair<char, int>, 4> bases{
            {{'$', 16}, {'+', 10}, {'&', 8}, {'%', 2}}};
        const std::size_t begin = at_;
        const char sign = text_[at_];
        const auto check = [&](std::optional<Int> number) {
            if (number) return constant(*number);
            const std::string_view read = text_.substr(begin, at_ - begin);
            at_ = begin;
            fail(fmt::format("'{}' is not a number", read));
        };
        for (const auto& [known, base] : bases) {
            if (sign != known) continue;
            ++at_;
            return check(number_of(take_name(), base));
        }
        const std::string_view word = take_name();
        if (word.empty()) fail(fmt::format("'{}' begins no value", sign));
        if (sign == '.') return label(word.substr(1));
        if (Value known = words_ ? words_(word) : Value()) return known;
        if (Value named = is_address_ ? Value() : named_value(word)) return named;
        if (!words_) {
            const bool is_register = lower_case(word) == "a";
            if (is_register && word == text_) return constant(0xA);
            const auto known = labels_.find(word);
            const auto number = number_of(word, 16);
            if (is_register || (known && number && *known != *number)) {
                at_ = begin;
                fail(fmt::format("'{0}' is a {1} and a number: write .{0} or ${0}", word,
                                 is_register ? "register" : "label"));
            }
        }
        if (Value named = named_value(word)) return named;
        const bool c_style = word.starts_with("0x") || word.starts_with("0X");
        const auto number =
            number_of(c_style ? word.substr(2) : word, c_style || !words_ ? 16 : 10);
        if (number || (sign >= '0' && sign <= '9')) return check(number);
        return label(word);
    }

    Value label(std::string_view name) {
        if (name.empty()) fail("a label is missing after '.'");
        const bool is_local = name.front() == '@' && !routine_.empty();
        // Older texts on VICE write registers with a dot, too.
        if (Value known = named_value(name); known && !labels_.find(name)) return known;
        return constant(
            labels_.at(is_local ? std::string(routine_).append(name) : std::string(name)));
    }

    std::string_view take_name() {
        const std::string_view next = text_.substr(at_);
        const auto end = std::ranges::find_if_not(next, in_name);
        const auto length = static_cast<std::size_t>(end - next.begin());
        at_ += length;
        return next.substr(0, length);
    }

    std::string_view text_;
    const Labels& labels_;
    std::string_view routine_;
    Expression::Words words_;
    bool is_address_;
    std::size_t at_ = 0;
    int depth_ = 0, operations_ = 0;
};

}  // namespace

bool Expression::holds(const Machine& machine) const {
    try {
        return value(machine) != 0;
    } catch (const BadExpression&) {
        return true;
    }
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

Expression Expression::parse(std::string_view text, const Labels& labels,
                             std::string_view routine) {
    Expression expression;
    expression.text_ = text;
    expression.value_ = Reader(text, labels, routine).all();
    return expression;
}

Expression Expression::parse(std::string_view text, const Labels& labels, const Words& words) {
    Expression expression;
    expression.text_ = text;
    expression.value_ = Reader(text, labels, {}, words).all();
    return expression;
}

Address address_of(std::string_view text, const Machine& machine, const Labels& labels,
                   std::string_view routine) {
    const std::int64_t value = Reader(text, labels, routine, {}, true).all()(machine);
    if (value < 0 || value > 0xFFFF) {
        throw BadExpression(fmt::format("'{}': no address: use $0000 to $ffff", text));
    }
    return static_cast<Address>(value);
}

}  // namespace ryg::c64::debug
