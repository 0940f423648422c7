// What the README shows is what the program says.
#include <gtest/gtest.h>

#include "engine/common/notation.hpp"
#include "engine/programs.hpp"
#include "engine/ryg/campaign.hpp"
#include "tests/house/tree.hpp"

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
    crosscheck::CampaignOptions options;
    options.program = c64::from_embedded(*crosscheck::find_program("ryg16_fallo3"));
    options.depths = {2};
    options.position = engine::parse_fen("c1c1c1c1/8/8/8/8/8/2M5/8 b");
    const auto result = crosscheck::run_campaign(options);
    ASSERT_TRUE(result.first.has_value());
    const std::string report = crosscheck::describe(*result.first);
    EXPECT_NE(readme().find(report), std::string::npos) << "the README should show this:\n"
                                                        << report;
}

}  // namespace
}  // namespace ryg
