// A frame of the VIC-II as a picture of colour numbers.
#include "c64/vic/picture.hpp"

#include <memory>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

Picture picture_of(const Machine& machine) {
    const Cycle frame = machine.frame_cycles();
    return picture_of(machine, (machine.cpu.cycle / frame + 2) * frame);
}

Picture picture_of(const Machine& machine, Cycle end) {
    const auto copy = std::make_unique<Machine>(machine);
    const Cycle now = copy->cpu.cycle;
    Board& board = copy->board;
    board.catch_up(now == 0 ? 0 : now - 1);
    board.vic.begin_picture(now);
    board.rebuild();
    (void)copy->cpu.run(board, end);  // if it jams, the picture no longer changes
    board.vic.draw(end, board.seen_by_vic());
    return board.vic.picture();
}

}  // namespace ryg::c64
