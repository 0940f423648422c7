// A register that changes by itself: what it shows is known by its unknown state and the cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/contracts/prove/terms.hpp"

namespace ryg::contracts::prove {

/// A register that steps through a cycle of states, the same ones wherever it begins.
struct Stream {
    unsigned at = 0;                    ///< its address
    std::vector<std::uint32_t> states;  ///< in the order of its steps; the first follows the last
    std::vector<Byte> shown;            ///< by place in `states`: what the register shows
    std::vector<unsigned> steps;        ///< by cycle of the call: how many steps it has made
    std::vector<Term> state;     ///< In's symbols, the bytes of the first state, lowest first
    std::vector<Term> readings;  ///< symbols for what a path reads, one after the other
};

/// The first states that a path leaves, by their places in a stream's `states`.
class States {
  public:
    States() = default;
    [[nodiscard]] static States all(std::size_t count);

    /// Those that show a byte of a set after some steps.
    void assign_filtered(const States& from, const Stream& stream, unsigned steps,
                         const Domain& seen);
    [[nodiscard]] bool empty() const { return count_ == 0; }
    /// One of them; other numbers give others. There must be one.
    [[nodiscard]] std::uint32_t some(std::uint32_t number) const;
    /// What they show after some steps; perhaps more, if they are many.
    [[nodiscard]] Domain shown(const Stream& stream, unsigned steps) const;

  private:
    std::vector<std::uint64_t> bits_;  // by place, while they are many
    std::vector<std::uint32_t> list_;  // else their places
    std::size_t count_ = 0;
};

}  // namespace ryg::contracts::prove
