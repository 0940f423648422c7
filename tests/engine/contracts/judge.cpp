// Every byte and register after a call: is it as expected, or allowed to change, or untouched?
#include "tests/engine/contracts/judge.hpp"

#include <cstring>
#include <fmt/format.h>

#include "emu/opcodes.hpp"

namespace ryg::blocks {
namespace {

constexpr std::size_t most_per_run = 6;

template <class Action>
void for_each_difference(std::span<const Byte> before, std::span<const Byte> after, Action action) {
    for (std::size_t word = 0; word < 0x10000; word += 8) {
        if (std::memcmp(&before[word], &after[word], 8) == 0) continue;
        for (std::size_t at = word; at < word + 8; ++at) {
            if (before[at] != after[at]) action(static_cast<unsigned>(at));
        }
    }
}

std::string readable(std::string_view petscii) {
    std::string text;
    for (const char character : petscii) {
        const auto byte = static_cast<Byte>(character);
        text +=
            byte >= 0x20 && byte < 0x60 ? std::string(1, character) : fmt::format("<{:02x}>", byte);
    }
    return text;
}

}  // namespace

Judge::Judge(const Program& program, const Block& block)
    : program_(program), block_(block), permits_(program, block) {}

std::string Judge::place(const Call& call, unsigned address) const {
    for (const Entry& entry : block_.in) {
        if (entry.kind != Kind::node && entry.kind != Kind::bare) continue;
        const std::string name = entry.symbol.substr(0, entry.symbol.size() - 5);
        const unsigned node = call.word(name);
        if (Extent{node, node + node_size}.contains(address)) {
            return fmt::format("${:04x} {}->{}", address, name, engine::field_name(address - node));
        }
    }
    if (call.growth.contains(address)) {
        const auto at = engine::place_in_image(address - call.growth.begin);
        return fmt::format("${:04x} node {} {}", address, at.node, at.field);
    }
    if (address >= 0x100 && address < 0x200) return fmt::format("${:04x} on the stack", address);
    if (program_.data.contains(address) || program_.code.contains(address)) {
        return fmt::format("${:04x} {}", address,
                           program_.image.labels.describe(static_cast<Address>(address)));
    }
    return fmt::format("${:04x}", address);
}

std::vector<std::string> Judge::judge(const Expected& expected, const Outcome& outcome,
                                      const Rig& rig) {
    Faults faults;
    const auto after = std::span<const Byte>(rig.ram());
    judge_ending(outcome, faults);
    if (!faults.empty()) return faults;
    judge_memory(expected, after, faults);
    judge_registers(expected, outcome, faults);
    judge_outs(expected, outcome, after, faults);
    judge_print(expected, outcome, faults);
    if (rig.colours_changed()) faults.emplace_back("writes to the colour RAM");
    if (faults.size() > most_per_run) faults.resize(most_per_run);
    return faults;
}

void Judge::judge_ending(const Outcome& outcome, Faults& faults) const {
    const bool endless = block_.time.kind == TimeKind::endless;
    switch (outcome.ending) {
        case Ending::returned:
            if (endless) faults.emplace_back("returns, though it is endless");
            if (outcome.keys_left != 0) faults.emplace_back("leaves keys unread");
            if (outcome.registers.s != static_cast<Byte>(Rig::entry_s + 2)) {
                faults.push_back(fmt::format("leaves S at ${:02x}", outcome.registers.s));
            }
            break;
        case Ending::wants_keys:
            if (!endless) faults.emplace_back("waits for more keys than were typed");
            break;
        case Ending::strayed:
            faults.push_back(fmt::format("stops at ${:04x}, which is no call that it may make",
                                         outcome.strayed_to));
            break;
        case Ending::ran_on:
            faults.push_back(fmt::format("has not returned after {} cycles", outcome.cycles));
            break;
    }
}

void Judge::judge_memory(const Expected& expected, std::span<const Byte> after, Faults& faults) {
    const Call& call = expected.before;
    const std::bitset<0x10000> allowed = permits_.of(call, after);
    for_each_difference(call.ram, after, [&](unsigned at) {
        changed_.set(at);
        if (call.growth.contains(at)) tree_changed_ = true;
        if (at >= 0x100 && at <= 0x100U + Rig::entry_s) {
            deepest_ = std::max(deepest_, 0x100U + Rig::entry_s + 1U - at);
        }
        if (!allowed[at] && faults.size() < most_per_run) {
            faults.push_back(fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses",
                                         place(call, at), call.ram[at], after[at]));
        }
    });
    for_each_difference(expected.ram, after, [&](unsigned at) {
        if (expected.states(at) && faults.size() < most_per_run) {
            faults.push_back(fmt::format("{} is ${:02x} and should be ${:02x}", place(call, at),
                                         after[at], expected.ram[at]));
        }
    });
}

