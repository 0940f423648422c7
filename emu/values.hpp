// The values that the 6502 computes with: numbers here, formulas in a proof.
#pragma once

#include "emu/types.hpp"

namespace ryg::emu {

/// What the arithmetic unit, the operations and the instructions are templates over. With other
/// types that have the same operators they run on something else, for example on bytes whose bits
/// are formulas. Only what needs a `bool` goes through decide(); everything else is computed for
/// both cases, and choose() takes one of them. Its arguments must not use the bus.
struct Numbers {
    using Word = std::uint64_t;
    using Byte = emu::Byte;
    using Condition = bool;
    using NZ = unsigned;
    using Time = Cycle;

    static constexpr unsigned sum(unsigned a, unsigned b, bool carry) { return a + b + carry; }
    static constexpr bool decide(bool condition) { return condition; }
};

template <class T>
constexpr T choose(bool condition, T a, T b) {
    return condition ? a : b;
}

}  // namespace ryg::emu
