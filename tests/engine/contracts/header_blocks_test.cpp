// Runs every routine of RYG on the machine and holds it to its header block, a test each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/contracts/hold.hpp"

namespace ryg {
namespace {

using namespace ryg::blocks;

/// The names of all routines of all programs, with blocks that can be read or not.
std::set<std::string> all_routines() {
    std::set<std::string> names;
    for (const std::string_view name : held_programs()) {
        const Source& source = program(name).source;
        for (const auto& [routine, block] : source.blocks) names.insert(routine);
        for (const auto& [routine, fault] : source.faults) names.insert(routine);
    }
    return names;
}

class HeaderBlock : public testing::Test {
  public:
    explicit HeaderBlock(std::string routine) : routine_(std::move(routine)) {}

    void TestBody() override {
        const Check* check = find_check(routine_);
        ASSERT_NE(check, nullptr) << routine_ << " has a header block, but no check holds it";
        unsigned draws = 0, stack = 0;
        std::optional<unsigned> stated_stack;
        for (const std::string_view name : held_programs()) {
            const Program& in = program(name);
            const auto fault = in.source.faults.find(routine_);
            ASSERT_EQ(fault, in.source.faults.end()) << fault->second;
            const Block* block = in.block(routine_);
            const bool differs = in.options.desempate == 0 || has_own_routines(in, routine_);
            if (block == nullptr || !differs) continue;
            const Report report = hold(in, *block, *check, effort_for(in, *block, *check));
            draws += report.draws;
            stack = std::max(stack, report.stack);
            if (block->uses.stack || !block->uses.screen) {
                stated_stack = block->uses.stack.value_or(0);
            }
            EXPECT_TRUE(report.holds())
                << report.text()
                << fmt::format("reproduce: ctest -R '^HeaderBlocks.{}$'", routine_);
        }
        if (stated_stack) {
            EXPECT_EQ(stack, *stated_stack) << routine_ << ": bytes of stack, used and stated";
        }
        RecordProperty("draws", static_cast<int>(draws));
    }

  private:
    std::string routine_;
};

const bool registered = [] {
    std::set<std::string> names;
    try {
        names = all_routines();
    } catch (const std::exception& error) {
        fmt::print(stderr, "the sources of RYG cannot be read: {}\n", error.what());
        return false;
    }
    for (const std::string& name : names) {
        testing::RegisterTest("HeaderBlocks", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [name]() -> testing::Test* { return new HeaderBlock(name); });
    }
    return true;
}();

TEST(HeaderBlocksOfRyg, AreAllRead) {
    ASSERT_TRUE(registered);
    EXPECT_GE(all_routines().size(), 120U);
}

TEST(HeaderBlocksOfRyg, EveryRoutineThatIsCalledHasOne) {
    for (const std::string_view name : held_programs()) {
        const Program& in = program(name);
        EXPECT_GE(in.source.called.size(), 15U) << name;
        for (const std::string& routine : in.source.called) {
            EXPECT_NE(in.block(routine), nullptr)
                << routine << " is called by jsr in " << name << ", but has no header block";
        }
    }
}

TEST(HeaderBlocksOfRyg, EveryCheckHasARoutine) {
    const std::set<std::string> routines = all_routines();
    for (const Check& check : all_checks()) {
        EXPECT_TRUE(routines.contains(std::string(check.routine)))
            << "a check for " << check.routine << ", which no program has";
    }
}

}  // namespace
}  // namespace ryg
