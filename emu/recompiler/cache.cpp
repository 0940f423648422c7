// Finds, translates and discards regions.
#include "emu/recompiler/cache.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "emu/recompiler/emitter.hpp"

namespace ryg::emu::recompiler {
namespace {

/// asmjit leaves out an instruction that it cannot encode.
struct EncodingErrors : asmjit::ErrorHandler {
    unsigned count = 0;
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { ++count; }
};

constexpr std::size_t half_size = 8 << 20, gates_size = 1 << 12;
constexpr std::size_t most_tables = 16;   // memory maps; a program that banks uses about eight
constexpr std::size_t most_versions = 8;  // of an address
constexpr unsigned changes_to_loosen = 2;

/// Reads a nibble in the cycle in which `left` cycles remain.
void look(Context* context, Address address, std::int64_t left) {
    const unsigned halts = context->passed->count - context->halts;
    const Cycle now = context->end - static_cast<Cycle>(left) + halts * context->passed->period;
    context->looked = context->window->read_nibble(context->window->owner, address, now);
}

/// The last cycle of an instruction that accesses a chip, or the last two with an index; `left`
/// cycles remain after it. False if it is left to the interpreter. A stall that was passed has moved
/// the clock, which the board does not know yet.
bool ask(Context* context, unsigned address, unsigned index, std::int64_t left) {
    Chips& chips = *context->chips;
    const bool is_known = context->passed->count == context->halts;
    if (chips.access == nullptr || !is_known || address >= 0x10000) return false;
    const bool indexed = (context->access & chip_indexed) != 0;
    ChipAccess made{.base = static_cast<Address>(address - index),
                    .index = static_cast<Byte>(index),
                    .writes = (context->access & chip_write) != 0,
                    .indexed = indexed,
                    .value = context->looked,
                    .now = context->end - static_cast<Cycle>(left) - (indexed ? 2 : 1)};
    context->asked = chips.access(chips, *context->window, made) ? 1 : 2;
    context->looked = made.value;
    context->irq_low = chips.irq_low ? 1 : 0;
    return true;
}

}  // namespace

bool Translated::matches(const Byte* ram) const {
    unsigned differences = 0;  // no early exit, so that the compiler can vectorise the loop
    for (const auto& [from, to] : extents) {
        for (unsigned i = from - low; i < to - low; ++i) {
            differences |= static_cast<unsigned>((ram[low + offset + i] ^ bytes[i]) & mask[i]);
        }
    }
    return differences == 0;
}

bool Translated::loosen(const Byte* ram, bool at_once, Places& places) {
    if (offset != 0) return false;
    std::vector<unsigned> changed;
    std::uint64_t hash = 0;
    for (const auto& [start, with_d, way] : starts) {
        const unsigned at = start - low;
        const Opcode opcode = opcodes[bytes[at]];
        if (ram[start] != bytes[at]) return false;
        for (unsigned i = 1; i < length(opcode.mode); ++i) {
            if (mask[at + i] == 0) continue;
            hash = (hash ^ ram[start + i]) * 0x100000001b3;  // FNV-1a
            if (ram[start + i] == bytes[at + i]) continue;
            if (!may_be_loose(opcode)) return false;
            changed.push_back(start + i);
        }
    }
    if (changed.empty()) return false;
    changes = hash == operands ? 0 : changes + 1;
    operands = hash;
    const auto is_known = [&](unsigned address) { return places.changing[address]; };
    if (changes < changes_to_loosen && !at_once && !std::ranges::all_of(changed, is_known))
        return false;
    for (const unsigned address : changed) places.changing.set(address);
    return true;
}

void Tables::add(Translated made) {
    Versions& versions = regions[key(made.entry, made.decimal)];
    if (versions.size() == most_versions) {
        erase(versions, std::ranges::min_element(versions, {}, &Translated::matched));
    }
    const Translated& added = versions.emplace_back(std::move(made));
    for (const Translated::Start& start : added.starts) {
        const Byte opcode = added.bytes[start.pc - added.low];
        parts.emplace(key(start.pc, start.decimal), ContainingRegion{&added, opcode});
    }
}

void Tables::close(const Translated& region) {
    for (const Translated::Start& start : region.starts) {
        const void*& way = code[start.decimal][start.pc];
        if (way >= region.code && way < region.code + region.size) way = missing;
    }
}

Versions::iterator Tables::erase(Versions& versions, Versions::iterator which) {
    close(*which);
    for (const Translated::Start& start : which->starts) {
        auto part = parts.find(key(start.pc, start.decimal));
        while (part->second.region != &*which) ++part;
        parts.erase(part);
    }
    return versions.erase(which);
}

Cache::Cache() : gates_(gates_size), halves_{Arena(half_size), Arena(half_size)} {
    if (!__builtin_cpu_supports("avx2") || gates_.room() == 0) return;
    asmjit::CodeHolder code;
    if (code.init(asmjit::Environment::host()) != asmjit::kErrorOk) return;
    EncodingErrors errors;
    code.setErrorHandler(&errors);
    asmjit::x86::Assembler assembler(&code);
    const host::Gates gates = host::emit_gates(assembler);
    if (errors.count != 0) return;
    const std::byte* const base = gates_.put(code);
    if (base == nullptr) return;
    const auto place = [&](const asmjit::Label& label) {
        return base + code.labelOffsetFromBase(label);
    };
    for (std::size_t i = 0; i < left_count; ++i) context_.leave_by[i] = place(gates.leave_by[i]);
    enter_ = std::bit_cast<Enter>(place(gates.enter));
    context_.read_nibble = place(gates.read_nibble);
    context_.access_chip = place(gates.access_chip);
    context_.look = look;
    context_.ask = ask;
}

void Cache::clear(Tables& tables) const {
    tables.missing = gate(Left::missing);
    for (unsigned d = 0; d < 2; ++d) {
        tables.code[d].assign(0x10000, tables.missing);
        tables.requests[d].assign(0x10000, 0);
    }
    tables.regions.clear();
    tables.parts.clear();
    tables.places = {};
    tables.stop = RunLimit::nowhere;
}

Tables& Cache::tables_for(const Window& window, std::uint64_t stop) {
    if (last_ == nullptr || !last_->bounds.same_bounds(window)) {
        const auto found = std::ranges::find_if(
            tables_, [&](const Tables& tables) { return tables.bounds.same_bounds(window); });
        const bool is_new = found == tables_.end();
        if (is_new && tables_.size() == most_tables) {
            flush();
            tables_.clear();
        }
        last_ = is_new ? &tables_.emplace_back() : &*found;
        if (is_new) {
            last_->bounds = window;
            clear(*last_);
        }
    }
    if (last_->stop != stop) set_stop(*last_, stop);
    return *last_;
}

/// Makes `stop` the address that no region runs over or starts at.
void Cache::set_stop(Tables& tables, std::uint64_t stop) {
    const std::uint64_t before = std::exchange(tables.stop, stop);
    for (const bool decimal : {false, true}) {
        auto& code = tables.code[decimal];
        if (before < 0x10000) code[before] = gate(Left::missing);
        if (stop >= 0x10000) continue;
        const auto [from, to] =
            tables.parts.equal_range(Tables::key(static_cast<Address>(stop), decimal));
        for (auto part = from; part != to; ++part) tables.close(*part->second.region);
        code[stop] = gate(Left::stop);
    }
}

void Cache::flush() {
    for (Tables& tables : tables_) clear(tables);
    for (Arena& half : halves_) half.discard();
    ++statistics_.flushes;
}

/// Programs may take turns: one must not discard the code of all others.
void Cache::discard_half() {
    filling_ ^= 1;
    Arena& half = halves_[filling_];
    if (half.used() == 0) return;
    for (Tables& tables : tables_) {
        for (auto& [key, versions] : tables.regions) {
            if (half.contains(tables.code[key >> 16][key & 0xFFFF]))
                tables.places.entries.reset(key & 0xFFFF);
            for (auto made = versions.begin(); made != versions.end();) {
                made = half.contains(made->code) ? tables.erase(versions, made) : std::next(made);
            }
        }
        std::erase_if(tables.regions, [](const auto& at) { return at.second.empty(); });
    }
    half.discard();
    ++statistics_.flushes;
}

/// The code for the bytes at `pc`, translated now if necessary; or nullptr.
const void* Cache::find_code(Tables& tables, const Window& window, bool decimal, Address pc) {
    if (!window.has_code(pc)) return nullptr;
    const auto found = tables.regions.find(Tables::key(pc, decimal));
    std::size_t versions = 0;
    if (found != tables.regions.end()) {
        for (auto& translated : found->second) {
            if (translated.find(tables.stop) || !translated.matches(window.ram)) continue;
            translated.matched = economy_.now();
            tables.places.entries.set(pc);
            return tables.code[decimal][pc] = translated.code;
        }
        tables.places.entries.reset(pc);
        if (!found->second.empty() &&
            found->second.back().loosen(window.ram, at_once_, tables.places)) {
            tables.erase(found->second, std::prev(found->second.end()));
            return translate_at(tables, window, decimal, pc, true);
        }
        versions = static_cast<std::size_t>(
            std::ranges::count_if(found->second, [&](const Translated& made) {
                return economy_.now() - made.matched < Economy::memory;
            }));
    }
    if (const void* const way = find_way(tables, window, decimal, pc)) return way;
    if (at_once_) return translate_at(tables, window, decimal, pc, true);
    std::uint16_t& requests = tables.requests[decimal][pc];
    if (++requests < Economy::requests(versions)) return nullptr;
    requests = 0;
    return translate_at(tables, window, decimal, pc, versions == 0);
}

/// The host code that enters an existing region at `pc`, which the table then holds; or nullptr.
const void* Cache::find_way(Tables& tables, const Window& window, bool decimal, Address pc) {
    const auto [from, to] = tables.parts.equal_range(Tables::key(pc, decimal));
    const Byte opcode = window.ram[pc + window.offset_of_code(pc)];
    for (auto part = from; part != to; ++part) {
        if (part->second.opcode != opcode) continue;
        const Translated& made = *part->second.region;
        if (made.find(tables.stop) || !made.matches(window.ram)) continue;
        std::swap(part->second, from->second);
        return tables.code[decimal][pc] = made.code + made.find(pc)->way;
    }
    return nullptr;
}

const void* Cache::translate_at(Tables& tables, const Window& window, bool decimal, Address pc,
                                bool with_routines) {
    auto region = find_region(window, pc, decimal, tables.stop, tables.places, with_routines);
    if (!region) return tables.code[decimal][pc] = gate(Left::instruction);
    code_.reset(asmjit::ResetPolicy::kSoft);  // keeps its memory for the next region
    if (code_.init(asmjit::Environment::host()) != asmjit::kErrorOk) return nullptr;
    EncodingErrors errors;
    code_.setErrorHandler(&errors);
    asmjit::x86::Assembler assembler(&code_);
    const Ways ways = Emitter(assembler, *region, window).emit();
    if (errors.count != 0) {
        ++statistics_.failures;
        return tables.code[decimal][pc] = gate(Left::instruction);
    }
    if (halves_[filling_].room() < code_.codeSize() + 64) discard_half();
    const std::byte* const base = halves_[filling_].put(code_);
    if (base == nullptr) return nullptr;
    tables.places.entries.set(region->entry);
    Translated made{std::move(*region), base, code_.codeSize(), economy_.now()};
    for (const auto& [start, instruction] : region->instructions) {
        const auto way = static_cast<std::uint32_t>(code_.labelOffsetFromBase(ways.at(start)));
        made.starts.push_back({instruction.pc, instruction.decimal, way});
    }
    tables.add(std::move(made));
    ++statistics_.regions;
    statistics_.code_bytes = halves_[0].used() + halves_[1].used();
    tables.code[region->decimal][region->entry] = base;
    return region->entry == pc ? base : find_way(tables, window, decimal, pc);
}

/// Sets the part of the context that stays the same between calls of the same code.
void Cache::prepare(const Window& window, const Tables& tables, Cycle end, const Halts& halts,
                    Chips& chips) {
    context_.ram = window.ram;
    context_.window = &window;
    context_.end = end;
    context_.passed = &halts;
    context_.chips = &chips;
    context_.irq_low = chips.irq_low ? 1 : 0;
    context_.after_halt = static_cast<std::int64_t>(halts.period - halts.length);
    context_.early = std::numeric_limits<std::int64_t>::max();
    context_.tables = {tables.code[0].data(), tables.code[1].data()};
    calling_ = false;
}

// Copies each register separately, as each has just been stored separately: a vector load would
// have to wait for all those stores.
void Cache::put(const volatile State& state) {
    context_.a = static_cast<std::uint32_t>(state.a);
    context_.x = static_cast<std::uint32_t>(state.x);
    context_.y = static_cast<std::uint32_t>(state.y);
    context_.s = static_cast<std::uint32_t>(state.s);
    context_.nz = static_cast<std::uint32_t>(state.nz);
    const State::Word vdic = state.vdic;
    context_.c = (vdic & State::flag_c) != 0 ? 1 : 0;
    context_.v = (vdic & State::flag_v) != 0 ? 1 : 0;
    context_.i = static_cast<std::uint32_t>(vdic & State::flag_i);
    context_.pc = static_cast<std::uint32_t>(state.pc);
    context_.table = context_.tables[(vdic & State::flag_d) != 0 ? 1 : 0];
}

void Cache::take(State& state) const {
    const volatile Context& context = context_;
    state.pc = context.pc;
    state.a = context.a;
    state.x = context.x;
    state.y = context.y;
    state.s = context.s;
    state.nz = context.nz;
    state.vdic = (context.v != 0 ? State::flag_v : 0) | context.i | context.c |
                 (context_.table == context_.tables[1] ? State::flag_d : 0);
}

Rest Cache::run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
                const Halts& halts, Chips& chips) {
    constexpr Cycle longest = Cycle{1} << 40;
    if (!works()) return {.cycles = never};
    Tables& tables = tables_for(window, stop);
    const auto pc = static_cast<Address>(state.pc);
    const void* code = tables.code[state.decimal()][pc];
    if (code == gate(Left::missing)) code = find_code(tables, window, state.decimal(), pc);
    if (code == nullptr) {
        const Cycle cycles = economy_.slice();
        cold_slice = {window.ram, state.now, cycles};
        return {.cycles = cycles};
    }
    Context& context = context_;
    const Cycle span = std::min(limit - state.now, longest);
    prepare(window, tables, state.now + span, halts, chips);
    context.cycles = static_cast<std::int64_t>(span);
    context.halts = halts.count;
    put(state);
    const auto pays = [&] { return at_once_ || economy_.pays(); };
    bool unpaid = false;
    bool asked = false;  // the first look-up is free, or code without an entry would stay unknown
    while (code != nullptr) {
        std::int64_t used = context.cycles + context.after_halt * context.halts;
        enter(std::exchange(code, nullptr));
        if (context.cycles >= context.early) {  // left before the stall in the block
            context.cycles -= context.after_halt;
            ++context.halts;
        }
        used -= context.cycles + context.after_halt * context.halts;
        economy_.earn(used);
        switch (context.left) {
            case Left::instruction: look_again(tables, window); [[fallthrough]];
            case Left::time:
            case Left::over: unpaid = !pays(); break;
            case Left::stop: break;
            case Left::missing:
                if (context.cycles <= 0) break;  // steps do not check the time
                if (!std::exchange(asked, true) || pays()) {
                    code = find_code(tables, window, context.table == context.tables[1],
                                     static_cast<Address>(context.pc));
                }
                // Elsewhere the caller decides how long to interpret.
                unpaid = code == nullptr && window.has_code(context.pc);
                break;
        }
    }
    take(state);
    Rest rest{.stopped = context.left == Left::stop,
              .cycles = 1,
              .halts = halts.count - context.halts,
              .last = static_cast<Byte>(context.last),
              .over = context.left == Left::over};
    state.now += span - static_cast<Cycle>(context.cycles) + rest.halts * halts.period;
    const Cycle cold = unpaid ? economy_.slice() : 0;
    if (cold != 0) rest.cycles = cold;
    if (context.left == Left::time) rest.cycles = never;
    cold_slice = {window.ram, state.now, cold};
    return rest;
}

