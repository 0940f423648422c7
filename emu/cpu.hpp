// The NMOS 6502/6510 as a value; each call passes it a bus.
//
//     Board board;                              // your bus (emu/bus.hpp), or emu::FlatMemory
//     emu::Cpu cpu;
//     cpu.reset(board);                         // 7 cycles, pc from $fffc
//     cpu.run(board, cpu.cycle + 1'000'000);    // about a second on a C64
//     fmt::print("a = {:02x} after {} cycles\n", cpu.registers.a, cpu.cycle);
#pragma once

#include <span>

#include "emu/bus.hpp"
#include "emu/registers.hpp"

namespace ryg::emu {

/// Why a run ended.
enum class RunEnd {
    reached_cycle,    ///< the next instruction would start at `until` or later
    reached_address,  ///< the next instruction is at the given address
    jammed,           ///< a JAM opcode stopped the chip; only reset() restarts it
};

/// One 6502. It owns only its registers and its cycle count, so it can be copied and compared.
/// Every cycle is one access to the bus, in the order of the chip, so the number of accesses is the
/// time, and there is no table of cycle counts. For `bus` pass your board (emu/bus.hpp):
/// `cpu.step(board)`.
///
/// Not modelled: how the unstable opcodes' constants vary with temperature (`unstable` sets them).
/// Sources: [PM] [HM] for documented behaviour, [64DOC] for undocumented, [NESDEV] interrupts.
class Cpu {
  public:
    Registers registers;
    Cycle cycle = 0;      ///< accesses made so far
    bool jammed = false;  ///< a JAM opcode was executed
    Unstable unstable;
    Core core = usual_core;  ///< changes the speed only; neither compared nor saved

    /// The reset sequence: 7 cycles. It reads where an interrupt would push, and S drops by three.
    void reset(const AnyBus& bus);

    /// Executes one instruction, or one interrupt sequence if the lines requested one. Returns
    /// jammed or reached_cycle.
    RunEnd step(const AnyBus& bus);

    /// Executes all instructions that start before cycle `until`; the last one may end after it.
    RunEnd run(const AnyBus& bus, Cycle until);

    /// Like run(), but also stops before the instruction at `address`, also if `until` is reached
    /// at the same time. Executes at least one instruction, so a run can go once round a loop.
    RunEnd run_to(const AnyBus& bus, Address address, Cycle until);

    /// Like run_to() with several addresses. A FastBus must leave the instructions there to the
    /// exact core: its code() returns nullptr (emu/fast_bus.hpp).
    RunEnd run_to(const AnyBus& bus, std::span<const Address> addresses, Cycle until);

    /// Continues at `address`, as if the chip had jumped there; an interrupt that was about to be
    /// taken is polled again after the instruction there. A jammed chip stays jammed.
    void jump(Address address) {
        registers.pc = address;
        interrupt_follows_ = false;
    }

    /// True when the next step is the sequence of an interrupt, not the instruction at pc.
    [[nodiscard]] bool interrupt_follows() const { return interrupt_follows_; }

    /// Every member of its state, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Cpu::registers, &Cpu::cycle, &Cpu::jammed, &Cpu::unstable, &Cpu::interrupt_follows_);
    }
    bool operator==(const Cpu& other) const {
        return registers == other.registers && cycle == other.cycle && jammed == other.jammed &&
               unstable == other.unstable && interrupt_follows_ == other.interrupt_follows_;
    }

  private:
    RunEnd run_until(const AnyBus& bus, const RunLimit& stop, std::span<const Address> others = {});
    bool run_fast(const AnyBus& bus, State& state, const RunLimit& stop);
    void step_exactly(const AnyBus& bus, State& state);

    bool interrupt_follows_ = false;
};

/// Whether this library's fast loops were compiled with handlers that jump to one another (clang
/// 19) rather than with handlers called from a loop (emu/threaded.hpp).
[[nodiscard]] bool loops_are_threaded();

}  // namespace ryg::emu
