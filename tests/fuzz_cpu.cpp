// Random memory images through every way to run them, for as long as one likes:
//
//     fuzz_cpu SECONDS [FIRST_SEED]     0 seconds: that seed only
//
// Made for a build with sanitizers. Ends with 1 and the seed when two ways differ.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>

#include "tests/emu_lockstep.hpp"

namespace {

using emu_test::Bias;

bool survives(std::uint64_t seed) {
    struct Way {
        const char* name;
        std::optional<std::string> (*run)(std::uint64_t, Bias, emu::Cycle);
        Bias bias;
    };
    for (const Way& way :
         {Way{"random bytes in RAM", emu_test::lockstep_in_ram, Bias::random_bytes},
          Way{"random code in RAM", emu_test::lockstep_in_ram, Bias::valid_code},
          Way{"random bytes with events", emu_test::lockstep_on_machine, Bias::random_bytes},
          Way{"random code with events", emu_test::lockstep_on_machine, Bias::valid_code}}) {
        if (const auto found = way.run(seed, way.bias, 3000)) {
            fmt::print("{}: {}\nagain: fuzz_cpu 0 {}\n", way.name, *found, seed);
            return false;
        }
    }
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        fmt::print("usage: fuzz_cpu SECONDS [FIRST_SEED]\n");
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const std::chrono::duration<double> limit{std::strtod(arguments[1], nullptr)};
    const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 0) : 1;
    std::uint64_t seed = first;
    do {
        if (!survives(seed)) return 1;
        ++seed;
    } while (std::chrono::steady_clock::now() - start < limit);
    fmt::print("{} seeds from {}: no difference\n", seed - first, first);
    return 0;
}
