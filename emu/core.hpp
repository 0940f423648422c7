// The three ways to run a 6502, with identical results.
#pragma once

#include <cstdint>

namespace ryg::emu {

/// The cores; they differ in speed only.
enum class Core : std::uint8_t {
    exact,        ///< every access on the bus
    interpreter,  ///< the fast loop where the board has one
    recompiler,   ///< host code, on x86-64 with AVX2 and a board with a window()
};
/// The default; on hosts that the recompiler does not support it runs the interpreter.
constexpr Core usual_core = Core::recompiler;

}  // namespace ryg::emu
