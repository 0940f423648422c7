// Draws what the VIC-II shows, cycle by cycle, and finds what collides in it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "c64/vic/picture.hpp"
#include "c64/vic/reads.hpp"

namespace ryg::c64 {

/// The 16K that the chip sees, the colour RAM, and the processor's byte on the bus.
struct VicMemory {
    std::array<const Byte*, 4> blocks{};  ///< blocks of 4 KB
    const Byte* below_port = nullptr;     ///< the first two bytes, if not those of the block
    const Byte* colours = nullptr;        ///< 1024
    Byte processor = 0xFF;

    [[nodiscard]] Byte operator[](unsigned address) const {
        if (below_port != nullptr && (address & 0x3FFE) == 0) return below_port[address & 1];
        return blocks[address >> 12 & 3][address & 0xFFF];
    }
};

/// The upper and lower border: closed in the line below the graphics, opened in their first line if
/// DEN is set then, otherwise unchanged.
class VerticalBorder {
  public:
    /// Accounts for the cycles before `now`, in which `control` was the first control register.
    void settle(Cycle now, Byte control, Model model);
    [[nodiscard]] bool is_shut() const { return shut_; }
    /// Whether its members are consistent in cycle `now`.
    [[nodiscard]] bool is_possible(Cycle now) const { return settled_ <= now + 2; }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&VerticalBorder::shut_, &VerticalBorder::settled_);
    }
    bool operator==(const VerticalBorder&) const = default;

  private:
    bool shut_ = true;
    Cycle settled_ = 0;
};

/// The chip with all its counters and shift registers, stepped while a picture or collisions are
/// wanted.
///
///     cycle     1 .. 10         11 .. 14  15 .. 54    16 .. 55    56 57   58 .. 63   (PAL)
///     fetches   sprites 3 to 7            characters  graphics            sprites 0 to 2
///     pixels    x = 8 * cycle - 120 of the cycle and the seven after it: two cycles later
///
/// Graphics go through three stages, and a change of the mode bits (ECM, BMM, MCM) comes to each at
/// another time (beam.cpp has the delays, also of other registers):
/// - The fetch reads eight bits: see graphics_read.
/// - The pairing makes values from 0 to 3 of them. In pairs: while MCM is set and either BMM or bit
///   3 of the cell's colour; the second half of a pair shows the value again. Which half is next
///   alternates at each pixel in all modes, and a cell begins with a first one. One by one
///   otherwise: a set bit is 2, or 3 while MCM is set.
/// - The colour depends on the mode and on the value. Values 2 and 3 are solid: in front of some
///   sprites, and they collide.
///
/// A sprite's bits are paired in the same way; stretched pixels count once. It stops for the 12
/// pixels of its own fetch and repeats the pixel before; after them it has ended.
///
/// **Time**: about 50 ns per cycle.
/// Sources: [VIC] sections 3.7, 3.8, 3.9; [VICETEST].
class Beam {
  public:
    /// Begins in cycle `now`, with the state of the counters that run without drawing.
    Beam(Model model, const VicBus& bus, const VicReads& reads, bool shut,
         std::span<const Byte, 64> registers, Cycle now);

    /// The next cycle to draw.
    [[nodiscard]] Cycle next() const { return next_; }
    /// Draws the next cycle, with the registers as they were before it.
    void step(std::span<const Byte, 64> registers, const VicMemory& memory);
    /// A write in the cycle drawn last.
    void write(unsigned index, Byte value);

    /// The first cycle of the line after the one that is drawn next.
    [[nodiscard]] Cycle next_line() const;
    /// Whether there are sprites in this line that may collide.
    [[nodiscard]] bool has_sprites() const { return (active_ | displayed_) != 0; }

    /// Whether its members are consistent in cycle `now`.
    [[nodiscard]] bool is_possible(Model model, Cycle now) const;

    /// Collisions since the last call, a bit per sprite: with sprites, with graphics.
    struct Collisions {
        Byte sprites = 0, graphics = 0;
        static constexpr void members(auto list) {
            list(&Collisions::sprites, &Collisions::graphics);
        }
        bool operator==(const Collisions&) const = default;
    };
    [[nodiscard]] Collisions take() { return std::exchange(collisions_, {}); }

