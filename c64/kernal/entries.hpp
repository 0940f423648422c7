// Where programs call the KERNAL, and which of its variables they look at.  [C64PRG]
#pragma once

#include "emu/types.hpp"

namespace ryg::c64 {

constexpr emu::Address CHRIN = 0xFFCF, CHROUT = 0xFFD2, GETIN = 0xFFE4;
constexpr emu::Address DFLTO = 0x009A;  ///< the device that CHROUT prints on
constexpr emu::Address NDX = 0x00C6;    ///< how many keys are in the keyboard buffer

}  // namespace ryg::c64
