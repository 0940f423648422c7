// The processor's state in the form that is fastest on the host.
#pragma once

#include "emu/alu.hpp"
#include "emu/registers.hpp"

namespace ryg::emu {

/// The registers while instructions run. Each lives in a host register of its own, so they are
/// host words: `pc` < 65536 between instructions; a, x, y, s < 256; `vdic` holds the bits V, D, I
/// and C of P where P has them; N and Z stay in `nz` until they are needed.
struct State {
    using Word = std::uint64_t;
    Word pc, a, x, y, s, nz, vdic;
    Cycle now;  ///< the number of the next access

    static constexpr Word flag_v = Flag::V, flag_d = Flag::D, flag_i = Flag::I, flag_c = Flag::C;

    [[nodiscard]] constexpr bool carry() const { return (vdic & flag_c) != 0; }
    constexpr void set_carry(bool carry) { vdic = (vdic & ~flag_c) | Word{carry}; }
    [[nodiscard]] constexpr bool decimal() const { return (vdic & flag_d) != 0; }
    [[nodiscard]] constexpr bool irq_masked() const { return (vdic & flag_i) != 0; }

    static constexpr State from(const Registers& r, Cycle now) {
        return {.pc = r.pc,
                .a = r.a,
                .x = r.x,
                .y = r.y,
                .s = r.s,
                .nz = alu::make_nz((r.p & Flag::N) != 0, (r.p & Flag::Z) != 0),
                .vdic = r.p & (flag_v | flag_d | flag_i | flag_c),
                .now = now};
    }

    [[nodiscard]] constexpr Byte p() const {
        const Word n = (nz & 0x80) | (nz >> 1 & 0x80);
        const Word z = (nz & 0xFF) == 0 ? Flag::Z : 0;
        return static_cast<Byte>(n | z | vdic | Flag::unused);
    }
    constexpr void set_p(Byte p) {
        nz = alu::make_nz((p & Flag::N) != 0, (p & Flag::Z) != 0);
        vdic = p & (flag_v | flag_d | flag_i | flag_c);
    }

    [[nodiscard]] constexpr Registers registers() const {
        return {static_cast<Address>(pc), static_cast<Byte>(a), static_cast<Byte>(x),
                static_cast<Byte>(y),     static_cast<Byte>(s), p()};
    }
};

}  // namespace ryg::emu
