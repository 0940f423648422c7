// Stepping and running: where the machine stops, and what the table says then.
#include "tests/c64/debug/machine.hpp"

namespace ryg {
namespace {

using namespace ryg::debug_test;

struct Forward : testing::Test {
    Debugger debugger{looping()};
};

TEST_F(Forward, ABreakpointStopsEachTimeItsConditionHoldsAndItsIgnoreCountIsUsedUp) {
    const unsigned number = break_at(debugger, inner);
    auto* breakpoint = debugger.checkpoints.find(number);
    breakpoint->condition = c64::debug::Expression::parse("@$2000 >= 3", {});
    breakpoint->ignore = 2;
    EXPECT_EQ(debugger.run().reason, Reason::checkpoint);
    EXPECT_EQ(debugger.machine().peek(counter), 5);
    EXPECT_EQ(debugger.checkpoints.find(number)->hits, 3u);
    debugger.run();
    EXPECT_EQ(debugger.machine().peek(counter), 6);
    debugger.checkpoints.find(number)->enabled = false;
    EXPECT_EQ(debugger.run(1000).reason, Reason::limit);
}

TEST_F(Forward, FetchingCodeIsNoLoad) {
    watch(debugger, 0x1000, 0x1024, AccessKind::load);
    EXPECT_EQ(debugger.run(5000).reason, Reason::limit);
}

TEST_F(Forward, ATracepointReportsOnTheWayAndTemporaryOnesGo) {
    int reported = 0;
    debugger.on_trace = [&](const auto&, const auto&) { ++reported; };
    debugger.checkpoints.add({.first = deep, .last = deep, .stops = false});
    debugger.checkpoints.add({.first = counter,
                              .last = counter,
                              .kinds = AccessKind::store,
                              .temporary = true,
                              .condition = c64::debug::Expression::parse("@2000 == 8", {})});
    EXPECT_EQ(debugger.run().reason, Reason::checkpoint);
    EXPECT_EQ(reported, 7);
    EXPECT_EQ(debugger.checkpoints.all().size(), 1u);
    EXPECT_EQ(debugger.run(5000).reason, Reason::limit);
    debugger.checkpoints.clear();
    debugger.checkpoints.add({.first = deep, .last = deep, .stops = false, .temporary = true});
    reported = 0;
    EXPECT_EQ(debugger.run(5000).reason, Reason::limit);
    EXPECT_EQ(reported, 1);
    EXPECT_TRUE(debugger.checkpoints.all().empty());
}

TEST_F(Forward, TheReturnOfACallDoesNotFinishWhatNobodyHasCalled) {
    EXPECT_EQ(debugger.finish(2000).reason, Reason::limit);
}

TEST_F(Forward, EndsWhereTheProgramIsOver) {
    debugger.run_to(after_deep);
    debugger.program_end = {after_deep, debugger.machine().cpu.registers.s};
    debugger.go_to_step(0);
    EXPECT_EQ(debugger.run(5000).reason, Reason::ended);
    EXPECT_EQ(pc(debugger), after_deep);
    debugger.go_to_step(0);
    EXPECT_EQ(debugger.next(3, 5000).reason, Reason::ended) << "in the call";
    EXPECT_EQ(debugger.finish().reason, Reason::done);
    break_at(debugger, after_deep);
    EXPECT_EQ(debugger.run().reason, Reason::checkpoint);
}

TEST_F(Forward, ACallbackCanPauseIt) {
    int asked = 0;
    debugger.pause = [&asked] { return ++asked == 3; };
    EXPECT_EQ(debugger.run().reason, Reason::paused);
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(debugger.history().now().steps, 3 * 1024U);
}

TEST(ForwardOthers, AMovementCanBeMadeInPieces) {
    Debugger whole(looping()), pieces(looping());
    const auto third_return = [](int& returns) {
        return [&returns](const c64::debug::Executed& executed) {
            return executed.opcode == 0x60 && ++returns == 3;
        };
    };
    int returns = 0;
    EXPECT_EQ(whole.run_until(third_return(returns), 10'000).reason, Reason::done);
    returns = 0;
    int limits = 0;
    while (pieces.run_until(third_return(returns), 10).reason == Reason::limit) ++limits;
    EXPECT_GT(limits, 5);
    EXPECT_EQ(pieces.machine(), whole.machine());
}

TEST_F(Forward, AJamEndsIt) {
    debugger.edit([](Machine& machine) { machine.poke(after_call, 0x02); });
    EXPECT_EQ(debugger.run().reason, Reason::jammed);
    EXPECT_EQ(debugger.run().reason, Reason::jammed);
    EXPECT_EQ(debugger.step().reason, Reason::jammed);
    debugger.back();
    EXPECT_EQ(pc(debugger), after_call);
}

}  // namespace
}  // namespace ryg
