// Which routine is running and what called it, derived from the stack pointer alone.
#pragma once

#include <vector>

#include "c64/debug/step.hpp"

namespace ryg::c64::debug {

/// An open call of a routine, or an interrupt.
struct Frame {
    Address routine;         ///< where the JSR went, or the interrupt
    Byte s;                  ///< the caller's level: S before the JSR
    Address call = 0;        ///< address of the JSR, or of the interrupted instruction
    Cycle since = 0;         ///< when the JSR began
    bool interrupt = false;  ///< IRQ, NMI or BRK

    bool operator==(const Frame&) const = default;
};

/// Given every instruction, keeps the open calls, outermost first. A frame is closed by the
/// instruction that transfers control with S back at the caller's level or above, so routines that
/// leave by PLA PLA RTS, by TXS or by a jump through the stack are followed, too.
class CallStack {
  public:
    /// Returns how many frames were closed; a JSR, a BRK and an interrupt then open one:
    /// `frames().back()`.
    std::size_t note(const Executed& done) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[done.opcode].operation;
        if (done.interrupt || operation == JSR || operation == BRK) {
            const std::size_t closed = close(done.before.s);
            frames_.push_back({done.after.pc, done.before.s, done.before.pc, done.begin,
                               done.interrupt || operation != JSR});
            return closed;
        }
        if (operation != RTS && operation != RTI && operation != JMP) return 0;
        return close(done.after.s);
    }

    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

    bool operator==(const CallStack&) const = default;

  private:
    std::size_t close(Byte s) {
        std::size_t closed = 0;
        while (!frames_.empty() && s >= frames_.back().s) {
            frames_.pop_back();
            ++closed;
        }
        return closed;
    }

    std::vector<Frame> frames_;  // S falls from one to the next, so there are 256 at most
};

}  // namespace ryg::c64::debug
