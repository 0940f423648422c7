// Every byte and register after a call: is it as expected, or allowed to change, or untouched?
#include "engine/contracts/judge.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "emu/opcodes.hpp"

namespace ryg::contracts {
namespace {

constexpr std::size_t most_per_run = 6;

template <class Action>
void for_each_difference(std::span<const Byte> before, std::span<const Byte> after, Action action) {
    constexpr std::size_t chunk = 256;
    for (std::size_t begin = 0; begin < 0x10000; begin += chunk) {
        if (std::memcmp(&before[begin], &after[begin], chunk) == 0) continue;
        for (std::size_t at = begin; at < begin + chunk; ++at) {
            if (before[at] != after[at]) action(static_cast<unsigned>(at));
        }
    }
}

void set(Addresses& addresses, Extent extent) {
    const unsigned end = std::min(extent.end, 0x10000U);
    if (extent.begin >= end) return;
    constexpr unsigned few = 256;  // up to which a shift of the whole set takes longer
    if (end - extent.begin > few) {
        addresses |= Addresses().set() >> (0x10000 - end + extent.begin) << extent.begin;
        return;
    }
    for (unsigned at = extent.begin; at < end; ++at) addresses.set(at);
}

}  // namespace

std::string readable(std::string_view petscii) {
    std::string text;
    for (const char character : petscii) {
        const auto byte = static_cast<Byte>(character);
        text +=
            byte >= 0x20 && byte < 0x60 ? std::string(1, character) : fmt::format("<{:02x}>", byte);
    }
    return text;
}

// --- what may change ----------------------------------------------------------------------------

void Judge::allow(std::string_view symbol) {
    if (is_register(symbol)) allowed_registers_ += symbol;
    set(fixed_, program_.extent(symbol));
}

void Judge::allow_routine(const std::string& name, const Block& by, const Names& routines,
                          Names& seen) {
    if (!seen.insert(name).second) return;
    const Block* block = program_.block(name);
    if (block == nullptr) {
        if (!routines.contains(name)) {
            const std::string place =
                &by == &block_ ? "" : fmt::format(" of {}, {}:{}", by.name, by.file, by.line);
            throw ContractError(fmt::format("unknown routine '{}' in Uses{}", name, place));
        }
        return;
    }
    for (const Entry& entry : block->in) {
        if (suite_.kind(entry.kind)->caller_sets) allow(entry.symbol);
    }
    for (const Entry& entry : block->out) {
        if (!field_symbol(entry.symbol)) allow(entry.symbol);
    }
    for (const std::string& item : block->uses.items) allow(item);
    for (const std::string& routine : block->uses.routines) {
        allow_routine(routine, *block, routines, seen);
    }
}

Judge::Judge(const Suite& suite, const Program& program, const Block& block, const Names& routines)
    : suite_(suite), program_(program), block_(block) {
    for (const Entry& entry : block.in) {
        on_line(entry.line, [&] { static_cast<void>(program.extent(entry.symbol)); });
    }
    for (const Entry& entry : block.out) {
        on_line(entry.line, [&] {
            if (const auto field = field_symbol(entry.symbol)) {
                static_cast<void>(program.extent(field->base + "Lo/Hi"));
                static_cast<void>(suite.field(field->part));
            } else if (index_symbol(entry.symbol)) {
                static_cast<void>(program.extent(entry.symbol));
            } else {
                allow(entry.symbol);
            }
        });
    }
    Names seen{block.name};
    on_line(block.uses.line, [&] {
        for (const std::string& item : block.uses.items) allow(item);
        for (const std::string& name : block.uses.routines) {
            allow_routine(name, block, routines, seen);
        }
    });
}

/// The bytes that an Out means. What it points to, or the index, is as passed if that is an In,
/// else as answered.
Extent Judge::out_extent(std::string_view symbol, const Call& call,
                         std::span<const Byte> after) const {
    const auto memory = [&](std::string_view passed) {
        const bool is_in = std::ranges::find(block_.in, passed, &Entry::symbol) != block_.in.end();
        return is_in ? std::span<const Byte>(call.ram) : after;
    };
    if (const auto element = index_symbol(symbol)) {
        const unsigned at = program_.variable(element->base).begin +
                            memory(element->part)[program_.variable(element->part).begin];
        return {at, at + 1};
    }
    const auto symbol_of_field = field_symbol(symbol);
    if (!symbol_of_field) return program_.extent(symbol);
    const std::string pointer = symbol_of_field->base + "Lo/Hi";
    const unsigned at = program_.extent(pointer).begin;
    const unsigned node = emu::word(memory(pointer)[at], memory(pointer)[at + 1]);
    if (node < 0x100) return {};  // there is none
    const Extent field = suite_.field(symbol_of_field->part);
    return {node + field.begin, node + field.end};
}

bool Judge::varies() const {
    return !block_.uses.areas.empty() || std::ranges::any_of(block_.out, [](const Entry& entry) {
        return field_symbol(entry.symbol) || index_symbol(entry.symbol);
    });
}

Addresses Judge::allowed(const Call& call, std::span<const Byte> after) const {
    Addresses allowed = fixed_;
    for (const Entry& entry : block_.out) set(allowed, out_extent(entry.symbol, call, after));
    for (const std::string& area : block_.uses.areas) set(allowed, call.area(area));
    if (block_.uses.stack) {
        set(allowed, {Call::stack_top - *block_.uses.stack, Call::stack_top});
    } else if (block_.uses.screen) {
        set(allowed, {0x100, Call::stack_top});
    }
    return allowed;
}

// --- one run ------------------------------------------------------------------------------------

std::string Judge::place(const Call& call, unsigned address) const {
    if (suite_.name_address != nullptr && call.program != nullptr) {
        const std::string name = suite_.name_address(call, address);
        if (!name.empty()) return fmt::format("${:04x} {}", address, name);
    }
    if (address >= 0x100 && address < 0x200) return fmt::format("${:04x} on the stack", address);
    const auto is_data = [&](const Extent& extent) { return extent.contains(address); };
    if ((address >= program_.image.load_address && address < program_.free.begin) ||
        std::ranges::any_of(program_.data, is_data)) {
        return fmt::format("${:04x} {}", address,
                           program_.image.labels.describe(static_cast<Address>(address)));
    }
    return fmt::format("${:04x}", address);
}

std::size_t Judge::line_of(const Call& call, std::span<const Byte> after, unsigned address) const {
    for (const Entry& entry : block_.out) {
        if (out_extent(entry.symbol, call, after).contains(address)) return entry.line;
    }
    return block_.line;
}

Faults Judge::judge(const Expected& expected, const RigEnd& outcome, std::span<const Byte> after,
                    bool colours_changed) {
    Faults faults;
    judge_ending(outcome, faults);
    if (!faults.empty()) return faults;
    judge_memory(expected, after, faults);
    judge_registers(expected, outcome, faults);
    judge_outs(expected, outcome, after, faults);
    judge_print(expected, outcome, faults);
    if (colours_changed) {
        faults.push_back({"writes to the colour RAM", block_.uses.line, Clause::uses});
    }
    if (faults.size() > most_per_run) faults.resize(most_per_run);
    return faults;
}

void Judge::judge_ending(const RigEnd& outcome, Faults& faults) const {
    const bool endless = block_.time.kind == TimeKind::endless;
    const auto fault = [&](std::string text) {
        faults.push_back({std::move(text), block_.time_line, Clause::time});
    };
    switch (outcome.ending) {
        case Ending::returned:
            if (endless) fault("returns, though it is endless");
            if (outcome.keys_left != 0) fault("leaves keys unread");
            if (outcome.registers.s != Call::entry_s + (block_.time.interrupt ? 3 : 2)) {
                fault(fmt::format("leaves S at ${:02x}", outcome.registers.s));
            }
            break;
        case Ending::wants_keys:
            if (!endless) fault("waits for more keys than were typed");
            break;
        case Ending::strayed:
            fault(fmt::format("stops at ${:04x}, which is no call that it may make",
                              outcome.strayed_to));
            break;
        case Ending::ran_on:
            fault(fmt::format("has not returned after {} cycles", outcome.cycles));
            break;
    }
}

void Judge::judge_memory(const Expected& expected, std::span<const Byte> after, Faults& faults) {
    const Call& call = expected.before;
    const Addresses may_change = allowed(call, after);
    for_each_difference(call.ram, after, [&](unsigned at) {
        if (!changed_[at]) ++shown_;
        changed_.set(at);
        if (at >= 0x100 && at < Call::stack_top)
            deepest_ = std::max(deepest_, Call::stack_top - at);
        if (!may_change[at] && faults.size() < most_per_run) {
            faults.push_back(
                {fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses",
                             place(call, at), call.ram[at], after[at]),
                 block_.uses.line, Clause::uses});
        }
    });
    for (const auto& [name, area] : call.areas) {
        const auto bytes_of = [extent = area](const auto& ram) {
            return std::span(ram).subspan(extent.begin, extent.size());
        };
        if (!changed_names_.contains(name) &&
            !std::ranges::equal(bytes_of(call.ram), bytes_of(after))) {
            changed_names_.insert(name);
        }
    }
    for_each_difference(expected.ram, after, [&](unsigned at) {
        if (expected.states(at) && faults.size() < most_per_run) {
            faults.push_back({fmt::format("{} is ${:02x} and should be ${:02x}", place(call, at),
                                          after[at], expected.ram[at]),
                              line_of(call, after, at)});
        }
    });
}

