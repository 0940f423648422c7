// The program that is debugged: a session as every front has it, with its sources and its end.
#pragma once

#include <memory>

#include "app/debug_session.hpp"
#include "app/fronts/dap/fields.hpp"
#include "app/fronts/dap/sources.hpp"

namespace ryg::app::dap {

struct Program {
    explicit Program(DebugSession&& made);

    DebugSession session;
    Sources sources;
    emu::Address end = 0;      ///< where the processor is when the program has returned,
    emu::Byte stack_then = 0;  ///< and S there

    [[nodiscard]] const c64::debug::Symbols& symbols() const { return session.commands->symbols; }

    /// True when the program has returned to its starter.
    [[nodiscard]] bool has_returned() const {
        const emu::Registers& registers = session.debugger->machine().cpu.registers;
        return registers.pc == end && registers.s == stack_then;
    }
};

/// What a launch request asks for, in the words of `ryg debug`: `program`, a file or one inside
/// ryg, with `keys`; or a search of `position` to `depth` by `version`; `model`, `timing`,
/// `memory`. Throws what is wrong.
[[nodiscard]] std::unique_ptr<Program> launch_program(const Fields& arguments);

}  // namespace ryg::app::dap
