// The recompiler of builds that have none: everything is left to the interpreter.
#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/testing.hpp"

namespace ryg::emu::recompiler {

bool is_available() { return false; }

thread_local constinit Slice cold_slice;

Rest run(const Window&, State&, Cycle, std::uint64_t, const Halts&, Chips) {
    return {.cycles = never};
}

bool call(const Window&, State&, Cycle, std::uint64_t) { return false; }

Statistics statistics() { return {}; }

void translate_at_once(bool) {}

void forget() {}

}  // namespace ryg::emu::recompiler
