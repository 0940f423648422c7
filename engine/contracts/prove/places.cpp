// Memory as terms: the places that an address, an index or a pointer leads to.
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

using emu::Mode;

namespace {

// The port's bits with the direction that boot leaves: outputs read as written, and of the inputs
// one is pulled up.
constexpr Term outputs = Space::port_direction, inputs = 0x10;

}  // namespace

/// Whether ROM or chips lie there, as the port says.
bool Paths::is_hidden(unsigned at) {
    if (at < 0xa000 || (at >= 0xc000 && at < 0xd000)) return false;
    const unsigned port = need(cells_[1]);
    if (at >= 0xe000) return (port & 2) != 0;
    if (at >= 0xd000) return (port & 3) != 0;
    return (port & 3) == 3;
}

Term Paths::read(unsigned at) {
    at = located(at);
    if (is_split_) return 0;
    if (at >= first_element) return cells_[at];
    if (space_.stream && at == space_.stream->at) return read_stream();
    const bool hidden = is_hidden(at);
    if (is_split_) return 0;
    if (hidden) throw Unsupported(fmt::format("reads ${:04x}, a chip or ROM", at));
    if (space_.unread[at] && cells_[at] == space_.cells[at]) {
        throw Unsupported(fmt::format("reads ${:04x}, of which only draws are known", at));
    }
    return simplified(at);
}

/// A symbol for what the stream shows in this cycle. Where no state has shown what the readings so
/// far were taken for, the path ends.
Term Paths::read_stream() {
    if (tried_ != 0) {  // would narrow what it shows
        is_split_ = true;
        return 0;
    }
    const Stream& stream = *space_.stream;
    const Cycle now = state.cycles - 1;  // the instruction's last
    if (state.readings == stream.readings.size() || now >= stream.steps.size()) {
        throw Unsupported("reads the stream too often");
    }
    if (!crossings.empty()) throw Unsupported("reads a stream in a cycle that is not known");
    if (left_.empty()) left_.push_back(States::all(stream.states.size()));
    left_.resize(std::max<std::size_t>(left_.size(), state.readings + 1));
    steps_of_.resize(std::max<std::size_t>(steps_of_.size(), state.readings + 1));
    if (const unsigned last = state.readings; last > 0) {
        left_[last].assign_filtered(left_[last - 1], stream, steps_of_[last - 1],
                                    terms_.domain(stream.readings[last - 1]));
    }
    const States& left = left_[state.readings];
    const unsigned steps = steps_of_[state.readings] = stream.steps[static_cast<std::size_t>(now)];
    const Term reading = stream.readings[state.readings++];
    if (left.empty() || !terms_.narrow(reading, left.shown(stream, steps))) {
        is_split_ = true;
        return 0;
    }
    return reading;
}

bool Paths::settle_stream(Values& values) {
    if (!space_.stream || state.readings == 0) return true;
    const Stream& stream = *space_.stream;
    States left = left_[state.readings - 1], filtered;
    for (unsigned i = 0; i < state.readings; ++i) {
        filtered.assign_filtered(left, stream, steps_of_[i], terms_.domain(stream.readings[i]));
        std::swap(left, filtered);
    }
    if (left.empty()) return false;
    std::uint32_t number = 0;
    for (const Term symbol : stream.state) {
        number = number * 256 + values[symbol - Terms::first_symbol];
    }
    const std::uint32_t place = left.some(number);
    for (unsigned i = 0; i < stream.state.size(); ++i) {
        values[stream.state[i] - Terms::first_symbol] =
            static_cast<Byte>(stream.states[place] >> 8 * i);
    }
    for (unsigned i = 0; i < state.readings; ++i) {
        values[stream.readings[i] - Terms::first_symbol] =
            stream.shown[(place + steps_of_[i]) % stream.states.size()];
    }
    return true;
}

void Paths::write(unsigned at, Term term) {
    at = located(at);
    if (is_split_) return;
    const bool is_chip = at >> 12 == 0xd && is_hidden(at);
    if (is_split_) return;
    if (is_chip) throw Unsupported(fmt::format("writes to ${:04x}, a chip", at));
    if (at == 0) throw Unsupported("writes to $0000, the port's direction");
    if (at == 1) term = terms_.make(Op::either, terms_.make(Op::both, term, outputs), inputs);
    put(at, term);
}

