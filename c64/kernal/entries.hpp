// The KERNAL's entry points and the variables that programs read.  [C64PRG]
#pragma once

#include "emu/types.hpp"

namespace ryg::c64 {

constexpr emu::Address CHRIN = 0xFFCF, CHROUT = 0xFFD2, GETIN = 0xFFE4;
constexpr emu::Address DFLTO = 0x009A;  ///< output device of CHROUT
constexpr emu::Address NDX = 0x00C6;    ///< number of keys in the keyboard buffer

}  // namespace ryg::c64
