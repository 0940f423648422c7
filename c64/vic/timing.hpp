// The four video chips: lengths of a line and a frame, and the clock rate.
#pragma once

#include <cstdint>

#include "emu/types.hpp"

namespace ryg::c64 {

/// Which video chip, and so which C64: 8565, 6567R8, 6567R56A of the first NTSC machines, 6569 of
/// the PAL machines before the C64C.
enum class Model : std::uint8_t { pal, ntsc, ntsc_old, pal_old };

[[nodiscard]] constexpr bool is_pal(Model model) {
    return model == Model::pal || model == Model::pal_old;
}

/// The range of possible badlines, in which the characters of a row are fetched.  [VIC]
inline constexpr unsigned first_bad_line = 0x30, last_bad_line = 0xF7;

/// **Units**: cycles of a line count from 0 here, from 1 in the literature and in comments.
struct VideoTiming {
    unsigned line_cycles, lines;
    double clock_hz;
    unsigned sprite_0;  ///< cycle of a line in which BA falls for sprite 0

    [[nodiscard]] constexpr emu::Cycle frame_cycles() const {
        return emu::Cycle{line_cycles} * lines;
    }
};

/// Sources: [VIC] section 3.4, [VICE].
[[nodiscard]] constexpr VideoTiming timing_of(Model model) {
    switch (model) {
        case Model::ntsc: return {65, 263, 1'022'730, 55};
        case Model::ntsc_old: return {64, 262, 1'022'730, 55};
        case Model::pal:
        case Model::pal_old: break;
    }
    return {63, 312, 985'248, 54};
}
/// The line of a cycle and the frame of a line, counted from power-on. Both are needed often, and
/// division by a compile-time constant is much faster.
[[nodiscard]] constexpr emu::Cycle line_of(Model model, emu::Cycle cycle) {
    switch (model) {
        case Model::ntsc: return cycle / timing_of(Model::ntsc).line_cycles;
        case Model::ntsc_old: return cycle / timing_of(Model::ntsc_old).line_cycles;
        case Model::pal:
        case Model::pal_old: break;
    }
    return cycle / timing_of(Model::pal).line_cycles;
}
[[nodiscard]] constexpr emu::Cycle frame_of(Model model, emu::Cycle line) {
    switch (model) {
        case Model::ntsc: return line / timing_of(Model::ntsc).lines;
        case Model::ntsc_old: return line / timing_of(Model::ntsc_old).lines;
        case Model::pal:
        case Model::pal_old: break;
    }
    return line / timing_of(Model::pal).lines;
}

static_assert(timing_of(Model::pal).frame_cycles() == 19'656);
static_assert(timing_of(Model::ntsc).frame_cycles() == 17'095);
static_assert(timing_of(Model::ntsc_old).frame_cycles() == 16'768);

}  // namespace ryg::c64
