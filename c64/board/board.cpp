// The memory of the board: positions of the ROMs, memory maps, and decoding of accesses.
#include "c64/board/board.hpp"

#include <algorithm>
#include <utility>

namespace ryg::c64 {
namespace {

constexpr Byte jam = 0x02;

/// The mains of the countries in which a model was sold.
Mains mains_of(Model model) {
    return {.hz = is_pal(model) ? 50U : 60U,
            .clock_hz = static_cast<std::uint32_t>(timing_of(model).clock_hz)};
}

/// Port A of CIA 2 as input from the serial bus. No device is connected, so CLK and DATA (bits 6
/// and 7) are high unless bits 4 and 5, which go through inverters, pull them low.
Byte serial_bus(const Cia& cia) { return static_cast<Byte>(~(cia.port_a() << 2 & 0xC0)); }

}  // namespace

Board::Board(Model model, CiaChip cias)
    : vic(model), cia1(mains_of(model), cias), cia2(mains_of(model), cias) {
    for (std::size_t i = 0; i < ram().size(); ++i) blob_[i] = ((i + 60) & 0x40) != 0 ? 0xFF : 0x00;
    std::fill_n(blob_.begin() + place_of(Rom::basic), size_of(Rom::basic), jam);
    reset(0);
}

void Board::reset(Cycle now) {
    port.reset();
    sid.reset(now);
    cia1.reset(now);
    cia2.reset(now);
    show_port();
    cartridge_.reset();
    show_cartridge();
    choose_mode();
    drive_lines(now);
    schedule();
}

bool Board::is_possible(Model model, Cycle now) const {
    const Mains mains = mains_of(model);
    const bool irq = irq_connected_ && (cia1.interrupt() || vic.interrupt());
    return vic.is_possible(model, now) && sid.is_possible(now) && cia1.is_possible(mains, now) &&
           cia2.is_possible(mains, now) && cartridge_.is_possible() && lines.is_possible(now) &&
           lines.irq_low() == irq && lines.nmi_low() == cia2.interrupt();
}

void Board::plug_in(Cartridge cartridge) {
    cartridge_ = std::move(cartridge);
    show_cartridge();
}

/// Copies the cartridge's bank to where the processor reads it. Without a cartridge the lines keep
/// their levels.
void Board::show_cartridge() {
    const auto show = [this](Rom rom, const std::vector<Byte>& banks) {
        const std::size_t count = banks.size() / Cartridge::bank_size;
        if (count == 0) return;
        install(rom, std::span(banks).subspan(cartridge_.bank % count * Cartridge::bank_size,
                                              Cartridge::bank_size));
    };
    show(Rom::roml, cartridge_.roml);
    show(Rom::romh, cartridge_.romh);
    if (!cartridge_.roml.empty() || !cartridge_.romh.empty()) {
        set_cartridge_lines(cartridge_.exrom, cartridge_.game);
    }
}

void Board::become_ram(emu::Terminal its_terminal) {
    terminal = std::move(its_terminal);
    std::ranges::fill(ram(), Byte{});
    map_.enter(modes[0]);
    map_.close();
}

void Board::install(Rom rom, std::span<const Byte> image) {
    const std::size_t count = std::min(image.size(), size_of(rom));
    std::copy_n(image.begin(), count, blob_.begin() + static_cast<std::ptrdiff_t>(place_of(rom)));
}

std::span<const Byte> Board::rom(Rom rom) const {
    return std::span(blob_).subspan(place_of(rom), size_of(rom));
}

void Board::set_cartridge_lines(bool exrom, bool game) {
    exrom_ = exrom;
    game_ = game;
    choose_mode();
}

// ------------------------------------------------------------------------------------------ maps

BankMode Board::mode_of_lines() const {
    const unsigned bits = port.bank_lines();
    const ModeLines chosen{exrom_, game_, (bits & 4) != 0, (bits & 2) != 0, (bits & 1) != 0};
    return modes[chosen.number()];
}

void Board::choose_mode() {
    if (terminal) return;  // all is RAM
    const BankMode next = mode_of_lines();
    if (next != map_.mode()) map_.enter(next);
}

// -------------------------------------------------------------------------------------- accesses

Byte Board::read_above(Address address, Cycle now) {
    if (const std::int32_t offset = map_.read_offset(address); offset >= 0) {
        return blob_[static_cast<std::uint32_t>(offset) + address];
    }
    if (terminal) return address == terminal->getc ? terminal->take_key() : blob_[address];
    if (map_.has_chips() && address >> 12 == 0xD) {
        return read_chip(address, with_halt(now));
    }
    return open_bus(with_halt(now));
}

/// In exactly this cycle.
Byte Board::read_colour(void* board, Address address, Cycle now) {
    Board& its = *static_cast<Board*>(board);
    return static_cast<Byte>(its.colour_[address & 0x3FF] | (its.open_bus(now) & 0xF0));
}

/// A 4K block of the VIC-II's 16K, which CIA 2 chooses. Two of the four banks contain the character
/// ROM; with an Ultimax cartridge the last block is its ROM.
const Byte* Board::block_seen_by_vic(unsigned bank, unsigned block) const {
    if (map_.is_ultimax() ? block == 3 : block == 1 && (bank & 0x4000) == 0) {
        return map_.is_ultimax() ? rom(Rom::romh).data() + 0x1000 : rom(Rom::chargen).data();
    }
    return blob_.data() + (bank | block << 12);
}

VicMemory Board::seen_by_vic() const {
    const unsigned bank = (~cia2.port_a() & 3U) << 14;
    VicMemory memory{.below_port = bank == 0 ? below_port_.data() : nullptr,
                     .colours = colour_.data(),
                     .processor = on_bus_};
    for (unsigned block = 0; block < 4; ++block) {
        memory.blocks[block] = block_seen_by_vic(bank, block);
    }
    return memory;
}

/// Reads a byte of seen_by_vic(), without building all of it.
Byte Board::seen_by_vic(const VicRead& read) const {
    const unsigned bank = (~cia2.port_a() & 3U) << 14;
    const auto byte = [&](unsigned address) {
        if (bank == 0 && (address & 0x3FFE) == 0) return below_port_[address & 1];
        return block_seen_by_vic(bank, address >> 12 & 3)[address & 0xFFF];
    };
    const unsigned code = read.times != 0 ? byte(read.code) : 0;
    return byte(read.address_with(code));
}

/// The cycle of a chip read. The last fast instruction may extend into the cycles with BA low, and
/// is stalled at its first read there; all its accesses before a chip read are reads.
Cycle Board::with_halt(Cycle now) const {
    const BaWindow ba = vic.ba_low();
    return now >= ba.from ? now + (ba.to - ba.from) : now;
}

/// The cycle of a write. A write in the first cycle of BA low is not delayed, a later one follows a
/// read that was; the second of two consecutive writes has the delay of the first.
Cycle Board::write_with_halt(Cycle now) {
    auto& [cycle, wait] = last_write_;
    if (now != cycle + 1) wait = now == vic.ba_low().from ? 0 : with_halt(now) - now;
    cycle = now;
    return now + wait;
}

void Board::write_mapped(Address address, Byte value, Cycle now) {
    if (terminal) {
        terminal->write(address, value);
        blob_[address] = value;
    } else if (address < 2) {
        write_port(address, value, now);
    } else if (map_.has_chips() && address >> 12 == 0xD) {
        write_chip(address, value, now);
    } else if (!map_.is_ultimax()) {
        blob_[address] = value;
    }
}

Byte Board::read_vic(Vic& chip, unsigned index, Cycle now) const {
    if (Vic::tells_collisions(index)) chip.find_collisions(now, seen_by_vic());
    return chip.read(index, now);
}

/// Reads a port with the keyboard's levels; timers that drive a row are brought up to this cycle.
Byte Board::read_keys(Cia& cia, unsigned index, Cycle now) const {
    cia.catch_up(now);
    const Keyboard::Levels levels = keyboard.levels(cia.port_a(), cia.port_b());
    return cia.read(index, now, levels.columns, levels.rows);
}

// clang-format off
Byte Board::read_chip(Address address, Cycle now) {
    const unsigned page = address >> 8 & 0xF;
    Byte value = 0;
    if (!devices.empty()) [[unlikely]] {
        if (const auto given = devices.read(address, now)) return *given;
    }
    switch (page) {
        case 0x0: case 0x1: case 0x2: case 0x3:
            value = read_vic(vic, address & 0x3F, now);
            if (Vic::tells_collisions(address & 0x3F)) schedule();
            return value;
        case 0x4: case 0x5: case 0x6: case 0x7: return sid.read(address & 0x1F, now);
        case 0x8: case 0x9: case 0xA: case 0xB:
            return static_cast<Byte>(colour_[address & 0x3FF] | (open_bus(now) & 0xF0));
        case 0xC: value = read_keys(cia1, address & 0xF, now); break;
        case 0xD: value = cia2.read(address & 0xF, now, serial_bus(cia2), user_port); break;
        default: {
            const auto answer = cartridge_.read(address);
            if (cartridge_.note_read(address)) show_cartridge();
            return answer ? *answer : open_bus(now);
        }
    }
    if ((address & 0xF) == Cia::interrupt_control) {  // reading it releases the line
        drive_lines(now + 1);
        schedule();
    }
    return value;
}

void Board::write_chip(Address address, Byte value, Cycle now) {
    const unsigned page = address >> 8 & 0xF;
    if (!devices.empty() && devices.write(address, value, now)) [[unlikely]] return;
    switch (page) {
        case 0x4: case 0x5: case 0x6: case 0x7:
            if (address == 0xD7FF && !debugcart) debugcart = {value, now};
            return sid.write(address & 0x1F, value, now);
        case 0x8: case 0x9: case 0xA: case 0xB: colour_[address & 0x3FF] = value & 0x0F; return;
        case 0xE: case 0xF:
            if (cartridge_.write(address, value)) show_cartridge();
            return;
        default: break;
    }
    if (vic.draws()) vic.draw(now + 1, seen_by_vic());
    if (page < 0x4) {
        const unsigned index = address & 0x3F;
        vic.write(index, value, now);
        if (!Vic::moves_event(index)) return;
    } else {
        const unsigned index = address & 0xF;
        (page == 0xC ? cia1 : cia2).write(index, value, now);
        if (page == 0xC && index < 4) {
            vic.set_light_pen((keyboard.levels(cia1.port_a(), cia1.port_b()).rows & 0x10) == 0, now);
        } else if (!Cia::moves_interrupt(index)) {
            return;
        }
    }
    drive_lines(now + 1);
    schedule();
}

// clang-format on

void Board::write_port(Address address, Byte value, Cycle now) {
    below_port_[address] = open_bus(now);  // the bus floats: RAM gets what the VIC-II read last
    port.catch_up(now);
    if (address == 0) {
        port.write_direction(value, now);
    } else {
        port.write_data(value);
    }
    show_port();
    choose_mode();
    schedule();
}

void Board::show_port() {
    if (terminal) return;
    blob_[0] = port.direction();
    blob_[1] = port.level();
}

Byte Board::peek(Address address, Cycle now) const {
    if (const std::int32_t offset = map_.read_offset(address); offset >= 0) {
        return blob_[static_cast<std::uint32_t>(offset) + address];
    }
    if (terminal) return blob_[address];
    if (!map_.has_chips() || address >> 12 != 0xD) return peek_open_bus(now);
    return peek_chip(address, now);
}

// clang-format off
Byte Board::peek_chip(Address address, Cycle now) const {
    switch (address >> 8 & 0xF) {
        case 0x0: case 0x1: case 0x2: case 0x3: {
            Vic copy = vic;
            return read_vic(copy, address & 0x3F, now);
        }
        case 0x4: case 0x5: case 0x6: case 0x7: return sid.peek(address & 0x1F, now);
        case 0x8: case 0x9: case 0xA: case 0xB:
            return static_cast<Byte>(colour_[address & 0x3FF] | (peek_open_bus(now) & 0xF0));
        case 0xC: {
            Cia copy = cia1;
            return read_keys(copy, address & 0xF, now);
        }
        case 0xD: return Cia(cia2).read(address & 0xF, now, serial_bus(cia2), user_port);
        default: return cartridge_.read(address).value_or(peek_open_bus(now));
    }
}

// clang-format on

}  // namespace ryg::c64
