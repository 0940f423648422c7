// How far a region reaches from its entry, which loops it has, and what its instructions cost.
#include "emu/recompiler/region.hpp"

#include <algorithm>
#include <ranges>

namespace ryg::emu::recompiler {
namespace {

constexpr unsigned most_bytes = 96, most_called = 96, farthest_routine = 0x1000;

bool is_branch(Opcode opcode) { return opcode.mode == Mode::rel; }

/// Most cycles before an operand in memory is used.
unsigned address_cost(Mode mode) {
    if (is_one_of(mode, {Mode::izx, Mode::izy})) return 4;
    if (is_one_of(mode, {Mode::abx, Mode::aby})) return 3;
    if (is_one_of(mode, {Mode::zpx, Mode::zpy, Mode::abs})) return 2;
    return mode == Mode::zp ? 1 : 0;
}

RegionInstruction decode(const Byte* ram, unsigned pc) {
    RegionInstruction found{.pc = static_cast<Address>(pc), .opcode = opcodes[ram[pc]]};
    if (found.length() > 1) found.operand = ram[pc + 1];
    if (found.length() > 2) found.operand |= static_cast<unsigned>(ram[pc + 2]) << 8;
    return found;
}

bool is_loose(const RegionInstruction& instruction, const Region& region, const Places& places) {
    if (!may_be_loose(instruction.opcode) || region.offset != 0) return false;
    const auto operand = std::views::iota(instruction.pc + 1U, instruction.next());
    return std::ranges::any_of(operand, [&](unsigned at) { return places.changing[at]; });
}

/// Grows a region line by line.
class Finder {
  public:
    Finder(const Window& window, Region& region, std::uint64_t stop, const Places& places)
        : window_(window), region_(region), stop_(stop), places_(places) {}

    void find(unsigned pc, bool decimal) {
        waiting_ = {{pc, decimal}};
        while (!waiting_.empty()) {
            const auto [next, with_d] = waiting_.back();
            waiting_.pop_back();
            const auto known = region_.instructions.find(next);
            if (known == region_.instructions.end()) {
                follow(next, with_d);
            } else if (known->second.decimal == with_d) {
                known->second.leader = true;
            }
        }
    }
    /// Adds the short routines that the region calls, and the code after the calls.
    void add_routines() {
        std::vector<unsigned> calls;
        const auto is_new = [&](const auto& found) {
            const RegionInstruction& call = found.second;
            return call.opcode.operation == Operation::JSR && !call.routine &&
                   std::ranges::find(calls, call.pc) == calls.end();
        };
        while (true) {
            const auto found = std::ranges::find_if(region_.instructions, is_new);
            if (found == region_.instructions.end()) return;
            const RegionInstruction call = found->second;
            calls.push_back(call.pc);
            if (add_routine(call)) find(call.next() & 0xFFFF, call.decimal);
        }
    }

  private:
    void follow(unsigned pc, bool decimal) {
        decltype(waiting_) branches;
        for (bool leader = true; !region_.instructions.contains(pc);) {
            if (!may_start(pc)) break;
            RegionInstruction found = decode(window_.ram + region_.offset, pc);
            if (is_left_to_interpreter(found.opcode, decimal) ||
                bytes_ + found.length() > most_bytes || !is_free(found))
                break;
            found.leader = leader;
            found.decimal = decimal;
            region_.instructions.emplace(pc, found);
            bytes_ += found.length();
            if (is_branch(found.opcode)) branches.push_back({found.target(), decimal});
            if (found.opcode == Opcode{Operation::JMP, Mode::abs} &&
                !is_loose(found, region_, places_))
                branches.push_back({found.operand, decimal});
            if (ends_line(found.opcode)) break;
            leader = is_for_chips(found);
            pc = found.next();
            decimal = found.decimal_after();
        }
        // The nearest branch is pushed last, and so popped first.
        waiting_.insert(waiting_.end(), branches.rbegin(), branches.rend());
    }
    /// Adds a routine if all of it can be translated and it calls no other.
    bool add_routine(const RegionInstruction& call) {
        const unsigned begin = call.operand;
        const auto known = region_.instructions.find(begin);
        if (known != region_.instructions.end()) return known->second.routine == begin;
        const bool is_near =
            begin + farthest_routine > region_.entry && begin < region_.entry + farthest_routine;
        if (!is_near || is_loose(call, region_, places_)) return false;
        Region routine;
        routine.entry = static_cast<Address>(begin);
        routine.offset = region_.offset;
        Finder finder(window_, routine, stop_, places_);
        finder.find(begin, call.decimal);
        const auto fits = [&](const auto& found) {
            return is_free(found.second) && goes_on_in(routine, found.second);
        };
        if (routine.instructions.empty() || called_ + finder.bytes_ > most_called ||
            !std::ranges::all_of(routine.instructions, fits))
            return false;
        for (auto& [pc, found] : routine.instructions) {
            found.routine = begin;
            region_.instructions.emplace(pc, found);
        }
        called_ += finder.bytes_;
        return true;
    }
    /// Whether `found` returns, or all that may follow it is part of the routine.
    [[nodiscard]] static bool goes_on_in(const Region& routine, const RegionInstruction& found) {
        const auto [operation, mode] = found.opcode;
        if (operation == Operation::RTS) return true;
        if (is_one_of(operation, {Operation::JSR, Operation::RTI})) return false;
        if (operation == Operation::JMP)
            return mode == Mode::abs && routine.find(found.operand, found.decimal);
        return routine.find(found.next(), found.decimal_after()) &&
               (!is_branch(found.opcode) || routine.find(found.target(), found.decimal));
    }
    /// Whether it is executed as a step, because its address is never plain.
    [[nodiscard]] bool is_for_chips(const RegionInstruction& found) const {
        if (!is_one_of(found.opcode.mode, {Mode::zp, Mode::abs})) return false;
        const unsigned at = found.operand;
        const bool is_write = shape(found.opcode) == Shape::write;
        if (at >= window_.rom_from) return false;
        return is_write ? at < window_.writes_from || at >= window_.writes_below
                        : at >= std::max(window_.reads_below, 0x200U);
    }
    /// Whether there is code at `pc` near the entry and in the same memory, RAM or ROM.
    [[nodiscard]] bool may_start(unsigned pc) const {
        const unsigned entry = region_.entry;
        const bool near = pc + farthest > entry && pc < entry + farthest && pc != stop_;
        return near && window_.has_code(pc) && window_.offset_of_code(pc) == region_.offset;
    }
    [[nodiscard]] bool is_free(const RegionInstruction& found) const {
        if (found.next() > 0x100 && found.pc < 0x200) return false;
        const auto after = region_.instructions.lower_bound(found.pc);
        if (after != region_.instructions.end() && after->first < found.next()) return false;
        return after == region_.instructions.begin() || std::prev(after)->second.next() <= found.pc;
    }

