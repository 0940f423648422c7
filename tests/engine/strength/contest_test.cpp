// The 6502 programs and the measurement of strength, checked against the exact solution.
#include "engine/strength/contest.hpp"

#include <gtest/gtest.h>

#include "engine/claims/board_player.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg3/game.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using engine::Examination;
using engine::Position;
using engine::Side;
using engine::solution;
using engine::Strength;
using engine::StrengthOptions;
using engine::indexing::position_at;
using engine::ryg1::Root;
using engine::ryg1::Version;

const Examination& cats() {
    static const Examination examination(solution(), Side::cats);
    return examination;
}

/// Of the twin.
Strength measure(std::string_view program, int depth, const StrengthOptions& options) {
    const auto [game, programs] = claims::find_named(engine::games(), program);
    return cats().measure([&] { return game->contest->native({.programs = programs}, depth); },
                          game->contest->remembers, options);
}

void expect_same(const Strength& one, const Strength& other) {
    EXPECT_EQ(one.all, other.all);
    EXPECT_EQ(one.critical, other.critical);
    EXPECT_EQ(one.reachable, other.reachable);
    EXPECT_EQ(one.games, other.games);
    EXPECT_EQ(one.from_start, other.from_start);
    EXPECT_EQ(one.wandering, other.wandering);
    EXPECT_EQ(one.lost_game, other.lost_game);
}

TEST(Oracle, TheProgramKeepsEveryWinThatItsSearchReaches) {
    for (const Version version : {Version::v14, Version::v16}) {
        for (const int depth : {1, 3}) {
            auto program = engine::ryg1::searcher(version, depth);
            int searched = 0;
            for (const auto index : cats().draw(0, 41)) {
                const Position position = position_at(index);
                if (solution()[position].plies > depth || searched == 150) continue;
                program.search({position});
                const auto found = program.door->answer(program.host, {position}, program.setting);
                ASSERT_NE(found.from, 0xff) << engine::to_fen(position);
                if (solution()[position].plies > program.host.byte_at("dajProfReal")) continue;
                ++searched;
                const engine::Move move{found.from, found.to};
                ASSERT_EQ(solution()[engine::apply(position, move)].winner, Side::cats)
                    << "./ryg search ryg" << engine::ryg1::number_of(version) << " --position '"
                    << engine::to_fen(position) << "' --depth " << depth;
            }
            EXPECT_EQ(searched, 150);
        }
    }
}

TEST(Oracle, TheProgramsRefereeEndsTheGameExactlyWhereTheSolutionDoes) {
    auto program = engine::ryg1::searcher(Version::v16);
    const auto says = [&program](std::string_view routine) {
        return engine::ryg1::referee_says(program.host, routine);
    };
    engine::Random random(42);
    int over = 0;
    for (int count = 0; count < 3'000; ++count) {
        const Position position = position_at(random.below(engine::indexing::position_count));
        program.prepare({position});
        const bool mouse_won = says("verificaRatonFila0") ||
                               (position.side == Side::cats && says("verificaGatos0Jugs"));
        const bool cats_won =
            !mouse_won && position.side == Side::mouse && says("verificaRaton0Jugs");
        const auto [winner, plies] = solution()[position];
        ASSERT_EQ(mouse_won || cats_won, plies == 0) << engine::to_fen(position);
        if (plies > 0) continue;
        ++over;
        ASSERT_EQ(winner, mouse_won ? Side::mouse : Side::cats) << engine::to_fen(position);
    }
    EXPECT_GT(over, 200);
}

