// Chip registers and colour RAM as a program sets and reads them, never the RAM beneath.
#pragma once

#include <map>
#include <set>
#include <span>

#include "engine/claims/havoc.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// Whether the processor currently sees a chip or the colour RAM at an address.
[[nodiscard]] bool is_chip(const c64::Machine& machine, Address at);

/// Colour RAM has four bits.
[[nodiscard]] constexpr bool is_colour(Address at) { return at >= 0xd800 && at < 0xdc00; }

/// The values that a program has stored in write-only registers.
class Stores {
  public:
    void clear() { stored_.clear(); }
    void note(Address at, Byte value);
    /// The value of a read or, for the SID's write-only registers, the last value stored; for
    /// colour RAM its four bits. Throws ContractError if there is no chip at the address.
    [[nodiscard]] Byte read(const c64::Machine& machine, Address at) const;
    /// Sets a register so that it reads as `value`. Throws ContractError if no write can.
    void set(c64::Machine& machine, Address at, Byte value);

  private:
    std::map<Address, Byte> stored_;
};

/// Calls of a routine whose block may name chip registers. A call's memory, and the memory that is
/// checked, then hold the registers' values at their addresses. A read whose value In states
/// (`reads $dc00`) gives the same value throughout a call.
class Chips {
  public:
    /// Throws ContractError if In states a read at an address without a chip.
    Chips(const Suite& suite, const Program& program, const Block& block);

    [[nodiscard]] bool are_named() const { return !places_.empty(); }
    [[nodiscard]] bool names(Address at) const { return places_.contains(at); }
    /// Randomises the registers that no In names.
    void make_noise(Call& call, engine::Random random) const;
    /// Sets the registers to the call's values, then replaces these by what reads give. Throws
    /// ContractError if a register that In names cannot hold its value.
    void settle(Host& host, Call& call, Address routine);
    /// Prepares the machine for a call after settle().
    void prepare(Host& host, const Call& call, Address routine);
    /// Runs the call, observed by `strict` and `havoc` if they are set.
    [[nodiscard]] CallEnd run(Host& host, const Call& call, Addresses* reached,
                              Strict* strict = nullptr, Havoc* havoc = nullptr);
    /// The keys that a reference types for a call. Otherwise, if the routine waits for keys, as many
    /// random ones as it reads; none if 10,000 do not suffice.
    [[nodiscard]] Keys keys_for(Host& host, const Call& call, Address routine,
                                const Reference& reference, Choices& choices);
    [[nodiscard]] Findings judge(Judge& judge, const Expected& expected, const CallEnd& end,
                                 const Host& host) const;

  private:
    /// A register or byte of colour RAM that the block names.
    struct Place {
        std::size_t line = 0;
        bool is_in = false, answers = false;
        std::span<const Byte> in_turn{};  ///< values of successive reads; empty: the call's memory
    };
    void put(c64::Machine& machine, const Call& call);

    const Suite& suite_;
    std::map<Address, Place> places_;
    Stores stores_;
    std::vector<Byte> colours_;  // before the call
    std::size_t uses_line_;
    bool waits_for_keys_;
    bool is_endless_;  // a call leaves the machine as it stopped
};

}  // namespace ryg::claims
