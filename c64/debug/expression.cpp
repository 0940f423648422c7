// Conditions and addresses as VICE's monitor writes them: read once, worked out often.
#include "c64/debug/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "c64/debug/banks.hpp"

namespace ryg::c64::debug {
namespace {

using Code = Expression::Code;

struct Operator {
    std::string_view text;
    Code code;
    int level;  ///< the higher, the closer it binds
};
// Of two that begin alike the longer comes first.
constexpr std::array operators{
    Operator{"||", Code::either, 1},     Operator{"&&", Code::both, 2},
    Operator{"==", Code::equal, 3},      Operator{"!=", Code::unequal, 3},
    Operator{"<<", Code::shift_left, 7}, Operator{">>", Code::shift_right, 7},
    Operator{"<=", Code::at_most, 3},    Operator{">=", Code::at_least, 3},
    Operator{"<", Code::less, 3},        Operator{">", Code::greater, 3},
    Operator{"|", Code::bit_or, 4},      Operator{"^", Code::bit_xor, 5},
    Operator{"&", Code::bit_and, 6},     Operator{"+", Code::plus, 8},
    Operator{"-", Code::minus, 8},       Operator{"*", Code::times, 9},
    Operator{"/", Code::over, 9},        Operator{"%", Code::modulo, 9}};
constexpr std::array<std::pair<std::string_view, Code>, 9> registers{{{"a", Code::a},
                                                                      {"x", Code::x},
                                                                      {"y", Code::y},
                                                                      {"pc", Code::pc},
                                                                      {"sp", Code::sp},
                                                                      {"fl", Code::fl},
                                                                      {"cycle", Code::cycle},
                                                                      {"rl", Code::rl},
                                                                      {"cy", Code::cy}}};
constexpr std::string_view blanks = " \t", flags = "czidb-vn";  // by bit
constexpr std::int64_t word_mark = 16;

bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '@' || c == ':' || c == '.';
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

class Reader {
  public:
    static constexpr int deepest = 60;

    Reader(std::string_view text, const Labels& labels, std::string_view routine)
        : text_(text), labels_(labels), routine_(routine) {}

