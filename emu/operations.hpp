// What each operation computes; when it uses the bus is in emu/execute.hpp.
#pragma once

#include "emu/opcodes.hpp"
#include "emu/state.hpp"

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

// Templates over the state `S`, whose values are numbers or formulas.
template <class S>
using Values = typename S::Values;
template <class S>
using Word = typename S::Word;
template <class S>
using Byte = alu::ByteOf<Values<S>>;

template <class S>
constexpr void load(Word<S>& reg, S& s, Word<S> value) {
    reg = s.nz = value;
}

template <class S>
constexpr void take(S& s, const alu::ArithmeticResult<Values<S>>& sum) {
    s.a = sum.value;
    s.nz = sum.nz;
    s.vdic = (s.vdic & ~(S::flag_v | S::flag_c)) |
             choose(sum.overflow, Word<S>{S::flag_v}, Word<S>{0}) | Word<S>{sum.carry};
}

template <class S>
constexpr void add(S& s, Byte<S> m, bool subtract) {
    using V = Values<S>;
    const auto a = static_cast<Byte<S>>(s.a);
    const auto carry = s.carry();
    if (s.decimal()) [[unlikely]] {
        take(s,
             subtract ? alu::subtract_decimal<V>(a, m, carry) : alu::add_decimal<V>(a, m, carry));
    } else {
        take(s, subtract ? alu::subtract<V>(a, m, carry) : alu::add<V>(a, m, carry));
    }
}

template <class S>
constexpr void compare(S& s, Word<S> reg, Byte<S> m) {
    s.set_carry(reg >= m);
    s.nz = (reg - m) & 0xFF;
}

// clang-format off
/// Operations that read a value and leave a result in the registers.
template <Operation op, class S>
constexpr void use(S& s, Byte<S> m) {
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
        s.nz = (s.a & m) | (Word<S>{m} << 1 & 0x100);
        s.vdic = (s.vdic & ~S::flag_v) | (m & S::flag_v);
    } else if constexpr (op == ANC) {
        load(s.a, s, s.a & m);
        s.set_carry(s.a >= 0x80);
    } else if constexpr (op == ALR) {
        const auto shifted = alu::shift_right<Values<S>>(static_cast<Byte<S>>(s.a & m), false);
        load(s.a, s, shifted.value);
        s.set_carry(shifted.carry);
    } else if constexpr (op == ARR) {
        take(s, alu::and_rotate<Values<S>>(static_cast<Byte<S>>(s.a), m, s.carry(), s.decimal()));
    } else if constexpr (op == AXS) {
        const Word<S> both = s.a & s.x;
        s.set_carry(both >= m);
        load(s.x, s, (both - m) & 0xFF);
    } else static_assert(op == NOP, "not an operation that reads");
}

/// Operations that read a value, change it and write it back.
template <Operation op, class S>
constexpr Byte<S> modify(S& s, Byte<S> m) {
    using enum Operation;
    const auto shifted = [&s](alu::Shifted<Values<S>> result) {
        s.set_carry(result.carry);
        s.nz = result.value;
        return result.value;
    };
    const auto counted = [&s](auto value) {
        const auto result = static_cast<Byte<S>>(value);
        s.nz = result;
        return result;
    };
    if constexpr (op == ASL) return shifted(alu::shift_left<Values<S>>(m, false));
    else if constexpr (op == LSR) return shifted(alu::shift_right<Values<S>>(m, false));
    else if constexpr (op == ROL) return shifted(alu::shift_left<Values<S>>(m, s.carry()));
    else if constexpr (op == ROR) return shifted(alu::shift_right<Values<S>>(m, s.carry()));
    else if constexpr (op == INC) return counted(m + 1);
    else if constexpr (op == DEC) return counted(m - 1);
    else {  // the undocumented pairs: a modification, then its result in the accumulator
        static_assert(op == SLO || op == RLA || op == SRE || op == RRA || op == DCP || op == ISC);
        constexpr Operation first = op == SLO ? ASL : op == RLA ? ROL : op == SRE ? LSR
                                  : op == RRA ? ROR : op == DCP ? DEC : INC;
        constexpr Operation second = op == SLO ? ORA : op == RLA ? AND : op == SRE ? EOR
                                   : op == RRA ? ADC : op == DCP ? CMP : SBC;
        const Byte<S> result = modify<first>(s, m);
        use<second>(s, result);
        return result;
    }
}

/// The byte that a store puts on the bus.
template <Operation op, class S>
constexpr Byte<S> stored(const S& s) {
    using enum Operation;
    if constexpr (op == STA) return static_cast<Byte<S>>(s.a);
    else if constexpr (op == STX) return static_cast<Byte<S>>(s.x);
    else if constexpr (op == STY) return static_cast<Byte<S>>(s.y);
    else { static_assert(op == SAX); return static_cast<Byte<S>>(s.a & s.x); }
}

/// Operations on registers alone.
template <Operation op, class S>
constexpr void implied(S& s) {
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
    else if constexpr (op == CLV) s.vdic &= ~S::flag_v;
    else if constexpr (op == CLD) s.vdic &= ~S::flag_d;
    else if constexpr (op == SED) s.vdic |= S::flag_d;
    else if constexpr (op == CLI) s.vdic &= ~S::flag_i;
    else if constexpr (op == SEI) s.vdic |= S::flag_i;
    else static_assert(op == NOP);
}

template <Operation op, class S>
constexpr typename S::Condition taken(const S& s) {
    using enum Operation;
    using V = Values<S>;
    const auto nz = static_cast<alu::NZ<V>>(s.nz);
    if constexpr (op == BPL) return !alu::negative<V>(nz);
    else if constexpr (op == BMI) return alu::negative<V>(nz);
    else if constexpr (op == BNE) return !alu::zero<V>(nz);
    else if constexpr (op == BEQ) return alu::zero<V>(nz);
    else if constexpr (op == BCC) return !s.carry();
    else if constexpr (op == BCS) return s.carry();
    else if constexpr (op == BVC) return (s.vdic & S::flag_v) == 0;
    else { static_assert(op == BVS); return (s.vdic & S::flag_v) != 0; }
}

// clang-format on

}  // namespace operate
}  // namespace ryg::emu
