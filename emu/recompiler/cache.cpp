// Finding, making and forgetting translated regions.
#if RYG_RECOMPILER
#include "emu/recompiler/cache.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "emu/recompiler/translator.hpp"

namespace ryg::emu::recompiler {
namespace {

constexpr std::size_t arena_size = 8 << 20;
constexpr std::size_t most_tables = 4;
// How often code is asked for before it is translated: its first version, the second, ...
constexpr std::array<std::uint8_t, 8> wanted{3, 24, 64, 128, 255, 255, 255, 255};
// ... within this many questions, so that long code that is hardly repeated stays cold.
constexpr unsigned forget_heat_after = 512;
// Threads that run no longer than this need not prepare anything.
constexpr Cycle warm_up = 1'000'000;
constexpr unsigned wanted_steps = 8;
constexpr unsigned changes_to_loosen = 2;
constexpr Cycle first_slice = 16384;

std::uint64_t mix(std::uint64_t hash, Byte byte) { return (hash ^ byte) * 0x100000001b3; }

}  // namespace

bool Translated::matches(const Byte* ram) const {
    unsigned differences = 0;  // all at once, which the host does for many bytes at a time
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        differences |= static_cast<unsigned>((ram[low + i] ^ bytes[i]) & mask[i]);
    }
    return differences == 0;
}

std::optional<Translated::Change> Translated::change(const Byte* ram) const {
    Change found;
    for (const Address start : starts) {
        const unsigned at = start - low;
        const Opcode opcode = opcodes[bytes[at]];
        if (ram[start] != bytes[at]) return std::nullopt;
        for (unsigned i = 1; i < length(opcode.mode); ++i) {
            if (mask[at + i] == 0) continue;
            found.operands = mix(found.operands, ram[start + i]);
            if (ram[start + i] == bytes[at + i]) continue;
            if (!may_be_loose(opcode)) return std::nullopt;
            found.addresses.push_back(start + i);
        }
    }
    if (found.addresses.empty()) return std::nullopt;
    return found;
}

Cache::Cache() : arena_(arena_size), cold_(warm_up) {
    if (!__builtin_cpu_supports("sse4.1") || arena_.room() == 0) return;
    asmjit::CodeHolder code;
    if (code.init(asmjit::Environment::host()) != asmjit::kErrorOk) return;
    asmjit::x86::Assembler assembler(&code);
    const Gates gates = emit_gates(assembler);
    std::byte* const base = arena_.next();
    if (code.relocateToBase(std::bit_cast<std::uint64_t>(base)) != asmjit::kErrorOk) return;
    const std::size_t size = code.codeSize();
    if (!arena_.put(size, [&](std::byte* to) { code.copyFlattenedData(to, size); })) return;
    gates_end_ = arena_.used();
    const auto place = [&](const asmjit::Label& label) {
        return base + code.labelOffsetFromBase(label);
    };
    for (std::size_t i = 0; i < left_count; ++i) context_.leave_by[i] = place(gates.leave_by[i]);
    enter_ = std::bit_cast<Enter>(place(gates.enter));
}

void Cache::clear(Tables& tables) const {
    for (unsigned d = 0; d < 2; ++d) {
        tables.code[d].assign(0x10000, gate(Left::missing));
        tables.heat[d].assign(0x10000, 0);
        tables.regions[d].clear();
    }
    tables.changing.reset();
    tables.entries.fill(0);
    tables.stop = Stop::nowhere;
}

Tables& Cache::tables_for(const Window& window, std::uint64_t stop) {
    if (last_ == nullptr || !last_->bounds.same_bounds(window)) {
        const auto found = std::ranges::find_if(
            tables_, [&](const Tables& tables) { return tables.bounds.same_bounds(window); });
        if (found != tables_.end()) {
            last_ = &*found;
        } else {
            if (tables_.size() == most_tables) {
                flush();
                tables_.clear();
            }
            last_ = &tables_.emplace_back();
            last_->bounds = window;
            clear(*last_);
        }
    }
    if (last_->stop != stop) set_stop(*last_, stop);
    return *last_;
}

/// No region may run over the address, and none starts there.
void Cache::set_stop(Tables& tables, std::uint64_t stop) {
    for (unsigned d = 0; d < 2; ++d) {
        auto& code = tables.code[d];
        if (tables.stop < 0x10000) code[tables.stop] = gate(Left::missing);
        if (stop >= 0x10000) continue;
        for (const auto& [entry, versions] : tables.regions[d]) {
            for (const auto& translated : versions) {
                if (translated.has(stop) && code[entry] == translated.code) {
                    code[entry] = gate(Left::missing);
                }
            }
        }
        code[stop] = gate(Left::stop);
    }
    tables.stop = stop;
}

void Cache::flush() {
    for (Tables& tables : tables_) clear(tables);
    arena_.reset(gates_end_);
    last_ = nullptr;
    ++statistics_.flushes;
}

