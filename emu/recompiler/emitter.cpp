// Basic blocks of a region, the cycles that they take in advance, and their exits.
#include "emu/recompiler/emitter.hpp"

#include <algorithm>
#include <utility>

#include "emu/halt.hpp"

namespace ryg::emu::recompiler {

using namespace asmjit;

namespace {

constexpr unsigned longest_piece = 40;  // in cycles; the last instruction may exceed it

}  // namespace

Ways Emitter::emit() {
    stale_ = as_.newLabel();
    for (const auto& [pc, instruction] : region_.instructions) {
        if (instruction.leader) labels_[pc] = as_.newLabel();
        steps_[pc] = as_.newLabel();
    }
    check_bytes();
    line(region_.entry, region_.high);
    line(region_.low, region_.entry);
    may_load_ = false;
    for (const auto& [loop, label] : slow_loops_) {
        const Label fast = std::exchange(labels_.at(loop->first), label);
        line(loop->first, loop->end);
        labels_.at(loop->first) = fast;
    }
    steps();
    for (const auto& [label, emit_later] : later_) {
        as_.bind(label);
        emit_later();
    }
    for (const SideExit& exit : exits_) emit_exit(exit);
    Ways ways = ways_in();
    as_.align(AlignMode::kData, chunk);
    for (const auto& [label, bytes] : constants_) {
        as_.bind(label);
        as_.embed(bytes.data(), chunk);
    }
    return ways;
}

/// Entries at every instruction: each compares the region's bytes, then enters the block that
/// begins there, or the instruction's step. The pc is in eax.
Ways Emitter::ways_in() {
    const Label check = as_.newLabel(), late = as_.newLabel();
    Ways ways;
    for (const auto& [pc, found] : region_.instructions) {
        as_.bind(ways[pc] = as_.newLabel());
        as_.lea(x86::rdx, x86::ptr(found.leader ? labels_.at(pc) : steps_.at(pc)));
        as_.jmp(check);
    }
    as_.bind(check);
    as_.test(host::cycles, host::cycles);  // steps do not check the time
    as_.jle(late);
    check_bytes();
    as_.jmp(x86::rdx);
    as_.bind(stale_);
    as_.jmp(host::gate(Left::missing));
    as_.bind(late);
    as_.jmp(host::gate(Left::time));
    return ways;
}

/// Compares the bytes of all instructions, 32 at a time, and ignores those between.
void Emitter::check_bytes() {
    using Chunk = std::array<Byte, chunk>;
    const auto chunk_of = [](const std::vector<Byte>& from, unsigned at) {
        Chunk bytes{};
        std::copy_n(from.begin() + at, std::min<std::size_t>(chunk, from.size() - at),
                    bytes.begin());
        return bytes;
    };
    const auto constant = [&](const Chunk& bytes) {
        for (const auto& [label, known] : constants_) {
            if (known == bytes) return x86::ptr(label);
        }
        return x86::ptr(constants_.emplace_back(as_.newLabel(), bytes).first);
    };
    bool first = true;
    const auto compare = [&](unsigned at) {
        const Chunk mask = chunk_of(region_.mask, at);
        if (mask == Chunk{}) return;
        const auto reg = first ? x86::ymm0 : x86::ymm1;
        as_.vmovdqu(
            reg, x86::ptr(host::ram, static_cast<std::int32_t>(region_.low + region_.offset + at)));
        as_.vpxor(reg, reg, constant(chunk_of(region_.bytes, at)));
        if (std::ranges::count(mask, 0) != 0) as_.vpand(reg, reg, constant(mask));
        if (!first) as_.vpor(x86::ymm0, x86::ymm0, x86::ymm1);
        first = false;
    };
    for (const auto& [low, high] : region_.extents) {
        const unsigned size = high - low;
        for (unsigned next = 0; next < size; next += chunk) {
            // The last chunk overlaps the one before, so that it needs no mask.
            const bool is_cut = next + chunk > size && size > chunk;
            compare(low - region_.low + (is_cut ? size - chunk : next));
        }
    }
    as_.vptest(x86::ymm0, x86::ymm0);
    as_.jnz(stale_);
}

/// Emits the instructions from `from` up to `to`, in the order of addresses.
void Emitter::line(unsigned from, unsigned to) {
    const auto end = region_.instructions.lower_bound(to);
    for (auto it = region_.instructions.lower_bound(from); it != end;) {
        const auto& [pc, found] = *it++;
        now_ = &found;
        decimal_ = found.decimal;
        if (found.leader) {
            if (!dead_) finish_piece();
            as_.bind(labels_.at(pc));
            known_ = {};
            given_ = 0;
            dead_ = false;
            if (const auto loop = region_.loops.find(pc);
                loop != region_.loops.end() && may_load_) {
                begin_loop(loop->second);
                it = region_.instructions.lower_bound(loop->second.end);
                continue;
            }
            begin_piece(pc, 0);
        } else if (dead_) {
            continue;
        } else if (pc == piece_end_) {
            put_in_place();
            begin_piece(pc, given_);
        }
        instruction();
        before_ += cost(found).most;
        const unsigned next = found.next();
        if (!dead_ && region_.find(next, decimal_) == nullptr) go_to(next);
    }
    // A line may run into the entry, whose code comes first.
    if (!dead_) go_to(to);
}

/// Emits a loop twice: with its pointers loaded beforehand and, out of line, without, for pointers
/// to memory that is not plain or to the region itself.
void Emitter::begin_loop(const CodeLoop& loop) {
    const Label slow = as_.newLabel();
    slow_loops_.emplace_back(&loop, slow);
    load_pointers(loop, slow);
    const auto labels = labels_;
    for (auto it = labels_.lower_bound(loop.first); it != labels_.lower_bound(loop.end); ++it) {
        it->second = as_.newLabel();
    }
    may_load_ = false;
    loop_ = &loop;
    line(loop.first, loop.end);
    loop_ = nullptr;
    may_load_ = true;
    labels_ = labels;
}

/// Emits every instruction again as a separate step: like the interpreter, it starts if at least
/// one cycle is left.
void Emitter::steps() {
    in_steps_ = true;
    for (const auto& [pc, found] : region_.instructions) {
        now_ = &found;
        decimal_ = found.decimal;
        as_.bind(steps_.at(pc));
        known_ = {};
        flags_ = {};
        piece_ = cost(found).most;
        before_ = given_ = 0;
        dead_ = may_ask_ = false;
        as_.sub(host::cycles, Imm(piece_));
        instruction();
        if (dead_) continue;
        if (may_ask_) {
            as_.cmp(host::in_context(&Context::asked), Imm(0));
            as_.jne(exit(SideExit::To::asked, found.next(), given_));
        }
        if (region_.find(found.next(), decimal_) == nullptr) {
            go_to(found.next());
            continue;
        }
        finish_piece();
        as_.test(host::cycles, host::cycles);
        as_.jle(exit(SideExit::To::time, found.next(), 0));
        if (is_label(found.next())) as_.jmp(labels_.at(found.next()));
    }
}

/// Takes the maximum cycles of the block at `pc`, `given` of which have been taken already.
void Emitter::begin_piece(unsigned pc, unsigned given) {
    piece_ = most_of_piece(pc);
    before_ = 0;
    given_ = 0;
    flags_ = {};
    if (piece_ <= given) return give(given - piece_);
    const Label late = exit(SideExit::To::steps, pc, piece_);
    SideExit& made = exits_.back();
    made.reads = reads_of_piece(pc);
    made.piece = as_.newLabel();
    as_.sub(host::cycles, Imm(piece_ - given));
    as_.jl(late);
    as_.bind(made.piece);
}

/// Maximum cycles of the block at `pc`. A block ends after a branch and before a label.
unsigned Emitter::most_of_piece(unsigned pc) {
    unsigned sum = 0;
    const RegionInstruction* instruction = &region_.instructions.at(pc);
    while (true) {
        sum += cost(*instruction).most;
        piece_end_ = instruction->next();
        if (shape(instruction->opcode) == Shape::branch || sum > longest_piece ||
            ends_line(instruction->opcode)) {
            return sum;
        }
        instruction = region_.find(piece_end_, instruction->decimal_after());
        if (instruction == nullptr || instruction->leader) return sum;
    }
}

/// Bit n is set if a stall in the n-th cycle of the block takes effect at once on every path: the
/// cycle is a read.
std::uint64_t Emitter::reads_of_piece(unsigned pc) const {
    std::uint64_t reads = 0;
    unsigned sum = 0, varies = 0;
    for (; sum < piece_; pc = region_.instructions.at(pc).next()) {
        const RegionInstruction& instruction = region_.instructions.at(pc);
        const auto [least, most] = cost(instruction);
        const Writes writes = writes_of(instruction.opcode);
        const std::uint64_t written = ((1U << writes.count) - 1)
                                      << (most - writes.reads_after - writes.count);
        reads |= (((1U << most) - 1) & ~written) << sum;
        sum += most;
        varies += most - least;
    }
    for (; varies > 0; --varies) reads &= reads >> 1;
    return reads;
}

/// Shortly before a stall, the block can be executed nevertheless and its time corrected: the
/// remaining cycles are extended to the next stall.
void Emitter::pass_halt(const SideExit& exit) {
    const Label no = as_.newLabel();
    as_.cmp(host::in_context(&Context::halts), Imm(0));
    as_.je(no);
    as_.lea(x86::eax, x86::ptr(host::cycles, static_cast<std::int32_t>(exit.give_back)));
    as_.mov(x86::rcx, Imm(exit.reads));
    as_.bt(x86::rcx, x86::rax);
    as_.jnc(no);
    as_.dec(host::in_context(&Context::halts));
    as_.mov(x86::rax, host::in_context(&Context::after_halt));
    as_.mov(host::in_context(&Context::early), x86::rax);
    as_.add(host::cycles, x86::rax);
    as_.jmp(exit.piece);
    as_.bind(no);
}

void Emitter::put_in_place(const KnownRegisters& known) {
    if (!known.nz_in_place) as_.mov(host::nz, known.nz);
    if (known.carry) as_.mov(host::c, Imm(*known.carry ? 1 : 0));
}

/// Uses only moves, so the host's flags are preserved.
void Emitter::put_in_place() {
    put_in_place(known_);
    known_.nz_in_place = true;
}

void Emitter::give(unsigned cycles) {
    if (cycles == 0) return;
    as_.add(host::cycles, Imm(cycles));
    flags_ = {};
}

void Emitter::finish_piece() {
    put_in_place();
    give(given_);
}

/// Ends the line and continues at `pc`.
void Emitter::go_to(unsigned pc) {
    pc &= 0xFFFF;
    finish_piece();
    dead_ = true;
    if (in_steps_ || !is_label(pc)) as_.mov(x86::eax, Imm(pc));
    if (in_steps_) leave_if_late(opcode_now());
    go_on_at(pc);
}

/// Continues at `pc`, which eax also holds.
void Emitter::go_on_at(unsigned pc) {
    const auto in_table =
        x86::qword_ptr(host::table, static_cast<std::int32_t>(pc * sizeof(void*)));
    is_label(pc) ? as_.jmp(labels_.at(pc)) : as_.jmp(in_table);
}

/// Continues at the pc in eax.
void Emitter::go_by_table() {
    if (in_steps_) leave_if_late(opcode_now());
    as_.jmp(x86::qword_ptr(host::table, x86::rax, 3));
    dead_ = true;
}

void Emitter::tell_last(Byte opcode) { as_.mov(host::in_context(&Context::last), Imm(opcode)); }

/// Leaves after a step that used up the remaining cycles. The pc is in eax.
void Emitter::leave_if_late(Byte opcode) {
    const Label in_time = as_.newLabel();
    as_.test(host::cycles, host::cycles);
    as_.jg(in_time);
    tell_last(opcode);
    as_.jmp(host::gate(Left::time));
    as_.bind(in_time);
}

Label Emitter::exit(SideExit::To to, unsigned pc, unsigned give_back) {
    const Label at = as_.newLabel();
    exits_.push_back({to, at, known_, give_back, pc & 0xFFFF, decimal_});
    if (in_steps_) exits_.back().step = opcode_now();
    return at;
}

void Emitter::emit_exit(const SideExit& exit) {
    using enum SideExit::To;
    const Label early = as_.newLabel();
    as_.bind(exit.at);
    put_in_place(exit.known);
    decimal_ = exit.decimal;
    if (exit.to == steps) pass_halt(exit);
    if (exit.give_back != 0) as_.add(host::cycles, Imm(exit.give_back));
    as_.mov(x86::eax, Imm(exit.pc));
    switch (exit.to) {
        case table:
        case target:
            if (exit.step) leave_if_late(*exit.step);
            if (exit.to == target) return go_on_at(exit.pc);
            as_.cmp(host::cycles, host::in_context(&Context::early));
            as_.jge(early);
            as_.jmp(x86::qword_ptr(host::table, x86::rax, 3));
            as_.bind(early);
            break;
        case step: as_.jmp(steps_.at(exit.pc)); return;
        case asked: {
            const auto was_asked = host::in_context(&Context::asked);
            tell_last(*exit.step);
            as_.cmp(was_asked, Imm(1));
            as_.mov(was_asked, Imm(0));
            as_.ja(early);
            leave_if_late(*exit.step);
            as_.jmp(x86::qword_ptr(host::table, x86::rax, 3));
            as_.bind(early);
            as_.jmp(host::gate(Left::over));
            return;
        }
        case steps:
            as_.test(host::cycles, host::cycles);
            as_.jg(steps_.at(exit.pc));
            break;
        case time: tell_last(*exit.step); break;
        case instruction: as_.jmp(host::gate(Left::instruction)); return;
    }
    as_.jmp(host::gate(Left::time));
}

void Emitter::leave_line(const Label& exit) {
    as_.jmp(exit);
    dead_ = true;
}

/// If the store may have changed an instruction of this region, re-enters through the table, which
/// compares the bytes again.
void Emitter::after_store(const OperandAddress& place) {
    if (place.most < region_.low || place.least >= region_.high || region_.offset != 0) return;
    const auto to = may_ask_ ? SideExit::To::asked : SideExit::To::table;
    if (!place.is_constant()) return jump_if_in_region(place, 0, next_exit(to));
    if (region_.owns(place.least)) leave_line(next_exit(to));
}

/// Jumps if an address from `place` to `reach` bytes after it may be part of the region.
void Emitter::jump_if_in_region(const OperandAddress& place, int reach, const Label& target) {
    const auto offset = static_cast<int>(place.offset) + reach;
    for (const auto& [low, high] : region_.extents) {
        if (place.most < low || place.least >= high) continue;
        as_.lea(x86::edx, x86::ptr(place.index.r64(), offset - static_cast<int>(low)));
        as_.cmp(x86::edx, Imm(static_cast<int>(high - low) + reach));
        as_.jb(target);
        flags_ = {};
    }
}

}  // namespace ryg::emu::recompiler
