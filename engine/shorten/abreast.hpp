// Sixteen machines abreast: the values with which emu's 6502 runs an instruction on all of them.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <variant>

#include "emu/state.hpp"

namespace ryg::shorten {

/// Vectors of the compiler's: SIMD where the host has it, loops elsewhere.
struct Abreast {
    static constexpr unsigned count = 16;
    using Vector = std::uint16_t __attribute__((vector_size(16)));

    /// 16 bits of each machine.
    struct Wide {
        Vector low{}, high{};

        Wide() = default;
        template <std::integral T>
        Wide(T known)  // NOLINT(*-explicit-*)
            : low(Vector{} + static_cast<std::uint16_t>(known)), high(low) {}
        Wide(Vector of_low, Vector of_high) : low(of_low), high(of_high) {}
        template <class Do>
        static Wide each(const Wide& a, const Wide& b, Do does) {
            return {reinterpret_cast<Vector>(does(a.low, b.low)),
                    reinterpret_cast<Vector>(does(a.high, b.high))};
        }
        [[nodiscard]] std::uint16_t operator[](std::size_t lane) const {
            return lane < 8 ? low[lane] : high[lane - 8];
        }
        void set(std::size_t lane, std::uint64_t value) {
            (lane < 8 ? low : high)[lane % 8] = static_cast<std::uint16_t>(value);
        }
        [[nodiscard]] bool is_zero() const {
            using Pair = std::uint64_t __attribute__((vector_size(16)));
            const auto pair = reinterpret_cast<Pair>(low | high);
            return (pair[0] | pair[1]) == 0;
        }
        Wide& operator|=(const Wide& other) { return *this = *this | other; }
        Wide& operator&=(const Wide& other) { return *this = *this & other; }
        friend Wide operator~(const Wide& a) { return {~a.low, ~a.high}; }
        friend Wide operator<<(const Wide& a, int by) { return {a.low << by, a.high << by}; }
        friend Wide operator>>(const Wide& a, int by) { return {a.low >> by, a.high >> by}; }
        friend Wide operator&(const Wide& a, const Wide& b) { return each(a, b, std::bit_and()); }
        friend Wide operator|(const Wide& a, const Wide& b) { return each(a, b, std::bit_or()); }
        friend Wide operator^(const Wide& a, const Wide& b) { return each(a, b, std::bit_xor()); }
        friend Wide operator+(const Wide& a, const Wide& b) { return each(a, b, std::plus()); }
        friend Wide operator-(const Wide& a, const Wide& b) { return each(a, b, std::minus()); }
    };
    /// Eight bits of each machine.
    struct Byte : Wide {
        Byte() = default;
        template <std::integral T>
        Byte(T known) : Wide(static_cast<std::uint8_t>(known)) {}  // NOLINT(*-explicit-*)
        explicit Byte(const Wide& word) : Wide(word & Wide(0xff)) {}
    };
    /// All bits where it is true. Converts to no `bool`.
    struct Condition {
        Wide mask{};

        Condition() = default;
        template <std::same_as<bool> T>
        Condition(T known) : mask(known ? 0xffff : 0) {}  // NOLINT(*-explicit-*)
        explicit Condition(const Wide& of) : mask(of) {}
        operator Wide() const { return mask & Wide(1); }  // NOLINT(*-explicit-*)
        friend Condition operator!(const Condition& a) { return Condition(~a.mask); }
        friend Condition operator&&(const Condition& a, const Condition& b) {
            return Condition(a.mask & b.mask);
        }
        friend Condition operator||(const Condition& a, const Condition& b) {
            return Condition(a.mask | b.mask);
        }
    };
    friend Condition operator==(const Wide& a, const Wide& b) {
        return Condition(Wide::each(a, b, std::equal_to()));
    }
    friend Condition operator>(const Wide& a, const Wide& b) {
        return Condition(Wide::each(a, b, std::greater()));
    }
    friend Condition operator!=(const Wide& a, const Wide& b) { return !(a == b); }
    friend Condition operator>=(const Wide& a, const Wide& b) { return !(b > a); }
    friend Condition operator<(const Wide& a, const Wide& b) { return b > a; }
    friend Condition operator<=(const Wide& a, const Wide& b) { return !(a > b); }
    friend Wide choose(const Condition& condition, const Wide& a, const Wide& b) {
        return b ^ ((a ^ b) & condition.mask);
    }
    template <std::same_as<Byte> B>
    friend Byte choose(const Condition& condition, const B& a, const B& b) {
        return Byte(choose(condition, Wide(a), Wide(b)));
    }

    using Word = Wide;
    using NZ = Wide;
    using Time = std::monostate;  ///< cycles are not counted
    static Wide sum(const Wide& a, const Wide& b, const Condition& carry) {
        return a + b + Wide(carry);
    }
    /// Only of D, which is the same in all machines.
    static bool decide(const Condition& condition) { return condition.mask[0] != 0; }
};

/// Registers of sixteen machines, and the bytes of memory that a window names.
struct Machines {
    static constexpr unsigned most_slots = 8;
    emu::BasicState<Abreast> s{};
    std::array<Abreast::Byte, most_slots> slots{};
};

}  // namespace ryg::shorten
