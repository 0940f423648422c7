// Starts a program on a C64, types at its keyboard and reads its screen.
#include <fmt/format.h>
#include <ryg/c64/board/machine.hpp>
#include <ryg/engine/games/ryg1/game.hpp>

using namespace ryg;

int main() {
    c64::Machine machine;
    machine.boot();
    machine.start(engine::ryg1::program(engine::ryg1::Version::v16));  // as LOAD and RUN do
    machine.type("2");                                                 // the depth of its search
    const auto run = machine.run({.cycles = 100'000'000, .text = "(FILA Y COLUMNA):"});
    fmt::print("{}{} after {} cycles\n", machine.screen_text(), c64::to_string(run.ended),
               run.cycles);
    return run.ended == c64::Ended::text_shown ? 0 : 1;
}
