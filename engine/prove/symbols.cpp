// Makes the inputs of a block as formulas, and calls from assignments.
#include "engine/prove/symbols.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace ryg::prove {
namespace {

using claims::Call;
using claims::Value;

/// Where the return address is; the flags come before it in an interrupt.
constexpr unsigned return_address = 0x101U + Call::entry_s;

/// Selects among 2^n values by n literals, the lowest bit first.
Literal selected(Graph& graph, std::span<const Literal> by, const std::vector<bool>& values) {
    std::vector<Literal> level;
    level.reserve(values.size());
    for (const bool value : values) level.emplace_back(value);
    for (const Literal bit : by) {
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
            level[i / 2] = graph.choose(bit, level[i + 1], level[i]);
        }
        level.resize(level.size() / 2);
    }
    return level[0];
}

template <class Has>
Literal among(Graph& graph, const Bits8& value, Has has) {
    std::vector<bool> values(256);
    for (unsigned byte = 0; byte < 256; ++byte) values[byte] = has(static_cast<emu::Byte>(byte));
    return selected(graph, value.bits, values);
}

}  // namespace

bool Cases::next() {
    if (!std::exchange(is_begun, true)) return true;
    while (!chosen.empty() && chosen.back().chosen + 1 == chosen.back().count) chosen.pop_back();
    if (chosen.empty()) return false;
    ++chosen.back().chosen;
    return true;
}

Literal is_among(Graph& graph, const Bits8& value, const claims::ByteSet& bytes) {
    return among(graph, value, [&](emu::Byte byte) { return bytes.contains(byte); });
}

Bits8 register_of(const State& state, char name) {
    if (name == 'A') return Bits8(state.a);
    if (name == 'X') return Bits8(state.x);
    if (name == 'Y') return Bits8(state.y);
    Bits8 made(0);
    made.bits[0] = state.p().bits[claims::flag_bit(name)];
    return made;
}

// --- the state before the call ------------------------------------------------------------------

SymbolicInputs::SymbolicInputs(World& world, const claims::BlockInputs& declared,
                               const claims::Suite& suite, const claims::Block& block, Cases& cases)
    : Inputs(declared.site()),
      world_(world),
      graph_(world.graph),
      suite_(suite),
      block_(block),
      cases_(cases),
      memory_(world) {
    state_.a = prove::Bits16(unknown_byte());
    state_.x = prove::Bits16(unknown_byte());
    state_.y = prove::Bits16(unknown_byte());
    state_.s = prove::Bits16(Call::entry_s);
    Bits8 flags(emu::Flag::I | emu::Flag::unused);
    for (const unsigned bit : {0U, 1U, 6U, 7U}) flags.bits[bit] = graph_.input();
    for (const char name : {'D', 'I'}) {
        if (site().names(name)) flags.bits[claims::flag_bit(name)] = graph_.input();
    }
    state_.set_p(flags);
    const Bits8 low = unknown_byte(), high = unknown_byte();
    world.caller = prove::Bits16(low, high);
    for (const auto& extent : site().named) {  // bytes that In names are not as assembled
        for (unsigned cell = std::max(extent.begin, 2U); cell < extent.end; ++cell) {
            if (world.known_before().contains(cell)) world.set_before(cell, unknown_byte());
        }
    }
    claims::declare(*this, declared.asked());
    unsigned at = return_address;
    if (block.time.interrupt) world.set_before(at++, state_.p());
    world.set_before(at, low);
    world.set_before(at + 1, high);
    collect_inputs();
}

void SymbolicInputs::collect_inputs() {
    const auto collect = [&](std::span<const Literal> bits) {
        const auto found = inputs_of(graph_, bits);
        inputs_.insert(inputs_.end(), found.begin(), found.end());
    };
    for (const auto& extent : site().named) {
        for (unsigned cell = extent.begin; cell < std::min(extent.end, 0x10000U); ++cell) {
            collect(world_.before(cell).bits);
        }
    }
    for (const char name : site().registers) collect(register_of(state_, name).bits);
    collect(conditions_);
    std::ranges::sort(inputs_);
    const auto rest = std::ranges::unique(inputs_);
    inputs_.erase(rest.begin(), rest.end());
}

