// Conditions, addresses and formulas: the grammar, and their values on a machine.
#include "c64/debug/expression.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "c64/debug/evaluate.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::c64::debug {
namespace {

using Nodes = std::vector<ExpressionNode>;
using What = MachineValue::What;

struct BinaryOperator {
    std::string_view text;
    int level;  ///< the higher, the closer it binds
    Operator what;
};
// clang-format off
// Of two operators with the same beginning, the longer comes first.
constexpr std::array operators{
    BinaryOperator{"||", 1, Operator::either},
    BinaryOperator{"&&", 2, Operator::both},
    BinaryOperator{"==", 6, Operator::equal},
    BinaryOperator{"!=", 6, Operator::unequal},
    BinaryOperator{"<<", 8, Operator::shift_left},
    BinaryOperator{">>>", 8, Operator::shift_right},  // of signed bytes
    BinaryOperator{">>", 8, Operator::shift_right},
    BinaryOperator{"<=", 7, Operator::at_most},
    BinaryOperator{">=", 7, Operator::at_least},
    BinaryOperator{"<", 7, Operator::less},
    BinaryOperator{">", 7, Operator::greater},
    BinaryOperator{"|", 3, Operator::bit_or},
    BinaryOperator{"^", 4, Operator::bit_xor},
    BinaryOperator{"&", 5, Operator::bit_and},
    BinaryOperator{"+", 9, Operator::add},
    BinaryOperator{"-", 9, Operator::subtract},
    BinaryOperator{"*", 10, Operator::multiply},
    BinaryOperator{"/", 10, Operator::divide},
    BinaryOperator{"%", 10, Operator::remainder}};

/// Before a value.
constexpr std::array<std::pair<char, Operator>, 3> prefixes{
    {{'-', Operator::negate}, {'!', Operator::invert}, {'~', Operator::complement}}};

constexpr std::array<std::pair<std::string_view, What>, 9> named_values{
    {{"a", What::a}, {"x", What::x}, {"y", What::y}, {"pc", What::pc}, {"sp", What::sp},
     {"fl", What::flags}, {"cycle", What::cycle}, {"rl", What::raster_line},
     {"cy", What::raster_cycle}}};
// clang-format on
constexpr std::string_view decimal_digits = "0123456789", blanks = " \t",
                           flag_letters = "czidb-vn";  // by bit

bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '@' || c == '.';
}

/// The name that a text begins with; colons are part of it in `scope::name`.
std::string_view name_at_front(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size()) {
        const bool is_scope = text.substr(end).starts_with("::");
        if (!is_scope && !in_name(text[end])) break;
        end += is_scope ? 2 : 1;
    }
    return text.substr(0, end);
}

/// The `low/high` or `$02/$03` that a text begins with, or nothing.
std::string_view pair_at_front(std::string_view text) {
    const auto end_of_name = [&](std::size_t at) {
        const std::size_t first = at + (text.substr(at).starts_with('$') ? 1 : 0);
        const std::size_t size = name_at_front(text.substr(first)).size();
        return size == 0 ? text.npos : first + size;
    };
    const std::size_t middle = end_of_name(0);
    if (middle == text.npos || !text.substr(middle).starts_with('/')) return {};
    const std::size_t end = end_of_name(middle + 1);
    return end == text.npos ? std::string_view() : text.substr(0, end);
}

/// A register, or a flag; empty for other names.
std::optional<MachineValue> named_value(std::string_view word) {
    const std::string name = lower_case(word);
    for (const auto& [known, what] : named_values) {
        if (name == known) return MachineValue{what};
    }
    const auto bit = name.size() == 4 && name.starts_with("fl.") ? flag_letters.find(name.back())
                                                                 : flag_letters.npos;
    if (bit == flag_letters.npos) return {};
    return MachineValue{What::flag, static_cast<unsigned>(bit)};
}

