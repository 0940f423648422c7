// When the VIC-II takes the bus from the processor: badlines and sprite DMA.
#include "c64/vic/bus.hpp"

#include <algorithm>

namespace ryg::c64 {
namespace {

constexpr unsigned badline_from = 11, badline_to = 54;
constexpr unsigned row_end = 15;  // cycle from which a sprite's row counts as fetched
constexpr unsigned sprite_cycles = 5;

constexpr bool holds(Byte mask, unsigned sprite) { return (mask >> sprite & 1) != 0; }
constexpr Byte bit(unsigned sprite) { return static_cast<Byte>(1U << sprite); }

/// Joins windows in chronological order, until there is a gap.
struct Joined {
    Cycle now;
    BaWindow window{};
    bool begun = false, ended = false;

    void add(Cycle from, Cycle to) {
        if (to <= now || ended) return;
        if (!begun) {
            window = {std::max(from, now), to};
            begun = true;
        } else if (from <= window.to) {
            window.to = to;
        } else {
            ended = true;
        }
    }
    void add_sprites(Byte active, Cycle sprite_0) {
        for (unsigned sprite = 0; sprite < 8; ++sprite) {
            const Cycle from = sprite_0 + Cycle{2} * sprite;
            if (holds(active, sprite)) add(from, from + sprite_cycles);
        }
    }
};

}  // namespace

bool VicBus::shows(Cycle frame) const {
    if (shown_frame_ == frame) return true;
    const VideoTiming timing = timing_of(model_);
    const Cycle after_line_30 = (frame * timing.lines + first_bad_line + 1) * timing.line_cycles;
    return den_ && control_written_ < after_line_30;
}

bool VicBus::is_bad_line(Cycle line) const {
    const Cycle frame = frame_of(model_, line);
    const auto in_frame = static_cast<unsigned>(line - frame * timing_of(model_).lines);
    return in_frame >= first_bad_line && in_frame <= last_bad_line && (in_frame & 7) == y_scroll_ &&
           shows(frame);
}

/// The first bad line from `line` on if the registers do not change.
Cycle VicBus::next_bad_line(Cycle line) const {
    const unsigned lines = timing_of(model_).lines;
    const Cycle frame = frame_of(model_, line);
    const Cycle frame_start = frame * lines;
    const unsigned from = std::max(static_cast<unsigned>(line - frame_start), first_bad_line);
    const unsigned in_frame = from + ((y_scroll_ - from) & 7);
    if (in_frame <= last_bad_line && shows(frame)) return frame_start + in_frame;
    return shows(frame + 1) ? frame_start + lines + first_bad_line + y_scroll_ : emu::never;
}

/// Ends the rows of all sprites that are not in the first half of a stretched row.
void VicBus::end_rows() {
    for (unsigned sprite = 0; sprite < 8; ++sprite) {
        if (!holds(active_ & last_half_, sprite)) continue;
        base_[sprite] = (base_[sprite] + row_bytes) & last_base;
        if (base_[sprite] == last_base) active_ = static_cast<Byte>(active_ & ~bit(sprite));
    }
}

/// Applies the crunch just before the row's end.
void VicBus::crunch(int unstretched) {
    for (unsigned sprite = 0; sprite < 8; ++sprite) {
        if (!holds(static_cast<Byte>(active_ & ~last_half_ & unstretched), sprite)) continue;
        const unsigned counter = (base_[sprite] + row_bytes) & last_base;
        base_[sprite] = (crunched(base_[sprite], counter) - row_bytes) & last_base;
    }
}

void VicBus::begin_sprites(Cycle line) {
    const auto y = static_cast<Byte>(line % timing_of(model_).lines);
    for (unsigned sprite = 0; sprite < 8; ++sprite) {
        if (!holds(enabled_, sprite) || holds(active_, sprite) || y_[sprite] != y) continue;
        active_ |= bit(sprite);
        base_[sprite] = 0;
        last_half_ |= bit(sprite);
    }
}

/// From the second frame on the sprites repeat, so whole frames can be skipped.
void VicBus::settle_sprites(Cycle now) {
    const VideoTiming timing = timing_of(model_);
    if (const Cycle frame = timing.frame_cycles(); now > settled_ + 3 * frame) {
        settled_ += (now - settled_ - 2 * frame) / frame * frame;
    }
    for (Cycle line = line_of(model_, settled_); settled_ < now; ++line) {
        const Cycle start = line * timing.line_cycles;
        const auto is_due = [&](Cycle cycle) { return settled_ < cycle && cycle <= now; };
        if (is_due(start + row_end)) end_rows();
        if (is_due(start + timing.sprite_0)) begin_sprites(line);
        if (is_due(start + timing.sprite_0 + 1)) {
            begin_sprites(line);
            last_half_ ^= stretched_;
        }
        settled_ = std::min(now, start + timing.line_cycles - 1);
    }
}

bool VicBus::is_possible(Model model, Cycle now) const {
    const Cycle frame = frame_of(model, line_of(model, now));
    return model_ == model && y_scroll_ <= 7 && control_written_ <= now + 1 &&
           (shown_frame_ == emu::never || shown_frame_ <= frame) && settled_ - now <= 2 &&
           std::ranges::max(base_) <= last_base;
}

void VicBus::write(unsigned index, Byte value, Cycle now) {
    settle(now);
    switch (index) {
        case control: {
            const VideoTiming timing = timing_of(model_);
            const Cycle line = line_of(model_, now), frame = frame_of(model_, line);
            if (line - frame * timing.lines >= first_bad_line && shows(frame)) shown_frame_ = frame;
            den_ = (value & 0x10) != 0;
            y_scroll_ = value & 0x07;
            control_written_ = now;
            break;
        }
        case enable: enabled_ = value; break;
        case stretch:
            if (now % timing_of(model_).line_cycles == row_end - 1) crunch(~value);
            stretched_ = value;
            last_half_ = static_cast<Byte>(last_half_ | ~stretched_);
            break;
        default: y_[index >> 1 & 7] = value; break;
    }
}

BaWindow VicBus::next_window(Cycle now) const {
    const VideoTiming timing = timing_of(model_);
    const Cycle first = line_of(model_, now);
    const Cycle first_start = first * timing.line_cycles;
    const Cycle bad = next_bad_line(now < first_start + badline_to ? first : first + 1);
    const Cycle bad_start = bad == emu::never ? emu::never : bad * timing.line_cycles;
    if ((enabled_ | active_) == 0) {
        if (bad == emu::never) return {};
        return {std::max(now, bad_start + badline_from), bad_start + badline_to, true};
    }
    VicBus ahead = *this;
    Joined joined{.now = now};
    ahead.settle(now);
    if (now < first_start + row_end && first > 0) {
        joined.add_sprites(ahead.active_, first_start - timing.line_cycles + timing.sprite_0);
    }
    for (Cycle line = first; !joined.begun && line <= first + timing.lines + 1; ++line) {
        const Cycle start = line * timing.line_cycles;
        if (line == bad) joined.add(start + badline_from, start + badline_to);
        ahead.settle(std::max(now, start + timing.sprite_0 + 1));
        joined.add_sprites(ahead.active_, start + timing.sprite_0);
    }
    return joined.window;
}

emu::Repetitions VicBus::repeats_of(const BaWindow& window) const {
    const VideoTiming timing = timing_of(model_);
    const Cycle line = line_of(model_, window.from);
    if (!window.alone || window.from != line * timing.line_cycles + badline_from) return {};
    const auto in_frame = static_cast<unsigned>(line - frame_of(model_, line) * timing.lines);
    return {(last_bad_line - in_frame) / 8, Cycle{8} * timing.line_cycles};
}

}  // namespace ryg::c64
