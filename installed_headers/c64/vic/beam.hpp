// Draws what the VIC-II shows, part of a line by part of a line, and finds what collides in it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "ryg/c64/vic/picture.hpp"
#include "ryg/c64/vic/reads.hpp"

namespace ryg::c64 {

/// The 16K that the chip sees, and the colour RAM.
struct VicMemory {
    std::array<const Byte*, 4> blocks{};  ///< of 4K
    const Byte* colours = nullptr;        ///< 1024

    [[nodiscard]] Byte operator[](unsigned address) const {
        return blocks[address >> 12 & 3][address & 0xFFF];
    }
};

/// Follows the beam while somebody wants a picture, or has once read a collision register. Whoever
/// changes a register lets it draw first, and it is called for each line, so that each point has
/// the registers of its cycle and the memory of its line.
///
///     cycle     12        16                        56     60         (from 1)
///     point     0         32    24 + 40 * 8         352    384        of Picture
///               | border  | graphics, sprites       | border |
///
/// - All eight modes; in the three that are not valid the screen is black, but collides.
/// - Scrolling, 38 columns, 24 lines; borders that are opened by a change in the right cycle.
/// - Sprites in their order and priority, with their two stretchings and their colours.
///
/// Not shown: the delays of a few points inside a cycle, the grey dots of a colour that changes,
/// the rows of a sprite whose stretching changes in cycle 15, codes as they were when a badline
/// fetched them rather than as memory is. Collisions in the parts of a line that Picture leaves out
/// are not found.
/// **Time**: a line with sprites some microseconds, a line without sprites nothing unless there is a picture.
/// Sources: [VIC] sections 3.7, 3.8, 3.9.
class Beam {
  public:
    Beam(Model model, const VicBus& bus, const VicReads& reads, Cycle now)
        : model_(model), bus_(bus), reads_(reads), drawn_(now) {}

    /// Draws the cycles before `now`.
    void draw(Cycle now, std::span<const Byte> registers, const VicMemory& memory);
    /// A write in cycle `now`, up to which all is drawn.
    void write(unsigned index, Byte value, Cycle now);

    /// When it wants to draw next: at the end of a line.
    [[nodiscard]] Cycle next_line() const;

    /// What has collided since the last call, by sprite: with sprites, with graphics.
    struct Collisions {
        Byte sprites = 0, graphics = 0;
        static constexpr void members(auto list) {
            list(&Collisions::sprites, &Collisions::graphics);
        }
        bool operator==(const Collisions&) const = default;
    };
    [[nodiscard]] Collisions take() { return std::exchange(collisions_, {}); }

    std::optional<Picture> picture;  ///< where one is wanted; not saved

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Beam::model_, &Beam::bus_, &Beam::reads_, &Beam::drawn_, &Beam::closed_,
             &Beam::bordered_, &Beam::showing_, &Beam::rows_, &Beam::collisions_);
    }
    Beam() : Beam(Model::pal, VicBus(Model::pal), {}, 0) {}
    bool operator==(const Beam&) const = default;

  private:
    struct Point {
        Byte colour = 0;
        bool solid = false;  // it is in front of some sprites, and collides
    };
    struct Column;

    void begin_line(Cycle line, std::span<const Byte> registers, const VicMemory& memory);
    void draw_part(Cycle line, unsigned from, unsigned to, std::span<const Byte> registers,
                   const VicMemory& memory);
    [[nodiscard]] Column fetch(unsigned column, std::span<const Byte> registers,
                               const VicMemory& memory) const;
    [[nodiscard]] Byte mix(unsigned x, Point graphics, std::span<const Byte> registers);
    void close(unsigned line, std::span<const Byte> registers);

    Model model_;
    VicBus bus_;
    VicReads reads_;
    Cycle drawn_ = 0;                      // the first cycle that is not drawn
    bool closed_ = true;                   // the flip-flop of the upper and lower border
    bool bordered_ = true;                 // the flip-flop of the whole border
    Byte showing_ = 0;                     // sprites that have a row in this line
    std::array<std::uint32_t, 8> rows_{};  // their 24 points
    Collisions collisions_;
};

}  // namespace ryg::c64