/// Whether a value is unsigned, by C's rules for int64_t and uint64_t.
bool is_unsigned(const ExpressionNode& node, const Nodes& nodes) {
    const auto of = [&](unsigned which) { return nodes[node.operands.at(which)].is_unsigned; };
    switch (node.what) {
        case Operator::number: return node.number >> 63 != 0;
        case Operator::value:
            return node.value.what == What::ram &&
                   node.value.end - node.value.begin >= sizeof node.number;
        case Operator::negate:
        case Operator::complement:
        case Operator::shift_left:
        case Operator::shift_right: return of(0);
        case Operator::multiply:
        case Operator::divide:
        case Operator::remainder:
        case Operator::add:
        case Operator::subtract:
        case Operator::bit_and:
        case Operator::bit_xor:
        case Operator::bit_or: return of(0) || of(1);
        case Operator::choose: return of(1) || of(2);
        default: return false;
    }
}

class ExpressionReader {
  public:
    static constexpr int deepest = 60;         // each level is a nested call, also in `evaluate`
    static constexpr std::size_t most = 1000;  // operations also nest calls: a + b + c
    static constexpr std::size_t most_stated = 20'000;  // with `let` and `repeat`: no calls

    ExpressionReader(std::string_view text, const Labels& labels, std::string_view routine,
                     Expression::Words words = {}, bool is_address = false)
        : text_(text),
          labels_(labels),
          routine_(routine),
          words_(std::move(words)),
          is_address_(is_address) {}

    Nodes all() {
        in_statement_ = true;
        while (words_ && (take_word("let") || take_word("repeat"))) {
        }
        in_statement_ = false;
        start_ = nodes_.size();
        if (const unsigned value = conditional(); value + 1 != nodes_.size()) {
            add_operation(Operator::bit_or, {value, number(0)}, at_);  // the last is the whole
        }
        if (rest().starts_with('['))
            fail("'[' is not an operator: a byte of a table is name[3], or @(.name + 3)");
        if (rest().starts_with('=')) fail("'=' is not an operator: '==' compares");
        if (!rest().empty()) fail(fmt::format("'{}' is not expected", rest()));
        return std::move(nodes_);
    }

  private:
    [[noreturn]] void fail(std::string_view what) const { throw error_in(text_, at_, what); }
    std::string_view rest() {
        while (at_ < text_.size() && blanks.find(text_[at_]) != blanks.npos) ++at_;
        return text_.substr(at_);
    }
    bool take(char sign) {
        const bool there = rest().starts_with(sign);
        if (there) ++at_;
        return there;
    }

    /// Adds a node that begins at a character of the text.
    unsigned add(ExpressionNode node, std::size_t character) {
        if (nodes_.size() >= (in_statement_ ? most_stated : start_ + most)) fail("too long");
        node.is_unsigned = is_unsigned(node, nodes_);
        node.character = static_cast<unsigned>(character);
        node.end = static_cast<unsigned>(at_);
        nodes_.push_back(node);
        return static_cast<unsigned>(nodes_.size() - 1);
    }
    unsigned number(std::uint64_t value) { return add({.number = value}, at_); }
    unsigned named(const MachineValue& value, std::size_t character) {
        return add({.what = Operator::value, .value = value}, character);
    }
    /// Adds a node with operands, each of which may divide.
    unsigned add_operation(Operator what, std::initializer_list<unsigned> operands,
                           std::size_t character) {
        ExpressionNode node{.what = what};
        std::ranges::copy(operands, node.operands.begin());
        for (const unsigned each : operands) node.divides |= nodes_[each].divides;
        node.divides |= what == Operator::divide || what == Operator::remainder;
        return add(node, character);
    }

