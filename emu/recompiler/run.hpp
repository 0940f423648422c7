// A board's run_fast() with the recompiler: translated code, and the fast loop where needed.
#pragma once

#include "emu/recompiler/recompiler.hpp"
#include "emu/threaded.hpp"

namespace ryg::emu::recompiler {

#if RYG_THREADED
inline namespace threaded {
#else
inline namespace looped {
#endif

/// The RDY stalls from `limit` on through which translated code may continue.
template <WindowedBus B>
Halts halts_from(B& bus, Cycle limit, const RunLimit& stop) {
    if constexpr (requires { bus.halts_like_it(stop.until); }) {
        if (const auto halt = bus.halt(); halt.from == limit) {
            const Repetitions repeats = bus.halts_like_it(stop.until);
            const Cycle length = halt.to - halt.from;
            if (repeats.period >= length + shortest_way) {
                return {repeats.count, repeats.period, length};
            }
        }
    }
    return {};
}

/// Chips::access for a board with events.
template <ScheduledBus B>
bool access(Chips& its, const Window& window, ChipAccess& made) {
    B& bus = *static_cast<B*>(its.bus);
    const Cycle planned = bus.fast_until;
    State state{};
    state.now = made.now;
    PlainCore<B> core{bus, state, nullptr};
    State::Word address = made.base;
    if (made.indexed) {
        using enum execute::Access;
        address = made.writes ? execute::indexed<write>(core, made.base, made.index)
                              : execute::indexed<read>(core, made.base, made.index);
    }
    if (made.writes) {
        core.write(address, made.value);
    } else {
        made.value = core.read(address);
    }
    its.irq_low = bus.lines.irq_low();
    return bus.fast_until == planned && bus.window().same_bounds(window);
}

/// Devices may throw, or run a processor of their own: the interpreter calls them.
template <WindowedBus B>
Chips chips_of(B& bus) {
    if constexpr (ScheduledBus<B>) {
        bool has_devices = false;
        if constexpr (requires { bus.devices.empty(); }) has_devices = !bus.devices.empty();
        return {&bus, has_devices ? nullptr : access<B>, bus.lines.irq_low()};
    } else {
        return {.irq_low = false};
    }
}

/// Runs translated code, and adds the time that its last instruction waits for RDY.
template <WindowedBus B>
Rest run_translated(B& bus, const Window& window, State& state, Cycle limit, const RunLimit& stop) {
    const Halts halts = halts_from(bus, limit, stop);
    Cycle from = never, to = never;  // of the first stall, which an access may change
    if constexpr (HaltedBus<B>) {
        from = bus.halt().from;
        to = bus.halt().to;
    }
    const Rest rest = run(window, state, limit, stop.address, halts, chips_of(bus));
    const Cycle passed = rest.halts * halts.period;
    if (from != never && state.now > from + passed)
        state.now = end_with_halt(opcodes[rest.last], state.now, from + passed, to + passed);
    return rest;
}

/// Cycles to interpret before the next look-up.
[[nodiscard]] inline Cycle interpreted(const Window& window, const State& state) {
    if (const Cycle cold = cold_slice.left(window, state.now)) return cold;
    if (window.has_code(static_cast<unsigned>(state.pc))) return 0;
    constexpr Cycle elsewhere = 2048;  // short, as code that follows may be translated
    cold_slice = {window.ram, state.now, elsewhere};
    return elsewhere;
}

/// Gives the same results as emu::run_fast, instruction for instruction and cycle for cycle, but
/// continues until the caller is needed.
template <WindowedBus B>
bool run_fast(B& bus, State& state, const RunLimit& stop) {
    if (!may_run_fast(bus, state)) return false;
    const Cycle before = state.now;
    Cycle limit = plan(bus, stop);
    while (state.now < limit) {
        const Window window = bus.window();
        Rest rest{.cycles = interpreted(window, state)};
        if (rest.cycles >= limit - state.now) {
            run_loop(bus, state, stop);
            break;
        }
        if (rest.cycles == 0) {
            rest = run_translated(bus, window, state, limit, stop);
            if (rest.stopped || state.now >= stop.until) break;
            if (rest.over) {
                if (is_interrupted(bus, state)) break;
                limit = plan(bus, stop);
                continue;
            }
        }
        if (rest.halts == 0 && state.now < limit) {
            const Cycle from = state.now;
            const Cycle end = rest.cycles < limit - from ? from + rest.cycles : limit;
            if constexpr (ScheduledBus<B>) bus.fast_until = end;
            run_loop(bus, state, {end, stop.address});
            if (state.now < end || state.now == from) break;
            if constexpr (ScheduledBus<B>) {
                if (bus.fast_until != end) break;
                bus.fast_until = limit;
            }
        }
        if (state.pc == stop.address || state.now >= stop.until) break;
        if (rest.halts == 0 && state.now < limit) continue;
        if constexpr (HaltedBus<B>) {
            // A wait is part of the next instruction, so there must be time for that instruction,
            // and the caller must not stop at it.
            if (bus.code(static_cast<Address>(state.pc)) == nullptr) break;
            const auto halt = bus.halt();
            if (limit != halt.from || state.now + (halt.to - halt.from) >= stop.until) break;
            state.now = bus.wait(state.now);
            limit = plan(bus, stop);
        } else {
            break;
        }
    }
    return state.now != before;
}

}  // inline namespace

}  // namespace ryg::emu::recompiler
