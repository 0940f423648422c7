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
struct Condition {
    Literal literal;

    constexpr Condition() = default;
    template <std::same_as<bool> T>
    constexpr Condition(T known) : literal(known) {}  // NOLINT(*-explicit-*)
    constexpr explicit Condition(Literal of) : literal(of) {}
};

struct Word;

/// The lowest bit first.
struct Byte {
    std::array<Literal, 8> bits{};

    constexpr Byte() = default;
    template <std::integral T>
    constexpr Byte(T known) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 8; ++i)
            bits[i] = Literal((static_cast<unsigned>(known) >> i & 1) != 0);
    }
    explicit Byte(const Word& word);
};

/// 16 bits, the lowest first; higher bits of results are lost.
struct Word {
    std::array<Literal, 16> bits{};

    constexpr Word() = default;
    template <std::integral T>
    constexpr Word(T known) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 16; ++i) {
            bits[i] = Literal((static_cast<std::uint64_t>(known) >> i & 1) != 0);
        }
    }
    Word(const Byte& byte) {  // NOLINT(*-explicit-*)
        for (unsigned i = 0; i < 8; ++i) bits[i] = byte.bits[i];
    }
    Word(const Condition& condition) { bits[0] = condition.literal; }  // NOLINT(*-explicit-*)
    Word(const Byte& low, const Byte& high) : Word(low) {
        for (unsigned i = 0; i < 8; ++i) bits[i + 8] = high.bits[i];
    }
    Word& operator|=(const Word& other);
    Word& operator&=(const Word& other);
    /// The number, if every bit is known.
    [[nodiscard]] std::optional<unsigned> number() const;
};

inline Byte::Byte(const Word& word) {
    for (unsigned i = 0; i < 8; ++i) bits[i] = word.bits[i];
}

Word operator&(const Word& a, const Word& b);
Word operator|(const Word& a, const Word& b);
Word operator^(const Word& a, const Word& b);
Word operator~(const Word& a);
Word operator+(const Word& a, const Word& b);
Word operator-(const Word& a, const Word& b);
Word operator<<(const Word& a, int by);
Word operator>>(const Word& a, int by);
Condition operator>(const Word& a, const Word& b);
Condition operator>=(const Word& a, const Word& b);
inline Condition operator<(const Word& a, const Word& b) { return b > a; }
inline Condition operator<=(const Word& a, const Word& b) { return b >= a; }
Condition operator==(const Word& a, const Word& b);
Condition operator!=(const Word& a, const Word& b);
Condition operator!(const Condition& a);
Condition operator&&(const Condition& a, const Condition& b);
Condition operator||(const Condition& a, const Condition& b);
Word choose(const Condition& condition, const Word& a, const Word& b);
template <std::same_as<Byte> B>
Byte choose(const Condition& condition, const B& a, const B& b) {
    return Byte(choose(condition, Word(a), Word(b)));
}

/// A number of cycles: a constant plus the weights of the literals that are true.
struct Time {
    Cycle cycles = 0;
    std::vector<std::pair<Literal, std::int64_t>> also{};

    void count(Literal one);
    void add(Literal literal, std::int64_t weight);
};
Time choose(Literal first, const Time& a, const Time& b);

/// The value types for emu's 6502 (emu/values.hpp) in a proof.
struct Formulas {
    using Word = prove::Word;
    using Byte = prove::Byte;
    using Condition = prove::Condition;
    using NZ = prove::Word;
    using Time = prove::Time;

    static Word sum(const Word& a, const Word& b, const Condition& carry);
    /// The value of a condition on the current path (engine/prove/core.hpp).
    static bool decide(const Condition& condition);
};

using State = emu::BasicState<Formulas>;
/// State `a` where `first` is true, else `b`. Both must have the same pc and S.
State choose(Literal first, const State& a, const State& b);

}  // namespace ryg::prove
