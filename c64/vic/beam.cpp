// Draws what the VIC-II shows, part of a line by part of a line, and finds what collides in it.
#include "c64/vic/beam.hpp"

#include <algorithm>
#include <utility>

#include "c64/vic/registers.hpp"

namespace ryg::c64 {
namespace {

using namespace vic;

constexpr Byte extended = 0x40, bitmap = 0x20, DEN = 0x10, RSEL = 0x08;  // of CONTROL1
constexpr Byte multicolour = 0x10, CSEL = 0x08;                          // of CONTROL2

constexpr unsigned first_cycle = 11;  // in which Picture begins; cycles count from 0
constexpr unsigned cycle_0_to_left = 92;
constexpr unsigned first_line = 15, last_cycle_of_row = 56;
constexpr unsigned x_of_left = 8;  // x is 0 at this point of Picture, 24 where graphics begin
constexpr unsigned graphics_from = 24, graphics_to = 344;

/// The bit of a sprite in a register.
constexpr bool has(Byte value, unsigned sprite) { return (value >> sprite & 1) != 0; }

/// The first point of Picture that a cycle draws.
constexpr unsigned point_of(unsigned cycle) {
    return cycle <= first_cycle ? 0 : std::min(8 * cycle - cycle_0_to_left, Picture::width);
}

/// How far x counts before it is 0 again.
constexpr unsigned x_values(Model model) { return model == Model::pal ? 504 : 512; }

}  // namespace

/// Eight points of graphics: their bits, and the colour of each value that bits can have.
struct Beam::Column {
    Byte bits = 0;
    bool pairs = false;
    std::array<Byte, 4> colours{};  // without pairs only the first and the last

