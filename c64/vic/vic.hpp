// The VIC-II: registers, raster line, interrupts, bus accesses and drawing.
#pragma once

#include <array>
#include <optional>

#include "c64/vic/beam.hpp"

namespace ryg::c64 {

/// The beam's position is computed from the time. The raster counter changes in a line's first
/// cycle, but from the last line to 0 a cycle later. The raster interrupt comes when the counter
/// becomes equal to the compare line, whether by counting or by a write.
///
/// Nothing is drawn until a picture is requested, a collision register is read or collision
/// interrupts are enabled; from then on the owner, which has the memory, calls `draw` before each
/// change and in the cycle `next_draw`. The first read of a collision register gives the collisions
/// of one frame with the current registers.
///
/// The light pen's input is bit 4 of CIA 1's port B. Its falling edge latches the beam's position,
/// once per frame: x, and y as the raster counter has it a cycle later. An edge while the counter
/// shows the last line, also in the first cycle of the next frame, is lost. If the input is still
/// low in the second cycle of a frame, the position is latched then.
///
/// Sources: [VIC] sections 3.2, 3.11, 3.12.
class Vic {
  public:
    explicit Vic(Model model) : model_(model), bus_(model) {}

    [[nodiscard]] Model model() const { return model_; }
    [[nodiscard]] Cycle frame_cycles() const { return timing_of(model_).frame_cycles(); }
    /// The raster counter.
    [[nodiscard]] unsigned raster_line(Cycle now) const;

    [[nodiscard]] Byte read(unsigned index, Cycle now);
    void write(unsigned index, Byte value, Cycle now);

    /// Whether a write to this register can change when the next event comes.
    [[nodiscard]] static constexpr bool moves_event(unsigned index) {
        return index == 0x12 || index == 0x19 || index == 0x1A || VicBus::decides(index);
    }

    /// Connects BA to RDY, or disconnects it: then the processor is never stalled.
    void connect_ba(bool connected, Cycle now);
    /// The next cycles in which BA is low. Advances only between two instructions: all accesses of
    /// an instruction that was stalled have the same delay.
    [[nodiscard]] BaWindow ba_low() const { return ba_low_; }
    /// How often that window repeats if no register is written.
    [[nodiscard]] emu::Repetitions repeats_of_ba() const { return bus_.repeats_of(ba_low_); }
    void release_bus(Cycle now);

    /// The chip's read in cycle `now`; the bus keeps that byte until something drives it.
    [[nodiscard]] VicRead read_by_chip(Cycle now);
    /// Advances its counters to cycle `now`, as queries do, so that a chip that was queried equals
    /// one that was not.
    void settle(Cycle now);

    /// Whether the chip draws, for a picture or for collisions.
    [[nodiscard]] bool draws() const { return beam_.has_value(); }
    [[nodiscard]] bool draws_picture() const { return beam_ && beam_->picture; }
    [[nodiscard]] Cycle next_draw() const;
    /// Draws the cycles before `now`, with the registers as they are.
    void draw(Cycle now, const VicMemory& memory);
    /// Whether `find_collisions` has to be called before this register is read.
    [[nodiscard]] static constexpr bool tells_collisions(unsigned index) {
        return index == 0x1E || index == 0x1F;
    }
    void find_collisions(Cycle now, const VicMemory& memory);
    void begin_picture(Cycle now);
    [[nodiscard]] const Picture& picture() const { return *beam_->picture; }

    /// The level of the light pen's input after cycle `now`.
    void set_light_pen(bool low, Cycle now);

    /// The register as written.
    [[nodiscard]] Byte register_value(unsigned index) const { return registers_[index]; }

    [[nodiscard]] bool interrupt() const { return (flags_ & mask_) != 0; }
    [[nodiscard]] Cycle interrupt_since() const { return interrupt_since_; }
    [[nodiscard]] Cycle next_interrupt() const;
    void catch_up(Cycle now);
    /// Whether its members are consistent in cycle `now`, to which it has caught up.
    [[nodiscard]] bool is_possible(Model model, Cycle now) const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Vic::model_, &Vic::registers_, &Vic::flags_, &Vic::mask_, &Vic::next_match_,
             &Vic::interrupt_since_, &Vic::ba_connected_, &Vic::bus_, &Vic::ba_low_, &Vic::reads_,
             &Vic::control_before_, &Vic::beam_, &Vic::watches_, &Vic::vertical_, &Vic::collisions_,
             &Vic::pen_x_, &Vic::pen_y_, &Vic::pen_frame_, &Vic::pen_start_);
    }
    bool operator==(const Vic&) const = default;

  private:
    [[nodiscard]] unsigned compare_line() const;
    [[nodiscard]] Cycle next_start(unsigned line, Cycle after) const;
    void write_compared(unsigned index, Byte value, Cycle now);
    void raise(Byte flag, Cycle now);
    void collide(const Beam::Collisions& found, Cycle now);
    void begin_drawing(Cycle now);
    void latch_pen(Cycle now);
    [[nodiscard]] bool pen_low() const { return pen_start_ != emu::never; }
    /// The first cycle after `now` that is the second of a frame.
    [[nodiscard]] Cycle next_pen_start(Cycle now) const {
        return (now == 0 ? 0 : frame_at(now - 1) + 1) * frame_cycles() + 1;
    }
    [[nodiscard]] Cycle frame_at(Cycle now) const { return frame_of(model_, line_of(model_, now)); }

    Model model_;
    std::array<Byte, 64> registers_{};
    Byte flags_ = 0, mask_ = 0;  // bits 0 to 3: raster, graphics, sprites, light pen
    Cycle next_match_ = 1;       // cycle in which the counter next equals the compare line
    Cycle interrupt_since_ = emu::never;

    bool ba_connected_ = false;
    VicBus bus_;
    BaWindow ba_low_{};
    VicReads reads_;
    Byte control_before_ = 0;  // the first control register before its last write
    std::optional<Beam> beam_;
    bool watches_ = false;  // collisions are needed
    VerticalBorder vertical_;
    Beam::Collisions collisions_;
    Byte pen_x_ = 0, pen_y_ = 0;
    Cycle pen_frame_ = emu::never;  // frame in which it was last latched
    Cycle pen_start_ = emu::never;  // cycle of the next check of its level, if it is low
};

}  // namespace ryg::c64
