// Which routine is running, and who called it: told from the stack pointer alone.
#pragma once

#include <vector>

#include "emu/opcodes.hpp"
#include "emu/registers.hpp"

namespace c64::debug {

struct Frame {
    emu::Address routine;  ///< where the JSR went
    emu::Byte s;           ///< the caller's level: S before the JSR
};

/// Told of every instruction, keeps the open calls, outermost first. A frame is closed by the
/// instruction that transfers control with S back at the caller's level or above, so routines that
/// leave by PLA PLA RTS, by TXS or by a jump through the stack are followed, too.
class CallStack {
  public:
    /// `opcode` was executed and took the registers from `before` to `after`. Returns how many
    /// frames were closed; a JSR opens one, which is then `frames().back()`.
    std::size_t note(emu::Byte opcode, const emu::Registers& before, const emu::Registers& after) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[opcode].operation;
        if (operation == JSR) {
            frames_.push_back({after.pc, before.s});
            return 0;
        }
        if (operation != RTS && operation != RTI && operation != JMP) return 0;
        std::size_t closed = 0;
        while (!frames_.empty() && after.s >= frames_.back().s) {
            frames_.pop_back();
            ++closed;
        }
        return closed;
    }

    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

  private:
    std::vector<Frame> frames_;
};

}  // namespace c64::debug
