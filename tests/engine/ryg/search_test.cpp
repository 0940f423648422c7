// The first engine's programs beside the native engine: trees, memory, time, ties; and put away at
// random moments of a search and taken up again.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>

#include "c64/board/state.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/games.hpp"
#include "engine/ryg/bench.hpp"
#include "engine/ryg/compare.hpp"

namespace ryg {
namespace {

using engine::SearchOptions;
using engine::Version;
using engine::first::AsmEngine;

engine::Position after_first_move() {
    return engine::apply(engine::start_position(),
                         {engine::square_at(7, 3), engine::square_at(6, 2)});
}

/// A search of the program, which has to agree with the native engine's to the last byte.
auto checked_search(AsmEngine& assembly, const engine::Position& position,
                    const SearchOptions& options) {
    auto checked = engine::first::check(assembly, position, options);
    EXPECT_FALSE(checked.difference) << describe(*checked.difference, "");
    return std::move(checked.assembly);
}

class EveryVersion : public testing::TestWithParam<Version> {};

TEST_P(EveryVersion, AgreesWithTheNativeEngineToTheLastByteOfTheTree) {
    AsmEngine assembly(GetParam());
    engine::Random random(2024);
    for (int round = 0; round < 60; ++round) {
        const SearchOptions options{
            .version = GetParam(), .depth = 1 + round % 3, .tree_base = assembly.tree_start()};
        const auto position = engine::random_position(random);
        checked_search(assembly, position, options);
    }
}

TEST_P(EveryVersion, StopsCleanlyWhenMemoryDoesNotSuffice) {
    AsmEngine assembly(GetParam());
    bool shallower = false;
    for (const int depth : {4, 5}) {
        for (const auto& position : engine::first::bench_positions().first(4)) {
            const SearchOptions options{
                .version = GetParam(), .depth = depth, .tree_base = assembly.tree_start()};
            const auto found = checked_search(assembly, position, options);
            EXPECT_FALSE(found.overrun);
            const bool full = found.depth_used < depth;
            shallower = shallower || full;
            EXPECT_EQ(
                assembly.machine().screen_text().find("MEMORIA INSUFICIENTE") != std::string::npos,
                full);
        }
    }
    EXPECT_TRUE(shallower);
}

TEST_P(EveryVersion, FitsTheTreeIntoAnyMemoryThatHoldsItAndNoLess) {
    AsmEngine assembly(GetParam());
    const auto position = after_first_move();
    SearchOptions options{.version = GetParam(), .depth = 2, .tree_base = 0x4000};
    for (const unsigned nodes : {1u, 7u, 8u, 9u, 35u, 36u, 37u}) {
        for (const unsigned spare : {0u, 1u, 87u}) {
            options.tree_end = static_cast<engine::Address>(0x4000 + 88 * nodes + spare);
            const auto found = checked_search(assembly, position, options);
            EXPECT_EQ(found.depth_used, nodes >= 36 ? 2 : nodes >= 8 ? 1 : 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ryg, EveryVersion, testing::ValuesIn(engine::all_versions),
                         [](const auto& which) {
                             return "Version" + std::to_string(engine::number_of(which.param));
                         });

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

TEST(AsmEngine, TakesTheSameCyclesForTheSameSearchWhateverCameBefore) {
    AsmEngine one(Version::v16), other(Version::v16);
    const SearchOptions options{.depth = 2, .tree_base = one.tree_start()};
    const auto first = one.search(after_first_move(), options);
    other.search(engine::start_position(), options);
    other.search(engine::first::bench_positions()[7], options);
    const auto second = other.search(after_first_move(), options);
    EXPECT_EQ(first.cycles, second.cycles);
    EXPECT_EQ(first.tree, second.tree);
}

TEST(AsmEngine, RefusesATreeInsideTheProgramOrAfterItsMemory) {
    AsmEngine assembly(Version::v16);
    SearchOptions options{.depth = 1,
                          .tree_base = static_cast<engine::Address>(assembly.tree_start() - 1)};
    EXPECT_THROW(assembly.search(after_first_move(), options), std::invalid_argument);
    options.tree_base = 0xd000 - 87;
    EXPECT_THROW(assembly.search(after_first_move(), options), std::invalid_argument);
    options.tree_base = 0xd000 - 88;
    EXPECT_EQ(assembly.search(after_first_move(), options).depth_used, 0);
}

TEST(AsmEngine, BreaksTiesByTheJiffyClockWhereAssembledSo) {
    AsmEngine assembly(c64::from_embedded(*engine::find_program("ryg16_desempate")), Version::v16);
    std::set<engine::Move> chosen;
    for (unsigned byte = 0; byte < 256; byte += 3) {
        const SearchOptions options{.depth = 2,
                                    .tree_base = assembly.tree_start(),
                                    .tie_byte = static_cast<engine::Byte>(byte)};
        for (const auto& position : engine::first::bench_positions().first(6)) {
            checked_search(assembly, position, options);
        }
        chosen.insert(*assembly.search(after_first_move(), options).move);
    }
    EXPECT_GT(chosen.size(), 1u);
}

}  // namespace
}  // namespace ryg
