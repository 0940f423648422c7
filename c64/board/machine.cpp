// A C64 as a value: switched on, loaded, started, run and called.
#include "c64/board/machine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>

#include "c64/vic/glyphs.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage kernal;
}

namespace ryg::c64 {
namespace {

constexpr Address LINNUM = 0x0014, TXTTAB = 0x002B, VARTAB = 0x002D, EAL = 0x00AE, TBLX = 0x00D6;
constexpr Address GETIN = 0xFFE4, vectors = 0xFFFA;
constexpr Address basic_start = 0x0801;
constexpr Cycle boot_limit = 10'000'000;

Cycle later(Cycle now, Cycle cycles) {
    return cycles > emu::never - now ? emu::never : now + cycles;
}

void put_word(std::span<Byte, 65536> ram, Address at, unsigned value) {
    ram[at] = static_cast<Byte>(value);
    ram[at + 1U] = static_cast<Byte>(value >> 8);
}

}  // namespace

std::string_view to_string(Ended ended) {
    switch (ended) {
        case Ended::returned: return "returned";
        case Ended::text_shown: return "text";
        case Ended::address: return "address";
        case Ended::debugcart: return "debugcart";
        case Ended::jammed: return "jammed";
        case Ended::cycle_limit: break;
    }
    return "limit";
}

Machine::Machine(Model model, CiaChip cias) : board(model, cias) {
    install(Rom::kernal, from_embedded(ryg::images::kernal).bytes);
    install(Rom::chargen, drawn_characters());
}

Machine::Entries Machine::entries_of(std::span<const Byte> kernal) {
    static const Image own = from_embedded(ryg::images::kernal);
    if (!std::ranges::equal(kernal, own.bytes)) {
        return {vectors, vectors, vectors, vectors, GETIN, false};
    }
    const Labels& labels = own.labels;
    return {.idle = labels.at("idle"),
            .sys = labels.at("sys"),
            .sys_returned = labels.at("sysReturned"),
            .guard = labels.at("guard"),
            .key_wanted = labels.at("keyWanted")};
}

void Machine::install(Rom rom, std::span<const Byte> image) {
    board.install(rom, image);
    if (rom == Rom::kernal) entries_ = entries_of(board.rom(rom));
}

bool Machine::boot() {
    board.reset(cpu.cycle);
    cpu.reset(board);
    if (!entries_.own) {
        ram()[TBLX] = 0;  // the READY. of before does not count
        return run(boot_limit).ended == Ended::returned;
    }
    return cpu.run_to(board, entries_.idle, cpu.cycle + boot_limit) ==
           emu::Outcome::reached_address;
}

void Machine::start(const Cartridge& cartridge) {
    board.install(Rom::roml, cartridge.roml);
    board.install(Rom::romh, cartridge.romh);
    board.set_cartridge_lines(cartridge.exrom, cartridge.game);
    board.reset(cpu.cycle);
    cpu.reset(board);
}

void Machine::set_timing(Timing timing) {
    timing_ = timing;
    board.connect_ba(timing != Timing::cpu, cpu.cycle);
}

void Machine::load(const Image& image) {
    for (std::size_t i = 0; i < image.bytes.size(); ++i) {
        const std::size_t at = image.load_address + i;
        if (at < 2) {
            poke(static_cast<Address>(at), image.bytes[i]);
        } else {
            ram()[at] = image.bytes[i];
        }
    }
    put_word(ram(), EAL, image.end());
    if (image.load_address != basic_start) return;
    put_word(ram(), TXTTAB, basic_start);
    for (Address pointer = VARTAB; pointer < VARTAB + 6; pointer += 2) {
        put_word(ram(), pointer, image.end());
    }
}

void Machine::start(const Image& image) {
    const auto address = sys_address(image);
    if (!entries_.own && image.load_address == basic_start) {
        load(image);
        return enter_line("RUN");
    }
    if (!address) {
        throw ImageError(
            fmt::format("{}: cannot be started: its first line is not a BASIC line "
                        "with SYS at $0801",
                        image.name));
    }
    load(image);
    start_at(*address);
}

void Machine::start_at(Address address) {
    if (!entries_.own) return enter_line(fmt::format("SYS{}", address));
    put_word(ram(), LINNUM, address);
    cpu.jump(entries_.sys);
}

/// Runs to `stop`. A program that never asks the KERNAL for keys gets one after a second.
emu::Outcome Machine::advance(Address stop, Cycle until) {
    const auto second = static_cast<Cycle>(timing_of(board.vic.model()).clock_hz);
    const Cycle piece = entries_.own ? second : frame_cycles();
    Cycle asked = cpu.cycle;  // or given
    while (keys_waiting() != 0 && cpu.cycle < until && until - cpu.cycle >= piece) {
        const auto given = board.typist().given;
        const auto outcome = cpu.run_to(board, stop, cpu.cycle + piece);
        if (outcome != emu::Outcome::reached_cycle) return outcome;
        if (board.typist().given != given) asked = cpu.cycle;
        if (cpu.cycle - asked < second && !editor_waits()) continue;
        board.give_key();
        asked = cpu.cycle;
    }
    return cpu.run_to(board, stop, until);
}

/// The same for several addresses, instruction by instruction.
emu::Outcome Machine::step_to(std::span<const Address> stops, Cycle until) {
    while (cpu.cycle < until) {
        if (cpu.step(board) == emu::Outcome::jammed) return emu::Outcome::jammed;
        const bool there = std::ranges::find(stops, cpu.registers.pc) != stops.end();
        if (there && !cpu.interrupt_follows()) return emu::Outcome::reached_address;
    }
    return emu::Outcome::reached_cycle;
}

/// RAM or a cartridge may have code of its own at the address where ours gets control back.
bool Machine::has_returned() const {
    if (!entries_.own) return is_ready();
    return cpu.registers.pc == entries_.sys_returned && !cpu.interrupt_follows() &&
           board.mode().at_e000 == Area::kernal;
}

RunResult Machine::run(const Until& until) {
    constexpr Cycle slice = 20'000'000;
    const Cycle begin = cpu.cycle, end = later(begin, until.cycles);
    const auto ended = [&](Ended why) { return RunResult{why, cpu.cycle - begin}; };
    const bool returns = (until.at.empty() && !until.debugcart) || until.returned;
    const Cycle pieces = !until.text.empty() || (returns && !entries_.own) ? frame_cycles()
                         : until.debugcart                                 ? slice
                                                                           : emu::never;
    std::vector<Address> stops = until.at;
    if (stops.empty() || until.returned) stops.push_back(entries_.sys_returned);
    const auto advance_to = [&](Cycle look) {
        return stops.size() > 1 ? step_to(stops, look) : advance(stops.front(), look);
    };
    std::unique_ptr<Machine> before;
    if (until.debugcart) board.debugcart.reset();
    while (true) {
        if (!until.text.empty()) {
            if (shows(until.text)) return ended(Ended::text_shown);
            if (cpu.cycle >= end) return ended(Ended::cycle_limit);
        }
        if (until.debugcart) before = std::make_unique<Machine>(*this);
        const auto outcome = advance_to(std::min(end, later(cpu.cycle, pieces)));
        if (board.debugcart && until.debugcart) {
            // Nothing stops in the middle of a piece: it is taken back and done again to the write.
            const Cycle after = board.debugcart->cycle + 1;
            *this = *before;
            advance_to(after);
            return ended(Ended::debugcart);
        }
        if (outcome == emu::Outcome::jammed) return ended(Ended::jammed);
        if (returns && has_returned()) return ended(Ended::returned);
        if (std::ranges::find(until.at, cpu.registers.pc) != until.at.end() &&
            outcome == emu::Outcome::reached_address) {
            return ended(Ended::address);
        }
        if (until.text.empty() && outcome == emu::Outcome::reached_cycle && cpu.cycle >= end) {
            return ended(Ended::cycle_limit);
        }
    }
}

CallResult Machine::call(Address routine, const CallInput& input, Cycle limit) {
    const emu::Registers before = cpu.registers;
    emu::Registers& registers = cpu.registers;
    registers.a = input.a;
    registers.x = input.x;
    registers.y = input.y;
    const bool masked = !input.interrupts && timing_ != Timing::stock;
    registers.p = static_cast<Byte>(emu::Flag::unused | (input.carry ? emu::Flag::C : 0) |
                                    (masked ? emu::Flag::I : 0));
    const auto push = [this, &registers](unsigned value) {
        ram()[0x100U + registers.s] = static_cast<Byte>(value);
        registers.s = static_cast<Byte>(registers.s - 1);
    };
    const unsigned back = entries_.guard - 1U;  // as JSR leaves it
    push(back >> 8);
    push(back & 0xFF);
    cpu.jump(routine);
    const Cycle begin = cpu.cycle;
    const auto outcome = advance(entries_.guard, later(begin, limit));
    const Ended ended = outcome == emu::Outcome::reached_address ? Ended::returned
                        : outcome == emu::Outcome::jammed        ? Ended::jammed
                                                                 : Ended::cycle_limit;
    const CallResult result{ended, cpu.cycle - begin, cpu.registers};
    if (result.returned()) {
        registers = before;
        cpu.jump(before.pc);
    }
    return result;
}

void Machine::catch_up() { board.catch_up(cpu.cycle == 0 ? 0 : cpu.cycle - 1); }

Byte Machine::peek(Address address) const { return board.peek(address, cpu.cycle); }

Address Machine::peek_word(Address address) const {
    return emu::word(peek(address), peek(static_cast<Address>(address + 1)));
}

void Machine::poke(Address address, Byte value) { board.write(address, value, cpu.cycle); }

}  // namespace ryg::c64
