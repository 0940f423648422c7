// Observed runs: the same as unobserved ones, and what they have executed by source line and branch.
#include "c64/program/coverage.hpp"

#include "c64/board/machine.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using c64::Coverage;
using c64::CoverageRecording;
using c64::instructions;
using c64::lcov;
using c64::SourceInstruction;

/// Finds the hints of the board that the program has in it.
c64::Machine after_hints(CoverageRecording* recording) {
    const c64::Image image = tests::image_of("hints");
    c64::Machine machine({.recording = recording});
    machine.boot();
    machine.load(image);
    EXPECT_TRUE(machine.call(image.labels.at("findHints")).returned());
    return machine;
}

TEST(Coverage, ObservedMachinesDoTheSame) {
    CoverageRecording recording;
    EXPECT_EQ(after_hints(&recording), after_hints(nullptr));
}

TEST(Coverage, CountsWhatIsExecutedAndWhichWayBranchesGo) {
    const c64::Image image = tests::image_of("hints");
    CoverageRecording recording;
    after_hints(&recording);
    const Coverage once = recording.sum();
    EXPECT_EQ(once.executed[image.labels.at("findHints")], 1U);
    EXPECT_EQ(once.executed[image.labels.at("listHints")], 0U);
    EXPECT_TRUE(once.loaded[image.labels.at("board")]);
    EXPECT_FALSE(once.stored[image.labels.at("board")]);
    EXPECT_TRUE(once.stored[image.labels.at("across")]);
    std::thread([&] { after_hints(&recording); }).join();
    const Coverage twice = recording.sum();
    int branches = 0;
    for (const SourceInstruction& one : instructions(image)) {
        EXPECT_EQ(twice.executed[one.address], 2 * once.executed[one.address]);
        if (!one.branches() || once.executed[one.address] == 0) continue;
        ++branches;
        EXPECT_LE(once.taken[one.address], once.executed[one.address]);
    }
    EXPECT_GE(branches, 10);
}

TEST(Coverage, IsATracefileByLineAndBranch) {
    CoverageRecording recording;
    after_hints(&recording);
    const c64::Image image = tests::image_of("hints");
    const std::string text = lcov(recording.sum(), image);
    EXPECT_TRUE(text.starts_with("TN:\nSF:")) << text.substr(0, 100);
    const auto line = image.info->line_at(image.labels.at("findHints"));
    EXPECT_NE(text.find("\nDA:" + std::to_string(line->line) + ",1\n"), text.npos);
    EXPECT_NE(text.find("\nBRDA:"), text.npos);
    EXPECT_NE(text.find(",-\n"), text.npos) << "listHints has branches that were not executed";
    EXPECT_TRUE(text.ends_with("\nend_of_record\n"));
    const c64::Image bare{.name = "bare", .load_address = 0x1000, .bytes = {0x60}};
    EXPECT_THROW(static_cast<void>(lcov({}, bare)), c64::DebugFileError);
}

}  // namespace
}  // namespace ryg
