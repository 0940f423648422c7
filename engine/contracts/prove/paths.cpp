// The 6502's instructions on terms, and the search over what they have to know.
#include "engine/contracts/prove/paths.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "c64/kernal/entries.hpp"
#include "emu/alu.hpp"
#include "emu/opcodes.hpp"

namespace ryg::contracts::prove {

using emu::Mode;
using emu::Operation;

namespace {

// The port's bits with the direction that boot leaves: outputs read as written, and of the inputs
// one is pulled up.
constexpr Term outputs = Space::port_direction, inputs = 0x10;

Cycle branch_cycles(bool goes, Address to, Address after) {
    return !goes ? 2U : emu::high(to) == emu::high(after) ? 3U : 4U;
}

constexpr unsigned most_skipped = 48;  // instructions

/// What a state holds but for its place.
std::vector<Term*> terms_of(State& state) {
    return {&state.a, &state.x, &state.y, &state.n, &state.z, &state.c, &state.v};
}

}  // namespace

Paths::Paths(const Space& space, Address entry, Cycle longest)
    : space_(space),
      terms_(space.terms),
      cells_(space.cells),
      longest_(longest),
      counts_(space.block.time.kind == TimeKind::cycles) {
    const auto& in = space.registers;
    state = {.a = in[0], .x = in[1], .y = in[2], .c = in[3], .v = in[6], .pc = entry};
    state.z = terms_.make(Op::differ, in[4], 1);
    state.n = terms_.make(Op::right, 0, 0, in[5]);
    entry_ = state;
    for (const Element& element : space.elements) {
        reached_.push_back(static_cast<unsigned>(cells_.size()));
        elements_.push_back(element);
        cells_.push_back(element.first);
    }
}

void Paths::restart() {
    state = entry_;
    printed.clear();
    crossings.clear();
    typed.clear();
    waits_.clear();
    known_.clear();
    reached_.resize(space_.elements.size());
    unwrite(0);
    started_ = false;
}

// --- the search ---------------------------------------------------------------------------------

Paths::Place Paths::place() const {
    return {state,         written_.size(),  printed.size(), crossings.size(), typed.size(),
            waits_.size(), pointers_.size(), known_.size(),  reached_.size(),  terms_.mark()};
}

void Paths::unwrite(std::size_t to) {
    if (written_.size() > to) ++writes_;
    while (written_.size() > to) {
        cells_[written_.back().first] = written_.back().second;
        written_.pop_back();
    }
}

void Paths::rewind(const Place& to) {
    state = to.state;
    unwrite(to.written);
    printed.resize(to.printed);
    crossings.resize(to.crossings);
    typed.resize(to.typed);
    waits_.resize(to.waits);
    pointers_.resize(to.pointers);
    known_.resize(to.known);
    reached_.resize(to.reached);
    terms_.rewind(to.terms);
}

Byte Paths::need(Term term) {
    if (Terms::is_constant(term)) return static_cast<Byte>(term);
    if (is_split_) return 0;
    term = terms_.resolved(term);
    if (Terms::is_constant(term)) return static_cast<Byte>(term);
    if (const Domain left = terms_.possible(term); left.size() == 1) return left.first();
    if (tried_ != 0) {
        is_split_ = true;
        return 0;
    }
    if (const Term order = terms_.selects_by(term)) {
        Choice choice{begin_, order, {}, {}, {}};
        terms_.domain(order).for_each(
            [&](Byte value) { choice.values.push_back(Domain::range(value, value)); });
        choices_.push_back(std::move(choice));
        is_split_ = true;
        return 0;
    }
    if (auto related = terms_.outcomes(term); !related.empty()) {
        choices_.push_back({begin_, 0, {}, std::move(related), {}});
        is_split_ = true;
        return 0;
    }
    if (auto paired = terms_.paired_part(term)) {
        choices_.push_back({begin_, 0, {}, {}, std::move(paired)});
        is_split_ = true;
        return 0;
    }
    const Term part = terms_.undecided_part(term);
    Choice choice{begin_, terms_.only_symbol(part).value(), {}, {}, {}};
    std::array<Domain, 256> by_value{};
    const Byte* const values = terms_.table(part);
    terms_.domain(choice.symbol).for_each([&](Byte value) { by_value[values[value]].add(value); });
    for (const Domain& domain : by_value) {
        if (!domain.empty()) choice.values.push_back(domain);
    }
    choices_.push_back(std::move(choice));
    is_split_ = true;
    return 0;
}

bool Paths::backtrack() {
    is_split_ = false;
    while (!choices_.empty()) {
        Choice& choice = choices_.back();
        rewind(choice.place);
        const std::size_t paired = choice.paired ? choice.paired->outcomes.size() : 0;
        if (choice.next == choice.values.size() + choice.related.size() + paired) {
            choices_.pop_back();
            continue;
        }
        if (choice.paired) {
            const auto& [x, y, outcomes] = *choice.paired;
            if (terms_.pair(x, y, *outcomes[choice.next++])) return true;
            continue;
        }
        if (!choice.related.empty()) {
            const auto& relations = choice.related[choice.next++];
            if (std::ranges::all_of(relations, [&](auto& one) { return terms_.relate(one); })) {
                return true;
            }
            continue;
        }
        if (terms_.narrow(choice.symbol, choice.values[choice.next++])) return true;
    }
    return false;
}

double Paths::share() const {
    double share = 1;
    for (const Choice& choice : choices_) {
        const auto ways = choice.paired            ? choice.paired->outcomes.size()
                          : choice.related.empty() ? choice.values.size()
                                                   : choice.related.size();
        share /= static_cast<double>(ways);
    }
    return share;
}

bool Paths::next() {
    constexpr Cycle pause = 0x4000;
    if (started_ && !backtrack()) return false;
    started_ = true;
    while (true) {
        begin_ = place();
        ++steps_;
        if (state.pc == Call::guard) {
            ending = Ending::returned;
            return true;
        }
        if (state.cycles > longest_) {
            ending = Ending::ran_on;
            return true;
        }
        const bool hidden = is_hidden(state.pc);
        if (is_split_) {
            if (!backtrack()) return false;
            continue;
        }
        if (hidden && state.pc == c64::GETIN && !space_.calls.empty()) {
            if (is_as_before()) {  // nothing new comes of waiting on
                if (!backtrack()) return false;
                continue;
            }
            if (!give_key()) {
                ending = Ending::wants_keys;
                return true;
            }
        } else if (hidden) {
            if (!play_kernal()) {
                ending = Ending::strayed;
                return true;
            }
        } else {
            if (!covered[state.pc]) state.fresh = state.pc;
            step();
        }
        if (is_split_ && !backtrack()) return false;
        if (steps_ % pause == 0 && on_pause) on_pause();
    }
}

std::span<const unsigned> Paths::written() const {
    if (listed_writes_ == writes_) return listed_;
    listed_writes_ = writes_;
    listed_.clear();
    std::bitset<first_element + Terms::most_symbols> seen;
    for (const auto& [at, before] : written_) {
        if (seen[at]) continue;
        seen.set(at);
        listed_.push_back(at);
    }
    return listed_;
}

const std::vector<std::pair<Term, unsigned>>& Paths::counted_crossings() const {
    if (counted_at_ == steps_) return counted_;
    counted_at_ = steps_;
    counted_.clear();
    for (const Term crosses : crossings) {
        const auto known = std::ranges::find(counted_, crosses, &std::pair<Term, unsigned>::first);
        if (known == counted_.end()) {
            counted_.emplace_back(crosses, 1);
        } else {
            ++known->second;
        }
    }
    return counted_;
}

// --- memory -------------------------------------------------------------------------------------

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
    return cells_[at];
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
    written_.emplace_back(at, cells_[at]);
    ++writes_;
    cells_[at] = term;
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
    if (!may_be_elements.empty() && may_be_elements[at] != 0) known_.push_back(at);
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

Byte Paths::fetch(unsigned at) { return need(read(at & 0xffffU)); }

void Paths::push(Term term) { write(0x100U + state.s--, term); }
Term Paths::pull() { return read(0x100U + ++state.s); }

/// The byte at `base` and an index. `low` is the base's low byte, if it is not known; `base` then
/// is that of an object's cells.
Paths::Effective Paths::indexed(unsigned base, Term low, Term index, Access access) {
    index = terms_.resolved(index);
    // Where an object begins is no case of its own as long as the index is known.
    if (!Terms::is_constant(low)) index = need(index);
    if (access == Access::read) {
        const Term crosses = terms_.resolved(terms_.make(Op::carry, low, index));
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
            is_constant &= Terms::is_constant(cell);
            table[values[value]] = static_cast<Byte>(cell);
        });
        if (is_constant) return {terms_.look_up(table, index), 0, true};
    }
    if (joins) {
        if (Effective found = among(base, index); !found.indices.empty()) return found;
    }
    if (const auto number = element_at(base, index)) return {0, *number};
    return {0, (base + need(index)) & 0xffffU};
}

