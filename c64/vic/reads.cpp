// The VIC-II's read in the first half of each cycle: the byte that an open bus keeps.
#include "c64/vic/reads.hpp"

#include <algorithm>

#include "c64/vic/registers.hpp"

namespace ryg::c64 {
namespace {

// Cycles of a line, counted from 0.
constexpr unsigned refresh = 10, characters = 15, after_characters = 55;
constexpr unsigned row_begins = 13, row_ends = 57;
constexpr unsigned codes = 0x3FF;  // VC has ten bits
constexpr unsigned sprites = 8;
constexpr unsigned columns = after_characters - characters;

constexpr Byte extended_colour = 0x40, bitmap_mode = 0x20;

VicRead read_at(unsigned address) { return {.address = static_cast<emu::Address>(address)}; }

unsigned matrix(std::span<const Byte> registers) { return (registers[vic::MEMORY] & 0xF0U) << 6; }

}  // namespace

/// Like `run`, for whole lines, without a division for each.
void VicReads::run_whole_lines(Cycle now, const VicBus& bus, Model model) {
    const VideoTiming timing = timing_of(model);
    Cycle line = line_of(model, settled_ + 1);
    auto in_frame = static_cast<unsigned>(line - frame_of(model, line) * timing.lines);
    for (; settled_ + timing.line_cycles <= now; settled_ += timing.line_cycles, ++line) {
        const unsigned idle_to = in_frame > last_bad_line                    ? timing.lines
                                 : in_frame > 0 && in_frame < first_bad_line ? first_bad_line
                                                                             : in_frame;
        if (!displays_ && in_frame < idle_to) {
            const Cycle idle =
                std::min<Cycle>(idle_to - in_frame, (now - settled_) / timing.line_cycles) - 1;
            settled_ += idle * timing.line_cycles;
            line += idle;
            in_frame += static_cast<unsigned>(idle);
        }
        const bool bad = bus.may_be_bad(in_frame) && bus.is_bad_line(line);
        if (in_frame == 0) base_ = 0;
        if (bad) {
            displays_ = true;
            row_ = 0;
            if (settled_ + 8 * timing.line_cycles <= now) {  // the next seven lines are not bad
                settled_ += 7 * timing.line_cycles;
                line += 7;
                in_frame += 7;
                row_ = 7;
            }
        }
        next_ = base_;
        if (displays_) next_ = static_cast<std::uint16_t>((base_ + columns) & codes);
        if (row_ == 7) {
            base_ = next_;
            displays_ = false;
        }
        if (displays_) row_ = static_cast<Byte>((row_ + 1) & 7);
        if (++in_frame == timing.lines) in_frame = 0;
    }
}

void VicReads::run(Cycle now, const VicBus& bus, Model model) {
    const VideoTiming timing = timing_of(model);
    const auto number_in_frame = [&](Cycle line) {
        return static_cast<unsigned>(line - frame_of(model, line) * timing.lines);
    };
    const Cycle last_line = line_of(model, now), last_start = last_line * timing.line_cycles;
    while (settled_ < now) {
        Cycle line = last_line, start = last_start;  // usually this line or the one before
        if (settled_ + 1 < last_start) {
            line = line_of(model, settled_ + 1);
            start = line * timing.line_cycles;
            if (settled_ + 1 == start) {
                run_whole_lines(now, bus, model);
                continue;
            }
        }
        const auto from = static_cast<unsigned>(settled_ + 1 - start);
        const auto to = static_cast<unsigned>(std::min(now - start, timing.line_cycles - Cycle{1}));
        const auto is_due = [&](unsigned cycle) { return from <= cycle && cycle <= to; };
        const unsigned in_frame = number_in_frame(line);
        const bool bad = bus.may_be_bad(in_frame) && bus.is_bad_line(line);
        if (is_due(0) && in_frame == 0) base_ = 0;
        unsigned first = std::max(from, characters);
        if (bad && !displays_) {
            displays_ = true;
            if (from >= characters) {  // it shows from the next cycle on
                begun_ = settled_ + 1;
                ++first;
            }
        }
        if (is_due(row_begins)) {
            next_ = base_;
            if (bad) row_ = 0;
        }
        const unsigned last = std::min(to + 1, after_characters);
        if (displays_ && first < last)
            next_ = static_cast<std::uint16_t>((next_ + (last - first)) & codes);
        if (is_due(row_ends)) {
            if (row_ == 7) {
                base_ = next_;
                displays_ = bad;
            }
            if (displays_) row_ = static_cast<Byte>((row_ + 1) & 7);
        }
        settled_ = start + to;
    }
}

/// From the second frame on all frames are alike.
void VicReads::settle(Cycle now, const VicBus& bus, Model model) {
    const Cycle frame = timing_of(model).frame_cycles();
    if (now > settled_ + 5 * frame) {
        run(settled_ + 2 * frame, bus, model);
        settled_ += (now - settled_ - 2 * frame) / frame * frame;
    }
    run(now, bus, model);
}

namespace {

/// The graphics of a cell with the mode bits of `control`.
VicRead graphics_in(unsigned control, const MatrixCell& cell, std::span<const Byte> registers) {
    const unsigned wired = (control & extended_colour) != 0 ? 0x39FFU : 0x3FFFU;
    if (!cell.displays) return read_at(wired);
    if ((control & bitmap_mode) != 0) {
        return read_at(((registers[vic::MEMORY] & 8U) << 10 | cell.code << 3 | cell.row) & wired);
    }
    return {.address = static_cast<emu::Address>((registers[vic::MEMORY] & 0x0EU) << 10 | cell.row),
            .wired = static_cast<emu::Address>(wired),
            .times = 8,
            .code = static_cast<emu::Address>(matrix(registers) | cell.code)};
}

}  // namespace

VicRead graphics_read(const MatrixCell& cell, FetchModes mode, std::span<const Byte> registers,
                      Model model) {
    constexpr unsigned rom = 0x1000, rom_block = 0x3000, late = 0x00FF, early = 0x3F00;
    if (model == Model::pal) return graphics_in(mode.before, cell, registers);
    if (((mode.before ^ mode.now) & bitmap_mode) == 0 || !cell.displays) {
        return graphics_in(mode.now, cell, registers);
    }
    const VicRead last = graphics_in(mode.before, cell, registers);
    const VicRead next = graphics_in(mode.now, cell, registers);
    const auto is_in_rom = [](const VicRead& it) { return (it.address & rom_block) == rom; };
    if (is_in_rom(last) == is_in_rom(next)) {
        return graphics_in(mode.now | bitmap_mode, cell, registers);
    }
    return {.address = static_cast<emu::Address>((last.address & late) | (next.address & early)),
            .wired = next.wired,
            .times = 8,  // one of the two addresses uses a code
            .code = last.times != 0 ? last.code : next.code,
            .reach = static_cast<emu::Address>(last.times != 0 ? late : early)};
}

namespace {

/// `shown_in` gives the cell by line of the frame and cycle of the line, as VC has already
/// advanced.
template <class ShownIn>
VicRead read_in(Cycle now, const VicBus& bus, std::span<const Byte> registers, ShownIn shown_in) {
    const Model model = bus.model();
    const VideoTiming timing = timing_of(model);
    const Cycle line = line_of(model, now);
    const auto cycle = static_cast<unsigned>(now - line * timing.line_cycles);
    const auto in_frame = [&] {
        return static_cast<unsigned>(line - frame_of(model, line) * timing.lines);
    };
    if (cycle >= characters && cycle < after_characters) {
        return shown_in(in_frame(), cycle);
    }
    if (cycle >= refresh && cycle < characters) {
        return read_at(0x3F00U | ((0xFFU - 5 * in_frame() - (cycle - refresh)) & 0xFF));
    }
    // Sprite 0 has the bus three cycles after BA.
    const unsigned sprite_0 = timing.sprite_0 + 3;
    const unsigned since =
        cycle >= sprite_0 ? cycle - sprite_0 : cycle + timing.line_cycles - sprite_0;
    const unsigned sprite = since / 2;
    if (sprite >= sprites) return {};
    const unsigned pointer = matrix(registers) | 0x3F8U | sprite;
    if (since % 2 == 0) return read_at(pointer);
    if (!bus.has_sprites()) return {};
    VicBus settled = bus;
    settled.settle(now);
    if ((settled.active() >> sprite & 1) == 0) return {};
    return {.address = static_cast<emu::Address>((settled.base_of(sprite) + 1U) & 0x3F),
            .times = 64,
            .code = static_cast<emu::Address>(pointer)};
}

}  // namespace

VicRead VicReads::at(Cycle now, const VicBus& bus, std::span<const Byte> registers,
                     Byte before) const {
    return read_in(now, bus, registers, [&](unsigned, unsigned) {
        return graphics_read({displays_ && now != begun_, (next_ - 1U) & codes, row_},
                             {before, registers[vic::CONTROL1]}, registers, bus.model());
    });
}

/// In a steady frame there are 25 rows of eight lines, of which the first is bad.
VicRead VicReads::steady_at(Cycle now, const VicBus& bus, std::span<const Byte> registers) {
    return read_in(now, bus, registers, [&](unsigned in_frame, unsigned cycle) {
        constexpr unsigned rows = (last_bad_line + 1 - first_bad_line) / 8;
        const unsigned line = in_frame - first_bad_line - bus.y_scroll();
        return graphics_in(registers[vic::CONTROL1],
                           {line < 8 * rows, line / 8 * columns + cycle - characters, line & 7},
                           registers);
    });
}

}  // namespace ryg::c64
