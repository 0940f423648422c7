// From 6502 instructions to host code, region by region.
//
//     entry:  are the bytes unchanged?      no -> leave (missing)
//     label:  cycles -= maximum of this basic block         below 0 -> give back, on to the steps
//                                                               or leave (time)
//             the block, instruction by instruction
//             address not plain? -> give back, on to the step, which asks the board
//             wrote into this region? -> give back, on to the next pc through the table
//             branch -> label within the region, or the table
//
// The code calls a basic block a piece. The 6502's registers stay in host registers from region to
// region. Within a block the translator tracks which register N and Z follow from, whether C is
// constant, and whether the host's flags still agree; at labels and exits all are stored.
#pragma once

#include <deque>
#include <functional>
#include <map>

#include "emu/execute.hpp"
#include "emu/recompiler/host.hpp"
#include "emu/recompiler/region.hpp"

namespace ryg::emu::recompiler {

/// By pc, the code by which a region is entered at each of its instructions.
using Ways = std::map<unsigned, asmjit::Label>;

/// What is known about the registers at a point in the code.
struct KnownRegisters {
    asmjit::x86::Gp nz = host::nz;  ///< the register that N and Z follow from
    bool wide = true;               ///< it is as in State; else a byte
    bool nz_in_place = true;        ///< host::nz holds it, too
    std::optional<bool> carry{};    ///< a constant C; host::c need not hold it
};

/// What the host's flags hold at this point.
struct HostFlags {
    /// Whether CF is C, or C inverted, as after a host subtraction.
    enum class Carry { none, same, inverted };
    bool nz = false;  ///< SF and ZF are N and Z
    Carry carry = Carry::none;
};

/// Emits the host code of one region.
class Emitter {
  public:
    Emitter(asmjit::x86::Assembler& assembler, const Region& region, const Window& window)
        : as_(assembler), region_(region), window_(window), decimal_(region.decimal) {}

    Ways emit();

  private:
    using Gp = asmjit::x86::Gp;
    using Mem = asmjit::x86::Mem;
    using Label = asmjit::Label;
    using Operand = asmjit::Operand;
    using Access = execute::Access;

    /// An address from `least` to `most`: `offset`, with an index or without one.
    struct OperandAddress {
        Gp index{};
        unsigned offset = 0;
        unsigned least = 0, most = 0;
        bool nibble = false;  ///< only the low four bits are stored
        bool chip = false;    ///< a store that the board makes
        Label done{};         ///< where an access continues that was not plain

        [[nodiscard]] bool is_constant() const { return !index.isValid(); }
    };
    /// An access through a pointer to memory that is not plain, but perhaps nibbles.
    struct NibbleAccess {
        Label done, otherwise;
        unsigned left;  ///< cycles taken for the instruction and the rest of the block
        /// The pointer through which the next instruction stores what is read, if nothing else
        /// sees the byte.
        std::optional<unsigned> stored_through;
    };
    /// Out-of-line code that stores all tracked flags, then leaves or continues elsewhere.
    struct SideExit {
        /// table: code by pc; target: the region's own code, or else the table; steps: the
        /// instructions at `pc` one by one; step: the one at `pc`; asked: on after an access to a
        /// chip; time, instruction: back to the caller
        enum class To { table, target, steps, step, asked, time, instruction } to;
        Label at;
        KnownRegisters known;
        unsigned give_back;  ///< cycles taken but not used
        unsigned pc;
        bool decimal;
        std::optional<Byte> step{};  ///< the opcode of the step that it leaves
        std::uint64_t reads{};  ///< for `steps`: the cycles of the block where a stall may fall,
        Label piece{};          ///< and where the block continues after the stall
    };

