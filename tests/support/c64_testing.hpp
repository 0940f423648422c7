// What the tests of the C64 share: a booted machine, bytes put into it, calls with their cost.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

inline constexpr std::array models{Model::pal, Model::pal_old, Model::ntsc, Model::ntsc_old};

inline Machine booted(Model model = Model::pal) {
    Machine machine(model);
    machine.boot();
    return machine;
}

inline void put(Machine& machine, Address at, std::initializer_list<int> bytes) {
    for (const int byte : bytes) machine.ram()[at++] = static_cast<Byte>(byte);
}

/// A test with a booted machine.
struct Booted : testing::Test {
    Machine machine = booted();
};

/// Checks the bytes that the processor would read from an address on.
inline void expect_bytes(const Machine& machine, Address at, std::initializer_list<int> bytes) {
    for (const int byte : bytes) {
        EXPECT_EQ(machine.peek(at), byte) << fmt::format("at ${:04x}", at);
        ++at;
    }
}

inline void expect_registers(const CallResult& result, int a, int x, int y) {
    EXPECT_EQ(result.registers.a, a);
    EXPECT_EQ(result.registers.x, x);
    EXPECT_EQ(result.registers.y, y);
}

/// Writes one after the other, as the processor does it.
inline void poke(Machine& machine, std::initializer_list<std::pair<int, int>> writes) {
    for (const auto& [address, value] : writes) {
        machine.poke(static_cast<Address>(address), static_cast<Byte>(value));
    }
}

/// A register of a chip, a value, and the cycle in which it is written or read.
struct At {
    unsigned index, value;
    Cycle now;
};

template <class Chip>
Byte read(Chip& chip, unsigned index, Cycle now) {
    if constexpr (std::same_as<Chip, Cia>) {
        return chip.read(index, now, 0xFF, 0xFF);
    } else {
        return chip.read(index, now);
    }
}
template <class Chip>
void expect_reads(Chip& chip, std::initializer_list<At> reads) {
    for (const auto& [index, value, now] : reads) {
        EXPECT_EQ(read(chip, index, now), value)
            << fmt::format("register {:02x} in cycle {}", index, now);
    }
}
template <class Chip>
void write(Chip& chip, std::initializer_list<At> writes) {
    for (const auto& [index, value, now] : writes) chip.write(index, static_cast<Byte>(value), now);
}

namespace kernal {
constexpr Address CINT = 0xFF81, SCNKEY = 0xFF9F, CHRIN = 0xFFCF, CHROUT = 0xFFD2, SETTIM = 0xFFDB,
                  RDTIM = 0xFFDE, STOP = 0xFFE1, GETIN = 0xFFE4, UDTIM = 0xFFEA, SCREEN = 0xFFED,
                  PLOT = 0xFFF0, IOBASE = 0xFFF3;
}

inline void print(Machine& machine, std::string_view petscii) {
    for (const char c : petscii) {
        ASSERT_TRUE(machine.call(kernal::CHROUT, {.a = static_cast<Byte>(c)}).returned());
    }
}

inline void plot(Machine& machine, int row, int column) {
    machine.call(kernal::PLOT, {.x = static_cast<Byte>(row), .y = static_cast<Byte>(column)});
}

/// Cycles of a call with its JSR.
inline Cycle cost(Machine machine, Address routine, const CallInput& input = {}) {
    constexpr Cycle jsr = 6;
    return machine.call(routine, input).cycles + jsr;
}

}  // namespace ryg::c64
