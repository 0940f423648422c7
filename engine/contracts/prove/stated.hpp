// A reference that is written once, for bytes that are known and for those that are not.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine/contracts/prove/terms.hpp"

namespace ryg::contracts {
class Expected;
struct Call;
struct Program;
}  // namespace ryg::contracts

namespace ryg::contracts::prove {

/// A reference needs to know a byte, and does not.
struct Unknown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A byte that a reference computes with; what is asked of it is 1 or 0. Where all is known, no term
/// is made. There is no `if`: `choose(asked, a, b)` is a where it is 1.
class Value {
  public:
    Value(unsigned known) : term_(known & 0xffU) {}  // NOLINT(*-explicit-*): 1 is a value
    Value(Terms& terms, Term term) : terms_(&terms), term_(term) {}

    [[nodiscard]] Term term() const { return term_; }
    /// Throws Unknown if it is not.
    [[nodiscard]] Byte known() const;

    friend Value operator&(const Value& a, const Value& b) { return made(Op::both, a, b); }
    friend Value operator|(const Value& a, const Value& b) { return made(Op::either, a, b); }
    friend Value operator^(const Value& a, const Value& b) { return made(Op::differ, a, b); }
    friend Value operator+(const Value& a, const Value& b) { return made(Op::add, a, b); }
    friend Value operator-(const Value& a, const Value& b) { return made(Op::add, a, ~b, 1); }
    friend Value operator~(const Value& a) { return made(Op::differ, a, 0xff); }
    friend Value operator==(const Value& a, const Value& b);
    friend Value operator!=(const Value& a, const Value& b) { return !(a == b); }
    friend Value operator>=(const Value& a, const Value& b) { return made(Op::at_least, a, b); }
    friend Value operator<=(const Value& a, const Value& b) { return b >= a; }
    friend Value operator!(const Value& a) { return a == 0; }
    friend Value operator<<(Value a, int by) {
        while (by-- > 0) a = made(Op::left, a, 0);
        return a;
    }
    friend Value operator>>(Value a, int by) {
        while (by-- > 0) a = made(Op::right, a, 0);
        return a;
    }
    Value& operator|=(const Value& other) { return *this = *this | other; }
    [[nodiscard]] Value bit(unsigned number) const { return made(Op::bit, *this, number); }
    friend Value choose(const Value& asked, const Value& a, const Value& b) {
        return made(Op::choose, asked, a, b);
    }
    /// The element of a table that a byte says.
    friend Value look_up(const Terms::Table& table, const Value& index);

  private:
    static Value made(Op op, const Value& a, const Value& b, const Value& c = 0);

    Terms* terms_ = nullptr;  // null: known
    Term term_;
};

/// What a routine finds.
class Given {
  public:
    Given(const Program& program, std::function<Value(unsigned)> cell, const Value& a)
        : program_(program), cell_(std::move(cell)), a_(a) {}

    [[nodiscard]] Value at(unsigned address) const { return cell_(address & 0xffffU); }
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] Value byte(std::string_view name, unsigned index = 0) const;
    [[nodiscard]] std::vector<Value> bytes(std::string_view name, unsigned size) const;
    [[nodiscard]] Value a() const { return a_; }

  private:
    const Program& program_;
    std::function<Value(unsigned)> cell_;
    Value a_;
};

/// What it should leave and print.
class Stated {
  public:
    explicit Stated(const Program& program) : program_(program) {}

    void at(unsigned address, const Value& value) { cells.insert_or_assign(address, value); }
    void byte(std::string_view name, const Value& value, unsigned index = 0);
    void in(char name, const Value& value) { registers.insert_or_assign(name, value); }
    void bytes(std::string_view name, std::span<const Value> values);
    /// A character or a text, where `when` is 1.
    void print(const Value& character, const Value& when = 1) {
        printed.emplace_back(character, when);
    }
    void print(std::string_view text, const Value& when = 1) {
        for (const char character : text) print(static_cast<Byte>(character), when);
    }
    /// A byte in two digits.
    void print_hex(const Value& byte, const Value& when = 1);

    std::map<unsigned, Value> cells;
    std::map<char, Value> registers;
    std::vector<std::pair<Value, Value>> printed;

  private:
    const Program& program_;
};

/// What one states of a call. Throws ContractError if something else is stated already.
void expect(void (*state)(const Given&, Stated&), const Call& call, Expected& expected);

}  // namespace ryg::contracts::prove