    std::vector<Expression::Item> all() {
        binary(1);
        if (!rest().empty()) fail(fmt::format("'{}' is not expected", rest()));
        return std::move(items_);
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
    void binary(int level) {
        if (++depth_ > deepest) fail("too deep");
        unary();
        while (true) {
            const std::string_view next = rest();
            const auto found = std::ranges::find_if(
                operators, [next](const Operator& o) { return next.starts_with(o.text); });
            if (found == operators.end() || found->level < level) break;
            at_ += found->text.size();
            binary(found->level + 1);
            items_.push_back({found->code});
        }
        --depth_;
    }

    void unary() {
        const std::string_view next = rest();
        if (next.empty()) fail("a value is missing");
        if (next.front() == '@' && local(next.substr(1))) return;
        constexpr std::array<std::pair<char, Code>, 4> prefixes{
            {{'@', Code::peek}, {'-', Code::negative}, {'!', Code::no}, {'~', Code::complement}}};
        for (const auto& [sign, code] : prefixes) {
            if (next.front() != sign) continue;
            ++at_;
            const std::int64_t word = code == Code::peek && take_prefix("word") ? word_mark : 0;
            const Bank bank = code == Code::peek ? take_bank() : Bank::cpu;
            if (++depth_ > deepest) fail("too deep");
            unary();
            --depth_;
            items_.push_back({code, static_cast<std::int64_t>(bank) + word});
            return;
        }
        if (next.front() == '(') {
            ++at_;
            binary(1);
            if (!rest().starts_with(')')) fail("')' is missing");
            ++at_;
            return;
        }
        value();
    }

    /// "io:" in front of an address.
    Bank take_bank() {
        const auto found = std::ranges::find_if(
            banks, [this](const NamedBank& each) { return take_prefix(each.name); });
        return found == banks.end() ? Bank::cpu : found->bank;
    }
    /// A name with a colon after it.
    bool take_prefix(std::string_view name) {
        const std::string next = lower(rest());
        const bool there = next.starts_with(name) && next.substr(name.size()).starts_with(':');
        if (there) at_ += name.size() + 1;
        return there;
    }

    /// Takes "@name", of which `rest` is what follows the sign, if that is a label of the routine
    /// and the name by itself is nothing that could be looked at.
    bool local(std::string_view rest) {
        const auto end = std::ranges::find_if_not(rest, in_name);
        const std::string name(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
        const auto address = labels_.find(fmt::format("{}@{}", routine_, name));
        if (!address || name.empty() || labels_.find(name) || code_of(name) || number_of(name, 16))
            return false;
        at_ += name.size() + 1;
        items_.push_back({Code::number, *address});
        return true;
    }

    void value() {
        const std::string_view next = rest();
        const char sign = next.front();
        const std::size_t begin = at_;
        if (sign == '$' || sign == '+' || sign == '%' || sign == '&') {
            ++at_;
            const int base = sign == '$' ? 16 : sign == '+' ? 10 : sign == '&' ? 8 : 2;
            const std::string_view word = take_name();
            const auto number = number_of(word, base);
            if (!number) {
                at_ = begin;
                fail(fmt::format("'{}{}' is no number", sign, word));
            }
            items_.push_back({Code::number, *number});
            return;
        }
        const std::string_view word = take_name();
        if (word.empty()) fail(fmt::format("'{}' begins no value", sign));
        if (word.front() == '.') return label(word.substr(1));
        if (const auto item = code_of(word)) return items_.push_back(*item);
        const std::string digits = lower(word);
        const bool c_style = digits.starts_with("0x");
        if (const auto number = number_of(c_style ? word.substr(2) : word, 16)) {
            items_.push_back({Code::number, *number});
            return;
        }
        if (word.front() >= '0' && word.front() <= '9') {
            at_ = begin;
            fail(fmt::format("'{}' is no number", word));
        }
        label(word);
    }

    void label(std::string_view name) {
        if (name.empty()) fail("a label is missing after '.'");
        const bool is_local = name.front() == '@' && !routine_.empty();
        items_.push_back({Code::number, labels_.at(is_local ? std::string(routine_).append(name)
                                                            : std::string(name))});
    }

    /// A register, or a flag.
    static std::optional<Expression::Item> code_of(std::string_view word) {
        const std::string name = lower(word);
        for (const auto& [known, code] : registers) {
            if (name == known) return Expression::Item{code};
        }
        if (name.size() != 4 || !name.starts_with("fl.")) return {};
        const auto bit = flags.find(name.back());
        if (bit == flags.npos) return {};
        return Expression::Item{Code::flag, static_cast<std::int64_t>(bit)};
    }

    std::string_view take_name() {
        const std::string_view next = text_.substr(at_);
        const auto end = std::ranges::find_if_not(next, in_name);
        const auto length = static_cast<std::size_t>(end - next.begin());
        at_ += length;
        return next.substr(0, length);
    }
    static std::optional<std::int64_t> number_of(std::string_view digits, int base) {
        std::int64_t number = 0;
        const auto* end = digits.data() + digits.size();
        if (digits.empty() || digits.front() == '-') return {};
        const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
        if (error != std::errc{} || stop != end) return {};
        return number;
    }

    std::string_view text_;
    const Labels& labels_;
    std::string_view routine_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<Expression::Item> items_;
};

std::int64_t one_value(const Expression::Item& item, const Machine& machine, std::int64_t top) {
    const emu::Registers& r = machine.cpu.registers;
    switch (item.code) {
        case Code::a: return r.a;
        case Code::x: return r.x;
        case Code::y: return r.y;
        case Code::pc: return r.pc;
        case Code::sp: return r.s;
        case Code::fl: return r.p;
        case Code::cycle: return static_cast<std::int64_t>(machine.cpu.cycle);
        case Code::rl: return machine.board.vic.raster_line(machine.cpu.cycle);
        case Code::cy:
            return static_cast<std::int64_t>(machine.cpu.cycle %
                                             timing_of(machine.board.vic.model()).line_cycles);
        case Code::flag: return r.p >> item.number & 1;
        case Code::peek: {
            const auto byte = [&](std::int64_t at) {
                return peek(machine, static_cast<Address>(at),
                            static_cast<Bank>(item.number % word_mark));
            };
            return item.number < word_mark ? byte(top) : byte(top) | byte(top + 1) << 8;
        }
        case Code::negative: return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(top));
        case Code::no: return top == 0;
        case Code::complement: return ~top;
        default: return item.number;
    }
}

std::int64_t two_values(Code code, std::int64_t left, std::int64_t right) {
    const auto l = static_cast<std::uint64_t>(left), r = static_cast<std::uint64_t>(right);
    switch (code) {
        case Code::either: return left != 0 || right != 0;
        case Code::both: return left != 0 && right != 0;
        case Code::equal: return left == right;
        case Code::unequal: return left != right;
        case Code::less: return left < right;
        case Code::greater: return left > right;
        case Code::at_most: return left <= right;
        case Code::at_least: return left >= right;
        case Code::bit_or: return left | right;
        case Code::bit_xor: return left ^ right;
        case Code::bit_and: return left & right;
        case Code::shift_left: return r > 63 ? 0 : static_cast<std::int64_t>(l << r);
        case Code::shift_right: return left >> std::min<std::uint64_t>(r, 63);
        case Code::plus: return static_cast<std::int64_t>(l + r);
        case Code::minus: return static_cast<std::int64_t>(l - r);
        case Code::times: return static_cast<std::int64_t>(l * r);
        default: break;
    }
    if (right == 0) return 0;
    if (code == Code::modulo) return right == -1 ? 0 : left % right;
    return right == -1 ? static_cast<std::int64_t>(0 - l) : left / right;
}

}  // namespace

Expression Expression::parse(std::string_view text, const Labels& labels,
                             std::string_view routine) {
    Expression expression;
    expression.text_ = text;
    expression.items_ = Reader(text, labels, routine).all();
    return expression;
}

std::int64_t Expression::value(const Machine& machine) const {
    std::array<std::int64_t, 2 * Reader::deepest> values;
    std::size_t count = 0;
    for (const Item& item : items_) {
        if (item.code >= Code::either) {
            --count;
            values[count - 1] = two_values(item.code, values[count - 1], values[count]);
        } else if (item.code >= Code::peek) {
            values[count - 1] = one_value(item, machine, values[count - 1]);
        } else {
            values[count++] = one_value(item, machine, 0);
        }
    }
    return values[0];
}

Address address_of(std::string_view text, const Machine& machine, const Labels& labels,
                   std::string_view routine) {
    const std::int64_t value = Expression::parse(text, labels, routine).value(machine);
    if (value < 0 || value > 0xFFFF) {
        throw BadExpression(fmt::format("'{}': no address: use $0000 to $ffff", text));
    }
    return static_cast<Address>(value);
}

}  // namespace ryg::c64::debug
