// Translates each instruction's operation to host code.
#include <algorithm>
#include <bit>

#include "emu/recompiler/emitter.hpp"

namespace ryg::emu::recompiler {

using namespace asmjit;
using enum Operation;
using Carry = HostFlags::Carry;

void Emitter::instruction() {
    switch (shape(now_->opcode)) {
        case Shape::read: return read_instruction();
        case Shape::write: return write_instruction();
        case Shape::modify: return modify_instruction();
        case Shape::accumulator: return modify(now_->opcode.operation, host::a);
        case Shape::implied: return implied();
        case Shape::branch: return branch();
        case Shape::own: return own();
    }
}

// ----------------------------------------------------------------------------------------- flags

void Emitter::set_nz(const Gp& byte, bool host_nz, Carry carry) {
    known_.nz = byte;
    known_.wide = false;
    known_.nz_in_place = byte == host::nz;
    flags_ = {host_nz, carry};
}
/// After host::nz has been set as in State.
void Emitter::set_wide_nz() {
    set_nz(host::nz, false, Carry::none);
    known_.wide = true;
}

/// Sets C from the host's carry flag, which is preserved.
void Emitter::set_carry(bool inverted) {
    as_.set(inverted ? x86::CondCode::kNC : x86::CondCode::kC, host::c.r8());
    known_.carry.reset();
}

/// Makes the host's carry flag C, or its complement.
void Emitter::carry_to_host(Carry form) {
    if (known_.carry) {
        const bool sets = *known_.carry == (form == Carry::same);
        as_.emit(sets ? x86::Inst::kIdStc : x86::Inst::kIdClc);
    } else if (flags_.carry == Carry::none) {
        if (form == Carry::same) {
            as_.bt(host::c, Imm(0));
        } else {
            as_.cmp(host::c, Imm(1));
        }
    } else if (flags_.carry != form) {
        as_.cmc();
    }
    flags_ = {};
}

// -------------------------------------------------------------------------------- loads and sums

void Emitter::move(const Gp& to, const Operand& m) {
    const bool is_byte = m.isMem() || (m.isReg() && m.as<Gp>().size() == 1);
    as_.emit(is_byte ? x86::Inst::kIdMovzx : x86::Inst::kIdMov, to, m);
}

void Emitter::load(const Gp& reg, const Operand& m) {
    move(reg, m);
    set_nz(reg, false, flags_.carry);
}

void Emitter::compare(const Gp& reg, const Operand& m) {
    as_.mov(host::nz, reg);
    as_.emit(x86::Inst::kIdSub, host::nz.r8(), m);
    set_carry(true);
    set_nz(host::nz, true, Carry::inverted);
}

void Emitter::add(const Operand& m, bool subtract) {
    if (decimal_) return add_decimal(m, subtract);
    const auto form = subtract ? Carry::inverted : Carry::same;
    if (known_.carry && *known_.carry == subtract) {
        as_.emit(subtract ? x86::Inst::kIdSub : x86::Inst::kIdAdd, host::a.r8(), m);
    } else {
        carry_to_host(form);
        as_.emit(subtract ? x86::Inst::kIdSbb : x86::Inst::kIdAdc, host::a.r8(), m);
    }
    set_carry(subtract);
    as_.seto(host::v.r8());
    set_nz(host::a, true, form);
}

namespace {

/// Decimal ADC and SBC as a table, made by the functions that the interpreter calls. Index: C, A and
/// the operand as one 17-bit number. An entry has the result in bits 0 to 7, N in bit 8, "not Z" in
/// bit 9, C in bit 10, V in bit 11.
std::vector<std::uint16_t> decimal_results(bool subtract) {
    std::vector<std::uint16_t> table;
    for (unsigned i = 0; i < 0x20000; ++i) {
        const auto a = static_cast<Byte>(i >> 8), m = static_cast<Byte>(i);
        const bool carry = i >= 0x10000;
        const alu::ArithmeticResult sum =
            subtract ? alu::subtract_decimal(a, m, carry) : alu::add_decimal(a, m, carry);
        table.push_back(static_cast<std::uint16_t>(sum.value | alu::negative(sum.nz) << 8 |
                                                   !alu::zero(sum.nz) << 9 | sum.carry << 10 |
                                                   sum.overflow << 11));
    }
    return table;
}

}  // namespace

/// Bits of eax, from bit `shift` on.
void Emitter::take_bits(const Gp& to, unsigned shift, unsigned mask) {
    as_.mov(to, x86::eax);
    if (shift != 0) as_.shr(to, Imm(shift));
    as_.and_(to, Imm(mask));
}

void Emitter::add_decimal(const Operand& m, bool subtract) {
    move(x86::eax, m);
    put_in_place(KnownRegisters{.carry = known_.carry});
    as_.mov(x86::ecx, host::c);
    as_.shl(x86::ecx, Imm(8));
    as_.or_(x86::ecx, host::a);
    as_.shl(x86::ecx, Imm(8));
    as_.or_(x86::ecx, x86::eax);
    static const auto sums = decimal_results(false), differences = decimal_results(true);
    const std::uint16_t* const table = (subtract ? differences : sums).data();
    as_.mov(x86::rdx, Imm(std::bit_cast<std::uint64_t>(table)));
    as_.movzx(x86::eax, x86::word_ptr(x86::rdx, x86::rcx, 1));
    as_.movzx(host::a, x86::al);
    take_bits(host::nz, 9, 1);
    take_bits(host::c, 10, 1);
    take_bits(host::v, 11, 1);
    as_.and_(x86::eax, Imm(0x100));
    as_.or_(host::nz, x86::eax);
    known_.carry.reset();
    set_wide_nz();
}

// ------------------------------------------------------------------------------- read an operand

void Emitter::read_instruction() {
    if (now_->opcode.mode == Mode::imm) {
        if (now_->loose) return use(now_->opcode.operation, operand_now());
        return use(now_->opcode.operation, Imm(now_->operand));
    }
    const OperandAddress place = place_of(Access::read);
    if (!dead_) use(now_->opcode.operation, memory(place));
}

void Emitter::use(Operation operation, const Operand& m) {
    const auto logic = [&](InstId id) {
        as_.emit(id, host::a.r8(), m);
        set_nz(host::a, true, Carry::none);
    };
    switch (operation) {
        case LDA: return load(host::a, m);
        case LDX: return load(host::x, m);
        case LDY: return load(host::y, m);
        case LAX:
            load(host::a, m);
            as_.mov(host::x, host::a);
            return;
        case ORA: return logic(x86::Inst::kIdOr);
        case AND: return logic(x86::Inst::kIdAnd);
        case EOR: return logic(x86::Inst::kIdXor);
        case ADC: return add(m, false);
        case SBC: return add(m, true);
        case CMP: return compare(host::a, m);
        case CPX: return compare(host::x, m);
        case CPY: return compare(host::y, m);
        case BIT:
            as_.movzx(x86::eax, m.as<Mem>());
            take_bits(host::v, 6, 1);
            as_.mov(host::nz, x86::eax);
            as_.and_(host::nz, host::a);
            as_.add(x86::eax, x86::eax);
            as_.and_(x86::eax, Imm(0x100));
            as_.or_(host::nz, x86::eax);
            return set_wide_nz();
        case ANC:
            logic(x86::Inst::kIdAnd);
            as_.bt(host::a, Imm(7));
            set_carry(false);
            return set_nz(host::a, false, Carry::same);
        case ALR:
            logic(x86::Inst::kIdAnd);
            as_.shr(host::a.r8(), Imm(1));
            set_carry(false);
            return set_nz(host::a, true, Carry::same);
        case AXS:
            as_.mov(x86::eax, host::a);
            as_.and_(x86::eax, host::x);
            as_.emit(x86::Inst::kIdSub, x86::al, m);
            set_carry(true);
            as_.movzx(host::x, x86::al);
            return set_nz(host::x, true, Carry::inverted);
        default: return;  // NOP
    }
}

// ------------------------------------------------------------------------------- write an operand

void Emitter::write_instruction() {
    const OperandAddress place = place_of(Access::write);
    if (dead_) return;
    if (place.chip) return after_store(place);
    Gp value = stored(now_->opcode.operation);
    if (place.nibble) {
        if (value != x86::eax) as_.mov(x86::eax, value);
        as_.and_(x86::eax, Imm(0x0F));
        value = x86::eax;
        flags_ = {};
    }
    as_.mov(memory(place), value.r8());
    if (place.done.isValid()) as_.bind(place.done);
    if (!place.nibble) after_store(place);
}

/// The register that holds what is stored; A AND X is put in eax.
Emitter::Gp Emitter::stored(Operation operation) {
    if (operation == STX || operation == STY) return operation == STX ? host::x : host::y;
    if (operation == STA) return host::a;
    as_.mov(x86::eax, host::a);
    as_.and_(x86::eax, host::x);
    flags_ = {};
    return x86::eax;
}

namespace {

/// The undocumented operations that modify memory, then combine the result with A.
struct Combination {
    Operation operation, first, second;
};
constexpr std::array<Combination, 6> combinations{{{SLO, ASL, ORA},
                                                   {RLA, ROL, AND},
                                                   {SRE, LSR, EOR},
                                                   {RRA, ROR, ADC},
                                                   {DCP, DEC, CMP},
                                                   {ISC, INC, SBC}}};

}  // namespace

/// Shifts, rotates or counts a register.
void Emitter::modify(Operation operation, const Gp& reg) {
    if (operation == INC || operation == DEC) {  // like the 6502, the host preserves its carry flag
        as_.emit(operation == INC ? x86::Inst::kIdInc : x86::Inst::kIdDec, reg.r8());
        return set_nz(reg, true, flags_.carry);
    }
    const bool rotates = operation == ROL || operation == ROR;
    if (rotates) carry_to_host(Carry::same);
    const InstId id = operation == ASL   ? x86::Inst::kIdShl
                      : operation == LSR ? x86::Inst::kIdShr
                      : operation == ROL ? x86::Inst::kIdRcl
                                         : x86::Inst::kIdRcr;
    as_.emit(id, reg.r8(), Imm(1));
    set_carry(false);
    set_nz(reg, !rotates, Carry::same);
}

void Emitter::modify_instruction() {
    const OperandAddress place = place_of(Access::modify);
    if (dead_) return;
    const auto* const found =
        std::ranges::find(combinations, now_->opcode.operation, &Combination::operation);
    const auto [operation, first, second] =
        found != combinations.end() ? *found : Combination{{}, now_->opcode.operation, NOP};
    const Gp byte = host::nz.r8();
    as_.movzx(host::nz, memory(place));
    modify(first, host::nz);
    as_.mov(memory(place), byte);
    if (second == CMP) {
        as_.mov(x86::eax, host::nz);
        compare(host::a, x86::al);
    } else if (second != NOP) {
        use(second, byte);
    }
    after_store(place);
}

// ------------------------------------------------------------------------------------ no operand

void Emitter::implied() {
    switch (now_->opcode.operation) {
        case TAX: return load(host::x, host::a);
        case TAY: return load(host::y, host::a);
        case TXA: return load(host::a, host::x);
        case TYA: return load(host::a, host::y);
        case TSX: return load(host::x, host::s);
        case TXS: as_.mov(host::s, host::x); return;
        case INX: return modify(INC, host::x);
        case INY: return modify(INC, host::y);
        case DEX: return modify(DEC, host::x);
        case DEY: return modify(DEC, host::y);
        case CLC:
        case SEC:
            known_.carry = now_->opcode.operation == SEC;
            flags_.carry = Carry::none;
            return;
        case CLV: as_.mov(host::v, Imm(0)); return;
        case SEI: as_.mov(host::in_context(&Context::i), Imm(State::flag_i)); return;
        case CLI: as_.xor_(x86::edx, x86::edx); return change_mask();
        case CLD: return change_decimal(false);
        case SED: return change_decimal(true);
        default: return;  // NOP
    }
}

void Emitter::change_decimal(bool decimal) {
    if (decimal == decimal_) return;
    decimal_ = decimal;
    as_.mov(host::table, host::in_context(&Context::tables, decimal));
}

void Emitter::push(const Operand& byte) {
    as_.emit(x86::Inst::kIdMov, x86::byte_ptr(host::ram, host::s.r64(), 0, 0x100), byte);
    as_.dec(host::s.r8());
    flags_.nz = false;
}

void Emitter::push_flags() {
    put_in_place();
    as_.mov(x86::eax, host::nz);
    as_.mov(x86::ecx, host::nz);
    as_.shr(x86::ecx, Imm(1));
    as_.or_(x86::eax, x86::ecx);
    as_.and_(x86::eax, Imm(Flag::N));
    as_.cmp(host::nz.r8(), Imm(1));
    as_.sbb(x86::ecx, x86::ecx);
    as_.and_(x86::ecx, Imm(Flag::Z));
    as_.or_(x86::eax, x86::ecx);
    as_.or_(x86::eax, host::c);
    as_.mov(x86::ecx, host::v);
    as_.shl(x86::ecx, Imm(6));
    as_.or_(x86::eax, x86::ecx);
    as_.or_(x86::eax, host::in_context(&Context::i));
    as_.or_(x86::eax, Imm(Flag::B | Flag::unused | (decimal_ ? Flag::D : 0)));
    flags_ = {};
    push(x86::al);
}

/// Makes edx the new I. Leaves the instruction to the interpreter if that unmasks an IRQ.
void Emitter::change_mask() {
    const auto masked = host::in_context(&Context::i);
    const Label stays = as_.newLabel();
    as_.cmp(x86::edx, masked);
    as_.jae(stays);
    as_.cmp(host::in_context(&Context::irq_low), Imm(0));
    as_.jne(instruction_exit());
    as_.bind(stays);
    as_.mov(masked, x86::edx);
    flags_ = {};
}

/// PLP leaves the region if it changes D.
void Emitter::pull_flags() {
    as_.lea(x86::ecx, x86::ptr(host::s.r64(), 1));
    as_.movzx(x86::ecx, x86::cl);
    as_.movzx(x86::eax, x86::byte_ptr(host::ram, x86::rcx, 0, 0x100));
    take_flags();
    as_.mov(host::s, x86::ecx);
    const Label same = as_.newLabel();
    as_.bt(x86::eax, Imm(3));
    decimal_ ? as_.jc(same) : as_.jnc(same);
    as_.mov(host::table, host::in_context(&Context::tables, !decimal_));
    as_.jmp(next_exit(SideExit::To::table));
    as_.bind(same);
}

/// Sets all flags but D from P in eax.
void Emitter::take_flags() {
    take_bits(x86::edx, 0, Flag::I);
    change_mask();
    take_bits(host::c, 0, 1);
    take_bits(host::v, 6, 1);
    take_bits(x86::edx, 1, 1);
    as_.xor_(x86::edx, Imm(1));
    as_.lea(host::nz, x86::ptr(x86::rax, x86::rax));
    as_.and_(host::nz, Imm(0x100));
    as_.or_(host::nz, x86::edx);
    known_.carry.reset();
    set_wide_nz();
}

/// RTI, unless what it pulls wraps around in the stack.
void Emitter::return_from_interrupt() {
    as_.cmp(host::s, Imm(0xFD));
    as_.jae(instruction_exit());
    flags_ = {};
    as_.movzx(x86::eax, x86::byte_ptr(host::ram, host::s.r64(), 0, 0x101));
    take_flags();
    as_.shr(x86::eax, Imm(3));
    as_.and_(x86::eax, Imm(1));
    Mem table = host::in_context(&Context::tables, 0);
    table.setIndex(x86::rax, 3);
    as_.mov(host::table, table);
    as_.movzx(x86::eax, x86::word_ptr(host::ram, host::s.r64(), 0, 0x102));
    as_.add(host::s, Imm(3));
    go_by_table();
}

void Emitter::own() {
    const Operation operation = now_->opcode.operation;
    const bool board_sees_pushes = window_.writes_from > 0x100;
    if (board_sees_pushes && is_one_of(operation, {PHA, PHP, JSR}))
        return leave_line(instruction_exit());
    switch (operation) {
        case PHA: return push(host::a.r8());
        case PHP: return push_flags();
        case PLA:
            as_.inc(host::s.r8());
            return load(host::a, x86::byte_ptr(host::ram, host::s.r64(), 0, 0x100));
        case PLP: return pull_flags();
        case JSR: return subroutine();
        case RTS: return return_from_subroutine();
        case RTI: return return_from_interrupt();
        default:  // JMP
            if (now_->opcode.mode == Mode::ind) return jump_through(now_->operand);
            return jump();
    }
}

// ----------------------------------------------------------------------------------------- jumps

void Emitter::branch() {
    const Operation operation = now_->opcode.operation;
    const unsigned most = cost(*now_).most, target = now_->target();
    put_in_place();
    // A carry into the page's number looks at a wrong page first.
    const unsigned wrong = (now_->next() & 0xFF00) | (target & 0xFF);
    const bool looks_at_chip =
        wrong != target && wrong >= window_.reads_below && wrong < window_.rom_from;
    const Label there = looks_at_chip                    ? instruction_exit()
                        : is_label(target) && !in_steps_ ? labels_.at(target)
                                                         : exit(SideExit::To::target, target, 0);
    given_ = most - 2;
    using enum x86::CondCode;
    const bool is_set =
        operation == BMI || operation == BEQ || operation == BCS || operation == BVS;
    const auto jump_if = [&](x86::CondCode set) { as_.j(is_set ? set : negateCond(set), there); };
    switch (operation) {
        case BPL:
        case BMI:
        case BNE:
        case BEQ: {
            const bool tests_n = operation == BPL || operation == BMI;
            if (!flags_.nz && known_.wide && tests_n) {
                as_.test(host::nz, Imm(0x180));
                flags_ = {};
                return jump_if(kNZ);
            }
            if (!flags_.nz) {
                as_.test(known_.nz.r8(), known_.nz.r8());
                flags_ = {!known_.wide, Carry::none};
            }
            return jump_if(tests_n ? kS : kZ);
        }
        case BCC:
        case BCS:
            if (known_.carry) {
                if (*known_.carry == is_set) as_.jmp(there);
                return;
            }
            if (flags_.carry == Carry::none) {
                as_.bt(host::c, Imm(0));
                flags_ = {false, Carry::same};
            }
            return jump_if(flags_.carry == Carry::same ? kC : kNC);
        default:
            as_.test(host::v, host::v);
            flags_ = {};
            return jump_if(kNZ);
    }
}

void Emitter::jump() {
    if (!now_->loose) return go_to(now_->operand);
    put_in_place();
    as_.movzx(x86::eax, operand_now());
    go_by_table();
}

/// JSR pushes both bytes with one store, as RTS loads both with one: the host does not forward two
/// stores to one load. At the end of the stack page the bytes are not adjacent.
void Emitter::subroutine() {
    as_.test(host::s, host::s);
    as_.jz(instruction_exit());
    as_.mov(x86::word_ptr(host::ram, host::s.r64(), 0, 0xFF), Imm(now_->next() - 1));
    as_.sub(host::s.r8(), Imm(2));
    flags_ = {};
    jump();
}

void Emitter::return_from_subroutine() {
    as_.cmp(host::s, Imm(0xFE));
    as_.jae(instruction_exit());
    as_.movzx(x86::ecx, x86::word_ptr(host::ram, host::s.r64(), 0, 0x101));
    flags_ = {};
    put_in_place();
    if (!in_steps_) return_within_region();
    if (window_.reads_below < 0x10000) {  // RTS reads the byte before the next instruction
        const auto below = static_cast<std::int32_t>(window_.reads_below);
        as_.lea(x86::eax, x86::ptr(x86::rcx, -below));
        as_.cmp(x86::eax, Imm(window_.rom_from - window_.reads_below));
        as_.jb(instruction_exit());
    }
    as_.add(host::s, Imm(2));
    as_.lea(x86::eax, x86::ptr(x86::rcx, 1));
    as_.movzx(x86::eax, x86::ax);
    go_by_table();
}

/// Continues after one of the region's own calls if the return address is there.
void Emitter::return_within_region() {
    for (const auto& [pc, call] : region_.instructions) {
        if (call.opcode.operation != JSR || now_->routine != call.operand || !is_label(call.next()))
            continue;
        const Label elsewhere = as_.newLabel();
        as_.cmp(x86::ecx, Imm(call.next() - 1));
        as_.jne(elsewhere);
        as_.add(host::s, Imm(2));
        as_.jmp(labels_.at(call.next()));
        as_.bind(elsewhere);
    }
}

void Emitter::jump_through(unsigned pointer) {
    const unsigned high_byte = (pointer & 0xFF00) | ((pointer + 1) & 0xFF);
    if (std::max(pointer, high_byte) >= window_.reads_below) return leave_line(instruction_exit());
    put_in_place();
    load_pointer(x86::ecx, byte_at(pointer), byte_at(high_byte));
    as_.mov(x86::eax, x86::ecx);
    go_by_table();
}

}  // namespace ryg::emu::recompiler
