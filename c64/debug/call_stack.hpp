// Which routine is running, and who called it: told from the stack pointer alone.
#pragma once

#include <vector>

#include "emu/opcodes.hpp"
#include "emu/registers.hpp"

namespace ryg::c64::debug {

struct Frame {
    emu::Address routine;    ///< where the JSR went, or the interrupt
    emu::Byte s;             ///< the caller's level: S before the JSR
    emu::Address call = 0;   ///< where the JSR stands, or what the interrupt came before
    emu::Cycle since = 0;    ///< when the JSR began
    bool interrupt = false;  ///< IRQ, NMI or BRK

    bool operator==(const Frame&) const = default;
};

/// When an instruction began, and whether it was the sequence of an interrupt in its place.
struct When {
    emu::Cycle cycle = 0;
    bool interrupt = false;
};

/// Told of every instruction, keeps the open calls, outermost first. A frame is closed by the
/// instruction that transfers control with S back at the caller's level or above, so routines that
/// leave by PLA PLA RTS, by TXS or by a jump through the stack are followed, too.
class CallStack {
  public:
    /// `opcode` was executed and took the registers from `before` to `after`. Returns how many
    /// frames were closed; a JSR, a BRK and an interrupt then open one: `frames().back()`.
    std::size_t note(emu::Byte opcode, const emu::Registers& before, const emu::Registers& after,
                     When when = {}) {
        using enum emu::Operation;
        const emu::Operation operation = emu::opcodes[opcode].operation;
        if (when.interrupt || operation == JSR || operation == BRK) {
            const std::size_t closed = close(before.s);
            frames_.push_back({after.pc, before.s, before.pc, when.cycle, operation != JSR});
            frames_.back().interrupt |= when.interrupt;
            return closed;
        }
        if (operation != RTS && operation != RTI && operation != JMP) return 0;
        return close(after.s);
    }

    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

    bool operator==(const CallStack&) const = default;

  private:
    std::size_t close(emu::Byte s) {
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
