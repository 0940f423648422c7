// Memory by banks, read and written between two instructions.
#include "c64/debug/banks.hpp"

#include <algorithm>

namespace ryg::c64::debug {
namespace {

bool is_chip(Address address) { return address >> 12 == 0xD; }

}  // namespace

Byte peek(const Machine& machine, Address address, Bank bank) {
    const Board& board = machine.board;
    if (bank == Bank::ram && address < 2) return board.ram_below_port()[address];
    if (bank == Bank::cpu || address < 2) return machine.peek(address);
    if (bank == Bank::io && is_chip(address)) return board.peek_chip(address, machine.cpu.cycle);
    if (bank == Bank::rom) {
        constexpr std::array<std::pair<unsigned, Rom>, 3> roms{
            {{0xA000, Rom::basic}, {0xD000, Rom::chargen}, {0xE000, Rom::kernal}}};
        for (const auto& [first, rom] : roms) {
            if (address - first < size_of(rom)) return board.rom(rom)[address - first];
        }
    }
    if (bank == Bank::cart) {
        const bool low = address >> 13 == 4, high = address >> 13 == 5 || address >> 13 == 7;
        const auto rom = board.rom(low ? Rom::roml : Rom::romh);
        const bool empty = std::ranges::all_of(rom, [](Byte byte) { return byte == 0; });
        if ((low || high) && !empty) return rom[address & 0x1FFFU];
    }
    return machine.ram()[address];
}

void poke(Machine& machine, Address address, Byte value, Bank bank) {
    if (bank == Bank::ram && address < 2) {
        machine.board.ram_below_port()[address] = value;
    } else if (bank == Bank::cpu || address < 2) {
        machine.poke(address, value);
    } else if (bank == Bank::io && is_chip(address)) {
        machine.board.happen(machine.cpu.cycle);
        machine.board.write_chip(address, value, machine.cpu.cycle);
    } else {
        machine.ram()[address] = value;
    }
}

}  // namespace ryg::c64::debug