/// True when there is code for what memory has at `pc`, or now is.
bool Cache::find_code(Tables& tables, const Window& window, bool decimal, Address pc) {
    if (pc >= window.code_below) return false;
    auto& regions = tables.regions[decimal];
    const auto found = tables.has_entry(pc) ? regions.find(pc) : regions.end();
    std::size_t versions = 0;
    if (found != regions.end()) {
        for (const auto& translated : found->second) {
            if (translated.has(tables.stop) || !translated.matches(window.ram)) {
                continue;
            }
            tables.code[decimal][pc] = translated.code;
            return true;
        }
        if (loosen(tables, found->second, window.ram)) {
            return translate_at(tables, window, decimal, pc, false);
        }
        versions = found->second.size();
    }
    // Code that changes all the time is not worth it.
    if (at_once_) return translate_at(tables, window, decimal, pc, false);
    if (versions >= wanted.size() || !economy_.may_translate()) return false;
    const bool has_way = way_to_code(tables, pc) > 0;
    if (has_way && economy_.is_on_the_way()) return false;
    if (versions == 0 && !has_way && economy_.is_eager()) {
        return translate_at(tables, window, decimal, pc, false);
    }
    if (++asked_ % forget_heat_after == 0) tables.heat[decimal].assign(0x10000, 0);
    std::uint8_t& heat = tables.heat[decimal][pc];
    if (++heat < wanted[has_way ? std::max<std::size_t>(versions, 1) : versions]) return false;
    heat = 0;
    return translate_at(tables, window, decimal, pc, false);
}

/// The entry of a region may lie in front of `pc`: how far, or 0.
Cycle Cache::way_to_code(const Tables& tables, Address pc) const {
    if (!economy_.may_go()) return 0;
    for (unsigned far = 1; far <= 65; far += 64) {
        const unsigned from = pc + far, shift = from % 64;
        const std::uint64_t* const bits = &tables.entries[from / 64];
        const std::uint64_t ahead = bits[0] >> shift | bits[1] << 1 << (63 - shift);
        if (ahead != 0) return far + static_cast<unsigned>(std::countr_zero(ahead));
    }
    return 0;
}

/// How far the interpreter is to go where there is no code. A byte of code takes a cycle at least, so
/// it does not go past an entry.
Cycle Cache::interpret(const Tables& tables, const Window& window, Address pc) {
    if (pc >= window.code_below) return foreign_slice;
    const Cycle way = way_to_code(tables, pc);
    return way != 0 ? economy_.go(way) : economy_.slice();
}

/// Operands that are others whenever they are looked at need not be compared: true if there are
/// such, in the place of the last version.
bool Cache::loosen(Tables& tables, std::vector<Translated>& versions, const Byte* ram) const {
    if (versions.empty() || (!economy_.may_translate() && !at_once_)) return false;
    Translated& last = versions.back();
    const auto change = last.change(ram);
    if (!change) return false;
    last.changes = change->operands == last.operands ? 0 : last.changes + 1;
    last.operands = change->operands;
    const bool known = std::ranges::all_of(
        change->addresses, [&](unsigned address) { return tables.changing[address]; });
    if (!known && last.changes < changes_to_loosen && !at_once_) return false;
    for (const unsigned address : change->addresses) tables.changing.set(address);
    versions.pop_back();
    return true;
}

/// A region that often was left shortly before an event is translated again, with code for that.
void Cache::note_late(Tables& tables, const Window& window) {
    if (context_.late == no_region) return;
    const auto entry = static_cast<Address>(context_.late);
    const bool decimal = context_.late > 0xFFFF;
    auto& versions = tables.regions[decimal][entry];
    const auto found = std::ranges::find(versions, tables.code[decimal][entry], &Translated::code);
    if (found == versions.end()) return;
    if (++found->late < wanted_steps && !at_once_) return;
    if (!economy_.may_translate() && !at_once_) return;
    versions.erase(found);
    tables.code[decimal][entry] = gate(Left::missing);
    translate_at(tables, window, decimal, entry, true);
}

bool Cache::translate_at(Tables& tables, const Window& window, bool decimal, Address pc,
                         bool with_steps) {
    auto region = find_region(window, pc, decimal, tables.stop, tables.changing);
    if (!region) {
        tables.code[decimal][pc] = gate(Left::instruction);
        return true;
    }
    asmjit::CodeHolder& code = code_;
    code.reset(asmjit::ResetPolicy::kSoft);  // keeps its memory for the next region
    if (code.init(asmjit::Environment::host()) != asmjit::kErrorOk) return false;
    if (!translate(code, *region, window, with_steps)) return false;
    const std::size_t room = code.codeSize() + 64;
    if (arena_.room() < room) {
        flush();
        return false;
    }
    std::byte* const base = arena_.next();
    if (code.flatten() != asmjit::kErrorOk || code.resolveUnresolvedLinks() != asmjit::kErrorOk ||
        code.relocateToBase(std::bit_cast<std::uint64_t>(base)) != asmjit::kErrorOk) {
        return false;
    }
    const std::size_t size = code.codeSize();
    if (!arena_.put(size, [&](std::byte* to) { code.copyFlattenedData(to, size); })) return false;
    tables.code[decimal][pc] = base;
    tables.entries[pc / 64] |= std::uint64_t{1} << pc % 64;
    Translated& made = tables.regions[decimal][pc].emplace_back();
    made = {base, region->low, std::move(region->bytes), std::move(region->mask), {}};
    for (const auto& [start, instruction] : region->instructions) {
        made.starts.push_back(static_cast<Address>(start));
    }
    economy_.translate();
    ++statistics_.regions;
    statistics_.code_bytes = arena_.used();
    return true;
}

