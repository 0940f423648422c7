// Checks every byte and register after a call: is it as expected, allowed to change, or unchanged?
#include "engine/claims/judge.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "emu/opcodes.hpp"

namespace ryg::claims {
namespace {

constexpr std::size_t most_per_run = 6;

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
    const Extent back{Call::stack_top, Call::stack_top + (block.time.interrupt ? 3U : 2U)};
    for (const Entry& entry : block.in) {
        on_line(entry.line, [&] {
            const Extent place = program.extent(entry.symbol);
            if (place.begin < back.end && back.begin < place.end) {
                throw ContractError(fmt::format("{}: the return address is in $01ee..${:04x}",
                                                entry.symbol, back.end - 1));
            }
        });
    }
    for (const Entry& entry : block.out) {
        on_line(entry.line, [&] {
            outs_.push_back(place_of(entry));
            if (!outs_.back().found) allow(entry.symbol);
        });
    }
    Names seen{block.name};
    on_line(block.uses.line, [&] {
        for (const std::string& item : block.uses.items) allow(item);
        for (const unsigned at : program.own_operands(block)) fixed_.set(at);
        for (const std::string& name : block.uses.routines) {
            allow_routine(name, block, routines, seen);
        }
    });
}

/// A pointer or index of an Out is taken before the call if it is an In, otherwise after it.
Judge::Place Judge::place_of(const Entry& entry) const {
    Place place{.entry = &entry, .is_register = is_register(entry.symbol)};
    const auto pass = [&](std::string_view symbol, Extent at) {
        place.found = at.begin;
        place.is_passed = std::ranges::find(block_.in, symbol, &Entry::symbol) != block_.in.end();
    };
    if (const auto element = index_symbol(entry.symbol)) {
        place.extent = program_.variable(element->base);
        pass(element->part, program_.variable(element->part));
    } else if (const auto field = field_symbol(entry.symbol)) {
        const std::string pointer = field->base + "Lo/Hi";
        place.is_field = true;
        place.extent = suite_.field(field->part);
        pass(pointer, program_.extent(pointer));
    } else {
        place.extent = program_.extent(entry.symbol);
    }
    return place;
}

Extent Judge::extent_of(const Place& place, const Call& call, std::span<const Byte> after) {
    if (!place.found) return place.extent;
    const std::span<const Byte> memory = place.is_passed ? std::span<const Byte>(call.ram) : after;
    const unsigned at = *place.found;
    if (!place.is_field) {
        return {place.extent.begin + memory[at], place.extent.begin + memory[at] + 1};
    }
    const unsigned node = emu::word(memory[at], memory[at + 1]);
    if (node < 0x100) return {};  // a null pointer
    return {node + place.extent.begin, node + place.extent.end};
}

Extent Judge::out_extent(std::string_view symbol, const Call& call,
                         std::span<const Byte> after) const {
    const auto is_it = [&](const Place& place) { return place.entry->symbol == symbol; };
    return extent_of(*std::ranges::find_if(outs_, is_it), call, after);
}

bool Judge::varies() const {
    return !block_.uses.areas.empty() || std::ranges::any_of(block_.out, [](const Entry& entry) {
        return field_symbol(entry.symbol) || index_symbol(entry.symbol);
    });
}

Addresses Judge::allowed(const Call& call, std::span<const Byte> after) const {
    Addresses allowed = always_allowed();
    for (const Place& out : outs_) {
        if (out.found) set(allowed, extent_of(out, call, after));
    }
    for (const std::string& area : block_.uses.areas) set(allowed, call.area(area));
    return allowed;
}

Addresses Judge::always_allowed() const {
    Addresses allowed = fixed_;
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
        return program_.image.labels.locate(static_cast<Address>(address));
    }
    return fmt::format("${:04x}", address);
}

std::size_t Judge::line_of(const Call& call, std::span<const Byte> after, unsigned address) const {
    for (const Place& out : outs_) {
        if (extent_of(out, call, after).contains(address)) return out.entry->line;
    }
    return block_.line;
}

Findings Judge::judge(const Expected& expected, const CallEnd& outcome, const Host& host) {
    Findings faults = judge(expected, outcome, host.ram());
    const bool is_at_end = outcome.ending == Ending::returned || outcome.ending == Ending::ran_on;
    if (is_at_end && host.colours_changed() && faults.size() < most_per_run) {
        faults.push_back({"writes to the colour RAM", block_.uses.line, Clause::uses});
    }
    return faults;
}

