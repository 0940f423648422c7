// Calls one routine again and again, for many inputs, without entering and leaving the machine.
//
//     emu::ManyCalls calls(cpu, memory, {.routine = 0x1000, .back = 0xE000, .limit = 1'000'000});
//     for (auto& [input, output] : rows) {
//         memory.ram[0x02] = input;                 // or registers
//         emu::Registers registers{.s = 0xED};
//         if (calls.call(registers)) output = registers.a;
//     }
#pragma once

#include "emu/cpu.hpp"
#include "emu/recompiler/recompiler.hpp"

namespace ryg::emu {

/// The routine to call, its return address and its limit.
struct RoutineCall {
    Address routine = 0;
    Address back = 0;         ///< where it returns to: nothing is executed there
    Cycle limit = 1'000'000;  ///< cycles that a call may take
};

/// A call passes only registers and time, so with translated code it costs some ten nanoseconds
/// besides the code itself. Memory keeps what the previous call left in it. The board's own time
/// does not advance while the code touches plain memory only.
/// Time: a third to two thirds of that of `emu::call`, for routines of 6 to 250 cycles.
template <Bus B>
class ManyCalls {
  public:
    /// Processor and board must outlive it.
    ManyCalls(Cpu& cpu, B& board, const RoutineCall& call) : cpu_(cpu), board_(board), call_(call) {
        look_again();
    }

    /// Calls the routine with these registers, `s` as a JSR leaves it, and replaces them with those
    /// that it returns. False if it exceeds the limit or jams: `cpu` then shows where.
    bool call(Registers& registers) {
        const Cycle begin = cpu_.cycle;
        push_return_address(registers.s);
        State state = State::from(registers, begin);
        state.pc = call_.routine;
        bool returned = false;
        if constexpr (recompiler::WindowedBus<B>) {
            if (cpu_.core == Core::recompiler) {
                const Cycle end = begin + call_.limit;
                returned = recompiler::call(window_, state, call_.limit, call_.back) ||
                           (state.now < end &&
                            recompiler::run(window_, state, end, call_.back, {}).stopped);
            }
        }
        cycles_ = state.now - begin;
        registers = state.registers();
        return returned || finish(registers, state.now, begin);
    }
    /// Cycles of the last call, from the routine's first to the last of its RTS.
    [[nodiscard]] Cycle cycles() const { return cycles_; }
    /// Call this when the board's memory map has changed between two calls.
    void look_again() {
        if constexpr (recompiler::WindowedBus<B>) window_ = board_.window();
    }

  private:
    void push_return_address(Byte s) {
        const auto pushed = static_cast<Address>(call_.back - 1);
        const unsigned at = 0x100U + s;
        if constexpr (recompiler::WindowedBus<B>) {
            if (s < 0xFE) {
                window_.ram[at + 1] = low(pushed);
                window_.ram[at + 2] = high(pushed);
                return;
            }
        }
        board_.write(static_cast<Address>(0x100U + static_cast<Byte>(s + 1)), low(pushed),
                     cpu_.cycle);
        board_.write(static_cast<Address>(0x100U + static_cast<Byte>(s + 2)), high(pushed),
                     cpu_.cycle);
    }
    /// Finishes a call that left translated code before its end.
    bool finish(Registers& registers, Cycle now, Cycle begin) {
        cpu_.registers = registers;
        cpu_.cycle = now;
        cpu_.jump(registers.pc);
        const RunEnd end = cpu_.run_to(board_, call_.back, begin + call_.limit);
        registers = cpu_.registers;
        cycles_ = cpu_.cycle - begin;
        look_again();
        return end == RunEnd::reached_address;
    }

    Cpu& cpu_;
    B& board_;
    RoutineCall call_;
    Cycle cycles_ = 0;
    recompiler::Window window_{};
};

}  // namespace ryg::emu
