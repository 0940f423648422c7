// Operand addresses: constant, or computed by the host and checked to be plain.
#include <algorithm>

#include "emu/recompiler/emitter.hpp"

namespace ryg::emu::recompiler {

using namespace asmjit;

/// The operand's address, checked to be plain. Or nothing comes after, as the instruction is left to
/// its step or to the interpreter.
Emitter::OperandAddress Emitter::place_of(Access access) {
    const auto [operation, mode] = now_->opcode;
    const unsigned operand = now_->operand;
    const bool by_x = is_one_of(mode, {Mode::zpx, Mode::abx, Mode::izx});
    const Gp index = by_x ? host::x : host::y;
    const bool is_indexed = is_one_of(mode, {Mode::abx, Mode::aby});
    OperandAddress place{.index = x86::ecx, .most = 0xFFFF};
    bool is_pointer = mode == Mode::izy;  // in ecx, its low byte in al, and without index
    if (now_->loose) {
        as_.movzx(x86::ecx, operand_now());
        if (now_->length() == 2) place.most = 0xFF;
        is_pointer = is_indexed;
        if (is_pointer) as_.mov(x86::eax, x86::ecx);
    } else if (mode == Mode::zp || mode == Mode::abs) {
        place = {.offset = operand, .least = operand, .most = operand};
    } else if (mode == Mode::zpx || mode == Mode::zpy) {
        place = {.index = in_zero_page(index), .most = 0xFF};
    } else if (is_indexed) {
        place = {.index = index, .offset = operand, .least = operand, .most = operand + 0xFF};
    } else if (mode == Mode::izx) {
        const Gp low_byte = in_zero_page(index);
        as_.lea(x86::edx, x86::ptr(low_byte.r64(), 1));
        as_.movzx(x86::edx, x86::dl);
        load_pointer(x86::ecx, x86::byte_ptr(host::ram, low_byte.r64()),
                     x86::byte_ptr(host::ram, x86::rdx));
    } else {
        if (loop_ != nullptr) return through_loaded(access);
        load_pointer(x86::ecx, byte_at(operand), byte_at((operand + 1) & 0xFF));
    }
    if (is_pointer) {
        as_.add(x86::ecx, index);
        flags_ = {};
        place.most += 0xFF;
    }
    check_plain(place, access);
    if (dead_ || access != Access::read) return place;
    if (is_pointer) {
        as_.add(x86::al, index.r8());
        as_.sbb(host::cycles, Imm(-1));  // no carry: a cycle less
        flags_ = {};
    } else if (is_indexed && (operand & 0xFF) != 0) {
        as_.cmp(index.r8(), Imm(0x100 - (operand & 0xFF)));  // below: no carry, a cycle less
        as_.adc(host::cycles, Imm(0));
        flags_ = {};
    }
    return place;
}

/// The operand plus the index, without a carry.
Emitter::Gp Emitter::in_zero_page(const Gp& index) {
    if (now_->operand == 0) return index;
    as_.lea(x86::ecx, x86::ptr(index.r64(), static_cast<std::int32_t>(now_->operand)));
    as_.movzx(x86::ecx, x86::cl);
    return x86::ecx;
}

Emitter::Mem Emitter::memory(const OperandAddress& place) const {
    if (place.is_constant()) return byte_at(place.offset);
    return x86::byte_ptr(host::ram, place.index.r64(), 0, static_cast<std::int32_t>(place.offset));
}

/// If no address of `place` is plain, the access is the board's; emits a check if only some are. If
/// the access is plain or to the zero page, so is the dummy access before a carry, one page lower.
void Emitter::check_plain(OperandAddress& place, Access access) {
    const bool reads = access == Access::read, writes = access == Access::write;
    const auto is_within = [&](unsigned from, unsigned below) {
        return place.least >= from && place.most < below;
    };
    if (access != Access::modify && is_within(window_.rom_from, 0x10000)) {
        if (reads) place.offset += window_.rom;  // a store goes to the RAM under it
        return;
    }
    if (writes && is_within(window_.nibbles_from, window_.nibbles_below)) {
        place.offset += window_.nibbles;
        place.nibble = true;
        return;
    }
    const unsigned lower = reads ? 0 : window_.writes_from;
    const unsigned upper = std::max(reads    ? window_.reads_below
                                    : writes ? window_.writes_below
                                             : std::min(window_.reads_below, window_.writes_below),
                                    0x200U);
    if (is_within(lower, upper)) return;
    if (place.least >= upper || place.most < lower) return access_chip(place, access);
    address_to_ecx(place);
    if (place.least >= lower) {
        as_.cmp(x86::ecx, Imm(upper));
        as_.jae(nibble_exit(place, access));
    } else if (place.most < upper) {
        as_.cmp(x86::ecx, Imm(lower));
        as_.jb(outside_exit(place, access));
    } else {
        as_.lea(x86::edx, x86::ptr(x86::rcx, -static_cast<std::int32_t>(lower)));
        as_.cmp(x86::edx, Imm(upper - lower));
        as_.jae(nibble_exit(place, access));
    }
    if (reads && place.done.isValid()) as_.bind(place.done);
    flags_ = {};
}

void Emitter::address_to_ecx(OperandAddress& place) {
    if (place.is_constant()) {
        as_.mov(x86::ecx, Imm(place.offset));
    } else if (place.index != x86::ecx || place.offset != 0) {
        as_.lea(x86::ecx, x86::ptr(place.index.r64(), static_cast<std::int32_t>(place.offset)));
    }
    place.index = x86::ecx;
    place.offset = 0;
}

/// The exit for a (zp),y access that may be to a nibble or to RAM under ROM, its address in ecx. A
/// step may read after the run's end, so it reads nibbles like chips.
Emitter::Label Emitter::nibble_exit(OperandAddress& place, Access access) {
    const bool is_read = access == Access::read;
    const bool may_be = now_->opcode.mode == Mode::izy && access != Access::modify &&
                        (window_.nibbles_below != 0 || (!is_read && window_.rom_from < 0x10000)) &&
                        !(is_read && in_steps_);
    const Label otherwise = outside_exit(place, access);
    if (!may_be) return otherwise;
    if (!place.done.isValid()) place.done = as_.newLabel();
    const NibbleAccess made{place.done, otherwise, piece_ - before_, stored_through()};
    return later([=, this] { is_read ? read_nibble(made) : write_nibble(made); });
}

/// The pointer of STA (zp),y if the instruction is LDA, STA follows, and then another LDA, all in
/// this block. Where only the low four bits are stored, nothing sees the others.
std::optional<unsigned> Emitter::stored_through() const {
    const auto after = [&](const RegionInstruction& before) {
        return before.next() < piece_end_ ? region_.find(before.next(), decimal_) : nullptr;
    };
    const RegionInstruction* const store = after(*now_);
    if (store == nullptr || store->loose || now_->opcode.operation != Operation::LDA) return {};
    const RegionInstruction* const next = after(*store);
    const bool forgets = store->opcode == Opcode{Operation::STA, Mode::izy} && next != nullptr &&
                         next->opcode.operation == Operation::LDA;
    return forgets ? std::optional(store->operand) : std::nullopt;
}

/// The exit for an access to a computed address that is not plain, in ecx.
Emitter::Label Emitter::outside_exit(OperandAddress& place, Access access) {
    if (!in_steps_ || access == Access::modify) return chip_exit();
    place.done = as_.newLabel();
    may_ask_ = true;
    return later([this, now = now_, done = place.done, otherwise = instruction_exit()] {
        call_chip(*now, otherwise);
        as_.jmp(done);
    });
}

/// For an access of which no address is plain: the board makes it in a step.
void Emitter::access_chip(OperandAddress& place, Access access) {
    if (!in_steps_ || access == Access::modify) return leave_line(chip_exit());
    address_to_ecx(place);
    call_chip(*now_, instruction_exit());
    place.chip = true;
    flags_ = {};
    may_ask_ = true;
}

/// Has the board access the address in ecx. After a read, ecx is the index of the byte in `ram`.
void Emitter::call_chip(const RegionInstruction& instruction, const Label& otherwise) {
    const auto [operation, mode] = instruction.opcode;
    const bool writes = shape(instruction.opcode) == Shape::write;
    if (writes) as_.mov(host::in_context(&Context::looked), stored(operation).r8());
    const Cost its = cost(instruction);
    const bool indexed =
        may_carry(mode) && (writes || its.least != its.most);  // else without a carry
    const unsigned kind = (writes ? chip_write : 0) | (indexed ? chip_indexed : 0);
    as_.mov(host::in_context(&Context::access), Imm(kind));
    const Gp index = mode == Mode::abx ? host::x : host::y;
    indexed ? as_.mov(x86::edx, index) : as_.xor_(x86::edx, x86::edx);
    as_.call(host::in_context(&Context::access_chip));
    as_.jc(otherwise);
    if (writes) return;
    as_.lea(x86::rcx, host::in_context(&Context::looked));
    as_.sub(x86::rcx, host::ram);
}

/// Leads to `no` unless `address`, with index Y, is that of a nibble. The dummy read before a carry
/// must have no side effects either, so the pointer is checked, too, and left in esi.
void Emitter::check_nibble(const Gp& address, const Label& no) {
    as_.mov(x86::esi, address);
    as_.sub(x86::esi, host::y);
    as_.cmp(x86::esi, Imm(window_.nibbles_from));
    as_.jb(no);
    as_.cmp(address, Imm(window_.nibbles_below));
    as_.jae(no);
}

void Emitter::read_nibble(const NibbleAccess& access) {
    check_nibble(x86::ecx, access.otherwise);
    if (access.stored_through) {
        const Label seen = as_.newLabel();
        const unsigned pointer = *access.stored_through;
        as_.movzx(x86::edx, byte_at((pointer + 1) & 0xFF));
        as_.shl(x86::edx, Imm(8));
        as_.mov(x86::dl, byte_at(pointer));
        as_.add(x86::edx, host::y);
        check_nibble(x86::edx, seen);
        as_.add(x86::ecx, Imm(window_.nibbles));
        as_.jmp(access.done);
        as_.bind(seen);
    }
    as_.mov(x86::edx, Imm(access.left));
    as_.call(host::in_context(&Context::read_nibble));
    as_.jc(access.otherwise);
    as_.jmp(access.done);
}

/// Into a nibble, or into RAM under ROM.
void Emitter::write_nibble(const NibbleAccess& access) {
    const Label no_nibble = as_.newLabel();
    check_nibble(x86::ecx, no_nibble);
    as_.mov(x86::edx, host::a);
    as_.and_(x86::edx, Imm(0x0F));
    const auto nibbles = static_cast<std::int32_t>(window_.nibbles);
    as_.mov(x86::byte_ptr(host::ram, x86::rcx, 0, nibbles), x86::dl);
    as_.jmp(access.done);
    as_.bind(no_nibble);
    as_.cmp(x86::esi, Imm(window_.rom_from));  // the pointer
    as_.jb(access.otherwise);
    as_.cmp(x86::ecx, Imm(0x10000));
    as_.jae(access.otherwise);
    as_.mov(x86::byte_ptr(host::ram, x86::rcx), host::a.r8());
    as_.jmp(access.done);
}

void Emitter::load_pointer(const Gp& to, const Mem& low_byte, const Mem& high_byte) {
    as_.movzx(x86::eax, low_byte);
    as_.movzx(to, high_byte);
    as_.shl(to, Imm(8));
    as_.or_(to, x86::eax);
    flags_ = {};
}

/// Stores through the pointers must reach neither the zero page, which holds them, nor the region.
void Emitter::load_pointers(const CodeLoop& loop, const Label& otherwise) {
    constexpr int reach = 0xFF;
    for (std::size_t i = 0; i < loop.pointers.size(); ++i) {
        const auto& [at, writes] = loop.pointers[i];
        load_pointer(x86::ecx, byte_at(at), byte_at((at + 1U) & 0xFF));
        const int lower = writes ? static_cast<int>(std::max(window_.writes_from, 0x100U)) : 0;
        const int upper = static_cast<int>(
            writes ? std::min(window_.reads_below, window_.writes_below) : window_.reads_below);
        as_.lea(x86::edx, x86::ptr(x86::rcx, -lower));
        as_.cmp(x86::edx, Imm(std::max(upper - reach - lower, 0)));
        as_.jae(otherwise);
        if (writes && region_.offset == 0) {
            const OperandAddress anywhere{.index = x86::ecx, .most = 0xFFFF};
            jump_if_in_region(anywhere, reach, otherwise);
        }
        const Mem in_memory = host::in_context(&Context::pointers, i);
        as_.emit(x86::Inst::kIdMov, i == 0 ? Operand(host::pointer) : Operand(in_memory), x86::ecx);
    }
}

/// For a pointer that was loaded and checked before the loop.
Emitter::OperandAddress Emitter::through_loaded(Access access) {
    const std::size_t index = loop_->index_of(now_->operand);
    if (index == 0) {
        as_.lea(x86::ecx, x86::ptr(host::pointer.r64(), host::y.r64()));
    } else {
        as_.mov(x86::ecx, host::y);
        as_.add(x86::ecx, host::in_context(&Context::pointers, index));
    }
    if (access == Access::read) {
        as_.cmp(x86::cl, host::y.r8());
        as_.sbb(host::cycles, Imm(-1));  // no carry: a cycle less
    }
    flags_ = {};
    constexpr unsigned elsewhere = 0x10000;  // outside the region
    return {.index = x86::ecx, .least = elsewhere, .most = elsewhere};
}

/// The operand of a loose instruction, read when the instruction is executed.
Emitter::Mem Emitter::operand_now() const {
    Mem operand = byte_at(now_->pc + 1U);
    operand.setSize(now_->length() - 1);
    return operand;
}

}  // namespace ryg::emu::recompiler