void Judge::judge_registers(const Expected& expected, const RigEnd& outcome, Faults& faults) {
    const emu::Registers& before = expected.before.registers;
    const emu::Registers& now = outcome.registers;
    for (std::size_t i = 0; i < register_names.size(); ++i) {
        const char name = register_names[i];
        const std::string symbol(1, name);
        const bool is_flag = i >= 3;  // which always may change
        const Byte was = register_value(before, name), is = register_value(now, name);
        const auto should = expected.registers[i];
        if (was != is && changed_names_.insert(symbol).second) ++shown_;
        if (was != is && !is_flag && allowed_registers_.find(name) == std::string::npos) {
            faults.push_back(
                {fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses", name, was,
                             is),
                 block_.uses.line, Clause::uses});
        }
        if (should && is != (is_flag ? *should & 1 : *should)) {
            const auto out = std::ranges::find(block_.out, symbol, &Entry::symbol);
            faults.push_back({fmt::format("{} is ${:02x} and should be ${:02x}", name, is, *should),
                              out == block_.out.end() ? block_.line : out->line});
        }
    }
    constexpr Byte lasting = emu::Flag::D | emu::Flag::I;
    if (((before.p ^ now.p) & lasting) != 0) {
        faults.push_back({"changes the flag D or I", block_.uses.line, Clause::uses});
    }
}

