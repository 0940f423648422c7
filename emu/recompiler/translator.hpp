// From 6502 instructions to host code, region by region.
//
//     entry:  are the bytes unchanged?      no -> leave (stale)
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

#include <asmjit/x86.h>
#include <map>

#include "emu/recompiler/context.hpp"
#include "emu/recompiler/region.hpp"

namespace ryg::emu::recompiler {

/// The code by which translated code is entered (`enter`) and left (`leave_by`), and what it calls.
struct Gates {
    asmjit::Label enter, read_nibble, access_chip;
    std::array<asmjit::Label, left_count> leave_by;
};
Gates emit_gates(asmjit::x86::Assembler& assembler);

/// By pc, the code by which a region is entered at each of its instructions.
using Ways = std::map<unsigned, asmjit::Label>;

Ways translate(asmjit::CodeHolder& code, const Region& region, const Window& window);

}  // namespace ryg::emu::recompiler
