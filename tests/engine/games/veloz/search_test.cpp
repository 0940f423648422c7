// VELOZ: its twin and its program find what a plain minimax finds, in the traps, too.
#include "engine/games/veloz/native/search.hpp"

#include <gtest/gtest.h>

#include "engine/common/choices.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "engine/games/ryg1/native/node_layout.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using namespace engine;
using tests::image_of;
using tests::verify;
using veloz::FoundMove;
using veloz::Minimax;
using veloz::Search;
using work::Totals;
using work::Values;

// --- what the tables stand on -----------------------------------------------------------------------

TEST(VelozTables, TellAllSetsOfFourCatsApart) {
    std::vector<unsigned> keys;
    for (const DarkSet cats : indexing::cats_by_rank) {
        unsigned key = 0;
        for (DarkSet rest = cats; rest != 0; rest &= rest - 1) {
            key ^= veloz::square_keys[static_cast<std::size_t>(std::countr_zero(rest))];
        }
        keys.push_back(key);
    }
    std::ranges::sort(keys);
    EXPECT_EQ(keys.size(), 35'960u);
    EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end());
    EXPECT_LT(keys.back(), 1u << 20);
}

TEST(VelozTables, TellTheMousesSquaresApartThatOneDepthCanHave) {
    for (int colour = 0; colour < 2; ++colour) {
        std::vector<int> quarters;
        for (int index = 0; index < 32; ++index) {
            const Square square = dark_square(index);
            if (row_of(square) % 2 == colour) quarters.push_back(veloz::quarter_of(square));
        }
        std::ranges::sort(quarters);
        EXPECT_EQ(quarters.size(), 16u);
        EXPECT_EQ(std::ranges::adjacent_find(quarters), quarters.end());
    }
}

// --- the twin ---------------------------------------------------------------------------------------

/// Value and move; nodes are the search's own.
void expect_same(const Position& position, int depth, Search& search, Minimax& minimax) {
    const FoundMove found = search(position, depth), plain = minimax(position, depth);
    EXPECT_EQ(found.value, plain.value) << to_fen(position) << " depth " << depth;
    EXPECT_EQ(found.move, plain.move) << to_fen(position) << " depth " << depth;
}

TEST(VelozTwin, FindsWhatMinimaxFinds) {
    Search search;
    Minimax minimax;
    Random random(17);
    for (int i = 0; i < 400; ++i) {
        const Position position = random_position(random);
        for (int depth = 1; depth <= (i < 12 ? 12 : 8); ++depth) {
            expect_same(position, depth, search, minimax);
        }
    }
}

TEST(VelozTwin, RefusesOtherDepths) {
    Search search;
    EXPECT_THROW((void)search(start_position(), 0), std::invalid_argument);
    EXPECT_THROW((void)search(start_position(), 13), std::invalid_argument);
}