    /// `let s = A;`, and `repeat 8 { s = s << 1; }` as the operations of all rounds.
    bool take_word(std::string_view word) {
        const std::size_t begin = at_;
        if (name_at_front(rest()) != word) return false;
        at_ += word.size();
        if (rest().starts_with('=') && !rest().starts_with("==")) return false;
        if (word == "let") {
            assign(true);
            return true;
        }
        rest();
        const auto rounds = digits_of(take_name(), 10);
        if (!rounds || *rounds == 0 || *rounds > most_stated) {
            at_ = begin;
            fail("'repeat' takes a number and '{'");
        }
        if (!take('{')) fail("'{' is missing after 'repeat'");
        const std::size_t first = at_;
        for (std::uint64_t round = 0; round < *rounds; ++round) {
            at_ = first;
            do assign(false);
            while (!take('}'));
        }
        return true;
    }
    void assign(bool is_new) {
        rest();
        const std::size_t begin = at_;
        const std::string name(take_name());
        const bool is_taken = named_value(name) || labels_.find(name) || words_(name);
        if (name.empty() || !in_name(name[0]) || (is_new && is_taken)) {
            at_ = begin;
            fail("'let' takes a new name");
        }
        if (!is_new && !locals_.contains(name)) {
            at_ = begin;
            fail(fmt::format("'{}' is no name that 'let' gave", name));
        }
        if (!take('=')) fail("'=' is missing");
        const unsigned value = conditional();
        if (nodes_[value].divides) fail("'let' and 'repeat' do not divide");
        if (!take(';') && (is_new || !rest().starts_with('}'))) fail("';' is missing");
        locals_.insert_or_assign(name, value);
    }

    unsigned conditional() {
        if (++depth_ > deepest) fail("too deep");
        unsigned value = binary(1);
        if (const std::size_t character = at_; take('?')) {
            const unsigned yes = conditional();
            if (!take(':')) fail("':' is missing after '?'");
            value = add_operation(Operator::choose, {value, yes, conditional()}, character);
        }
        --depth_;
        return value;
    }

    /// An operation of precedence `level` or higher.
    unsigned binary(int level) {
        unsigned left = unary();
        while (true) {
            const std::string_view next = rest();
            const auto found = std::ranges::find_if(
                operators, [next](const auto& each) { return next.starts_with(each.text); });
            if (found == operators.end() || found->level < level) return left;
            const std::size_t character = at_;
            at_ += found->text.size();
            if (found->text == ">>>") left = with_sign(left, character);
            left = add_operation(found->what, {left, binary(found->level + 1)}, character);
        }
    }

    unsigned unary() {
        const std::string_view next = rest();
        if (next.empty()) fail("a value is missing");
        const char sign = next.front();
        const std::size_t character = at_;
        if (sign == '@') {
            if (const auto address = local(next.substr(1))) return number(*address);
            ++at_;
            return peeked(character);
        }
        if (sign == '(') {
            ++at_;
            const unsigned value = conditional();
            if (!take(')')) fail("')' is missing");
            return value;
        }
        for (const auto& [known, what] : prefixes) {
            if (sign != known) continue;
            ++at_;
            return add_operation(what, {operand()}, character);
        }
        if (sign == '+' && next.find_first_of(decimal_digits) != 1) {
            ++at_;
            return operand();
        }
        return value();
    }

    /// Sign-extends a value made of bytes; other values are unchanged.
    unsigned with_sign(unsigned value, std::size_t character) {
        const unsigned bits = width(nodes_[value]);
        if (bits == 64) {
            const unsigned same = add(nodes_[value], character);
            nodes_[same].is_unsigned = false;
            return same;
        }
        if (bits == 0 || bits > 64) return value;
        const unsigned top = number(1ULL << (bits - 1));
        const unsigned inverted = add_operation(Operator::bit_xor, {value, top}, character);
        return add_operation(Operator::subtract, {inverted, top}, character);
    }
    /// Bits of a value made of bytes; 0 for a computed value.
    static unsigned width(const ExpressionNode& node) {
        if (node.what == Operator::peek) return node.is_word ? 16 : 8;
        if (node.what != Operator::value || node.value.what == What::flag) return 0;
        return node.value.what == What::ram ? 8 * (node.value.end - node.value.begin) : 8;
    }

    unsigned operand() {
        if (++depth_ > deepest) fail("too deep");
        const unsigned value = unary();
        --depth_;
        return value;
    }

