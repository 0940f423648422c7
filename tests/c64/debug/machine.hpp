// A machine with a small program in it, for the tests of the debugger.
#pragma once

#include <gtest/gtest.h>

#include "c64/debug/debugger.hpp"

namespace ryg::debug_test {

using c64::Machine;
using c64::debug::AccessKind;
using c64::debug::Debugger;
using c64::debug::Reason;
using c64::debug::Stop;
using emu::Address;
using emu::Byte;
using emu::Cycle;

constexpr Address outer = 0x1000, call = 0x1004, after_call = 0x1007, inner = 0x1010,
                  deep_call = 0x1012, after_deep = 0x1015, deep = 0x1020, counter = 0x2000;

/// Counts in $2000 what `inner` is called for, for ever:
///
///     outer $1000  inc $2000     inner $1010  lda #$01     deep $1020  pha
///           $1003  nop                 $1012  jsr deep           $1021  inc $d020
///           $1004  jsr inner           $1015  sta $2001          $1024  pla
///           $1007  jmp outer           $1018  rts                $1025  rts
inline Machine looping() {
    Machine machine;
    machine.boot();
    const auto put = [&machine](Address at, std::initializer_list<int> bytes) {
        for (const int byte : bytes) machine.ram()[at++] = static_cast<Byte>(byte);
    };
    put(outer, {0xEE, 0x00, 0x20, 0xEA, 0x20, 0x10, 0x10, 0x4C, 0x00, 0x10});
    put(inner, {0xA9, 0x01, 0x20, 0x20, 0x10, 0x8D, 0x01, 0x20, 0x60});
    put(deep, {0x48, 0xEE, 0x20, 0xD0, 0x68, 0x60});
    machine.cpu.jump(outer);
    return machine;
}

inline Address pc(const Debugger& debugger) { return debugger.machine().cpu.registers.pc; }
inline Cycle cycle(const Debugger& debugger) { return debugger.machine().cpu.cycle; }

inline unsigned break_at(Debugger& debugger, Address address) {
    return debugger.checkpoints.add({.first = address, .last = address});
}
inline unsigned watch(Debugger& debugger, Address first, Address last, Byte kinds) {
    return debugger.checkpoints.add({.first = first, .last = last, .kinds = kinds});
}

}  // namespace ryg::debug_test
