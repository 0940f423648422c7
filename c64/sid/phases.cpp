// Many cycles of the SID's phase accumulators in one go.
#include "c64/sid/phases.hpp"

#include <algorithm>

#include "emu/lines.hpp"

namespace ryg::c64 {

namespace {

constexpr unsigned before(unsigned voice) { return (voice + 2) % 3; }

/// No counter that nobody resets needs longer to be back.
constexpr Cycle free_period = 1 << 24;

}  // namespace

bool Phases::step() {
    std::array<std::uint32_t, 3> risen{};
    for (std::size_t v = 0; v < 3; ++v) {
        const std::uint32_t old = voices[v].phase;
        voices[v].phase = (old + voices[v].increment()) & mask;
        risen[v] = voices[v].phase & ~old;
    }
    const auto rises = [&](unsigned v) { return (risen[v] & msb) != 0; };
    for (unsigned v = 0; v < 3; ++v) {
        const unsigned source = before(v);
        const bool source_restarts = voices[source].synced && rises(before(source));
        if (voices[v].synced && rises(source) && !source_restarts) voices[v].phase = 0;
    }
    return (risen[2] & noise_clock) != 0;
}

Cycle Phases::quiet_cycles() const {
    Cycle quiet = emu::never;
    for (unsigned v = 0; v < 3; ++v) {
        const Voice& source = voices[before(v)];
        if (!voices[v].synced || source.increment() == 0) continue;
        const Cycle rise = cycles_to_wrap(source.phase ^ msb, source.increment(), 24);
        quiet = std::min(quiet, rise - 1);
    }
    return quiet;
}

/// Bit 19 rises whenever the phase plus 2^19 comes past a multiple of 2^20.
Cycle Phases::run_free(Cycle cycles) {
    const Cycle turns = cycles / free_period;
    const Cycle rest = cycles % free_period;
    const Voice& third = voices[2];
    const Cycle from = third.phase + noise_clock;
    const Cycle rises = turns * (Cycle{third.increment()} << 4) +
                        ((from + rest * third.increment()) >> 20) - (from >> 20);
    for (Voice& voice : voices) {
        voice.phase = static_cast<std::uint32_t>(voice.phase + rest * voice.increment()) & mask;
    }
    return rises;
}

Cycle Phases::walk(Cycle cycles) {
    Cycle rises = 0;
    while (cycles != 0) {
        const Cycle quiet = quiet_cycles();
        if (quiet >= cycles) return rises + run_free(cycles);
        rises += run_free(quiet);
        if (step()) ++rises;
        cycles -= quiet + 1;
    }
    return rises;
}

/// Brent's search for a cycle, looking only where a voice may have been reset.
Phases::Orbit Phases::orbit() const {
    if (!any_synced()) return {0, free_period};
    Phases hare = *this, tortoise = *this;
    Cycle tortoise_at = 0, hare_at = 0;
    for (std::uint64_t steps = 0, power = 1;;) {
        const Cycle quiet = hare.quiet_cycles();
        if (quiet == emu::never) return {hare_at, free_period};
        hare.run_free(quiet);
        hare.step();
        hare_at += quiet + 1;
        if (hare == tortoise) return {tortoise_at, hare_at - tortoise_at};
        if (++steps == power) {
            tortoise = hare;
            tortoise_at = hare_at;
            power *= 2;
            steps = 0;
        }
    }
}

Cycle Phases::jump(Cycle cycles) {
    constexpr Cycle walkable = 1 << 26;
    if (!any_synced()) return run_free(cycles);
    if (cycles <= walkable) return walk(cycles);
    const Orbit ring = orbit();
    if (cycles <= ring.lead_in + 2 * ring.period) return walk(cycles);
    Cycle rises = walk(ring.lead_in);
    cycles -= ring.lead_in;
    rises += cycles / ring.period * Phases(*this).walk(ring.period);
    return rises + walk(cycles % ring.period);
}

}  // namespace ryg::c64
