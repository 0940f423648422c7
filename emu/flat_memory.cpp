// The loops for plain RAM, compiled here with its accesses inline.
#include "emu/flat_memory.hpp"

#include "emu/cpu.hpp"
#include "emu/recompiler/run.hpp"

namespace ryg::emu {

bool FlatMemory::run_fast(Core core, State& state, const RunLimit& stop) {
    return core == Core::recompiler ? recompiler::run_fast(*this, state, stop)
                                    : emu::run_fast(*this, state, stop);
}

ExactEnd FlatMemory::run_exactly(State& state, const RunLimit& stop, const Unstable& unstable) {
    return Exactly<FlatMemory>::run(*this, state, stop, unstable);
}

bool loops_are_threaded() { return RYG_THREADED != 0; }

}  // namespace ryg::emu