    /// Parses the text after `@`: an address, optionally after "word:" and a bank.
    unsigned peeked(std::size_t character) {
        const bool is_word = take_prefix("word");
        const auto found = std::ranges::find_if(
            banks, [this](const NamedBank& each) { return take_prefix(each.name); });
        if (const auto next = rest();
            next.starts_with('+') && next.find_first_of(decimal_digits) != 1) {
            fail("an address is missing after '@'");  // `@ + 1` is a slip
        }
        const unsigned address = operand();
        return add({.what = Operator::peek,
                    .operands = {address},
                    .divides = nodes_[address].divides,
                    .bank = found == banks.end() ? Bank::cpu : found->bank,
                    .is_word = is_word},
                   character);
    }
    /// A name with a colon after it.
    bool take_prefix(std::string_view name) {
        const std::string next = lower_case(rest());
        const bool there = next.starts_with(name) && next.substr(name.size()).starts_with(':');
        if (there) at_ += name.size() + 1;
        return there;
    }

    /// Takes "@name" (`rest` follows the sign) if it is a local label of the routine, and the name
    /// alone has no other meaning.
    std::optional<Address> local(std::string_view rest) {
        const std::string name(name_at_front(rest));
        const auto address = labels_.find(fmt::format("{}@{}", routine_, name));
        if (name.empty() || labels_.find(name) || named_value(name) || digits_of(name, 16)) {
            return {};
        }
        if (address) at_ += name.size() + 1;
        return address;
    }

    /// A pair such as `nameLo/Hi`, also after the call.
    std::optional<MachineValue> pair() {
        const auto front = words_ ? pair_at_front(text_.substr(at_)) : std::string_view();
        if (front.empty()) return {};
        const bool is_after = text_.substr(at_ + front.size()).starts_with('\'');
        const std::size_t size = front.size() + (is_after ? 1 : 0);
        const auto known = words_(text_.substr(at_, size));
        if (known) at_ += size;
        return known;
    }

    void refuse_ambiguous(std::string_view word, std::size_t begin) {
        const bool is_register = lower_case(word) == "a";
        const auto known = labels_.find(word);
        const auto digits = digits_of(word, 16);
        if (!is_register && (!known || !digits || *known == *digits)) return;
        at_ = begin;
        fail(fmt::format("'{0}' is a {1} and a number: write .{0} or ${0}", word,
                         is_register ? "register" : "label"));
    }

    unsigned value() {
        constexpr std::array<std::pair<char, int>, 4> bases{
            {{'$', 16}, {'+', 10}, {'&', 8}, {'%', 2}}};
        const std::size_t begin = at_;
        const char sign = text_[at_];
        if (const auto known = pair()) return named(*known, begin);
        const auto check = [&](std::optional<std::uint64_t> digits) {
            if (digits && has_index()) return element(add({.number = *digits}, begin), begin);
            if (digits) return add({.number = *digits}, begin);
            const std::string_view read = text_.substr(begin, at_ - begin);
            at_ = begin;
            fail(fmt::format("'{}' is not a number", read));
        };
        for (const auto& [known, base] : bases) {
            if (sign != known) continue;
            ++at_;
            return check(digits_of(take_name(), base));
        }
        std::string_view word = take_name();
        if (words_ && !word.empty() && text_.substr(at_).starts_with('\'')) {
            word = text_.substr(begin, ++at_ - begin);
        }
        if (word == "signed" && rest().starts_with('(')) {
            const unsigned of = operand();
            if (width(nodes_[of]) == 0) {
                fail("signed() takes a register, a variable or what '@' reads");
            }
            return with_sign(of, begin);
        }
        if (word.empty()) fail(fmt::format("'{}' begins no value", sign));
        if (const auto local = locals_.find(word); local != locals_.end()) return local->second;
        if (has_index()) {
            const auto address = labels_.find(word);
            const auto pointer = address ? std::nullopt : words_(word);
            const std::string_view name = word.substr(word.starts_with('.') ? 1 : 0);
            return element(pointer ? named(*pointer, begin) : label(name, begin), begin);
        }
        if (sign == '.') return label(word.substr(1), begin);
        if (const auto known = words_ ? words_(word) : std::nullopt) return named(*known, begin);
        const auto register_named = named_value(word);
        if (register_named && !is_address_) return named(*register_named, begin);
        if (!words_) {
            if (word == text_ && lower_case(word) == "a") return number(0xA);
            refuse_ambiguous(word, begin);
        }
        if (register_named) return named(*register_named, begin);
        const bool c_style = word.starts_with("0x") || word.starts_with("0X");
        const auto digits =
            digits_of(c_style ? word.substr(2) : word, c_style || !words_ ? 16 : 10);
        if (digits || (sign >= '0' && sign <= '9')) return check(digits);
        return label(word, begin);
    }

