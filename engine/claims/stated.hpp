// A result that is stated once, for known bytes and for formulas.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "c64/program/labels.hpp"
#include "engine/claims/value.hpp"

namespace ryg::claims {

/// The inputs of a routine: formulas in a prover, otherwise known bytes.
class Given {
  public:
    using Cell = std::function<Value(unsigned address)>;
    using Register = std::function<Value(char name)>;
    using Place = std::function<unsigned(const Value& low, const Value& high)>;
    using Key = std::function<Value(unsigned number)>;

    Given(const c64::Labels& labels, Cell cell, Register in, Place place, Key key)
        : labels_(labels),
          cell_(std::move(cell)),
          in_(std::move(in)),
          place_(std::move(place)),
          key_(std::move(key)) {}

    /// A byte at an address, or at a `place`.
    [[nodiscard]] Value at(unsigned address) const { return cell_(address); }
    /// The target of a pointer: its address, but proofs place the memory that In points to beyond
    /// 64 KB. Throws Unknown if there may be several targets.
    [[nodiscard]] unsigned place(const Value& low, const Value& high) const {
        return place_(low, high);
    }
    /// The target of the pointer in nameLo and nameHi.
    [[nodiscard]] unsigned place(std::string_view name) const;
    [[nodiscard]] std::vector<Value> bytes_at(unsigned address, unsigned size) const;
    [[nodiscard]] bool has(std::string_view label) const { return labels_.find(label).has_value(); }
    [[nodiscard]] Value byte(std::string_view label, unsigned index = 0) const {
        return at(labels_.at(label) + index);
    }
    [[nodiscard]] std::vector<Value> bytes(std::string_view label, unsigned size) const;
    /// A register or flag: one of AXYCZNV.
    [[nodiscard]] Value in(char name) const { return in_(name); }
    /// The key that is read after `number` others, in PETSCII; $00 if no more are read. Times when
    /// GETIN has no key do not count. The routine has to read all keys asked for here, and no other.
    [[nodiscard]] Value key(unsigned number = 0) const { return key_(number); }

  private:
    const c64::Labels& labels_;
    Cell cell_;
    Register in_;
    Place place_;
    Key key_;
};

/// The required memory, registers and printed text.
class Stated {
  public:
    explicit Stated(const c64::Labels& labels) : labels_(labels) {}

    /// The stated value of one byte.
    struct Cell {
        Value value, when;  ///< if `when` is 0, the byte may have any value
    };

    void at(unsigned address, const Value& value, const Value& when = 1) {
        cells.insert_or_assign(address, Cell{value, when});
    }
    void byte(std::string_view label, const Value& value, unsigned index = 0,
              const Value& when = 1) {
        at(labels_.at(label) + index, value, when);
    }
    void bytes(std::string_view label, std::span<const Value> values);
    void bytes_at(unsigned address, std::span<const Value> values);
    void in(char name, const Value& value) { registers.insert_or_assign(name, value); }
    /// Prints a character or a text if `when` is 1.
    void print(const Value& character, const Value& when = 1) {
        printed.emplace_back(character, when);
    }
    void print(std::string_view text, const Value& when = 1) {
        for (const char character : text) print(static_cast<Byte>(character), when);
    }
    /// Prints a text in the inputs, up to $00 but at most 255 characters.
    void print_text(const Given& in, unsigned address);
    /// If `when` is 1, the routine begins again after so many keys: only what is printed before is
    /// stated here, the rest as if it were called with the keys that are left.
    void begin_anew(const Value& when, unsigned keys) { restarts.emplace_back(when, keys); }
    /// Prints a byte as two hexadecimal digits.
    void print_hex(const Value& byte, const Value& when = 1);

    std::map<unsigned, Cell> cells;
    std::map<char, Value> registers;
    std::vector<std::pair<Value, Value>> printed;      ///< characters, and whether each is printed
    std::vector<std::pair<Value, unsigned>> restarts;  ///< conditions, and the keys read before

  private:
    const c64::Labels& labels_;
};

}  // namespace ryg::claims
