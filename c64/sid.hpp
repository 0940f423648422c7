// The SID's registers as a place to write to; the chip itself is not modelled yet.
#pragma once

#include <array>

#include "emu/types.hpp"

namespace c64 {

using emu::Byte;

/// Not modelled: oscillators and envelope (OSC3 and ENV3 read 0), the fading bus byte that
/// write-only registers read as (they read 0). Paddles read $ff: none is plugged in.
class Sid {
  public:
    void reset() { written_.fill(0); }
    [[nodiscard]] Byte read(unsigned index) const {
        return index == 0x19 || index == 0x1A ? 0xFF : 0x00;
    }
    void write(unsigned index, Byte value) { written_[index] = value; }

    bool operator==(const Sid&) const = default;

  private:
    std::array<Byte, 32> written_{};
};

}  // namespace c64
