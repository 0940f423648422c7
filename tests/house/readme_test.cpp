// What the README shows is what the program says.
#include <gtest/gtest.h>

#include "app/game_verb.hpp"
#include "engine/ryg/game.hpp"
#include "tests/house/tree.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

std::string readme() {
    const std::filesystem::path root = RYG_SOURCE_DIR;
    std::string text;
    for (const std::string& line : house::read_file(root, root / "README.md").lines) {
        text += line + '\n';
    }
    return text;
}

TEST(House, TheReadmeShowsTheReportOfAPlantedFault) {
    const c64::Image faulty = tests::faulty_ryg16(3);
    const auto result = harness::run(
        engine::first::plan_campaign(
            {{"version", "16"}, {"depth", "2"}, {"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}},
            &faulty),
        {});
    ASSERT_TRUE(result.first.has_value());
    const std::string report =
        describe(*result.first, app::command_line("verify", result.first->again));
    EXPECT_NE(readme().find(report), std::string::npos) << "the README should show this:\n"
                                                        << report;
}

}  // namespace
}  // namespace ryg
