// The 6502's instructions where all that they compute with is known: no term is made.
#include <algorithm>

#include "emu/alu.hpp"
#include "emu/opcodes.hpp"
#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

using emu::Mode;
using emu::Operation;

/// The byte there, if it is known by now; else its term. Bytes of an object's address stay terms, so
/// that they lead to its cells.
Term Paths::simplified(unsigned at) {
    const Term cell = cells_[at];
    if (Terms::is_constant(cell)) return cell;
    Simple& known = simple_[at];
    if (known.is_known) return known.value;
    if (known.version == terms_.version()) return cell;
    known.version = terms_.version();
    const Term value = terms_.resolved(cell);
    if (!Terms::is_constant(value) || is_of_address(cell)) return cell;
    known.is_known = true;
    known.value = static_cast<Byte>(value);
    simplified_.push_back(at);
    return value;
}

bool Paths::is_of_address(Term term) const {
    std::vector<Term> symbols;
    terms_.collect(term, symbols);
    return std::ranges::any_of(space_.objects, [&](const Object& object) {
        return std::ranges::count(symbols, object.low) + std::ranges::count(symbols, object.high) !=
               0;
    });
}

void Paths::unsimplify(std::size_t to) {
    while (simplified_.size() > to) {
        simple_[simplified_.back()] = {};
        simplified_.pop_back();
    }
}

/// Whether an address holds memory that is no chip, no ROM, no port, and may be read.
bool Paths::is_plain(unsigned at) const {
    return at > 1 && (at < 0xa000 || at >> 12 == 0xc) && !space_.unread[at];
}

/// Where an operand is, if that is known and plain memory. `base_low` and `index` are what may cross
/// a page.
bool Paths::find_plain(Mode mode, unsigned& at, Term& base_low, Term& index) {
    const unsigned pc = state.pc;
    const Term low = cells_[pc + 1U], high = cells_[pc + 2U];
    if (!Terms::is_constant(low)) return false;
    base_low = index = 0;
    switch (mode) {
        case Mode::imm: at = pc + 1U; return true;
        case Mode::zp: at = low; break;
        case Mode::zpx:
        case Mode::zpy:
            index = mode == Mode::zpx ? state.x : state.y;
            at = (low + index) & 0xffU;
            break;
        case Mode::abs:
        case Mode::abx:
        case Mode::aby:
            if (!Terms::is_constant(high)) return false;
            if (mode != Mode::abs) {
                base_low = low;
                index = mode == Mode::abx ? state.x : state.y;
            }
            at = (low + 256 * high + index) & 0xffffU;
            if (space_.room.contains(at)) return false;
            break;
        case Mode::izy: {
            const unsigned next = (low + 1U) & 0xffU;
            if (!is_plain(low) || !is_plain(next)) return false;
            come_to(low);
            come_to(next);
            base_low = cells_[low];
            index = state.y;
            if (Terms::is_constant(base_low) && Terms::is_constant(cells_[next])) {
                at = (base_low + 256 * cells_[next] + index) & 0xffffU;
                if (space_.room.contains(at)) return false;
                break;
            }
            const auto pointer = pointer_of(base_low, cells_[next]);
            if (!pointer) return false;
            const Object& object = space_.objects[pointer->object];
            at = (object.at + pointer->offset + index) & 0xffffU;
            if (at - object.at >= object.size) return false;
            break;
        }
        default: return false;
    }
    return Terms::is_constant(index) && is_plain(at);
}

/// Adds the cycle of a page that an address and an index cross. False if that is to be decided.
bool Paths::cross_known(Term low, Term index) {
    if (Terms::is_constant(low)) {
        state.cycles += (low + index) >> 8;
        return true;
    }
    const Term crosses = terms_.resolved(carry(low, index));
    if (Terms::is_constant(crosses)) {
        state.cycles += crosses;
        return true;
    }
    const auto symbol = terms_.only_symbol(crosses);
    if (!symbol || terms_.is_constrained(*symbol)) return false;
    crossings.push_back(crosses);
    return true;
}

/// Whether an operation's other operands are known, too.
bool Paths::can_compute(Operation operation) const {
    using enum Operation;
    switch (operation) {
        case AND:
        case ORA:
        case EOR:
        case BIT:
        case CMP: return Terms::is_constant(state.a);
        case CPX: return Terms::is_constant(state.x);
        case CPY: return Terms::is_constant(state.y);
        case ADC:
        case SBC: return Terms::is_constant(state.a) && Terms::is_constant(state.c) && !state.d;
        default: return false;
    }
}

void Paths::compute_known(Operation operation, Byte value) {
    using enum Operation;
    const auto a = static_cast<Byte>(state.a);
    const auto compare = [&](Term with) {
        state.c = with >= value ? 1 : 0;
        state.n = state.z = (with - value) & 0xffU;
    };
    switch (operation) {
        case AND: return load(state.a, a & value);
        case ORA: return load(state.a, a | value);
        case EOR: return load(state.a, a ^ value);
        case CMP: return compare(state.a);
        case CPX: return compare(state.x);
        case CPY: return compare(state.y);
        case BIT:
            state.n = value;
            state.v = value >> 6 & 1U;
            state.z = a & value;
            return;
        default: {
            const Byte added = operation == ADC ? value : static_cast<Byte>(~value);
            const auto sum = emu::alu::add(a, added, state.c != 0);
            state.c = sum.carry ? 1 : 0;
            state.v = sum.overflow ? 1 : 0;
            return load(state.a, sum.value);
        }
    }
}

