// A game's programs and twins as players whose strength is measured.
#include "engine/claims/board_player.hpp"
#include "engine/claims/jobs.hpp"

namespace ryg::claims {

Contest contest_of(const SharedDoor& door) {
    using OnBoard = BoardPlayer<AnyPosition>;
    Contest job = *door->contest;
    job.several = true;
    job.options = door->options;
    job.greatest_depth = std::max(1, door->depths.greatest);
    const auto make_player = [door](OnBoard::By by) -> Contest::Make {
        return [door, by](const Order& order, int depth) {
            return std::make_unique<OnBoard>(*door, order, depth, by);
        };
    };
    job.native = make_player(OnBoard::By::twin);
    job.assembly = make_player(OnBoard::By::program);
    job.again = [door](const engine::Position& position) {
        return door->write(door->contest->begin(position));
    };
    return job;
}

}  // namespace ryg::claims