    std::optional<Picture> picture;  ///< set it to get a picture; not saved

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Beam::model_, &Beam::next_, &Beam::cycle_, &Beam::line_, &Beam::before_, &Beam::grey_,
             &Beam::control_before_, &Beam::den_seen_, &Beam::ba_cycles_, &Beam::displays_,
             &Beam::base_, &Beam::counter_, &Beam::row_, &Beam::place_, &Beam::codes_,
             &Beam::colours_, &Beam::fetched_, &Beam::shifting_, &Beam::second_half_, &Beam::pair_,
             &Beam::shut_, &Beam::to_shut_, &Beam::bordered_, &Beam::active_, &Beam::displayed_,
             &Beam::to_display_, &Beam::last_half_, &Beam::sprites_, &Beam::collisions_);
    }
    Beam() = default;
    bool operator==(const Beam&) const = default;

  private:
    /// Eight pixels of graphics, with the character and colour that a badline fetched for them.
    struct GraphicsColumn {
        bool loads = false;  // false after the last column, whose rest is still shown
        Byte bits = 0, code = 0, colour = 0;
        static constexpr void members(auto list) {
            list(&GraphicsColumn::loads, &GraphicsColumn::bits, &GraphicsColumn::code,
                 &GraphicsColumn::colour);
        }
        bool operator==(const GraphicsColumn&) const = default;
    };
    /// A sprite's counters and shift register.
    struct Sprite {
        Byte base = 0, counter = 0;  // MCBASE, MC
        std::uint32_t fetched = 0;   // 24 bits for the next line
        std::uint32_t bits = 0;      // 24 bits to shift out
        bool shifts = false;         // the beam has reached its X
        bool half = false;           // in the middle of a stretched pixel
        bool second = false;         // the next bit is the second of a pair
        Byte point = 0;              // current pixel: two bits
        static constexpr void members(auto list) {
            list(&Sprite::base, &Sprite::counter, &Sprite::fetched, &Sprite::bits, &Sprite::shifts,
                 &Sprite::half, &Sprite::second, &Sprite::point);
        }
        bool operator==(const Sprite&) const = default;
    };
    /// A pixel before the colours are looked up.
    struct Point {
        Byte colour = 0;     // a colour number, or from $20 on the register that holds it
        bool solid = false;  // in front of some sprites, and collides
    };
    using Registers = std::span<const Byte, 64>;

    void count(bool bad);
    void fetch(Registers registers, const VicMemory& memory, bool bad);
    void check_sprites(Registers registers);
    void fetch_sprites(Registers registers, const VicMemory& memory);
    unsigned compare_borders(Registers registers);
    void draw(Registers registers);
    [[nodiscard]] Point graphics(unsigned point, Registers registers);
    [[nodiscard]] unsigned colour_of_graphics(unsigned mode) const;
    [[nodiscard]] Byte shown(unsigned index, unsigned point, unsigned delay,
                             Registers registers) const;
    [[nodiscard]] unsigned exchange_sprites(unsigned point);
    void change_pairs(Registers registers);
    [[nodiscard]] static Byte shift(Sprite& it, bool pairs, bool stretched);
    [[nodiscard]] Byte mix(unsigned point, unsigned x, unsigned still, Point graphics,
                           Registers registers);
    [[nodiscard]] Byte number_of(unsigned colour, unsigned point, Registers registers) const;
    [[nodiscard]] unsigned x_of_cycle() const;

    Model model_ = Model::pal;
    Cycle next_ = 0;
    unsigned cycle_ = 0, line_ = 0;         // the next to draw; cycles from 1
    std::array<Byte, 64> before_{};         // the registers a cycle ago
    Byte control_before_ = 0;               // the first control register two cycles ago
    Byte grey_ = 0;                         // a colour register written a cycle ago
    bool den_seen_ = false;                 // DEN was set in line $30
    unsigned ba_cycles_ = 0;                // number of cycles that BA has been low
    bool displays_ = false;                 // display state, not idle
    std::uint16_t base_ = 0, counter_ = 0;  // VCBASE, VC
    Byte row_ = 0, place_ = 0;              // RC, VMLI
    std::array<Byte, 40> codes_{}, colours_{};
    std::array<GraphicsColumn, 3> fetched_{};  // columns fetched now, a cycle ago, two cycles ago
    GraphicsColumn shifting_;
    bool second_half_ = false;  // the next pixel is the second of a pair
    Byte pair_ = 0;
    bool shut_ = true, to_shut_ = true;    // the vertical border flip-flop, and its next value
    bool bordered_ = true;                 // the main border flip-flop
    Byte active_ = 0;                      // sprites whose DMA is on
    Byte displayed_ = 0, to_display_ = 0;  // sprites shown now, and soon
    Byte last_half_ = 0xFF;
    std::array<Sprite, 8> sprites_{};
    Collisions collisions_;
};

}  // namespace ryg::c64