    // --- emitter.cpp: basic blocks and exits
    void check_bytes();
    Ways ways_in();
    void line(unsigned from, unsigned to);
    void begin_loop(const CodeLoop& loop);
    void load_pointers(const CodeLoop& loop, const Label& otherwise);
    void steps();
    void begin_piece(unsigned pc, unsigned given);
    unsigned most_of_piece(unsigned pc);
    [[nodiscard]] std::uint64_t reads_of_piece(unsigned pc) const;
    void pass_halt(const SideExit& exit);
    void put_in_place();
    void put_in_place(const KnownRegisters& known);
    void give(unsigned cycles);
    void finish_piece();
    void go_to(unsigned pc);
    void go_on_at(unsigned pc);
    void go_by_table();
    void tell_last(Byte opcode);
    void leave_if_late(Byte opcode);
    /// Where the code will be that is emitted after all lines and steps.
    Label later(std::function<void()> emit) {
        return later_.emplace_back(as_.newLabel(), std::move(emit)).first;
    }
    void emit_exit(const SideExit& exit);
    Label exit(SideExit::To to, unsigned pc, unsigned give_back);
    /// Before this instruction.
    Label exit_before(SideExit::To to) { return exit(to, now_->pc, piece_ - before_); }
    Label instruction_exit() { return exit_before(SideExit::To::instruction); }
    /// Where the step of this instruction may access a chip; from a step, back to the caller.
    Label chip_exit() { return in_steps_ ? instruction_exit() : exit_before(SideExit::To::step); }
    void leave_line(const Label& exit);
    Label next_exit(SideExit::To to) {
        return exit(to, now_->next(), piece_ - before_ - cost(*now_).most);
    }
    void after_store(const OperandAddress& place);
    void jump_if_in_region(const OperandAddress& place, int reach, const Label& target);
    void check_nibble(const Gp& address, const Label& no);
    void read_nibble(const NibbleAccess& access);
    void write_nibble(const NibbleAccess& access);
    [[nodiscard]] std::optional<unsigned> stored_through() const;
    void call_chip(const RegionInstruction& instruction, const Label& otherwise);
    [[nodiscard]] bool is_label(unsigned pc) const {
        const RegionInstruction* const found = region_.find(pc, decimal_);
        return found != nullptr && found->leader;
    }
    [[nodiscard]] Byte opcode_now() const { return region_.bytes[now_->pc - region_.low]; }

    // --- addresses.cpp: where operands are
    OperandAddress place_of(Access access);
    OperandAddress through_loaded(Access access);
    void check_plain(OperandAddress& place, Access access);
    void address_to_ecx(OperandAddress& place);
    Label nibble_exit(OperandAddress& place, Access access);
    Label outside_exit(OperandAddress& place, Access access);
    void access_chip(OperandAddress& place, Access access);
    [[nodiscard]] Mem memory(const OperandAddress& place) const;
    [[nodiscard]] Mem byte_at(unsigned address) const {
        return asmjit::x86::byte_ptr(host::ram, static_cast<std::int32_t>(address));
    }
    Gp in_zero_page(const Gp& index);
    [[nodiscard]] Mem operand_now() const;
    void load_pointer(const Gp& to, const Mem& low_byte, const Mem& high_byte);

    // --- operations.cpp: what instructions do
    void instruction();
    void read_instruction();
    void write_instruction();
    void modify_instruction();
    void implied();
    void own();
    void branch();
    void use(Operation operation, const Operand& m);
    void modify(Operation operation, const Gp& reg);
    Gp stored(Operation operation);
    void take_bits(const Gp& to, unsigned shift, unsigned mask);
    void move(const Gp& to, const Operand& m);
    void load(const Gp& reg, const Operand& m);
    void add(const Operand& m, bool subtract);
    void add_decimal(const Operand& m, bool subtract);
    void compare(const Gp& reg, const Operand& m);
    void push(const Operand& byte);
    void push_flags();
    void pull_flags();
    void take_flags();
    void change_mask();
    void return_from_interrupt();
    void jump();
    void subroutine();
    void return_from_subroutine();
    void return_within_region();
    void jump_through(unsigned pointer);
    void change_decimal(bool decimal);
    void carry_to_host(HostFlags::Carry form);
    void set_nz(const Gp& byte, bool host_nz, HostFlags::Carry carry);
    void set_wide_nz();
    void set_carry(bool inverted);

    asmjit::x86::Assembler& as_;
    const Region& region_;
    const Window& window_;
    bool decimal_;  ///< D at this point
    std::map<unsigned, Label> labels_;
    std::map<unsigned, Label> steps_;  ///< one per instruction
    Label stale_;                      ///< the exit taken if the bytes have changed
    std::deque<SideExit> exits_;
    std::vector<std::pair<const CodeLoop*, Label>> slow_loops_;   ///< without loaded pointers
    std::vector<std::pair<Label, std::function<void()>>> later_;  ///< emits code out of line
    std::vector<std::pair<Label, std::array<Byte, chunk>>> constants_;

    KnownRegisters known_;
    HostFlags flags_;
    bool dead_ = true;  ///< this point is unreachable
    bool in_steps_ = false;
    bool may_ask_ = false;            ///< the step may have accessed a chip
    const CodeLoop* loop_ = nullptr;  ///< the loop whose pointers have been loaded
    bool may_load_ = true;            ///< load pointers before a loop
    const RegionInstruction* now_ = nullptr;
    unsigned piece_ = 0;      ///< cycles taken when the block was entered
    unsigned before_ = 0;     ///< those of them for the instructions before this one
    unsigned piece_end_ = 0;  ///< pc after the block
    unsigned given_ = 0;      ///< cycles taken but not used, as a branch was not taken
};

}  // namespace ryg::emu::recompiler
