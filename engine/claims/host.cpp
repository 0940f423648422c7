// Loads and calls programs, reads and writes memory by label.
#include "engine/claims/host.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <fmt/format.h>

#include "c64/debug/step.hpp"
#include "c64/debug/symbols.hpp"
#include "c64/kernal/entries.hpp"
#include "engine/common/players.hpp"

namespace ryg::claims {
namespace {

constexpr Address kernal = 0xe000;
constexpr Address port = 0x0001;
constexpr Cycle between_looks = 50'000'000;  ///< at whether to stop

/// The routine that a place is in.
std::string routine_of(std::string_view place) {
    return std::string(place.substr(0, place.find_first_of("+@")));
}

/// Fills addresses in order with random bytes of a seed.
void fill_with_noise(c64::Machine& machine, std::span<const Address> addresses,
                     std::uint64_t seed) {
    engine::Random random(seed);
    for (const Address address : addresses) {
        machine.ram()[address] = static_cast<Byte>(random.next());
    }
}

}  // namespace

void set(Addresses& addresses, Extent extent, bool value) {
    const unsigned end = std::min(extent.end, 0x10000U);
    if (extent.begin >= end) return;
    constexpr unsigned few = 256;  // up to here, a loop is faster than shifting the whole set
    if (end - extent.begin <= few) {
        for (unsigned at = extent.begin; at < end; ++at) addresses.set(at, value);
        return;
    }
    const Addresses all = Addresses().set() >> (0x10000 - end + extent.begin) << extent.begin;
    value ? addresses |= all : addresses &= ~all;
}

std::vector<Address> differences(std::span<const Byte> before, std::span<const Byte> after) {
    constexpr std::size_t chunk = 256;  // equal ones are skipped quickly
    std::vector<Address> found;
    for (std::size_t begin = 0; begin < 0x10000; begin += chunk) {
        if (std::memcmp(&before[begin], &after[begin], chunk) == 0) continue;
        for (std::size_t at = begin; at < begin + chunk; ++at) {
            if (before[at] != after[at]) found.push_back(static_cast<Address>(at));
        }
    }
    return found;
}

std::string chain_of(const std::string& place, const std::vector<std::string>& callers) {
    std::string chain = place;
    std::vector<std::string> named{routine_of(place)};
    for (const std::string& caller : callers) {
        const std::string routine = routine_of(caller);
        if (std::ranges::find(named, routine) != named.end()) continue;
        chain += " < " + routine;
        named.push_back(routine);
    }
    return chain;
}

std::string parting_of(const Path& bad, const Path& good) {
    const auto is_same = [&](Address one, Address other) {
        if (one >= kernal) return one == other;
        return bad.host.labels().describe(one) == good.host.labels().describe(other);
    };
    const auto [here, there] = std::ranges::mismatch(bad.addresses, good.addresses, is_same);
    const auto next = [](const Path& path, auto at) {
        return at == path.addresses.end() ? "the end" : path.host.describe(*at);
    };
    if (here == bad.addresses.end() && there == good.addresses.end()) return "takes the same path";
    const std::string last =
        here == bad.addresses.begin() ? "at the start" : "after " + bad.host.describe(here[-1]);
    return fmt::format("{}: {}, and there {}", last, next(bad, here), next(good, there));
}

engine::ReadLabelled reader_of(const c64::Machine& machine, const c64::Labels& labels) {
    return [&machine, &labels](std::string_view label, std::span<Byte> bytes) {
        const auto at = labels.find(label);
        if (at) std::ranges::copy(machine.ram().subspan(*at, bytes.size()), bytes.begin());
    };
}

Host::Host(const c64::Image& program, const c64::Setup& setup, Cycle longest_call)
    : image_(std::make_shared<const c64::Image>(program)),
      machine_(setup),
      longest_call_(longest_call) {
    c64::debug::Symbols symbols(program);
    for (const c64::Label& label : program.labels.all()) {
        if (label.name.starts_with("LOCAL-MACRO")) symbols.labels.remove(label.name);
    }
    symbols.labels.add("CHROUT", c64::CHROUT);
    symbols.labels.add("GETIN", c64::GETIN);
    names_ = std::make_shared<const c64::Labels>(std::move(symbols.labels));
    program_ = {program.load_address, program.end()};
    fixed_ = {{2, 0x10000}};
    allowed_ = {{0, 2}};
    allow({0x02, 0x03});    // free for programs
    allow({0x14, 0x16});    // the number after SYS
    allow({0x90, 0xff});    // the KERNAL's part of the zero page, and $fb to $fe for programs
    allow({0x100, 0x800});  // stack, the KERNAL's buffers and vectors, screen
    const bool is_known = program.info != nullptr && !program.info->segments().empty();
    if (!is_known) allow({program.load_address, program.end()});
    for (const c64::Segment& segment : symbols.info.segments()) {
        if (!segment.is_writable) continue;
        allow({segment.begin, segment.end});
        for (unsigned at = segment.begin; at < segment.end; ++at) {
            const auto address = static_cast<Address>(at);
            if (!symbols.info.is_data(address)) reserved_.push_back(address);
        }
    }
    machine_.boot();
    machine_.load(program);
    ends_ = {machine_.kernal.guard};
    keep();
}

void Host::allow(Extent extent) {
    if (extent.begin == extent.end) return;
    allowed_.push_back(extent);
    std::vector<Extent> rest;
    for (const Extent& fixed : fixed_) {
        const Extent below{fixed.begin, std::min(fixed.end, extent.begin)};
        const Extent above{std::max(fixed.begin, extent.end), fixed.end};
        if (below.begin < below.end) rest.push_back(below);
        if (above.begin < above.end) rest.push_back(above);
    }
    fixed_ = std::move(rest);
}

std::optional<Host::Changed> Host::changed(Extent free) {
    may_differ_.clear();
    const auto now = std::as_const(machine_).ram(), before = kept_->ram();
    const auto first_in = [&](unsigned begin, unsigned end) -> std::optional<Changed> {
        if (begin >= end) return std::nullopt;
        const auto expected = before.subspan(begin, end - begin);
        const auto found = now.subspan(begin, end - begin);
        if (std::ranges::equal(expected, found)) return std::nullopt;
        const auto [one, other] = std::ranges::mismatch(expected, found);
        const auto offset = static_cast<unsigned>(one - expected.begin());
        return Changed{static_cast<Address>(begin + offset), *one, *other};
    };
    for (const Extent& fixed : fixed_) {
        for (const auto& found : {first_in(fixed.begin, std::min(fixed.end, free.begin)),
                                  first_in(std::max(fixed.begin, free.end), fixed.end)}) {
            if (found) return found;
        }
    }
    may_differ_ = allowed_;
    may_differ_.push_back(free);
    return std::nullopt;
}

std::string Host::describe(Address address) const {
    if (address >= kernal && address < 0xff81) return fmt::format("KERNAL ${:04x}", address);
    return names_->describe(address);
}

std::string Host::callers(std::string_view outermost, Address pc) const {
    constexpr Byte jsr = 0x20;
    const auto ram = machine_.ram();
    std::vector<std::string> outward;
    for (unsigned s = machine_.cpu.registers.s + 1U; s < 0xff; ++s) {
        const Address back = emu::word(ram[0x100 + s], ram[0x101 + s]);
        if (back < program_.begin + 2 || back >= program_.end || ram[back - 2U] != jsr) continue;
        outward.push_back(describe(emu::word(ram[back - 1U], ram[back])));
        outward.push_back(describe(back));
        ++s;
    }
    outward.emplace_back(outermost);
    return chain_of(describe(pc), outward);
}

c64::CallResult Host::call(Address address, std::string_view name) {
    // I is clear even if no interrupt can come, so that code which sets it is noticed.
    const bool undisturbed = machine().timing() != c64::Timing::stock;
    const Preserved before = kept_in_calls();
    const emu::Registers registers = machine().cpu.registers;
    const Cycle begin = machine().cpu.cycle;
    if (undisturbed) machine().board.connect_irq(false, begin);
    enter(address, machine().kernal.guard);
    c64::CallResult result;
    while (true) {
        const Cycle rest = longest_call_ - result.cycles;
        const auto ended =
            machine().advance(ends_, machine().cpu.cycle + std::min(rest, between_looks));
        result = emu::leave(machine().cpu, registers, begin, ended);
        if (result.ended != emu::RunEnd::reached_cycle || result.cycles >= longest_call_) break;
        throw_if_stopped();
    }
    if (undisturbed) machine().board.connect_irq(true, machine().cpu.cycle);
    if (!result.returned()) {
        throw EngineFault(fmt::format("{} did not return: {} at {} after {} cycles", name,
                                      result.ended == emu::RunEnd::jammed ? "jammed" : "limit",
                                      describe(result.registers.pc), result.cycles),
                          callers(name));
    }
    const bool returns = ends_.size() == 1;
    if (returns) check_return(name, before, result.registers);
    return result;
}

/// Enters a routine that returns to `back`, with random registers and flags if asked for.
void Host::enter(Address routine, Address back) {
    emu::Cpu& cpu = machine().cpu;
    emu::enter(cpu, machine().board, routine, {.interrupts = true}, back);
    if (!noise_) return;
    cpu.registers.a = noise_->a;
    cpu.registers.x = noise_->x;
    cpu.registers.y = noise_->y;
    cpu.registers.p = noise_->p;
}

// Running to one address is faster than running to two: so the routine also returns to the address
// of the stage, and the stack pointer distinguishes the cases.
Cycle Host::call_past(std::string_view routine, std::string_view stage,
                      const std::atomic<bool>* stop, const std::function<void()>& passed) {
    const Address begin = labels().at(routine), place = names_->at(stage);
    emu::Registers& registers = machine().cpu.registers;
    const emu::Registers before = registers;
    const Byte port_before = machine().ram()[port];
    machine().board.connect_irq(false, machine().cpu.cycle);
    enter(begin, place);
    Cycle cycles = 0;
    bool has_returned = false;
    while (!has_returned && (stop == nullptr || !*stop)) {
        const c64::RunResult run = machine().run(
            {.cycles = std::min(between_looks, longest_call_ - cycles), .at = {place}});
        cycles += run.cycles;
        if (run.ended == c64::Ended::cycle_limit && cycles < longest_call_) continue;
        if (run.ended != c64::Ended::address) {
            throw EngineFault(
                fmt::format("{} did not return: {} at {} after {} cycles", routine,
                            c64::to_string(run.ended), describe(registers.pc), cycles),
                callers(routine));
        }
        has_returned = registers.s == before.s;
        if (!has_returned) passed();
    }
    if (has_returned) check_return(routine, {before.s, port_before}, registers);
    machine().board.connect_irq(true, machine().cpu.cycle);
    registers = before;
    machine().cpu.jump(before.pc);
    return cycles;
}

Host::Preserved Host::kept_in_calls() const {
    return {machine_.cpu.registers.s, machine_.ram()[port]};
}

void Host::check_return(std::string_view routine, const Preserved& before,
                        const emu::Registers& left) const {
    const auto refuse = [&](std::string_view what) {
        throw EngineFault(fmt::format("{} returns with {}", routine, what), std::string(routine));
    };
    if ((left.p & emu::Flag::D) != 0) refuse("the decimal flag set");
    if ((left.p & emu::Flag::I) != 0) refuse("interrupts masked");
    if (left.s != before.s) refuse("another stack pointer");
    if (machine_.ram()[port] != before.port) {
        refuse(fmt::format("${:02x} in the processor port", machine_.ram()[port]));
    }
}

void Host::bank_out_basic(std::string_view routine, Cycle limit) {
    constexpr Byte LORAM = 1;
    const auto expected = static_cast<Byte>(machine().ram()[port] & ~LORAM);
    const bool returned = machine().call(labels().at(routine), {}, limit).returned();
    const Byte found = machine().ram()[port];
    if (returned && found == expected) return;
    throw EngineFault(fmt::format("${:02x} in the processor port, not ${:02x}", found, expected),
                      std::string(routine), port);
}

void Host::scatter(std::uint64_t seed) { fill_with_noise(machine(), reserved_, seed); }

/// Free memory and the memory that the program reserves, without that of BASIC, the KERNAL and the
/// screen.
std::vector<Address> Host::unowned() const {
    constexpr unsigned basic_start = 0x801;
    std::vector<Address> all = reserved_;
    const Extent stack{0x100, 0x100U + machine_.cpu.registers.s};
    for (const Extent& extent : {Extent{0x02, 0x03}, Extent{0x14, 0x16}, Extent{0xfb, 0xff}, stack,
                                 Extent{basic_start, std::max(program_.begin, basic_start)},
                                 Extent{std::max(program_.end, basic_start), 0x10000}}) {
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            all.push_back(static_cast<Address>(at));
        }
    }
    std::ranges::sort(all);
    const auto again = std::ranges::unique(all);
    all.erase(again.begin(), again.end());
    return all;
}

