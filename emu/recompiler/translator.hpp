// From 6502 instructions to host code, region by region.
//
//     entry:  are the bytes still those?    no -> leave (stale)
//     label:  cycles -= most that this piece can take      below 0 -> give back, on to the steps
//                                                               or leave (time)
//             the piece, each instruction in turn
//             address not plain? -> give back, leave (instruction)
//             wrote into this very region? -> give back, on to the next pc through the table
//             branch -> label within the region, or the table
//
// Registers of the 6502 stay in registers of the host from region to region. Within a piece the
// translator knows which of them N and Z follow from, whether C is a constant, and whether the
// host's own flags still say the same; at labels and where code is left all is in its place.
#pragma once

#include <asmjit/x86.h>
#include <map>

#include "emu/recompiler/context.hpp"
#include "emu/recompiler/region.hpp"

namespace ryg::emu::recompiler {

/// The code by which translated code is entered (`enter`) and left (`leave_by`).
struct Gates {
    asmjit::Label enter;
    std::array<asmjit::Label, left_count> leave_by;
};
Gates emit_gates(asmjit::x86::Assembler& assembler);

/// Where each instruction begins once more, by itself: for the last cycles before an event, and to
/// go on inside a region. By pc.
using Steps = std::map<unsigned, asmjit::Label>;

Steps translate(asmjit::CodeHolder& code, const Region& region, const Window& window);

}  // namespace ryg::emu::recompiler
