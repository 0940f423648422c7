// The table of the cats' sets, made when the program is compiled.
#include "engine/common/indexing/positions.hpp"

namespace ryg::engine::indexing {

constinit const std::array<DarkSet, set_count<4>> cats_by_rank = [] {
    std::array<DarkSet, set_count<4>> sets{};
    DarkSet cats = start_position().cats;  // the lowest
    for (DarkSet& set : sets) {
        set = cats;
        cats = next_set(cats);
    }
    return sets;
}();

}  // namespace ryg::engine::indexing
