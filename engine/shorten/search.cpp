// Iterative deepening over instructions, sixteen machines at a time.
#include "engine/shorten/search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "emu/operations.hpp"

namespace ryg::shorten {
namespace {

using enum emu::Operation;
using enum Thing;
using State = emu::BasicState<Abreast>;
using Lanes = Abreast::Byte;

constexpr Things nz = set_of(N, Z), cnz = set_of(C) | nz, cvnz = set_of(V) | cnz;
constexpr std::size_t most_failed = Abreast::count / 2;

/// Runs one operation; memory is the operand's byte.
template <Byte code>
void run(State& s, [[maybe_unused]] Lanes& memory) {
    constexpr emu::Opcode opcode = emu::opcodes[code];
    constexpr emu::Shape shape = emu::shape(opcode);
    if constexpr (shape == emu::Shape::accumulator) {
        s.a = emu::operate::modify<opcode.operation>(s, Lanes(s.a));
    } else if constexpr (shape == emu::Shape::implied) {
        emu::operate::implied<opcode.operation>(s);
    } else if constexpr (shape == emu::Shape::modify) {
        memory = emu::operate::modify<opcode.operation>(s, memory);
    } else if constexpr (shape == emu::Shape::write) {
        memory = emu::operate::stored<opcode.operation>(s);
    } else if constexpr (shape == emu::Shape::read && opcode.operation != ANE &&
                         opcode.operation != LXA) {
        emu::operate::use<opcode.operation>(s, memory);
    }
}
template <Byte code>
Abreast::Condition is_taken(const State& s) {
    constexpr emu::Opcode opcode = emu::opcodes[code];
    if constexpr (opcode.mode == emu::Mode::rel) {
        return emu::operate::taken<opcode.operation>(s);
    } else {
        return false;
    }
}

template <std::size_t... code>
constexpr auto all_runs(std::index_sequence<code...>) {
    return std::array<void (*)(State&, Lanes&), 256>{run<Byte{code}>...};
}
template <std::size_t... code>
constexpr auto all_branches(std::index_sequence<code...>) {
    return std::array<Abreast::Condition (*)(const State&), 256>{is_taken<Byte{code}>...};
}
constexpr auto actions = all_runs(std::make_index_sequence<256>{});
constexpr auto decisions = all_branches(std::make_index_sequence<256>{});

// clang-format off
/// Registers and flags alone.
Effects own_effects(emu::Operation operation) {
    switch (operation) {
        case ADC: case SBC: case RRA: case ISC: case ARR: return {set_of(A, C), set_of(A) | cvnz};
        case AND: case ORA: case EOR: return {set_of(A), set_of(A) | nz};
        case ANC: case ALR: case SLO: case SRE: return {set_of(A), set_of(A) | cnz};
        case RLA: return {set_of(A, C), set_of(A) | cnz};
        case ASL: case LSR: return {0, cnz};
        case ROL: case ROR: return {set_of(C), cnz};
        case INC: case DEC: return {0, nz};
        case BIT: return {set_of(A), set_of(V) | nz};
        case CMP: case DCP: return {set_of(A), cnz};
        case CPX: return {set_of(X), cnz};
        case CPY: return {set_of(Y), cnz};
        case AXS: return {set_of(A, X), set_of(X) | cnz};
        case LDA: return {0, set_of(A) | nz};
        case LDX: return {0, set_of(X) | nz};
        case LDY: return {0, set_of(Y) | nz};
        case LAX: return {0, set_of(A, X) | nz};
        case STA: return {set_of(A), 0};
        case STX: return {set_of(X), 0};
        case STY: return {set_of(Y), 0};
        case SAX: return {set_of(A, X), 0};
        case TAX: return {set_of(A), set_of(X) | nz};
        case TAY: return {set_of(A), set_of(Y) | nz};
        case TXA: return {set_of(X), set_of(A) | nz};
        case TYA: return {set_of(Y), set_of(A) | nz};
        case INX: case DEX: return {set_of(X), set_of(X) | nz};
        case INY: case DEY: return {set_of(Y), set_of(Y) | nz};
        case CLC: case SEC: return {0, set_of(C)};
        case CLV: return {0, set_of(V)};
        case BCC: case BCS: return {set_of(C), 0};
        case BEQ: case BNE: return {set_of(Z), 0};
        case BMI: case BPL: return {set_of(N), 0};
        case BVC: case BVS: return {set_of(V), 0};
        case NOP: case JMP: case CLI: case SEI: case CLD: case SED: case RTS: case RTI: return {};
        default: return {all_registers | all_flags, 0};
    }
}
// clang-format on

}  // namespace

Things thing_named(char name) {
    constexpr std::string_view names = "AXYCNZV";
    return Things{1} << names.find(name);
}

Effects effects(emu::Opcode opcode) {
    using enum emu::Mode;
    Effects made = own_effects(opcode.operation);
    const emu::Shape shape = emu::shape(opcode);
    if (shape == emu::Shape::accumulator) made.reads |= set_of(A), made.writes |= set_of(A);
    if (opcode.mode == zpx || opcode.mode == abx || opcode.mode == izx) made.reads |= set_of(X);
    if (opcode.mode == zpy || opcode.mode == aby || opcode.mode == izy) made.reads |= set_of(Y);
    if (opcode.mode == imm) return made;
    made.reads_memory = shape == emu::Shape::read || shape == emu::Shape::modify;
    made.writes_memory = shape == emu::Shape::write || shape == emu::Shape::modify;
    return made;
}

bool is_plain(Byte code) {
    constexpr std::array strange{ANE, LXA, LAS, NOP, CLI, SEI, CLD, SED, TSX, TXS};
    const emu::Opcode opcode = emu::opcodes[code];
    const emu::Shape shape = emu::shape(opcode);
    return shape != emu::Shape::own && shape != emu::Shape::branch &&
           std::ranges::find(strange, opcode.operation) == strange.end();
}

SequenceSearch::SequenceSearch(SearchGoal task, const std::vector<Sample>& samples,
                               std::function<bool()> go_on)
    : task_(std::move(task)),
      samples_(samples),
      telling_(std::min<std::size_t>(samples.size(), Abreast::count)),
      go_on_(std::move(go_on)),
      marks_(1U << 14) {
    for (const Operand& operand : task_.operands) {
        slots_ = std::max(slots_, static_cast<std::size_t>(operand.slot + 1));
    }
}

void SequenceSearch::LaneGroup::put(std::size_t lane, const Sample& sample, std::size_t slots) {
    const auto fill = [&](Machines& machines, const Sample::MachineState& end) {
        const emu::State one = emu::State::from(
            {.pc = 0, .a = end.axy[0], .x = end.axy[1], .y = end.axy[2], .s = 0, .p = end.p}, 0);
        machines.s.a.set(lane, one.a), machines.s.x.set(lane, one.x);
        machines.s.y.set(lane, one.y), machines.s.nz.set(lane, one.nz);
        machines.s.vdic.set(lane, one.vdic);
        for (unsigned i = 0; i < slots; ++i) machines.slots[i].set(lane, end.slots[i]);
    };
    fill(before, sample.before);
    fill(after, sample.after);
}

void SequenceSearch::add(const Sample& sample) {
    samples_.push_back(sample);
    has_new_samples_ = true;
}

void SequenceSearch::begin() {
    for (const std::size_t one : failed_) std::swap(samples_[telling_++], samples_[one]);
    failed_.clear();
    has_new_samples_ = false;
    constexpr std::size_t width = Abreast::count;
    groups_.resize((samples_.size() + width - 1) / width);
    for (std::size_t i = 0; i < groups_.size() * width; ++i) {
        groups_[i / width].put(i % width, samples_[std::min(i, samples_.size() - 1)], slots_);
    }
    reached_.assign(task_.limit + 1, States((telling_ + width - 1) / width));
    for (std::size_t i = 0; i < reached_[0].size(); ++i) reached_[0][i] = groups_[i].before;
    sequence_.clear();
    ++round_;
}

/// Prefixes that differ only in samples added during a round were treated as equal in it, so only a
/// round that adds no samples is complete.
SequenceSearch::SearchEnd SequenceSearch::run(unsigned instructions, const Accept& accept) {
    while (!samples_.empty()) {
        begin();
        const SearchEnd end =
            instructions != 0 ? extend(instructions, 0, 0, accept) : match(accept);
        if (end == SearchEnd::found || !go_on_()) return end;
        if (failed_.empty() && !has_new_samples_) return end;
    }
    return SearchEnd::stopped;
}

void SequenceSearch::apply(const Unit& unit, Machines& machines) const {
    Lanes constant;
    Lanes* memory = &constant;
    if (unit.operand >= 0) {
        const Operand& operand = task_.operands[static_cast<std::size_t>(unit.operand)];
        if (operand.slot >= 0) {
            memory = &machines.slots[static_cast<std::size_t>(operand.slot)];
        } else {
            constant = Lanes(operand.value);
        }
    }
    State& s = machines.s;
    if (!unit.over) {
        if (unit.is_decimal) s.vdic |= State::flag_d;
        actions[unit.opcode](s, *memory);
        if (unit.is_decimal) s.vdic &= ~Abreast::Word(State::flag_d);
        return;
    }
    const Abreast::Condition skips = decisions[*unit.over](s);
    const State before = s;
    const Lanes was = *memory;
    actions[unit.opcode](s, *memory);
    s.a = choose(skips, before.a, s.a);
    s.x = choose(skips, before.x, s.x);
    s.y = choose(skips, before.y, s.y);
    s.nz = choose(skips, before.nz, s.nz);
    s.vdic = choose(skips, before.vdic, s.vdic);
    *memory = choose(skips, was, *memory);
}

/// Live things that are wrong in some machine; `lanes` is not 0 in those machines.
Things SequenceSearch::wrong(const Machines& now, const Machines& wished,
                             Abreast::Word& lanes) const {
    namespace alu = emu::alu;
    Things found = 0;
    const auto compare = [&](Things thing, const Abreast::Word& difference) {
        if ((task_.live & thing) == 0 || difference.is_zero()) return;
        found |= thing;
        lanes |= difference;
    };
    compare(set_of(A), now.s.a ^ wished.s.a);
    compare(set_of(X), now.s.x ^ wished.s.x);
    compare(set_of(Y), now.s.y ^ wished.s.y);
    const Abreast::Word flags = now.s.vdic ^ wished.s.vdic;
    compare(set_of(C), flags & State::flag_c);
    compare(set_of(V), flags & State::flag_v);
    if ((task_.live & nz) != 0) {
        compare(set_of(N),
                alu::negative<Abreast>(now.s.nz).mask ^ alu::negative<Abreast>(wished.s.nz).mask);
        compare(set_of(Z),
                alu::zero<Abreast>(now.s.nz).mask ^ alu::zero<Abreast>(wished.s.nz).mask);
    }
    for (unsigned i = 0; i < slots_; ++i) compare(slot_bit(i), now.slots[i] ^ wished.slots[i]);
    return found;
}

/// Whether this state was reached before with at least as many instructions left.
bool SequenceSearch::is_known(const States& states, unsigned instructions, unsigned cost) {
    std::uint64_t hash = 0;
    const auto mix = [&](const Abreast::Word& word) {
        for (const auto part : std::bit_cast<std::array<std::uint64_t, 4>>(word)) {
            hash = (std::rotl(hash, 23) ^ part) * 0x9e3779b97f4a7c15;
        }
    };
    for (const Machines& machines : states) {
        const State& s = machines.s;
        for (const auto* word : {&s.a, &s.x, &s.y, &s.nz, &s.vdic}) mix(*word);
        for (unsigned i = 0; i < slots_; ++i) mix(machines.slots[i]);
    }
    SeenState& mark = marks_[(hash >> 40) % marks_.size()];
    const unsigned left = task_.limit - cost;
    if (mark.round == round_ && mark.hash == hash && mark.instructions == instructions &&
        mark.limit >= left) {
        return true;
    }
    mark = {hash, instructions, left, round_};
    return false;
}

SequenceSearch::SearchEnd SequenceSearch::extend(unsigned instructions, unsigned cost_so_far,
                                                 Things written, const Accept& accept) {
    if ((++steps_ & 0xfff) == 0 && !go_on_()) return SearchEnd::stopped;
    const States& from = reached_[sequence_.size()];
    Abreast::Word lanes;
    Things open = 0;
    for (std::size_t i = 0; i < from.size(); ++i) open |= wrong(from[i], groups_[i].after, lanes);
    const auto values = static_cast<unsigned>(std::popcount(open & ~all_flags));
    if (values > 2 * instructions) return SearchEnd::complete;
    for (const Unit& unit : task_.units) {
        if (unit.instructions > instructions || (unit.needs & written) != 0) continue;
        const unsigned left = instructions - unit.instructions;
        const unsigned cost_then = cost_so_far + cost(unit);
        if (cost_then + left * (task_.by_cycles ? 2 : 1) >= task_.limit) continue;
        if (left == 0 && (open & ~unit.writes) != 0) continue;
        States& to = reached_[sequence_.size() + 1];
        bool is_right = left == 0;
        for (std::size_t i = 0; i < from.size() && (is_right || left != 0); ++i) {
            to[i] = from[i];
            apply(unit, to[i]);
            is_right = left == 0 && wrong(to[i], groups_[i].after, lanes) == 0;
        }
        sequence_.push_back(unit);
        SearchEnd end = SearchEnd::complete;
        if (is_right) end = match(accept);
        if (left != 0 && !is_known(to, left, cost_then)) {
            end = extend(left, cost_then, written | unit.writes, accept);
        }
        if (end != SearchEnd::complete) return end;
        sequence_.pop_back();
    }
    return SearchEnd::complete;
}

/// Checks a sequence against all samples, then calls `accept`.
SequenceSearch::SearchEnd SequenceSearch::match(const Accept& accept) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        Machines machines = groups_[i].before;
        for (const Unit& unit : sequence_) apply(unit, machines);
        Abreast::Word lanes;
        if (wrong(machines, groups_[i].after, lanes) == 0) continue;
        std::size_t lane = 0;
        while (lanes[lane] == 0) ++lane;
        const std::size_t sample = std::min(i * Abreast::count + lane, samples_.size() - 1);
        if (sample >= telling_) failed_.insert(sample);
        return failed_.size() < most_failed ? SearchEnd::complete : SearchEnd::stopped;
    }
    if (accept(sequence_)) return SearchEnd::found;
    return has_new_samples_ ? SearchEnd::stopped : SearchEnd::complete;
}

}  // namespace ryg::shorten