void Host::keep() { kept_ = std::make_shared<const c64::Machine>(machine()); }

void Host::restore() {
    if (may_differ_.empty()) {
        machine_ = *kept_;
    } else {
        machine_.restore(*kept_, may_differ_);
        assert(machine_ == *kept_);
    }
}

void Host::disturb_all(std::uint64_t seed) { fill_with_noise(machine(), unowned(), seed); }

void Host::learn_loose(const Host& other) {
    std::vector<Address> loose, prepared;
    for (const Address address : unowned()) {
        const bool same = machine_.ram()[address] == other.machine_.ram()[address];
        (same ? prepared : loose).push_back(address);
    }
    loose_ = std::make_shared<const std::vector<Address>>(std::move(loose));
    prepared_ = std::make_shared<const std::vector<Address>>(std::move(prepared));
}

void Host::disturb(std::uint64_t seed) {
    using emu::Flag;
    engine::Random random(seed);
    const auto ram = machine().ram();
    for (const Address address : *prepared_) ram[address] = kept().ram()[address];
    for (auto rest = std::span(*loose_); !rest.empty();) {
        std::array<Byte, 8> bytes;
        std::uint64_t number = random.next();
        for (Byte& byte : bytes) byte = static_cast<Byte>(number), number >>= 8;
        const auto next = rest.first(std::min(bytes.size(), rest.size()));
        if (next.size() == bytes.size() && next.back() - next.front() == 7) {
            std::ranges::copy(bytes, ram.begin() + next.front());
        } else {
            for (std::size_t i = 0; i < next.size(); ++i) ram[next[i]] = bytes[i];
        }
        rest = rest.subspan(next.size());
    }
    const std::uint64_t bits = random.next();
    noise_ = emu::Registers{};
    noise_->a = static_cast<Byte>(bits);
    noise_->x = static_cast<Byte>(bits >> 8);
    noise_->y = static_cast<Byte>(bits >> 16);
    noise_->p =
        static_cast<Byte>(Flag::unused | (bits >> 24 & (Flag::N | Flag::V | Flag::Z | Flag::C)));
    keep();
}

