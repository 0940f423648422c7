// Both engines on the positions whose answers the first engine's author published.
#include <gtest/gtest.h>
#include <set>

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

class EveryVersion : public testing::TestWithParam<Version> {};

TEST_P(EveryVersion, AnswersTheAuthorsExampleAsHePublishedIt) {
    AsmEngine assembly(GetParam());
    const SearchOptions options{.version = GetParam(), .depth = 2, .tree_base = 0x4000};
    const auto found = assembly.search(after_first_move(), options);
    EXPECT_EQ(found.nodes, 36u);
    EXPECT_EQ(found.depth_used, 2);
    ASSERT_EQ(found.children.size(), 7u);
    for (std::size_t child = 0; child < 7; ++child) {
        EXPECT_EQ(found.children[child].address, 0x4058 + 88 * child);
        if (GetParam() >= Version::v13 && GetParam() <= Version::v15) {
            EXPECT_EQ(found.children[child].value, 0x82) << child;
        }
    }
    if (GetParam() == Version::v12) {
        EXPECT_EQ(found.value, 0x81);
    } else if (GetParam() <= Version::v15) {
        EXPECT_EQ(found.value, 0x82);
    }
    EXPECT_EQ(found.move.has_value(), GetParam() >= Version::v14);
}

TEST_P(EveryVersion, AgreesWithTheNativeEngineToTheLastByteOfTheTree) {
    AsmEngine assembly(GetParam());
    engine::Random random(2024);
    for (int round = 0; round < 60; ++round) {
        const SearchOptions options{
            .version = GetParam(), .depth = 1 + round % 3, .tree_base = assembly.tree_start()};
        const auto position = engine::random_position(random);
        const auto checked = engine::first::check(assembly, position, options);
        ASSERT_FALSE(checked.difference) << describe(*checked.difference, "");
    }
}

TEST_P(EveryVersion, StopsCleanlyWhenMemoryDoesNotSuffice) {
    AsmEngine assembly(GetParam());
    bool shallower = false;
    for (const int depth : {4, 5}) {
        for (const auto& position : engine::first::bench_positions().first(4)) {
            const SearchOptions options{
                .version = GetParam(), .depth = depth, .tree_base = assembly.tree_start()};
            const auto checked = engine::first::check(assembly, position, options);
            ASSERT_FALSE(checked.difference) << describe(*checked.difference, "");
            EXPECT_FALSE(checked.assembly.overrun);
            const bool full = checked.assembly.depth_used < depth;
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
            const auto checked = engine::first::check(assembly, position, options);
            ASSERT_FALSE(checked.difference) << describe(*checked.difference, "");
            EXPECT_EQ(checked.assembly.depth_used, nodes >= 36 ? 2 : nodes >= 8 ? 1 : 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ryg, EveryVersion, testing::ValuesIn(engine::all_versions),
                         [](const auto& which) {
                             return "Version" + std::to_string(engine::number_of(which.param));
                         });

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

TEST(AsmEngine, RefusesATreeInsideTheProgramOrBehindItsMemory) {
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
            const auto checked = engine::first::check(assembly, position, options);
            ASSERT_FALSE(checked.difference) << describe(*checked.difference, "");
        }
        chosen.insert(*assembly.search(after_first_move(), options).move);
    }
    EXPECT_GT(chosen.size(), 1u);
}

TEST(AsmEngine, CountsTheLinesOfPlayThatTheRulesHave) {
    AsmEngine assembly(Version::v16);
    std::vector<engine::Position> line{engine::start_position()};
    for (const std::size_t expected : {2u, 14u, 56u, 344u}) {
        std::vector<engine::Position> next;
        for (const auto& position : line) {
            const auto verdict = assembly.referee(position);
            const bool cats_move = position.side == engine::Side::cats;
            if (verdict.mouse_on_goal || (cats_move ? verdict.cats_stuck : verdict.mouse_stuck)) {
                continue;
            }
            for (const auto& child : assembly.children(position)) {
                next.push_back(child.position);
            }
        }
        EXPECT_EQ(next.size(), expected);
        line = std::move(next);
    }
}

}  // namespace
}  // namespace ryg
