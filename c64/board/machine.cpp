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

RunResult Machine::run(Cycle limit) {
    const Cycle begin = cpu.cycle, until = later(begin, limit);
    while (true) {
        const Cycle look = entries_.own ? until : std::min(until, cpu.cycle + frame_cycles());
        const auto outcome = advance(entries_.sys_returned, look);
        if (outcome == emu::Outcome::jammed) return {Ended::jammed, cpu.cycle - begin};
        // RAM or a cartridge may have code of its own at that address.
        const bool returned = entries_.own ? outcome == emu::Outcome::reached_address &&
                                                 board.mode().at_e000 == Area::kernal
                                           : is_ready();
        if (returned) return {Ended::returned, cpu.cycle - begin};
        if (outcome == emu::Outcome::reached_cycle && cpu.cycle >= until) {
            return {Ended::cycle_limit, cpu.cycle - begin};
        }
    }
}

RunResult Machine::run_until_text(std::string_view text, Cycle limit) {
    const Cycle begin = cpu.cycle, until = later(begin, limit);
    while (true) {
        const auto lines = screen();
        const bool shown = std::ranges::any_of(lines, [text](const std::string& line) {
            return line.find(text) != std::string::npos;
        });
        if (shown) return {Ended::text_shown, cpu.cycle - begin};
        if (cpu.cycle >= until) return {Ended::cycle_limit, cpu.cycle - begin};
        const RunResult part = run(std::min(until - cpu.cycle, frame_cycles()));
        if (part.ended != Ended::cycle_limit) {
            return {part.ended, cpu.cycle - begin};
        }
    }
}

/// Nothing stops in the middle of a run; so the run is taken back and done again to the write.
RunResult Machine::run_until_debugcart(Cycle limit) {
    board.debugcart.reset();
    const auto before = std::make_unique<Machine>(*this);
    RunResult all = run(limit);
    if (!board.debugcart) return all;
    const Cycle behind = board.debugcart->cycle + 1;
    *this = *before;
    const Cycle begin = cpu.cycle;
    advance(entries_.sys_returned, behind);
    return {Ended::debugcart, cpu.cycle - begin};
}

RunResult Machine::run_to(Address address, Cycle limit) {
    const Cycle begin = cpu.cycle;
    switch (advance(address, later(begin, limit))) {
        case emu::Outcome::reached_address: return {Ended::address, cpu.cycle - begin};
        case emu::Outcome::jammed: return {Ended::jammed, cpu.cycle - begin};
        case emu::Outcome::reached_cycle: break;
    }
    return {Ended::cycle_limit, cpu.cycle - begin};
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
    RunResult run = run_to(entries_.guard, limit);
    if (run.ended == Ended::address) run.ended = Ended::returned;
    const CallResult result{run.ended, run.cycles, cpu.registers};
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
