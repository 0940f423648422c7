// Banks and registers, read and written between two instructions.
#include "app/fronts/vice/view.hpp"

#include <algorithm>

#include "c64/vic/picture.hpp"

namespace ryg::app::vice {
namespace {

using c64::debug::Bank;

unsigned id_of(const c64::debug::NamedBank& named) { return static_cast<unsigned>(named.bank); }

/// The bank that a client's number means, and a range within it.
Bank check_range(Address first, unsigned last, unsigned bank) {
    const auto known = std::ranges::find(c64::debug::banks, bank, id_of);
    if (known == c64::debug::banks.end() || last < first || last > 0xFFFF) {
        throw Refused{Error::invalid_parameter};
    }
    return known->bank;
}

/// With the side effects that a chip's read has.
Byte read(c64::Machine& machine, Address address, Bank bank) {
    if (address >> 12 != 0xD) return peek(machine, address, bank);
    c64::Board& board = machine.board;
    const emu::Cycle now = machine.cpu.cycle;
    const bool chip =
        bank == Bank::io || (bank == Bank::cpu && board.mode().at_d000 == c64::Area::io);
    return chip ? board.read_chip(address, now) : peek(machine, address, bank);
}

template <class Read>
std::vector<Byte> bytes_of(Address first, Address last, Read&& byte_at) {
    std::vector<Byte> bytes;
    for (unsigned at = first; at <= last; ++at) bytes.push_back(byte_at(static_cast<Address>(at)));
    return bytes;
}

unsigned value_of(const c64::Machine& machine, const WireRegister& one) {
    const emu::Registers& cpu = machine.cpu.registers;
    const emu::Cycle now = machine.cpu.cycle;
    const c64::Vic& vic = machine.board.vic;
    if (one.member != nullptr) return cpu.*one.member;
    switch (one.id) {
        case 0x03: return cpu.pc;
        case 0x35: return vic.raster_line(now);
        case 0x36: return static_cast<unsigned>(now % c64::timing_of(vic.model()).line_cycles);
        case 0x37: return machine.peek(0);
        default: return machine.peek(1);
    }
}

}  // namespace

std::vector<Byte> peek_memory(const c64::Machine& machine, Address first, Address last,
                              unsigned bank) {
    const Bank seen = check_range(first, last, bank);
    return bytes_of(first, last, [&](Address address) { return peek(machine, address, seen); });
}

std::vector<Byte> read_memory(c64::Machine& machine, Address first, Address last, unsigned bank) {
    const Bank seen = check_range(first, last, bank);
    machine.board.happen(machine.cpu.cycle);
    return bytes_of(first, last, [&](Address address) { return read(machine, address, seen); });
}

void write_memory(c64::Machine& machine, Address first, std::string_view values, unsigned bank) {
    if (values.empty()) return;
    const Bank seen = check_range(first, static_cast<unsigned>(first + values.size() - 1), bank);
    unsigned address = first;
    for (const char value : values) {
        poke(machine, static_cast<Address>(address++), static_cast<Byte>(value), seen);
    }
}

Body banks_body() {
    Body body;
    body.word(c64::debug::banks.size());
    for (const auto& each : c64::debug::banks) {
        body.item(Body().word(id_of(each)).text(each.name));
    }
    return body;
}

Body register_names_body() {
    Body body;
    body.word(registers.size());
    for (const WireRegister& one : registers) {
        body.item(Body().byte(one.id).byte(one.bits).text(one.name));
    }
    return body;
}

Body registers_body(const c64::Machine& machine) {
    Body body;
    body.word(registers.size());
    for (const WireRegister& one : registers) {
        body.item(Body().byte(one.id).word(value_of(machine, one)));
    }
    return body;
}

Body history_item(const c64::Machine& machine, const c64::debug::Executed& done) {
    const emu::Registers& cpu = done.before;
    Body body;
    body.word(6).item(Body().byte(0x03).word(cpu.pc));
    for (const WireRegister& one : registers) {
        if (one.member != nullptr) body.item(Body().byte(one.id).word(cpu.*one.member));
    }
    body.long_word(static_cast<std::uint32_t>(done.begin));
    body.long_word(static_cast<std::uint32_t>(done.begin >> 32));
    Body code;
    const unsigned length = emu::length(emu::opcodes[done.opcode].mode);
    code.byte(done.opcode);
    for (unsigned at = 1; at < length; ++at) {
        code.byte(machine.peek(static_cast<Address>(cpu.pc + at)));
    }
    return body.item(code);
}

Body display_body(const c64::Machine& machine) {
    using c64::Picture;
    const Picture picture = c64::picture_of(machine);
    Body fields;
    fields.word(Picture::width).word(Picture::height).word(Picture::left).word(Picture::top);
    fields.word(Picture::width - 2 * Picture::left).word(Picture::text_lines);
    fields.byte(8);
    Body body;
    body.long_word(static_cast<std::uint32_t>(fields.str().size())).append(fields);
    body.long_word(static_cast<std::uint32_t>(picture.colours.size()));
    return body.bytes(picture.colours);
}

Body palette_body() {
    Body body;
    body.word(c64::palette.size());
    for (const auto& colour : c64::palette) body.item(Body().bytes(colour));
    return body;
}

void check_register(Byte id, unsigned value) {
    const auto known = std::ranges::find(registers, id, &WireRegister::id);
    if (known == registers.end()) throw Refused{Error::no_such_object};
    if (!known->settable || value >> known->bits != 0) throw Refused{Error::invalid_parameter};
}

void set_register(c64::Machine& machine, Byte id, unsigned value) {
    const auto small = static_cast<Byte>(value);
    switch (id) {
        case 0x03: return machine.cpu.jump(static_cast<Address>(value));
        case 0x37: return machine.poke(0, small);
        case 0x38: return machine.poke(1, small);
        default: break;
    }
    const auto known = std::ranges::find(registers, id, &WireRegister::id);
    emu::Registers& cpu = machine.cpu.registers;
    cpu.*known->member = small;
    cpu.p = static_cast<Byte>((cpu.p | emu::Flag::unused) & ~emu::Flag::B);
}

}  // namespace ryg::app::vice
