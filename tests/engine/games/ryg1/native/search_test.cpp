// Evaluation, its three criteria; searches: the check values of the seed, the memory limits, a plain
// minimax beside the tree's.
#include "engine/games/ryg1/native/search.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "engine/games/ryg1/native/evaluate.hpp"
#include "tests/support/naive_game.hpp"
#include "tests/support/testing.hpp"

using namespace ryg::engine;
using namespace ryg::engine::ryg1;

namespace ryg {
namespace {

const Position example = apply(start_position(), {square_at(7, 3), square_at(6, 2)});

struct Plain {
    int value;
    std::size_t nodes;
};

/// Minimax without a tree, on the plain board.
Plain plain_minimax(const naive::Board& board, const Position& position, int depth,
                    Version version) {
    const auto steps = naive::steps_of(board, board.mouse_to_move);
    if (depth == 0 || steps.empty()) return {evaluate(position, version), 1};
    Plain result{board.mouse_to_move ? -1 : 256, 1};
    for (const auto& step : steps) {
        const Plain child = plain_minimax(naive::after(board, step), apply(position, step.move()),
                                          depth - 1, version);
        const bool better = board.mouse_to_move ? child.value > result.value  //
                                                : child.value < result.value;
        if (better) result.value = child.value;
        result.nodes += child.nodes;
    }
    return result;
}

std::string reproduce(const Position& position, int depth, Version version) {
    return "ryg search --engine native --position '" + to_fen(position) + "' --depth " +
           std::to_string(depth) + " --version " + std::to_string(number_of(version));
}

}  // namespace

TEST(NativeEvaluate, EveryMouseRowHasItsPoints) {
    const int points[8] = {0x20, 6, 5, 4, 3, 2, 1, 0};
    for (int square = 0; square < 64; ++square) {
        Position position;
        position.mouse = static_cast<Square>(square);
        EXPECT_EQ(mouse_row_score(position), points[square / 8]) << square;
    }
}

TEST(NativeEvaluate, FewerMouseMovesAreWorseWhoeverIsToMove) {
    for (const auto& [fen, points] : {std::pair{"c1c1c1c1/8/8/8/2M5/8/8/8 w", 0x00},
                                      {"c1c3c1/8/8/1c6/2M5/8/8/8 w", 0xff},
                                      {"c1c5/8/8/1c1c4/2M5/8/8/8 w", 0xfe},
                                      {"c7/8/8/1c1c4/2M5/1c6/8/8 b", 0xfd},
                                      {"8/8/8/1c1c4/2M5/1c1c4/8/8 b", 0xe0}}) {
        EXPECT_EQ(mouse_moves_score(parse_fen(fen)), points) << fen;
    }
}

TEST(NativeEvaluate, CatsGainByAClosedRowOnly) {
    for (const auto& [fen, points] : {std::pair{"8/8/8/1c1c1c1c/8/8/8/1M6 w", 0xf0},
                                      {"8/8/8/1c1c3c/4c3/8/8/1M6 w", 0xf8},
                                      {"8/8/8/1c1c3c/8/5c2/8/1M6 w", 0x00},
                                      {"c7/8/8/1c1c4/8/8/8/1M5c w", 0x00}}) {
        EXPECT_EQ(cat_row_spread_score(parse_fen(fen)), points) << fen;
    }
}

TEST(NativeEvaluate, TheSumIsTheNeutralValueAndTheCriteriaOfTheVersion) {
    Random random(6);
    for (int count = 0; count < 20000; ++count) {
        const Position position = naive::random_placement(random);
        const naive::Board board = naive::board_of(position);
        int lowest = 7, highest = 0, mouse_row = 0;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                if (board.at(row, column) == 'M') mouse_row = row;
                if (board.at(row, column) != 'c') continue;
                lowest = std::min(lowest, row);
                highest = std::max(highest, row);
            }
        }
        const int moves = static_cast<int>(naive::steps_of(board, true).size());
        const int by_row = mouse_row == 0 ? 32 : 7 - mouse_row;
        const int by_moves = moves == 0 ? -32 : moves - 4;
        const int by_spread = highest == lowest ? -16 : highest - lowest == 1 ? -8 : 0;
        for (const Version version : all_versions) {
            const int third = number_of(version) == 16 ? by_spread : 0;
            EXPECT_EQ(evaluate(position, version), 0x80 + by_row + by_moves + third)
                << to_fen(position) << " version " << number_of(version);
        }
    }
}

