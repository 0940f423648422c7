// The 6526 CIA: two ports, two timers, a clock, a shift register, and the interrupt they make.
#include "c64/cia/cia.hpp"

#include <algorithm>

namespace ryg::c64 {
namespace {

// clang-format off
enum CiaRegister : unsigned { PRA, PRB, DDRA, DDRB, TALO, TAHI, TBLO, TBHI, TOD10, TODS, TODM, TODH,
                           SDR, ICR, CRA, CRB };
// clang-format on

constexpr Byte fifty_hertz = 0x80;   // in CRA
constexpr Byte writes_alarm = 0x80;  // in CRB

Byte with_timer(Byte port, const Timer& timer, unsigned bit) {
    if ((timer.control & Timer::TO_PORT) == 0) return port;
    const unsigned cleared = port & ~(1U << bit);
    return static_cast<Byte>(cleared | (timer.pin() ? 1U << bit : 0U));
}

}  // namespace

void Cia::reset(Cycle now) {
    *this = Cia(clock_.mains(), chip_);
    clock_.divide_by(6, now);
    done_ = now;
}

Byte Cia::port_b() const {
    const auto port = static_cast<Byte>(data_b_ | ~direction_b_);
    return with_timer(with_timer(port, a_, 6), b_, 7);
}

// ------------------------------------------------------------------------------------------ time

void Cia::pull_in(Byte cycles) {
    if (interrupt_ || (interrupt_in_ != 0 && interrupt_in_ <= cycles)) return;
    interrupt_in_ = cycles;
}

void Cia::raise(Byte flags) {
    flags_ |= flags;
    if ((flags & mask_) == 0 || interrupt_) return;
    if (chip_ == CiaChip::mos6526 || flags_were_read()) {
        pull_in(1);
    } else {
        interrupt_ = true;
        interrupt_in_ = 0;
        interrupt_since_ = done_;
    }
}

/// Advances the shift register; true when its flag comes. The last bit is out after the 15th change
/// of CNT.
bool Cia::shift(bool a_out) {
    if (load_in_ != 0 && --load_in_ == 0) {
        const bool is_out = changes_ == 1 && serial_in_ == 0;  // except for the last change
        if (is_out) {
            changes_ = serial_changes;
            change_in_ = 0;
        } else {
            serial_waits_ = true;
        }
    }
    if (change_in_ != 0 && --change_in_ == 0) {
        if (changes_ == 0 && serial_waits_) {
            changes_ = serial_changes;
            serial_waits_ = false;
        }
        if (changes_ != 0) {
            cnt_ = !cnt_;
            if (--changes_ == 1) serial_in_ = serial_delay + 1;
        }
    }
    cnt_low_ = static_cast<Byte>((cnt_low_ << 1 | (cnt_ ? 0 : 1)) & cnt_history);
    const bool drives = a_out && shifts_out() && (changes_ != 0 || serial_waits_);
    if (drives && !drives_ && change_in_ == 0) change_in_ = serial_delay;
    drives_ = drives;
    return serial_in_ != 0 && --serial_in_ == 0;
}

/// CRA changes the direction of the shift register.
void Cia::turn_serial() {
    if (shifts_out()) {
        const int ago = chip_ == CiaChip::mos6526_4485 ? 7 : 6;  // other chips: not if it just fell
        was_cut_ = (cnt_low_ & ago) != 0 || (change_in_ == 1 && cnt_ && changes_ != 2);
    } else if (was_cut_) {
        serial_in_ = serial_delay;
    }
    changes_ = load_in_ = change_in_ = 0;
    serial_waits_ = false;
    cnt_ = true;
    drives_ = false;
}

void Cia::step() {
    ++done_;
    if (interrupt_in_ != 0 && --interrupt_in_ == 0) {
        interrupt_ = true;
        interrupt_since_ = done_;
    }
    const bool a_out = a_.step(a_counts_clock());
    const bool b_out = b_.step(b_counts_clock());
    if (a_out && b_counts_a()) b_.pulse();
    int raised = a_out ? timer_a : 0;
    if (b_out && chip_ == CiaChip::mos6526 && flags_were_read()) {
        if ((mask_ & timer_b) != 0) pull_in(1);  // the flag is lost, the interrupt is not
    } else if (b_out) {
        raised |= timer_b;
    }
    if (shift(a_out)) raised |= serial;
    if (done_ == clock_.next_tick() && clock_.tick(done_)) raised |= alarm;
    if (raised != 0) raise(static_cast<Byte>(raised));
}

Cycle Cia::quiet_cycles() const {
    if (is_delaying()) return 0;
    const Cycle to_tick = clock_.next_tick() - done_ - 1;
    return std::min({a_.quiet_cycles(), b_.quiet_cycles(), to_tick});
}

/// Skips whole periods of one timer in which nothing else happens, up to `cycles`. Returns the
/// cycles skipped.
Cycle Cia::skip_periods(Cycle cycles) {
    const auto skip = [this](Timer& timer, Byte flag, Cycle period, Cycle times) {
        timer.skip_periods(times);
        flags_ |= flag;
        done_ += period * times;
        return period * times;
    };
    // An interrupt that is already requested does not come twice.
    const auto is_harmless = [this](Byte flag) { return (mask_ & flag) == 0 || interrupt_; };
    if (is_delaying()) return 0;
    cycles = std::min(cycles, clock_.next_tick() - done_ - 1);
    if (const Cycle period = a_.period(); period != 0 && period <= cycles) {
        if (!is_harmless(timer_a) || shifts()) return 0;
        if (!b_counts_a()) {
            const Cycle times = std::min(cycles, b_.quiet_cycles()) / period;
            if (times != 0) {
                b_.skip(period * times);
                return skip(a_, timer_a, period, times);
            }
        } else if (b_.quiet_cycles() == emu::never) {
            constexpr Cycle way =
                4;  // cycles of a pulse through B's pipe, which must be empty again
            const bool counts = (b_.control & Timer::START) != 0;
            if (counts && period - a_.counter <= way) {
                if (a_.counter <= way + 1) return 0;
                a_.skip(way);
                done_ += way;
                return way;
            }
            const Cycle times = std::min(cycles / period, counts ? b_.counter : emu::never);
            if (counts) b_.counter = static_cast<std::uint16_t>(b_.counter - times);
            if (times != 0) return skip(a_, timer_a, period, times);
        }
    }
    if (const Cycle period = b_.period(); period != 0 && is_harmless(timer_b)) {
        const Cycle times = std::min(cycles, a_.quiet_cycles()) / period;
        if (times != 0) {
            a_.skip(period * times);
            return skip(b_, timer_b, period, times);
        }
    }
    return 0;
}

void Cia::catch_up(Cycle now) {
    while (done_ < now) {
        const Cycle quiet = std::min(quiet_cycles(), now - done_);
        if (quiet != now - done_ && skip_periods(now - done_) != 0) continue;
        if (quiet == 0) {
            step();
        } else {
            a_.skip(quiet);
            b_.skip(quiet);
            done_ += quiet;
        }
    }
}

/// The flags that may cause an interrupt.
Byte Cia::interesting() const {
    int flags = mask_ & (timer_a | timer_b);
    if ((mask_ & timer_b) != 0 && b_counts_a()) flags |= timer_a;
    if ((mask_ & serial) != 0 && (shifts() || serial_in_ != 0)) flags |= timer_a;
    if ((mask_ & alarm) != 0 && clock_.next_tick() != emu::never) flags |= alarm;
    return static_cast<Byte>(flags);
}

/// Looks ahead on a copy: a few steps until both timers just count; the counters then give the
/// first underflow. A masked underflow is an event, too, because the time after it is not
/// predicted.
Cycle Cia::next_event() const {
    if (interrupt_) return emu::never;
    const Byte matters = interesting();
    if (matters == 0 && interrupt_in_ == 0) return emu::never;
    const Cycle pin = chip_ == CiaChip::mos6526 ? 1 : 0;
    const Cycle tick = (matters & alarm) != 0 ? clock_.next_tick() + pin : emu::never;
    Cia ahead = *this;
    constexpr Cycle far_enough = 8;
    while (ahead.done_ < done_ + far_enough) {
        if (ahead.interrupt_) return ahead.done_;
        const Cycle quiet_a = (matters & timer_a) != 0 ? ahead.a_.quiet_cycles() : emu::never;
        const Cycle quiet_b = (matters & timer_b) != 0 ? ahead.b_.quiet_cycles() : emu::never;
        const Cycle quiet = std::min(quiet_a, quiet_b);
        if (!ahead.is_delaying()) {
            if (quiet == emu::never) return tick;
            if (quiet > 0) return std::min(tick, ahead.done_ + quiet + 1 + pin);
        }
        ahead.step();
    }
    return std::min(tick, ahead.done_);
}

bool Cia::is_possible(const Mains& mains, Cycle now) const {
    return chip_ <= CiaChip::mos6526_4485 && changes_ <= serial_changes &&
           std::max(load_in_, change_in_) <= serial_delay && serial_in_ <= serial_delay + 1 &&
           interrupt_in_ <= 2 && (done_ == now || done_ == now + 1) &&
           clock_.is_possible(mains, done_);
}

// ------------------------------------------------------------------------------------- registers

Byte Cia::take_flags() {
    const bool is_first_chip = chip_ == CiaChip::mos6526, comes = interrupt_in_ != 0;
    int value = flags_ | (interrupt_ || (comes && !is_first_chip) ? 0x80 : 0);
    if (flags_were_read()) value |= taken_ & (is_first_chip ? 0x80 : 0xFF);
    taken_ = static_cast<Byte>(flags_ | (interrupt_ || comes ? 0x80 : 0));
    flags_ = 0;
    interrupt_ = false;
    interrupt_in_ = 0;
    read_ = done_;
    return static_cast<Byte>(value);
}

// clang-format off
Byte Cia::read(unsigned index, Cycle now, Byte pins_a, Byte pins_b) {
    catch_up(now);
    switch (index) {
        case PRA: return port_a() & pins_a;
        case PRB: return port_b() & pins_b;
        case DDRA: return direction_a_;
        case DDRB: return direction_b_;
        case TALO: return emu::low(a_.counter);
        case TAHI: return emu::high(a_.counter);
        case TBLO: return emu::low(b_.counter);
        case TBHI: return emu::high(b_.counter);
        case TOD10: case TODS: case TODM: case TODH: return clock_.read(index - TOD10);
        case SDR: return serial_data_;
        case ICR: return take_flags();
        case CRA: return a_.control;
        case CRB: return b_.control;
        default: return 0;
    }
}
// clang-format on

void Cia::write_control_a(Byte value, Cycle now) {
    clock_.divide_by((value & fifty_hertz) != 0 ? 5 : 6, now);
    if (((value ^ a_.control) & 0x40) != 0) turn_serial();
    a_.write_control(value, (value & 0x20) == 0);
}

void Cia::write(unsigned index, Byte value, Cycle now) {
    catch_up(now);
    switch (index) {
        case PRA: data_a_ = value; break;
        case PRB: data_b_ = value; break;
        case DDRA: direction_a_ = value; break;
        case DDRB: direction_b_ = value; break;
        case TALO: a_.write_low(value); break;
        case TAHI: a_.write_high(value); break;
        case TBLO: b_.write_low(value); break;
        case TBHI: b_.write_high(value); break;
        case TOD10:
        case TODS:
        case TODM:
        case TODH:
            if (clock_.write(index - TOD10, value, (b_.control & writes_alarm) != 0, now)) {
                raise(alarm);
            }
            break;
        case SDR:
            serial_data_ = value;
            if (shifts_out()) load_in_ = serial_delay;
            break;
        case ICR:
            mask_ =
                static_cast<Byte>((value & 0x80) != 0 ? mask_ | (value & 0x1F) : mask_ & ~value);
            if ((flags_ & mask_) != 0) {
                pull_in(chip_ == CiaChip::mos6526 ? 2 : 1);
            } else if (chip_ == CiaChip::mos6526 && (flags_ & value & timer_a) != 0) {
                interrupt_in_ = 0;
            }
            break;
        case CRA: write_control_a(value, now); break;
        case CRB: b_.write_control(value, (value & 0x60) == 0); break;
        default: break;
    }
}

}  // namespace ryg::c64
