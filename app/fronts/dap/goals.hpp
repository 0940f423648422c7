// When the client's steps are over, told from each step of the machine's.
#pragma once

#include <functional>

#include "app/fronts/dap/sources.hpp"
#include "c64/debug/debugger.hpp"

namespace ryg::app::dap {

/// For Debugger::run_until. A goal keeps what it has seen, so that a step can be made in pieces;
/// debugger and sources must outlive it.
using Goal = std::function<bool(const c64::debug::Executed&)>;
using c64::debug::Debugger;

/// One instruction; an interrupt's sequence counts as one.
[[nodiscard]] Goal one_instruction();
/// One instruction with all that it calls, and with an interrupt that comes before it.
[[nodiscard]] Goal one_instruction_with_calls(const Debugger& debugger);

/// To another source line, of this routine or, when it returns, of its caller; interrupts are
/// passed over. Where there is no line, as if by instructions.
[[nodiscard]] Goal next_line(const Debugger& debugger, const Sources& sources);
/// The same, or to the first line of a routine that is called, if that has source.
[[nodiscard]] Goal line_in_call(const Debugger& debugger, const Sources& sources);

/// Until the routine returns.
[[nodiscard]] Goal out_of_routine(const Debugger& debugger);

}  // namespace ryg::app::dap
