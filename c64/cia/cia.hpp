// The 6526 CIA: two ports, two timers, a clock, a shift register, and the interrupt they make.
#pragma once

#include <cstdint>

#include "c64/cia/clock.hpp"
#include "c64/cia/timer.hpp"

namespace ryg::c64 {

/// The later chips pull their interrupt pin in the cycle of the flag, the first one a cycle later.
enum class CiaChip : std::uint8_t { mos6526, mos6526a, mos6526_4485 };

/// The chip is evaluated up to the cycle of each access, and never in between.
///
///     flag            bit of ICR    comes with
///     timer A, B      0, 1          the underflow, in its own cycle
///     alarm           2             the tenth in which the clock becomes equal to the alarm, or a
///                                   write that makes them equal
///     serial          3             two cycles after CNT has changed for the 15th time for a byte
///
/// CNT changes two cycles after an underflow of timer A while there is something to shift out, and
/// each bit takes two changes. What is written to the shift register arrives two cycles later, and
/// waits for the byte before it. If that byte's flag has come, the new byte replaces it at once:
/// the old byte's 16th change is never made. A change of CRA's bit 6, output or input, drops both
/// and lets CNT go high; if CNT was low when the register became an input, or shortly before, the
/// flag comes two cycles after it has become an output again.
///
/// Reading ICR clears the flags and releases the pin. Where the two chips differ:
///
///                                                   6526              6526A
///     pin falls: flag in cycle t                    t + 1             t
///                mask written in cycle t            t + 2             t + 1
///     ICR read in the cycle of a flag               without bit 7,
///                                                   no interrupt
///     ICR read in the cycle before a flag           timer B's flag    pin: t + 1,
///                                                   is lost, its      bit 7 at once
///                                                   interrupt is not
///     ICR read in two cycles in a row: the second   bit 7             all bits
///         shows again, of what the first took
///     mask cleared in the cycle of the flag         timer A: none
///
/// **Time**: over long gaps, a timer that keeps running out costs one multiplication; two that do,
/// or one with a latch below 2, take some steps each time. The clock takes a step per tenth of a
/// second.
/// Not modelled: CNT and FLAG are always high, so nothing is shifted in and nothing counts CNT.
/// Sources: [CIA], [CIADOC], [C64PRG], [VICE].
class Cia {
  public:
    static constexpr unsigned interrupt_control = 13;  ///< reading it has an effect

    explicit Cia(const Mains& mains = {}, CiaChip chip = CiaChip::mos6526)
        : chip_(chip), clock_(mains) {}

    /// Whether a write to this register can change when the next interrupt comes.
    [[nodiscard]] static constexpr bool moves_interrupt(unsigned index) { return index >= 4; }

    void reset(Cycle now);

    /// Registers 0 to 15. `pins_a` and `pins_b` are the levels that other devices put on the port
    /// pins.
    [[nodiscard]] Byte read(unsigned index, Cycle now, Byte pins_a, Byte pins_b);
    void write(unsigned index, Byte value, Cycle now);

    /// The levels that the chip puts on the port pins; inputs are pulled up. Timers that have a pin
    /// of port B drive it with their state in the cycle of the last catch_up.
    [[nodiscard]] Byte port_a() const { return static_cast<Byte>(data_a_ | ~direction_a_); }
    [[nodiscard]] Byte port_b() const;

    [[nodiscard]] bool interrupt() const { return interrupt_; }
    [[nodiscard]] Cycle interrupt_since() const { return interrupt_since_; }
    /// The cycle in which the interrupt pin may fall next.
    [[nodiscard]] Cycle next_event() const;
    void catch_up(Cycle now);
    /// The last cycle that is accounted for.
    [[nodiscard]] Cycle done() const { return done_; }

    /// Whether its members are consistent in cycle `now`, up to which the chip has caught up.
    [[nodiscard]] bool is_possible(const Mains& mains, Cycle now) const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Cia::chip_, &Cia::a_, &Cia::b_, &Cia::clock_, &Cia::data_a_, &Cia::direction_a_,
             &Cia::data_b_, &Cia::direction_b_, &Cia::serial_data_, &Cia::changes_,
             &Cia::serial_waits_, &Cia::cnt_, &Cia::cnt_low_, &Cia::drives_, &Cia::was_cut_,
             &Cia::load_in_, &Cia::change_in_, &Cia::serial_in_, &Cia::flags_, &Cia::mask_,
             &Cia::read_, &Cia::taken_, &Cia::interrupt_in_, &Cia::interrupt_,
             &Cia::interrupt_since_, &Cia::done_);
    }
    bool operator==(const Cia&) const = default;

  private:
    static constexpr Byte timer_a = 1, timer_b = 2, alarm = 4, serial = 8;
    static constexpr Byte serial_changes = 16, serial_delay = 2, cnt_history = 7;

    [[nodiscard]] bool a_counts_clock() const { return (a_.control & 0x20) == 0; }
    [[nodiscard]] bool b_counts_clock() const { return (b_.control & 0x60) == 0; }
    [[nodiscard]] bool b_counts_a() const { return (b_.control & 0x40) != 0; }
    [[nodiscard]] bool shifts_out() const { return (a_.control & 0x40) != 0; }
    [[nodiscard]] bool shifts() const {
        return shifts_out() && (changes_ != 0 || serial_waits_ || load_in_ != 0);
    }
    /// ICR was read in the cycle before.
    [[nodiscard]] bool flags_were_read() const { return read_ + 1 == done_; }
    [[nodiscard]] bool is_delaying() const {
        return interrupt_in_ != 0 || serial_in_ != 0 || load_in_ != 0 || change_in_ != 0 ||
               drives_ || cnt_low_ != (cnt_ ? 0 : cnt_history);
    }
    [[nodiscard]] Byte interesting() const;
    void step();
    [[nodiscard]] Cycle quiet_cycles() const;
    Cycle skip_periods(Cycle cycles);
    void pull_in(Byte cycles);
    void raise(Byte flags);
    bool shift(bool a_out);
    void turn_serial();
    Byte take_flags();
    void write_control_a(Byte value, Cycle now);

    CiaChip chip_;
    Timer a_, b_;
    Clock clock_;
    Byte data_a_ = 0, direction_a_ = 0, data_b_ = 0, direction_b_ = 0;
    Byte serial_data_ = 0, changes_ = 0;  // changes of CNT that the current byte still needs
    bool serial_waits_ = false;           // another byte
    bool cnt_ = true;                     // its level,
    Byte cnt_low_ = 0;                    // bit 0: whether it is low, 1 and 2: a cycle or two ago
    bool drives_ = false;   // an underflow wants to change it: in a row only the first does
    bool was_cut_ = false;  // CNT was low when the shift register became an input
    Byte load_in_ = 0, change_in_ = 0;  // cycles until a byte is there, until CNT changes; or 0
    Byte serial_in_ = 0;                // cycles until the serial flag; 0: none is due
    Byte flags_ = 0, mask_ = 0;
    Cycle read_ = emu::never;  // when ICR was read last,
    Byte taken_ = 0;           // and what that cleared: flags, and an interrupt made or pending
    Byte interrupt_in_ = 0;    // cycles until the pin falls; 0: not due
    bool interrupt_ = false;
    Cycle interrupt_since_ = emu::never;
    Cycle done_ = 0;  // the last cycle that is accounted for
};

}  // namespace ryg::c64