void Judge::judge_range(const Entry& entry, Byte value, Faults& faults) {
    if (entry.bytes.ranges.empty()) return;
    std::bitset<256>& seen = seen_[entry.symbol];
    if (!seen[value]) ++shown_;
    seen.set(value);
    if (!entry.bytes.contains(value)) {
        faults.push_back(
            {fmt::format("Out {} is ${:02x}: outside its stated range", entry.symbol, value),
             entry.line});
    }
}

void Judge::judge_outs(const Expected& expected, const RigEnd& outcome, std::span<const Byte> after,
                       Faults& faults) {
    for (const Entry& entry : block_.out) {
        const auto unknown = [&](const std::string& what) {
            if (!suite_.must_know) return;
            faults.push_back(
                {fmt::format("Out {}: the reference does not know {}", entry.symbol, what),
                 entry.line});
        };
        if (is_register(entry.symbol)) {
            const char name = entry.symbol.front();
            if (!expected.registers[register_names.find(name)]) unknown("it");
            judge_range(entry, register_value(outcome.registers, name), faults);
            continue;
        }
        const Extent extent = out_extent(entry.symbol, expected.before, after);
        for (unsigned at = extent.begin; at < std::min(extent.end, 0x10000U); ++at) {
            if (!expected.knows(at)) {
                unknown(place(expected.before, at));
                break;
            }
        }
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            judge_range(entry, after[at & 0xffffU], faults);
        }
    }
}

