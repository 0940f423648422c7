// The VIC-II's read in the first half of each cycle: the byte that an open bus keeps.
//
//   cycle of a line   1 .. 10         11 .. 15   16 .. 55      56 57   58 .. 63         (PAL)
//   reads             sprites 3 to 7  refresh    characters    idle    sprites 0 to 2
//
// A sprite takes two: its pointer, and the middle byte of its row, an idle read while its DMA is
// off. Idle reads are those of $3fff. NTSC chips are idle a cycle or two longer.
#pragma once

#include <cstdint>
#include <span>

#include "c64/vic/bus.hpp"

namespace ryg::c64 {

/// A read in the chip's 16K: of (address | times * byte at `code` & reach) & wired.
struct VicRead {
    emu::Address address = 0x3FFF;
    emu::Address wired = 0x3FFF;
    unsigned times = 0;  ///< 0: no code is used
    emu::Address code = 0;
    emu::Address reach = 0x3FFF;

    [[nodiscard]] constexpr unsigned address_with(unsigned byte) const {
        return (address | (times * byte & reach)) & wired;
    }
};

/// The first control register in the cycle before a fetch of graphics, and in its own.
struct FetchModes {
    Byte before, now;
};

/// A fetch for a cell: its position in the video matrix, and which of its eight lines.
struct MatrixCell {
    bool displays;  ///< not idle
    unsigned code, row;
};

/// The graphics of a cell. ECM and BMM affect the addresses of an 8565 a cycle later than those of
/// the other chips. On the others BMM is cleared a cycle late, and in the cycle after a change the
/// lower eight bits of the address may still be old and the upper bits new: if the change leads
/// into or out of the addresses of the character ROM, even in banks with memory there.
[[nodiscard]] VicRead graphics_read(const MatrixCell& cell, FetchModes mode,
                                    std::span<const Byte> registers, Model model);

/// Counts the characters and their rows (VC, VCBASE, RC) as far as what is read depends on them.
/// Evaluated on request: a line is one step, whole frames are skipped.
///
/// Approximation: codes come from memory as it is, not as it was when the bad line fetched them.
/// Sources: [VIC] sections 3.6.3, 3.7.2, 3.8.1.
class VicReads {
  public:
    /// Catches up to cycle `now`; the registers that `bus` follows must not have changed since the
    /// last call.
    void settle(Cycle now, const VicBus& bus, Model model);

    /// The read in cycle `now`, after settle(). `before` is the first control register a cycle ago.
    [[nodiscard]] VicRead at(Cycle now, const VicBus& bus, std::span<const Byte> registers,
                             Byte before) const;
    /// Faster version for repeating frames (VicBus::is_steady); needs no prior settle().
    [[nodiscard]] static VicRead steady_at(Cycle now, const VicBus& bus,
                                           std::span<const Byte> registers);

    /// The counters of the literature, as of the last settle().
    struct Counters {
        bool displays;             ///< not idle
        std::uint16_t base, next;  ///< VCBASE, VC
        Byte row;                  ///< RC
    };
    [[nodiscard]] Counters counters() const { return {displays_, base_, next_, row_}; }

    /// Whether its members are consistent in cycle `now`, to which it has caught up, or up to two
    /// cycles beyond: a poke is made in the next cycle, and sprites that it shows are drawn from
    /// the cycle after that.
    [[nodiscard]] bool is_possible(Cycle now) const {
        constexpr unsigned cells = 1024;
        return settled_ - now <= 2 && base_ < cells && next_ < cells && row_ <= 7;
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&VicReads::settled_, &VicReads::displays_, &VicReads::base_, &VicReads::next_,
             &VicReads::row_, &VicReads::begun_);
    }
    bool operator==(const VicReads&) const = default;

  private:
    void run(Cycle now, const VicBus& bus, Model model);
    void run_whole_lines(Cycle now, const VicBus& bus, Model model);

    Cycle settled_ = 0;
    bool displays_ = false;  // not idle
    std::uint16_t base_ = 0, next_ = 0;
    Byte row_ = 0;
    Cycle begun_ = emu::never;  // cycle in which a late badline ended the idle state
};

}  // namespace ryg::c64
