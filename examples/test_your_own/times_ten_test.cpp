// Unit-tests ten lines of assembly: answer, carry, cycles and memory for every input there is.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "ryg/c64/board/machine.hpp"
#include "ryg/c64/program/coverage.hpp"

using namespace ryg;

namespace ryg::images {
extern const c64::EmbeddedImage times_ten;  // made by ryg_assemble
}

namespace {

int failures = 0;

void check(bool good, int input, const std::string& what) {
    if (good) return;
    ++failures;
    fmt::print("timesTen({}): {}\n", input, what);
}

}  // namespace

/// `times_ten_test FILE.info` writes which source lines and branches were executed.
int main(int count, char** words) {
    c64::Image program = c64::from_embedded(ryg::images::times_ten);
    c64::debug::Recording recording;
    if (count > 1) program.recording = &recording;  // slower: each instruction is noted
    const emu::Address routine = program.labels.at("timesTen");
    const emu::Address twice = program.labels.at("twice");

    c64::Machine fresh;
    fresh.boot();
    fresh.load(program);

    emu::Cycle least = ~emu::Cycle{0}, most = 0;
    for (int input = 0; input < 256; ++input) {
        c64::Machine machine = fresh;  // a machine is a value
        const auto result = machine.call(routine, {.a = static_cast<emu::Byte>(input)}, 1'000);
        check(result.returned(), input, "did not return");

        // Registers and flags.
        const bool fits = 10 * input <= 255;
        check(result.carry() == !fits, input, "wrong carry");
        if (fits) check(result.registers.a == 10 * input, input, "wrong product");
        check(result.registers.x == 0 && result.registers.y == 0, input, "X or Y changed");

        // Time, to the cycle: the header block says 11..26.
        least = std::min(least, result.cycles);
        most = std::max(most, result.cycles);

        // Memory: every byte but `twice`, and the stack page, is as it was.
        for (int address = 0x0200; address <= 0xFFFF; ++address) {
            const auto place = static_cast<std::size_t>(address);
            check(address == twice || machine.ram()[place] == fresh.ram()[place], input,
                  fmt::format("changed ${:04x}", address));
        }
    }
    check(least == 11 && most == 26, 255, fmt::format("takes {} to {} cycles", least, most));
    if (count > 1) std::ofstream(words[1]) << c64::debug::lcov(recording.sum(), program);
    fmt::print("timesTen: 256 inputs, {} to {} cycles, {} failures\n", least, most, failures);
    return failures == 0 ? 0 : 1;
}
