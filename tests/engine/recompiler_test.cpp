// Every program of every game, as RUN starts it: in the exact core and recompiled, the same machine.
#include "emu/recompiler/recompiler.hpp"

#include <future>
#include <gtest/gtest.h>
#include <memory>

#include "c64/board/machine.hpp"
#include "emu/recompiler/testing.hpp"
#include "engine/games/games.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

std::vector<const c64::EmbeddedImage*> all_programs() {
    std::vector<const c64::EmbeddedImage*> all;
    for (const claims::Game* game : engine::games()) {
        for (const claims::Subject& program : game->programs) {
            if (std::ranges::find(all, program.image) == all.end()) all.push_back(program.image);
        }
    }
    return all;
}

struct EveryProgram : testing::TestWithParam<const c64::EmbeddedImage*> {
    void SetUp() override {
        if (!emu::recompiler::is_available()) GTEST_SKIP() << "no recompiler in this build or host";
        emu::recompiler::translate_at_once(true);
    }
    void TearDown() override { emu::recompiler::translate_at_once(false); }
};

/// It is asked to move, and thinks; registers, memory, chips and the cycle are the same wherever a
/// run ends.
TEST_P(EveryProgram, IsTheSameMachineWhenItIsRecompiled) {
    tests::Dice dice(1);
    for (const auto timing : {c64::Timing::cpu, c64::Timing::stock}) {
        auto exact = std::make_unique<c64::Machine>(c64::Setup{.core = emu::Core::exact});
        exact->set_timing(timing);
        exact->boot();
        exact->start(c64::from_embedded(*GetParam()));
        const bool digits = GetParam()->name.starts_with("ryg1");
        exact->type(digits ? "2625342" : ".D4\rE1D2\rE1F2\rF2G3\r");
        auto recompiled = std::make_unique<c64::Machine>(*exact);
        recompiled->cpu.core = emu::Core::recompiler;
        for (int stop = 0; stop < 40; ++stop) {
            const emu::Cycle cycles = dice(stop % 4 == 0 ? 1'500'000 : 3'000);
            for (auto* const machine : {exact.get(), recompiled.get()}) {
                machine->run(cycles);
                machine->set_timing(timing);  // looks up the next badline anew
                machine->catch_up();
            }
            ASSERT_EQ(exact->cpu.cycle, recompiled->cpu.cycle);
            ASSERT_TRUE(*exact == *recompiled) << "cycle " << exact->cpu.cycle;
        }
    }
    EXPECT_GT(emu::recompiler::statistics().regions, 10U);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryProgram, testing::ValuesIn(all_programs()),
                         [](const auto& which) {
                             std::string name(which.param->name);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

/// A wait for RDY belongs to the instruction that follows it, so a run that ends there ends before.
TEST(Cores, StopBeforeTheWaitWhereverTheyAreToStop) {
    constexpr emu::Address begin = 0x1000, stop = 0x1100, elsewhere = 0x1200;
    const auto machine_with = [](emu::Core core) {
        auto made = std::make_unique<c64::Machine>(c64::Setup{.core = core});
        made->set_timing(c64::Timing::stock);
        made->boot();
        std::fill(&made->ram()[begin], &made->ram()[stop], emu::Byte{0xE8});  // INX
        std::ranges::copy(std::array<emu::Byte, 3>{0x4C, 0x00, 0x10}, &made->ram()[stop]);
        made->cpu.registers.pc = begin;
        made->cpu.registers.p |= emu::Flag::I;
        return made;
    };
    emu::recompiler::translate_at_once(true);
    const auto exact = machine_with(emu::Core::exact);
    const auto fast = machine_with(emu::Core::interpreter);
    const auto recompiled = machine_with(emu::Core::recompiler);
    unsigned waits = 0;
    for (int round = 0; round < 3000; ++round) {
        for (auto* const machine : {exact.get(), fast.get(), recompiled.get()}) {
            machine->run({.at = {stop, elsewhere}});
            ASSERT_EQ(machine->cpu.registers.pc, stop);
            ASSERT_EQ(machine->cpu.cycle, exact->cpu.cycle) << "round " << round;
        }
        waits += exact->board.halt().from == exact->cpu.cycle ? 1U : 0U;
    }
    emu::recompiler::translate_at_once(false);
    EXPECT_GT(waits, 0U) << "no bad line began where a run ended";
}

/// Every map that $01 can make is a table of its own; none of them is thrown away for another.
TEST(Cores, KeepWhatIsTranslatedForEachMapOfMemory) {
    if (!emu::recompiler::is_available()) GTEST_SKIP() << "no recompiler in this build or host";
    c64::Machine machine(c64::Setup{.core = emu::Core::recompiler});
    machine.boot();
    constexpr std::array<emu::Byte, 17> program{0x78,               //         sei
                                                0xA2, 0x37,         //         ldx #$37
                                                0x86, 0x01,         // map:    stx $01
                                                0xFE, 0x00, 0x20,   // again:  inc $2000,x
                                                0xC8, 0xD0, 0xFA,   //         iny; bne again
                                                0xCA, 0xE0, 0x30,   //         dex; cpx #$30
                                                0xD0, 0xF3, 0x00};  //         bne map; brk
    std::ranges::copy(program, &machine.ram()[0x1000]);
    machine.ram()[0x1010] = 0xF0;  // beq: to the first line
    machine.ram()[0x1011] = 0xEE;
    machine.cpu.registers.pc = 0x1000;
    emu::recompiler::translate_at_once(true);
    const auto before = emu::recompiler::statistics();
    machine.run({.cycles = 1'000'000});
    const auto after = emu::recompiler::statistics();
    emu::recompiler::translate_at_once(false);
    EXPECT_EQ(after.flushes, before.flushes);
    EXPECT_GE(after.regions, before.regions + 5);
}

/// A machine that has thought for some time, and how much its thread has translated.
std::pair<std::unique_ptr<c64::Machine>, std::uint64_t> thinking(emu::Core core) {
    auto machine = std::make_unique<c64::Machine>(c64::Setup{.core = core});
    machine->start(c64::from_embedded(*engine::find_program("ryg16")));
    machine->type("26");
    for (int piece = 0; piece < 100; ++piece) machine->run(100'000);
    return {std::move(machine), emu::recompiler::statistics().regions};
}

TEST(Cores, AreThoseOfTheMachinesInThreadsSideBySide) {
    auto exact = std::async(std::launch::async, thinking, emu::Core::exact);
    auto recompiled = std::async(std::launch::async, thinking, emu::Core::recompiler);
    const auto [one, translated_for_one] = exact.get();
    const auto [other, translated_for_other] = recompiled.get();
    EXPECT_EQ(one->cpu.core, emu::Core::exact);
    EXPECT_EQ(other->cpu.core, emu::Core::recompiler);
    EXPECT_EQ(translated_for_one, 0U);
    EXPECT_EQ(translated_for_other > 0, emu::recompiler::is_available());
    EXPECT_EQ(one->cpu.cycle, other->cpu.cycle);
    for (auto* const machine : {one.get(), other.get()}) {
        machine->set_timing(c64::Timing::cpu);  // looks up the next badline anew
        machine->catch_up();
    }
    EXPECT_TRUE(*one == *other);
}

}  // namespace
}  // namespace ryg