    [[nodiscard]] Point at(unsigned point) const {
        if (pairs) {
            const unsigned pair = bits >> (6 - (point & 6)) & 3;
            return {colours[pair], pair >= 2};
        }
        const bool set = (bits << point & 0x80) != 0;
        return {colours[set ? 3 : 0], set};
    }
};

Cycle Beam::next_line() const {
    const Cycle cycles = timing_of(model_).line_cycles;
    if (!picture && !bus_.has_sprites()) return emu::never;
    return (drawn_ / cycles + 1) * cycles;
}

void Beam::write(unsigned index, Byte value, Cycle now) {
    if (index == CONTROL1) reads_.settle(now, bus_, model_);
    if (VicBus::decides(index)) bus_.write(index, value, now);
}

/// Frames in which nothing can collide are left out.
void Beam::draw(Cycle now, std::span<const Byte> registers, const VicMemory& memory) {
    const VideoTiming timing = timing_of(model_);
    if (!picture && !bus_.has_sprites() && now > drawn_ + 2 * timing.frame_cycles()) {
        drawn_ = now - timing.frame_cycles();
        showing_ = 0;
    }
    while (drawn_ < now) {
        const Cycle line = drawn_ / timing.line_cycles;
        const Cycle start = line * timing.line_cycles;
        const Cycle end = std::min(now, start + timing.line_cycles);
        draw_part(line, static_cast<unsigned>(drawn_ - start), static_cast<unsigned>(end - start),
                  registers, memory);
        drawn_ = end;
    }
}

/// The upper and lower border begins below the last line of the graphics and ends in the first.
void Beam::close(unsigned line, std::span<const Byte> registers) {
    const bool tall = (registers[CONTROL1] & RSEL) != 0;
    if (line == (tall ? 251U : 247U)) closed_ = true;
    if (line == (tall ? 51U : 55U) && (registers[CONTROL1] & DEN) != 0) closed_ = false;
}

void Beam::begin_line(Cycle line, std::span<const Byte> registers, const VicMemory& memory) {
    const VideoTiming timing = timing_of(model_);
    close(static_cast<unsigned>(line % timing.lines), registers);
    bus_.settle(line * timing.line_cycles + first_cycle);
    showing_ = 0;
    for (unsigned sprite = 0; sprite < 8; ++sprite) {
        const auto row = bus_.row_of(sprite);
        if (!row) continue;
        showing_ = static_cast<Byte>(showing_ | 1U << sprite);
        const unsigned pointer = (registers[MEMORY] & 0xF0U) << 6 | 0x3F8U | sprite;
        const unsigned data = memory[pointer] * 64U + *row * 3;
        rows_[sprite] = static_cast<std::uint32_t>(memory[data] << 16 | memory[data + 1] << 8 |
                                                   memory[data + 2]);
    }
}

Beam::Column Beam::fetch(unsigned column, std::span<const Byte> registers,
                         const VicMemory& memory) const {
    const Byte control = registers[CONTROL1];
    const bool ecm = (control & extended) != 0, bmm = (control & bitmap) != 0,
               mcm = (registers[CONTROL2] & multicolour) != 0;
    const auto row = reads_.row();
    unsigned code = 0, colour = 0, address = 0x3FFF;
    if (row) {
        const unsigned place = (row->first + column) & 0x3FF;
        code = memory[(registers[MEMORY] & 0xF0U) << 6 | place];
        colour = memory.colours[place] & 0x0FU;
        address = bmm ? (registers[MEMORY] & 8U) << 10 | place << 3 | row->line
                      : (registers[MEMORY] & 0x0EU) << 10 | code << 3 | row->line;
    }
    const auto background = [&](unsigned n) {
        return static_cast<Byte>(registers[BACKGROUND + n] & 0x0F);
    };
    const auto byte = [](unsigned value) { return static_cast<Byte>(value & 0x0F); };
    Column it{.bits = memory[ecm ? address & 0x39FF : address]};
    it.pairs = mcm && (bmm || (colour & 8) != 0);
    if (ecm && (bmm || mcm)) return it;  // black
    if (bmm && mcm) {
        it.colours = {background(0), byte(code >> 4), byte(code), byte(colour)};
    } else if (bmm) {
        it.colours = {byte(code), 0, 0, byte(code >> 4)};
    } else if (mcm) {
        it.colours = {background(0), background(1), background(2), byte(colour & 7)};
    } else {
        it.colours = {background(ecm ? code >> 6 : 0), 0, 0, byte(colour)};
    }
    return it;
}

/// What is seen at `x` where there are graphics and sprites. The sprite with the lowest number is
/// in front of the others, and alone decides whether graphics are in front of it.
Byte Beam::mix(unsigned x, Point graphics, std::span<const Byte> registers) {
    const unsigned around = x_values(model_);
    Byte here = 0, colour = graphics.colour;
    for (unsigned sprite = 0; showing_ >> sprite != 0; ++sprite) {
        if (!has(showing_, sprite)) continue;
        const unsigned left =
            registers[2 * sprite] | (has(registers[SPRITES_X_HIGH], sprite) ? 0x100U : 0U);
        const unsigned stretched = has(registers[WIDE], sprite) ? 1 : 0;
        const unsigned point = (x >= left ? x - left : x + around - left) >> stretched;
        if (point >= 24 || left >= around) continue;
        unsigned value = rows_[sprite] >> (23 - point) & 1 ? 2 : 0;
        if (has(registers[MULTICOLOUR], sprite)) value = rows_[sprite] >> (22 - (point & ~1U)) & 3;
        if (value == 0) continue;
        if (here == 0 && !(graphics.solid && has(registers[BEHIND], sprite))) {
            colour = registers[value == 2 ? SPRITE_COLOUR + sprite : SPRITE_COLOURS + value / 2];
        }
        here = static_cast<Byte>(here | 1U << sprite);
    }
    if ((here & (here - 1)) != 0) collisions_.sprites |= here;
    if (graphics.solid) collisions_.graphics |= here;
    return colour;
}

void Beam::draw_part(Cycle line, unsigned from, unsigned to, std::span<const Byte> registers,
                     const VicMemory& memory) {
    const VideoTiming timing = timing_of(model_);
    const auto in_frame = static_cast<unsigned>(line % timing.lines);
    if (from <= first_cycle && first_cycle < to) begin_line(line, registers, memory);
    if (!picture && showing_ == 0) return;
    reads_.settle(line * timing.line_cycles + std::min(to - 1, last_cycle_of_row), bus_, model_);
    const bool in_picture = picture && in_frame - first_line < Picture::height;
    const bool wide = (registers[CONTROL2] & CSEL) != 0;
    const unsigned left = wide ? 24 : 31, right = wide ? 344 : 335;
    const unsigned scroll = registers[CONTROL2] & 7U;
    const Byte background = registers[BACKGROUND] & 0x0F;
    Column column;
    unsigned fetched = 40;
    for (unsigned point = point_of(from); point < point_of(to); ++point) {
        const unsigned x =
            point < x_of_left ? point + x_values(model_) - x_of_left : point - x_of_left;
        if (x == left) {
            close(in_frame, registers);
            if (!closed_) bordered_ = false;
        }
        if (x == right) bordered_ = true;
        Point graphics{.colour = background};
        if (!closed_ && x >= graphics_from + scroll && x < graphics_to) {
            const unsigned place = x - graphics_from - scroll;
            if (place / 8 != fetched) column = fetch(fetched = place / 8, registers, memory);
            graphics = column.at(place % 8);
        }
        const Byte seen = mix(x, graphics, registers);
        if (!in_picture) continue;
        picture->at(point, in_frame - first_line) = (bordered_ ? registers[BORDER] : seen) & 0x0F;
    }
}

}  // namespace ryg::c64