bool SymbolicInputs::is_named(std::uint32_t input) const {
    return std::ranges::binary_search(inputs_, input) || world_.is_of_object(input);
}

bool SymbolicInputs::may_be_anything(unsigned cell, const Bits8& before) const {
    if (reaches(cell) || (cell >= return_address && cell < return_address + 3)) return false;
    return std::ranges::all_of(before.bits, [&](Literal bit) {
        return !bit.is_known() && graph_.node(bit.node()).kind == Graph::GateKind::input &&
               !is_named(bit.node());
    });
}

const SymbolicInputs::UsedMemory* SymbolicInputs::find_area(std::string_view name) const {
    const auto found = areas_.find(name);
    return found == areas_.end() ? nullptr : &found->second;
}

// --- declarations -------------------------------------------------------------------------------

Bits8 SymbolicInputs::byte_of(const Value& value) const {
    return value.is_known() ? Bits8(value.known()) : values_[value.formula()];
}

Value SymbolicInputs::value_of(const Bits8& byte) const {
    if (const auto number = prove::Bits16(byte).number()) return Value(*number);
    values_.push_back(byte);
    return {const_cast<SymbolicInputs&>(*this), static_cast<std::uint32_t>(values_.size() - 1)};
}

unsigned SymbolicInputs::place_of(const Value& low, const Value& high) const {
    const prove::Bits16 to(byte_of(low), byte_of(high));
    if (const auto number = to.number()) return *number;
    const auto pointer = world_.pointer(to);
    const auto offset = pointer ? pointer->offset.number() : std::nullopt;
    if (!offset) throw claims::Unknown("a pointer may lead to several places");
    return World::cell(pointer->object, *offset);
}

/// Bits that all allowed bytes share are known. If the remaining bits have many disallowed values,
/// a number selects one of the bytes, so that random inputs are mostly allowed.
Value SymbolicInputs::pick(const claims::Among& allowed, unsigned) {
    const unsigned count = allowed.size();
    if (picked_++ < cases_.picks) return allowed.bytes()[choose(count, 0)];
    unsigned ones = 0xff, zeros = 0xff;
    for (const emu::Byte byte : allowed.bytes()) {
        ones &= byte;
        zeros &= ~unsigned{byte};
    }
    const auto free = static_cast<unsigned>(8 - std::popcount((ones | zeros) & 0xff));
    Bits8 made;
    if (2 * count > 1U << free) {
        for (unsigned i = 0; i < 8; ++i) {
            const bool is_known = ((ones | zeros) >> i & 1) != 0;
            made.bits[i] = is_known ? Literal((ones >> i & 1) != 0) : graph_.input();
        }
        conditions_.push_back(
            among(graph_, made, [&](emu::Byte byte) { return allowed.has(byte); }));
        return value_of(made);
    }
    const auto width = static_cast<unsigned>(std::bit_width(count - 1));
    std::vector<Literal> number(width);
    for (Literal& bit : number) bit = graph_.input();
    std::vector<bool> exists(1U << width);
    for (unsigned i = 0; i < count; ++i) exists[i] = true;
    conditions_.push_back(selected(graph_, number, exists));
    for (unsigned bit = 0; bit < 8; ++bit) {
        std::vector<bool> values(1U << width);
        for (unsigned i = 0; i < values.size(); ++i) {
            values[i] = (allowed.bytes()[std::min(i, count - 1)] >> bit & 1) != 0;
        }
        made.bits[bit] = selected(graph_, number, values);
    }
    return value_of(made);
}

claims::Picks SymbolicInputs::pick_ascending(const claims::Among& allowed,
                                             std::span<const emu::Byte> given) {
    claims::Picks made;
    for (std::size_t i = 0; i < given.size(); ++i) {
        made.push_back(pick(allowed, 0));
        if (i > 0) need(made[i - 1] < made[i]);
    }
    return made;
}

