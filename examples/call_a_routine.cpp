// Calls a routine of the 6502 engine, prints its result and cycles, and compares it with C++.
#include <fmt/format.h>
#include <ryg/c64/board/machine.hpp>
#include <ryg/engine/common/notation.hpp>
#include <ryg/engine/games/ryg1/game.hpp>
#include <ryg/engine/games/ryg1/native/evaluate.hpp>
#include <ryg/engine/games/ryg1/native/node_layout.hpp>
#include <span>

using namespace ryg;

int main(int count, char** words) {
    const std::span arguments(words, static_cast<std::size_t>(count));
    const char* fen = count > 1 ? arguments[1] : "c1c1c1c1/8/8/8/8/8/2M5/8 b";
    const engine::Position position = engine::parse_fen(fen);

    // A C64, switched on, with the program in its memory and nothing started.
    const c64::Image program = engine::ryg1::program(engine::ryg1::Version::v16);
    c64::Machine machine;
    machine.boot();
    machine.load(program);

    // `evaluaTablero` finds a board's address in etTableroLo/Hi and leaves the value in etValor.
    // The program's label file has their addresses.
    const emu::Address board = program.labels.at("tableroActual");
    emu::Address at = board;
    for (const emu::Byte byte : engine::ryg1::board_bytes(position)) machine.poke(at++, byte);
    machine.poke(program.labels.at("etTableroLo"), emu::low(board));
    machine.poke(program.labels.at("etTableroHi"), emu::high(board));

    const c64::CallResult result = machine.call(program.labels.at("evaluaTablero"));
    const emu::Byte value = machine.peek(program.labels.at("etValor"));
    const emu::Byte expected = engine::ryg1::evaluate(position, engine::ryg1::Version::v16);

    fmt::print("{}\n", fen);
    fmt::print("evaluaTablero     ${:02x} in {} cycles\n", value, result.cycles);
    fmt::print("engine::ryg1::evaluate  ${:02x}\n", expected);
    return result.returned() && value == expected ? 0 : 1;
}