Findings Judge::judge(const Expected& expected, const CallEnd& outcome,
                      std::span<const Byte> after) {
    Findings faults;
    judge_ending(outcome, faults);
    if (!faults.empty()) return faults;
    judge_memory(expected, after, faults);
    judge_registers(expected, outcome, faults);
    judge_outs(expected, outcome, after, faults);
    judge_print(expected, outcome, faults);
    if (faults.size() > most_per_run) faults.resize(most_per_run);
    return faults;
}

void Judge::judge_ending(const CallEnd& outcome, Findings& faults) const {
    const bool endless = block_.time.kind == TimeKind::endless;
    const auto fault = [&](std::string text) {
        faults.push_back({std::move(text), block_.time_line, Clause::time});
    };
    switch (outcome.ending) {
        case Ending::returned:
            if (endless) fault("returns, but its Time is endless");
            if (outcome.keys_left != 0) fault("leaves keys unread");
            if (outcome.registers.s != Call::entry_s + (block_.time.interrupt ? 3 : 2)) {
                fault(fmt::format("leaves S at ${:02x}", outcome.registers.s));
            }
            break;
        case Ending::stopped: break;  // nothing is known of an unfinished call
        case Ending::wants_keys:
            if (!endless) fault("waits for more keys than were typed");
            break;
        case Ending::strayed:
            fault(fmt::format("reaches ${:04x}, which the test machine does not provide",
                              outcome.strayed_to));
            break;
        case Ending::ran_on:
            if (endless && !suite_.must_know) break;
            fault(fmt::format("has not returned after {} cycles", outcome.cycles));
            break;
    }
}

void Judge::judge_memory(const Expected& expected, std::span<const Byte> after, Findings& faults) {
    const Call& call = expected.call();
    const Addresses may_change = allowed(call, after);
    for (const Address at : differences(call.ram, after)) {
        if (!changed_[at]) ++shown_;
        changed_.set(at);
        if (at >= 0x100 && at < Call::stack_top)
            deepest_ = std::max(deepest_, Call::stack_top - at);
        if (!may_change[at] && faults.size() < most_per_run) {
            faults.push_back(
                {fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses",
                             place(call, at), call.ram[at], after[at]),
                 block_.uses.line, Clause::uses});
            faults.back().address = at;
        }
    }
    for (const auto& [name, area] : call.areas) {
        const auto bytes_of = [extent = area](const auto& ram) {
            return std::span(ram).subspan(extent.begin, extent.size());
        };
        if (!changed_names_.contains(name) &&
            !std::ranges::equal(bytes_of(call.ram), bytes_of(after))) {
            changed_names_.insert(name);
        }
    }
    std::vector<std::pair<Address, Byte>> wrong;
    for (const auto& byte : expected.statements()) {
        if (after[byte.first] != byte.second) wrong.push_back(byte);
    }
    std::ranges::sort(wrong);
    for (const auto& [at, should] : wrong) {
        if (faults.size() >= most_per_run) break;
        faults.push_back(
            {fmt::format("{} is ${:02x} and should be ${:02x}", place(call, at), after[at], should),
             line_of(call, after, at)});
        faults.back().address = at;
    }
}

void Judge::judge_registers(const Expected& expected, const CallEnd& outcome, Findings& faults) {
    const emu::Registers& before = expected.call().registers;
    const emu::Registers& now = outcome.registers;
    for (std::size_t i = 0; i < register_names.size(); ++i) {
        const char name = register_names[i];
        const std::string symbol(1, name);
        const bool lasts = name == 'D' || name == 'I';
        const bool is_a_flag = is_flag(name);  // flags that no Out names may always change
        const Byte was = register_value(before, name), is = register_value(now, name);
        const auto should = expected.registers[i];
        if (was != is && changed_names_.insert(symbol).second) ++shown_;
        if (was != is && lasts && !allows_register(name)) {
            faults.push_back({"changes the flag D or I", block_.uses.line, Clause::uses});
        }
        if (was != is && !is_a_flag && allowed_registers_.find(name) == std::string::npos) {
            faults.push_back(
                {fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses", name, was,
                             is),
                 block_.uses.line, Clause::uses});
        }
        if (should && is != (is_a_flag ? *should & 1 : *should)) {
            const auto out = std::ranges::find(block_.out, symbol, &Entry::symbol);
            faults.push_back({fmt::format("{} is ${:02x} and should be ${:02x}", name, is, *should),
                              out == block_.out.end() ? block_.line : out->line});
        }
    }
}