    /// `name[index]` in formulas.
    [[nodiscard]] bool has_index() const { return words_ && text_.substr(at_).starts_with('['); }
    unsigned element(unsigned base, std::size_t begin) {
        ++at_;
        const unsigned index = conditional();
        if (!take(']')) fail("']' is missing");
        const unsigned address = add_operation(Operator::add, {base, index}, begin);
        return add(
            {.what = Operator::peek, .operands = {address}, .divides = nodes_[address].divides},
            begin);
    }

    unsigned label(std::string_view name, std::size_t begin) {
        if (name.empty()) fail("a label is missing after '.'");
        const bool is_local = name.front() == '@' && !routine_.empty();
        // Older VICE documentation writes registers with a dot, too.
        if (const auto known = named_value(name); known && !labels_.find(name)) {
            return named(*known, begin);
        }
        return number(
            labels_.at(is_local ? std::string(routine_).append(name) : std::string(name)));
    }

    std::string_view take_name() {
        const std::string_view name = name_at_front(text_.substr(at_));
        at_ += name.size();
        return name;
    }

    std::string_view text_;
    const Labels& labels_;
    std::string_view routine_;
    Expression::Words words_;
    bool is_address_;
    Nodes nodes_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::map<std::string, unsigned, std::less<>> locals_{};  // by `let`: nodes
    bool in_statement_ = false;
    std::size_t start_ = 0;  // number of nodes before the current expression
};

std::int64_t number_on(const Machine& machine, const Nodes& nodes, std::string_view text) {
    OnMachine numbers{{text}, machine};
    return static_cast<std::int64_t>(ExpressionEvaluation<OnMachine>(nodes, numbers).value());
}

}  // namespace

BadExpression error_in(std::string_view text, std::size_t character, std::string_view what) {
    return BadExpression(fmt::format("'{}': character {}: {}", text, character + 1, what));
}

std::uint64_t value_of(const MachineValue& value, const emu::Registers& registers,
                       std::span<const Byte> ram) {
    switch (value.what) {
        case What::a: return registers.a;
        case What::x: return registers.x;
        case What::y: return registers.y;
        case What::pc: return registers.pc;
        case What::sp: return registers.s;
        case What::flags: return registers.p;
        case What::flag: return registers.p >> value.begin & 1U;
        default: break;
    }
    std::uint64_t number = 0;
    for (unsigned at = value.end; at-- > value.begin;) number = number << 8 | ram[at];
    return number;
}

std::uint64_t value_of(const MachineValue& value, const Machine& machine) {
    switch (value.what) {
        case What::cycle: return machine.cpu.cycle;
        case What::raster_line: return machine.board.vic.raster_line(machine.cpu.cycle);
        case What::raster_cycle:
            return machine.cpu.cycle % timing_of(machine.board.vic.model()).line_cycles;
        default: return value_of(value, machine.cpu.registers, machine.ram());
    }
}

std::int64_t Expression::value(const Machine& machine) const {
    return number_on(machine, nodes_, text_);
}

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
    expression.nodes_ = ExpressionReader(text, labels, routine).all();
    return expression;
}

Expression Expression::parse(std::string_view text, const Labels& labels, const Words& words) {
    Expression expression;
    expression.text_ = text;
    expression.nodes_ = ExpressionReader(text, labels, {}, words).all();
    return expression;
}

Address address_of(std::string_view text, const Machine& machine, const Labels& labels,
                   std::string_view routine) {
    const Nodes nodes = ExpressionReader(text, labels, routine, {}, true).all();
    const std::int64_t value = number_on(machine, nodes, text);
    if (value < 0 || value > 0xFFFF) {
        throw BadExpression(fmt::format("'{}': no address: use $0000 to $ffff", text));
    }
    return static_cast<Address>(value);
}

}  // namespace ryg::c64::debug
