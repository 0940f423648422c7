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
// What translating a region costs, in cycles of a 6502 that runs as fast as the host can. It is paid
// for by those that translated code runs, and by a part of the others.
constexpr std::int64_t price = 60'000, most_credit = 100 * price;
constexpr std::int64_t interpreted_part = 64;
// Threads that run no longer than this need not prepare anything.
constexpr Cycle warm_up = 1'000'000;
constexpr unsigned wanted_steps = 8;
// A slice becomes longer than the longest while questions lead to nothing.
constexpr unsigned vain_questions = 256;
constexpr Cycle farthest_slice = 1 << 18;
constexpr Cycle shortest_slice = 32, longest_slice = 16384, foreign_slice = 128;

}  // namespace

bool Translated::matches(const Byte* ram) const {
    unsigned differences = 0;  // all at once, which the host does for many bytes at a time
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        differences |= static_cast<unsigned>((ram[low + i] ^ bytes[i]) & mask[i]);
    }
    return differences == 0;
}

Cache::Cache()
    : arena_(arena_size), cold_(warm_up), greatest_slice_(longest_slice), credit_(most_credit) {
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
    const auto found = tables.regions[decimal].find(pc);
    std::size_t versions = 0;
    if (found != tables.regions[decimal].end()) {
        for (const auto& translated : found->second) {
            if (translated.has(tables.stop) || !translated.matches(window.ram)) {
                continue;
            }
            tables.code[decimal][pc] = translated.code;
            return true;
        }
        versions = found->second.size();
    }
    // Code that changes all the time is not worth it.
    if (at_once_) return translate_at(tables, window, decimal, pc, false);
    if (versions >= wanted.size() || credit_ < price) return false;
    if (++asked_ % forget_heat_after == 0) tables.heat[decimal].assign(0x10000, 0);
    std::uint8_t& heat = tables.heat[decimal][pc];
    if (++heat < wanted[versions]) return false;
    heat = 0;
    return translate_at(tables, window, decimal, pc, false);
}

/// A region that often was left shortly before an event is translated again, with code for that.
void Cache::note_late(Tables& tables, const Window& window, bool decimal) {
    if (context_.late == no_region) return;
    const auto entry = static_cast<Address>(context_.late);
    auto& versions = tables.regions[decimal][entry];
    const auto found = std::ranges::find(versions, tables.code[decimal][entry], &Translated::code);
    if (found == versions.end()) return;
    if (++found->late < wanted_steps && !at_once_) return;
    if (credit_ < price && !at_once_) return;
    versions.erase(found);
    tables.code[decimal][entry] = gate(Left::missing);
    translate_at(tables, window, decimal, entry, true);
}

bool Cache::translate_at(Tables& tables, const Window& window, bool decimal, Address pc,
                         bool with_steps) {
    auto region = find_region(window, pc, decimal, tables.stop);
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
    Translated& made = tables.regions[decimal][pc].emplace_back();
    made = {base, region->low, std::move(region->bytes), std::move(region->mask), {}, 0};
    for (const auto& [start, instruction] : region->instructions) {
        made.starts.push_back(static_cast<Address>(start));
    }
    credit_ -= price;
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
    if (state.pc >= window.code_below) return {.cycles = foreign_slice};
    if (cold_ > 0 && !at_once_) {
        const Cycle slice = std::min(limit - state.now, longest_slice);
        cold_ -= std::min(cold_, slice);
        return {.cycles = slice};
    }
    const bool in_slice = state.now < slice_end_ && slice_end_ - state.now <= farthest_slice;
    if (in_slice && slice_ram_ == window.ram) {
        return {.cycles = slice_end_ - state.now};
    }
    Tables* tables = &tables_for(window, stop);
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
    bool is_new = false;
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
        since_miss_ += used;
        credit_ = std::min(credit_ + used, most_credit);
        const bool decimal = context.table == context.tables[1];
        goes_on = false;
        switch (context.left) {
            case Left::time:
                rest.cycles = never;
                rest.last = static_cast<Byte>(context.last);
                note_late(*tables, window, decimal);
                break;
            case Left::instruction: rest.cycles = 1; break;
            case Left::stop: rest.stopped = true; break;
            case Left::missing:
            case Left::stale:
                goes_on = find_code(*tables, window, decimal, static_cast<Address>(context.pc));
                if (last_ == nullptr) goes_on = false;  // everything was thrown away
                if (goes_on) break;
                if (context.pc >= window.code_below) {
                    rest.cycles = foreign_slice;
                    break;
                }
                // The more of what runs is new, the longer the interpreter is left alone.
                if (since_miss_ >= static_cast<std::int64_t>(slice_) / interpreted_part) {
                    in_vain_ = 0;
                    greatest_slice_ = longest_slice;
                } else if (++in_vain_ % vain_questions == 0) {
                    greatest_slice_ = std::min(2 * greatest_slice_, farthest_slice);
                }
                slice_ = since_miss_ >= 2 * static_cast<std::int64_t>(slice_)
                             ? shortest_slice
                             : std::min(2 * slice_, greatest_slice_);
                since_miss_ = 0;
                rest.cycles = slice_;
                is_new = true;
                credit_ += static_cast<std::int64_t>(slice_) / interpreted_part;
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
    slice_end_ = is_new ? state.now + rest.cycles : 0;
    slice_ram_ = window.ram;
    return rest;
}

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

void translate_at_once(bool at_once) { cache().translate_at_once(at_once); }

void forget() { cache().flush(); }

}  // namespace ryg::emu::recompiler

#endif