bool Cache::call(const Window& window, State& state, Cycle longest, std::uint64_t stop) {
    static constexpr Halts none{};
    if (!works()) return false;
    if (!calling_ || context_.window != &window || last_->stop != stop) {
        prepare(window, tables_for(window, stop), never, none, no_chips_);
        context_.halts = 0;
        calling_ = true;
    }
    const void* const code = last_->code[state.decimal()][static_cast<Address>(state.pc)];
    if (code == gate(Left::missing)) return false;
    context_.cycles = static_cast<std::int64_t>(longest);
    put(state);
    enter(code);
    take(state);
    const Cycle used = longest - static_cast<Cycle>(context_.cycles);
    state.now += used;
    economy_.earn(static_cast<std::int64_t>(used));
    return context_.left == Left::stop;
}

/// An address whose instruction was left to the interpreter may hold another program's by now.
void Cache::look_again(Tables& tables, const Window& window) const {
    const bool decimal = context_.table == context_.tables[1];
    const void*& code = tables.code[decimal][context_.pc];
    if (code != gate(Left::instruction)) return;
    const Byte opcode = window.ram[context_.pc + window.offset_of_code(context_.pc)];
    if (!is_left_to_interpreter(opcodes[opcode], decimal)) code = gate(Left::missing);
}

thread_local constinit Slice cold_slice;

namespace {

Cache& cache() {
    static thread_local Cache of_this_thread;
    return of_this_thread;
}

}  // namespace

bool is_available() { return cache().works(); }

Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop, const Halts& halts,
         Chips chips) {
    return cache().run(window, state, limit, stop, halts, chips);
}

bool call(const Window& window, State& state, Cycle longest, std::uint64_t stop) {
    return cache().call(window, state, longest, stop);
}

Statistics statistics() { return cache().statistics(); }

void translate_at_once(bool at_once) {
    cache().translate_at_once(at_once);
    cold_slice = {};
}

void forget() { cache().flush(); }

}  // namespace ryg::emu::recompiler
