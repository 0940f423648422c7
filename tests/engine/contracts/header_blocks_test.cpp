// Runs every routine of every game on the machine and checks it against its header block, a test
// each. With RYG_WRITE_TIMES in the environment these tests state the times anew instead.
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/contracts/checkers.hpp"

namespace ryg {
namespace {

using contracts::Checker;

struct Game {
    std::string name;
    const Checker& checker;
    std::size_t routines;  // at least
};

const std::vector<Game>& games() {
    static const std::vector<Game> all{{"HeaderBlocksOfRyg", ryg_checker(), 78},
                                       {"HeaderBlocksOfRyg3", ryg3_checker(), 80},
                                       {"HeaderBlocksOfHints", hints_checker(), 11}};
    return all;
}

class HeaderBlock : public testing::Test {
  public:
    HeaderBlock(const Game& game, std::string routine)
        : game_(game), routine_(std::move(routine)) {}

    void TestBody() override {
        if (std::getenv("RYG_WRITE_TIMES") != nullptr) {
            static_cast<void>(game_.checker.write_time(routine_));
            return;
        }
        const contracts::Report report = game_.checker.check(routine_);
        EXPECT_TRUE(report.holds())
            << report.text() << fmt::format("reproduce: ctest -R '^{}.{}$'", game_.name, routine_);
        RecordProperty("draws", static_cast<int>(report.draws));
    }

  private:
    const Game& game_;
    std::string routine_;
};

[[maybe_unused]] const bool registered = [] {
    for (const Game& game : games()) {
        for (const std::string& routine : game.checker.routines()) {
            testing::RegisterTest(
                game.name.c_str(), routine.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                [&game, routine]() -> testing::Test* { return new HeaderBlock(game, routine); });
        }
    }
    return true;
}();

TEST(HeaderBlocks, AreAllReadAndEveryRoutineThatIsCalledHasOne) {
    for (const Game& game : games()) {
        EXPECT_GE(game.checker.routines().size(), game.routines) << game.name;
        for (const std::string& gap : game.checker.gaps()) ADD_FAILURE() << gap;
        for (const contracts::Subject& subject : game.checker.suite().subjects) {
            const auto& called = game.checker.program(subject.image->name).called;
            EXPECT_GE(called.size(), 6U) << subject.image->name;
        }
    }
}

}  // namespace
}  // namespace ryg
