// Random memory images through every way to run them, for as long as one likes:
//
//     fuzz_cpu SECONDS [FIRST_SEED]     0 seconds: that seed only
//
// Made for a build with sanitizers. Ends with 1 and the seed when two ways differ.
#include <cstdint>
#include <fmt/format.h>

#include "tests/emu/lockstep.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
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
            fmt::print("{}: {}\n", way.name, *found);
            return false;
        }
    }
    return true;
}

}  // namespace
}  // namespace ryg

using namespace ryg;

int main(int count, char** arguments) { return fuzz(count, arguments, "fuzz_cpu", survives); }