void Judge::judge_range(const Entry& entry, Byte value, std::bitset<256>& seen, Findings& faults) {
    if (entry.bytes.ranges.empty()) return;
    if (!seen[value]) ++shown_;
    seen.set(value);
    if (!entry.bytes.contains(value)) {
        faults.push_back(
            {fmt::format("Out {} is ${:02x}: outside its stated range", entry.symbol, value),
             entry.line});
    }
}

void Judge::judge_outs(const Expected& expected, const CallEnd& outcome,
                       std::span<const Byte> after, Findings& faults) {
    for (const Expected::Relation& relation : expected.relations) {
        if (!relation.holds(outcome.registers, after)) {
            faults.push_back({relation.what, relation.line});
        }
    }
    for (Place& out : outs_) {
        const Entry& entry = *out.entry;
        const auto unknown = [&](const std::string& what) {
            if (!suite_.must_know || entry.is_stated()) return;
            faults.push_back(
                {fmt::format("Out {}: the reference does not state {}", entry.symbol, what),
                 entry.line});
        };
        if (out.is_register) {
            const char name = entry.symbol.front();
            if (!expected.registers[register_names.find(name)]) unknown("it");
            judge_range(entry, register_value(outcome.registers, name), out.seen, faults);
            continue;
        }
        const Extent extent = extent_of(out, expected.call(), after);
        for (unsigned at = extent.begin; at < std::min(extent.end, 0x10000U); ++at) {
            if (!expected.knows(at)) {
                unknown(place(expected.call(), at));
                break;
            }
        }
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            judge_range(entry, after[at & 0xffffU], out.seen, faults);
        }
    }
}

void Judge::judge_print(const Expected& expected, const CallEnd& outcome, Findings& faults) {
    if (outcome.kernal_called && !block_.uses.screen) {
        faults.push_back(
            {"calls the KERNAL, but its Uses has no screen", block_.uses.line, Clause::uses});
    }
    if (!expected.any_text && outcome.printed != expected.printed) {
        faults.push_back({fmt::format("prints '{}' and should print '{}'",
                                      readable(outcome.printed), readable(expected.printed)),
                          block_.prints.line == 0 ? block_.line : block_.prints.line});
    }
    kernal_called_ |= outcome.kernal_called;
}

// --- all runs -----------------------------------------------------------------------------------

void Judge::unmet_uses(const Addresses& reached, Findings& faults) const {
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
    const auto operands = program_.own_operands(block_);
    const auto changes = [&](unsigned at) { return changed_[at]; };
    if (uses.own_operands && std::ranges::none_of(operands, changes)) {
        fault("Uses own operands, which never change");
    }
    for (const std::string& area : uses.areas) {
        const bool may_stay = area.find(' ') != area.npos;  // that of a (buffer n)
        if (!may_stay && !changed_names_.contains(area)) {
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

std::string Judge::not_reached(const Addresses& reached) const {
    const Extent code = program_.code_of(block_.name);
    const Addresses own =
        suite_.must_know ? Addresses().set() : program_.instructions(code.begin, code);
    for (unsigned at = code.begin; at < code.end;) {
        if (own[at] && !reached[at]) return place(Call{}, at);
        const Byte opcode = program_.image.bytes[at - program_.image.load_address];
        at += suite_.must_know ? emu::length(emu::opcodes[opcode].mode) : 1U;
    }
    return {};
}

Findings Judge::unmet(const Addresses& reached) const {
    Findings faults;
    unmet_uses(reached, faults);
    const std::string place = suite_.must_know ? not_reached(reached) : "";
    if (!place.empty()) {
        faults.push_back({fmt::format("no input has executed {}", place), block_.line});
    }
    for (const Place& out : outs_) {
        for (const ByteSet::Range& range : out.entry->bytes.ranges) {
            for (const Byte end : {range.first, range.last}) {
                if (out.seen[end]) continue;
                faults.push_back({fmt::format("Out {} is never ${:02x}", out.entry->symbol, end),
                                  out.entry->line});
            }
        }
    }
    return faults;
}

}  // namespace ryg::claims
