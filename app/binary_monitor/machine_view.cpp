// Banks and registers, read and written between two instructions.
#include "app/binary_monitor/machine_view.hpp"

#include <algorithm>

namespace app::binary_monitor {
namespace {

void check_bank(unsigned bank) {
    if (std::ranges::find(banks, bank, &Bank::id) == banks.end()) {
        throw Refused{Error::invalid_parameter};
    }
}

bool is_chip(Address address) { return address >> 12 == 0xD; }

/// Without side effects.
Byte peek(const c64::Machine& machine, Address address, unsigned bank) {
    const c64::Board& board = machine.board;
    if (bank == bank_cpu || address < 2) return machine.peek(address);
    if (bank == bank_io && is_chip(address)) return board.peek_chip(address, machine.cpu.cycle);
    if (bank == bank_rom) {
        switch (address >> 12) {
            case 0xA:
            case 0xB: return board.rom(c64::Rom::basic)[address - 0xA000U];
            case 0xD: return board.rom(c64::Rom::chargen)[address - 0xD000U];
            case 0xE:
            case 0xF: return board.rom(c64::Rom::kernal)[address - 0xE000U];
            default: break;
        }
    }
    return machine.ram()[address];
}

/// With those that a chip's read has.
Byte read(c64::Machine& machine, Address address, unsigned bank) {
    if (!is_chip(address)) return peek(machine, address, bank);
    c64::Board& board = machine.board;
    const emu::Cycle now = machine.cpu.cycle;
    const bool chip =
        bank == bank_io || (bank == bank_cpu && board.mode().at_d000 == c64::Area::io);
    return chip ? board.read_chip(address, now) : peek(machine, address, bank);
}

void write(c64::Machine& machine, Address address, Byte value, unsigned bank) {
    if (bank == bank_cpu || address < 2) {
        machine.poke(address, value);
    } else if (bank == bank_io && is_chip(address)) {
        machine.board.write_chip(address, value, machine.cpu.cycle);
    } else {
        machine.ram()[address] = value;
    }
}

unsigned value_of(const c64::Machine& machine, Byte id) {
    const emu::Registers& cpu = machine.cpu.registers;
    const emu::Cycle now = machine.cpu.cycle;
    const c64::Vic& vic = machine.board.vic;
    switch (id) {
        case 0x00: return cpu.a;
        case 0x01: return cpu.x;
        case 0x02: return cpu.y;
        case 0x03: return cpu.pc;
        case 0x04: return cpu.s;
        case 0x05: return cpu.p;
        case 0x35: return vic.raster_line(now);
        case 0x36: return static_cast<unsigned>(now % c64::timing_of(vic.model()).line_cycles);
        case 0x37: return machine.peek(0);
        default: return machine.peek(1);
    }
}

}  // namespace

std::vector<Byte> read_memory(c64::Machine& machine, Address first, Address last, unsigned bank,
                              bool side_effects) {
    check_bank(bank);
    if (last < first) throw Refused{Error::invalid_parameter};
    machine.board.happen(machine.cpu.cycle);
    std::vector<Byte> bytes;
    bytes.reserve(last - first + 1U);
    for (unsigned address = first; address <= last; ++address) {
        const auto at = static_cast<Address>(address);
        bytes.push_back(side_effects ? read(machine, at, bank) : peek(machine, at, bank));
    }
    return bytes;
}

void write_memory(c64::Machine& machine, Address first, std::string_view values, unsigned bank) {
    check_bank(bank);
    machine.board.happen(machine.cpu.cycle);
    unsigned address = first;
    for (const char value : values) {
        write(machine, static_cast<Address>(address++), static_cast<Byte>(value), bank);
    }
}

Body banks_body() {
    Body body;
    body.word(banks.size());
    for (const Bank& bank : banks) body.item(Body().word(bank.id).text(bank.name));
    return body;
}

Body register_names_body() {
    Body body;
    body.word(registers.size());
    for (const Register& one : registers) {
        body.item(Body().byte(one.id).byte(one.bits).text(one.name));
    }
    return body;
}

Body registers_body(const c64::Machine& machine) {
    Body body;
    body.word(registers.size());
    for (const Register& one : registers) {
        body.item(Body().byte(one.id).word(value_of(machine, one.id)));
    }
    return body;
}

void set_register(c64::Machine& machine, Byte id, unsigned value) {
    const auto known = std::ranges::find(registers, id, &Register::id);
    if (known == registers.end() || value >> known->bits != 0) {
        throw Refused{Error::invalid_parameter};
    }
    emu::Registers& cpu = machine.cpu.registers;
    const auto small = static_cast<Byte>(value);
    switch (id) {
        case 0x00: cpu.a = small; break;
        case 0x01: cpu.x = small; break;
        case 0x02: cpu.y = small; break;
        case 0x03: machine.cpu.jump(static_cast<Address>(value)); break;
        case 0x04: cpu.s = small; break;
        case 0x05: cpu.p = static_cast<Byte>((small | emu::Flag::unused) & ~emu::Flag::B); break;
        case 0x37: machine.poke(0, small); break;
        case 0x38: machine.poke(1, small); break;
        default: throw Refused{Error::invalid_parameter};
    }
}

}  // namespace app::binary_monitor
