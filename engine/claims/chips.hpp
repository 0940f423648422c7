// Registers of the chips and colour RAM as a program can set and read them, never the RAM beneath.
#pragma once

#include <map>
#include <set>

#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// Whether the processor finds a chip or the colour RAM at an address, as the machine is now.
[[nodiscard]] bool is_chip(const c64::Machine& machine, Address at);

/// Colour RAM has four bits.
[[nodiscard]] constexpr bool is_colour(Address at) { return at >= 0xd800 && at < 0xdc00; }

/// What a program has stored in registers that cannot be read.
class Stores {
  public:
    void clear() { stored_.clear(); }
    void note(Address at, Byte value);
    /// What a read gives or, of the SID's registers that can only be written, what was stored last.
    /// Of the colour RAM the four bits that it has. Throws ContractError if nothing is there.
    [[nodiscard]] Byte read(const c64::Machine& machine, Address at) const;
    /// Has a register give a value. Throws ContractError if no write can.
    void set(c64::Machine& machine, Address at, Byte value);

  private:
    std::map<Address, Byte> stored_;
};

/// Calls of a routine whose block may name chips' registers. A call's memory at their addresses is
/// then what they hold, and so is the memory that is judged. What In says that a chip answers
/// (`reads $dc00`) stays the same in a call.
class Chips {
  public:
    /// Throws ContractError if a chip is said to answer where none is.
    Chips(const Suite& suite, const Program& program, const Block& block);

    [[nodiscard]] bool are_named() const { return !places_.empty(); }
    [[nodiscard]] bool names(Address at) const { return places_.contains(at); }
    /// Other bytes for registers that no In names.
    void make_noise(Call& call, engine::Random random) const;
    /// Has the registers hold what the call says, and the call what they then give. Throws
    /// ContractError if a register that In names cannot hold it.
    void settle(Host& host, Call& call, Address routine);
    /// Makes the machine ready for a call that was settled.
    void prepare(Host& host, const Call& call, Address routine);
    /// Also before `strict`, if it is there.
    [[nodiscard]] CallEnd run(Host& host, const Call& call, Addresses* reached,
                              Strict* strict = nullptr);
    [[nodiscard]] Findings judge(Judge& judge, const Expected& expected, const CallEnd& end,
                                 const Host& host) const;

  private:
    struct Place {
        std::size_t line = 0;
        bool is_in = false, answers = false;
    };
    void put(c64::Machine& machine, const Call& call);

    const Suite& suite_;
    std::map<Address, Place> places_;
    Stores stores_;
    std::vector<Byte> colours_;  // before the call
    std::size_t uses_line_;
};

}  // namespace ryg::claims
