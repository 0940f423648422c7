// The VIC-II: registers, raster line, interrupts, bus accesses and drawing.
//
//     VicBus, VicReads   computed on request: the cycles with BA low, and the read in a cycle
//     Beam               stepped through every cycle, but only while `draws`: pixels and collisions
//
// They share the registers. BA and the byte on the bus, which affect the processor, always come
// from the first two; the picture and collisions come from the beam alone.
#include "c64/vic/vic.hpp"

#include <algorithm>
#include <utility>

#include "c64/vic/registers.hpp"

namespace ryg::c64 {
namespace {

using namespace vic;

}  // namespace

unsigned Vic::raster_line(Cycle now) const {
    const VideoTiming timing = timing_of(model_);
    const Cycle line = line_of(model_, now), frame = frame_of(model_, line);
    if (now == frame * timing.frame_cycles()) return timing.lines - 1;
    return static_cast<unsigned>(line - frame * timing.lines);
}

unsigned Vic::compare_line() const {
    return (registers_[CONTROL1] & 0x80U) << 1 | registers_[RASTER];
}

/// The first cycle after `after` in which the counter becomes `line`; never for a line that the
/// chip lacks.
Cycle Vic::next_start(unsigned line, Cycle after) const {
    const VideoTiming timing = timing_of(model_);
    if (line >= timing.lines) return emu::never;
    const Cycle frame = timing.frame_cycles();
    const Cycle in_frame = Cycle{line} * timing.line_cycles + (line == 0 ? 1 : 0);
    const Cycle start = frame_of(model_, line_of(model_, after)) * frame + in_frame;
    return start > after ? start : start + frame;
}

void Vic::raise(Byte flag, Cycle now) {
    const bool before = interrupt();
    flags_ |= flag;
    if (!before && interrupt()) interrupt_since_ = now;
}

void Vic::latch_pen(Cycle now) {
    const VideoTiming timing = timing_of(model_);
    const Cycle line = line_of(model_, now);
    pen_frame_ = frame_of(model_, line);
    const unsigned x_values = is_pal(model_) ? 504 : 512, late = model_ == Model::pal_old ? 2 : 0;
    const auto cycle = static_cast<unsigned>(now - line * timing.line_cycles) + 1;
    pen_x_ = static_cast<Byte>((8 * cycle + late + x_values - 102) % x_values / 2);
    pen_y_ = static_cast<Byte>(raster_line(now + 1));
    raise(0x08, now + 1);
}

void Vic::set_light_pen(bool low, Cycle now) {
    catch_up(now);
    const bool lost = raster_line(now) == timing_of(model_).lines - 1;
    if (low && !pen_low() && !lost && pen_frame_ != frame_at(now)) latch_pen(now);
    if (low != pen_low()) pen_start_ = low ? next_pen_start(now) : emu::never;
}

void Vic::catch_up(Cycle now) {
    if (pen_start_ <= now) {
        const Cycle next = next_pen_start(now);
        latch_pen(next - frame_cycles());
        pen_start_ = next;
    }
    if (next_match_ <= now) {
        raise(0x01, next_match_);
        next_match_ = next_start(compare_line(), now);
    }
}

void Vic::release_bus(Cycle now) {
    if (now < ba_low_.to) return;
    bus_.settle(now);
    ba_low_ = bus_.next_window(now);
}

void Vic::connect_ba(bool connected, Cycle now) {
    ba_connected_ = connected;
    bus_.settle(now);
    ba_low_ = connected ? bus_.next_window(now) : BaWindow{};
}

void Vic::settle(Cycle now) {
    bus_.settle(now);
    reads_.settle(now, bus_, model_);
}

VicRead Vic::read_by_chip(Cycle now) {
    if (bus_.is_steady(now)) return VicReads::steady_at(now, bus_, registers_);
    settle(now);
    const bool just_written = now != 0 && bus_.control_written() == now - 1;
    const Byte before = just_written ? control_before_ : registers_[CONTROL1];
    return reads_.at(now, bus_, registers_, before);
}

bool Vic::is_possible(Model model, Cycle now) const {
    const auto comes_soon = [&](Cycle cycle) {
        return cycle == emu::never || (now < cycle && cycle <= now + 3 * frame_cycles());
    };
    return model_ == model && bus_.is_possible(model, now) && reads_.is_possible(now) &&
           vertical_.is_possible(now) && (!beam_ || beam_->is_possible(model, now)) &&
           comes_soon(next_match_) && comes_soon(ba_low_.to) && ba_low_.from <= ba_low_.to &&
           (ba_connected_ || ba_low_ == BaWindow{}) &&
           (pen_frame_ == emu::never || pen_frame_ <= frame_at(now + 1)) &&
           comes_soon(pen_start_) && (!pen_low() || pen_start_ % frame_cycles() == 1);
}

// ------------------------------------------------------------------------------------- the picture

void Vic::collide(const Beam::Collisions& found, Cycle now) {
    if (found.graphics != 0 && collisions_.graphics == 0) raise(0x02, now);
    if (found.sprites != 0 && collisions_.sprites == 0) raise(0x04, now);
    collisions_.graphics |= found.graphics;
    collisions_.sprites |= found.sprites;
}

/// Cycle by cycle while a picture is drawn or a program may get a collision interrupt, else by
/// lines.
Cycle Vic::next_draw() const {
    if (!beam_) return emu::never;
    const bool at_once = beam_->picture || ((mask_ & 0x06) != 0 && beam_->has_sprites());
    return at_once ? beam_->next() : beam_->next_line();
}

void Vic::begin_drawing(Cycle now) {
    if (beam_) return;
    settle(now);
    vertical_.settle(now, registers_[CONTROL1], model_);
    beam_.emplace(model_, bus_, reads_, vertical_.is_shut(), registers_, now);
}

void Vic::draw(Cycle now, const VicMemory& memory) {
    if (!beam_) return;
    while (beam_->next() < now) {
        beam_->step(registers_, memory);
        if (const auto found = beam_->take(); found != Beam::Collisions{}) {
            collide(found, beam_->next() - 1);
        }
    }
    if (!beam_->picture && !bus_.has_sprites() && !beam_->has_sprites()) beam_.reset();
}

void Vic::find_collisions(Cycle now, const VicMemory& memory) {
    if (watches_) return draw(now + 1, memory);
    watches_ = true;
    if (!bus_.has_sprites()) return;
    begin_drawing(now);
    Beam frame = *beam_;
    while (frame.next() < now + frame_cycles()) frame.step(registers_, memory);
    collide(frame.take(), now);
}

void Vic::begin_picture(Cycle now) {
    begin_drawing(now);
    beam_->picture.emplace();
}

// ------------------------------------------------------------------------------------------------

Cycle Vic::next_interrupt() const {
    if (interrupt()) return emu::never;
    return std::min((mask_ & 0x01) != 0 ? next_match_ : emu::never,
                    (mask_ & 0x08) != 0 ? pen_start_ : emu::never);
}

Byte Vic::read(unsigned index, Cycle now) {
    catch_up(now);
    const Byte stored = registers_[index];
    switch (index) {
        case CONTROL1: return static_cast<Byte>((stored & 0x7F) | (raster_line(now) >> 1 & 0x80));
        case RASTER: return static_cast<Byte>(raster_line(now));
        case LIGHT_PEN: return pen_x_;
        case LIGHT_PEN + 1: return pen_y_;
        case CONTROL2: return stored | 0xC0;
        case MEMORY: return stored | 0x01;
        case FLAGS: return static_cast<Byte>(flags_ | 0x70 | (interrupt() ? 0x80 : 0));
        case MASK: return mask_ | 0xF0;
        case COLLISIONS: return std::exchange(collisions_.sprites, Byte{0});
        case COLLISIONS + 1: return std::exchange(collisions_.graphics, Byte{0});
        default: break;
    }
    if (index >= NOTHING) return 0xFF;
    return index >= COLOURS ? stored | 0xF0 : stored;
}

/// The counter is compared in every cycle, with the value written before that cycle.
void Vic::write_compared(unsigned index, Byte value, Cycle now) {
    const unsigned before = compare_line();
    registers_[index] = value;
    const unsigned after = compare_line();
    if (after == before) return;
    const bool was_equal = before == raster_line(now);
    const bool is_equal = after == raster_line(now + 1);
    next_match_ = is_equal && !was_equal ? now + 1 : next_start(after, now + 1);
}

/// A write takes effect from the next cycle on.
void Vic::write(unsigned index, Byte value, Cycle now) {
    catch_up(now);
    if (index == CONTROL1) {
        settle(now);
        control_before_ = registers_[CONTROL1];
        vertical_.settle(now + 1, registers_[CONTROL1], model_);
    }
    switch (index) {
        case CONTROL1:
        case RASTER: write_compared(index, value, now); break;
        case FLAGS: flags_ = static_cast<Byte>(flags_ & ~value & 0x0F); break;
        case MASK: {
            const bool before = interrupt();
            mask_ = value & 0x0F;
            if ((mask_ & 0x06) != 0) watches_ = true;
            if (!before && interrupt()) interrupt_since_ = now + 1;
            break;
        }
        default: registers_[index] = value; break;
    }
    if (beam_) beam_->write(index, value);
    if (VicBus::decides(index)) bus_.write(index, value, now);
    if (watches_ && bus_.has_sprites()) begin_drawing(now + 1);
    if (!VicBus::decides(index)) return;
    if (ba_connected_) ba_low_ = bus_.next_window(now + 1);
}

}  // namespace ryg::c64
