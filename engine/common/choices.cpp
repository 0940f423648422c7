// Makes random positions, preferring those for which routines are fastest or slowest.
#include "engine/common/choices.hpp"

#include <bit>

namespace ryg::engine {
namespace {

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

}  // namespace

DarkSet four_of(DarkSet set, DarkSet taken, Choices& choices) {
    DarkSet cats = 0;
    DarkSet free = set & ~taken;
    for (int cat = 0; cat < 4; ++cat) {
        if (free == 0) free = ~(taken | cats);
        cats |= take(free, choices);
    }
    return cats;
}

Position draw_position(Choices& choices) {
    Position position;
    position.side = choices.one_in(2) ? Side::mouse : Side::cats;
    const std::uint32_t manner = choices.below(8);
    if (manner == 0) {
        Random random(choices.below(1U << 20));
        return random_position(random);
    }
    DarkSet all = ~DarkSet{0};
    const DarkSet mouse = take(all, choices);
    position.mouse = dark_square(std::countr_zero(mouse));
    const std::uint32_t row = choices.below(8);
    switch (manner) {
        case 1: position.cats = four_of(neighbours_of(mouse), mouse, choices); break;
        case 2: position.cats = four_of(0xfff00000U, mouse, choices); break;
        case 3: position.cats = four_of(0xfU << 4 * row, mouse, choices); break;
        case 4: position.cats = four_of(0xffU << 4 * row, mouse, choices); break;
        case 5: position.cats = four_of(0xf000000fU, mouse, choices); break;
        case 6: position.cats = four_of(0x00eee777U << 4, mouse, choices); break;
        default: position.cats = four_of(all, mouse, choices); break;
    }
    return position;
}

}  // namespace ryg::engine
