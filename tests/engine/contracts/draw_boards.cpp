// Draws positions, nodes and trees; those at which routines are quickest or slowest come often.
#include "tests/engine/contracts/draw_boards.hpp"

#include <optional>

namespace ryg::blocks {
namespace {

using engine::DarkSet;
using engine::Position;
using engine::Square;

DarkSet take(DarkSet& free, Choices& choices) {
    DarkSet rest = free;
    for (auto skip = choices.below(static_cast<std::uint32_t>(std::popcount(free))); skip > 0;
         --skip) {
        rest &= rest - 1;
    }
    const DarkSet taken = rest & ~(rest - 1);
    free &= ~taken;
    return taken;
}

/// Four different squares out of a set, and out of all when it has too few.
DarkSet four_of(DarkSet set, DarkSet taken, Choices& choices) {
    DarkSet cats = 0;
    DarkSet free = set & ~taken;
    for (int cat = 0; cat < 4; ++cat) {
        if (free == 0) free = ~(taken | cats);
        cats |= take(free, choices);
    }
    return cats;
}

/// Any position; those that routines find extreme come oftener than by chance: cats that block
/// the mouse, cats at the end of the board, in one row or in the first and the last, cats that
/// have all their moves.
Position draw_position(Choices& choices) {
    Position position;
    position.side = choices.one_in(2) ? engine::Side::mouse : engine::Side::cats;
    const std::uint32_t manner = choices.below(8);
    if (manner == 0) {
        engine::Random random(choices.below(1U << 20));
        return engine::random_position(random);
    }
    DarkSet all = ~DarkSet{0};
    const DarkSet mouse = take(all, choices);
    position.mouse = engine::dark_square(std::countr_zero(mouse));
    const std::uint32_t row = choices.below(8);
    switch (manner) {
        case 1: position.cats = four_of(engine::neighbours_of(mouse), mouse, choices); break;
        case 2: position.cats = four_of(0xfff00000U, mouse, choices); break;
        case 3: position.cats = four_of(0xfU << 4 * row, mouse, choices); break;
        case 4: position.cats = four_of(0xffU << 4 * row, mouse, choices); break;
        case 5: position.cats = four_of(0xf000000fU, mouse, choices); break;
        case 6: position.cats = four_of(0x00eee777U << 4, mouse, choices); break;
        default: position.cats = four_of(all, mouse, choices); break;
    }
    return position;
}

}  // namespace

NodeBytes draw_node(Choices& choices, bool bare) {
    NodeBytes node = engine::board_bytes(draw_position(choices));
    const std::uint32_t children = bare ? 0 : choices.below(9);
    const bool zeros_behind = bare || choices.one_in(2);
    engine::Random noise = choices.noise();
    const auto byte = [&noise] { return static_cast<Byte>(noise.below(256)); };
    node[NodeLayout::level] = byte();
    node[NodeLayout::value] = byte();
    node[NodeLayout::parent] = byte();
    node[NodeLayout::parent + 1] = byte();
    for (std::uint32_t child = 0; child < NodeLayout::most_children; ++child) {
        const std::size_t slot = NodeLayout::children + 2 * child;
        if (child >= children && zeros_behind) continue;
        node[slot] = byte();
        node[slot + 1] = child == children ? Byte{0} : static_cast<Byte>(1 + noise.below(255));
    }
    return node;
}

namespace {

/// Values as they may lie in a tree: nobody's, or those of minimax, or made so that a search for
/// the least or the greatest meets its best and its worst case.
void draw_values(engine::Tree& tree, engine::Version version, Choices& choices) {
    const std::uint32_t manner = choices.below(6);
    const std::uint32_t same = choices.below(256);
    engine::Random noise = choices.noise();
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const auto step = static_cast<std::uint32_t>(i % 0x70);
        const std::uint32_t by_manner[] = {0,           noise.below(256), 0x10 + step,
                                           0xf0 - step, noise.below(3),   same};
        tree.nodes[i].value = static_cast<Byte>(by_manner[manner]);
    }
    if (manner == 0) {
        engine::minimax(tree, version);
    } else if (tree.root().child_count > 0) {
        const bool highest = tree.root().position.side == engine::Side::mouse;
        const auto by_value = [](const engine::Node& node) { return node.value; };
        const auto children = tree.children(0);
        tree.nodes[0].value = highest ? std::ranges::max(children, {}, by_value).value
                                      : std::ranges::min(children, {}, by_value).value;
    }
}

}  // namespace

engine::Tree draw_tree(engine::Version version, std::size_t capacity, Choices& choices) {
    Position position = draw_position(choices);
    auto depth = static_cast<int>(choices.below(6));
    const std::uint32_t size = choices.below(8);
    std::size_t most = size == 0 ? capacity : size < 3 ? 60 : 20;
    if (size == 1) {  // cats that can hardly move: a deep tree of few nodes
        position.cats = four_of(0xff000000U, engine::dark_bit(position.mouse), choices);
        position.side = engine::Side::cats;
        depth = 5;
        most = capacity;
    }
    std::optional<engine::Tree> tree;
    while (!tree) tree = engine::build_tree(position, depth--, std::min(most, capacity));
    draw_values(*tree, version, choices);
    return *tree;
}

engine::ryg3::Board draw_board(Choices& choices) {
    engine::ryg3::Board board = engine::ryg3::board_from(draw_position(choices));
    for (std::uint32_t cat = 1; cat < 4; ++cat) {
        std::swap(board.squares[cat], board.squares[cat + choices.below(5 - cat)]);
    }
    return board;
}

}  // namespace ryg::blocks