void Judge::judge_registers(const Expected& expected, const Outcome& outcome, Faults& faults) {
    const emu::Registers& before = expected.before.registers;
    const emu::Registers& now = outcome.registers;
    const auto one = [&](char name, Byte was, Byte is, std::optional<Byte> should) {
        if (was != is) changed_registers_ += name;
        if (was != is && !permits_.register_may_change(name)) {
            faults.push_back(fmt::format("changes {} from ${:02x} to ${:02x}: neither Out nor Uses",
                                         name, was, is));
        }
        if (should && is != *should) {
            faults.push_back(fmt::format("{} is ${:02x} and should be ${:02x}", name, is, *should));
        }
    };
    one('A', before.a, now.a, expected.register_a);
    one('X', before.x, now.x, std::nullopt);
    one('Y', before.y, now.y, expected.register_y);
    constexpr Byte lasting = emu::Flag::D | emu::Flag::I;
    if (((before.p ^ now.p) & lasting) != 0) faults.emplace_back("changes the flag D or I");
}

Extent Judge::out_extent(const Entry& entry, const Call& call, std::span<const Byte> after) const {
    if (const auto element = index_symbol(entry.symbol)) {
        const unsigned at = permits_.element_of(*element, call, after);
        return {at, at + 1};
    }
    const auto symbol = field_symbol(entry.symbol);
    if (!symbol) return extent_of(entry.symbol, program_);
    const unsigned node = permits_.node_of(symbol->pointer, call, after);
    if (node < 0x100) return {};  // no node was made
    const Extent field = field_extent(symbol->field);
    return {node + field.begin, node + field.end};
}

void Judge::judge_out_register(const Entry& entry, const Expected& expected, const Outcome& outcome,
                               Faults& faults) {
    const bool is_a = entry.symbol == "A";
    const bool stated = is_a ? expected.register_a.has_value()
                             : entry.symbol == "Y" && expected.register_y.has_value();
    if (!stated) faults.push_back(fmt::format("Out {}: the check does not know it", entry.symbol));
    judge_range(entry, is_a ? outcome.registers.a : outcome.registers.y, faults);
}

void Judge::judge_range(const Entry& entry, Byte value, Faults& faults) {
    if (entry.kind != Kind::bytes) return;
    seen_[entry.symbol].set(value);
    if (!entry.bytes.contains(value)) {
        faults.push_back(
            fmt::format("Out {} is ${:02x}: outside its stated range", entry.symbol, value));
    }
}

void Judge::judge_outs(const Expected& expected, const Outcome& outcome,
                       std::span<const Byte> after, Faults& faults) {
    for (const Entry& entry : block_.out) {
        const Extent extent = out_extent(entry, expected.before, after);
        if (entry.symbol.size() == 1) judge_out_register(entry, expected, outcome, faults);
        for (unsigned at = extent.begin; at < extent.end && at < 0x10000; ++at) {
            if (!expected.knows(at)) {
                faults.push_back(fmt::format("Out {}: the check does not know {}", entry.symbol,
                                             place(expected.before, at)));
                break;
            }
        }
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            judge_range(entry, after[at], faults);
        }
    }
}

void Judge::judge_print(const Expected& expected, const Outcome& outcome, Faults& faults) {
    if (outcome.kernal_called && !block_.uses.screen) {
        faults.emplace_back("calls the KERNAL, but its Uses has no screen");
    }
    if (!expected.any_text && outcome.printed != expected.printed) {
        faults.push_back(fmt::format("prints '{}' and should print '{}'", readable(outcome.printed),
                                     readable(expected.printed)));
    }
    kernal_called_ |= outcome.kernal_called;
}

void Judge::unmet_uses(const std::bitset<0x10000>& reached, Faults& faults) const {
    const Uses& uses = block_.uses;
    for (const std::string& item : uses.items) {
        const Extent extent = extent_of(item, program_);
        bool changed =
            extent.begin == extent.end && changed_registers_.find(item) != std::string::npos;
        for (unsigned at = extent.begin; at < extent.end; ++at) changed |= changed_[at];
        if (!changed) faults.push_back(fmt::format("Uses {}, which never changes", item));
    }
    for (const std::string& name : uses.routines) {
        if (program_.block(name) != nullptr && !reached[program_.image.labels.at(name)]) {
            faults.push_back(fmt::format("Uses = {}, which is never called", name));
        }
    }
    if (uses.tree && !tree_changed_) faults.emplace_back("Uses tree, which never changes");
    if (uses.screen && !kernal_called_) {
        faults.emplace_back("Uses screen, but the KERNAL is never called");
    }
}

void Judge::unmet_code(const std::bitset<0x10000>& reached, Faults& faults) const {
    const Extent code = program_.code_of(block_.name);
    for (unsigned at = code.begin; at < code.end;) {
        if (!reached[at]) {
            faults.push_back(fmt::format("no draw has executed {}", place(Call{}, at)));
            return;
        }
        const Byte opcode = program_.image.bytes[at - program_.image.load_address];
        at += emu::length(emu::opcodes[opcode].mode);
    }
}

std::vector<std::string> Judge::unmet(const std::bitset<0x10000>& reached) const {
    Faults faults;
    unmet_uses(reached, faults);
    unmet_code(reached, faults);
    for (const Entry& entry : block_.out) {
        if (entry.kind != Kind::bytes) continue;
        const auto seen = seen_.find(entry.symbol);
        for (const ByteSet::Range& range : entry.bytes.ranges) {
            for (const Byte end : {range.first, range.last}) {
                if (seen == seen_.end() || !seen->second[end]) {
                    faults.push_back(fmt::format("Out {} is never ${:02x}", entry.symbol, end));
                }
            }
        }
    }
    return faults;
}

}  // namespace ryg::blocks
