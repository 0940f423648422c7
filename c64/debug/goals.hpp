// Steps at the level of the source: by line, over calls, out of a routine.
//
//     const Stop stop = debugger.run_until(next_line(debugger, symbols), limit);
//
// A goal returns true once a step has reached it. It keeps state, so that a long movement can be
// split into parts; debugger and symbols must outlive it.
#pragma once

#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::c64::debug {

[[nodiscard]] Goal one_instruction();
/// One instruction; a call, or an interrupt with the instruction after it, counts as one.
[[nodiscard]] Goal one_instruction_with_calls(const Debugger& debugger);
/// Another line of available source in this routine or one of its callers; one instruction if there
/// is no source.
[[nodiscard]] Goal next_line(const Debugger& debugger, const Symbols& symbols);
/// Like next_line, but also stops inside calls; still not inside interrupts.
[[nodiscard]] Goal line_in_call(const Debugger& debugger, const Symbols& symbols);
[[nodiscard]] Goal out_of_routine(const Debugger& debugger);

/// Back to the beginning of the line executed before this one, skipping calls; `count` times.
Stop line_back(Debugger& debugger, const Symbols& symbols, std::uint64_t count = 1);

}  // namespace ryg::c64::debug
