// Tests a multiply routine with GoogleTest: every product, its time, and what it touches.
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <ryg/c64/board/machine.hpp>
#include <ryg/c64/program/coverage.hpp>
#include <ryg/emu/call.hpp>
#include <ryg/emu/flat_memory.hpp>

using namespace ryg;

namespace ryg::images {
extern const c64::EmbeddedImage multiply;  // made by ryg_assemble
}

namespace {

struct Multiply : testing::Test {
    c64::Image program = c64::from_embedded(images::multiply);
    emu::FlatMemory memory;
    emu::Cpu cpu;
    Multiply() { std::ranges::copy(program.bytes, memory.ram.begin() + program.load_address); }

    emu::CallResult call(unsigned a, unsigned x, emu::Touched* touched = nullptr) {
        return emu::call(cpu, memory, program.labels.at("multiply"),
                         {.a = static_cast<emu::Byte>(a), .x = static_cast<emu::Byte>(x)}, 1'000,
                         touched);
    }
};

TEST_F(Multiply, GivesEveryProductInFiveCyclesMoreForEachOneInA) {
    for (unsigned pair = 0; pair < 0x10000; ++pair) {
        const unsigned a = pair >> 8, x = pair & 0xFF;
        const auto result = call(a, x);
        ASSERT_EQ(emu::word(result.registers.a, result.registers.x), a * x) << a << " * " << x;
        ASSERT_EQ(result.cycles, 157U + 5U * static_cast<unsigned>(std::popcount(a)));
    }
}

TEST_F(Multiply, WritesItsTwoVariablesOnly) {
    const emu::Address factor = program.labels.at("factor"), other = program.labels.at("other");
    emu::Touched touched;
    call(0xFF, 0xFF, &touched);  // LSR and ROR write twice, as the chip does
    EXPECT_EQ(touched.written, (emu::Touched::Counts{{factor, 19}, {other, 1}}));
}

TEST_F(Multiply, HasNoLineThatIsNotExecuted) {
    c64::CoverageRecording recording;
    c64::Machine machine({.recording = &recording});
    machine.boot();
    machine.load(program);
    machine.call(program.labels.at("multiply"), {.a = 0x55, .x = 3});
    const std::string info = c64::lcov(recording.sum(), program);  // a file for genhtml
    EXPECT_EQ(info.find(",0\n"), info.npos) << info;
}

}  // namespace
