// Going back: the state at a moment is the same however one came there.
#include <cmath>
#include <memory>
#include <random>

#include "tests/c64/debug/machine.hpp"

namespace ryg {
namespace {

using namespace ryg::debug_test;

struct Backward : testing::Test {
    Debugger debugger{looping()};
};

TEST(BackwardInLittleMemory, ThousandsOfWaysForwardAndBackLeadToTheSameState) {
    Debugger debugger(looping(), {.memory = 2'000'000});
    std::mt19937_64 random(1);
    int moved = 0;
    for (int i = 0; i < 3000; ++i) {
        if (i % 10 == 0) {  // on to somewhere else, keys and edits on the way
            debugger.step(1 + random() % 2000);
            const auto value = static_cast<Byte>(random());
            if (i % 50 == 0) debugger.edit([=](Machine& m) { m.poke(0x2002, value); });
            if (i % 200 == 0) debugger.edit([](Machine& m) { m.type("A"); });
        }
        const auto before = std::make_unique<Machine>(debugger.machine());
        const auto frames = debugger.frames();
        const std::uint64_t count = 1 + random() % (i % 100 == 0 ? 20'000 : 200);
        ASSERT_EQ(debugger.step(count).reason, Reason::done);
        ASSERT_EQ(debugger.back(count).reason, Reason::done);
        ASSERT_EQ(debugger.machine(), *before) << "move " << i << ", " << count << " steps";
        ASSERT_EQ(debugger.frames(), frames);
        ++moved;
    }
    EXPECT_EQ(moved, 3000);
    EXPECT_LE(debugger.history().memory_used(), 2'000'000u);
}

/// How much has to be done again for any movement back is what its time depends on: with n copies
/// of T cycles, 2 sqrt(T a) / n for those of age a, if they are spread as History::thin says.
TEST(BackwardInLittleMemory, GapsBetweenCopiesGrowWithTheSquareRootOfTheirAge) {
    constexpr Cycle all = 20'000'000;
    Debugger debugger(looping(), {.memory = 8'000'000});
    debugger.go_to_cycle(cycle(debugger) + all);
    const c64::debug::History& history = debugger.history();
    const auto copies = static_cast<double>(history.stretches());
    EXPECT_GT(copies, 30);
    for (std::size_t i = 0; i + 1 < history.stretches(); ++i) {
        const Cycle begin = history.start_of(i).machine.cpu.cycle;
        const auto gap = static_cast<double>(history.start_of(i + 1).machine.cpu.cycle - begin);
        const auto age = static_cast<double>(history.last_cycle() - begin);
        const double expected = 2 * std::sqrt(age * static_cast<double>(all)) / copies;
        EXPECT_LT(gap, 2 * (expected + c64::debug::History::longest_spacing)) << "age " << age;
    }
}

TEST_F(Backward, BackOverAnEditTakesItBackAndForwardMakesItAgain) {
    debugger.step(50);
    debugger.edit([](Machine& machine) { machine.poke(counter, 0x80); });
    debugger.edit([](Machine& machine) { machine.cpu.registers.x = 7; });
    const auto edited = std::make_unique<Machine>(debugger.machine());
    debugger.back();
    EXPECT_NE(debugger.machine().peek(counter), 0x80);
    EXPECT_NE(debugger.machine().cpu.registers.x, 7);
    debugger.step();
    EXPECT_EQ(debugger.machine(), *edited);
}

TEST(BackwardOthers, EditsThatTakeTooMuchMemoryLetThePastBeginAnew) {
    constexpr std::size_t memory = 2'000'000, page = 0x4000;
    Debugger debugger(looping(), {.memory = memory});
    Byte value = 0;
    for (int i = 0; i < 200; ++i) {
        debugger.step(100);
        std::vector<Byte> bytes(page, ++value);
        debugger.edit(
            [bytes](Machine& machine) {
                for (std::size_t at = 0; at < page; ++at) machine.ram()[0x4000 + at] = bytes[at];
            },
            page);
        ASSERT_LE(debugger.history().memory_used(), memory + memory / 4) << "edit " << i;
    }
    const auto before = std::make_unique<Machine>(debugger.machine());
    debugger.step(500);
    debugger.back(500);
    EXPECT_EQ(debugger.machine(), *before);
    EXPECT_EQ(debugger.back(1'000'000).reason, Reason::beginning);
    EXPECT_GT(debugger.machine().cpu.cycle, looping().cpu.cycle);
    EXPECT_NE(debugger.machine().peek(0x4000), 0);
}

TEST_F(Backward, AnEditInThePastForgetsWhatFollowedIt) {
    debugger.step(100);
    debugger.edit([](Machine& machine) { machine.poke(0x2002, 1); });
    debugger.step(100'000);
    debugger.go_to_step(50);
    debugger.edit([](Machine& machine) { machine.poke(0x2003, 2); });
    EXPECT_EQ(debugger.history().last_step(), 50u);
    debugger.step(100'000);
    EXPECT_EQ(debugger.machine().peek(0x2002), 0);
    EXPECT_EQ(debugger.machine().peek(0x2003), 2);
}

TEST_F(Backward, ManyStepsOverCallsBackAreAsManySingleOnes) {
    debugger.step(200'000);  // several stretches
    const std::uint64_t here = debugger.history().now().steps;
    for (const std::uint64_t count : {1U, 2U, 7U, 100U, 3000U}) {
        debugger.go_to_step(here);
        for (std::uint64_t i = 0; i < count; ++i)
            ASSERT_EQ(debugger.next_back().reason, Reason::done);
        const std::uint64_t there = debugger.history().now().steps;
        debugger.go_to_step(here);
        ASSERT_EQ(debugger.next_back(count).reason, Reason::done);
        EXPECT_EQ(debugger.history().now().steps, there) << count;
    }
    EXPECT_EQ(debugger.next_back(1'000'000).reason, Reason::beginning);
    EXPECT_EQ(debugger.history().now().steps, 0u);
}

TEST_F(Backward, StepsOverCallsBackCanBePaused) {
    debugger.step(200'000);
    const Cycle now = cycle(debugger);
    debugger.pause = [] { return true; };
    EXPECT_EQ(debugger.next_back(1'000'000).reason, Reason::paused);
    EXPECT_EQ(cycle(debugger), now);
}

TEST_F(Backward, FinishBackGoesToTheCall) {
    debugger.run_to(deep);
    debugger.step();
    debugger.finish_back();
    EXPECT_EQ(pc(debugger), deep_call);
    debugger.finish_back();
    EXPECT_EQ(pc(debugger), call);
    EXPECT_EQ(debugger.finish_back().reason, Reason::beginning);
}

/// Every stop of the way forward is one of the way back.
TEST(BackwardInLittleMemory, RunBackStopsWhereRunStopped) {
    Debugger debugger(looping(), {.memory = 1'000'000});
    break_at(debugger, deep);
    watch(debugger, counter, counter, AccessKind::store);
    debugger.checkpoints.add({.first = inner,
                              .last = inner,
                              .condition = c64::debug::Expression::parse("(@2000 & 7) == 0", {})});
    std::vector<std::uint64_t> places;
    std::vector<std::vector<c64::debug::Hit>> hits;
    for (int i = 0; i < 200; ++i) {
        if (i == 100) {  // far away, over several copies
            for (auto& each : debugger.checkpoints.all()) each.enabled = false;
            debugger.run(900'000);
            for (auto& each : debugger.checkpoints.all()) each.enabled = true;
            places.clear();
            hits.clear();
        }
        hits.push_back(debugger.run().hits);
        places.push_back(debugger.history().now().steps);
    }
    debugger.step();
    while (!places.empty()) {
        const Stop stop = debugger.run_back();
        ASSERT_EQ(stop.reason, Reason::checkpoint);
        ASSERT_EQ(debugger.history().now().steps, places.back());
        ASSERT_EQ(stop.hits, hits.back());
        places.pop_back();
        hits.pop_back();
    }
    const auto counted = debugger.checkpoints.all()[0].hits;
    debugger.run_back();
    EXPECT_EQ(debugger.checkpoints.all()[0].hits, counted);
    debugger.checkpoints.clear();
    EXPECT_EQ(debugger.run_back().reason, Reason::beginning);
    EXPECT_EQ(debugger.history().now().steps, 0u);
}

TEST_F(Backward, GoesToACycleForwardAndBack) {
    break_at(debugger, deep);
    const Cycle begin = cycle(debugger);
    debugger.go_to_cycle(begin + 1'000'000);
    const auto there = std::make_unique<Machine>(debugger.machine());
    EXPECT_GE(cycle(debugger), begin + 1'000'000);
    EXPECT_LT(cycle(debugger), begin + 1'000'010);
    debugger.go_to_cycle(begin + 777);
    EXPECT_LT(cycle(debugger), begin + 787);
    debugger.go_to_cycle(begin + 1'000'000);
    EXPECT_EQ(debugger.machine(), *there);
}

TEST_F(Backward, KnowsTheLastStoreToAnAddress) {
    EXPECT_FALSE(debugger.who_wrote(counter));
    debugger.go_to_cycle(cycle(debugger) + 3'000'000);
    const auto store = debugger.who_wrote(counter);
    ASSERT_TRUE(store);
    EXPECT_EQ(store->pc, outer);
    EXPECT_EQ(store->value, debugger.machine().peek(counter));
    EXPECT_EQ(static_cast<Byte>(store->before + 1), store->value);
    EXPECT_FALSE(debugger.who_wrote(0x3000));
    debugger.go_to_step(store->steps);
    EXPECT_EQ(pc(debugger), outer);
    EXPECT_EQ(cycle(debugger), store->cycle);
    EXPECT_EQ(debugger.machine().peek(counter), store->before);
}

}  // namespace
}  // namespace ryg
