// The 6510's own port at $0000/$0001, which chooses the memory map and drives the cassette.
#pragma once

#include <algorithm>
#include <array>

#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Address;
using emu::Byte;
using emu::Cycle;

/// Eight bits, of which the C64 wires six. A bit that is an output reads as it was written. As an
/// input it reads the level at its pin: 0, 1, 2 and 4 are pulled up, 5 is pulled down (cassette
/// motor), 3 floats and keeps its last level. 6 and 7 have no pin: the level they were driven to is
/// held by a capacitor and falls to 0 after `fade_cycles`.
///
/// Not modelled: the cassette (bit 4 reads as no key pressed), the spread of the fading time.
/// Sources: [C64PRG] [CPUPORT].
class Port {
  public:
    Cycle fade_cycles = 350'000;  ///< 6510; about 1,500,000 for an 8500, and warm chips are faster

    void reset() {
        direction_ = data_ = held_ = 0;
        fade_at_.fill(emu::never);
    }

    [[nodiscard]] Byte direction() const { return direction_; }

    /// The value of a read of $01.
    [[nodiscard]] Byte level() const {
        return static_cast<Byte>((data_ & direction_) | (undriven() & ~direction_));
    }

    /// LORAM, HIRAM and CHAREN as bits 0 to 2.
    [[nodiscard]] Byte bank_lines() const { return level() & 0x07; }

    void write_direction(Byte value, Cycle now) {
        const int released = direction_ & ~value;
        keep_levels(released);
        direction_ = value;
        for (unsigned i = 0; i < fade_at_.size(); ++i) {
            if ((released & data_ & fading_bit(i)) != 0) fade_at_[i] = now + fade_cycles;
        }
    }

    void write_data(Byte value) { data_ = value; }

    /// The cycle in which `level` next changes by itself.
    [[nodiscard]] Cycle next_event() const { return std::min(fade_at_[0], fade_at_[1]); }

    void catch_up(Cycle now) {
        for (unsigned i = 0; i < fade_at_.size(); ++i) {
            if (now < fade_at_[i]) continue;
            held_ = static_cast<Byte>(held_ & ~fading_bit(i));
            fade_at_[i] = emu::never;
        }
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Port::fade_cycles, &Port::direction_, &Port::data_, &Port::held_, &Port::fade_at_);
    }
    bool operator==(const Port&) const = default;

  private:
    static constexpr int pulled_up = 0x17, floating = 0xC8;
    [[nodiscard]] static constexpr int fading_bit(unsigned i) { return 0x40 << i; }

    [[nodiscard]] int undriven() const { return pulled_up | (held_ & floating); }
    void keep_levels(int bits) {
        held_ = static_cast<Byte>((held_ & ~bits) | (data_ & bits & floating));
    }

    Byte direction_ = 0, data_ = 0;
    Byte held_ = 0;  // levels of the floating bits since they were last driven
    std::array<Cycle, 2> fade_at_{emu::never, emu::never};  // bit 6, bit 7
};

}  // namespace ryg::c64
