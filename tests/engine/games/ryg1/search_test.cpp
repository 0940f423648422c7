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
#include "engine/games/games.hpp"
#include "engine/games/ryg1/game.hpp"

namespace ryg {
namespace {

using claims::Searcher;
using engine::ryg1::Root;
using engine::ryg1::Version;

engine::Position after_first_move() {
    return engine::apply(engine::start_position(),
                         {engine::square_at(7, 3), engine::square_at(6, 2)});
}

/// The first of those that are benched.
std::vector<Root> bench_roots(std::size_t count) {
    std::vector<Root> roots = engine::ryg1::door().bench_set();
    roots.resize(count);
    return roots;
}

/// A search of the program, which has to leave what the native engine's does to the last byte.
/// Returns how deep it was.
int checked_search(Searcher<Root>& program, const Root& root) {
    program.search(root);
    claims::Expected expected;
    engine::ryg1::door().twin(program.host, program.setting)(root, expected);
    const auto& machine = std::as_const(program.host).machine();
    EXPECT_TRUE(expected.matches(0, machine.ram()));
    EXPECT_FALSE(program.host.changed(expected.scratch)) << "memory that is nobody's";
    return machine.ram()[program.host.labels().at("dajProfReal")];
}

class EveryVersion : public testing::TestWithParam<Version> {
  protected:
    Searcher<Root> program = engine::ryg1::searcher(GetParam());
};

TEST_P(EveryVersion, AgreesWithTheNativeEngineToTheLastByteOfTheTree) {
    engine::Random random(2024);
    for (int round = 0; round < 60; ++round) {
        program.setting.depth = 1 + round % 3;
        checked_search(program, {engine::random_position(random)});
        program.host.restore();  // what may differ
        EXPECT_TRUE(std::as_const(program.host).machine() == program.host.kept());
    }
}

TEST_P(EveryVersion, StopsCleanlyWhenMemoryDoesNotSuffice) {
    bool shallower = false;
    for (const int depth : {4, 5}) {
        program.setting.depth = depth;
        for (const Root& root : bench_roots(4)) {
            const bool full = checked_search(program, root) < depth;
            shallower = shallower || full;
            const std::string screen = program.host.machine().screen_text();
            EXPECT_EQ(screen.find("MEMORIA INSUFICIENTE") != std::string::npos, full);
        }
    }
    EXPECT_TRUE(shallower);
}

TEST_P(EveryVersion, FitsTheTreeIntoAnyMemoryThatHoldsItAndNoLess) {
    program.setting.depth = 2;
    Root root{.position = after_first_move(), .tree_base = 0x4000};
    for (const unsigned nodes : {1u, 7u, 8u, 9u, 35u, 36u, 37u}) {
        for (const unsigned spare : {0u, 1u, 87u}) {
            root.tree_end = static_cast<engine::Address>(0x4000 + 88 * nodes + spare);
            EXPECT_EQ(checked_search(program, root), nodes >= 36 ? 2 : nodes >= 8 ? 1 : 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ryg, EveryVersion, testing::ValuesIn(engine::ryg1::all_versions),
                         [](const auto& which) {
                             return "Version" +
                                    std::to_string(engine::ryg1::number_of(which.param));
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

TEST(Searcher, TakesTheSameCyclesForTheSameSearchWhateverCameBefore) {
    auto one = engine::ryg1::searcher(Version::v16, 2), other = one;
    const auto first = one.search({after_first_move()});
    other.search({});
    other.search(engine::ryg1::door().bench_set()[7]);
    EXPECT_EQ(other.search({after_first_move()}), first);
}

TEST(Root, IsRefusedInsideTheProgramOrAfterItsMemory) {
    auto program = engine::ryg1::searcher(Version::v16);
    const emu::Address start = program.host.labels().at("raizArbol");
    Root root{.position = after_first_move(), .tree_base = static_cast<emu::Address>(start - 1)};
    EXPECT_THROW(program.prepare(root), std::invalid_argument);
    root.tree_base = 0xd000 - 87;
    EXPECT_THROW(program.prepare(root), std::invalid_argument);
    root.tree_base = 0xd000 - 88;
    EXPECT_EQ(checked_search(program, root), 0);
}

TEST(Root, IsWrittenAsItIsRead) {
    const auto& door = engine::ryg1::door();
    for (const std::string more :
         {"", " tree $4001", " end $9fff", " tree $4001 end $9fff clock $05", " clock $fe"}) {
        const std::string text = "c1c1c1c1/8/8/8/8/8/2M5/8 b" + more;
        EXPECT_EQ(door.write(door.read(text)), text);
    }
    for (const std::string more : {" tree $", " tree $x", " end $10000", " clock $1 tree $4000"}) {
        EXPECT_THROW(door.read("c1c1c1c1/8/8/8/8/8/2M5/8 b" + more), std::exception) << more;
    }
}

TEST(Desempate, BreaksTiesByTheJiffyClock) {
    Searcher<Root> program(engine::ryg1::door(), {"ryg16_desempate", 16, 2},
                           c64::from_embedded(*engine::find_program("ryg16_desempate")));
    std::set<engine::Move> chosen;
    for (unsigned byte = 0; byte < 256; byte += 3) {
        const auto clock = static_cast<engine::Byte>(byte);
        for (const Root& root : bench_roots(6)) {
            checked_search(program, {.position = root.position, .clock = clock});
        }
        const Root root{.position = after_first_move(), .clock = clock};
        checked_search(program, root);
        const auto found = program.door->answer(program.host, root, program.setting);
        chosen.insert({found.from, found.to});
    }
    EXPECT_GT(chosen.size(), 1u);
}

}  // namespace
}  // namespace ryg
