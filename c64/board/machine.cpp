// A C64 as a value: switched on, loaded, started, run and called.
#include "c64/board/machine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <tuple>
#include <utility>

#include "c64/program/coverage.hpp"
#include "c64/vic/picture.hpp"
#include "emu/opcodes.hpp"

namespace ryg::c64 {
namespace {

constexpr Cycle boot_limit = 10'000'000;

Cycle later(Cycle now, Cycle cycles) {
    return cycles > emu::never - now ? emu::never : now + cycles;
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

Machine::Machine(const Setup& setup, CiaChip cias)
    : board(setup.model, cias), watcher_{setup.recording} {
    cpu.core = setup.core;
    cpu.cycle = power_on;
    install(Rom::kernal, Kernal::our_rom());
    install(Rom::basic, Kernal::our_basic());
    install(Rom::chargen, drawn_characters());
}

void Machine::install(Rom rom, std::span<const Byte> image) {
    board.install(rom, image);
    if (rom == Rom::kernal) kernal = Kernal::in(board.rom(rom));
}

void Machine::map(emu::Device device) {
    if (device.first < 0xD000 || device.last > 0xDFFF || device.first > device.last) {
        throw std::invalid_argument(fmt::format(
            "a device at ${:04x}-${:04x}: it can lie in $d000-$dfff", device.first, device.last));
    }
    board.devices.map(std::move(device));
}

void Machine::insert(DiskImage disk) { drive_.emplace(std::move(disk)); }
const DiskImage* Machine::disk() const { return drive_ ? &drive_->disk() : nullptr; }

bool Machine::boot() {
    board.reset(cpu.cycle);
    cpu.reset(board);
    if (!kernal.is_ours) {
        Kernal::forget_ready(ram());
        const Watcher watcher = std::exchange(watcher_, {});
        const bool is_ready = run(boot_limit).ended == Ended::returned;
        watcher_ = watcher;
        return is_ready;
    }
    return cpu.run_to(board, kernal.idle, cpu.cycle + boot_limit) == emu::RunEnd::reached_address;
}

void Machine::start(const Cartridge& cartridge) {
    board.plug_in(cartridge);
    board.reset(cpu.cycle);
    cpu.reset(board);
}

void Machine::set_timing(Timing timing) {
    timing_ = timing;
    board.connect_ba(timing != Timing::cpu, cpu.cycle);
}

void Machine::load(const Image& image) {
    Kernal::note_load(ram(), image);
    for (std::size_t i = 0; i < image.bytes.size(); ++i) {
        const std::size_t at = image.load_address + i;
        if (at < 2) {
            poke(static_cast<Address>(at), image.bytes[i]);
        } else {
            ram()[at] = image.bytes[i];
        }
    }
}

std::optional<Address> Machine::start(const Image& image, const StartOptions& options) {
    const BasicStart basic = options.at ? BasicStart{.at = options.at} : start_of_basic(image);
    const auto first = basic.at;
    const bool by_run =
        !kernal.is_ours && !options.at && (image.load_address == basic_start || is_basic(image));
    if (!first && !by_run) {
        if (is_basic(image)) throw NoBasicError(fmt::format("{}: a BASIC program", image.name));
        throw NoStartError(fmt::format(
            "{}: cannot be started: no SYS in a BASIC line at $0801 says where", image.name));
    }
    if (cpu.cycle == power_on && !boot()) {
        throw BootError(fmt::format("{} {} cycles without READY. on the screen",
                                    cpu.jammed ? "jammed after" : "has run for", cpu.cycle));
    }
    if (options.masked) {
        constexpr Address cia1_interrupts = 0xDC0D;
        ram()[Kernal::status_of_sys] = emu::Flag::I;
        poke(cia1_interrupts, 0x7F);
    }
    load(image);
    if (!by_run) {
        for (const auto& [address, value] : basic.pokes) poke(address, value);
    }
    by_run ? Kernal::start_by_run(ram()) : start_at(*first);
    return first;
}

void Machine::start_at(Address address) {
    if (const auto sys = kernal.start_at(ram(), address)) cpu.jump(*sys);
}

ReturnPlace Machine::enter(Address first) {
    constexpr Cycle soon = 1'000'000;
    run({.cycles = soon, .at = {first}});
    const Byte s = cpu.registers.s;
    const auto top = static_cast<Address>(0x101 + s);
    return {static_cast<Address>(peek_word(top) + 1), static_cast<Byte>(s + 2)};
}

std::optional<MissingRoutine> Machine::missing_routine() const {
    const auto at = static_cast<Address>(cpu.registers.pc - 1);
    const Area area = at >= 0xE000   ? board.mode().at_e000
                      : at >= 0xC000 ? Area::ram
                      : at >= 0xA000 ? board.mode().at_a000
                                     : Area::ram;
    const bool in_ours =
        (area == Area::kernal && kernal.is_ours) ||
        (area == Area::basic && std::ranges::equal(board.rom(Rom::basic), Kernal::our_basic()));
    if (!cpu.jammed || !in_ours) return {};
    const auto from =
        static_cast<Address>(peek_word(static_cast<Address>(0x101 + cpu.registers.s)) - 2);
    constexpr Byte JSR = 0x20;
    MissingRoutine missing{.at = at};
    if (peek(from) == JSR && peek_word(static_cast<Address>(from + 1)) == at) missing.from = from;
    return missing;
}

emu::RunEnd Machine::run_to(std::span<const Address> stops, Cycle until) {
    if (recording() != nullptr) return recording()->mine().run_to(cpu, board, stops, until);
    if (stops.size() == 1) return cpu.run_to(board, stops.front(), until);
    board.watch(stops);
    const auto outcome = cpu.run_to(board, stops, until);
    board.watch({});
    return outcome;
}

emu::RunEnd Machine::advance(std::span<const Address> stops, Cycle until) {
    const auto& [open, table, close, chkin, chkout, chrin, chrout, clrchn, find, found, load,
                 save] = Kernal::drive();
    const std::array served{open, close, chkin, chkout, chrin, chrout, clrchn, find, load, save};
    std::vector<Address> with_drive;
    if (drive_) {
        with_drive.assign(stops.begin(), stops.end());
        with_drive.insert(with_drive.end(), served.begin(), served.end());
    }
    const auto is_stop = [&](Address pc) { return std::ranges::find(stops, pc) != stops.end(); };
    while (true) {
        const Address before = cpu.registers.pc;
        do_planned();
        if (cpu.registers.pc != before && is_stop(cpu.registers.pc)) {
            return emu::RunEnd::reached_address;  // the KERNAL's call was the last instruction
        }
        const Cycle next = inputs_.empty() ? until : std::min(until, inputs_.front().cycle);
        const auto outcome = advance_typing(drive_ ? with_drive : stops, next);
        const bool serves = drive_ && outcome == emu::RunEnd::reached_address &&
                            std::ranges::find(served, cpu.registers.pc) != served.end() &&
                            !is_stop(cpu.registers.pc);
        if (!serves && (outcome != emu::RunEnd::reached_cycle || cpu.cycle >= until))
            return outcome;
    }
}

namespace {

/// The operand address of the instruction at pc; 0 if it has none, or jumps.
Address used_by_next(const Machine& machine) {
    const emu::Registers& r = machine.cpu.registers;
    const emu::Mode mode = emu::opcodes[machine.peek(r.pc)].mode;
    const auto next = static_cast<Address>(r.pc + 1);
    const Byte low = machine.peek(next);
    const auto pointer = [&](unsigned zero_page) {
        const auto high = static_cast<Byte>(zero_page + 1);
        return emu::word(machine.peek(static_cast<Byte>(zero_page)), machine.peek(high));
    };
    switch (mode) {
        case emu::Mode::zp: return low;
        case emu::Mode::abs: return machine.peek_word(next);
        case emu::Mode::abx: return static_cast<Address>(machine.peek_word(next) + r.x);
        case emu::Mode::aby: return static_cast<Address>(machine.peek_word(next) + r.y);
        case emu::Mode::izx: return pointer(low + r.x);
        case emu::Mode::izy: return static_cast<Address>(pointer(low) + r.y);
        default: return 0;
    }
}

/// Whether within two frames an instruction of the program, not of the KERNAL, accesses the
/// keyboard matrix or the key that the KERNAL found there.
bool scans_keyboard(const Machine& machine) {
    constexpr std::array<Address, 4> places{0xDC00, 0xDC01, Kernal::last_key, 0xCB};  // SFDX
    const auto probe = std::make_unique<Machine>(machine);
    const Cycle end = machine.cpu.cycle + 2 * machine.frame_cycles();
    while (probe->cpu.cycle < end && probe->cpu.step(probe->board) != emu::RunEnd::jammed) {
        const bool uses = std::ranges::count(places, used_by_next(*probe)) != 0;
        if (uses && !probe->is_in_kernal()) return true;
    }
    return false;
}

}  // namespace

void Machine::give_key_unasked() {
    if (!kernal.keys.empty() && scans_keyboard(*this)) {
        do_input({.cycle = cpu.cycle, .keys = {kernal.take_key()}});
    } else {
        kernal.give_key(ram());
    }
}

/// Like `advance`, and types: a program that has not read a key from the KERNAL for a second gets
/// one in the matrix if it scans that, else in the keyboard buffer.
emu::RunEnd Machine::advance_typing(std::span<const Address> stops, Cycle until) {
    const auto second = static_cast<Cycle>(timing_of(board.vic.model()).clock_hz);
    const Cycle piece = kernal.is_ours ? second : frame_cycles();
    std::vector<Address> with_keys;
    Cycle look = later(kernal.is_ours ? kernal.since : cpu.cycle, piece);
    while (true) {
        const auto given = kernal.given;
        offer_key();
        if (kernal.given != given) kernal.since = cpu.cycle;
        if (kernal.keys.empty()) {
            kernal.since = 0;  // so that all machines without typed keys are equal
            return run_to(stops, until);
        }
        if (with_keys.empty()) {
            with_keys.assign(stops.begin(), stops.end());
            with_keys.push_back(kernal.key_wanted);
        }
        const auto outcome = run_to(with_keys, std::min(look, until));
        const bool wants_key = outcome == emu::RunEnd::reached_address &&
                               std::ranges::find(stops, cpu.registers.pc) == stops.end();
        if (wants_key) continue;
        if (outcome != emu::RunEnd::reached_cycle || cpu.cycle < look) return outcome;
        const bool editor_waits = !kernal.is_ours && Kernal::editor_waits(ram());
        if (editor_waits || cpu.cycle - kernal.since >= second) {
            kernal.since = cpu.cycle;
            editor_waits ? kernal.give_key(ram()) : give_key_unasked();
            if (!inputs_.empty()) return outcome;  // `advance` releases the key
        }
        look = later(kernal.is_ours ? kernal.since : cpu.cycle, piece);
        if (cpu.cycle >= until) return outcome;
    }
}

/// Checks the memory map, too: RAM or a cartridge may have code at the address to which programs
/// return in our KERNAL.
bool Machine::has_returned() const {
    if (!kernal.is_ours) return Kernal::is_ready(ram());
    return cpu.registers.pc == kernal.sys_returned && !cpu.interrupt_follows() &&
           board.mode().at_e000 == Area::kernal;
}

RunResult Machine::run(const Until& until) {
    constexpr Cycle slice = 20'000'000;
    const Cycle begin = cpu.cycle, end = later(begin, until.cycles);
    const auto ended = [&](Ended why) { return RunResult{why, cpu.cycle - begin}; };
    const bool returns = (until.at.empty() && !until.debugcart) || until.returned;
    const Cycle pieces = !until.text.empty() || (returns && !kernal.is_ours) ? frame_cycles()
                         : until.debugcart                                   ? slice
                                                                             : emu::never;
    std::vector<Address> stops = until.at;
    if (stops.empty() || until.returned) stops.push_back(kernal.sys_returned);
    std::unique_ptr<Machine> before;
    if (until.debugcart) board.debugcart.reset();
    while (true) {
        if (!until.text.empty()) {
            if (shows(until.text)) return ended(Ended::text_shown);
            if (cpu.cycle >= end) return ended(Ended::cycle_limit);
        }
        if (until.debugcart) before = std::make_unique<Machine>(*this);
        const auto outcome = advance(stops, std::min(end, later(cpu.cycle, pieces)));
        if (board.debugcart && until.debugcart) {
            // A slice has run past the write: restore its beginning and run again to the write.
            const Cycle after = board.debugcart->cycle + 1;
            *this = *before;
            advance(stops, after);
            return ended(Ended::debugcart);
        }
        if (outcome == emu::RunEnd::jammed) return ended(Ended::jammed);
        if (returns && has_returned()) return ended(Ended::returned);
        if (std::ranges::find(until.at, cpu.registers.pc) != until.at.end() &&
            outcome == emu::RunEnd::reached_address) {
            return ended(Ended::address);
        }
        if (until.text.empty() && outcome == emu::RunEnd::reached_cycle && cpu.cycle >= end) {
            return ended(Ended::cycle_limit);
        }
    }
}

/// Steps to the return address of a call.
emu::RunEnd Machine::advance_counted(Cycle until, emu::Touched& touched) {
    emu::RecordingBus bus{board};
    while (cpu.cycle < until) {
        offer_key();
        if (emu::step(cpu, bus, touched) == emu::RunEnd::jammed) return emu::RunEnd::jammed;
        if (cpu.registers.pc == kernal.guard && !cpu.interrupt_follows()) {
            return emu::RunEnd::reached_address;
        }
    }
    return emu::RunEnd::reached_cycle;
}

CallResult Machine::call(Address routine, const CallInput& input, Cycle limit,
                         emu::Touched* touched) {
    const emu::Registers before = cpu.registers;
    const Cycle begin = cpu.cycle, end = later(begin, limit);
    const bool masked = !input.interrupts && timing_ != Timing::stock;
    CallInput with_timing = input;
    with_timing.interrupts = !masked;
    emu::enter(cpu, board, routine, with_timing, kernal.guard);
    if (masked) board.connect_irq(false, begin);
    const auto outcome = touched != nullptr ? advance_counted(end, *touched)
                                            : advance(std::span(&kernal.guard, 1), end);
    if (masked) board.connect_irq(true, cpu.cycle);
    return emu::leave(cpu, before, begin, outcome);
}

bool Machine::is_possible(Model model) const {
    constexpr Cycle longest = emu::never / 4;
    const auto is_one = [](const Input& input) {
        return input.port <= 2 && (!input.pressed || !input.keys.empty()) &&
               std::ranges::all_of(input.down, [](Byte key) { return key <= 64; });
    };
    return timing_ <= Timing::stock && cpu.cycle < longest &&
           std::ranges::all_of(inputs_, is_one) &&
           std::ranges::is_sorted(inputs_, {}, &Input::cycle) &&
           board.is_possible(model, cpu.cycle == 0 ? 0 : cpu.cycle - 1);
}

void Machine::restore(const Machine& other, std::span<const Extent> places) {
    board.copy_without_memory(other.board);
    for (const auto& [begin, end] : places) {
        std::ranges::copy(other.ram().subspan(begin, end - begin), ram().subspan(begin).begin());
    }
    std::tie(cpu, kernal, inputs_, drive_, timing_, watcher_) = std::tie(
        other.cpu, other.kernal, other.inputs_, other.drive_, other.timing_, other.watcher_);
}

void Machine::catch_up() { board.catch_up(cpu.cycle == 0 ? 0 : cpu.cycle - 1); }

Byte Machine::peek(Address address) const { return board.peek(address, cpu.cycle); }

Address Machine::peek_word(Address address) const {
    return emu::word(peek(address), peek(static_cast<Address>(address + 1)));
}

void Machine::poke(Address address, Byte value) { board.write(address, value, cpu.cycle); }

}  // namespace ryg::c64