void Host::put(std::string_view label, std::span<const Byte> bytes) {
    std::ranges::copy(bytes, machine().ram().begin() + labels().at(label));
}

void Host::put(const engine::LabelledMemory& memory) {
    for (const auto& [label, bytes, offset] : memory) {
        std::ranges::copy(bytes, machine().ram().subspan(labels().at(label) + offset).begin());
    }
}

void Host::set_word(std::string_view low_label, std::string_view high_label, unsigned value) {
    set(low_label, static_cast<Byte>(value));
    set(high_label, static_cast<Byte>(value >> 8));
}

bool Host::watch(Address routine, Spectator& spectator, const WatchEnd& end) {
    static const std::vector<Byte> all(
        0x10000, c64::debug::AccessKind::load | c64::debug::AccessKind::store);
    c64::debug::Tap tap{.wanted = all.data()};
    const emu::Registers& registers = machine().cpu.registers;
    const Cycle until = machine().cpu.cycle + longest_call_;
    machine().board.connect_irq(false, machine().cpu.cycle);
    enter(routine, machine().kernal.guard);
    spectator.enter(*this, routine);
    constexpr unsigned steps_between_looks = 1 << 16;
    unsigned steps = 0;
    for (int passes = 0; std::ranges::find(ends_, registers.pc) == ends_.end();) {
        if (++steps % steps_between_looks == 0) throw_if_stopped();
        if (registers.pc == end.address && ++passes == end.passes) return true;
        const c64::debug::Executed done = c64::debug::step(machine(), tap);
        if (machine().cpu.cycle > until) spectator.noticed(*this, {});
        if (done.jammed || machine().cpu.cycle > until) return false;
        spectator.note(*this, done, tap.found);
        tap.found.clear();
    }
    spectator.leave(*this);
    machine().board.connect_irq(true, machine().cpu.cycle);
    return true;
}

std::vector<emu::BusAccess> Host::accesses(std::string_view routine, Extent extent) const {
    constexpr Cycle most = 10'000'000;
    c64::Machine machine = machine_;
    std::vector<emu::BusAccess> all;
    const auto observe = [&](const c64::debug::Step& step) {
        std::ranges::copy_if(step.accesses, std::back_inserter(all), [&](const auto& access) {
            return access.address >= extent.begin && access.address < extent.end;
        });
    };
    c64::debug::watched_call(machine, labels().at(routine), most, observe);
    return all;
}

}  // namespace ryg::claims
