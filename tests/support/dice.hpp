// Random numbers for tests and fuzzers: small, fixed, and the same everywhere.
#pragma once

#include <cstddef>

#include "emu/types.hpp"

namespace ryg::tests {

/// xorshift64*, Vigna 2016.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}

    std::uint64_t next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545F4914F6CDD1Du;
    }
    /// 0 to bound - 1
    unsigned operator()(std::size_t bound) { return static_cast<unsigned>((next() >> 11) % bound); }
    emu::Byte byte() { return static_cast<emu::Byte>(next() >> 56); }

  private:
    std::uint64_t state_;
};

}  // namespace ryg::tests