TEST(StrengthMeasurement, AgreesWithItselfOnAnyNumberOfThreads) {
    StrengthOptions options{.positions = 3'000, .games = 60};
    const Strength one = measure("ryg16", 2, options);
    options.jobs = 3;
    const Strength three = measure("ryg16", 2, options);
    expect_same(one, three);
    EXPECT_EQ(one.all.of, 3'000u);
    EXPECT_EQ(one.games.of, 60u);
    EXPECT_EQ(one.from_start.of, 60u);
    EXPECT_FALSE(one.any_defence) << "not all positions were asked about";
    EXPECT_FALSE(one.stopped);
}

TEST(StrengthMeasurement, VersionSixteenKeepsMoreWinsThanFourteenAtDepthThree) {
    const StrengthOptions options{.games = 0, .jobs = 2};
    const Strength old = measure("ryg14", 3, options);
    const Strength last = measure("ryg16", 3, options);
    EXPECT_EQ(old.all.of, 89'068u) << "all that there are";
    EXPECT_EQ(old.all.count, 73'698u);
    EXPECT_EQ(last.all.count, 74'431u);
    EXPECT_EQ(last.critical.of, 83'872u);
    ASSERT_TRUE(last.any_defence);
    EXPECT_LT(last.any_defence->count, last.all.count) << "one kept win is not yet a won game";
    EXPECT_GT(last.all.percent(), cats().chance().all);
}

TEST(StrengthMeasurement, AShallowMemoryIsReported) {
    claims::Door<Root> door = engine::ryg1::door();
    door.contest->begin = [](const Position& position) {
        static const auto start = engine::ryg1::program(Version::v16).labels.at("raizArbol");
        return Root{.position = position, .tree_end = static_cast<emu::Address>(start + 88 * 40)};
    };
    const claims::Order order{.programs = {claims::find_program(door.programs, "ryg16")}};
    const auto twin = [&] {
        using Player = claims::BoardPlayer<Root>;
        return std::make_unique<Player>(door, order, 3, Player::By::twin);
    };
    const Strength strength = cats().measure(twin, false, {.positions = 500, .games = 0});
    EXPECT_GT(strength.shallower, 250u);
    EXPECT_EQ(measure("ryg16", 2, {.positions = 500, .games = 0}).shallower, 0u);
}

TEST(StrengthMeasurement, AWonGameLostFromTheStartIsKept) {
    const Strength strength = measure("ryg14", 1, {.positions = 1, .games = 40, .jobs = 2});
    EXPECT_LT(strength.from_start.count, 40u);
    ASSERT_FALSE(strength.lost_game.empty());
    Position position = engine::start_position();
    for (const engine::Move& move : strength.lost_game) {
        EXPECT_EQ(solution()[position].winner, Side::cats) << engine::to_fen(position);
        ASSERT_TRUE(engine::is_legal(position, move)) << engine::to_fen(position);
        position = engine::apply(position, move);
    }
    EXPECT_EQ(solution()[position].winner, Side::mouse) << engine::to_fen(position);
}

TEST(StrengthMeasurement, KeepsWhatWasDoneWhenItIsStopped) {
    std::atomic<bool> stop = true;
    const Strength strength = measure("ryg16", 3, {.games = 10, .stop = &stop});
    EXPECT_TRUE(strength.stopped);
    EXPECT_LT(strength.all.of, 89'068u);
    EXPECT_FALSE(strength.any_defence);
}

/// Asks a program and its twin about positions.
engine::Agreement agreement(std::string_view name, const c64::Image* instead, int depth,
                            std::uint64_t count) {
    const auto [game, programs] = claims::find_named(engine::games(), name);
    const claims::Contest& contest = *game->contest;
    const claims::Order order{.programs = programs, .instead = instead};
    const auto player = [&](const claims::Contest::Make& make) {
        return [&make, order, depth] { return make(order, depth); };
    };
    return engine::compare_choices(player(contest.native), player(contest.assembly),
                                   cats().draw(count, 43), {.jobs = 2});
}

TEST(StrengthMeasurement, ProgramsChooseAsTheirTwinsAndAPlantedFaultIsFound) {
    const c64::Image faulty = tests::faulty_ryg16(3), faulty3 = tests::faulty_ryg3(3);
    for (const auto& [name, wrong, depth, count] :
         {std::tuple{"ryg16", &faulty, 2, 120u}, {"ryg3-11", &faulty3, 4, 60u}}) {
        const auto good = agreement(name, nullptr, depth, count);
        EXPECT_EQ(good.compared, count);
        EXPECT_FALSE(good.difference) << engine::to_fen(good.difference->position);
        const auto bad = agreement(name, wrong, depth, count);
        ASSERT_TRUE(bad.difference);
        EXPECT_NE(bad.difference->native, bad.difference->assembly);
    }
}

}  // namespace
}  // namespace ryg