TEST(NativeEvaluate, VersionsOutsideTwelveToSixteenAreRefused) {
    for (int number = 12; number <= 16; ++number) {
        EXPECT_EQ(number_of(version_from(number)), number);
    }
    for (const int number : {-1, 0, 11, 17, 268}) {
        EXPECT_THROW((void)version_from(number), std::invalid_argument) << number;
    }
}

TEST(NativeSearch, ExampleOfTheSeedHasItsValuesAndAddresses) {
    for (const Version version : {Version::v13, Version::v14, Version::v15}) {
        for (const int base : {0x4000, 0x1e49}) {
            const SearchResult result = search(
                example, {.version = version, .depth = 2, .tree_base = static_cast<Address>(base)});
            EXPECT_EQ(result.nodes, 36U);
            EXPECT_EQ(result.tree_bytes, 36U * 88U);
            EXPECT_EQ(result.depth_used, 2);
            EXPECT_EQ(result.value, 0x82);
            ASSERT_EQ(result.children.size(), 7U);
            int address = base + 88;
            for (const ChildResult& child : result.children) {
                EXPECT_EQ(child.value, 0x82);
                EXPECT_EQ(child.address, address);
                address += 88;
            }
            const auto leaves_of = [&](int value) {
                return std::ranges::count_if(result.tree.nodes, [value](const Node& node) {
                    return node.level == 2 && node.value == value;
                });
            };
            EXPECT_EQ(leaves_of(0x82), 14);
            EXPECT_EQ(leaves_of(0x7e), 28 - 14);
        }
    }
    const SearchResult result = search(example, {.depth = 2, .tree_base = 0x4000});
    EXPECT_EQ(result.children.front().address, 0x4058);
    EXPECT_EQ(result.children.back().address, 0x4268);
}

TEST(NativeSearch, VersionTwelveValuesEveryNodeByItselfAndChoosesNothing) {
    const SearchResult result = search(example, {.version = Version::v12, .depth = 2});
    EXPECT_EQ(result.value, 0x81);
    EXPECT_EQ(result.nodes, 36U);
    EXPECT_FALSE(result.move);
    for (const Node& node : result.tree.nodes) {
        EXPECT_EQ(node.value, evaluate(node.position, Version::v12));
    }
}

TEST(NativeSearch, VersionThirteenHasMinimaxButNoDecision) {
    EXPECT_FALSE(search(example, {.version = Version::v13, .depth = 2}).move);
    EXPECT_EQ(search(example, {.version = Version::v14, .depth = 2}).move,
              (Move{square_at(0, 0), square_at(1, 1)}));
}

TEST(NativeSearch, ValuesNodesAndChoiceAgreeWithAPlainMinimax) {
    Random random(9);
    for (int count = 0; count < 300; ++count) {
        const Position position =
            count % 2 == 0 ? random_position(random) : naive::random_placement(random);
        const naive::Board board = naive::board_of(position);
        for (const Version version : {Version::v13, Version::v14, Version::v16}) {
            for (int depth = 1; depth <= 3; ++depth) {
                const std::string command = reproduce(position, depth, version);
                const SearchResult result = search(
                    position,
                    {.version = version, .depth = depth, .tree_base = 0x1000, .tree_end = 0xff00});
                const Plain plain = plain_minimax(board, position, depth, version);
                ASSERT_EQ(result.depth_used, depth) << command;
                ASSERT_EQ(result.value, plain.value) << command;
                ASSERT_EQ(result.nodes, plain.nodes) << command;
                std::optional<Move> first_best;
                std::size_t index = 0;
                for (const auto& step : naive::steps_of(board, board.mouse_to_move)) {
                    const Plain child =
                        plain_minimax(naive::after(board, step), apply(position, step.move()),
                                      depth - 1, version);
                    ASSERT_EQ(result.children.at(index).move, step.move()) << command;
                    ASSERT_EQ(result.children.at(index).value, child.value) << command;
                    if (child.value == plain.value && !first_best) first_best = step.move();
                    ++index;
                }
                ASSERT_EQ(result.children.size(), index) << command;
                if (version == Version::v13) first_best.reset();
                ASSERT_EQ(result.move, first_best) << command;
            }
        }
    }
}

