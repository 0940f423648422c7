// The fast loop for plain RAM.
#include "emu/flat_memory.hpp"

#include "emu/cpu.hpp"
#include "emu/recompiler/run.hpp"

namespace ryg::emu {

bool FlatMemory::run_fast(Core core, State& state, const Stop& stop) {
    return core == Core::recompiler ? recompiler::run_fast(*this, state, stop)
                                    : emu::run_fast(*this, state, stop);
}

bool loops_are_threaded() { return RYG_THREADED != 0; }

}  // namespace ryg::emu