unsigned Paths::place_of(unsigned at) const {
    for (const unsigned number : reached_) {
        const Domain& left = terms_.domain(element(number).index);
        if (left.size() == 1 && element(number).array + left.first() == at) return number;
    }
    return at;
}

/// The number of the element that lies at an address, or else the address. Where only some indices
/// lead there, the search tries each of them.
unsigned Paths::located(unsigned at) {
    if (is_split_ || at >= first_element) return at;
    for (const unsigned number : reached_) {
        const auto& [array, index, first] = element(number);
        if (at < array || at - array > 0xff) continue;
        const Domain& left = terms_.domain(index);
        if (!left.has(static_cast<Byte>(at - array))) continue;
        if (left.size() == 1) return number;
        static_cast<void>(need(index));
        return at;
    }
    come_to(at);
    return at;
}

/// The number of the element at a base and an unknown index, if that is some symbol and a constant,
/// and nothing else that this path has come to lies where the element may be.
std::optional<unsigned> Paths::element_at(unsigned base, Term index) {
    const auto symbol = terms_.only_symbol(index);
    if (may_be_elements.empty() || !symbol) return std::nullopt;
    const Byte* const values = terms_.table(index);
    const Domain& left = terms_.domain(*symbol);
    const unsigned first = left.first(), last = left.last();
    const unsigned array = base + values[first] - first;
    bool is_shifted = array + first >= 0x200 && array + last < first_element;
    left.for_each([&](Byte value) { is_shifted &= base + values[value] == array + value; });
    if (!is_shifted) return std::nullopt;
    for (const unsigned number : reached_) {
        const Element& other = element(number);
        if (other.index == *symbol) {
            if (other.array == array) return number;
            continue;
        }
        const Domain& its = terms_.domain(other.index);
        if (array + last < other.array + its.first() || other.array + its.last() < array + first) {
            continue;
        }
        static_cast<void>(need(its.size() > 1 ? other.index : *symbol));
        return std::nullopt;
    }
    const Term one = cells_[array + first];
    const Byte kind = may_be_elements[array + first];
    bool is_free = kind != 0;
    left.for_each([&](Byte value) {
        const unsigned at = array + value;
        is_free = is_free && may_be_elements[at] == kind && cells_[at] == space_.cells[at] &&
                  terms_.domain(cells_[at]) == terms_.domain(one);
    });
    const auto is_there = [&](unsigned at) { return at >= array + first && at <= array + last; };
    if (!is_free || std::ranges::any_of(known_, is_there)) return std::nullopt;
    const auto known = std::ranges::find_if(elements_, [&](const Element& element) {
        return element.array == array && element.index == *symbol &&
               terms_.domain(element.first) == terms_.domain(one);
    });
    const auto number = first_element + static_cast<unsigned>(known - elements_.begin());
    if (known == elements_.end()) {
        elements_.push_back({array, *symbol, terms_.symbol(terms_.domain(one))});
        cells_.push_back(elements_.back().first);
    }
    reached_.push_back(number);
    return number;
}

Byte Paths::fetch(unsigned at) {
    at &= 0xffffU;
    leave_objects(at, at + 1);
    return need(read(at));
}

void Paths::push(Term term) { write(0x100U + state.s--, term); }
Term Paths::pull() { return read(0x100U + ++state.s); }