    const Window& window_;
    Region& region_;
    std::uint64_t stop_;
    const Places& places_;
    std::vector<std::pair<unsigned, bool>> waiting_;  ///< pc and D
    unsigned bytes_ = 0, called_ = 0;
};

/// Cuts straight-line code off where another region begins, so that it is translated once whichever
/// part is reached first. True if anything was removed.
bool end_at_entry(Region& region, const Places& places) {
    auto& all = region.instructions;
    const auto is_entry = [&](const auto& found) { return places.entries[found.first]; };
    const auto branches = [](const auto& found) { return is_branch(found.second.opcode); };
    const bool is_long = all.rbegin()->first - all.begin()->first > most_bytes / 2;
    if (!is_long || std::ranges::any_of(all, branches)) return false;
    const auto end = std::find_if(all.upper_bound(region.entry), all.end(), is_entry);
    if (end == all.end()) return false;
    all.erase(end, all.end());
    return true;
}

bool stores(const RegionInstruction& instruction) {
    return is_one_of(shape(instruction.opcode), {Shape::write, Shape::modify});
}
/// Whether it stores at its operand's address, independent of registers and memory.
bool stores_at_operand(const RegionInstruction& instruction) {
    return stores(instruction) && is_one_of(instruction.opcode.mode, {Mode::abs, Mode::zp});
}

/// Marks the instructions whose operands are known to change or are stored into by the region.
void loosen(Region& region, Places& places) {
    for (const auto& [pc, store] : region.instructions) {
        if (stores_at_operand(store)) places.changing.set(store.operand);
    }
    for (auto& [pc, found] : region.instructions) found.loose = is_loose(found, region, places);
}

/// The instructions from a backward branch's target to the branch, if they are consecutive.
std::vector<const RegionInstruction*> body_of(const Region& region,
                                              const RegionInstruction& branch) {
    std::vector<const RegionInstruction*> body;
    const RegionInstruction* next = region.find(branch.target(), branch.decimal);
    while (next != nullptr && next->pc <= branch.pc && !ends_line(next->opcode)) {
        body.push_back(next);
        if (next == &branch) return body;
        next = region.find(next->next(), next->decimal_after());
    }
    return {};
}

/// Whether an instruction changes the zero page only at its constant address, provided that stores
/// through pointers do not reach the zero page.
bool spares_pointers(const RegionInstruction& instruction) {
    if (!stores(instruction)) return true;
    const Mode mode = instruction.opcode.mode;
    if (mode == Mode::izy) return shape(instruction.opcode) == Shape::write;
    const bool is_elsewhere = may_carry(mode) && instruction.operand >= 0x100;
    return !instruction.loose && (is_elsewhere || is_one_of(mode, {Mode::zp, Mode::abs}));
}

/// The loop with this body; nullopt if loading its pointers first is impossible or saves nothing.
std::optional<CodeLoop> loop_of(const std::vector<const RegionInstruction*>& body) {
    if (body.empty() ||
        !std::ranges::all_of(body, [](auto* found) { return spares_pointers(*found); }))
        return std::nullopt;
    CodeLoop loop{.first = body.front()->pc, .end = body.back()->next(), .pointers = {}};
    for (const RegionInstruction* const found : body) {
        if (found->opcode.mode != Mode::izy) continue;
        const std::size_t index = loop.index_of(found->operand);
        if (index == loop.pointers.size())
            loop.pointers.push_back({static_cast<Byte>(found->operand)});
        loop.pointers[index].writes |= shape(found->opcode) == Shape::write;
    }
    const auto is_pointer = [&](unsigned address) {
        return loop.index_of(address & 0xFF) < loop.pointers.size() ||
               loop.index_of((address - 1) & 0xFF) < loop.pointers.size();
    };
    for (const RegionInstruction* const found : body) {
        if (stores_at_operand(*found) && found->operand < 0x100 && is_pointer(found->operand))
            return std::nullopt;
    }
    if (loop.pointers.empty() || loop.pointers.size() > most_pointers) return std::nullopt;
    return loop;
}

/// Finds the loops whose pointers can be loaded first. Returns the first address of the innermost
/// one that has the entry in its middle.
std::optional<unsigned> find_loops(Region& region) {
    std::optional<unsigned> around;
    for (const auto& [pc, branch] : region.instructions) {
        if (!is_branch(branch.opcode) || branch.target() > pc) continue;
        const auto loop = loop_of(body_of(region, branch));
        if (!loop) continue;
        if (loop->first < region.entry && region.entry < loop->end) {
            if (!around) around = loop->first;
            continue;
        }
        // Inner loops come first, as their branches do.
        if (!region.loops.empty() && region.loops.rbegin()->second.end > loop->first) continue;
        region.loops.emplace(loop->first, *loop);
    }
    for (const auto& [first, loop] : region.loops) {
        const auto next = region.instructions.find(loop.end);
        if (next != region.instructions.end()) next->second.leader = true;
    }
    return around;
}

}  // namespace

Cost cost(const RegionInstruction& instruction) {
    using enum Operation;
    const Opcode opcode = instruction.opcode;
    if (opcode.operation == JMP) return opcode.mode == Mode::ind ? Cost{5, 5} : Cost{3, 3};
    if (is_one_of(opcode.operation, {JSR, RTI, RTS})) return {6, 6};
    if (is_one_of(opcode.operation, {PLA, PLP})) return {4, 4};
    if (is_one_of(opcode.operation, {PHA, PHP})) return {3, 3};
    if (is_branch(opcode)) {
        const bool crosses = ((instruction.next() ^ instruction.target()) & 0xFF00) != 0;
        return {2, crosses ? 4U : 3U};
    }
    const Shape its_shape = shape(opcode);
    const unsigned most = address_cost(opcode.mode) + (its_shape == Shape::modify ? 4 : 2);
    const unsigned least = most - (its_shape == Shape::read && may_carry(opcode.mode) ? 1 : 0);
    const bool from_page_start =
        length(opcode.mode) == 3 && (instruction.operand & 0xFF) == 0 && !instruction.loose;
    return {least, from_page_start ? least : most};
}

bool is_left_to_interpreter(Opcode opcode, bool decimal) {
    using enum Operation;
    return is_one_of(opcode.operation, {BRK, JAM, ANE, LXA, SHA, SHX, SHY, TAS, LAS, ARR}) ||
           (decimal && is_one_of(opcode.operation, {RRA, ISC}));
}

std::optional<Region> find_region(const Window& window, Address entry, bool decimal,
                                  std::uint64_t stop, Places& places, bool with_routines) {
    Region region;
    region.entry = entry;
    region.decimal = decimal;
    region.offset = window.offset_of_code(entry);
    Finder finder(window, region, stop, places);
    finder.find(entry, decimal);
    if (region.instructions.empty()) return std::nullopt;
    if (!end_at_entry(region, places) && with_routines) finder.add_routines();
    loosen(region, places);
    if (const auto first = find_loops(region)) {
        const bool with_d = region.instructions.at(*first).decimal;
        auto whole =
            find_region(window, static_cast<Address>(*first), with_d, stop, places, with_routines);
        if (whole && whole->find(entry, decimal) != nullptr) return whole;
    }
    region.high = region.instructions.rbegin()->second.next();
    for (const auto& [pc, instruction] : region.instructions) {
        if (region.extents.empty() || pc >= region.extents.back().high + chunk)
            region.extents.push_back({pc, pc});
        region.extents.back().high = instruction.next();
    }
    auto& last = region.extents.back();
    last.low = std::min(last.low, 0x10000 - chunk);  // the last chunk ends with memory
    region.low = region.extents.front().low;
    const Byte* const code = window.ram + region.offset;
    region.bytes.assign(code + region.low, code + region.high);
    region.mask.assign(region.bytes.size(), 0);
    for (const auto& [pc, instruction] : region.instructions) {
        const unsigned compared = instruction.loose ? 1 : instruction.length();
        std::fill_n(region.mask.begin() + (pc - region.low), compared, Byte{0xFF});
    }
    return region;
}

}  // namespace ryg::emu::recompiler
