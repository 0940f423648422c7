// The VIC-II as a clock: registers, raster line and raster interrupt.
#pragma once

#include <array>

#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace c64 {

using emu::Byte;
using emu::Cycle;

/// Which chip, and so how long a line and a frame are.
enum class Model { pal, ntsc };  ///< 6569, 6567R8

struct VideoTiming {
    unsigned line_cycles, lines;
    double clock_hz;

    [[nodiscard]] constexpr Cycle frame_cycles() const { return Cycle{line_cycles} * lines; }
};

/// Sources: [VIC] section 3.4, [HM].
[[nodiscard]] constexpr VideoTiming timing_of(Model model) {
    return model == Model::pal ? VideoTiming{63, 312, 985'248} : VideoTiming{65, 263, 1'022'730};
}
static_assert(timing_of(Model::pal).frame_cycles() == 19'656);
static_assert(timing_of(Model::ntsc).frame_cycles() == 17'095);

/// The beam is where the time says; nothing is counted. The raster interrupt comes at the start of
/// its line, in line 0 a cycle later.
///
/// Not modelled yet: badlines and sprite DMA (the processor is never stopped), sprite collisions
/// and the light pen (their registers read 0), the picture.  Sources: [VIC].
class Vic {
  public:
    explicit Vic(Model model) : model_(model) {}

    [[nodiscard]] Model model() const { return model_; }
    [[nodiscard]] Cycle frame_cycles() const { return timing_of(model_).frame_cycles(); }
    [[nodiscard]] unsigned raster_line(Cycle now) const;

    [[nodiscard]] Byte read(unsigned index, Cycle now);
    void write(unsigned index, Byte value, Cycle now);

    /// Can a write to this register change when the next interrupt comes?
    [[nodiscard]] static constexpr bool moves_interrupt(unsigned index) {
        return index == 0x11 || index == 0x12 || index == 0x19 || index == 0x1A;
    }

    /// As written, for those who draw the screen.
    [[nodiscard]] Byte register_value(unsigned index) const { return registers_[index]; }

    [[nodiscard]] bool interrupt() const { return (flags_ & mask_) != 0; }
    [[nodiscard]] Cycle interrupt_since() const { return interrupt_since_; }
    [[nodiscard]] Cycle next_event() const;
    void catch_up(Cycle now);

    bool operator==(const Vic&) const = default;

  private:
    [[nodiscard]] unsigned compare_line() const;
    void aim(Cycle now);
    void raise(Byte flag, Cycle now);

    Model model_;
    std::array<Byte, 64> registers_{};
    Byte flags_ = 0, mask_ = 0;  // bit 0: raster
    Cycle next_match_ = 1;       // the beam reaches the compare line next
    Cycle interrupt_since_ = emu::never;
};

}  // namespace c64
