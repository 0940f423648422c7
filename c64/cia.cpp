// The 6526 CIA: two ports, two timers and the interrupt they make.
#include "c64/cia.hpp"

#include <algorithm>

namespace c64 {
namespace {

// The flip-flops of Timer::pipe. A count request needs four cycles from the control register to
// the counter, a load request two; each cycle moves them one bit up.
constexpr int count0 = 0x01, count1 = 0x02, count2 = 0x04, count3 = 0x08, load0 = 0x10,
              load1 = 0x20;
constexpr int counting = count0 | count1 | count2 | count3;
constexpr int moved = count1 | count2 | count3 | load1;

enum Register : unsigned { PRA, PRB, DDRA, DDRB, TALO, TAHI, TBLO, TBHI, SDR = 12, ICR, CRA, CRB };

}  // namespace

void Timer::write_control(Byte value, bool counts_clock) {
    const bool starts = (value & START) != 0 && counts_clock;
    if (starts) {
        if ((pipe & count0) == 0) pipe |= count0 | count1;
    } else {
        pipe = static_cast<Byte>(pipe & ~(count0 | count1));
    }
    if ((value & LOAD) != 0) pipe |= load0;
    control = static_cast<Byte>(value & ~LOAD);
}

bool Timer::step(bool counts_clock) {
    if ((pipe & count3) != 0) --counter;
    const bool underflow = counter == 0 && (pipe & count2) != 0;
    if (underflow) {
        if ((control & ONE_SHOT) != 0) {
            control = static_cast<Byte>(control & ~START);
            pipe = static_cast<Byte>(pipe & ~(count0 | count1 | count2));
        }
        pipe |= load1;
    }
    if ((pipe & load1) != 0) {
        counter = latch;
        pipe = static_cast<Byte>(pipe & ~count2);
    }
    const bool feeds = counts_clock && (control & START) != 0;
    pipe = static_cast<Byte>((pipe << 1 & moved) | (feeds ? count0 : 0));
    return underflow;
}

Cycle Timer::quiet_cycles() const {
    if (pipe == 0) return emu::never;
    if (pipe == counting && counter > 1) return counter - Cycle{1};
    return 0;
}

void Timer::skip(Cycle cycles) {
    if (pipe == counting) counter = static_cast<std::uint16_t>(counter - cycles);
}

void Timer::pulse() {
    if ((control & START) != 0) pipe |= count1;
}

void Cia::reset(Cycle now) {
    *this = Cia{};
    done_ = now;
}

void Cia::step() {
    ++done_;
    if (interrupt_follows_) {
        interrupt_follows_ = false;
        if (!interrupt_) interrupt_since_ = done_;
        interrupt_ = true;
    }
    const bool a_out = a_.step(a_counts_clock());
    const bool b_out = b_.step(b_counts_clock());
    if (a_out && b_counts_a()) b_.pulse();
    const int raised = (a_out ? 1 : 0) | (b_out ? 2 : 0);
    flags_ = static_cast<Byte>(flags_ | raised);
    if ((raised & mask_) != 0) interrupt_follows_ = true;
}

Cycle Cia::quiet_cycles() const {
    return interrupt_follows_ ? 0 : std::min(a_.quiet_cycles(), b_.quiet_cycles());
}

void Cia::catch_up(Cycle now) {
    while (done_ < now) {
        const Cycle quiet = std::min(quiet_cycles(), now - done_);
        if (quiet == 0) {
            step();
        } else {
            a_.skip(quiet);
            b_.skip(quiet);
            done_ += quiet;
        }
    }
}

/// Looks ahead on a copy: a few steps until both timers just count, then the first underflow is
/// where the counters say. An underflow that the mask ignores is an event too: it is not sure then
/// what comes behind it.
Cycle Cia::next_event() const {
    const bool a_matters = (mask_ & 1) != 0 || ((mask_ & 2) != 0 && b_counts_a());
    const bool b_matters = (mask_ & 2) != 0;
    if (interrupt_ || (!a_matters && !b_matters && !interrupt_follows_)) return emu::never;
    Cia ahead = *this;
    constexpr Cycle far_enough = 8;
    while (ahead.done_ < done_ + far_enough) {
        if (ahead.interrupt_) return ahead.done_;
        const Cycle quiet_a = a_matters ? ahead.a_.quiet_cycles() : emu::never;
        const Cycle quiet_b = b_matters ? ahead.b_.quiet_cycles() : emu::never;
        const Cycle quiet = std::min(quiet_a, quiet_b);
        if (quiet == emu::never && !ahead.interrupt_follows_) return emu::never;
        if (quiet > 0 && !ahead.interrupt_follows_) return ahead.done_ + quiet + 2;
        ahead.step();
    }
    return ahead.done_;
}

Byte Cia::take_flags() {
    const auto value = static_cast<Byte>(flags_ | (interrupt_ ? 0x80 : 0));
    flags_ = 0;
    interrupt_ = interrupt_follows_ = false;
    return value;
}

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
        case SDR: return serial_;
        case ICR: return take_flags();
        case CRA: return a_.control;
        case CRB: return b_.control;
        default: return 0;
    }
}

void Cia::write(unsigned index, Byte value, Cycle now) {
    catch_up(now);
    const auto write_high = [value](Timer& timer) {
        timer.latch = emu::word(emu::low(timer.latch), value);
        if ((timer.control & Timer::START) == 0) timer.pipe |= load0;  // a stopped timer loads
    };
    switch (index) {
        case PRA: data_a_ = value; break;
        case PRB: data_b_ = value; break;
        case DDRA: direction_a_ = value; break;
        case DDRB: direction_b_ = value; break;
        case TALO: a_.latch = emu::word(value, emu::high(a_.latch)); break;
        case TAHI: write_high(a_); break;
        case TBLO: b_.latch = emu::word(value, emu::high(b_.latch)); break;
        case TBHI: write_high(b_); break;
        case SDR: serial_ = value; break;
        case ICR:
            mask_ =
                static_cast<Byte>((value & 0x80) != 0 ? mask_ | (value & 0x1F) : mask_ & ~value);
            if ((flags_ & mask_) != 0 && !interrupt_) interrupt_follows_ = true;
            break;
        case CRA: a_.write_control(value, (value & 0x20) == 0); break;
        case CRB: b_.write_control(value, (value & 0x60) == 0); break;
        default: break;
    }
}

}  // namespace c64
