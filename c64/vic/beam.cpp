// Draws what the VIC-II shows, cycle by cycle, and finds what collides in it.
#include "c64/vic/beam.hpp"

#include <algorithm>
#include <utility>

#include "c64/vic/registers.hpp"

namespace ryg::c64 {
namespace {

using namespace vic;

constexpr Byte ECM = 0x40, BMM = 0x20, DEN = 0x10, RSEL = 0x08;  // in CONTROL1
constexpr Byte MCM = 0x10, CSEL = 0x08;                          // in CONTROL2

constexpr unsigned vc_mask = 0x3FF;  // VC has ten bits

// The number of pixels of the next cycle after which a write takes effect. XSCROLL and the sprites'
// X have the values of the cycle before.
constexpr unsigned pairing_changes = 7, sprite_changes = 6;

/// The same for mode bits when colours are chosen: delays of setting and clearing a bit.
struct Delay {
    unsigned set, cleared;
};
constexpr Delay mode_delay(Model model) {  // ECM, BMM
    return model == Model::pal ? Delay{8, 9} : Delay{4, 6};
}
constexpr Delay multicolour_delay(Model model) {  // value 0 of a bitmap always uses `set`
    return model == Model::pal ? Delay{4, 5} : Delay{4, 4};
}

/// Colour registers: the newer chips show a grey pixel and then the new colour, the older chips a
/// pixel of the old colour.
constexpr bool shows_grey(Model model) { return model == Model::pal || model == Model::ntsc; }

constexpr Byte one(unsigned n) { return static_cast<Byte>(1U << n); }
constexpr bool has(Byte value, unsigned n) { return (value >> n & 1) != 0; }

/// The first line of the graphics, and the line after the last.
constexpr unsigned top_of(Byte control) { return (control & RSEL) != 0 ? 51 : 55; }
constexpr unsigned bottom_of(Byte control) { return (control & RSEL) != 0 ? 251 : 247; }

constexpr unsigned last_x_of_ntsc = 62;  // x stops for a cycle

/// Number of x positions before x wraps to 0.
constexpr unsigned x_values(Model model) { return is_pal(model) ? 504 : 512; }

}  // namespace

/// Only the last cycles in which the border was opened and closed matter.
void VerticalBorder::settle(Cycle now, Byte control, Model model) {
    const VideoTiming timing = timing_of(model);
    const Cycle frame = timing.frame_cycles();
    const auto last_in = [&](unsigned line) -> std::optional<Cycle> {
        const Cycle start = Cycle{line} * timing.line_cycles;
        if (now <= start) return {};
        const Cycle since = (now - 1 - start) % frame;  // the line began
        const Cycle last = now - 1 - since + std::min<Cycle>(since, timing.line_cycles - 1);
        return last >= settled_ ? std::optional(last) : std::nullopt;
    };
    const auto opened = (control & DEN) != 0 ? last_in(top_of(control)) : std::nullopt;
    const auto shut = last_in(bottom_of(control));
    if (opened || shut) shut_ = shut > opened;
    settled_ = std::max(settled_, now);
}

Beam::Beam(Model model, const VicBus& bus, const VicReads& reads, bool shut,
           std::span<const Byte, 64> registers, Cycle now)
    : model_(model), next_(now), shut_(shut), to_shut_(shut) {
    const VideoTiming timing = timing_of(model);
    const Cycle line = line_of(model, now);
    line_ = static_cast<unsigned>(line - frame_of(model, line) * timing.lines);
    cycle_ = static_cast<unsigned>(now - line * timing.line_cycles) + 1;
    std::ranges::copy(registers, before_.begin());
    control_before_ = before_[CONTROL1];
    den_seen_ = line_ >= first_bad_line && bus.shows(frame_of(model, line));
    const auto counters = reads.counters();
    displays_ = counters.displays;
    base_ = counters.base;
    counter_ = counters.next;
    row_ = counters.row;
    place_ = static_cast<Byte>((counter_ - base_) & vc_mask);
    VicBus settled = bus;
    settled.settle(now == 0 ? 0 : now - 1);
    active_ = displayed_ = to_display_ = settled.active();
    last_half_ = settled.last_half();
    for (unsigned n = 0; n < 8; ++n) {
        sprites_[n].base = settled.base_of(n);
        const unsigned row = has(active_, n) ? VicBus::row_bytes : 0;
        sprites_[n].counter = static_cast<Byte>((sprites_[n].base + row) & VicBus::last_base);
    }
}

bool Beam::is_possible(Model model, Cycle now) const {
    constexpr unsigned cells = 1024;
    const VideoTiming timing = timing_of(model);
    const auto is_byte = [](const Sprite& it) {
        return it.base <= VicBus::last_base && it.counter <= VicBus::last_base;
    };
    return model_ == model && next_ <= now + 3 && now <= next_ + timing.line_cycles + 1 &&
           cycle_ == next_ % timing.line_cycles + 1 &&
           line_ == line_of(model, next_) % timing.lines && grey_ < before_.size() &&
           base_ < cells && counter_ < cells && row_ <= 7 && std::ranges::all_of(sprites_, is_byte);
}

Cycle Beam::next_line() const { return next_ + timing_of(model_).line_cycles + 1 - cycle_; }

/// Effects in the same cycle; later ones are taken from the registers.
void Beam::write(unsigned index, Byte value) {
    if (index >= COLOURS && shows_grey(model_)) grey_ = static_cast<Byte>(index);
    if (index == CONTROL1 && cycle_ == 1 && line_ == first_bad_line + 1 && (value & DEN) != 0) {
        den_seen_ = true;  // in the last cycle of line $30
    }
    if (index != 0x17) return;
    const auto unstretched = static_cast<Byte>(~value);
    const bool crunches = cycle_ == 16;  // the write was in cycle 15
    for (unsigned n = 0; n < 8; ++n) {
        Sprite& it = sprites_[n];
        if (crunches && has(static_cast<Byte>(unstretched & ~last_half_), n)) {
            it.counter = VicBus::crunched(it.base, it.counter);
        }
    }
    last_half_ |= unstretched;
}

// ------------------------------------------------------------------------------ counters, fetches

void Beam::count(bool bad) {
    if (cycle_ == 1 && line_ == 0) base_ = 0;
    if (cycle_ == 14) {
        counter_ = base_;
        place_ = 0;
        if (bad) row_ = 0;
    }
    if (cycle_ == 58) {
        if (row_ == 7) {
            base_ = counter_;
            displays_ = bad;
        }
        if (displays_) row_ = (row_ + 1) & 7;
    }
}

/// The chip reads graphics in the first half of a cycle and characters in the second.
void Beam::fetch(Registers registers, const VicMemory& memory, bool bad) {
    fetched_[2] = fetched_[1];
    fetched_[1] = fetched_[0];
    fetched_[0].loads = false;
    if (cycle_ >= 16 && cycle_ <= 55) {
        GraphicsColumn it{.loads = true};
        const VicRead read =
            graphics_read({displays_, counter_ & vc_mask, row_},
                          {before_[CONTROL1], registers[CONTROL1]}, registers, model_);
        if (displays_) {
            it.code = codes_[place_ % codes_.size()];
            it.colour = colours_[place_ % codes_.size()];
            counter_ = static_cast<std::uint16_t>((counter_ + 1) & vc_mask);
            ++place_;
        }
        it.bits = memory[read.address_with(it.code)];
        if (!shut_) fetched_[0] = it;
    }
    if (bad) displays_ = true;
    if (bad && cycle_ >= 15 && cycle_ <= 54) {
        const bool has_bus = ba_cycles_ > 3;
        codes_[place_ % codes_.size()] =
            has_bus ? memory[(registers[MEMORY] & 0xF0U) << 6 | counter_] : Byte{0xFF};
        colours_[place_ % codes_.size()] =
            (has_bus ? memory.colours[counter_] : memory.processor) & 0x0F;
    }
}

void Beam::check_sprites(Registers registers) {
    const unsigned sprite_0 = timing_of(model_).sprite_0 + 1;
    const auto each = [this](auto&& act) {
        for (unsigned n = 0; n < 8; ++n) act(n, sprites_[n]);
    };
    const auto is_at = [&](unsigned n) { return registers[2 * n + 1] == (line_ & 0xFF); };
    const auto begin = [&](unsigned n, Sprite& it) {
        if (!has(registers[0x15], n) || has(active_, n) || !is_at(n)) return;
        active_ |= one(n);
        it.base = 0;
        last_half_ |= one(n);
    };
    if (cycle_ == 16) {
        each([this](unsigned n, Sprite& it) {
            if (!has(active_ & last_half_, n)) return;
            it.base = it.counter;
            if (it.base == VicBus::last_base) active_ = static_cast<Byte>(active_ & ~one(n));
        });
    } else if (cycle_ == sprite_0) {
        each(begin);
    } else if (cycle_ == sprite_0 + 1) {
        each(begin);
        last_half_ ^= registers[0x17];
    } else if (cycle_ == sprite_0 + 3) {
        each([&](unsigned n, Sprite& it) {
            it.counter = it.base;
            if (!has(active_, n)) {
                to_display_ = static_cast<Byte>(to_display_ & ~one(n));
            } else if (is_at(n) && has(registers[0x15], n)) {
                to_display_ |= one(n);
            }
        });
    }
}

/// Without DMA a sprite gets the processor's bytes on the bus, and an idle read as its middle byte.
void Beam::fetch_sprites(Registers registers, const VicMemory& memory) {
    const VideoTiming timing = timing_of(model_);
    const unsigned since =
        (cycle_ + timing.line_cycles - (timing.sprite_0 + 4)) % timing.line_cycles;
    if (since >= 16) return;
    Sprite& it = sprites_[since / 2];
    const bool active = has(active_, since / 2);
    const auto next = [&](Byte idle) {
        if (!active) return idle;
        const unsigned pointer = (registers[MEMORY] & 0xF0U) << 6 | 0x3F8U | since / 2;
        const Byte value = memory[memory[pointer] * 64U + it.counter];
        it.counter = (it.counter + 1) & VicBus::last_base;
        return value;
    };
    if (since % 2 == 0) {
        it.fetched =
            (it.fetched & 0xFFFF) | static_cast<std::uint32_t>(next(memory.processor) << 16);
        if (active && ba_cycles_ <= 3) it.fetched |= 0xFF0000;
    } else {
        it.fetched &= 0xFF0000;
        it.fetched |= static_cast<std::uint32_t>(next(memory[0x3FFF]) << 8);
        it.fetched |= next(memory.processor);
    }
}

/// The pixel of this cycle where the border changes; 8: the first of the next cycle.
unsigned Beam::compare_borders(Registers registers) {
    const Byte control = registers[CONTROL1];
    if (line_ == top_of(control) && (control & DEN) != 0) shut_ = to_shut_ = false;
    if (line_ == bottom_of(control)) to_shut_ = true;
    if (cycle_ == 1) shut_ = to_shut_;
    const bool wide = (registers[CONTROL2] & CSEL) != 0;
    if (cycle_ == (wide ? 17U : 18U)) {
        shut_ = to_shut_;
        if (!shut_) bordered_ = false;
    }
    if (cycle_ == (wide ? 57U : 56U)) bordered_ = true;
    return wide ? 8 : 7;
}

// ---------------------------------------------------------------------------------------- points

/// The colour of the value that is shown. Modes: 4 ECM, 2 BMM, 1 MCM.
unsigned Beam::colour_of_graphics(unsigned mode) const {
    const unsigned code = shifting_.code, colour = shifting_.colour;
    const std::array<unsigned, 4> bitmap{BACKGROUND, code >> 4, code & 0x0F, colour};
    const bool solid = pair_ >= 2;
    switch (mode) {
        case 1:
            if ((colour & 8) != 0) return pair_ == 3 ? colour & 7 : BACKGROUND + pair_;
            [[fallthrough]];
        case 0: return solid ? colour : unsigned{BACKGROUND};
        case 2: return solid ? code >> 4 : code & 0x0F;
        case 3: return bitmap[pair_];
        case 4: return solid ? colour : BACKGROUND + (code >> 6);
        default: return 0;  // invalid mode: black
    }
}

/// One pixel of the graphics being shifted out.
Beam::Point Beam::graphics(unsigned point, Registers registers) {
    const Delay mode = mode_delay(model_), multicolour = multicolour_delay(model_);
    const auto control_at = [&](unsigned delay) -> unsigned {
        return point + 8 < delay ? control_before_ : shown(CONTROL1, point, delay, registers);
    };
    const unsigned control = control_at(mode.set) | control_at(mode.cleared);
    const bool paired = (shown(CONTROL2, point, pairing_changes, registers) & MCM) != 0;
    if (!paired || ((control & BMM) == 0 && (shifting_.colour & 8) == 0)) {
        const bool set = (shifting_.bits & 0x80) != 0;
        pair_ = set ? (paired ? 3 : 2) : 0;
    } else if (!second_half_) {
        pair_ = shifting_.bits >> 6;
    }
    shifting_.bits = static_cast<Byte>(shifting_.bits << 1);
    second_half_ = !second_half_;
    const unsigned clears =
        (control & BMM) != 0 && pair_ == 0 ? multicolour.set : multicolour.cleared;
    const unsigned coloured = shown(CONTROL2, point, multicolour.set, registers) |
                              shown(CONTROL2, point, clears, registers);
    const unsigned bits = (control & (ECM | BMM)) >> 4 | (coloured & MCM) >> 4;
    return {static_cast<Byte>(colour_of_graphics(bits)), pair_ >= 2};
}

unsigned Beam::x_of_cycle() const {
    const unsigned skipped = model_ == Model::ntsc && cycle_ > last_x_of_ntsc ? 1 : 0;
    return (8 * (cycle_ - skipped) + x_values(model_) - 120) % x_values(model_);
}

/// A register's value at a pixel, if writes take effect `delay` pixels into the cycle.
Byte Beam::shown(unsigned index, unsigned point, unsigned delay, Registers registers) const {
    return point >= delay ? registers[index] : before_[index];
}

/// From its fetch on a sprite stops for 12 pixels, sprite 0 of a PAL chip from x = $163 to $16e,
/// and then has the bytes of the next line. Returns the stopped sprite; 8 if none.
unsigned Beam::exchange_sprites(unsigned point) {
    constexpr unsigned stops = 3, displays = 4, starts = 7, none = 8;
    const VideoTiming timing = timing_of(model_);
    const unsigned first = timing.sprite_0 + 5;
    const unsigned since = cycle_ + (cycle_ < first ? timing.line_cycles : 0) - first;
    if (since == 0 && point == displays) displayed_ = to_display_;
    if (since >= 16 || (since % 2 == 0 && point < stops)) return none;
    const unsigned n = since / 2;
    if (since % 2 == 0 || point < starts) return n;
    if (point == starts) sprites_[n].shifts = false;
    sprites_[n].bits = sprites_[n].fetched;
    return none;
}

/// On an 8565, a change of the multicolour bit in the middle of a stretched pixel swaps first and
/// second bits of pairs; on the other chips the next bit is always a second one.
void Beam::change_pairs(Registers registers) {
    const unsigned changed = registers[MULTICOLOUR] ^ before_[MULTICOLOUR];
    for (unsigned n = 0; changed != 0 && n < 8; ++n) {
        Sprite& it = sprites_[n];
        if ((changed >> n & 1) == 0) continue;
        it.second = model_ == Model::pal ? it.second != it.half : true;
    }
}

/// The next pixel of a sprite: two bits.
Byte Beam::shift(Sprite& it, bool pairs, bool stretched) {
    if (!it.half && pairs) {
        if (!it.second) it.point = static_cast<Byte>(it.bits >> 22 & 3);
        it.second = !it.second;
    } else if (!it.half) {
        it.point = (it.bits & 0x800000) != 0 ? 2 : 0;
    }
    it.half = stretched && !it.half;
    if (!it.half) it.bits = it.bits << 1 & 0xFFFFFF;
    return it.point;
}

/// The colour at `x` from graphics and sprites. The sprite with the lowest number is in front of
/// all other sprites, and alone decides whether graphics are in front of it.
Byte Beam::mix(unsigned point, unsigned x, unsigned still, Point graphics, Registers registers) {
    const auto changed = [&](unsigned index) {
        return shown(index, point, sprite_changes, registers);
    };
    const Byte pairs = changed(MULTICOLOUR), stretched = changed(WIDE), behind = changed(BEHIND);
    Byte here = 0, colour = graphics.colour;
    for (unsigned n = 0; n < 8; ++n) {
        Sprite& it = sprites_[n];
        if (!it.shifts) {
            const unsigned left = before_[2 * n] | (has(before_[SPRITES_X_HIGH], n) ? 0x100U : 0U);
            if (x != left || !has(displayed_, n) || n == still) continue;
            it.shifts = true;
            it.half = it.second = false;
        }
        const Byte value = n == still ? it.point : shift(it, has(pairs, n), has(stretched, n));
        if (value == 0) continue;
        if (here == 0 && !(graphics.solid && has(behind, n))) {
            colour = static_cast<Byte>(value == 2 ? SPRITE_COLOUR + n : SPRITE_COLOURS + value / 2);
        }
        here |= one(n);
    }
    if ((here & (here - 1)) != 0) collisions_.sprites |= here;
    if (graphics.solid) collisions_.graphics |= here;
    return colour;
}

Byte Beam::number_of(unsigned colour, unsigned point, Registers registers) const {
    if (colour < COLOURS) return static_cast<Byte>(colour);
    if (point == 0 && colour == grey_) return 0x0F;
    return shown(colour, point, shows_grey(model_) ? 0 : 1, registers) & 0x0F;
}

void Beam::draw(Registers registers) {
    const unsigned lines = timing_of(model_).lines;
    const bool was_bordered = bordered_;
    const unsigned turns_at = compare_borders(registers);
    const unsigned row = (line_ + lines - Picture::first_line) % lines;
    const unsigned first_x = x_of_cycle(), column = 8 * cycle_ - 112;
    for (unsigned i = 0; i < 8; ++i) {
        if (i == (before_[CONTROL2] & 7) && fetched_[2].loads) {
            shifting_ = fetched_[2];
            second_half_ = false;
        }
        const Point graphics = this->graphics(i, registers);
        const unsigned still = exchange_sprites(i);
        if (i == sprite_changes) change_pairs(registers);
        const Byte seen = mix(i, (first_x + i) % x_values(model_), still, graphics, registers);
        if (!picture || column + i >= Picture::width || row >= Picture::height) continue;
        const bool border = i < turns_at ? was_bordered : bordered_;
        picture->at(column + i, row) = number_of(border ? int{BORDER} : +seen, i, registers);
    }
    grey_ = 0;
}

void Beam::step(std::span<const Byte, 64> registers, const VicMemory& memory) {
    const VideoTiming timing = timing_of(model_);
    if (cycle_ == 1 && line_ == 0) den_seen_ = false;
    if (line_ == first_bad_line && (registers[CONTROL1] & DEN) != 0) den_seen_ = true;
    const bool bad = den_seen_ && line_ >= first_bad_line && line_ <= last_bad_line &&
                     (line_ & 7) == (registers[CONTROL1] & 7U);
    check_sprites(registers);
    const unsigned since = cycle_ + 2 * timing.line_cycles - timing.sprite_0 - 1;
    bool ba_low = bad && cycle_ >= 12 && cycle_ <= 54;
    for (unsigned n = 0; n < 8; ++n) {
        ba_low |= has(active_, n) && (since - 2 * n) % timing.line_cycles < 5;
    }
    ba_cycles_ = ba_low ? ba_cycles_ + 1 : 0;
    count(bad);
    fetch(registers, memory, bad);
    fetch_sprites(registers, memory);
    draw(registers);
    control_before_ = before_[CONTROL1];
    std::ranges::copy(registers, before_.begin());
    ++next_;
    if (++cycle_ > timing.line_cycles) {
        cycle_ = 1;
        if (++line_ == timing.lines) line_ = 0;
    }
}

}  // namespace ryg::c64