/// Pruning is worth it only where most of the tree is not visited.
TEST(VelozTwin, VisitsAFractionOfTheTree) {
    Search search;
    const Position position = apply(start_position(), {59, 50});
    EXPECT_LT(search(position, 9).nodes, 3'000u);
    EXPECT_GT(search(position, 9).cuts, 100u);
}

// --- the program ------------------------------------------------------------------------------------

void expect_sound(const Values& values, const std::string& program = "veloz_cuenta") {
    const Totals found = verify(program, values, nullptr, {{.jobs = 2}});
    ASSERT_FALSE(found.first) << describe(*found.first, "");
    EXPECT_GT(found.sum().searches, 0u);
}

TEST(Veloz, AgreesWithItsTwinInNodesAndCutsAtEveryDepth) {
    expect_sound({{"depth", "1-9"}, {"positions", "300"}, {"games", "3"}, {"sessions", "3"}});
    expect_sound({{"depth", "10-12"}, {"positions", "20"}});
}

TEST(Veloz, AgreesInAllReachablePositionsAtDepthOne) {
    expect_sound({{"depth", "1"}, {"positions", "reachable"}});
}

/// Positions, one a line, for `verify --positions`.
class VelozTraps : public testing::Test {
  protected:
    void expect_sound_in(const std::vector<Position>& positions, const std::string& depths) {
        std::string lines;
        for (const Position& position : positions) lines += to_fen(position) + '\n';
        expect_sound({{"depth", depths}, {"positions", folder_.write("positions.txt", lines)}});
    }

  private:
    tests::Folder folder_;
};

Position position_of(const std::string& fen) { return parse_position(fen, Geometry::a); }

TEST_F(VelozTraps, WonGamesGoOn) {
    // On row 0 the mouse has to step back; the cats go on where it stands there.
    expect_sound_in(
        {position_of("4M3/8/8/1c1c1c1c/8/8/8/8 w"), position_of("4M3/8/8/1c1c1c1c/8/8/8/8 b"),
         position_of("c3c3/3M4/2c5/8/8/8/8/7c w")},
        "1-10");
}

TEST_F(VelozTraps, DeadEndsAreValuedAsTheyStand) {
    // Cats at the end of their way, some of them and all; a mouse that is shut in, now or soon.
    expect_sound_in(
        {position_of("8/8/8/8/4M3/8/8/1c1c1c1c b"), position_of("8/8/8/8/8/1c1c4/2M5/1c1c4 w"),
         position_of("8/8/8/8/8/1c6/M7/1c1c1c2 w"), position_of("8/8/8/8/8/1c6/M7/3c1c1c b"),
         position_of("8/8/8/8/8/8/M1c1c1c1/7c b")},
        "1-9");
}

TEST_F(VelozTraps, SumsOfPartsDoNotWrapAnywhereOnTheBoard) {
    std::vector<Position> positions;
    Choices choices(36);
    while (positions.size() < 3000) positions.push_back(draw_position(choices));
    expect_sound_in(positions, "1-4");
}

TEST_F(VelozTraps, OfSeveralBestMovesTheFirstIsMade) {
    Minimax minimax;
    Random random(3);
    std::vector<Position> ties;
    while (ties.size() < 200) {
        const Position position = random_position(random);
        const Byte best = minimax.value(position, 4);
        int count = 0;
        for (const Move move : generate_moves(position)) {
            count += minimax.value(apply(position, move), 3) == best ? 1 : 0;
        }
        if (count > 1) ties.push_back(position);
    }
    expect_sound_in(ties, "4");
}

/// How many searches differ from minimax, made in one machine to changing depths.
int wrong_in_one_machine(const c64::Image& image) {
    claims::Host host(image);
    host.call("preparaBusca");
    Minimax minimax;
    Random random(7);
    int wrong = 0;
    for (int i = 0; i < 60; ++i) {
        const Position position = random_position(random);
        for (const int depth : {9, 7, 8}) {
            host.put("tableroActual", ryg1::board_bytes(position));
            host.set("dajProf", static_cast<Byte>(depth));
            host.call("buscaJugada");
            const FoundMove plain = minimax(position, depth);
            const bool same = host.byte_at("bjValor") == plain.value &&
                              host.byte_at("bjDe") == plain.move.value().from &&
                              host.byte_at("bjA") == plain.move.value().to;
            wrong += same ? 0 : 1;
        }
    }
    return wrong;
}

TEST(VelozFaults, AnOldTableIsNoticed) {
    c64::Image image = image_of("veloz");
    EXPECT_EQ(wrong_in_one_machine(image), 0);
    tests::patch(image, "buscaJugada", tests::absolute(0x20, image, "borraTabla"),
                 {tests::nop, tests::nop, tests::nop});
    EXPECT_GT(wrong_in_one_machine(image), 0);
}

TEST(VelozFaults, AForeignEntryOfTheTableIsNoticed) {
    constexpr emu::Byte lda = 0xa9, cmp_absolute_y = 0xd9;
    c64::Image image = image_of("veloz_cuenta");
    tests::patch(image, "raton3", tests::absolute(cmp_absolute_y, image, "marca1T"),
                 {lda, 0, tests::nop});
    EXPECT_TRUE(verify("veloz_cuenta", {{"depth", "9"}, {"positions", "300"}}, &image).first);
}

TEST(Veloz, IsSmallAndLiesBelowBasic) {
    const c64::Image image = image_of("veloz");
    EXPECT_LE(2 + image.bytes.size(), 16'384u);
    EXPECT_LE(image.labels.at("marca1T") + 512u, 0xa000u);
}

TEST(Veloz, LeavesBasicWhatASecondRunNeeds) {
    claims::Host host(image_of("veloz"));
    const c64::Machine before = host.machine();
    host.call("preparaBusca");
    for (const int depth : {3, 8}) {
        host.put("tableroActual", ryg1::board_bytes(apply(start_position(), {59, 50})));
        host.set("dajProf", static_cast<Byte>(depth));
        host.call("buscaJugada");
    }
    const auto expect_kept = [&](unsigned begin, unsigned end) {
        for (unsigned at = begin; at < end; ++at) {
            EXPECT_EQ(host.machine().ram()[at], before.ram()[at]) << at;
        }
    };
    expect_kept(0x2b, 0x39);  // where the program lies
    expect_kept(0x73, 0x8b);  // CHRGET
    EXPECT_EQ(host.byte_at("tablero"), 0x10);
    EXPECT_EQ(host.machine().ram()[0x53], 3);
    EXPECT_EQ(host.machine().ram()[0x54], 0x4c);
}

}  // namespace
}  // namespace ryg