unsigned SymbolicInputs::choose(unsigned count, unsigned) {
    if (chosen_ == cases_.chosen.size()) cases_.chosen.push_back({0, count});
    return cases_.chosen[chosen_++].chosen;
}

claims::Room SymbolicInputs::room(unsigned size, Address) {
    const auto& free = site().free;
    if (free.end < free.begin + size) {
        throw claims::ContractError("no memory left for the inputs");
    }
    const Bits8 low = unknown_byte(), high = unknown_byte();
    const prove::Bits16 base(low, high);
    conditions_.push_back((base >= prove::Bits16(free.begin)).literal);
    conditions_.push_back((base <= prove::Bits16(free.end - size)).literal);
    for (const Object& other : world_.objects()) {
        const Bit apart = base >= other.base + prove::Bits16(other.size) ||
                          other.base >= base + prove::Bits16(size);
        conditions_.push_back(apart.literal);
    }
    const unsigned number = world_.add_object(std::string(symbol()), size, base);
    const unsigned at = World::cell(number, 0);
    add_room(at, size);
    return {claims::Word(value_of(low), value_of(high)), at};
}

claims::Word SymbolicInputs::between(const claims::Word& first, const claims::Word& last, Address) {
    const claims::Word made(value_of(unknown_byte()), value_of(unknown_byte()));
    need(first <= made);
    need(made <= last);
    return made;
}

void SymbolicInputs::need(const Value& condition) {
    const Bits8 byte = byte_of(condition);
    conditions_.push_back(graph_.any_of(byte.bits));
    if (conditions_.back() == Literal(false)) throw NoInput();
}

void SymbolicInputs::put(unsigned address, const Value& byte) {
    if (!reaches(address)) return;
    world_.unread.erase(address);
    world_.set_before(address, byte_of(byte));
}

void SymbolicInputs::put_register(char name, const Value& byte) {
    if (!site().names(name)) return;
    const Bits8 value = byte_of(byte);
    switch (name) {
        case 'A': state_.a = prove::Bits16(value); return;
        case 'X': state_.x = prove::Bits16(value); return;
        case 'Y': state_.y = prove::Bits16(value); return;
        default: break;
    }
    Bits8 flags = state_.p();
    flags.bits[claims::flag_bit(name)] = value.bits[0];
    state_.set_p(flags);
}

void SymbolicInputs::put_at(unsigned base, const Value& index, const Value& byte) {
    if (index.is_known()) return put(base + index.known(), byte);
    const Bits8 by = byte_of(index), value = byte_of(byte);
    const auto values = world_.decider.values(by.bits, graph_.all_of(conditions_), 256);
    if (!values) throw TooManyValues("an index of In has too many values");
    for (const unsigned each : *values) {
        if (!reaches(base + each)) continue;
        const Bit is_here = prove::Bits16(by) == prove::Bits16(each);
        world_.unread.erase(base + each);
        world_.set_before(base + each,
                          prove::choose(is_here, value, Bits8(world_.before(base + each))));
    }
}

Value SymbolicInputs::at(unsigned address) const { return value_of(world_.before(address)); }
Value SymbolicInputs::in(char name) const { return value_of(register_of(state_, name)); }

Value SymbolicInputs::at(unsigned base, const Value& index) const {
    if (index.is_known()) return at(base + index.known());
    SymbolicMemory memory = memory_;
    world_.path = graph_.all_of(conditions_);
    return value_of(memory.read(prove::Bits16(base) + prove::Bits16(byte_of(index))));
}

void SymbolicInputs::area(std::string_view name, const claims::Word& begin,
                          const claims::Word& end) {
    areas_.insert_or_assign(std::string(name),
                            UsedMemory{prove::Bits16(byte_of(begin.low), byte_of(begin.high)),
                                       prove::Bits16(byte_of(end.low), byte_of(end.high))});
}

// --- formulas -----------------------------------------------------------------------------------

