// Many cycles of the SID's phase accumulators in one go.
#include "c64/sid/phases.hpp"

#include <algorithm>

#include "emu/lines.hpp"

namespace ryg::c64 {

namespace {

constexpr unsigned before(unsigned voice) { return (voice + 2) % 3; }

}  // namespace

/// `risen`: the bits of each voice that have gone from 0 to 1.
void Phases::reset_synced(const std::array<std::uint32_t, 3>& risen) {
    const auto rises = [&](unsigned v) { return (risen[v] & msb) != 0; };
    for (unsigned v = 0; v < 3; ++v) {
        const unsigned source = before(v);
        const bool source_restarts = voices[source].synced && rises(before(source));
        if (voices[v].synced && rises(source) && !source_restarts) voices[v].phase = 0;
    }
}

/// Cycles, from the next on, in which no voice can reset another.
Cycle Phases::quiet_cycles() const {
    Cycle quiet = emu::never;
    for (unsigned v = 0; v < 3; ++v) {
        const Voice& source = voices[before(v)];
        const std::uint32_t increment = source.increment();
        if (!voices[v].synced || increment == 0) continue;
        const std::uint32_t to_rise = mask + 1 - (source.phase ^ msb);
        quiet = std::min(quiet, Cycle{(to_rise + increment - 1) / increment - 1});
    }
    return quiet;
}

/// Bit 19 rises whenever the phase plus 2^19 passes a multiple of 2^20.
Cycle Phases::run_free(Cycle cycles) {
    const Cycle from = voices[2].phase + noise_clock;
    const Cycle rises = ((from + cycles * voices[2].increment()) >> 20) - (from >> 20);
    for (Voice& voice : voices) {
        voice.phase = static_cast<std::uint32_t>(voice.phase + cycles * voice.increment()) & mask;
    }
    return rises;
}

Cycle Phases::jump(Cycle cycles) {
    Cycle rises = 0;
    for (Cycle quiet = quiet_cycles(); quiet < cycles; quiet = quiet_cycles()) {
        rises += run_free(quiet);
        if (step()) ++rises;
        cycles -= quiet + 1;
    }
    return rises + run_free(cycles);
}

}  // namespace ryg::c64