/// The places that an index may lead to, if all are plain memory.
Paths::Effective Paths::among(unsigned base, Term index) {
    Effective found{0, base, false, index, {}};
    bool is_plain = true;
    terms_.possible(index).for_each([&](Byte value) {
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

Paths::Effective Paths::through_pointer(unsigned zero_page, Term index, Access access) {
    const Term low = read(zero_page), high = read((zero_page + 1) & 0xffU);
    if (const auto pointer = pointer_of(low, high)) {
        const Object& object = space_.objects[pointer->object];
        const unsigned begin = (object.at + pointer->offset) & 0xffffU;
        const Effective found = indexed(begin, low, index, access);
        if (!is_split_ && !found.is_value && found.at - object.at >= object.size) {
            throw Unsupported(fmt::format("leaves the {} bytes of {}", object.size, object.name));
        }
        return found;
    }
    const Byte known_low = need(low);
    return indexed(emu::word(known_low, need(high)), known_low, index, access);
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
        case Mode::abs: state.cycles += 4 + more; return {0, word()};
        case Mode::abx:
        case Mode::aby: {
            state.cycles += (is_read ? 4U : 5U) + more;
            const Address base = word();
            return indexed(base, emu::low(base), mode == Mode::abx ? state.x : state.y, access);
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

// --- instructions -------------------------------------------------------------------------------

void Paths::add(Term operand, bool subtracts) {
    if (state.d) {
        const Byte a = need(state.a), b = need(operand);
        const bool carry = need(state.c) != 0;
        const auto sum = subtracts ? emu::alu::subtract_decimal(a, b, carry)
                                   : emu::alu::add_decimal(a, b, carry);
        state.a = sum.value;
        state.n = emu::alu::negative(sum.nz) ? 0x80 : 0;
        state.z = emu::alu::zero(sum.nz) ? 0 : 1;
        state.c = sum.carry ? 1 : 0;
        state.v = sum.overflow ? 1 : 0;
        return;
    }
    if (subtracts) operand = terms_.make(Op::differ, operand, 0xff);
    const Term a = state.a, carry = state.c;
    load(state.a, terms_.make(Op::add, a, operand, carry));
    state.v = terms_.make(Op::overflow, a, operand, carry);
    state.c = terms_.make(Op::carry, a, operand, carry);
}

void Paths::compare(Term with, Term operand) {
    state.c = terms_.make(Op::at_least, with, operand);
    state.n = state.z = terms_.make(Op::add, with, terms_.make(Op::differ, operand, 0xff), 1);
}

Term Paths::shifted(Operation operation, Term value) {
    const bool is_left = operation == Operation::ASL || operation == Operation::ROL;
    const bool rotates = operation == Operation::ROL || operation == Operation::ROR;
    const Term in = rotates ? state.c : 0;
    state.c = terms_.make(Op::bit, value, is_left ? 7 : 0);
    return state.n = state.z = terms_.make(is_left ? Op::left : Op::right, value, 0, in);
}

/// `taken` is 0 or 1.
void Paths::branch(Term taken, bool if_set) {
    const auto after = static_cast<Address>(state.pc + 2);
    const auto to = static_cast<Address>(after + (fetch(state.pc + 1U) ^ 0x80U) - 0x80U);
    const Term condition = terms_.resolved(taken);
    const auto symbol = terms_.only_symbol(condition);
    const bool is_order = symbol && terms_.is_order(*symbol);
    if (joins && join_apart(condition, if_set, to, after)) return;
    if ((joins || is_order) && join(condition, if_set, to, after)) return;
    const bool goes = (need(taken) != 0) == if_set;
    state.cycles += branch_cycles(goes, to, after);
    state.pc = goes ? to : after;
}

/// Goes on from an address until `ends` says so. Nothing if that needs to know a byte, or takes more
/// steps than these.
std::optional<Paths::Way> Paths::follow(Address from, Cycle cost, unsigned most_steps,
                                        const std::function<bool()>& ends) {
    const Place before = place();
    const auto was_split = std::exchange(is_split_, false);
    ++tried_;
    bool arrives = false;
    state.pc = from;
    state.cycles += cost;
    try {
        for (unsigned i = 0; i < most_steps && !is_split_ && !arrives; ++i) {
            arrives = ends();
            if (arrives) break;
            if (is_hidden(state.pc)) {
                if (!play_kernal()) break;
            } else {
                step();
            }
        }
    } catch (const Unsupported&) {
        arrives = false;
    }
    --tried_;
    Way way{
        state, {}, {printed.begin() + static_cast<std::ptrdiff_t>(before.printed), printed.end()}};
    const bool has_crossings = crossings.size() != before.crossings;
    arrives = arrives && !is_split_ && (!counts_ || !has_crossings);
    is_split_ = was_split;
    state = before.state;
    for (std::size_t i = before.written; i < written_.size(); ++i) {
        way.cells[written_[i].first] = cells_[written_[i].first];
    }
    unwrite(before.written);  // but keeps the terms
    printed.resize(before.printed);
    crossings.resize(before.crossings);
    return arrives ? std::optional(std::move(way)) : std::nullopt;
}

/// Follows both ways of a branch to where they meet. There each byte is that of one way or of the
/// other. False if they do not meet soon, or the condition is known.
bool Paths::join(Term condition, bool if_set, Address to, Address after) {
    constexpr unsigned most_nested = 4, few_steps = 10, most_steps = 48;
    condition = terms_.resolved(condition);
    if (is_split_ || tried_ == most_nested || terms_.possible(condition).size() == 1) return false;
    const auto symbol = terms_.only_symbol(condition);
    if (counts_ && (!symbol || terms_.is_related(*symbol))) return false;
    const Byte s = state.s;
    const Cycle goes = branch_cycles(true, to, after), stays = branch_cycles(false, to, after);
    const Address if_true = if_set ? to : after, if_false = if_set ? after : to;
    const Cycle true_cost = if_set ? goes : stays, false_cost = if_set ? stays : goes;
    Address meet = 0;
    std::optional<Way> other;
    for (const unsigned steps : {few_steps, most_steps}) {  // first not into the next round
        Addresses seen;
        static_cast<void>(follow(if_true, true_cost, steps, [&] {
            if (state.s == s) seen.set(state.pc);
            return state.s > s;
        }));
        other = follow(if_false, false_cost, steps, [&] {
            meet = state.pc;
            return state.s == s && seen[state.pc];
        });
        if (other) break;
    }
    if (!other) return false;
    const auto one =
        follow(if_true, true_cost, most_steps, [&] { return state.s == s && state.pc == meet; });
    if (!one || one->printed.size() != other->printed.size() || one->state.d != other->state.d ||
        one->state.i != other->state.i) {
        return false;
    }
    const auto either = [&](Term if_so, Term if_not) {
        return terms_.make(Op::choose, condition, if_so, if_not);
    };
    const State &x = one->state, &y = other->state;
    const Cycle least = std::min(x.cycles, y.cycles);
    if (counts_ && std::max(x.cycles, y.cycles) - least > 0xff) return false;
    const Address fresh = covered[x.fresh] ? y.fresh : x.fresh;
    std::map<unsigned, Term> cells = other->cells;
    for (const auto& [at, term] : one->cells) cells.try_emplace(at, cells_[at]);
    for (auto& [at, term] : cells) {
        const auto found = one->cells.find(at);
        write(at, either(found == one->cells.end() ? cells_[at] : found->second, term));
    }
    for (std::size_t i = 0; i < one->printed.size(); ++i) {
        printed.push_back(either(one->printed[i], other->printed[i]));
    }
    if (counts_ && x.cycles != y.cycles) {
        crossings.push_back(
            either(static_cast<Term>(x.cycles - least), static_cast<Term>(y.cycles - least)));
    }
    state = {.a = either(x.a, y.a),
             .x = either(x.x, y.x),
             .y = either(x.y, y.y),
             .n = either(x.n, y.n),
             .z = either(x.z, y.z),
             .c = either(x.c, y.c),
             .v = either(x.v, y.v),
             .d = x.d,
             .i = x.i,
             .s = s,
             .kernal_called = x.kernal_called || y.kernal_called,
             .pc = meet,
             .fresh = fresh,
             .cycles = least};
    return true;
}

/// The inputs for which a symbol has a value, from an address to another.
std::optional<Paths::Way> Paths::follow_if(Term symbol, Byte value, Address from, Cycle cost,
                                           Address to) {
    const Byte s = state.s;
    const Terms::Mark before = terms_.mark();
    const std::size_t pointers = pointers_.size(), reached = reached_.size();
    std::optional<Way> way;
    if (terms_.narrow(symbol, Domain::range(value, value))) {
        way = follow(from, cost, most_skipped, [&] { return state.s == s && state.pc == to; });
    }
    terms_.widen(before);
    // What was known to be a pointer or an element may be so for these inputs only.
    if (reached_.size() != reached) way.reset();
    pointers_.resize(pointers);
    reached_.resize(reached);
    return way;
}

/// Each byte is the usual one, but for the difference of the case that holds: one does at most.
void Paths::go_on_as(const Way& usual, const std::vector<std::pair<Term, Way>>& cases) {
    const auto among = [&](Term usually, auto of) {
        std::vector<std::pair<Term, Term>> others;
        for (const auto& [holds, way] : cases) {
            if (const Term other = of(way); other != usually) others.emplace_back(holds, other);
        }
        if (others.size() == 1) {
            return terms_.make(Op::choose, others.front().first, others.front().second, usually);
        }
        Term sum = usually;
        for (const auto& [holds, other] : others) {
            const Term difference = terms_.make(Op::differ, other, usually);
            sum = terms_.make(Op::differ, sum, terms_.make(Op::choose, holds, difference, 0));
        }
        return sum;
    };
    std::set<unsigned> written;
    for (const auto& [at, term] : usual.cells) written.insert(at);
    for (const auto& [holds, way] : cases) {
        for (const auto& [at, term] : way.cells) written.insert(at);
    }
    for (const unsigned at : written) {
        const auto of = [&](const Way& way) {
            const auto found = way.cells.find(at);
            return found == way.cells.end() ? cells_[at] : found->second;
        };
        write(at, among(of(usual), of));
    }
    state = usual.state;
    const std::vector<Term*> into = terms_of(state);
    for (std::size_t i = 0; i < into.size(); ++i) {
        *into[i] = among(*into[i], [&](const Way& way) {
            State then = way.state;
            return *terms_of(then)[i];
        });
    }
    for (const auto& [holds, way] : cases) {
        state.kernal_called |= way.state.kernal_called;
        if (!covered[way.state.fresh]) state.fresh = way.state.fresh;
        if (!counts_ || way.state.cycles == state.cycles) continue;
        const auto more = static_cast<Term>(way.state.cycles - state.cycles);
        crossings.push_back(terms_.make(Op::choose, holds, more, 0));
    }
}

/// Joins a branch that skips something, on a byte that is usually the same: what is skipped is
/// followed for each other case by itself, which then is known.
bool Paths::join_apart(Term condition, bool if_set, Address to, Address after) {
    condition = terms_.resolved(condition);
    if (is_split_ || to <= after || terms_.only_symbol(condition)) return false;
    const auto known = terms_.apart(condition);
    if (!known) return false;
    const Byte s = state.s;
    const bool goes = (known->usual != 0) == if_set;
    const auto cost = [&](bool is_taken) { return branch_cycles(is_taken, to, after); };
    const auto usual = follow(goes ? to : after, cost(goes), most_skipped,
                              [&] { return state.s == s && state.pc == to; });
    if (!usual) return false;
    std::vector<std::pair<Term, Way>> cases;
    for (const auto& [symbol, result] : known->cases) {
        if ((result != 0) == (known->usual != 0)) continue;
        if (!terms_.domain(symbol).has(known->value)) continue;
        const auto way = follow_if(symbol, known->value, goes ? after : to, cost(!goes), to);
        if (!way || way->state.d != usual->state.d || way->state.i != usual->state.i ||
            !way->printed.empty() || !usual->printed.empty()) {
            return false;
        }
        const bool counts = way->state.cycles - usual->state.cycles <= 0xff;
        if (counts_ && !counts) return false;
        Terms::Table holds{};
        holds[known->value] = 1;
        cases.emplace_back(terms_.look_up(holds, symbol), *way);
    }
    go_on_as(*usual, cases);
    return true;
}

void Paths::push_flags() {
    Term flags = emu::Flag::unused | emu::Flag::B | (state.d ? emu::Flag::D : 0) |
                 (state.i ? emu::Flag::I : 0);
    const auto set = [&](Term bit, unsigned flag) {
        Terms::Table table{};
        for (unsigned value = 1; value < 256; ++value) table[value] = static_cast<Byte>(flag);
        flags = terms_.make(Op::either, flags, terms_.look_up(table, bit));
    };
    set(terms_.make(Op::both, state.n, 0x80), emu::Flag::N);
    set(state.v, emu::Flag::V);
    set(terms_.make(Op::is_equal, state.z, 0), emu::Flag::Z);
    set(state.c, emu::Flag::C);
    push(flags);
}

void Paths::pull_flags() {
    const Term flags = pull();
    state.n = flags;
    state.v = terms_.make(Op::bit, flags, 6);
    state.z = terms_.make(Op::differ, terms_.make(Op::bit, flags, 1), 1);
    state.c = terms_.make(Op::bit, flags, 0);
    state.d = need(terms_.make(Op::bit, flags, 3)) != 0;
    state.i = need(terms_.make(Op::bit, flags, 2)) != 0;
}

/// As contract's rig plays it; false for an entry that it does not know.
bool Paths::play_kernal() {
    if (space_.program.stubs.contains(state.pc)) throw Unsupported("calls a stub");
    if (state.pc == c64::GETIN) throw Unsupported("waits for keys");
    if (state.pc != c64::CHROUT) return false;
    printed.push_back(state.a);
    state.a = terms_.make(Op::differ, state.a, 0xff);
    return_from_kernal();
    return true;
}

void Paths::return_from_kernal() {
    state.kernal_called = true;
    state.n = terms_.make(Op::differ, state.n, 0x80);
    state.z = terms_.make(Op::is_equal, state.z, 0);
    state.c = 0;
    const Byte low = need(pull());
    state.pc = static_cast<Address>(emu::word(low, need(pull())) + 1);
}

/// As contract's rig gives one; false if there may be no more.
bool Paths::give_key() {
    if (typed.size() == space_.calls.size()) return false;
    const bool is_key = need(space_.calls[typed.size()]) != 0;
    if (is_split_) return true;
    const auto given = static_cast<std::size_t>(std::ranges::count_if(typed, Terms::is_symbol));
    if (is_key && given == std::min<std::size_t>(most_keys, space_.keys.size())) return false;
    waits_.push_back({state, written_.size(), printed.size()});
    state.a = is_key ? space_.keys[given] : 0;
    typed.push_back(state.a);
    state.x = terms_.make(Op::differ, state.x, 0xff);
    state.y = terms_.make(Op::differ, state.y, 0xff);
    return_from_kernal();
    return true;
}

/// Whether GETIN was called in this state before, and has given no key since: what A is does not
/// matter to it. Whatever comes then has come before.
bool Paths::is_as_before() {
    for (std::size_t i = waits_.size(); i-- > 0 && !Terms::is_symbol(typed[i]);) {
        if (is_as(waits_[i])) return true;
    }
    return false;
}

bool Paths::is_as(const Wait& wait) {
    const State& then = wait.state;
    const bool is_same = state.s == then.s && state.d == then.d && state.i == then.i &&
                         printed.size() == wait.printed && terms_.same(state.x, then.x) &&
                         terms_.same(state.y, then.y) && terms_.same(state.n, then.n) &&
                         terms_.same(state.z, then.z) && terms_.same(state.c, then.c) &&
                         terms_.same(state.v, then.v);
    if (!is_same) return false;
    Addresses seen;
    for (std::size_t i = wait.written; i < written_.size(); ++i) {
        const auto& [at, before] = written_[i];
        if (at < first_element && seen[at]) continue;
        if (at < first_element) seen.set(at);
        if (!terms_.same(cells_[at], before)) return false;
    }
    return true;
}

void Paths::step() {
    const Byte byte = fetch(state.pc);
    if (is_split_) return;
    const auto [operation, mode] = emu::opcodes[byte];
    const bool is_known =
        operation <= Operation::TYA && operation != Operation::BRK && byte != 0xeb;
    if (!is_known) throw Unsupported(fmt::format("executes opcode ${:02x}", byte));
    if (space_.program.stubs.contains(state.pc)) throw Unsupported("calls a stub");
    perform(operation, mode);
}

void Paths::perform(Operation operation, Mode mode) {
    using enum Operation;
    const Address pc = state.pc;
    const auto operand = [&] { return value_at(effective(mode, Access::read)); };
    const auto store = [&](Term value) {
        const Effective to = effective(mode, Access::write);
        write_to(to, value);
    };
    const auto modify = [&](auto change) {
        const Effective at = effective(mode, Access::modify);
        write_to(at, change(value_at(at)));
    };
    const auto sum = [&](Term value, Term by) { return terms_.make(Op::add, value, by); };
    const auto move = [&](Term& into, Term value) {
        state.cycles += 2;
        load(into, value);
    };
    const auto set = [&](auto& into, auto value) {
        state.cycles += 2;
        into = static_cast<std::remove_reference_t<decltype(into)>>(value);
    };
    switch (operation) {
        case LDA: load(state.a, operand()); break;
        case LDX: load(state.x, operand()); break;
        case LDY: load(state.y, operand()); break;
        case STA: store(state.a); break;
        case STX: store(state.x); break;
        case STY: store(state.y); break;
        case AND: load(state.a, terms_.make(Op::both, state.a, operand())); break;
        case ORA: load(state.a, terms_.make(Op::either, state.a, operand())); break;
        case EOR: load(state.a, terms_.make(Op::differ, state.a, operand())); break;
        case ADC: add(operand(), false); break;
        case SBC: add(operand(), true); break;
        case CMP: compare(state.a, operand()); break;
        case CPX: compare(state.x, operand()); break;
        case CPY: compare(state.y, operand()); break;
        case BIT: {
            const Term value = operand();
            state.n = value;
            state.v = terms_.make(Op::bit, value, 6);
            state.z = terms_.make(Op::both, state.a, value);
            break;
        }
        case ASL:
        case LSR:
        case ROL:
        case ROR:
            if (mode == Mode::acc) {
                state.cycles += 2;
                state.a = shifted(operation, state.a);
            } else {
                modify([&](Term value) { return shifted(operation, value); });
            }
            break;
        case INC: modify([&](Term value) { return state.n = state.z = sum(value, 1); }); break;
        case DEC: modify([&](Term value) { return state.n = state.z = sum(value, 0xff); }); break;
        case INX: move(state.x, sum(state.x, 1)); break;
        case INY: move(state.y, sum(state.y, 1)); break;
        case DEX: move(state.x, sum(state.x, 0xff)); break;
        case DEY: move(state.y, sum(state.y, 0xff)); break;
        case TAX: move(state.x, state.a); break;
        case TAY: move(state.y, state.a); break;
        case TXA: move(state.a, state.x); break;
        case TYA: move(state.a, state.y); break;
        case TSX: move(state.x, state.s); break;
        case TXS: set(state.s, need(state.x)); break;
        case CLC: set(state.c, 0); break;
        case SEC: set(state.c, 1); break;
        case CLD: set(state.d, false); break;
        case SED: set(state.d, true); break;
        case CLI: set(state.i, false); break;
        case SEI: set(state.i, true); break;
        case CLV: set(state.v, 0); break;
        case NOP:  // the undocumented ones look at an operand
            if (mode == Mode::imp) {
                state.cycles += 2;
            } else {
                static_cast<void>(operand());
            }
            break;
        case PHA:
            state.cycles += 3;
            push(state.a);
            break;
        case PHP:
            state.cycles += 3;
            push_flags();
            break;
        case PLA:
            state.cycles += 4;
            load(state.a, pull());
            break;
        case PLP:
            state.cycles += 4;
            pull_flags();
            break;
        case BCC: return branch(state.c, false);
        case BCS: return branch(state.c, true);
        case BNE: return branch(terms_.make(Op::is_equal, state.z, 0), false);
        case BEQ: return branch(terms_.make(Op::is_equal, state.z, 0), true);
        case BPL: return branch(terms_.make(Op::bit, state.n, 7), false);
        case BMI: return branch(terms_.make(Op::bit, state.n, 7), true);
        case BVC: return branch(state.v, false);
        case BVS: return branch(state.v, true);
        case JMP: {
            const Byte low = fetch(pc + 1U), high = fetch(pc + 2U);
            state.cycles += mode == Mode::abs ? 3 : 5;
            state.pc = emu::word(low, high);
            if (mode == Mode::abs) return;
            const auto next = emu::word(static_cast<Byte>(low + 1), high);  // in the same page
            const Byte to = fetch(state.pc);
            state.pc = emu::word(to, fetch(next));
            return;
        }
        case JSR: {
            const auto back = static_cast<Address>(pc + 2);
            const Byte low = fetch(pc + 1U);
            push(emu::high(back));
            push(emu::low(back));
            state.cycles += 6;
            state.pc = emu::word(low, fetch(pc + 2U));
            return;
        }
        case RTS:
        case RTI: {
            state.cycles += 6;
            if (operation == RTI) pull_flags();
            const Byte low = need(pull());
            const Byte high = need(pull());
            state.pc = static_cast<Address>(emu::word(low, high) + (operation == RTS ? 1 : 0));
            return;
        }
        default: throw std::logic_error("an operation that step() does not let through");
    }
    state.pc = static_cast<Address>(pc + emu::length(mode));
}

}  // namespace ryg::contracts::prove
