// What each operation computes; when it uses the bus is in emu/execute.hpp.
#pragma once

#include "ryg/emu/opcodes.hpp"
#include "ryg/emu/state.hpp"

namespace ryg::emu {

/// How an instruction uses the bus, which follows from its operation and mode.
enum class Shape : Byte { read, write, modify, implied, accumulator, branch, own };

// clang-format off
constexpr Shape shape(Opcode opcode) {
    using enum Operation;
    if (opcode.mode == Mode::rel) return Shape::branch;
    if (opcode.mode == Mode::acc) return Shape::accumulator;
    switch (opcode.operation) {
        case BRK: case JSR: case JMP: case RTI: case RTS: case PHA: case PHP: case PLA: case PLP:
        case JAM: case SHA: case SHX: case SHY: case TAS:
            return Shape::own;
        case STA: case STX: case STY: case SAX:
            return Shape::write;
        case ASL: case LSR: case ROL: case ROR: case INC: case DEC:
        case SLO: case RLA: case SRE: case RRA: case DCP: case ISC:
            return Shape::modify;
        default:
            return opcode.mode == Mode::imp ? Shape::implied : Shape::read;
    }
}

// clang-format on

namespace operate {

using Word = State::Word;

constexpr void load(State::Word& reg, State& s, Word value) { reg = s.nz = value; }

constexpr void take(State& s, const alu::Sum& sum) {
    s.a = sum.value;
    s.nz = sum.nz;
    s.vdic = (s.vdic & ~(State::flag_v | State::flag_c)) | (sum.overflow ? State::flag_v : 0) |
             Word{sum.carry};
}

constexpr void add(State& s, Byte m, bool subtract) {
    const auto a = static_cast<Byte>(s.a);
    const bool carry = s.carry();
    if (s.decimal()) [[unlikely]] {
        take(s, subtract ? alu::subtract_decimal(a, m, carry) : alu::add_decimal(a, m, carry));
    } else {
        take(s, subtract ? alu::subtract(a, m, carry) : alu::add(a, m, carry));
    }
}

constexpr void compare(State& s, Word reg, Byte m) {
    s.set_carry(reg >= m);
    s.nz = (reg - m) & 0xFF;
}

// clang-format off
/// Operations that read a value and leave a result in the registers.
template <Operation op>
constexpr void use(State& s, Byte m) {
    using enum Operation;
    if constexpr (op == LDA) load(s.a, s, m);
    else if constexpr (op == LDX) load(s.x, s, m);
    else if constexpr (op == LDY) load(s.y, s, m);
    else if constexpr (op == LAX) s.a = s.x = s.nz = m;
    else if constexpr (op == LAS) s.a = s.x = s.s = s.nz = m & s.s;
    else if constexpr (op == ORA) load(s.a, s, s.a | m);
    else if constexpr (op == AND) load(s.a, s, s.a & m);
    else if constexpr (op == EOR) load(s.a, s, s.a ^ m);
    else if constexpr (op == ADC) add(s, m, false);
    else if constexpr (op == SBC) add(s, m, true);
    else if constexpr (op == CMP) compare(s, s.a, m);
    else if constexpr (op == CPX) compare(s, s.x, m);
    else if constexpr (op == CPY) compare(s, s.y, m);
    else if constexpr (op == BIT) {
        s.nz = (s.a & m) | (Word{m} << 1 & 0x100);
        s.vdic = (s.vdic & ~State::flag_v) | (m & State::flag_v);
    } else if constexpr (op == ANC) {
        load(s.a, s, s.a & m);
        s.set_carry(s.a >= 0x80);
    } else if constexpr (op == ALR) {
        const auto shifted = alu::shift_right(static_cast<Byte>(s.a & m), false);
        load(s.a, s, shifted.value);
        s.set_carry(shifted.carry);
    } else if constexpr (op == ARR) {
        take(s, alu::and_rotate(static_cast<Byte>(s.a), m, s.carry(), s.decimal()));
    } else if constexpr (op == AXS) {
        const Word both = s.a & s.x;
        s.set_carry(both >= m);
        load(s.x, s, (both - m) & 0xFF);
    } else static_assert(op == NOP, "not an operation that reads");
}

/// Operations that read a value, change it and write it back.
template <Operation op>
constexpr Byte modify(State& s, Byte m) {
    using enum Operation;
    const auto shifted = [&s](alu::Shifted result) {
        s.set_carry(result.carry);
        s.nz = result.value;
        return result.value;
    };
    const auto counted = [&s](int value) {
        const auto result = static_cast<Byte>(value);
        s.nz = result;
        return result;
    };
    if constexpr (op == ASL) return shifted(alu::shift_left(m, false));
    else if constexpr (op == LSR) return shifted(alu::shift_right(m, false));
    else if constexpr (op == ROL) return shifted(alu::shift_left(m, s.carry()));
    else if constexpr (op == ROR) return shifted(alu::shift_right(m, s.carry()));
    else if constexpr (op == INC) return counted(m + 1);
    else if constexpr (op == DEC) return counted(m - 1);
    else {  // the undocumented pairs: a modification, then its result in the accumulator
        static_assert(op == SLO || op == RLA || op == SRE || op == RRA || op == DCP || op == ISC);
        constexpr Operation first = op == SLO ? ASL : op == RLA ? ROL : op == SRE ? LSR
                                  : op == RRA ? ROR : op == DCP ? DEC : INC;
        constexpr Operation second = op == SLO ? ORA : op == RLA ? AND : op == SRE ? EOR
                                   : op == RRA ? ADC : op == DCP ? CMP : SBC;
        const Byte result = modify<first>(s, m);
        use<second>(s, result);
        return result;
    }
}

/// The byte that a store puts on the bus.
template <Operation op>
constexpr Byte stored(const State& s) {
    using enum Operation;
    if constexpr (op == STA) return static_cast<Byte>(s.a);
    else if constexpr (op == STX) return static_cast<Byte>(s.x);
    else if constexpr (op == STY) return static_cast<Byte>(s.y);
    else { static_assert(op == SAX); return static_cast<Byte>(s.a & s.x); }
}

/// Operations on registers alone.
template <Operation op>
constexpr void implied(State& s) {
    using enum Operation;
    if constexpr (op == TAX) load(s.x, s, s.a);
    else if constexpr (op == TAY) load(s.y, s, s.a);
    else if constexpr (op == TXA) load(s.a, s, s.x);
    else if constexpr (op == TYA) load(s.a, s, s.y);
    else if constexpr (op == TSX) load(s.x, s, s.s);
    else if constexpr (op == TXS) s.s = s.x;
    else if constexpr (op == INX) load(s.x, s, (s.x + 1) & 0xFF);
    else if constexpr (op == INY) load(s.y, s, (s.y + 1) & 0xFF);
    else if constexpr (op == DEX) load(s.x, s, (s.x - 1) & 0xFF);
    else if constexpr (op == DEY) load(s.y, s, (s.y - 1) & 0xFF);
    else if constexpr (op == CLC) s.set_carry(false);
    else if constexpr (op == SEC) s.set_carry(true);
    else if constexpr (op == CLV) s.vdic &= ~State::flag_v;
    else if constexpr (op == CLD) s.vdic &= ~State::flag_d;
    else if constexpr (op == SED) s.vdic |= State::flag_d;
    else if constexpr (op == CLI) s.vdic &= ~State::flag_i;
    else if constexpr (op == SEI) s.vdic |= State::flag_i;
    else static_assert(op == NOP);
}

template <Operation op>
constexpr bool taken(const State& s) {
    using enum Operation;
    const auto nz = static_cast<alu::NZ>(s.nz);
    if constexpr (op == BPL) return !alu::negative(nz);
    else if constexpr (op == BMI) return alu::negative(nz);
    else if constexpr (op == BNE) return !alu::zero(nz);
    else if constexpr (op == BEQ) return alu::zero(nz);
    else if constexpr (op == BCC) return !s.carry();
    else if constexpr (op == BCS) return s.carry();
    else if constexpr (op == BVC) return (s.vdic & State::flag_v) == 0;
    else { static_assert(op == BVS); return (s.vdic & State::flag_v) != 0; }
}

// clang-format on

}  // namespace operate
}  // namespace ryg::emu
