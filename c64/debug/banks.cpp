// Memory by banks, read and written between two instructions.
#include "c64/debug/banks.hpp"

#include <algorithm>

namespace ryg::c64::debug {
namespace {

bool is_chip(Address address) { return address >> 12 == 0xD; }

}  // namespace

Byte peek(const Machine& machine, Address address, Bank bank) {
    const Board& board = machine.board;
    if (bank == Bank::cpu || address < 2) return machine.peek(address);
    if (bank == Bank::io && is_chip(address)) return board.peek_chip(address, machine.cpu.cycle);
    if (bank == Bank::rom) {
        switch (address >> 12) {
            case 0xA:
            case 0xB: return board.rom(Rom::basic)[address - 0xA000U];
            case 0xD: return board.rom(Rom::chargen)[address - 0xD000U];
            case 0xE:
            case 0xF: return board.rom(Rom::kernal)[address - 0xE000U];
            default: break;
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
    if (bank == Bank::cpu || address < 2) {
        machine.poke(address, value);
    } else if (bank == Bank::io && is_chip(address)) {
        machine.board.happen(machine.cpu.cycle);
        machine.board.write_chip(address, value, machine.cpu.cycle);
    } else {
        machine.ram()[address] = value;
    }
}

}  // namespace ryg::c64::debug
