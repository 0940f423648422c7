// A reader of declarations for which picks are symbols, and an algebra that keeps formulas as trees.
#pragma once

#include <map>

#include "engine/claims/input.hpp"

namespace ryg::tests {

using claims::Among;
using claims::Op;
using claims::Value;
using claims::Word;

/// What a prover makes of a declaration, in its simplest form: to be evaluated, not to be solved.
class Symbols final : public claims::Inputs, private claims::Algebra {
  public:
    using Byte = claims::Byte;
    using Bytes = std::vector<Byte>;

    /// `choices` are what `choose` returns, as long as they last.
    explicit Symbols(const claims::Site& site, std::vector<unsigned> choices = {})
        : Inputs(site), choices_(std::move(choices)), free_(site.free.begin) {}

    Value pick(const Among& among, unsigned) override {
        picks.push_back(among);
        return add({.symbol = static_cast<unsigned>(picks.size() - 1)});
    }
    claims::Picks pick_ascending(const Among& among, std::span<const Byte> given) override {
        claims::Picks made;
        for (std::size_t i = 0; i < given.size(); ++i) {
            made.push_back(pick(among, 0));
            if (i > 0) need(made[i - 1] < made[i]);
        }
        return made;
    }
    unsigned choose(unsigned count, unsigned) override {
        counts.push_back(count);
        return counts.size() <= choices_.size() ? choices_[counts.size() - 1] % count : 0;
    }
    claims::Room room(unsigned size, claims::Address) override {
        const unsigned at = free_ + 0x77;
        free_ = at + size;
        add_room(at, size);
        const auto address = static_cast<claims::Address>(at);
        return {{pick({emu::low(address)}, 0), pick({emu::high(address)}, 0)}, at};
    }
    Word between(const Word& first, const Word& last, claims::Address) override {
        const Word made(pick(Among::any(), 0), pick(Among::any(), 0));
        need((first <= made) & (made <= last));
        return made;
    }
    void need(const Value& condition) override { conditions.push_back(condition); }
    void put(unsigned address, const Value& byte) override {
        if (reaches(address)) cells_.insert_or_assign(address, byte);
    }
    void put_register(char name, const Value& byte) override {
        if (site().names(name)) registers_.insert_or_assign(name, byte);
    }
    void put_at(unsigned base, const Value& index, const Value& byte) override {
        if (index.is_known()) return put(base + index.known(), byte);
        for (const unsigned value : values_of(index)) {
            if (!reaches(base + value)) continue;
            put(base + value, claims::choose(index == value, byte, at(base + value)));
        }
    }
    [[nodiscard]] Value at(unsigned address) const override {
        const auto found = cells_.find(address);
        return found != cells_.end() ? found->second : unknown(cells_, address);
    }
    [[nodiscard]] Value in(char name) const override {
        const auto found = registers_.find(name);
        return found != registers_.end() ? found->second : unknown(registers_, name);
    }
    [[nodiscard]] Value at(unsigned base, const Value& index) const override {
        if (index.is_known()) return at(base + index.known());
        Value found;
        for (const unsigned value : values_of(index)) {
            found = claims::choose(index == value, at(base + value), found);
        }
        return found;
    }
    using Inputs::at;
    using Inputs::put;
    void area(std::string_view, const Word&, const Word&) override {}
    [[nodiscard]] bool proves() const override { return true; }

    /// The values of all formulas, if the symbols have these.
    [[nodiscard]] Bytes evaluate(std::span<const Byte> symbols) const;
    [[nodiscard]] Byte byte(const Value& of, const Bytes& values) const {
        return of.is_known() ? of.known() : values[of.formula()];
    }
    [[nodiscard]] bool meets_conditions(const Bytes& values) const {
        return std::ranges::all_of(conditions,
                                   [&](const Value& one) { return byte(one, values) != 0; });
    }
    /// All that was put or read.
    void put_into(claims::EntryState& machine, const Bytes& values) const {
        for (const auto& [at, value] : cells_) machine.ram[at & 0xffffU] = byte(value, values);
        for (const auto& [name, value] : registers_) machine.set(name, byte(value, values));
    }

    mutable std::vector<Among> picks;  ///< the values of each symbol
    std::vector<Value> conditions;
    std::vector<unsigned> counts;  ///< of what `choose` has been asked

  private:
    struct Node {
        Op op = Op::both;
        std::array<Value, 3> of{};
        std::optional<unsigned> symbol{};
        std::optional<Table> table{};
    };

    Value make(Op op, const Value& a, const Value& b, const Value& c) override {
        return add({op, {a, b, c}});
    }
    Value look_up(const Table& table, const Value& index) override {
        return add({.of = {index}, .table = table});
    }
    Value add(const Node& node) const {
        nodes_.push_back(node);
        return {const_cast<Symbols&>(*this), static_cast<std::uint32_t>(nodes_.size() - 1)};
    }
    /// Memory and registers are any bytes until something is put there.
    template <class Map, class Key>
    Value unknown(Map& known, Key key) const {
        picks.push_back(key == 'C' || key == 'Z' ? Among::range(0, 1) : Among::any());
        return known.emplace(key, add({.symbol = static_cast<unsigned>(picks.size() - 1)}))
            .first->second;
    }
    [[nodiscard]] std::vector<unsigned> values_of(const Value& index) const {
        const auto symbol = nodes_[index.formula()].symbol;
        const auto bytes = (symbol ? picks[*symbol] : Among::any());
        return {bytes.bytes().begin(), bytes.bytes().end()};
    }

    std::vector<unsigned> choices_;
    unsigned free_;
    mutable std::vector<Node> nodes_;  // each after what it is made of
    mutable std::map<unsigned, Value> cells_;
    mutable std::map<char, Value> registers_;
};

inline Symbols::Bytes Symbols::evaluate(std::span<const Byte> symbols) const {
    Bytes values;
    values.reserve(nodes_.size());
    const auto known = [&](const Value& of) { return Value(byte(of, values)); };
    const auto computed = [&](Op op, const Value& a, const Value& b, const Value& c) {
        switch (op) {
            case Op::both: return a & b;
            case Op::either: return a | b;
            case Op::differ: return a ^ b;
            case Op::add: return a + b;
            case Op::equal: return a == b;
            case Op::at_least: return a >= b;
            case Op::left: return a << b.known();
            case Op::right: return a >> b.known();
            case Op::choose: return claims::choose(a, b, c);
        }
        return Value();
    };
    for (const auto& [op, of, symbol, table] : nodes_) {
        const Value value = symbol  ? Value(symbols[*symbol])
                            : table ? Value((*table)[known(of[0]).known()])
                                    : computed(op, known(of[0]), known(of[1]), known(of[2]));
        values.push_back(value.known());
    }
    return values;
}

}  // namespace ryg::tests