void Judge::judge_print(const Expected& expected, const RigEnd& outcome, Faults& faults) {
    if (outcome.kernal_called && !block_.uses.screen) {
        faults.push_back(
            {"calls the KERNAL, but its Uses has no screen", block_.uses.line, Clause::uses});
    }
    if (!expected.any_text && outcome.printed != expected.printed) {
        faults.push_back({fmt::format("prints '{}' and should print '{}'",
                                      readable(outcome.printed), readable(expected.printed)),
                          block_.line});
    }
    kernal_called_ |= outcome.kernal_called;
}

// --- all runs -----------------------------------------------------------------------------------

void Judge::unmet_uses(const Addresses& reached, Faults& faults) const {
    const Uses& uses = block_.uses;
    const auto fault = [&](std::string text) {
        faults.push_back({std::move(text), uses.line, Clause::uses});
    };
    for (const std::string& item : uses.items) {
        const Extent extent = program_.extent(item);
        bool changed = changed_names_.contains(item);
        for (unsigned at = extent.begin; at < extent.end; ++at) changed |= changed_[at];
        if (!changed) fault(fmt::format("Uses {}, which never changes", item));
    }
    for (const std::string& area : uses.areas) {
        if (!changed_names_.contains(area)) {
            fault(fmt::format("Uses {}, which never changes", area));
        }
    }
    for (const std::string& name : uses.routines) {
        if (program_.block(name) != nullptr && !reached[program_.image.labels.at(name)]) {
            fault(fmt::format("Uses = {}, which is never called", name));
        }
    }
    if (uses.screen && !kernal_called_) {
        fault("Uses screen, but the KERNAL is never called");
    }
}

/// The instructions that a routine can come to without a jsr: not tables, not other routines.
Addresses Judge::instructions(Extent code) const {
    using enum emu::Operation;
    const auto byte = [&](unsigned at) -> Byte {
        const unsigned index = at - program_.image.load_address;
        return index < program_.image.bytes.size() ? program_.image.bytes[index] : Byte{0};
    };
    Addresses found;
    std::vector<unsigned> next{code.begin};
    while (!next.empty()) {
        const unsigned at = next.back();
        next.pop_back();
        if (!code.contains(at) || found[at]) continue;
        found.set(at);
        const auto& [operation, mode] = emu::opcodes[byte(at)];
        if (mode == emu::Mode::rel) next.push_back(at + 2 + (byte(at + 1) ^ 0x80U) - 0x80U);
        if (mode == emu::Mode::abs && operation == JMP)
            next.push_back(emu::word(byte(at + 1), byte(at + 2)));
        const bool goes_on = operation != JMP && operation != RTS && operation != RTI &&
                             operation != BRK && operation != JAM;
        if (goes_on) next.push_back(at + emu::length(mode));
    }
    return found;
}

void Judge::unmet_code(const Addresses& reached, Faults& faults) const {
    const Extent code = program_.code_of(block_.name);
    const Addresses own = suite_.must_know ? Addresses().set() : instructions(code);
    for (unsigned at = code.begin; at < code.end;) {
        if (own[at] && !reached[at]) {
            faults.push_back(
                {fmt::format("no draw has executed {}", place(Call{}, at)), block_.line});
            return;
        }
        const Byte opcode = program_.image.bytes[at - program_.image.load_address];
        at += suite_.must_know ? emu::length(emu::opcodes[opcode].mode) : 1U;
    }
}

Faults Judge::unmet(const Addresses& reached) const {
    Faults faults;
    unmet_uses(reached, faults);
    unmet_code(reached, faults);
    for (const Entry& entry : block_.out) {
        const auto seen = seen_.find(entry.symbol);
        for (const ByteSet::Range& range : entry.bytes.ranges) {
            for (const Byte end : {range.first, range.last}) {
                if (seen == seen_.end() || !seen->second[end]) {
                    faults.push_back(
                        {fmt::format("Out {} is never ${:02x}", entry.symbol, end), entry.line});
                }
            }
        }
    }
    return faults;
}

}  // namespace ryg::contracts
