// The 6502's instructions on terms.
#include <fmt/format.h>
#include <stdexcept>

#include "emu/alu.hpp"
#include "emu/opcodes.hpp"
#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

using emu::Mode;
using emu::Operation;

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
