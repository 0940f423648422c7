// The 6526 CIA: two ports, two timers and the interrupt they make.
#pragma once

#include <cstdint>

#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace c64 {

using emu::Byte;
using emu::Cycle;

/// One 16-bit down counter with its latch. A change of the control register takes effect after a
/// few cycles, because it travels through flip-flops; `pipe` has one bit for each.
///
///     STA $dc0e with $11 (load, start) at t = 0, latch L:
///       t         4     5    ...  L+2   L+3   L+4   L+5
///       counter   L-1   L-2       1     L     L     L-1      never 0
///       underflow                       *
struct Timer {
    std::uint16_t counter = 0xFFFF, latch = 0xFFFF;
    Byte control = 0;
    Byte pipe = 0;

    static constexpr Byte START = 0x01, ONE_SHOT = 0x08, LOAD = 0x10;

    /// `counts_clock`: the timer counts phi2 and not something else.
    void write_control(Byte value, bool counts_clock);
    /// One cycle; true when the counter ran out in it.
    bool step(bool counts_clock);
    /// Cycles for which nothing but counting happens.
    [[nodiscard]] Cycle quiet_cycles() const;
    void skip(Cycle cycles);
    /// One pulse of what the timer counts instead of phi2.
    void pulse();

    bool operator==(const Timer&) const = default;
};

/// Evaluated when it is asked, up to the cycle of the access, and never in between.
///
/// **Time**: the flag of an underflow can be read in the underflow's own cycle; the interrupt pin
/// falls one cycle later.
/// Not modelled yet: time of day, serial port, PB6/PB7 output, counting CNT, the 6526A.
/// Sources: [CIA], [C64PRG].
class Cia {
  public:
    static constexpr unsigned interrupt_control = 13;  ///< reading it has an effect

    /// Can a write to this register change when the next interrupt comes?
    [[nodiscard]] static constexpr bool moves_interrupt(unsigned index) { return index >= 4; }

    void reset(Cycle now);

    /// Register 0 to 15. `pins_a` and `pins_b` are the levels that others put on the port pins.
    [[nodiscard]] Byte read(unsigned index, Cycle now, Byte pins_a, Byte pins_b);
    void write(unsigned index, Byte value, Cycle now);

    /// The levels that the chip puts on the port pins; inputs are pulled up.
    [[nodiscard]] Byte port_a() const { return static_cast<Byte>(data_a_ | ~direction_a_); }
    [[nodiscard]] Byte port_b() const { return static_cast<Byte>(data_b_ | ~direction_b_); }

    [[nodiscard]] bool interrupt() const { return interrupt_; }
    [[nodiscard]] Cycle interrupt_since() const { return interrupt_since_; }
    /// The cycle in which the interrupt pin may fall next.
    [[nodiscard]] Cycle next_event() const;
    void catch_up(Cycle now);

    bool operator==(const Cia&) const = default;

  private:
    [[nodiscard]] bool a_counts_clock() const { return (a_.control & 0x20) == 0; }
    [[nodiscard]] bool b_counts_clock() const { return (b_.control & 0x60) == 0; }
    [[nodiscard]] bool b_counts_a() const { return (b_.control & 0x40) != 0; }
    void step();
    [[nodiscard]] Cycle quiet_cycles() const;
    Byte take_flags();

    Timer a_, b_;
    Byte data_a_ = 0, direction_a_ = 0, data_b_ = 0, direction_b_ = 0, serial_ = 0;
    Byte flags_ = 0, mask_ = 0;       // bit 0: timer A, bit 1: timer B
    bool interrupt_follows_ = false;  // the pin falls in the next cycle
    bool interrupt_ = false;
    Cycle interrupt_since_ = emu::never;
    Cycle done_ = 0;  // the last cycle that is accounted for
};

}  // namespace c64
