// Talks to PERFECTO through its labels.
#include "engine/games/perfecto/engine.hpp"

#include <fmt/format.h>

namespace ryg::engine::perfecto {
namespace {

constexpr emu::Cycle longest_call = 10'000'000;
constexpr emu::Address pointer = 0xfb, safe = 0xfd;

}  // namespace

c64::Image program() {
    return c64::from_embedded(*harness::find_program(perfecto_programs(), "rygp"));
}

const Table& table() {
    static const Table made(solution());
    return made;
}

AsmPlayer::AsmPlayer(const c64::Image& program, const c64::Setup& setup)
    : host_(program, setup, longest_call),
      think_(program.labels.at("think")),
      look_up_(program.labels.at("lookUp")),
      cats_(program.labels.at("cats")),
      moved_(program.labels.at("moved")),
      mouse_(program.labels.at("mouse")),
      side_(program.labels.at("side")),
      num_moves_(program.labels.at("numMoves")),
      from_(program.labels.at("moveFrom")),
      to_(program.labels.at("moveTo")),
      cost_(program.labels.at("moveCost")),
      best_(program.labels.at("best")),
      names_(program.labels.at("names")) {
    const harness::Host packed = host_;
    // It puts RAM in place of BASIC, which a Host lets no call do.
    const auto prepared = host_.machine().call(program.labels.at("prepare"), {}, longest_call);
    unpack_cycles_ = prepared.cycles;
    if (!prepared.returned()) host_ = packed;  // a faulty table is unpacked over the program
}

void AsmPlayer::put_cats(emu::Address label, DarkSet cats) {
    for (; cats != 0; cats &= cats - 1) {
        host_.machine().ram()[label++] = static_cast<Byte>(std::countr_zero(cats));
    }
}

AsmPlayer::Found AsmPlayer::think(const Position& position) {
    const auto ram = host_.machine().ram();
    put_cats(cats_, position.cats);
    ram[mouse_] = static_cast<Byte>(dark_index(position.mouse));
    ram[side_] = position.side == Side::cats ? 1 : 0;
    Found found;
    found.cycles = host_.call(think_, "think").cycles;
    const std::size_t count = ram[num_moves_];
    if (count > found.thought.costs.size()) {
        throw harness::EngineFault(fmt::format("think leaves {} moves", count));
    }
    const auto square = [&](emu::Address list, std::size_t i) {
        return dark_square(ram[list + i] & 0x1f);
    };
    for (std::size_t i = 0; i < count; ++i) {
        found.thought.moves.push_back({square(from_, i), square(to_, i)});
        found.thought.costs[i] = ram[cost_ + i];
    }
    found.thought.best = ram[best_];
    if (found.thought.best >= std::max<std::size_t>(count, 1)) {
        throw harness::EngineFault(fmt::format("think finds move {} best", found.thought.best));
    }
    return found;
}

AsmPlayer::Entry AsmPlayer::look_up(DarkSet cats) {
    const auto ram = host_.machine().ram();
    put_cats(moved_, cats);
    host_.call(look_up_, "lookUp");
    const int at = emu::word(ram[pointer], ram[pointer + 1]) + ram[moved_];
    return {at - names_, ram[static_cast<emu::Address>(at)], emu::word(ram[safe], ram[safe + 1])};
}

}  // namespace ryg::engine::perfecto
