// The fast loop for plain RAM.
#include "emu/flat_memory.hpp"

#include "emu/cpu.hpp"
#include "emu/threaded.hpp"

namespace ryg::emu {

bool FlatMemory::run_fast(State& state, const Stop& stop) {
    return emu::run_fast(*this, state, stop);
}

bool loops_are_threaded() { return EMU_THREADED != 0; }

}  // namespace ryg::emu
