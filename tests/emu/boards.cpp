// The loops of the boards that have one.
#include "tests/emu/boards.hpp"

#include "emu/recompiler/run.hpp"

namespace ryg::emu_test {

static_assert(emu::ScheduledBus<Machine> && emu::ScheduledBus<MachineThatKnowsPlain>);
static_assert(emu::QuietBus<QuietMachine> && !emu::QuietBus<ExactMachine>);

bool Machine::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::run_fast(*this, state, stop);
}
bool MachineThatKnowsPlain::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::run_fast(*this, state, stop);
}
emu::ExactEnd ExactMachine::run_exactly(emu::State& state, emu::RunLimit stop,
                                        const emu::Unstable& unstable) {
    return emu::Exactly<ExactMachine>::run(*this, state, stop, unstable);
}
emu::ExactEnd QuietMachine::run_exactly(emu::State& state, emu::RunLimit stop,
                                        const emu::Unstable& unstable) {
    return emu::Exactly<QuietMachine>::run(*this, state, stop, unstable);
}
bool RecompiledMachine::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::recompiler::run_fast(*this, state, stop);
}
bool RecompiledMemory::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::recompiler::run_fast(*this, state, stop);
}
bool CountingMemory::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::recompiler::run_fast(*this, state, stop);
}
bool HalfPage::run_fast(emu::Core, emu::State& state, const emu::RunLimit& stop) {
    return emu::recompiler::run_fast(*this, state, stop);
}

}  // namespace ryg::emu_test
