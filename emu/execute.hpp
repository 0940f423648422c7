// When an instruction uses the bus: addressing modes and instruction shapes, access by access.
#pragma once

#include "emu/operations.hpp"

#define RYG_INLINE [[gnu::always_inline]] inline

/// Everything here is a template over a `Core`, which holds the state `s` and accesses memory:
///   fetch()             the byte at pc, and pc + 1         look()   the byte at pc, unused
///   read(a) write(a,v)  any address                        push(v) pull() look_at_stack()
///   read_zero(a) write_zero(a,v)  zero page
/// Each of them takes one cycle. No expression has two of them, so they happen in source order.
/// Every instruction polls the interrupt lines at its end; those that poll at another time call
/// poll() there, and no_poll_at_end() to drop the poll at the end.
namespace ryg::emu::execute {

template <class Core>
using StateOf = std::remove_reference_t<decltype(Core::s)>;
template <class Core>
using Word = typename StateOf<Core>::Word;
template <class Core>
using Byte = alu::ByteOf<typename StateOf<Core>::Values>;
/// What an instruction does with its operand, which decides about the dummy read after indexing.
enum class Access { read, write, modify };

constexpr bool in_zero_page(Mode mode) {
    return mode == Mode::zp || mode == Mode::zpx || mode == Mode::zpy;
}

template <Mode mode, class Core>
RYG_INLINE Byte<Core> read_operand(Core& core, Word<Core> address) {
    if constexpr (in_zero_page(mode))
        return core.read_zero(address);
    else
        return core.read(address);
}
template <Mode mode, class Core>
RYG_INLINE void write_operand(Core& core, Word<Core> address, Byte<Core> value) {
    if constexpr (in_zero_page(mode))
        core.write_zero(address, value);
    else
        core.write(address, value);
}

/// A read whose value is not used. A core with `look_at` need not look the value up.
template <Mode mode, class Core>
RYG_INLINE void look_at(Core& core, Word<Core> address) {
    if constexpr (requires { core.look_at(address); })
        core.look_at(address);
    else
        read_operand<mode>(core, address);
}

/// The low byte is added first, so when the sum carries the chip reads the right offset in the
/// wrong page first. Only a read that needs no carry skips that dummy read.  [HM]
template <Access access, class Core>
RYG_INLINE Word<Core> indexed(Core& core, Word<Core> base, Word<Core> index) {
    const Word<Core> address = (base + index) & 0xFFFF;
    const Word<Core> before_carry = (base & 0xFF00) | (address & 0xFF);
    core.look_if(access != Access::read || before_carry != address, before_carry);
    return address;
}

template <class Core>
RYG_INLINE Word<Core> fetch_word(Core& core) {
    const Word<Core> low_byte = core.fetch();
    const Word<Core> high_byte = core.fetch();
    return low_byte | high_byte << 8;
}

template <class Core>
RYG_INLINE Word<Core> pointer_at(Core& core, Word<Core> zero_page) {
    const Word<Core> low_byte = core.read_zero(zero_page);
    const Word<Core> high_byte = core.read_zero((zero_page + 1) & 0xFF);
    return low_byte | high_byte << 8;
}

/// In the zero page the carry is lost; meanwhile the chip reads the unindexed address.
template <class Core>
RYG_INLINE Word<Core> indexed_zero(Core& core, Word<Core> index) {
    const Word<Core> base = core.fetch();
    look_at<Mode::zp>(core, base);
    return (base + index) & 0xFF;
}

// clang-format off
template <Mode mode, Access access, class Core>
RYG_INLINE Word<Core> effective_address(Core& core) {
    StateOf<Core>& s = core.s;
    if constexpr (mode == Mode::zp) return core.fetch();
    else if constexpr (mode == Mode::zpx) return indexed_zero(core, s.x);
    else if constexpr (mode == Mode::zpy) return indexed_zero(core, s.y);
    else if constexpr (mode == Mode::abs) return fetch_word(core);
    else if constexpr (mode == Mode::abx) return indexed<access>(core, fetch_word(core), s.x);
    else if constexpr (mode == Mode::aby) return indexed<access>(core, fetch_word(core), s.y);
    else if constexpr (mode == Mode::izx) return pointer_at(core, indexed_zero(core, s.x));
    else {
        static_assert(mode == Mode::izy);
        const Word<Core> zero_page = core.fetch();
        return indexed<access>(core, pointer_at(core, zero_page), s.y);
    }
}

// clang-format on

/// The constant of ANE or LXA; RDY delaying the operand's read clears bit 0.
template <class Core>
RYG_INLINE Byte<Core> unstable(const Core& core, Byte<Core> constant) {
    return choose(core.held(), static_cast<Byte<Core>>(constant & 0xFE), constant);
}

template <Opcode opcode, class Core>
RYG_INLINE void read_shape(Core& core) {
    using enum Operation;
    Byte<Core> m{};
    if constexpr (opcode.mode == Mode::imm) {
        m = core.fetch();
    } else {
        const Word<Core> address = effective_address<opcode.mode, Access::read>(core);
        if constexpr (opcode.operation == NOP)
            look_at<opcode.mode>(core, address);
        else
            m = read_operand<opcode.mode>(core, address);
    }
    StateOf<Core>& s = core.s;
    if constexpr (opcode.operation == ANE) {
        operate::load(s.a, s, (s.a | unstable(core, core.unstable.ane)) & s.x & m);
    } else if constexpr (opcode.operation == LXA) {
        operate::use<LAX>(s,
                          static_cast<Byte<Core>>((s.a | unstable(core, core.unstable.lxa)) & m));
    } else {
        operate::use<opcode.operation>(s, m);
    }
}

template <Opcode opcode, class Core>
RYG_INLINE void write_shape(Core& core) {
    const Word<Core> address = effective_address<opcode.mode, Access::write>(core);
    write_operand<opcode.mode>(core, address, operate::stored<opcode.operation>(core.s));
}

/// The old value is written back while the new one is being computed.  [HM]
template <Opcode opcode, class Core>
RYG_INLINE void modify_shape(Core& core) {
    const Word<Core> address = effective_address<opcode.mode, Access::modify>(core);
    const Byte<Core> old_value = read_operand<opcode.mode>(core, address);
    write_operand<opcode.mode>(core, address, old_value);
    write_operand<opcode.mode>(core, address, operate::modify<opcode.operation>(core.s, old_value));
}

/// A branch polls the lines before it knows whether it is taken, and again if it crosses a page;
/// either poll may start an interrupt. A branch taken within its page has one cycle more but no
/// poll at its end, so an interrupt in that cycle waits for one more instruction.  [NESDEV]
template <Opcode opcode, class Core>
RYG_INLINE void branch_shape(Core& core) {
    const auto distance = (Word<Core>{core.fetch()} ^ 0x80) - 0x80;
    StateOf<Core>& s = core.s;
    if (!s.decide(operate::taken<opcode.operation>(s))) return;
    core.poll();
    core.look();
    const Word<Core> target = (s.pc + distance) & 0xFFFF;
    const Word<Core> before_carry = (s.pc & 0xFF00) | (target & 0xFF);
    if (s.decide(before_carry != target))
        look_at<Mode::abs>(core, before_carry);
    else
        core.no_poll_at_end();
    s.pc = target;
}

/// SHA, SHX, SHY and TAS store a register ANDed with the high byte of the base address plus one;
/// when the index carries, that value also lands on the high address lines. When RDY has delayed
/// the read before the write, the register is stored without the AND.  [64DOC]
template <Opcode opcode, class Core>
RYG_INLINE void store_with_high_byte(Core& core) {
    using enum Operation;
    StateOf<Core>& s = core.s;
    const bool through_pointer = opcode.mode == Mode::izy;
    const Word<Core> base = through_pointer ? pointer_at(core, core.fetch()) : fetch_word(core);
    const Word<Core> index = opcode.mode == Mode::abx ? s.x : s.y;
    const Word<Core> address = indexed<Access::write>(core, base, index);
    if constexpr (opcode.operation == TAS) s.s = s.a & s.x;
    const Word<Core> reg = opcode.operation == SHX   ? s.x
                           : opcode.operation == SHY ? s.y
                                                     : s.a & s.x;
    const Word<Core> masked = reg & ((base >> 8) + 1);
    const Word<Core> value = choose(core.held(), reg, masked);
    const auto carried = ((base ^ address) & 0xFF00) != 0;
    core.write(choose(carried, masked << 8 | (address & 0xFF), address),
               static_cast<Byte<Core>>(value));
}

/// BRK, IRQ and NMI share everything but the first two cycles and the B flag. The vector is chosen
/// late, so an NMI that comes in time hijacks the sequence of the others.  [NESDEV]
template <class Core>
RYG_INLINE void enter_handler(Core& core, Byte<Core> b_flag) {
    StateOf<Core>& s = core.s;
    core.push(static_cast<Byte<Core>>(s.pc >> 8));
    core.push(static_cast<Byte<Core>>(s.pc));
    core.push(static_cast<Byte<Core>>(s.p() | b_flag));
    s.vdic |= StateOf<Core>::flag_i;
    s.pc = core.read_vector();
}

template <Opcode opcode, class Core>
RYG_INLINE void own_shape(Core& core) {
    using enum Operation;
    constexpr Operation op = opcode.operation;
    StateOf<Core>& s = core.s;
    if constexpr (op == JMP) {
        const Word<Core> address = fetch_word(core);
        s.pc = address;
        if constexpr (opcode.mode == Mode::ind) {
            const Word<Core> low_byte = core.read(address);  // the pointer's carry is lost, too
            const Word<Core> high_byte = core.read((address & 0xFF00) | ((address + 1) & 0xFF));
            s.pc = low_byte | high_byte << 8;
        }
    } else if constexpr (op == JSR) {
        const Word<Core> low_byte = core.fetch();
        core.look_at_stack();
        core.push(static_cast<Byte<Core>>(s.pc >> 8));
        core.push(static_cast<Byte<Core>>(s.pc));
        const Word<Core> high_byte = core.fetch();
        s.pc = low_byte | high_byte << 8;
    } else if constexpr (op == RTS || op == RTI) {
        core.look();
        core.look_at_stack();
        if constexpr (op == RTI) s.set_p(core.pull());
        const Word<Core> low_byte = core.pull();
        const Word<Core> high_byte = core.pull();
        s.pc = low_byte | high_byte << 8;
        if constexpr (op == RTS) {
            look_at<Mode::abs>(core, s.pc);
            s.pc = (s.pc + 1) & 0xFFFF;
        }
    } else if constexpr (op == PHA || op == PHP) {
        core.look();
        core.push(op == PHA ? static_cast<Byte<Core>>(s.a)
                            : static_cast<Byte<Core>>(s.p() | Flag::B));
    } else if constexpr (op == PLA || op == PLP) {
        core.look();
        core.look_at_stack();
        const Byte<Core> value = core.pull();
        if constexpr (op == PLA) {
            operate::load(s.a, s, value);
        } else {
            core.poll();  // I changes too late for the poll at the end  [NESDEV]
            core.no_poll_at_end();
            s.set_p(value);
        }
    } else if constexpr (op == BRK) {
        core.fetch();
        enter_handler(core, Flag::B);
    } else if constexpr (op == JAM) {
        core.look();
        for (const Address address : std::initializer_list<Address>{
                 0xFFFF, 0xFFFE, 0xFFFE, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF}) {
            look_at<Mode::abs>(core, address);
        }
        core.jam();
    } else {
        store_with_high_byte<opcode>(core);
    }
}

// clang-format off
/// One instruction after its opcode fetch.
template <Opcode opcode, class Core>
RYG_INLINE void instruction(Core& core) {
    using enum Operation;
    StateOf<Core>& s = core.s;
    constexpr Shape its_shape = shape(opcode);
    if constexpr (its_shape == Shape::read) read_shape<opcode>(core);
    else if constexpr (its_shape == Shape::write) write_shape<opcode>(core);
    else if constexpr (its_shape == Shape::modify) modify_shape<opcode>(core);
    else if constexpr (its_shape == Shape::branch) branch_shape<opcode>(core);
    else if constexpr (its_shape == Shape::own) own_shape<opcode>(core);
    else {
        core.look();
        if constexpr (its_shape == Shape::accumulator) {
            s.a = operate::modify<opcode.operation>(s, static_cast<Byte<Core>>(s.a));
        } else {
            // I changes too late for the poll at the first try, which is the last one unless RDY
            // delays the read.  [NESDEV]
            if constexpr (opcode.operation == CLI || opcode.operation == SEI) {
                core.poll_first_try();
            }
            operate::implied<opcode.operation>(s);
        }
    }
}

// clang-format on

}  // namespace ryg::emu::execute

#undef RYG_INLINE
