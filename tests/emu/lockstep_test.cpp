// Every way to run a program is the same program: exact, recorded, and in the fast loop.
#include "tests/emu/lockstep.hpp"

#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

struct Lockstep : testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, Lockstep, testing::ValuesIn(ways), tests::name_of_row);

/// Fixed seeds; a failure names its own, and `fuzz_cpu 0 SEED` runs it again.
TEST_P(Lockstep, InEveryWay) {
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        const auto found = GetParam().run(seed, GetParam().bias, GetParam().cycles);
        ASSERT_FALSE(found) << "seed " << seed << ": " << *found;
    }
}

/// NOPs in a loop: an IRQ handler that counts and acknowledges, an NMI handler that counts.
TEST(Interrupts, TimersInterruptEveryLoopInTheSameCyclesAsSteps) {
    std::uint64_t accesses = 0, exact_accesses = 0, not_quiet = 0, irqs = 0, nmis = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Dice dice(seed);
        Machine stepped;
        stepped.ram.fill(0xEA);
        poke(stepped.ram, static_cast<Address>(0x10FD - dice(7)), {0x4C, 0x00, 0x10});  // jmp $1000
        poke(stepped.ram, 0x2000, {0xE6, 0x14, 0xAD, 0x00, 0xD0, 0x40});  // inc, lda $d000
        poke(stepped.ram, 0x3000, {0xE6, 0x15, 0x40});                    // inc $15, rti
        poke(stepped.ram, emu::nmi_vector, {0x00, 0x30, 0x00, 0x00, 0x00, 0x20});
        poke(stepped.ram, 0x14, {0, 0});
        stepped.irq_timer = dice(400);
        stepped.irq_period = 60 + dice(900);
        if (dice(2) == 0) {
            stepped.nmi_timer = dice(400);
            stepped.nmi_period = 300 + dice(900);
        }
        emu::Cpu by_steps;
        by_steps.registers = {.pc = 0x1000, .s = 0xFF, .p = emu::Flag::unused};
        Machine run_machine = stepped;
        QuietMachine quiet_machine{stepped};
        emu::Cpu in_one_go = by_steps, quiet = by_steps;
        quiet.core = emu::Core::exact;
        const Cycle until = 3000 + dice(100);
        while (by_steps.cycle < until) by_steps.step(stepped);
        ASSERT_EQ(in_one_go.run(run_machine, until), emu::RunEnd::reached_cycle);
        const auto found = difference(by_steps, in_one_go, stepped.ram, run_machine.ram);
        ASSERT_FALSE(found) << "seed " << seed << ": " << *found;
        ASSERT_EQ(stepped.log, run_machine.log) << "seed " << seed;
        ASSERT_EQ(stepped.lines, run_machine.lines) << "seed " << seed;
        quiet.run(quiet_machine, until);
        ASSERT_EQ(quiet, by_steps) << "seed " << seed;
        ASSERT_EQ(quiet_machine.log, stepped.log) << "seed " << seed;
        not_quiet += quiet_machine.exact_accesses;
        accesses += in_one_go.cycle;
        exact_accesses += run_machine.exact_accesses;
        irqs += stepped.ram[0x14];
        nmis += stepped.ram[0x15];
    }
    EXPECT_GT(irqs, 3000u * 5u);
    EXPECT_GT(nmis, 3000u * 2u);
    EXPECT_LT(exact_accesses * 3, accesses) << "the fast loop was not used";
    EXPECT_LT(not_quiet * 3, accesses) << "no instruction was quiet";
}

/// The accesses to the I/O page of one instruction that starts in cycle 97, with their cycles.
template <class SomeMachine, bool fast>
std::string io_accesses(const std::vector<Byte>& code) {
    SomeMachine machine;
    std::ranges::copy(code, machine.ram.begin() + 0x1000);
    poke(machine.ram, 0x40, {0x10, 0xD0, 0xFF, 0xD0});
    if (code[0] == 0x03) poke(machine.ram, 0x40, {0x20, 0xD0});  // its pointer is at $30 + x
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .a = 0x5A, .x = 0x10, .y = 0x20};
    if (code[0] == 0xB1) cpu.registers.y = 0x10;
    cpu.cycle = 97;
    if (fast) {
        cpu.run(machine, 98);
        EXPECT_EQ(machine.exact_accesses, 0u);
    } else {
        cpu.step(machine);
        EXPECT_EQ(machine.exact_accesses, cpu.cycle - 97);
    }
    std::string io;
    for (const emu::BusAccess& access : machine.log) {
        io += fmt::format("{}{}{}{:04x}:{:02x}", io.empty() ? "" : " ", access.is_write ? 'w' : 'r',
                          access.cycle, access.address, access.value);
    }
    return io;
}

TEST(Io, DummyAccessesToIoHappenInTheFastLoopInTheirCycles) {
    struct Program {
        std::vector<Byte> code;
        std::string io;
    };
    const Program programs[] = {
        {{0xBD, 0xF8, 0xCF}, "r101d008:01"},  // lda $cff8,x, x = $10: the wrong page is RAM
        {{0xBD, 0xFF, 0xD0}, "r100d00f:01"},  // lda $d0ff,x: the wrong page is I/O
        {{0x9D, 0xFF, 0xD0}, "r100d00f:01"},  // sta $d0ff,x
        {{0x9D, 0x10, 0xD0}, "r100d020:01 w101d020:5a"},
        {{0xEE, 0x10, 0xD0}, "r100d010:01 w101d010:01 w102d010:02"},
        {{0xFE, 0x10, 0xD0}, "r100d020:01 r101d020:02 w102d020:02 w103d020:03"},
        {{0x91, 0x40}, "r101d030:01 w102d030:5a"},              // sta ($40),y
        {{0xB1, 0x42}, "r101d00f:01"},                          // lda ($42),y into $d1
        {{0x03, 0x30}, "r102d020:01 w103d020:01 w104d020:02"},  // slo ($30,x)
        {{0x1C, 0xFF, 0xD0}, "r100d00f:01"},                    // nop $d0ff,x
        {{0x6C, 0xFF, 0xD0}, "r100d0ff:01 r101d000:02"},
    };
    for (const Program& program : programs) {
        const std::string what = fmt::format("opcode ${:02x}", program.code[0]);
        EXPECT_EQ((io_accesses<Machine, false>(program.code)), program.io) << what;
        EXPECT_EQ((io_accesses<Machine, true>(program.code)), program.io) << what;
        EXPECT_EQ((io_accesses<MachineThatKnowsPlain, true>(program.code)), program.io) << what;
    }
}

}  // namespace
}  // namespace ryg
