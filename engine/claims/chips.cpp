// Finds the registers that can be set, by trying writes on a copy of the machine.
#include "engine/claims/chips.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::claims {
namespace {

/// The first address of a write-only SID register: the registers repeat every 32 bytes.
std::optional<Address> write_only(Address at) {
    constexpr unsigned sid = 0xd400, last_written = 0x18;
    if ((at & 0xfc00U) != sid || (at & 0x1fU) > last_written) return {};
    return static_cast<Address>(sid | (at & 0x1fU));
}

}  // namespace

bool is_chip(const c64::Machine& machine, Address at) {
    return at >> 12 == 0xd && machine.board.mode().at_d000 == c64::Area::io;
}

void Stores::note(Address at, Byte value) {
    if (const auto place = write_only(at)) stored_[*place] = value;
}

Byte Stores::read(const c64::Machine& machine, Address at) const {
    constexpr Address expansion = 0xde00;
    if (at >= expansion) throw ContractError(fmt::format("${:04x}: no chip is there", at));
    const auto place = write_only(at);
    if (!place) return static_cast<Byte>(machine.peek(at) & (is_colour(at) ? 0x0f : 0xff));
    const auto found = stored_.find(*place);
    return found == stored_.end() ? Byte{0} : found->second;
}

void Stores::set(c64::Machine& machine, Address at, Byte value) {
    if (write_only(at) || (is_colour(at) && value < 0x10)) {
        machine.poke(at, value);
        return note(at, value);
    }
    const auto read_after = [&](Byte stored) {
        c64::Machine copy = machine;
        copy.poke(at, stored);
        return read(copy, at);
    };
    const Byte none = read_after(0), all = read_after(0xff), is = read_after(value);
    const auto bits = static_cast<Byte>(none ^ all);
    if (bits == 0 || ((is ^ value) & bits) != 0 || (value & ~bits & ~is) != 0) {
        throw ContractError(
            fmt::format("${:04x}: a read does not give ${:02x} after a store of it: state the "
                        "values of reads by \"inputs\" in a case, 'In reads' in a block",
                        at, value));
    }
    machine.poke(at, value);
}

// --- blocks -------------------------------------------------------------------------------------

Chips::Chips(const Suite& suite, const Program& program, const Block& block)
    : suite_(suite),
      uses_line_(block.uses.line),
      waits_for_keys_(block.time.kind == TimeKind::keys),
      is_endless_(block.time.kind == TimeKind::endless) {
    const unsigned port = program.subject.port;
    const bool has_chips = (port & 3) != 0 && (port & 4) != 0;
    const auto name = [&](std::string_view symbol, const Place& place) {
        const Extent extent = field_symbol(symbol) ? Extent{} : program.extent(symbol);
        const bool is_there = extent.begin >= 0xd000 && extent.end <= 0xe000;  // entirely in I/O
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            if (has_chips && is_there) {
                places_.try_emplace(static_cast<Address>(at), place);
            } else if (place.answers) {
                throw ContractError(fmt::format("{}: no chip is there", symbol));
            }
        }
    };
    for (const Entry& entry : block.in) {
        if (!entry.kind.empty() && entry.kind != "any") continue;
        on_line(entry.line, [&] {
            name(entry.symbol,
                 {entry.line, true, entry.symbol.starts_with(chip_reads), entry.in_turn});
        });
    }
    for (const Entry& entry : block.out) name(entry.symbol, {.line = entry.line});
    for (const std::string& item : block.uses.items) name(item, {.line = block.uses.line});
}

void Chips::make_noise(Call& call, engine::Random random) const {
    for (const auto& [at, place] : places_) {
        if (!place.is_in) call.ram[at] = static_cast<Byte>(random.below(256));
    }
}