/// The byte at `base` and an index. `low` is the base's low byte, if it is not known; `base` then
/// is that of an object's cells.
Paths::Effective Paths::indexed(unsigned base, Term low, Term index, Access access) {
    index = terms_.resolved(index);
    // Where an object begins is no case of its own as long as the index is known, or no page crossing
    // counts.
    const bool may_be_among = joins != Joins::none && access == Access::write;
    if (!Terms::is_constant(low) && !may_be_among) index = need(index);
    if (access == Access::read) {
        const Term crosses = terms_.resolved(carry(low, index));
        if (Terms::is_constant(crosses)) {
            state.cycles += crosses;
        } else if (const auto symbol = terms_.only_symbol(crosses);
                   symbol && !terms_.is_constrained(*symbol)) {
            crossings.push_back(crosses);
        } else {
            state.cycles += need(crosses);
        }
    }
    if (Terms::is_constant(index)) return {0, (base + index) & 0xffffU};
    const auto symbol = terms_.only_symbol(index);
    if (access == Access::read && symbol) {
        Terms::Table table{};
        bool is_constant = true;
        const Byte* const values = terms_.table(index);
        terms_.domain(*symbol).for_each([&](Byte value) {
            const unsigned at = (base + values[value]) & 0xffffU;
            const Term cell = is_hidden(at) || space_.unread[at] ? Terms::first_symbol : cells_[at];
            is_constant &= Terms::is_constant(cell) && !space_.room.contains(at);
            table[values[value]] = static_cast<Byte>(cell);
        });
        if (is_constant) return {terms_.look_up(table, index), 0, true};
    }
    if (joins != Joins::none) {
        if (Effective found = among(base, index); !found.indices.empty()) return found;
    }
    if (const auto number = element_at(base, index)) return {0, *number};
    return {0, (base + need(index)) & 0xffffU};
}

/// The values that an index has for some input: of a sum of pieces, which stand apart, not all that the
/// parts of it may be together.
Domain Paths::values_of(Term index) {
    const Domain all = terms_.possible(index);
    if (terms_.only_symbol(index) || all.size() == 1 || terms_.apart(index)) return all;
    std::vector<Term> symbols;
    terms_.collect(index, symbols);
    sort_once(symbols);
    const auto is_constrained = [&](Term symbol) { return terms_.is_constrained(symbol); };
    if (!std::ranges::all_of(symbols, is_constrained)) return all;
    Domain found;
    unsigned left = 0x10000;
    Values values(terms_.symbols());
    static_cast<void>(terms_.for_each_settled(values, symbols, [&](const Values& one) {
        found.add(terms_.value(index, one));
        return --left != 0 && found.size() < all.size();
    }));
    return left == 0 ? all : found;
}

/// The places that an index may lead to, if all are plain memory.
Paths::Effective Paths::among(unsigned base, Term index) {
    Effective found{0, base, false, index, {}};
    bool is_plain = true;
    values_of(index).for_each([&](Byte value) {
        const unsigned at = (base + value) & 0xffffU;
        is_plain &= at > 1 && (at < 0xa000 || at >> 12 == 0xc) && !space_.unread[at] &&
                    (!space_.stream || at != space_.stream->at);
        found.indices.push_back(value);
    });
    if (!is_plain) found.indices.clear();
    return found;
}

/// A term as it is for the inputs for which an index has a value.
Term Paths::assuming(Term term, Term index, Byte value) {
    const auto symbol = terms_.only_symbol(index);
    if (!symbol) return term;
    Domain left;
    terms_.domain(*symbol).for_each([&](Byte of) {
        if (terms_.table(index)[of] == value) left.add(of);
    });
    const Terms::Mark before = terms_.mark();
    if (terms_.narrow(*symbol, left)) term = terms_.resolved(term);
    terms_.widen(before);
    return term;
}

Term Paths::value_at(const Effective& place) {
    if (place.is_value) return place.looked_up;
    if (place.indices.empty()) return read(place.at);
    Term found = 0;
    for (const Byte value : place.indices) {
        const Term cell = read((place.at + value) & 0xffffU);
        found = value == place.indices.front()
                    ? cell
                    : terms_.make(Op::choose, terms_.is_value(place.index, value), cell, found);
    }
    return found;
}

/// Each place that it may be keeps what it has, or not.
void Paths::write_to(const Effective& place, Term term) {
    if (place.indices.empty()) return write(place.at, term);
    for (const Byte value : place.indices) {
        const unsigned at = located((place.at + value) & 0xffffU);
        if (is_split_) return;
        write(at, terms_.make(Op::choose, terms_.is_value(place.index, value),
                              assuming(term, place.index, value), cells_[at]));
    }
}

