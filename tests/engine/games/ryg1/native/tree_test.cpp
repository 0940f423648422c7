// The tree: order of creation, levels and parents, and its image in the 6502's memory.
#include "engine/games/ryg1/native/tree.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <span>
#include <utility>
#include <vector>

#include "engine/common/indexing/positions.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;
using namespace ryg::engine::ryg1;

namespace ryg {
namespace {

const Position example = apply(start_position(), {square_at(7, 3), square_at(6, 2)});

Tree tree_of(const Position& position, int depth) {
    auto tree = build_tree(position, depth, 100'000);
    EXPECT_TRUE(tree) << to_fen(position);
    return tree ? *tree : Tree{};
}

/// The order of creation, restated: children first, then each of them.
void create(std::vector<Position>& nodes, const Position& position, int depth) {
    if (depth == 0) return;
    const MoveList moves = generate_moves(position);
    for (const Move& move : moves) nodes.push_back(apply(position, move));
    for (const Move& move : moves) create(nodes, apply(position, move), depth - 1);
}

int word_at(std::span<const Byte> bytes, std::size_t at) { return bytes[at] | bytes[at + 1] << 8; }

}  // namespace

TEST(NativeTree, TakesMoreMemoryThanTheDeepestLayerThatTheAuthorReckonsWith) {
    constexpr std::size_t reckoned[] = {88, 704, 2'816, 22'528, 90'112};
    // 208 at depth 3, as the original's version 10 counted.
    constexpr std::size_t nodes_of_example[] = {1, 8, 36, 208, 724};
    for (int depth = 0; depth <= 4; ++depth) {
        EXPECT_EQ(tree_of(example, depth).size(), nodes_of_example[depth]);
        EXPECT_EQ(tree_of(example, depth).bytes(), 88 * nodes_of_example[depth]);
    }
    std::size_t most = 0;
    for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
        const Position position = indexing::position_at(index);
        if (position.side != Side::cats) continue;
        std::size_t nodes = 1;
        for (const Move first : generate_moves(position)) {
            const Position after = apply(position, first);
            ++nodes;
            for (const Move second : generate_moves(after)) {
                nodes += 1 + generate_moves(apply(after, second)).size();
            }
        }
        most = std::max(most, nodes * NodeLayout::size);
    }
    EXPECT_EQ(most, 25'520U);
    EXPECT_GT(most, reckoned[3]);
    const Tree largest = tree_of(parse_fen("2c5/5c2/2c5/8/8/1c3M2/8/8 b"), 4);
    EXPECT_EQ(largest.bytes(), 108'856U);
    EXPECT_GT(largest.bytes(), reckoned[4]);
}

TEST(NativeTree, NodesAreCreatedChildrenFirstThenEachChildIsExpanded) {
    Random random(7);
    for (int count = 0; count < 200; ++count) {
        const Position position = naive::random_placement(random);
        std::vector<Position> expected{position};
        create(expected, position, 3);
        const Tree tree = tree_of(position, 3);
        ASSERT_TRUE(std::ranges::equal(tree.nodes, expected, {}, &Node::position))
            << to_fen(position);
    }
}

TEST(NativeTree, PathsLeadFromTheRootToTheNode) {
    const Tree tree = tree_of(example, 3);
    EXPECT_TRUE(tree.path_to(0).empty());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        Position position = example;
        const auto path = tree.path_to(index);
        for (const Move& move : path) {
            ASSERT_TRUE(is_legal(position, move));
            position = apply(position, move);
        }
        EXPECT_EQ(position, tree[index].position);
        EXPECT_EQ(path.size(), tree[index].level);
    }
}

TEST(NativeTree, ATreeThatDoesNotFitIsNotBuilt) {
    for (const auto& [depth, nodes] : {std::pair{0, 1U}, {1, 8U}, {2, 36U}}) {
        EXPECT_FALSE(build_tree(example, depth, nodes - 1));
        EXPECT_TRUE(build_tree(example, depth, nodes));
    }
    EXPECT_THROW((void)build_tree(example, -1, 36), std::invalid_argument);
}

TEST(NativeTree, ExpansionDoesNotStopAtAWonGame) {
    EXPECT_EQ(tree_of(parse_fen("2M5/1c1c1c1c/8/8/8/8/8/8 b"), 1).size(), 8U);
    EXPECT_EQ(tree_of(parse_fen("8/8/8/8/8/1M6/8/1c1c1c1c b"), 3).size(), 1U);
}

TEST(NativeTree, UnvaluedNodesHaveTheRootsValue) {
    const auto tree = build_tree(example, 2, 36, 0x33);
    ASSERT_TRUE(tree);
    for (const Node& node : tree->nodes) EXPECT_EQ(node.value, 0x33);
    EXPECT_EQ(tree_of(example, 1).nodes.back().value, 0x80);
}

TEST(NativeTree, ImageOfTheRootIsAsTheSpecificationDrawsIt) {
    const auto image = write_image(tree_of(example, 1), 0x1e49);
    std::vector<Byte> expected{0xaa, 0xaa, 0xaa, 0,    0xff, 0x80, 0,    0,  // head, then children
                               0xa1, 0x1e, 0xf9, 0x1e, 0x51, 0x1f, 0xa9, 0x1f,
                               0x01, 0x20, 0x59, 0x20, 0xb1, 0x20, 0x00, 0x00};
    expected.resize(88);
    for (const std::size_t cat : {0U, 2U, 4U, 6U}) expected[24 + cat] = 0xff;
    expected[24 + 50] = 0x01;
    ASSERT_EQ(image.size(), 8U * 88U);
    EXPECT_EQ(std::vector<Byte>(image.begin(), image.begin() + 88), expected);

    const std::vector<Byte> first_child_head{0xaa, 0xaa, 0xaa, 1, 0x01, 0x80, 0x49, 0x1e, 0, 0};
    EXPECT_EQ(std::vector<Byte>(image.begin() + 88, image.begin() + 98), first_child_head);
}

TEST(NativeTree, BytesOfABoardLieWhereTheSpecificationSaysForEveryPlace) {
    Random random(88);
    for (int count = 0; count < 500; ++count) {
        const Position position = random_position(random);
        const auto level = static_cast<Byte>(random.below(6)),
                   value = static_cast<Byte>(random.next());
        std::vector<Byte> expected{0xaa,  0xaa, 0xaa,
                                   level, 0,    value};  // 3 marks, nivel, turno, valor
        expected[4] = position.side == Side::mouse ? 0x01 : 0xff;
        expected.resize(24);  // no parent, no children
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                const auto square = static_cast<Square>(8 * row + column);
                expected.push_back(square == position.mouse    ? 0x01
                                   : has_cat(position, square) ? 0xff
                                                               : 0x00);
            }
        }
        const NodeBytes bytes = board_bytes(position, level, value);
        ASSERT_EQ(std::vector<Byte>(bytes.begin(), bytes.end()), expected) << count;
    }
}

TEST(NativeTree, ImagesReadBackToTheTree) {
    Random random(8);
    for (int count = 0; count < 100; ++count) {
        const Position position = random_position(random);
        Tree tree = tree_of(position, 3);
        minimax(tree, Version::v16);
        const int base = 0x2000 + static_cast<int>(random.below(0x1000));
        const auto image = write_image(tree, static_cast<Address>(base));
        ASSERT_EQ(image.size(), tree.bytes());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            const auto node = std::span(image).subspan(88 * index).first<88>();
            ASSERT_EQ(position_in(node), tree[index].position);
            ASSERT_EQ(node[3], tree[index].level);
            ASSERT_EQ(node[5], tree[index].value);
            for (std::size_t child = 0; child < 8; ++child) {
                const int address = word_at(node, 8 + 2 * child);
                if (child >= generate_moves(tree[index].position).size() || node[3] == 3) {
                    ASSERT_EQ(address, 0);
                    continue;
                }
                ASSERT_EQ((address - base) % 88, 0);
                const auto at = static_cast<std::size_t>(address - base);
                ASSERT_LE(at + 88, image.size());
                ASSERT_EQ(word_at(image, at + 6), base + 88 * static_cast<int>(index));
                const Move move = generate_moves(tree[index].position)[child];
                ASSERT_EQ(position_in(std::span(image).subspan(at).first<88>()),
                          apply(tree[index].position, move));
            }
        }
        ASSERT_EQ(word_at(image, 6), 0);
    }
}

