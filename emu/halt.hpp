// Corrects the time of a fast run if RDY fell within its last instruction.
#pragma once

#include "emu/operations.hpp"
#include "emu/types.hpp"

namespace ryg::emu {

/// The writes of an instruction are its last accesses, except for JSR, which fetches a byte after
/// them.  [HM]
struct Writes {
    Cycle count, reads_after;
};

constexpr Writes writes_of(Opcode opcode) {
    using enum Operation;
    switch (opcode.operation) {
        case JSR: return {2, 1};
        case PHA:
        case PHP: return {1, 0};
        default: break;
    }
    switch (shape(opcode)) {
        case Shape::write: return {1, 0};
        case Shape::modify: return {2, 0};
        default: return {0, 0};
    }
}

/// The actual end of an instruction that would end at `end` if RDY were not low from its cycle
/// `from` to the one before `to`: its first read at or after `from` waits for `to`. Not for
/// instructions that the fast loop leaves to the exact core.
constexpr Cycle end_with_halt(Opcode opcode, Cycle end, Cycle from, Cycle to) {
    const Writes writes = writes_of(opcode);
    const Cycle first_write = end - writes.reads_after - writes.count;
    const Cycle after_writes = first_write + writes.count;
    const Cycle waits = from < first_write || from >= after_writes ? from : after_writes;
    return waits < end ? end + (to - waits) : end;
}
static_assert(end_with_halt({Operation::LDA, Mode::abs}, 104, 101, 143) == 146);
static_assert(end_with_halt({Operation::STA, Mode::abs}, 104, 103, 146) == 104);
static_assert(end_with_halt({Operation::INC, Mode::abs}, 106, 103, 146) == 149);
static_assert(end_with_halt({Operation::INC, Mode::abs}, 106, 104, 147) == 106);
static_assert(end_with_halt({Operation::JSR, Mode::abs}, 106, 103, 146) == 147);

}  // namespace ryg::emu