TEST(NativeSearch, WithoutAMoveTheRootIsEvaluatedAndNothingChosen) {
    const Position stuck = parse_fen("8/8/8/8/8/1M6/8/1c1c1c1c b");
    const SearchResult result = search(stuck, {.version = Version::v14, .depth = 3});
    EXPECT_EQ(result.value, evaluate(stuck, Version::v14));
    EXPECT_EQ(result.nodes, 1U);
    EXPECT_EQ(result.depth_used, 3);
    EXPECT_FALSE(result.move);
    EXPECT_TRUE(result.children.empty());
}

TEST(NativeSearch, ASearchThatDoesNotFitIsRepeatedOneLevelShallower) {
    const struct {
        int nodes_of_room, spare, depth_used;
        std::size_t nodes;
    } table[] = {{208, 0, 3, 208}, {207, 87, 2, 36}, {36, 0, 2, 36}, {35, 87, 1, 8},
                 {8, 0, 1, 8},     {7, 87, 0, 1},    {1, 0, 0, 1}};
    for (const auto& room : table) {
        const int end = 0x4000 + 88 * room.nodes_of_room + room.spare;
        const SearchResult result =
            search(example, {.depth = 3, .tree_end = static_cast<Address>(end)});
        EXPECT_EQ(result.depth_used, room.depth_used) << end;
        EXPECT_EQ(result.nodes, room.nodes) << end;
        EXPECT_LE(0x4000 + result.tree_bytes, static_cast<std::size_t>(end));
    }
    EXPECT_FALSE(search(example, {.depth = 1, .tree_end = 0x4000 + 88}).move);
    for (const int end : {0x4000 + 87, 0x4000, 0x1000}) {
        const SearchOptions options{.depth = 1, .tree_end = static_cast<Address>(end)};
        EXPECT_NE(tests::message_of([&] {
                      (void)search(example, options);
                  }).find("no memory for the root"),
                  std::string::npos);
        EXPECT_THROW((void)search(example, options), std::invalid_argument);
    }
}

TEST(NativeSearch, DepthFourNeedsMoreThanEitherVersionHas) {
    for (const Version version : all_versions) {
        for (int depth = 4; depth <= 5; ++depth) {
            const SearchResult result =
                search(example, {.version = version, .depth = depth, .tree_base = 0x1e49});
            EXPECT_EQ(result.depth_used, 3);
            EXPECT_EQ(result.nodes, 208U);
        }
    }
    // The base where depth 3 just fits under each limit, and one byte above it.
    for (const auto& [version, end] : {std::pair{Version::v15, 0xa000}, {Version::v16, 0xd000}}) {
        const int last = end - 208 * 88;
        for (const auto& [base, depth] : {std::pair{last, 3}, {last + 1, 2}}) {
            const auto tree_base = static_cast<Address>(base);
            EXPECT_EQ(search(example, {.version = version, .tree_base = tree_base}).depth_used,
                      depth);
        }
    }
}

TEST(NativeSearch, TheTieByteChoosesAmongTheEqualChildren) {
    for (int byte = 0; byte < 256; ++byte) {
        const SearchResult result = search(
            example, {.version = Version::v14, .depth = 2, .tie_byte = static_cast<Byte>(byte)});
        EXPECT_EQ(result.move, result.children[static_cast<std::size_t>(byte % 7)].move) << byte;
    }
    // Unequal children: only the equal ones are counted.
    Tree tree = *build_tree(example, 1, 8);
    const Byte values[] = {0x85, 0x82, 0x90, 0x82, 0x83, 0x82, 0x84};
    for (std::size_t child = 0; child < 7; ++child) tree.nodes[child + 1].value = values[child];
    tree.nodes[0].value = 0x82;
    EXPECT_EQ(choose_first_best(tree), 1U);
    EXPECT_EQ(choose_first_best(tree, Byte{0}), 1U);
    EXPECT_EQ(choose_first_best(tree, Byte{4}), 3U);
    EXPECT_EQ(choose_first_best(tree, Byte{255}), 1U);
    EXPECT_EQ(choose_first_best(tree, Byte{5}), 5U);
}

TEST(NativeSearch, ImpossibleRequestsAreRefused) {
    for (const int depth : {-1, 0, 6}) {
        EXPECT_THROW((void)search(example, {.depth = depth}), std::invalid_argument) << depth;
    }
    Position three_cats = example;
    three_cats.cats = 0x7;
    EXPECT_THROW((void)search(three_cats), std::invalid_argument);
}

}  // namespace ryg