TEST(NativeTree, AnImageBeyondTheAddressSpaceIsRefused) {
    const Tree tree = tree_of(example, 1);
    EXPECT_EQ(write_image(tree, static_cast<Address>(0x10000 - 8 * 88)).size(), 8U * 88U);
    EXPECT_THROW((void)write_image(tree, static_cast<Address>(0x10001 - 8 * 88)),
                 std::length_error);
}

TEST(NativeTree, BoardsThatAreNotPositionsAreNotRead) {
    const NodeBytes good = board_bytes(example, 3, 0x12);
    EXPECT_EQ(position_in(good), example);
    EXPECT_EQ(good[3], 3);
    EXPECT_EQ(good[5], 0x12);
    const struct {
        std::size_t offset;
        Byte value;
        const char* why;
    } table[] = {
        {4, 0x00, "no turn"},          {24 + 50, 0x00, "no mouse"},
        {24 + 41, 0x01, "two mice"},   {24 + 0, 0x00, "three cats"},
        {24 + 9, 0xff, "five cats"},   {24 + 9, 0x02, "an unknown cell"},
        {24 + 1, 0xff, "a light cat"}, {24 + 1, 0x01, "a light mouse"},
    };
    for (const auto& fault : table) {
        NodeBytes bytes = good;
        bytes[fault.offset] = fault.value;
        EXPECT_FALSE(position_in(bytes)) << fault.why;
    }
}

TEST(NativeTree, EveryByteOfANodeHasTheNameOfItsField) {
    const std::pair<std::size_t, const char*> names[] = {
        {0, "marca[0]"},     {2, "marca[2]"},     {3, "nivel"},        {4, "turno"},
        {5, "valor"},        {6, "padre.lo"},     {7, "padre.hi"},     {8, "hijos[0].lo"},
        {15, "hijos[3].hi"}, {23, "hijos[7].hi"}, {24, "matriz(0,0)"}, {44, "matriz(2,4)"},
        {87, "matriz(7,7)"},
    };
    for (const auto& [offset, name] : names) EXPECT_EQ(field_name(offset), name);
    EXPECT_THROW((void)field_name(88), std::out_of_range);

    const ImagePlace place = place_in_image(88 * 3 + 15);
    EXPECT_EQ(place.node, 3U);
    EXPECT_EQ(place.offset, 15U);
    EXPECT_EQ(place.field, "hijos[3].hi");
}

}  // namespace ryg