Value SymbolicInputs::make(claims::Op op, const Value& a, const Value& b, const Value& c) {
    using prove::Bits16;
    const Bits16 x(byte_of(a)), y(byte_of(b));
    const auto truth = [&](const Bit& condition) { return value_of(Bits8(Bits16(condition))); };
    switch (op) {
        case claims::Op::both: return value_of(Bits8(x & y));
        case claims::Op::either: return value_of(Bits8(x | y));
        case claims::Op::differ: return value_of(Bits8(x ^ y));
        case claims::Op::add: return value_of(Bits8(x + y));
        case claims::Op::equal: return truth(x == y);
        case claims::Op::at_least: return truth(x >= y);
        case claims::Op::left: return value_of(Bits8(x << static_cast<int>(b.known())));
        case claims::Op::right: return value_of(Bits8(x >> static_cast<int>(b.known())));
        case claims::Op::choose:
            return value_of(Bits8(prove::choose(x != Bits16(0), y, Bits16(byte_of(c)))));
    }
    return 0;
}

Value SymbolicInputs::look_up(const Table& table, const Value& index) {
    const Bits8 by = byte_of(index);
    Bits8 made;
    for (unsigned bit = 0; bit < 8; ++bit) {
        std::vector<bool> values(256);
        for (unsigned i = 0; i < 256; ++i) values[i] = (table[i] >> bit & 1) != 0;
        made.bits[bit] = selected(graph_, by.bits, values);
    }
    return value_of(made);
}

// --- calls --------------------------------------------------------------------------------------

Call SymbolicInputs::call(const Call& base, const Assignment& assignment) const {
    Call made = base;
    Evaluation value(graph_, assignment);
    const auto is_told = [&](std::span<const Literal> bits) {
        return std::ranges::any_of(inputs_of(graph_, bits),
                                   [&](auto input) { return assignment.contains(input); });
    };
    const auto number = [&](std::span<const Literal> bits) {
        return static_cast<emu::Byte>(value.number(bits));
    };
    for (const char name : claims::register_names) {
        const Bits8 byte = register_of(state_, name);
        const bool is_known = std::ranges::all_of(byte.bits, &Literal::is_known);
        if (is_known ? site().names(name) : is_told(byte.bits)) {
            claims::set_register(made.registers, name, number(byte.bits));
        }
    }
    std::vector<unsigned> begins;
    for (const Object& object : world_.objects()) {
        begins.push_back(static_cast<unsigned>(value.number(object.base.bits)));
    }
    for (const auto& [cell, byte] : world_.known_before()) {
        const bool is_known = std::ranges::all_of(byte.bits, &Literal::is_known);
        const bool is_return =
            cell >= return_address && cell < return_address + (block_.time.interrupt ? 3U : 2U);
        if (cell == 0 || is_return || (is_known && cell < 0x10000)) continue;
        if (cell >= 0x10000) {
            made.set(begins[cell / 0x10000 - 1] + cell % 0x10000, number(byte.bits));
        } else if (is_told(byte.bits)) {
            made.set(cell, number(byte.bits));
        }
    }
    for (const auto& extent : site().named) {  // bytes that In defines
        const auto& known = world_.known_before();
        const auto end = known.lower_bound(std::min(extent.end, 0x10000U));
        for (auto at = known.lower_bound(extent.begin); at != end; ++at) {
            const auto value_now = prove::Bits16(at->second).number();
            if (value_now) made.set(at->first, static_cast<emu::Byte>(*value_now));
        }
    }
    if (block_.time.interrupt) made.set(return_address, made.registers.p);
    if (!keys_.empty()) made.keys.clear();
    for (const Character& key : keys_) {
        if (value(key.when)) made.keys.push_back(number(key.code.bits));
    }
    for (const auto& [name, area] : areas_) {
        made.areas.insert_or_assign(
            name, claims::Extent{static_cast<unsigned>(value.number(area.begin.bits)),
                                 static_cast<unsigned>(value.number(area.end.bits))});
    }
    claims::reread(suite_, made, claims::in_order(suite_, block_));
    return made;
}

}  // namespace ryg::prove
