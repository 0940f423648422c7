// The three ways to run a 6502, with identical results.
#pragma once

#include <cstdint>

namespace ryg::emu {

enum class Core : std::uint8_t {
    exact,        ///< every access on the bus
    interpreter,  ///< the fast loop where the board has one
    recompiler,   ///< host code where the board has a window and the host is supported
};
/// On other hosts it is the interpreter.
constexpr Core usual_core = Core::recompiler;

}  // namespace ryg::emu
