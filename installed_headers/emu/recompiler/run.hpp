// What a board's run_fast() does when it is recompiled: translated code, and the fast loop where
// that has to do it.
#pragma once

#include "ryg/emu/recompiler/recompiler.hpp"
#include "ryg/emu/threaded.hpp"

namespace ryg::emu::recompiler {

#if EMU_THREADED
inline namespace threaded {
#else
inline namespace looped {
#endif

/// The same as emu::run_fast, instruction for instruction and cycle for cycle.
template <WindowedBus B>
bool run_fast(B& bus, State& state, const Stop& stop) {
    if (!may_run_fast(bus, state)) return false;
    const Cycle before = state.now, limit = plan(bus, stop);
    if (before >= limit) return false;
    const Rest rest = run(bus.window(), state, limit, stop.address);
    if (rest.stopped || state.now >= limit) return true;
    const Cycle end = rest.cycles < limit - state.now ? state.now + rest.cycles : limit;
    if constexpr (ScheduledBus<B>) bus.fast_until = end;
    run_loop(bus, state, {end, stop.address});
    return state.now != before;
}

}  // inline namespace

}  // namespace ryg::emu::recompiler
