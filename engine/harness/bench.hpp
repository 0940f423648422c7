// What the benches of all games share: the signature of behaviour and cost.
#pragma once

#include <cstdint>
#include <string>

#include "c64/board/machine.hpp"
#include "engine/harness/data.hpp"

namespace ryg::harness {

/// A thumbprint of a program's behaviour and cost. Equal signatures: the same trees, the same
/// cycles, the same moves.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t cycles = 0;
    std::uint32_t moves = 0;  ///< FNV-1a over from and to of each chosen move, $ff $ff for none

    void add(emu::Byte from, emu::Byte to);  ///< of a chosen move
    bool operator==(const Signature&) const = default;
};
[[nodiscard]] std::string to_string(const Signature& signature);
[[nodiscard]] Data::Fields to_data(const Signature& signature);

/// Seconds of processor time that this process has taken.
[[nodiscard]] double processor_seconds();
/// The upper of two in the middle; 0 of none.
[[nodiscard]] double median(std::vector<double> values);

/// Seconds that a C64's clock takes for so many of its cycles.
[[nodiscard]] constexpr double seconds_on(c64::Model model, emu::Cycle cycles) {
    return static_cast<double>(cycles) / c64::timing_of(model).clock_hz;
}

}  // namespace ryg::harness
