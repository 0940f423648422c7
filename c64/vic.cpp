// The VIC-II as a clock: registers, raster line and raster interrupt.
#include "c64/vic.hpp"

namespace c64 {
namespace {

constexpr unsigned CONTROL1 = 0x11, RASTER = 0x12, CONTROL2 = 0x16, MEMORY = 0x18, FLAGS = 0x19,
                   MASK = 0x1A, COLLISIONS = 0x1E, COLOURS = 0x20, NOTHING = 0x2F;
constexpr unsigned LIGHT_PEN = 0x13;

}  // namespace

unsigned Vic::raster_line(Cycle now) const {
    const VideoTiming timing = timing_of(model_);
    return static_cast<unsigned>(now / timing.line_cycles % timing.lines);
}

unsigned Vic::compare_line() const {
    return (registers_[CONTROL1] & 0x80U) << 1 | registers_[RASTER];
}

/// Sets the next cycle in which the beam enters the compare line; a line that the chip does not
/// have is never entered.
void Vic::aim(Cycle now) {
    const VideoTiming timing = timing_of(model_);
    const unsigned line = compare_line();
    if (line >= timing.lines) {
        next_match_ = emu::never;
        return;
    }
    const Cycle frame = timing.frame_cycles();
    const Cycle in_frame = Cycle{line} * timing.line_cycles + (line == 0 ? 1 : 0);
    next_match_ = now / frame * frame + in_frame;
    if (next_match_ <= now) next_match_ += frame;
}

void Vic::raise(Byte flag, Cycle now) {
    const bool before = interrupt();
    flags_ |= flag;
    if (!before && interrupt()) interrupt_since_ = now;
}

void Vic::catch_up(Cycle now) {
    while (next_match_ <= now) {
        raise(0x01, next_match_);
        aim(now);
    }
}

Cycle Vic::next_event() const {
    return (mask_ & 0x01) != 0 && !interrupt() ? next_match_ : emu::never;
}

Byte Vic::read(unsigned index, Cycle now) {
    catch_up(now);
    const Byte stored = registers_[index];
    switch (index) {
        case CONTROL1: return static_cast<Byte>((stored & 0x7F) | (raster_line(now) >> 1 & 0x80));
        case RASTER: return static_cast<Byte>(raster_line(now));
        case LIGHT_PEN:
        case LIGHT_PEN + 1: return 0;
        case CONTROL2: return stored | 0xC0;
        case MEMORY: return stored | 0x01;
        case FLAGS: return static_cast<Byte>(flags_ | 0x70 | (interrupt() ? 0x80 : 0));
        case MASK: return mask_ | 0xF0;
        case COLLISIONS:
        case COLLISIONS + 1: return 0;
        default: break;
    }
    if (index >= NOTHING) return 0xFF;
    return index >= COLOURS ? stored | 0xF0 : stored;
}

void Vic::write(unsigned index, Byte value, Cycle now) {
    catch_up(now);
    const unsigned line_before = compare_line();
    switch (index) {
        case FLAGS: flags_ = static_cast<Byte>(flags_ & ~value & 0x0F); break;
        case MASK: {
            const bool before = interrupt();
            mask_ = value & 0x0F;
            if (!before && interrupt()) interrupt_since_ = now;
            break;
        }
        default: registers_[index] = value; break;
    }
    if (index != CONTROL1 && index != RASTER) return;
    if (compare_line() == line_before) return;
    if (compare_line() == raster_line(now)) raise(0x01, now);  // the comparison became true
    aim(now);
}

}  // namespace c64
