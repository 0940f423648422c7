// The game's programs, put away at random moments of a search and taken up again.
#include "c64/board/state.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>

#include "engine/games.hpp"

namespace ryg {
namespace {

TEST(State, AGameThatIsSavedAndLoadedAgainAndAgainIsTheSameGame) {
    std::mt19937_64 dice(1);
    for (const std::string name : {"ryg12", "ryg14", "ryg16"}) {
        const auto once = std::make_unique<c64::Machine>();
        once->set_timing(c64::Timing::stock);
        once->boot();
        once->start(c64::from_embedded(*engine::find_program(name)));
        once->type("2625342");
        auto often = std::make_unique<c64::Machine>(*once);
        for (int moment = 0; moment < 400; ++moment) {
            const emu::Cycle some = dice() % 30'000;
            once->run(some);
            often->run(some);
            const auto bytes = c64::save_state(*often);
            const auto loaded = std::make_unique<c64::Machine>(c64::load_state(bytes, name));
            ASSERT_EQ(*loaded, *often) << name << ", moment " << moment;
            *often = *loaded;
            ASSERT_EQ(often->cpu, once->cpu) << name << ", moment " << moment;
        }
        EXPECT_TRUE(std::ranges::equal(often->ram(), once->ram())) << name;
        EXPECT_EQ(often->screen_text(), once->screen_text()) << name;
        EXPECT_NE(once->screen_text().find("0 1 2 3 4 5 6 7"), std::string::npos)
            << once->screen_text();
    }
}

}  // namespace
}  // namespace ryg