/// The object that two bytes point into, if they do.
std::optional<Paths::Pointer> Paths::pointer_of(Term low, Term high) {
    constexpr std::ptrdiff_t most_remembered = 8;
    if (Terms::is_constant(low)) return std::nullopt;
    const auto is_it = [&](const Pointer& known) { return known.low == low && known.high == high; };
    const auto begin = pointers_.rbegin();
    const auto end = begin + std::min(std::ssize(pointers_), most_remembered);
    if (const auto known = std::find_if(begin, end, is_it); known != end) return *known;
    for (std::size_t i = 0; i < space_.objects.size(); ++i) {
        const Object& object = space_.objects[i];
        const auto offset = terms_.offset(low, high, object.low, object.high);
        if (!offset) continue;
        pointers_.push_back({low, high, i, *offset});
        return pointers_.back();
    }
    return std::nullopt;
}

/// The cells of objects are kept at addresses of their own, but lie elsewhere, too: no other way than by
/// their pointers leads to them.
void Paths::leave_objects(unsigned begin, unsigned end) const {
    if (begin >= space_.room.end || end <= space_.room.begin) return;
    throw Unsupported(fmt::format("comes to ${:04x}, where what a pointer leads to may be", begin));
}

void Paths::leave_objects(const Effective& place) const {
    if (is_split_ || place.is_value) return;
    if (place.at >= first_element) {
        const Element& to = element(place.at);
        const Domain& left = terms_.domain(to.index);
        leave_objects(to.array + left.first(), to.array + left.last() + 1U);
    } else if (place.indices.empty()) {
        leave_objects(place.at, place.at + 1);
    } else {
        for (const Byte index : place.indices) {
            const unsigned at = (place.at + index) & 0xffffU;
            leave_objects(at, at + 1);
        }
    }
}

Paths::Effective Paths::through_pointer(unsigned zero_page, Term index, Access access) {
    const Term low = read(zero_page), high = read((zero_page + 1) & 0xffU);
    if (const auto pointer = pointer_of(low, high)) {
        const Object& object = space_.objects[pointer->object];
        const unsigned begin = (object.at + pointer->offset) & 0xffffU;
        const Effective found = indexed(begin, low, index, access);
        const auto leaves = [&](unsigned at) { return at - object.at >= object.size; };
        if (std::ranges::any_of(found.indices, [&](Byte by) { return leaves(found.at + by); })) {
            return {0, begin + need(index)};  // is split
        }
        if (!is_split_ && !found.is_value && found.indices.empty() && leaves(found.at)) {
            throw Unsupported(fmt::format("leaves the {} bytes of {}", object.size, object.name));
        }
        return found;
    }
    const Byte known_low = need(low);
    Effective found = indexed(emu::word(known_low, need(high)), known_low, index, access);
    leave_objects(found);
    return found;
}

Paths::Effective Paths::effective(Mode mode, Access access) {
    const unsigned operand = state.pc + 1U;
    const bool is_read = access == Access::read, modifies = access == Access::modify;
    const unsigned more = modifies ? 2 : 0;
    const auto word = [&] { return emu::word(fetch(operand), fetch(operand + 1)); };
    const auto in_zero_page = [&](Term index) -> Effective {
        return {0, (fetch(operand) + need(index)) & 0xffU};
    };
    switch (mode) {
        case Mode::imm: state.cycles += 2; return {read(operand), 0, true};
        case Mode::zp: state.cycles += 3 + more; return {0, fetch(operand)};
        case Mode::zpx: state.cycles += 4 + more; return in_zero_page(state.x);
        case Mode::zpy: state.cycles += 4 + more; return in_zero_page(state.y);
        case Mode::abs: {
            state.cycles += 4 + more;
            Effective found{0, word()};
            leave_objects(found);
            return found;
        }
        case Mode::abx:
        case Mode::aby: {
            state.cycles += (is_read ? 4U : 5U) + more;
            const Address base = word();
            const Term index = mode == Mode::abx ? state.x : state.y;
            Effective found = indexed(base, emu::low(base), index, access);
            leave_objects(found);
            return found;
        }
        case Mode::izx: {
            state.cycles += 6;
            const unsigned at = fetch(operand) + need(state.x);
            if (is_split_) return {};
            return through_pointer(at & 0xffU, 0, Access::write);
        }
        case Mode::izy: {
            state.cycles += is_read ? 5 : 6;
            const unsigned at = fetch(operand);
            if (is_split_) return {};
            return through_pointer(at, state.y, access);
        }
        default: throw std::logic_error("a mode without an address");
    }
}

}  // namespace ryg::contracts::prove