bool Paths::step_known() {
    using enum Operation;
    const unsigned pc = state.pc;
    if (!reached_.empty() || !is_plain(pc) || !is_plain(pc + 2U)) return false;
    const Term opcode = cells_[pc];
    if (!Terms::is_constant(opcode) || opcode == 0xeb) return false;  // an SBC of no manual
    if (space_.program.stubs.contains(state.pc)) return false;
    const auto [operation, mode] = emu::opcodes[opcode];
    const auto ends = [&](Cycle cycles) {
        if (!covered[pc]) state.fresh = static_cast<Address>(pc);
        state.cycles += cycles;
        state.pc = static_cast<Address>(pc + emu::length(mode));
        return true;
    };
    const auto moves = [&](Term& into, Term value) {
        load(into, value);
        return ends(2);
    };
    const auto counts = [&](Term& into, Term by) {
        return Terms::is_constant(into) && moves(into, (into + by) & 0xffU);
    };
    const auto sets = [&](auto& into, auto value) {
        into = value;
        return ends(2);
    };
    const auto branches = [&](Term term, auto condition) {
        const Term by = cells_[pc + 1U];
        if (!Terms::is_constant(term) || !Terms::is_constant(by)) return false;
        if (!condition(term)) return ends(2);
        const auto after = static_cast<Address>(pc + 2U);
        const auto to = static_cast<Address>(after + (by ^ 0x80U) - 0x80U);
        ends(emu::high(to) == emu::high(after) ? 3 : 4);
        state.pc = to;
        return true;
    };
    const auto is_negative = [](Term term) { return (term & 0x80U) != 0; };
    const auto is_positive = [](Term term) { return (term & 0x80U) == 0; };
    const auto is_set = [](Term term) { return term != 0; };
    const auto is_clear = [](Term term) { return term == 0; };
    switch (operation) {
        case INX: return counts(state.x, 1);
        case INY: return counts(state.y, 1);
        case DEX: return counts(state.x, 0xff);
        case DEY: return counts(state.y, 0xff);
        case TAX: return moves(state.x, state.a);
        case TAY: return moves(state.y, state.a);
        case TXA: return moves(state.a, state.x);
        case TYA: return moves(state.a, state.y);
        case CLC: return sets(state.c, Term{0});
        case SEC: return sets(state.c, Term{1});
        case CLV: return sets(state.v, Term{0});
        case BPL: return branches(state.n, is_positive);
        case BMI: return branches(state.n, is_negative);
        case BEQ: return branches(state.z, is_clear);
        case BNE: return branches(state.z, is_set);
        case BCC: return branches(state.c, is_clear);
        case BCS: return branches(state.c, is_set);
        case BVC: return branches(state.v, is_clear);
        case BVS: return branches(state.v, is_set);
        case ASL:
        case LSR:
        case ROL:
        case ROR:
            if (mode != Mode::acc || !Terms::is_constant(state.a) || !Terms::is_constant(state.c)) {
                return false;
            }
            state.a = shifted(operation, state.a);
            return ends(2);
        case PHA: put(0x100U + state.s--, state.a); return ends(3);
        case PLA: load(state.a, simplified(0x100U + ++state.s)); return ends(4);
        case JMP:
        case JSR: {
            const Term low = cells_[pc + 1U], high = cells_[pc + 2U];
            if (mode != Mode::abs || !Terms::is_constant(low) || !Terms::is_constant(high)) {
                return false;
            }
            if (operation == JSR) {
                put(0x100U + state.s--, (pc + 2U) >> 8);
                put(0x100U + state.s--, (pc + 2U) & 0xffU);
            }
            ends(operation == JSR ? 6 : 3);
            state.pc = emu::word(static_cast<Byte>(low), static_cast<Byte>(high));
            return true;
        }
        case RTS: {
            const unsigned first = 0x100U + ((state.s + 1U) & 0xffU);
            const unsigned second = 0x100U + ((state.s + 2U) & 0xffU);
            const Term low = cells_[first], high = cells_[second];
            if (!Terms::is_constant(low) || !Terms::is_constant(high)) return false;
            state.s = static_cast<Byte>(state.s + 2);
            ends(6);
            state.pc = static_cast<Address>(low + 256 * high + 1);
            return true;
        }
        default: break;
    }
    unsigned at = 0;
    Term low = 0, index = 0;
    if (!find_plain(mode, at, low, index)) return false;
    const Cycle cycles = mode == Mode::imm ? 2 : mode == Mode::zp ? 3 : mode == Mode::izy ? 5 : 4;
    if (operation == STA || operation == STX || operation == STY) {
        come_to(at);
        put(at, operation == STA ? state.a : operation == STX ? state.x : state.y);
        const bool is_indexed = mode == Mode::abx || mode == Mode::aby || mode == Mode::izy;
        return ends(cycles + (is_indexed ? 1 : 0));
    }
    const Term value = simplified(at);
    Term* const into = operation == LDA   ? &state.a
                       : operation == LDX ? &state.x
                       : operation == LDY ? &state.y
                                          : nullptr;
    if (into == nullptr && !Terms::is_constant(value)) return false;
    if (operation == INC || operation == DEC) {
        come_to(at);
        state.n = state.z = (value + (operation == INC ? 1U : 0xffU)) & 0xffU;
        put(at, state.n);
        return ends(cycles + (mode == Mode::abx ? 3 : 2));
    }
    if (into == nullptr && !can_compute(operation)) return false;
    if (!cross_known(low, index)) return false;
    come_to(at);
    if (into != nullptr) {
        load(*into, value);
    } else {
        compute_known(operation, static_cast<Byte>(value));
    }
    return ends(cycles);
}

}  // namespace ryg::contracts::prove
