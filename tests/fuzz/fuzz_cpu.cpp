// Random memory images through every way to run them: a fault is a difference between two ways.
#include "tests/emu/lockstep.hpp"
#include "tests/fuzz/fuzz.hpp"

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    for (const emu_test::Way& way : emu_test::ways) {
        if (const auto found = way.run(seed, way.bias, 3000)) return way.name + (": " + *found);
    }
    return "";
}