void Chips::put(c64::Machine& machine, const Call& call) {
    stores_.clear();
    for (const auto& [at, place] : places_) {
        if (place.answers || !is_chip(machine, at)) continue;
        const auto value = static_cast<Byte>(call.ram[at] & (is_colour(at) ? 0x0f : 0xff));
        try {
            if (stores_.read(machine, at) != value) stores_.set(machine, at, value);
        } catch (ContractError& error) {
            error.line = place.line;
            if (place.is_in || at >= 0xde00) throw;  // otherwise its value does not matter
        }
    }
    colours_.assign(machine.board.colour_ram().begin(), machine.board.colour_ram().end());
}

void Chips::prepare(Host& host, const Call& call, Address routine) {
    if (are_named() || is_endless_) host.restore();
    host.prepare(call, routine);
    if (are_named()) put(host.machine(), call);
}

void Chips::settle(Host& host, Call& call, Address routine) {
    if (!are_named()) return;
    prepare(host, call, routine);
    for (const auto& [at, place] : places_) {
        if (!place.answers && is_chip(host.machine(), at)) {
            call.ram[at] = stores_.read(host.machine(), at);
        }
    }
}

CallEnd Chips::run(Host& host, const Call& call, Addresses* reached, Strict* strict, Havoc* havoc) {
    if (!are_named() && strict == nullptr && havoc == nullptr) return host.run(call, reached);
    std::map<Address, std::size_t> read;  // so many times
    Steps steps;
    steps.before = [&] {
        if (reached != nullptr) reached->set(host.machine().cpu.registers.pc);
        if (havoc != nullptr) havoc->before(host.machine());
        if (strict != nullptr) strict->before(host.machine());
        return !suite_.stops();
    };
    steps.read = [&](Address at) -> std::optional<Byte> {
        const auto found = places_.find(at);
        const bool answers = found != places_.end() && found->second.answers;
        if (!answers || !is_chip(host.machine(), at)) return {};
        const std::span<const Byte> in_turn = found->second.in_turn;
        return in_turn.empty() ? call.ram[at] : in_turn[std::min(read[at]++, in_turn.size() - 1)];
    };
    steps.write = [&](Address at, Byte value) {
        if (strict != nullptr) strict->know(at);
        if (is_chip(host.machine(), at)) stores_.note(at, value);
    };
    return host.run(call, steps);
}

Keys Chips::keys_for(Host& host, const Call& call, Address routine, const Reference& reference,
                     Choices& choices) {
    if (reference.type != nullptr) return reference.type(call, choices);
    if (!waits_for_keys_) return {};
    constexpr unsigned most_keys = 10'000;
    engine::Random random = choices.noise();
    Call typed = call;
    for (unsigned i = 0; i < most_keys; ++i) {
        const bool is_none = random.below(4) == 0;
        typed.keys.push_back(static_cast<Byte>(is_none ? 0 : random.below(256)));
    }
    prepare(host, typed, routine);
    const CallEnd end = run(host, typed, nullptr);
    if (end.ending == Ending::wants_keys) return {};
    typed.keys.resize(most_keys - end.keys_left);
    return typed.keys;
}

Findings Chips::judge(Judge& judge, const Expected& expected, const CallEnd& end,
                      const Host& host) const {
    if (!are_named()) return judge.judge(expected, end, host);
    std::vector<Byte> after(host.ram().begin(), host.ram().end());
    for (const auto& [at, place] : places_) {
        if (place.answers) {
            after[at] = expected.call().ram[at];
        } else if (is_chip(host.machine(), at)) {
            after[at] = stores_.read(host.machine(), at);
        }
    }
    Findings faults = judge.judge(expected, end, after);
    const auto colours = host.machine().board.colour_ram();
    const bool is_at_end = end.ending == Ending::returned || end.ending == Ending::ran_on;
    for (std::size_t i = 0; i < colours_.size() && is_at_end; ++i) {
        const auto at = static_cast<Address>(0xd800 + i);
        if (colours[i] == colours_[i] || places_.contains(at)) continue;
        faults.push_back(
            {fmt::format("changes ${:04x}, in the colour RAM: neither Out nor Uses", at),
             uses_line_, Clause::uses});
        break;
    }
    return faults;
}

}  // namespace ryg::claims
