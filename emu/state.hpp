// The processor's state in the form that is fastest on the host.
#pragma once

#include "emu/alu.hpp"
#include "emu/registers.hpp"

namespace ryg::emu {

/// The registers while instructions run, of the types that `V` has. Each lives in a host register
/// of its own, so they are host words: `pc` < 65536 between instructions; a, x, y, s < 256; `vdic`
/// holds the bits V, D, I and C of P where P has them; N and Z stay in `nz` until they are needed.
template <class V>
struct BasicState {
    using Values = V;
    using Word = typename V::Word;
    using Condition = typename V::Condition;
    Word pc, a, x, y, s, nz, vdic;
    typename V::Time now;  ///< the number of the next access

    static constexpr std::uint64_t flag_v = Flag::V, flag_d = Flag::D, flag_i = Flag::I,
                                   flag_c = Flag::C;

    [[nodiscard]] constexpr Condition carry() const { return (vdic & flag_c) != 0; }
    constexpr void set_carry(Condition carry) { vdic = (vdic & ~flag_c) | Word{carry}; }
    /// A `bool`, since decimal mode adds in a way of its own.
    [[nodiscard]] constexpr bool decimal() const { return decide((vdic & flag_d) != 0); }
    [[nodiscard]] constexpr Condition irq_masked() const { return (vdic & flag_i) != 0; }

    static constexpr bool decide(Condition condition) { return V::decide(condition); }

    static constexpr BasicState from(const Registers& r, Cycle now) {
        return {.pc = r.pc,
                .a = r.a,
                .x = r.x,
                .y = r.y,
                .s = r.s,
                .nz = alu::make_nz<V>((r.p & Flag::N) != 0, (r.p & Flag::Z) != 0),
                .vdic = r.p & (flag_v | flag_d | flag_i | flag_c),
                .now = now};
    }

    [[nodiscard]] constexpr alu::ByteOf<V> p() const {
        const Word n = (nz & 0x80) | (nz >> 1 & 0x80);
        const Word z = choose((nz & 0xFF) == 0, Word{Flag::Z}, Word{0});
        return static_cast<alu::ByteOf<V>>(n | z | vdic | Flag::unused);
    }
    constexpr void set_p(alu::ByteOf<V> p) {
        nz = alu::make_nz<V>((p & Flag::N) != 0, (p & Flag::Z) != 0);
        vdic = p & (flag_v | flag_d | flag_i | flag_c);
    }

    [[nodiscard]] constexpr Registers registers() const {
        return {static_cast<Address>(pc), static_cast<Byte>(a), static_cast<Byte>(x),
                static_cast<Byte>(y),     static_cast<Byte>(s), p()};
    }
};

using State = BasicState<Numbers>;

}  // namespace ryg::emu
