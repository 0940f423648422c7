// One timer of the 6526: a 16-bit down counter, its latch, and the flip-flops before them.
#include "c64/cia/timer.hpp"

namespace ryg::c64 {

void Timer::write_control(Byte value, bool counts_clock) {
    const bool starts = (value & START) != 0 && counts_clock;
    if (starts) {
        if ((pipe & count0) == 0) pipe |= count0 | count1;
    } else {
        pipe = static_cast<Byte>(pipe & ~(count0 | count1));
    }
    if ((value & LOAD) != 0) pipe |= load0;
    if ((value & START) != 0 && (control & START) == 0) toggle = true;
    control = static_cast<Byte>(value & ~LOAD);
}

/// In the cycle of an underflow, the value written to the latch also reaches the counter.
void Timer::write_latch(std::uint16_t value) {
    latch = value;
    if (out) counter = value;
}

void Timer::write_high(Byte value) {
    write_latch(emu::word(emu::low(latch), value));
    if ((control & START) == 0) pipe |= load0;  // a stopped timer loads
}

bool Timer::step(bool counts_clock) {
    constexpr int moved = count1 | count2 | count3 | load1;
    if ((pipe & count3) != 0) --counter;
    out = counter == 0 && (pipe & count2) != 0;
    if (out) {
        toggle = !toggle;
        if ((control & ONE_SHOT) != 0 || (pipe & one_shot0) != 0) {
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
    const bool one_shot = (control & ONE_SHOT) != 0;
    pipe = static_cast<Byte>(((pipe & ~one_shot0) << 1 & moved) | (feeds ? count0 : 0) |
                             (one_shot ? one_shot0 : 0));
    return out;
}

void Timer::pulse() {
    if ((control & START) != 0) pipe |= count2;
}

}  // namespace ryg::c64
