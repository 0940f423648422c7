// The signature kept in the tree, and a profile that loses no cycle.
#include "engine/ryg/bench.hpp"

#include <fstream>
#include <gtest/gtest.h>

#include "c64/debug/profile.hpp"

namespace ryg {
namespace {

using engine::Version;
using engine::first::AsmEngine;

TEST(Bench, HasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/ryg/signature.txt");
    std::string kept;
    std::getline(file, kept);
    AsmEngine assembly(Version::v16);
    EXPECT_EQ(harness::to_string(engine::first::run_bench(assembly).signature), kept)
        << "behaviour or cost of ryg16 have changed: if that is meant, put the new line into "
           "tests/engine/ryg/signature.txt and say it in the commit";
}

TEST(Profile, SelfCyclesAddUpToAllCycles) {
    AsmEngine assembly(Version::v16);
    engine::SearchOptions options{.depth = 2, .tree_base = assembly.tree_start()};
    const auto position = engine::first::bench_positions()[5];
    const auto plain = assembly.search(position, options);

    assembly.prepare(position, options);
    emu::Cycle self = 0, inclusive = 0;
    for (const auto routine : assembly.search_routines()) {
        const auto address = assembly.labels().at(routine);
        c64::debug::Profile profile(address);
        c64::debug::watched_call(assembly.machine(), address, 1'000'000'000,
                                 [&](const c64::debug::Step& step) { profile.note(step); });
        const auto rows = profile.finish();
        EXPECT_EQ(rows.front().routine, address);  // nothing costs more than all
        inclusive += rows.front().inclusive;
        for (const auto& row : rows) {
            self += row.self;
            EXPECT_LE(row.self, row.inclusive);
            EXPECT_LE(row.inclusive, rows.front().inclusive);
        }
    }
    EXPECT_EQ(self, plain.cycles);
    EXPECT_EQ(inclusive, plain.cycles);
}

TEST(Profile, CountsARecursiveRoutineOnceForEachStack) {
    AsmEngine assembly(Version::v16);
    const auto shares = engine::first::profile_searches(assembly, 2);
    emu::Cycle total = 0;
    std::uint64_t mini_max_calls = 0;
    for (const auto& share : shares) {
        total += share.self;
        if (share.routine == "miniMax") mini_max_calls = share.calls;
    }
    std::uint64_t nodes = 0;
    for (const auto& position : engine::first::bench_positions()) {
        nodes += engine::search(position, {.depth = 2}).nodes;
    }
    EXPECT_EQ(mini_max_calls, nodes);
    for (const auto& share : shares) EXPECT_LE(share.inclusive, total) << share.routine;
}

TEST(CallStack, FollowsARoutineThatThrowsItsReturnAddressAway) {
    using emu::Registers;
    c64::debug::CallStack calls;
    const auto at = [](emu::Address pc, emu::Byte s) { return Registers{.pc = pc, .s = s}; };
    calls.note({at(0x1000, 0xff), at(0x2000, 0xfd), 0x20});  // jsr a
    calls.note({at(0x2000, 0xfd), at(0x3000, 0xfb), 0x20});  // a: jsr b
    ASSERT_EQ(calls.frames().size(), 2u);
    calls.note({at(0x3000, 0xfb), at(0x3001, 0xfc), 0x68});                 // b: pla
    calls.note({at(0x3001, 0xfc), at(0x3002, 0xfd), 0x68});                 // b: pla
    EXPECT_EQ(calls.frames().size(), 2u);                                   // no transfer yet
    EXPECT_EQ(calls.note({at(0x3002, 0xfd), at(0x1003, 0xff), 0x60}), 2u);  // b: rts, for a as well
    EXPECT_TRUE(calls.frames().empty());
}

}  // namespace
}  // namespace ryg
