// The 6526 CIA: two ports, two timers, a clock, a shift register, and the interrupt they make.
#pragma once

#include <cstdint>
#include <tuple>

#include "c64/cia/clock.hpp"
#include "c64/cia/timer.hpp"

namespace ryg::c64 {

/// The later chip pulls its interrupt pin in the cycle of the flag, the first a cycle later.
enum class CiaChip : std::uint8_t { mos6526, mos6526a };

/// Evaluated when it is asked, up to the cycle of the access, and never in between.
///
///     flag            bit of ICR    comes with
///     timer A, B      0, 1          the underflow, in its own cycle
///     alarm           2             the tenth in which the clock becomes equal to the alarm, or a
///                                   write that makes them equal
///     serial          3             the 16th underflow of timer A behind a write of the shift
///                                   register: each bit takes two
///
/// Reading ICR clears the flags and lets go of the pin. In the cycle of a flag the 6526 gives it
/// without bit 7, and there is no interrupt then.
///
/// **Time**: in long gaps a timer that runs out again and again is a product; two that do, or one
/// with a latch below 2, take some steps for each time. The clock takes a step a tenth.
/// Approximation: the serial flag may come some cycles later on a real chip.
/// Not modelled: CNT and FLAG are always high, so nothing is shifted in and nothing counts CNT; the
/// timer B flag that a 6526 loses when ICR is read in the cycle before.
/// Sources: [CIA], [CIADOC], [C64PRG].
class Cia {
  public:
    static constexpr unsigned interrupt_control = 13;  ///< reading it has an effect

    explicit Cia(const Mains& mains = {}, CiaChip chip = CiaChip::mos6526)
        : chip_(chip), clock_(mains) {}

    /// Can a write to this register change when the next interrupt comes?
    [[nodiscard]] static constexpr bool moves_interrupt(unsigned index) { return index >= 4; }

    void reset(Cycle now);

    /// Register 0 to 15. `pins_a` and `pins_b` are the levels that others put on the port pins.
    [[nodiscard]] Byte read(unsigned index, Cycle now, Byte pins_a, Byte pins_b);
    void write(unsigned index, Byte value, Cycle now);

    /// The levels that the chip puts on the port pins; inputs are pulled up. Timers that have a pin
    /// of port B drive it as they were in the cycle of the last catch_up.
    [[nodiscard]] Byte port_a() const { return static_cast<Byte>(data_a_ | ~direction_a_); }
    [[nodiscard]] Byte port_b() const;

    [[nodiscard]] bool interrupt() const { return interrupt_; }
    [[nodiscard]] Cycle interrupt_since() const { return interrupt_since_; }
    /// The cycle in which the interrupt pin may fall next.
    [[nodiscard]] Cycle next_event() const;
    void catch_up(Cycle now);
    /// The last cycle that is accounted for.
    [[nodiscard]] Cycle done() const { return done_; }

    /// Can it be so in cycle `now`, everything before that accounted for?
    [[nodiscard]] bool is_sound(Cycle now) const;
    [[nodiscard]] const Mains& mains() const { return clock_.mains(); }

    /// All of it, for who saves and loads it (c64/board/members.hpp).
    static constexpr auto members() {
        return std::tuple{&Cia::chip_,
                          &Cia::a_,
                          &Cia::b_,
                          &Cia::clock_,
                          &Cia::data_a_,
                          &Cia::direction_a_,
                          &Cia::data_b_,
                          &Cia::direction_b_,
                          &Cia::serial_data_,
                          &Cia::halves_,
                          &Cia::serial_waits_,
                          &Cia::flags_,
                          &Cia::mask_,
                          &Cia::interrupt_follows_,
                          &Cia::interrupt_,
                          &Cia::interrupt_since_,
                          &Cia::done_};
    }
    bool operator==(const Cia&) const = default;

  private:
    static constexpr Byte timer_a = 1, timer_b = 2, alarm = 4, serial = 8;
    static constexpr Byte serial_halves = 16;

    [[nodiscard]] bool a_counts_clock() const { return (a_.control & 0x20) == 0; }
    [[nodiscard]] bool b_counts_clock() const { return (b_.control & 0x60) == 0; }
    [[nodiscard]] bool b_counts_a() const { return (b_.control & 0x40) != 0; }
    [[nodiscard]] bool shifts() const { return halves_ != 0 || serial_waits_; }
    [[nodiscard]] Byte interesting() const;
    void step();
    [[nodiscard]] Cycle quiet_cycles() const;
    Cycle skip_periods(Cycle cycles);
    void raise(Byte flags);
    bool shift();
    Byte take_flags();
    void write_control_a(Byte value, Cycle now);

    CiaChip chip_;
    Timer a_, b_;
    Clock clock_;
    Byte data_a_ = 0, direction_a_ = 0, data_b_ = 0, direction_b_ = 0;
    Byte serial_data_ = 0, halves_ = 0;  // of bits that are still to be shifted out
    bool serial_waits_ = false;          // a byte has been written and its first bit is not out yet
    Byte flags_ = 0, mask_ = 0;
    bool interrupt_follows_ = false;  // the pin falls in the next cycle
    bool interrupt_ = false;
    Cycle interrupt_since_ = emu::never;
    Cycle done_ = 0;  // the last cycle that is accounted for
};

}  // namespace ryg::c64