// Host code has no signature in front of it, which UBSan looks for when a function is called.
#if defined(__clang__)
[[clang::no_sanitize("function")]]
#endif
Rest Cache::run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
                const Halts& halts) {
    constexpr Cycle longest = Cycle{1} << 40;
    if (!works()) return {.cycles = never};
    if (cold_ > 0 && !at_once_) {
        cold_ -= std::min(cold_, first_slice);
        cold_slice = {window.ram, state.now, first_slice};
        return {.cycles = first_slice};
    }
    Tables* tables = &tables_for(window, stop);
    const auto pc = static_cast<Address>(state.pc);
    if (tables->code[state.decimal()][pc] == gate(Left::missing) &&
        !find_code(*tables, window, state.decimal(), pc)) {
        const Cycle cycles = last_ == nullptr ? 1 : interpret(*tables, window, pc);
        cold_slice = {window.ram, state.now, cycles};
        return {.cycles = cycles};
    }
    Context& context = context_;
    const Cycle span = std::min(limit - state.now, longest);
    context.ram = window.ram;
    context.cycles = static_cast<std::int64_t>(span);
    context.halts = halts.count;
    context.after_halt = static_cast<std::int64_t>(halts.period - halts.length);
    context.early = std::numeric_limits<std::int64_t>::max();
    context.a = static_cast<std::uint32_t>(state.a);
    context.x = static_cast<std::uint32_t>(state.x);
    context.y = static_cast<std::uint32_t>(state.y);
    context.s = static_cast<std::uint32_t>(state.s);
    context.nz = static_cast<std::uint32_t>(state.nz);
    context.c = state.carry() ? 1 : 0;
    context.v = (state.vdic & State::flag_v) != 0 ? 1 : 0;
    context.i = static_cast<std::uint32_t>(state.vdic & State::flag_i);
    context.pc = static_cast<std::uint32_t>(state.pc);
    context.tables = {tables->code[0].data(), tables->code[1].data()};
    context.table = context.tables[state.decimal() ? 1 : 0];
    Rest rest;
    Cycle cold = 0;
    for (bool goes_on = true; goes_on;) {
        const Address before = static_cast<Address>(context.pc);
        std::int64_t used = context.cycles + context.after_halt * context.halts;
        context.late = no_region;
        enter_(&context, context.table[before]);
        if (context.cycles >= context.early) {  // left before the halt in the piece
            context.cycles -= context.after_halt;
            ++context.halts;
        }
        used -= context.cycles + context.after_halt * context.halts;
        economy_.earn(used);
        const bool decimal = context.table == context.tables[1];
        goes_on = false;
        switch (context.left) {
            case Left::time:
                rest.cycles = never;
                rest.last = static_cast<Byte>(context.last);
                note_late(*tables, window);
                economy_.run_out();
                break;
            case Left::instruction: rest.cycles = 1; break;
            case Left::stop: rest.stopped = true; break;
            case Left::missing:
            case Left::stale:
                goes_on = find_code(*tables, window, decimal, static_cast<Address>(context.pc));
                if (last_ == nullptr) goes_on = false;  // everything was thrown away
                if (goes_on) break;
                cold = interpret(*tables, window, static_cast<Address>(context.pc));
                rest.cycles = cold;
                break;
        }
    }
    state.pc = context.pc;
    state.a = context.a;
    state.x = context.x;
    state.y = context.y;
    state.s = context.s;
    state.nz = context.nz;
    state.vdic = (context.v != 0 ? State::flag_v : 0) | context.i | context.c |
                 (context.table == context.tables[1] ? State::flag_d : 0);
    rest.halts = halts.count - context.halts;
    state.now += span - static_cast<Cycle>(context.cycles) + rest.halts * halts.period;
    cold_slice = {window.ram, state.now, cold};
    return rest;
}

thread_local constinit Slice cold_slice;

namespace {

Cache& cache() {
    static thread_local Cache of_this_thread;
    return of_this_thread;
}

}  // namespace

bool is_available() { return cache().works(); }

Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop, const Halts& halts) {
    return cache().run(window, state, limit, stop, halts);
}

Statistics statistics() { return cache().statistics(); }

void translate_at_once(bool at_once) {
    cache().translate_at_once(at_once);
    cold_slice = {};
}

void forget() { cache().flush(); }

}  // namespace ryg::emu::recompiler

#endif
