// Saves a machine in the middle of a program, and continues from the saved state.
#include <fmt/format.h>
#include <ryg/c64/board/state.hpp>
#include <ryg/engine/games/ryg1/game.hpp>

using namespace ryg;

int main() {
    c64::Machine machine;
    machine.start(engine::ryg1::program(engine::ryg1::Version::v16));
    machine.type("2");
    machine.run(3'000'000);  // it is thinking

    const std::vector<emu::Byte> bytes = c64::save_state(machine);  // a file's contents, say
    c64::Machine later = c64::load_state(bytes, "the saved machine");
    const bool same = later == machine;

    later.run(20'000'000);
    machine.run(20'000'000);
    fmt::print("{} bytes; {}after 20 million cycles more both show:\n{}", bytes.size(),
               same ? "equal, and " : "", later.screen_text());
    return same && later == machine ? 0 : 1;
}
