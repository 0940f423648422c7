// The values of a proof: words, bytes and conditions whose bits are literals of a graph.
#pragma once

#include <concepts>
#include <optional>

#include "emu/state.hpp"
#include "engine/prove/graph.hpp"

namespace ryg::prove {

/// During its lifetime, operators of this thread make nodes of this graph.
class GraphScope {
  public:
    explicit GraphScope(Graph& graph) : before_(graph_) { graph_ = &graph; }
    ~GraphScope() { graph_ = before_; }
    GraphScope(const GraphScope&) = delete;
    GraphScope& operator=(const GraphScope&) = delete;
    [[nodiscard]] static Graph& graph() { return *graph_; }

  private:
    static thread_local Graph* graph_;
    Graph* before_;
};

/// Does not convert to `bool`, so that an `if` that hides a decision does not compile.
struct Bit {
    Literal literal;

    constexpr Bit() = default;
    template <std::same_as<bool> T>
    constexpr Bit(T known) : literal(known) {}  // NOLINT(*-explicit-*)
    constexpr explicit Bit(Literal of) : literal(of) {}
};

struct Bits16;

/// The lowest bit first.
struct Bits8 {
    std::array<Literal, 8> bits{};

    constexpr Bits8() = default;
    template <std::integral T>
    constexpr Bits8(T known) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 8; ++i)
            bits[i] = Literal((static_cast<unsigned>(known) >> i & 1) != 0);
    }
    explicit Bits8(const Bits16& word);
};

/// 16 bits, the lowest first; higher bits of results are lost.
struct Bits16 {
    std::array<Literal, 16> bits{};

    constexpr Bits16() = default;
    template <std::integral T>
    constexpr Bits16(T known) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 16; ++i) {
            bits[i] = Literal((static_cast<std::uint64_t>(known) >> i & 1) != 0);
        }
    }
    Bits16(const Bits8& byte) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 8; ++i) bits[i] = byte.bits[i];
    }
    Bits16(const Bit& condition) { bits[0] = condition.literal; }  // NOLINT(*-explicit-*)
    Bits16(const Bits8& low, const Bits8& high) : Bits16(low) {
        for (unsigned i = 0; i < 8; ++i) bits[i + 8] = high.bits[i];
    }
    Bits16& operator|=(const Bits16& other);
    Bits16& operator&=(const Bits16& other);
    /// The number, if every bit is known.
    [[nodiscard]] std::optional<unsigned> number() const;
};

inline Bits8::Bits8(const Bits16& word) {
    for (unsigned i = 0; i < 8; ++i) bits[i] = word.bits[i];
}

Bits16 operator&(const Bits16& a, const Bits16& b);
Bits16 operator|(const Bits16& a, const Bits16& b);
Bits16 operator^(const Bits16& a, const Bits16& b);
Bits16 operator~(const Bits16& a);
Bits16 operator+(const Bits16& a, const Bits16& b);
Bits16 operator-(const Bits16& a, const Bits16& b);
Bits16 operator<<(const Bits16& a, int by);
Bits16 operator>>(const Bits16& a, int by);
Bit operator>(const Bits16& a, const Bits16& b);
Bit operator>=(const Bits16& a, const Bits16& b);
inline Bit operator<(const Bits16& a, const Bits16& b) { return b > a; }
inline Bit operator<=(const Bits16& a, const Bits16& b) { return b >= a; }
Bit operator==(const Bits16& a, const Bits16& b);
Bit operator!=(const Bits16& a, const Bits16& b);
Bit operator!(const Bit& a);
Bit operator&&(const Bit& a, const Bit& b);
Bit operator||(const Bit& a, const Bit& b);
Bits16 choose(const Bit& condition, const Bits16& a, const Bits16& b);
template <std::same_as<Bits8> B>
Bits8 choose(const Bit& condition, const B& a, const B& b) {
    return Bits8(choose(condition, Bits16(a), Bits16(b)));
}

/// A byte of which nothing is known: new inputs of the current graph.
[[nodiscard]] Bits8 unknown_byte();

/// A number of cycles: a constant plus the weights of the literals that are true.
struct SymbolicTime {
    Cycle cycles = 0;
    std::vector<std::pair<Literal, std::int64_t>> also{};

    void count(Literal one);
    void add(Literal literal, std::int64_t weight);
};
SymbolicTime choose(Literal first, const SymbolicTime& a, const SymbolicTime& b);

/// The value types for emu's 6502 (emu/values.hpp) in a proof.
struct FormulaValues {
    using Word = prove::Bits16;
    using Byte = prove::Bits8;
    using Condition = prove::Bit;
    using NZ = prove::Bits16;
    using Time = prove::SymbolicTime;

    static Bits16 sum(const Bits16& a, const Bits16& b, const Bit& carry);
    /// The value of a condition on the current path (engine/prove/core.hpp).
    static bool decide(const Bit& condition);
};

using State = emu::BasicState<FormulaValues>;
/// State `a` where `first` is true, else `b`.
State choose(Literal first, const State& a, const State& b);

}  // namespace ryg::prove
